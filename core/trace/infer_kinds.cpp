// SPDX-License-Identifier: Apache-2.0
#include "core/generate/generate.h"
#include "core/trace/infer_chain.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// No pipeline that writes no labels has more.
constexpr std::uint32_t kMostRanks = 1024;
constexpr std::uint32_t kMostStagesPerRank = 16;

/// Requests that may have made `forwards` forwards on each of `ranks` ranks, the plainest first.
std::vector<ScheduleRequest> candidatesOf(std::uint32_t ranks, std::size_t forwards)
{
    std::vector<ScheduleRequest> candidates;
    ScheduleRequest request;
    request.ranks = ranks;
    request.microbatches = static_cast<std::int64_t>(forwards);
    for (const char* schedule : {"1f1b", "gpipe"}) {
        request.schedule = schedule;
        request.stagesPerRank = 1;
        candidates.push_back(request);
    }
    request.schedule = "interleaved-1f1b";
    for (std::uint32_t chunks = 2; chunks <= kMostStagesPerRank && chunks <= forwards; ++chunks) {
        if (forwards % chunks != 0)
            continue;
        request.stagesPerRank = chunks;
        request.microbatches = static_cast<std::int64_t>(forwards / chunks);
        candidates.push_back(request);
    }
    return candidates;
}

/// The ranks that a rank of this schedule sends to, and receives from.
bool agreesWithMessages(const ChainRank& rank, std::uint32_t position, std::uint32_t size, bool isRing)
{
    const bool hasNext = isRing || position + 1 < size;
    const bool hasPrevious = isRing || position > 0;
    std::size_t sentOn = 0;
    std::size_t sentBack = 0;
    for (const ChainMessage& message : rank.messages) {
        if (!message.peer)
            continue;
        const bool isNext = *message.peer == (position + 1) % size;
        const bool isPrevious = *message.peer == (position + size - 1) % size;
        if (!(isNext && hasNext) && !(isPrevious && hasPrevious))
            return false;
        sentOn += message.isSend && isNext ? 1 : 0;
        sentBack += message.isSend && isPrevious ? 1 : 0;
    }
    if (isRing)
        return sentOn > 0 && sentBack > 0;
    // One or several tensors of each microbatch.
    const std::size_t count = rank.forwards.size();
    const auto isOfAll = [&](std::size_t sent) { return sent >= count && sent % count == 0; };
    const bool isPair = size == 2;
    return (hasNext ? isOfAll(sentOn) : isPair || sentOn == 0) &&
           (hasPrevious ? isOfAll(sentBack) : isPair || sentBack == 0);
}

/// Places of a row's forwards, where its kinds are those of the rank.
std::optional<std::vector<InferredPlace>> placesBy(const Row& row, const ChainRank& rank)
{
    const std::vector<ChainAction> actions = chainActions(rank);
    if (actions.size() != row.size())
        return std::nullopt;
    std::vector<InferredPlace> places(rank.forwards.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (actions[i].kind != row[i].kind())
            return std::nullopt;
        const InferredPlace place{row[i].stage().value, row[i].microbatch().value, 0};
        if (isForward(actions[i].kind))
            places[actions[i].forward] = place;
        // A backward is that of its forward, or the order is another one.
        else if (places[actions[i].forward].stage != place.stage ||
                 places[actions[i].forward].microbatch != place.microbatch)
            return std::nullopt;
    }
    return places;
}

std::optional<KindsMatch> matchOne(const ScheduleRequest& request, const std::vector<ChainRank>& ranks)
{
    if (!checkRequest(request).empty())
        return std::nullopt;
    const auto schedule = generate(request);
    if (!schedule || schedule->rows.size() != ranks.size())
        return std::nullopt;
    KindsMatch match;
    match.schedule = request.stagesPerRank.value_or(1) > 1
                         ? fmt::format("{}:stages-per-rank={}", request.schedule, *request.stagesPerRank)
                         : request.schedule;
    match.stages = schedule->stageCount;
    const auto size = static_cast<std::uint32_t>(ranks.size());
    for (std::uint32_t i = 0; i < size; ++i) {
        std::vector<InferredPlace>& places = match.ofRank.emplace_back();
        if (!ranks[i].isKnown)
            continue;
        if (!agreesWithMessages(ranks[i], i, size, request.stagesPerRank.value_or(1) > 1))
            return std::nullopt;
        auto found = placesBy(schedule->rows[i], ranks[i]);
        if (!found)
            return std::nullopt;
        places = std::move(*found);
    }
    return match;
}

} // namespace

std::optional<KindsMatch> matchKinds(const std::vector<ChainRank>& ranks)
{
    std::size_t forwards = 0;
    for (const ChainRank& rank : ranks)
        forwards = std::max(forwards, rank.forwards.size());
    const bool isEven = std::all_of(ranks.begin(), ranks.end(), [&](const ChainRank& rank) {
        return !rank.isKnown || rank.forwards.size() == forwards;
    });
    if (ranks.size() < 2 || ranks.size() > kMostRanks || forwards == 0 || !isEven)
        return std::nullopt;
    for (const ScheduleRequest& request : candidatesOf(static_cast<std::uint32_t>(ranks.size()), forwards)) {
        if (auto match = matchOne(request, ranks))
            return match;
    }
    return std::nullopt;
}

} // namespace bubblescope
