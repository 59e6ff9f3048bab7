// SPDX-License-Identifier: Apache-2.0
#include "core/time/simulate.h"

#include "core/time/check_order.h"
#include "core/time/duration_table.h"
#include "core/time/link_clock.h"
#include "core/time/overflow.h"
#include "core/time/stuck.h"
#include "core/time/worklist.h"

#include <algorithm>
#include <new>
#include <span>

namespace bubblescope {

namespace {

/// One timing of one order; the rules are those of the profile.
class Simulation
{
public:
    Simulation(const Schedule& schedule, const ActionTable& table, const CostModel& costs)
        : m_schedule(schedule)
        , m_costs(costs)
        , m_dependencies(schedule, table, dependencyRule(costs.profile), costs.transfer.mode)
        , m_durations(costs, table.stageCount())
        , m_transfer(costs.transfer.time())
        , m_links(schedule, costs.transfer, table)
        , m_clock(schedule.rows.size(), 0)
        , m_factor(schedule.rows.size(), 1)
        , m_previous(schedule.rows.size(), Place::kNowhere)
        , m_lanes(schedule.rows.size())
    {
        for (const auto& [rank, factor] : costs.rankFactor)
            if (rank < m_factor.size())
                m_factor[rank] = factor;
        for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
            m_lanes[r].start.resize(schedule.rows[r].size());
            m_lanes[r].end.resize(schedule.rows[r].size());
        }
    }

    Result<Timeline, TimingFailure> run(const CancelToken& cancel)
    {
        Worklist worklist(m_schedule);
        const bool finished =
            worklist.run([&](std::uint32_t rank, std::uint32_t begin,
                             std::uint32_t end) { return attempt(worklist, rank, begin, end); },
                         cancel);
        if (!finished)
            return tl::unexpected(cancelledTiming());
        if (!worklist.allDone())
            return tl::unexpected(explainStuck(m_schedule, worklist));
        if (!m_inRange)
            return tl::unexpected(tooLongTiming(m_costs));
        Timeline timeline;
        timeline.lanes = std::move(m_lanes);
        timeline.unit = m_costs.unit;
        timeline.makespan = m_clock.empty() ? 0 : *std::max_element(m_clock.begin(), m_clock.end());
        return timeline;
    }

private:
    std::optional<Blockage> attempt(const Worklist& worklist, std::uint32_t rank, std::uint32_t begin,
                                    std::uint32_t end)
    {
        const Row& row = m_schedule.rows[rank];
        if (row[begin].isBubble()) {
            place(rank, begin, end, m_clock[rank], m_clock[rank]);
            return std::nullopt;
        }
        Time start = m_clock[rank];
        for (std::uint32_t i = begin; i < end; ++i)
            for (const Input& input : m_dependencies.inputsOf(row[i], rank)) {
                if (!worklist.isReady(input))
                    return Blockage{i, input};
                if (!input.reachedOnly)
                    start = std::max(start, arrivalOf(input));
            }
        if (m_costs.profile == TimingProfile::PpScheduleVisualizationSync && end == begin + 1)
            start = std::max(start, handedOver(rank, row[begin]));
        if (isCommunication(row[begin].kind()))
            communicate(rank, begin, start);
        else
            place(rank, begin, end, start, start + durationOf(rank, begin, end));
        m_previous[rank] = begin;
        return std::nullopt;
    }

    [[nodiscard]] Time arrivalOf(const Input& input) const
    {
        const Time produced = m_lanes[input.producer.rank].end[input.producer.index];
        if (!input.transferred)
            return produced;
        return m_links.arrival(input, produced, m_transfer);
    }

    [[nodiscard]] Time durationOf(std::uint32_t rank, std::uint32_t begin, std::uint32_t end) const
    {
        const Row& row = m_schedule.rows[rank];
        const double time = end == begin + 1
                                ? m_durations.of(row[begin].kind(), row[begin].stage())
                                : m_durations.ofBlock(std::span(row).subspan(begin, end - begin));
        return time * m_factor[rank];
    }

    /// The sync profile's rule: between two cells of one family and stage stands the latency of the first
    /// one's message.
    [[nodiscard]] Time handedOver(std::uint32_t rank, const Action& action) const
    {
        const Row& row = m_schedule.rows[rank];
        if (m_costs.transfer.latency <= 0 || m_previous[rank] == Place::kNowhere || action.isOverlapped())
            return 0;
        const Action& before = row[m_previous[rank]];
        if (before.isOverlapped() || before.stage() != action.stage() ||
            isForward(before.kind()) != isForward(action.kind()) || !isCompute(before.kind()))
            return 0;
        return hasLoneReceiver(before) ? m_clock[rank] + m_costs.transfer.latency : 0;
    }

    [[nodiscard]] bool hasLoneReceiver(const Action& action) const
    {
        const std::uint32_t stage = action.stage().value;
        Place receiver;
        if (isForward(action.kind()) && stage < m_dependencies.lastStage())
            receiver =
                m_dependencies.table().find(ActionClass::Forward, StageId{stage + 1}, action.microbatch());
        else if (isInputGradient(action.kind()) && stage > 0)
            receiver = m_dependencies.table().find(ActionClass::InputGradient, StageId{stage - 1},
                                                   action.microbatch());
        return receiver && !m_schedule.at(receiver.position()).isOverlapped();
    }

    void communicate(std::uint32_t rank, std::uint32_t index, Time start)
    {
        const Action& action = m_schedule.rows[rank][index];
        const bool send =
            action.kind() == ActionKind::SendForward || action.kind() == ActionKind::SendBackward;
        const bool wait =
            action.kind() == ActionKind::WaitSendForward || action.kind() == ActionKind::WaitSendBackward;
        const bool blocks = m_costs.transfer.mode == TransferMode::Rendezvous && !wait &&
                            !(send && m_dependencies.onlyPosts(action));
        Time end = start;
        for (const Input& input : m_dependencies.inputsOf(action, rank)) {
            if (!input.reachedOnly)
                continue;
            const Time reached = reachTime(input.producer);
            if (wait)
                end = std::max(end, reached);
            else if (blocks)
                end =
                    m_links.rendezvous(send ? Place{rank, index} : input.producer,
                                       send ? input.producer : Place{rank, index}, std::max(start, reached));
        }
        if (send && m_costs.transfer.mode == TransferMode::Async)
            m_links.post({rank, index}, start);
        place(rank, index, index + 1, start, end);
    }

    /// When a rank came to the action: its start, or now if it stands before it.
    [[nodiscard]] Time reachTime(const Place& at) const
    {
        const bool passed = m_previous[at.rank] != Place::kNowhere && m_previous[at.rank] >= at.index;
        return passed ? m_lanes[at.rank].start[at.index] : m_clock[at.rank];
    }

    void place(std::uint32_t rank, std::uint32_t begin, std::uint32_t end, Time start, Time finish)
    {
        LaneTimes& lane = m_lanes[rank];
        for (std::uint32_t i = begin; i < end; ++i) {
            lane.start[i] = start;
            lane.end[i] = finish;
        }
        m_clock[rank] = finish;
        m_inRange = m_inRange && finish <= kLargestTime;
    }

    const Schedule& m_schedule;
    const CostModel& m_costs;
    Dependencies m_dependencies;
    DurationTable m_durations;
    Time m_transfer;
    LinkClock m_links;
    std::vector<Time> m_clock;
    std::vector<double> m_factor;
    std::vector<std::uint32_t> m_previous; ///< index of the rank's last cell that is no bubble
    std::vector<LaneTimes> m_lanes;
    bool m_inRange = true; ///< no time is beyond kLargestTime or no number
};

} // namespace

Result<Timeline, TimingFailure> simulate(SchedulePtr schedule, const CostModel& costs,
                                         const CancelToken& cancel)
try {
    if (auto empty = noComputeAction(*schedule))
        return tl::unexpected(*std::move(empty));
    const ActionTable table(*schedule);
    if (const auto ok = costs.check(table.stageCount()); !ok)
        return tl::unexpected(TimingFailure{TimingFailure::Kind::BadInput, ok.error().message, {}});
    if (auto repeated = repeatedAction(*schedule, table))
        return tl::unexpected(*std::move(repeated));
    if (auto block = meaninglessBlock(*schedule))
        return tl::unexpected(*std::move(block));
    if (auto activations = tooLargeActivations(*schedule, costs))
        return tl::unexpected(*std::move(activations));
    Result<Timeline, TimingFailure> timeline = Simulation(*schedule, table, costs).run(cancel);
    if (timeline)
        timeline->schedule = std::move(schedule);
    return timeline;
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(*schedule));
}

} // namespace bubblescope
