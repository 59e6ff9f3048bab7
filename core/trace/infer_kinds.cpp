// SPDX-License-Identifier: Apache-2.0
#include "core/generate/generate.h"
#include "core/trace/infer_chain.h"

#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>
#include <map>

namespace bubblescope {

namespace {

/// No pipeline that writes no labels has more.
constexpr std::uint32_t kMostMatchedRanks = 1024;
constexpr std::uint32_t kMostStagesPerRank = 16;

/// Requests that may have made `forwards` forwards on each of `ranks` ranks, the plainest first.
std::vector<ScheduleRequest> candidatesOf(std::uint32_t ranks, std::size_t forwards, bool isSplit)
{
    std::vector<ScheduleRequest> candidates;
    ScheduleRequest request;
    request.ranks = ranks;
    request.microbatches = static_cast<std::int64_t>(forwards);
    request.stagesPerRank = 1;
    const auto add = [&](std::initializer_list<const char*> schedules) {
        for (const char* schedule : schedules) {
            request.schedule = schedule;
            candidates.push_back(request);
        }
    };
    if (!isSplit)
        add({"1f1b", "gpipe"});
    for (std::uint32_t chunks = 2; chunks <= kMostStagesPerRank && chunks <= forwards; ++chunks) {
        if (forwards % chunks != 0)
            continue;
        request.stagesPerRank = chunks;
        request.microbatches = static_cast<std::int64_t>(forwards / chunks);
        isSplit ? add({"interleaved-zero-bubble"}) : add({"interleaved-1f1b", "looped-bfs"});
        if (isSplit && chunks == 2)
            add({"zbv", "dualpipev"});
    }
    return candidates;
}

/// How many forwards and backwards send to one rank.
struct Traffic
{
    std::size_t forwards = 0;
    std::size_t backwards = 0;

    /// One or several tensors of each forward, and of each backward.
    [[nodiscard]] bool explains(std::size_t sent) const
    {
        const auto isOfAll = [](std::size_t count, std::size_t of) {
            return of == 0 ? count == 0 : count > 0 && count % of == 0;
        };
        if (forwards == 0)
            return isOfAll(sent, backwards);
        for (std::size_t ofForwards = forwards; ofForwards <= sent; ofForwards += forwards)
            if (isOfAll(sent - ofForwards, backwards))
                return true;
        return false;
    }
};

/// What a rank of a schedule sends, and from whom it receives.
class ExpectedMessages
{
public:
    ExpectedMessages(const Row& row, const Placement& placement)
    {
        for (const Action& action : row) {
            const std::uint32_t stage = action.stage().value;
            const bool isUp = isForward(action.kind());
            if (!isUp && !isInputGradient(action.kind()))
                continue;
            const std::uint32_t own = placement.rankOf(action.stage()).value;
            for (const bool isNext : {true, false}) {
                if (isNext ? stage + 1 == placement.stageCount() : stage == 0)
                    continue;
                const std::uint32_t peer = placement.rankOf(StageId{isNext ? stage + 1 : stage - 1}).value;
                if (peer == own)
                    continue;
                Traffic& sends = m_ofPeer[peer];
                if (isNext == isUp)
                    ++(isUp ? sends.forwards : sends.backwards);
            }
        }
    }

    /// `isWhole`: every rank is known. Without peers the messages of one rank alone say too little.
    [[nodiscard]] bool agreeWith(const ChainRank& rank, bool isWhole) const
    {
        std::map<std::uint32_t, std::size_t> sent;
        std::size_t sentSomewhere = 0;
        for (const ChainMessage& message : rank.messages) {
            if (message.peer && !m_ofPeer.contains(*message.peer))
                return false;
            if (message.isSend)
                ++(message.peer ? sent[*message.peer] : sentSomewhere);
        }
        if (sentSomewhere > 0) {
            Traffic all;
            for (const auto& [peer, sends] : m_ofPeer) {
                all.forwards += sends.forwards;
                all.backwards += sends.backwards;
            }
            return isWhole && sent.empty() && all.explains(sentSomewhere);
        }
        return std::all_of(m_ofPeer.begin(), m_ofPeer.end(),
                           [&](const auto& one) { return one.second.explains(sent[one.first]); });
    }

private:
    std::map<std::uint32_t, Traffic> m_ofPeer; ///< with whom something passes
};

/// Compares a row with what a rank ran.
class RowMatcher
{
public:
    RowMatcher(const Row& row, const ChainRank& rank)
        : m_row(row)
        , m_rank(rank)
        , m_actions(chainActions(rank))
        , m_places(rank.forwards.size())
    {}

    /// Whether the kinds are the same, and each backward is that of its forward.
    bool match()
    {
        std::size_t next = 0;
        for (const Action& action : m_row) {
            if (isEmpty(action, next)) {
                const Nanoseconds moment = m_actions[next].start - 1;
                m_empty.push_back({m_actions[next].forward, moment});
                continue;
            }
            if (next == m_actions.size() || !isSame(action, m_actions[next]))
                return false;
            ++next;
        }
        return next == m_actions.size();
    }
    [[nodiscard]] const std::vector<InferredPlace>& places() const { return m_places; }
    /// The rank with what the schedule splits of stage 0.
    [[nodiscard]] ChainRank split() const
    {
        ChainRank rank = m_rank;
        for (const auto& [forward, moment] : m_empty) {
            std::vector<InferredBackward>& backwards = rank.forwards[forward].backwards;
            backwards.front().kind = ActionKind::BackwardWeight;
            backwards.insert(backwards.begin(),
                             {moment, moment, backwards.front().thread, ActionKind::BackwardInput});
        }
        return rank;
    }

private:
    struct EmptyInput
    {
        std::uint32_t forward = 0;
        Nanoseconds moment = 0;
    };

    [[nodiscard]] static InferredPlace placeOf(const Action& action)
    {
        return {action.stage().value, action.microbatch().value, 0};
    }
    [[nodiscard]] bool isAt(const ChainAction& one, const Action& action) const
    {
        const InferredPlace& place = m_places[one.forward];
        return place.stage == action.stage().value && place.microbatch == action.microbatch().value;
    }
    /// An I of stage 0, whose W comes next as the one pass of its forward.
    [[nodiscard]] bool isEmpty(const Action& action, std::size_t next) const
    {
        return action.kind() == ActionKind::BackwardInput && action.stage().value == 0 &&
               next < m_actions.size() && m_actions[next].kind == ActionKind::Backward &&
               isAt(m_actions[next], action);
    }
    bool isSame(const Action& action, const ChainAction& one)
    {
        const bool isSplit = !m_empty.empty() && m_empty.back().forward == one.forward &&
                             action.kind() == ActionKind::BackwardWeight;
        if (one.kind != action.kind() && !isSplit)
            return false;
        if (!isForward(one.kind))
            return isAt(one, action);
        m_places[one.forward] = placeOf(action);
        return true;
    }

    const Row& m_row;
    const ChainRank& m_rank;
    std::vector<ChainAction> m_actions;
    std::vector<InferredPlace> m_places;
    std::vector<EmptyInput> m_empty;
};

/// Whether every action had asked for what it needs: before the k-th that needs something of a rank, k
/// receives from there were issued. What ranks exchange within an action, or behind a step, is no pipeline's.
bool asksInTime(const ChainRank& rank, const std::vector<InferredPlace>& places, const Placement& placement)
{
    constexpr std::uint32_t kAnybody = 0xFFFFFFFFU;
    const bool isNamed = std::all_of(rank.messages.begin(), rank.messages.end(),
                                     [](const ChainMessage& message) { return message.peer.has_value(); });
    std::map<std::uint32_t, std::vector<Nanoseconds>> receives; ///< by who sends, rising
    for (const ChainMessage& message : rank.messages)
        if (!message.isSend)
            receives[isNamed ? *message.peer : kAnybody].push_back(message.time);
    std::map<std::uint32_t, std::size_t> needed;
    for (const ChainAction& action : chainActions(rank)) {
        const std::uint32_t stage = places[action.forward].stage;
        const bool isUp = isForward(action.kind);
        if ((!isUp && !isInputGradient(action.kind)) ||
            (isUp ? stage == 0 : stage + 1 == placement.stageCount()))
            continue;
        const RankId from = placement.rankOf(StageId{isUp ? stage - 1 : stage + 1});
        if (from == placement.rankOf(StageId{stage}))
            continue;
        const std::uint32_t who = isNamed ? from.value : kAnybody;
        const std::vector<Nanoseconds>& times = receives[who];
        const std::size_t before = needed[who]++;
        if (before >= times.size() || times[before] >= action.start)
            return false;
    }
    return true;
}

std::optional<KindsMatch> matchOne(const ScheduleRequest& request, std::vector<ChainRank>& ranks)
{
    const auto schedule = generate(request);
    if (!schedule || schedule->rows.size() != ranks.size() || !schedule->placement)
        return std::nullopt;
    KindsMatch match;
    const bool isV = schedule->placement && schedule->placement->kind == PlacementKind::V;
    const bool isLoop = !isV && request.stagesPerRank.value_or(1) > 1;
    match.schedule = isLoop ? fmt::format("{}:stages-per-rank={}", request.schedule, *request.stagesPerRank)
                            : request.schedule;
    match.stages = schedule->stageCount;
    std::vector<ChainRank> split = ranks;
    const bool isWhole =
        std::all_of(ranks.begin(), ranks.end(), [](const ChainRank& rank) { return rank.isKnown; });
    const auto size = static_cast<std::uint32_t>(ranks.size());
    for (std::uint32_t i = 0; i < size; ++i) {
        std::vector<InferredPlace>& places = match.ofRank.emplace_back();
        if (!ranks[i].isKnown)
            continue;
        RowMatcher matcher(schedule->rows[i], ranks[i]);
        if (!ExpectedMessages(schedule->rows[i], *schedule->placement).agreeWith(ranks[i], isWhole) ||
            !matcher.match() || !asksInTime(ranks[i], matcher.places(), *schedule->placement))
            return std::nullopt;
        places = matcher.places();
        split[i] = matcher.split();
    }
    ranks = std::move(split);
    return match;
}

} // namespace

std::optional<KindsMatch> matchKinds(std::vector<ChainRank>& ranks, std::size_t& budget)
{
    std::size_t forwards = 0;
    bool isSplit = false;
    for (const ChainRank& rank : ranks) {
        forwards = std::max(forwards, rank.forwards.size());
        isSplit = isSplit || std::any_of(rank.forwards.begin(), rank.forwards.end(),
                                         [](const auto& one) { return one.backwards.size() > 1; });
    }
    const bool isEven = std::all_of(ranks.begin(), ranks.end(), [&](const ChainRank& rank) {
        return !rank.isKnown || rank.forwards.size() == forwards;
    });
    if (ranks.size() < 2 || ranks.size() > kMostMatchedRanks || forwards == 0 || !isEven)
        return std::nullopt;
    const std::size_t count = forwards * ranks.size();
    for (const ScheduleRequest& request :
         candidatesOf(static_cast<std::uint32_t>(ranks.size()), forwards, isSplit)) {
        if (!canBeGenerated(request))
            continue;
        if (count > budget)
            return std::nullopt;
        budget -= count;
        if (auto match = matchOne(request, ranks))
            return match;
    }
    return std::nullopt;
}

} // namespace bubblescope
