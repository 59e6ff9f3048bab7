// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/bindings.h"
#include "core/time/cell_durations.h"
#include "core/time/check_order.h"
#include "core/time/fsdp_streams.h"
#include "core/time/link_clock.h"
#include "core/time/offloads_in_flight.h"
#include "core/time/overflow.h"
#include "core/time/planned_times.h"
#include "core/time/stuck.h"
#include "core/time/worklist.h"

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <span>
#include <utility>

namespace bubblescope {

/// How a Simulation goes about its order.
enum class SimulationStyle : std::uint8_t {
    Plain,     ///< times it, or says why that cannot be
    Recording, ///< also notes what bound each action
    Lenient,   ///< gives every cell a time, see simulateBroken()
};

/// One timing of one order; the rules are those of the profile. A style is a class of its own, so that plain
/// timing does not pay for the others. Inside of simulate(), bindingsOf() and simulateBroken(). A rank's
/// clock is when it comes to its next cell: the end of the cell before it, whatever its FSDP stream still
/// does.
template <SimulationStyle kStyle>
class Simulation
{
public:
    Simulation(const Schedule& schedule, const ActionTable& table, const CostModel& costs,
               Bindings* bindings = nullptr)
        : m_schedule(schedule)
        , m_given(costs)
        , m_costs(costs.forStages(table.stageCount()))
        , m_dependencies(schedule, table, dependencyRule(costs.profile), costs.transfer.mode)
        , m_durations(m_costs, table.stageCount(), schedule.rows.size())
        , m_plan(schedule)
        , m_links(schedule, costs, table, bindings)
        , m_clock(schedule.rows.size(), 0)
        , m_previous(schedule.rows.size(), Place::kNowhere)
        , m_lanes(schedule.rows.size())
        , m_streams(schedule.rows.size())
        , m_besides{std::vector<FsdpStreams::Done>(schedule.rows.size()),
                    std::vector<FsdpStreams::Done>(schedule.rows.size()),
                    std::vector<FsdpStreams::Done>(schedule.rows.size())}
        , m_inFlight(costs.offloadsInFlight, schedule.rows.size())
        , m_joined(schedule.rows.size())
        , m_isQueued(schedule.rows.size(), false)
        , m_bindings(bindings)
    {
        for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
            m_lanes[r].start.resize(schedule.rows[r].size());
            m_lanes[r].end.resize(schedule.rows[r].size());
        }
    }

    Result<Timeline, TimingFailure> run(const CancelToken& cancel)
    {
        Worklist worklist(m_schedule);
        do {
            const bool finished =
                worklist.run([&](std::uint32_t rank, std::uint32_t begin,
                                 std::uint32_t end) { return attempt(worklist, rank, begin, end); },
                             cancel);
            // A run between two releases may be too short to look at the token.
            if (!finished || (kLenient && cancel.isCancelled()))
                return tl::unexpected(cancelledTiming());
        } while (kLenient && letEarliestGo(worklist));
        if (!kLenient && !worklist.allDone())
            return tl::unexpected(explainStuck(m_schedule, worklist, m_dependencies));
        if (!m_inRange)
            return tl::unexpected(tooLongTiming(m_given));
        Timeline timeline;
        timeline.lanes = std::move(m_lanes);
        timeline.unit = m_costs.unit;
        for (std::uint32_t r = 0; r < m_clock.size(); ++r)
            timeline.makespan = std::max({timeline.makespan, m_clock[r], m_streams.last(r).time,
                                          m_besides[0][r].time, m_besides[1][r].time, m_besides[2][r].time});
        return timeline;
    }

private:
    static constexpr bool kRecords = kStyle == SimulationStyle::Recording;
    static constexpr bool kLenient = kStyle == SimulationStyle::Lenient;
    /// Start of a cell that waits, and its rank.
    using Waiting = std::pair<Time, std::uint32_t>;

    /// The latest of several times; a recording notes all of them.
    struct Latest
    {
        Time time = 0;
        Wait::Of of = Wait::Of::Start;
        Bindings* notes = nullptr;

        void consider(Time other, const Binding& binding)
        {
            if constexpr (kRecords)
                notes->consider(of, binding, other);
            time = std::max(time, other);
        }
    };

    std::optional<Blockage> attempt(const Worklist& worklist, std::uint32_t rank, std::uint32_t begin,
                                    std::uint32_t end)
    {
        const Row& row = m_schedule.rows[rank];
        if (!row[begin].hasTimeOfItsOwn()) {
            for (std::uint32_t i = begin; i < end; ++i)
                put({rank, i}, timeOf(rank), timeOf(rank));
            return std::nullopt;
        }
        if (runsOnStream(row[begin])) {
            runOnStream({rank, begin});
            return std::nullopt;
        }
        if (isBeside(row[begin].kind()) && !row[begin].isOverlapped())
            return runBeside(worklist, {rank, begin});
        if constexpr (kRecords)
            m_bindings->beginCell();
        Latest start{0, Wait::Of::Start, m_bindings};
        considerRank(start, rank);
        for (std::uint32_t i = begin; i < end; ++i)
            for (const Input& input : m_dependencies.inputsOf(row[i], rank)) {
                if (!worklist.isReady(input)) {
                    if (!kLenient || mustWait(worklist, input, {rank, begin}))
                        return Blockage{i, input};
                    continue;
                }
                if (!input.reachedOnly && !(kRecords && isOwn(input, row[begin], rank))) {
                    // A planned slot has the way to its action in it.
                    const bool isSent = input.transferred && !m_plan.durationOf(row[begin]);
                    start.consider(isSent ? arrivalOf(input, rank) : endOf(input.producer),
                                   {input.producer, isSent ? Moment::Arrival : Moment::End});
                }
            }
        start.consider(m_plan.startOf(row[begin]), {});
        if (m_costs.overlapsFsdp)
            considerGates(start, rank, begin, end);
        if (m_costs.profile == TimingProfile::PpScheduleVisualizationSync && end == begin + 1)
            start.consider(handedOver(rank, row[begin]), lastDone(rank));
        if constexpr (kRecords)
            m_bindings->settle(Wait::Of::Start, start.time);
        if (isCommunication(row[begin].kind()) && end == begin + 1)
            communicate(worklist, {rank, begin}, start.time);
        else
            compute(rank, begin, end, start.time);
        if constexpr (kRecords)
            m_bindings->keep({rank, begin}, m_clock[rank]);
        m_previous[rank] = begin;
        return std::nullopt;
    }

    void compute(std::uint32_t rank, std::uint32_t begin, std::uint32_t end, Time start)
    {
        const std::span<const Action> cell = cellAt(rank, begin, end);
        const Time duration = durationOf(rank, cell);
        place(rank, begin, end, start, start + duration);
        if (end == begin + 1)
            return;
        if (const OverlapTime* rule = m_durations.ruleOf(cell)) {
            m_lanes[rank].end[begin] = start + rule->firstDone * duration;
            m_lanes[rank].end[begin + 1] = start + rule->secondDone * duration;
        }
        if (kLenient && m_costs.overlapsFsdp)
            for (std::uint32_t i = begin; i < end; ++i)
                if (FsdpStreams::runs(cell[i - begin].kind()))
                    m_streams.note({rank, i}, cell[i - begin], m_lanes[rank].end[i]);
    }

    [[nodiscard]] Time durationOf(std::uint32_t rank, std::span<const Action> cell)
    {
        const std::optional<double> planned =
            cell.size() == 1 ? m_plan.durationOf(cell.front()) : std::nullopt;
        return planned ? *planned : m_durations.of(rank, cell);
    }

    [[nodiscard]] bool runsOnStream(const Action& action) const
    {
        return m_costs.overlapsFsdp && FsdpStreams::runs(action.kind()) && !action.isOverlapped();
    }

    /// Starts where the stream is free and the rank has come to it; the rank goes on at once.
    void runOnStream(const Place& at)
    {
        if constexpr (kRecords)
            m_bindings->beginCell();
        Latest start{0, Wait::Of::Start, m_bindings};
        considerRank(start, at.rank);
        start.consider(m_streams.last(at.rank).time, {m_streams.last(at.rank).action});
        if constexpr (kRecords) {
            m_bindings->settle(Wait::Of::Start, start.time);
            m_bindings->keepBeside(at);
        }
        const Time end = start.time + m_durations.of(at.rank, cellAt(at.rank, at.index, at.index + 1));
        put(at, start.time, end);
        m_streams.note(at, m_schedule.at(at.position()), end);
    }

    /// A copy or an exchange between experts.
    [[nodiscard]] static bool isBeside(ActionKind kind) { return isCopy(kind) || isExchange(kind); }

    /// To the host or back, or to the experts or back, each on a stream of its own: starts where that is free
    /// and what it moves is there; a copy also not before the rank has come to it. The rank goes on at once.
    std::optional<Blockage> runBeside(const Worklist& worklist, const Place& at)
    {
        const Action& action = m_schedule.at(at.position());
        if constexpr (kRecords)
            m_bindings->beginCell();
        Latest start{0, Wait::Of::Start, m_bindings};
        // The host issues exchanges ahead: events alone hold them up, as in Megatron-Core and DualPipe.
        if (!isExchange(action.kind()))
            considerRank(start, at.rank);
        FsdpStreams::Done& last = m_besides[action.kind() == ActionKind::Offload  ? 0
                                            : action.kind() == ActionKind::Reload ? 1
                                                                                  : 2][at.rank];
        start.consider(last.time, {last.action});
        start.consider(m_plan.startOf(action), {});
        for (const Input& input : m_dependencies.inputsOf(action, at.rank)) {
            if (!worklist.isReady(input)) {
                if (!kLenient || mustWait(worklist, input, at))
                    return Blockage{at.index, input};
                continue;
            }
            start.consider(arrivalOf(input, at.rank),
                           {input.producer, input.transferred ? Moment::Arrival : Moment::End});
        }
        if constexpr (kRecords) {
            m_bindings->settle(Wait::Of::Start, start.time);
            m_bindings->keepBeside(at);
        }
        const Time end = start.time + durationOf(at.rank, cellAt(at.rank, at.index, at.index + 1));
        put(at, start.time, end);
        last = {end, at};
        // A plan says when its copies run, so that two ranks can share a link.
        if (action.kind() == ActionKind::Offload && !m_plan.durationOf(action))
            m_joined[at.rank] = m_inFlight.waitsFor(at.rank, last);
        return std::nullopt;
    }

    /// The rank's next cell waits for the one before it, and for the copy that had to end.
    void considerRank(Latest& start, std::uint32_t rank) const
    {
        start.consider(m_clock[rank], lastDone(rank));
        start.consider(m_joined[rank].time, {m_joined[rank].action});
    }

    /// When the rank comes to its next cell.
    [[nodiscard]] Time timeOf(std::uint32_t rank) const
    {
        return std::max(m_clock[rank], m_joined[rank].time);
    }

    void considerGates(Latest& start, std::uint32_t rank, std::uint32_t begin, std::uint32_t end) const
    {
        for (std::uint32_t i = begin; i < end; ++i) {
            const FsdpStreams::Done gate = m_streams.gateOf(rank, m_schedule.rows[rank][i]);
            start.consider(gate.time, {gate.action});
        }
    }

    /// Of an input that is not there: a cell that was let go, and one whose producer no rank runs, go on
    /// without it. A rank that waits is kept in mind for letEarliestGo().
    bool mustWait(const Worklist& worklist, const Input& input, const Place& cell)
    {
        if (!input.producer || cell == m_released)
            return false;
        if (!m_isQueued[cell.rank]) {
            m_isQueued[cell.rank] = true;
            m_waiting.emplace(earliestStart(worklist, cell.rank), cell.rank);
        }
        return true;
    }

    /// When the next cell of a rank would start if what it still waits for were not needed.
    [[nodiscard]] Time earliestStart(const Worklist& worklist, std::uint32_t rank) const
    {
        const Row& row = m_schedule.rows[rank];
        const std::size_t begin = worklist.cursor(rank);
        const std::size_t end = cellEnd(row, begin);
        Latest start{timeOf(rank), {}};
        for (std::size_t i = begin; i < end; ++i)
            for (const Input& input : m_dependencies.inputsOf(row[i], rank))
                if (!input.reachedOnly && worklist.isReady(input))
                    start.consider(arrivalOf(input, rank), {});
        if (m_costs.overlapsFsdp)
            considerGates(start, rank, worklist.cursor(rank), static_cast<std::uint32_t>(end));
        return start.time;
    }

    /// Of all ranks that wait, lets the one whose cell would start earliest go on without what it lacks.
    /// False if none waits. Start times only grow, so what is in the queue is a lower bound.
    bool letEarliestGo(Worklist& worklist)
    {
        while (!m_waiting.empty()) {
            const auto [bound, rank] = m_waiting.top();
            m_waiting.pop();
            m_isQueued[rank] = false;
            if (worklist.isDone(rank))
                continue;
            if (const Time start = earliestStart(worklist, rank); start > bound) {
                m_isQueued[rank] = true;
                m_waiting.emplace(start, rank);
                continue;
            }
            m_released = {rank, worklist.cursor(rank)};
            worklist.tryAgain(rank);
            return true;
        }
        return false;
    }

    /// What made the rank's clock what it is: of the last cell that is no bubble, the last part that ended
    /// with it.
    [[nodiscard]] Binding lastDone(std::uint32_t rank) const
    {
        if (!kRecords || m_previous[rank] == Place::kNowhere)
            return {};
        auto last = static_cast<std::uint32_t>(cellEnd(m_schedule.rows[rank], m_previous[rank])) - 1;
        while (last > m_previous[rank] && m_lanes[rank].end[last] < m_clock[rank])
            --last;
        return {{rank, last}};
    }

    /// A compute action's input that its own rank made before; the clock is past it.
    [[nodiscard]] bool isOwn(const Input& input, const Action& action, std::uint32_t rank) const
    {
        return isCompute(action.kind()) && input.producer.rank == rank && !input.transferred &&
               !isBeside(m_schedule.at(input.producer.position()).kind());
    }

    [[nodiscard]] Time arrivalOf(const Input& input, std::uint32_t rank) const
    {
        const Time produced = endOf(input.producer);
        return input.transferred ? m_links.arrival(input, produced, rank) : produced;
    }

    [[nodiscard]] Time endOf(const Place& action) const { return m_lanes[action.rank].end[action.index]; }

    [[nodiscard]] std::span<const Action> cellAt(std::uint32_t rank, std::uint32_t begin,
                                                 std::uint32_t end) const
    {
        return std::span(m_schedule.rows[rank]).subspan(begin, end - begin);
    }

    /// The sync profile's rule: between two cells of one family and stage there is the latency of the first
    /// one's message.
    [[nodiscard]] Time handedOver(std::uint32_t rank, const Action& action) const
    {
        const Row& row = m_schedule.rows[rank];
        if (m_previous[rank] == Place::kNowhere || action.isOverlapped() || !isCompute(action.kind()))
            return 0;
        const Action& before = row[m_previous[rank]];
        if (before.isOverlapped() || before.stage() != action.stage() ||
            isForward(before.kind()) != isForward(action.kind()) || !isCompute(before.kind()))
            return 0;
        const Place receiver = loneReceiverOf(before);
        return receiver ? m_clock[rank] + m_links.lines().of(rank, receiver.rank).latency : 0;
    }

    /// Who takes what the action makes; nowhere if that one is part of a block.
    [[nodiscard]] Place loneReceiverOf(const Action& action) const
    {
        const std::uint32_t stage = action.stage().value;
        Place receiver;
        if (isForward(action.kind()) && stage < m_dependencies.lastStage())
            receiver =
                m_dependencies.table().find(ActionClass::Forward, StageId{stage + 1}, action.microbatch());
        else if (isInputGradient(action.kind()) && stage > 0)
            receiver = m_dependencies.table().find(ActionClass::InputGradient, StageId{stage - 1},
                                                   action.microbatch());
        return receiver && !m_schedule.at(receiver.position()).isOverlapped() ? receiver : Place{};
    }

    void communicate(const Worklist& worklist, const Place& at, Time start)
    {
        const Action& action = m_schedule.at(at.position());
        const bool send = isSend(action.kind());
        const bool wait = isWaitSend(action.kind());
        const bool blocks = m_costs.transfer.mode == TransferMode::Rendezvous && !wait &&
                            !(send && m_dependencies.onlyPosts(action));
        Latest end{start, Wait::Of::End, m_bindings};
        for (const Input& input : m_dependencies.inputsOf(action, at.rank)) {
            if (!input.reachedOnly || (kLenient && !worklist.isReady(input)))
                continue;
            const Time reached = reachTime(input.producer);
            if (wait)
                end.consider(reached, reachedBy(input.producer));
            else if (blocks)
                meet(end, at, input.producer, send, start, reached);
        }
        if (send && m_costs.transfer.mode == TransferMode::Async)
            m_links.post(at, start);
        if constexpr (kRecords) {
            m_bindings->settle(Wait::Of::End, std::max(start, end.time));
            m_bindings->settleDeparture();
        }
        // The second of two that meet the same one finds its message arrived before.
        place(at.rank, at.index, at.index + 1, start, std::max(start, end.time));
    }

    /// The transfer between two that meet begins when both are there; the one that runs first arranges it.
    void meet(Latest& end, const Place& here, const Place& other, bool isSend, Time start, Time reached)
    {
        const Place& send = isSend ? here : other;
        const Place& receive = isSend ? other : here;
        if constexpr (kRecords) {
            const bool posted = m_dependencies.onlyPosts(m_schedule.at(send.position()));
            if (!posted)
                m_bindings->consider(Wait::Of::Partner, {other}, 0);
            if (posted || !hasPassed(other)) {
                m_bindings->consider(Wait::Of::Departure, {here, Moment::Start}, start);
                m_bindings->consider(Wait::Of::Departure, reachedBy(other), reached);
            }
        }
        end.consider(m_links.rendezvous(send, receive, std::max(start, reached)), {send, Moment::Arrival});
    }

    /// What made a rank come to the action when it did.
    [[nodiscard]] Binding reachedBy(const Place& at) const
    {
        if constexpr (kRecords)
            return hasPassed(at)                               ? Binding{at, Moment::Start}
                   : m_joined[at.rank].time > m_clock[at.rank] ? Binding{m_joined[at.rank].action}
                                                               : lastDone(at.rank);
        return {};
    }

    [[nodiscard]] bool hasPassed(const Place& at) const
    {
        return m_previous[at.rank] != Place::kNowhere && m_previous[at.rank] >= at.index;
    }

    /// When a rank came to the action: its start, or now if it is before it.
    [[nodiscard]] Time reachTime(const Place& at) const
    {
        return hasPassed(at) ? m_lanes[at.rank].start[at.index] : timeOf(at.rank);
    }

    void place(std::uint32_t rank, std::uint32_t begin, std::uint32_t end, Time start, Time finish)
    {
        for (std::uint32_t i = begin; i < end; ++i)
            put({rank, i}, start, finish);
        m_clock[rank] = finish;
    }

    void put(const Place& at, Time start, Time finish)
    {
        m_lanes[at.rank].start[at.index] = start;
        m_lanes[at.rank].end[at.index] = finish;
        m_inRange = m_inRange && finish <= kLargestTime;
    }

    const Schedule& m_schedule;
    const CostModel& m_given; ///< for the words of a refusal
    const CostModel m_costs;  ///< composed for the stages
    Dependencies m_dependencies;
    CellDurations m_durations;
    PlannedTimes m_plan;
    LinkClock m_links;
    std::vector<Time> m_clock;
    std::vector<std::uint32_t> m_previous; ///< the rank's last cell that is no bubble and not on its stream
    std::vector<LaneTimes> m_lanes;
    FsdpStreams m_streams;
    std::array<std::vector<FsdpStreams::Done>, 3> m_besides; ///< by rank the last O, L, exchange
    OffloadsInFlight<FsdpStreams::Done> m_inFlight;
    std::vector<FsdpStreams::Done> m_joined; ///< by rank: the O that it waits for
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> m_waiting; ///< lenient only
    std::vector<bool> m_isQueued;                                                 ///< by rank: in m_waiting
    Place m_released;      ///< the cell that need not wait
    Bindings* m_bindings;  ///< where to record, if this records
    bool m_inRange = true; ///< no time is beyond kLargestTime or no number
};

} // namespace bubblescope
