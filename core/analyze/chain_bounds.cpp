// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/chain_bounds.h"

#include "core/time/action_table.h"
#include "core/time/issue_costs.h"
#include "core/time/link_table.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace bubblescope {

namespace {

constexpr Time kChainBoundsNone = std::numeric_limits<Time>::infinity();

/// Walks all chains stage by stage, with the chains of all microbatches side by side: forth for what is
/// before each action, and back for what comes after it.
class ChainWalk
{
public:
    ChainWalk(const Timeline& timeline, const ActionTable& table, const CostModel& costs,
              const LeastTimes& least)
        : m_timeline(timeline)
        , m_table(table)
        , m_least(least)
        , m_links(costs)
        // That tool pays on every stage boundary.
        , m_withinRank(costs.profile == TimingProfile::Strict ? 0 : costs.transfer.time())
        , m_isStrict(costs.profile == TimingProfile::Strict)
        , m_arrival(least.empty() ? 0 : std::max(0.0, costs.communicators.arrival - costs.transfer.time()))
        , m_chains(table.microbatchCount())
    {
        m_bounds.head.assign(timeline.lanes.size(), kChainBoundsNone);
        m_bounds.tail.assign(timeline.lanes.size(), kChainBoundsNone);
    }

    ChainBounds run()
    {
        const std::uint32_t stages = m_table.stageCount();
        for (std::uint32_t s = 0; s < stages; ++s)
            goForth(ActionClass::Forward, s);
        if (!m_isStrict)
            restart();
        cutTransfers();
        for (std::uint32_t s = stages; s-- > 0;) {
            goForth(ActionClass::InputGradient, s);
            weightsAfter(s);
        }
        restart();
        for (std::uint32_t s = 0; s < stages; ++s) {
            weightsBefore(s);
            goBack(ActionClass::InputGradient, s);
        }
        if (!m_isStrict)
            restart();
        cutTransfers();
        for (std::uint32_t s = stages; s-- > 0;)
            goBack(ActionClass::Forward, s);
        return std::move(m_bounds);
    }

private:
    /// How far the chain of a microbatch has come, and on which rank it is.
    struct Link
    {
        Time time = 0;
        std::uint32_t rank = Place::kNowhere; ///< nowhere if no transfer comes next
    };

    void restart() { std::fill(m_chains.begin(), m_chains.end(), Link{}); }
    /// What comes next is on the same stage.
    void cutTransfers()
    {
        for (Link& link : m_chains)
            link.rank = Place::kNowhere;
    }

    [[nodiscard]] Time durationOf(const Place& at) const
    {
        if (!m_least.empty())
            return m_least[at.rank][at.index];
        const LaneTimes& lane = m_timeline.lanes[at.rank];
        return lane.end[at.index] - lane.start[at.index];
    }
    /// From the end of a part to that of its block.
    [[nodiscard]] Time restOfBlock(const Place& at) const
    {
        const Row& row = m_timeline.schedule->rows[at.rank];
        if (!row[at.index].isOverlapped())
            return 0;
        const std::vector<Time>& ends = m_timeline.lanes[at.rank].end;
        Time end = ends[at.index];
        for (std::size_t i = at.index + 1; i < row.size() && !row[i].startsCell(); ++i)
            end = std::max(end, ends[i]);
        for (std::size_t i = at.index; !row[i].startsCell() && i > 0;)
            end = std::max(end, ends[--i]);
        return end - ends[at.index];
    }

    [[nodiscard]] Time transfer(std::uint32_t from, std::uint32_t to, std::uint32_t microbatch) const
    {
        return from == to ? m_withinRank : m_links.of(from, to, MicrobatchId{microbatch}).time() + m_arrival;
    }

    void noteHead(const Place& at, Time before)
    {
        m_bounds.head[at.rank] = std::min(m_bounds.head[at.rank], before);
    }
    void noteTail(const Place& at, Time after)
    {
        Time& tail = m_bounds.tail[at.rank];
        if (after < tail)
            tail = std::min(tail, std::max(0.0, after - restOfBlock(at)));
    }
    void noteChain(Time length, std::uint32_t microbatch)
    {
        if (length > m_bounds.longest) {
            m_bounds.longest = length;
            m_bounds.longestMicrobatch = MicrobatchId{microbatch};
        }
    }

    /// Calls `visit(action, microbatch)` for what a stage does of one kind.
    template <typename Visit>
    void forEachOf(ActionClass kind, std::uint32_t stage, Visit&& visit) const
    {
        for (std::uint32_t m = 0; m < m_chains.size(); ++m)
            if (const Place at = m_table.find(kind, StageId{stage}, MicrobatchId{m}))
                visit(at, m);
    }

    void goForth(ActionClass kind, std::uint32_t stage)
    {
        forEachOf(kind, stage, [&](const Place& at, std::uint32_t m) {
            Link& link = m_chains[m];
            if (link.rank != Place::kNowhere)
                link.time += transfer(link.rank, at.rank, m);
            noteHead(at, link.time);
            link.time += durationOf(at);
            link.rank = at.rank;
            noteChain(link.time, m);
        });
    }
    void weightsAfter(std::uint32_t stage)
    {
        if (!m_table.has(ActionClass::Weight))
            return;
        forEachOf(ActionClass::Weight, stage, [&](const Place& at, std::uint32_t m) {
            const Time before = weightWaits(stage) ? m_chains[m].time : 0;
            noteHead(at, before);
            noteChain(before + durationOf(at), m);
        });
    }

    void goBack(ActionClass kind, std::uint32_t stage)
    {
        forEachOf(kind, stage, [&](const Place& at, std::uint32_t m) {
            Link& link = m_chains[m];
            if (link.rank != Place::kNowhere)
                link.time += transfer(at.rank, link.rank, m);
            link.time = std::max(link.time, m_weight.empty() ? 0 : m_weight[m]);
            noteTail(at, link.time);
            link.time += durationOf(at);
            link.rank = at.rank;
        });
        m_weight.clear();
    }
    /// The W's of a stage, which come after its I's and nothing after them.
    void weightsBefore(std::uint32_t stage)
    {
        if (!m_table.has(ActionClass::Weight))
            return;
        m_weight.assign(m_chains.size(), 0);
        forEachOf(ActionClass::Weight, stage, [&](const Place& at, std::uint32_t m) {
            noteTail(at, 0);
            m_weight[m] = weightWaits(stage) ? durationOf(at) : 0;
        });
    }
    /// That tool's last stage does not wait with its W.
    [[nodiscard]] bool weightWaits(std::uint32_t stage) const
    {
        return m_isStrict || stage + 1 < m_table.stageCount();
    }

    const Timeline& m_timeline;
    const ActionTable& m_table;
    const LeastTimes& m_least;
    LinkTable m_links;
    Time m_withinRank; ///< of a transfer to the rank itself
    bool m_isStrict;
    Time m_arrival;             ///< of communicators, beyond what links take
    std::vector<Link> m_chains; ///< by microbatch
    std::vector<Time> m_weight; ///< by microbatch, of the stage that comes next
    ChainBounds m_bounds;
};

} // namespace

bool ChainBounds::hasEnds(std::size_t rank) const
{
    return head[rank] < kChainBoundsNone;
}

LeastTimes leastTimes(const Timeline& timeline, const CostModel& costs)
{
    LeastTimes least;
    if (costs.communicators.policy == CommunicatorPolicy::None)
        return least;
    const Schedule& schedule = *timeline.schedule;
    const std::uint32_t stages = ActionTable(schedule).stageCount();
    const CostModel composed = costs.forStages(stages);
    IssueCostTable table(composed, stages, schedule.rows.size());
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
        const Row& row = schedule.rows[r];
        std::vector<Time>& times = least.emplace_back(row.size(), 0);
        for (std::size_t i = 0; i < row.size();) {
            const std::size_t end = cellEnd(row, i);
            if (row[i].hasTimeOfItsOwn()) {
                const IssueLengths cost = table.ofCell(r, std::span(row).subspan(i, end - i));
                std::fill(times.begin() + static_cast<std::ptrdiff_t>(i),
                          times.begin() + static_cast<std::ptrdiff_t>(end), cost.work - cost.gap);
            }
            i = end;
        }
    }
    return least;
}

std::optional<ChainBounds> chainBounds(const Timeline& timeline, const CostModel& costs,
                                       const ActionTable& table, const LeastTimes& least)
{
    std::size_t actions = 0;
    for (const Row& row : timeline.schedule->rows)
        actions += row.size();
    constexpr std::size_t kSparse = 8;
    if (std::size_t{table.stageCount()} * table.microbatchCount() > kSparse * actions)
        return std::nullopt;
    return ChainWalk(timeline, table, costs, least).run();
}

} // namespace bubblescope
