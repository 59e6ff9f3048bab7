// SPDX-License-Identifier: Apache-2.0
#include "core/lower/vocabulary.h"

#include "core/lower/order_check.h"
#include "core/time/cell_durations.h"
#include "core/time/dependencies.h"
#include "core/time/link_table.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

namespace bubblescope {

namespace {

constexpr Time kNever = std::numeric_limits<Time>::infinity();
constexpr std::size_t kStepsBetweenLooks = 4096;
constexpr std::uint32_t kNoShare = std::numeric_limits<std::uint32_t>::max();

/// A rank and what it has run.
struct VocabularyRank
{
    std::size_t next = 0; ///< of its row
    Time clock = 0;
    StageId share;                                 ///< its lowest stage that names no other rank
    std::deque<std::uint32_t> forwards, backwards; ///< microbatches whose S, whose T it can run
};

/// Runs an order in time, and an S or a T wherever that fits.
class VocabularyRun
{
public:
    VocabularyRun(const Schedule& schedule, const ActionTable& table, const CostModel& costs)
        : m_schedule(schedule)
        , m_table(table)
        , m_dependencies(schedule, table, DependencyRule::Strict, TransferMode::Async)
        , m_costs(costs.forStages(table.stageCount()))
        , m_durations(m_costs, table.stageCount(), schedule.rows.size())
        , m_ranks(schedule.rows.size())
        , m_loss(table.microbatchCount())
        , m_shares(table.microbatchCount(), 0)
        , m_ends(schedule.rows.size())
        , m_result(emptied(schedule))
    {
        std::set<std::uint32_t> taken;
        for (std::size_t r = 0; r < m_ranks.size(); ++r) {
            m_ends[r].assign(schedule.rows[r].size(), kNever);
            std::uint32_t lowest = kNoShare;
            for (const Action& action : schedule.rows[r])
                if (isCompute(action.kind()) && !taken.contains(action.stage().value))
                    lowest = std::min(lowest, action.stage().value);
            taken.insert(lowest);
            m_ranks[r].share = StageId{lowest};
            m_sharers += hasShare(r) ? 1U : 0U;
        }
    }

    Result<Schedule> run(const CancelToken& cancel)
    {
        for (std::size_t step = 0;; ++step) {
            if (step % kStepsBetweenLooks == 0 && cancel.isCancelled())
                return tl::unexpected(cancelledLowering());
            const std::optional<std::uint32_t> rank = earliest();
            if (!rank)
                break;
            fillGaps(m_start);
            if (m_isForward)
                runForward(*rank);
            else
                runCell(*rank);
        }
        for (std::uint32_t r = 0; r < m_ranks.size(); ++r) {
            while (!m_ranks[r].backwards.empty())
                runBackward(r);
            if (m_ranks[r].next < m_schedule.rows[r].size())
                return tl::unexpected(stuckOrder(m_schedule, m_table, cancel));
        }
        return std::move(m_result);
    }

private:
    [[nodiscard]] bool hasShare(std::size_t rank) const { return m_ranks[rank].share.value != kNoShare; }

    /// The rank that can begin something first; an S comes before all else. Sets what and when.
    std::optional<std::uint32_t> earliest()
    {
        std::optional<std::uint32_t> rank;
        for (std::uint32_t r = 0; r < m_ranks.size(); ++r) {
            const Time forward = forwardStart(r);
            const Time cell = cellStart(r);
            const Time start = std::min(forward, cell);
            if (start < kNever && (!rank || start < m_start)) {
                rank = r;
                m_start = start;
                m_isForward = forward <= cell;
            }
        }
        return rank;
    }

    [[nodiscard]] Time forwardStart(std::uint32_t rank) const
    {
        const VocabularyRank& of = m_ranks[rank];
        if (of.forwards.empty())
            return kNever;
        const std::uint32_t microbatch = of.forwards.front();
        return std::max(of.clock, m_loss[microbatch].first +
                                      transfer(m_loss[microbatch].second, rank, MicrobatchId{microbatch}));
    }

    [[nodiscard]] Time cellStart(std::uint32_t rank) const
    {
        const VocabularyRank& of = m_ranks[rank];
        const Row& row = m_schedule.rows[rank];
        if (of.next >= row.size())
            return kNever;
        Time start = of.clock;
        for (std::size_t i = of.next, end = cellEnd(row, of.next); i < end; ++i) {
            for (const Input& input : m_dependencies.inputsOf(row[i], rank)) {
                const Time done = input.producer ? m_ends[input.producer.rank][input.producer.index] : kNever;
                start = std::max(start, input.transferred
                                            ? done + transfer(input.producer.rank, rank, row[i].microbatch())
                                            : done);
            }
            if (isInputGradient(row[i].kind()) && row[i].stage().value == m_dependencies.lastStage())
                start = std::max(start, sharesDone(row[i].microbatch(), rank));
        }
        return start;
    }

    /// When the rank has the sums over all shares.
    [[nodiscard]] Time sharesDone(MicrobatchId microbatch, std::uint32_t rank) const
    {
        if (m_shares[microbatch.value] < m_sharers)
            return kNever;
        Time done = 0;
        for (const auto& [end, from] : m_shareEnds.at(microbatch.value))
            done = std::max(done, end + transfer(from, rank, microbatch));
        return done;
    }

    void runCell(std::uint32_t rank)
    {
        VocabularyRank& of = m_ranks[rank];
        const Row& row = m_schedule.rows[rank];
        const std::size_t end = cellEnd(row, of.next);
        const std::span<const Action> cell = std::span(row).subspan(of.next, end - of.next);
        const Time finish = m_start + (isCompute(cell[0].kind()) ? m_durations.of(rank, cell) : 0);
        m_result.rows[rank].insert(m_result.rows[rank].end(), cell.begin(), cell.end());
        for (std::size_t i = of.next; i < end; ++i) {
            m_ends[rank][i] = finish;
            if (isForward(row[i].kind()) && row[i].stage().value == m_dependencies.lastStage())
                announce(row[i].microbatch().value, rank, finish);
        }
        of.next = end;
        of.clock = finish;
    }

    /// The last stage's activation goes to all ranks.
    void announce(std::uint32_t microbatch, std::uint32_t rank, Time time)
    {
        m_loss[microbatch] = {time, rank};
        m_shareEnds.emplace(microbatch, std::vector<std::pair<Time, std::uint32_t>>());
        for (std::size_t r = 0; r < m_ranks.size(); ++r)
            if (hasShare(r))
                m_ranks[r].forwards.push_back(microbatch);
    }

    void runForward(std::uint32_t rank)
    {
        VocabularyRank& of = m_ranks[rank];
        const std::uint32_t microbatch = of.forwards.front();
        of.forwards.pop_front();
        of.clock = m_start;
        put(rank, ActionKind::VocabularyForward, microbatch);
        ++m_shares[microbatch];
        m_shareEnds[microbatch].emplace_back(of.clock, rank);
        of.backwards.push_back(microbatch);
    }

    void runBackward(std::uint32_t rank)
    {
        put(rank, ActionKind::VocabularyBackward, m_ranks[rank].backwards.front());
        m_ranks[rank].backwards.pop_front();
    }

    /// Nothing begins before `time`, so what ends by then is in nobody's way, the rank's own next action
    /// neither.
    void fillGaps(Time time)
    {
        for (std::uint32_t r = 0; r < m_ranks.size(); ++r) {
            VocabularyRank& of = m_ranks[r];
            while (!of.backwards.empty() &&
                   of.clock + m_costs.durationOf(ActionKind::VocabularyBackward, of.share) * factor(r) <=
                       time)
                runBackward(r);
        }
    }

    void put(std::uint32_t rank, ActionKind kind, std::uint32_t microbatch)
    {
        VocabularyRank& of = m_ranks[rank];
        m_result.rows[rank].emplace_back(of.share, kind, MicrobatchId{microbatch});
        of.clock += m_costs.durationOf(kind, of.share) * factor(rank);
    }

    [[nodiscard]] double factor(std::uint32_t rank) const
    {
        const auto found = m_costs.rankFactor.find(rank);
        return found == m_costs.rankFactor.end() ? 1 : found->second;
    }

    [[nodiscard]] Time transfer(std::uint32_t from, std::uint32_t to, MicrobatchId microbatch) const
    {
        return from == to ? 0 : m_links.of(from, to, microbatch).time();
    }

    const Schedule& m_schedule;
    const ActionTable& m_table;
    Dependencies m_dependencies;
    CostModel m_costs; ///< composed for the stages
    CellDurations m_durations;
    LinkTable m_links{m_costs};
    std::vector<VocabularyRank> m_ranks;
    std::vector<std::pair<Time, std::uint32_t>> m_loss; ///< by microbatch: end and rank of the last forward
    std::vector<std::uint32_t> m_shares;                ///< by microbatch: how many S have run
    std::unordered_map<std::uint32_t, std::vector<std::pair<Time, std::uint32_t>>> m_shareEnds;
    std::uint32_t m_sharers = 0;
    std::vector<std::vector<Time>> m_ends; ///< of each action of the order
    Schedule m_result;
    Time m_start = 0;         ///< of what runs next
    bool m_isForward = false; ///< that is an S
};

} // namespace

Result<Schedule> addVocabulary(const Schedule& schedule, const CostModel& costs, const CancelToken& cancel)
{
    if (auto error = unfitOrder(schedule, "vocabulary", BesideCompute::Nothing))
        return tl::unexpected(*std::move(error));
    const Schedule order = withoutBubbles(schedule);
    const ActionTable table(order);
    if (auto error = repeatedInOrder(order, table))
        return tl::unexpected(*std::move(error));
    return VocabularyRun(order, table, costs).run(cancel);
}

} // namespace bubblescope
