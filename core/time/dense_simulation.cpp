// SPDX-License-Identifier: Apache-2.0
#include "core/time/dense_simulation.h"

#include "core/time/dense_costs.h"
#include "core/time/dense_order.h"
#include "core/time/dense_slots.h"
#include "core/time/dense_streams.h"
#include "core/time/offloads_in_flight.h"
#include "core/time/overflow.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::uint32_t kDenseCellsPerLook = 1U << 16U;
/// Times are made room for in such steps, so that what resize() clears is still in the cache when it is
/// written.
constexpr std::size_t kTimesPerStep = 128;
constexpr std::uint8_t kInputGradientDone = 1;
constexpr std::uint8_t kWeightDone = 2;

template <ActionKind kKind>
struct Kind
{};

/// Where one rank is.
struct Runner
{
    const Action* row = nullptr;
    Time* start = nullptr;
    Time* end = nullptr;
    Time clock = 0;
    Time stores = 0; ///< ends of what other streams ran last
    Time loads = 0;
    Time exchanges = 0;
    double factor = 1;
    std::uint32_t next = 0;
    std::uint32_t size = 0;
    std::uint32_t room = 0;       ///< for how many actions the arrays have times
    std::uint32_t nextWaiter = 0; ///< of those who wait for the same slot
};

/// Runs each rank as far as it can go; one that lacks an input is put into that input's slot and goes on when
/// it is published. A rank that meets what has no meaning (an action done before, a W without its I) stops
/// for good, and then nothing is timed. With kHomes every stage has one rank: its transfers are known
/// beforehand, and what it made itself is there in time if it is there at all. With kUnequal microbatches
/// differ: apart, so that the others need not look.
template <bool kHomes, bool kUnequal>
class DenseSimulation
{
public:
    DenseSimulation(const Schedule& schedule, const CostModel& costs, const DenseOrder& order)
        : m_schedule(schedule)
        , m_home(order.home)
        , m_costs(costs, order)
        , m_stageCount(order.stageCount)
        , m_lanes(schedule.rows.size())
        , m_runners(schedule.rows.size())
        , m_inFlight(costs.offloadsInFlight, schedule.rows.size())
        , m_runnable(schedule.rows.size())
    {
        const std::size_t slots = order.slotCount();
        m_forward = DenseSlots(slots);
        m_backward = DenseSlots(slots);
        if (order.has(ActionKind::BackwardWeight) || order.has(ActionKind::WeightAttention) ||
            order.has(ActionKind::WeightExperts))
            m_weights = ZeroedArray<std::uint8_t>(slots);
        if (order.has(ActionKind::Recompute))
            m_recomputed = ZeroedArray<std::uint8_t>(slots);
        m_hasStreams = order.hasStreams();
        if (order.has(ActionKind::Offload) || order.has(ActionKind::Reload))
            m_copies = DenseCopies(slots);
        if (hasParts(order))
            m_parts = DenseParts(slots);
        if (!kHomes) {
            m_forwardRank = ZeroedArray<std::uint32_t>(slots);
            m_backwardRank = ZeroedArray<std::uint32_t>(slots);
        }
        for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
            const Row& row = schedule.rows[r];
            m_lanes[r].start.reserve(row.size());
            m_lanes[r].end.reserve(row.size());
            m_runners[r].row = row.data();
            m_runners[r].start = m_lanes[r].start.data();
            m_runners[r].end = m_lanes[r].end.data();
            m_runners[r].size = static_cast<std::uint32_t>(row.size());
        }
        for (const auto& [rank, factor] : costs.rankFactor)
            if (rank < m_runners.size())
                m_runners[rank].factor = factor;
        // Taken from the back: rank 0, where forwards begin, goes first.
        std::iota(m_runnable.rbegin(), m_runnable.rend(), 0U);
    }

    DenseTiming run(const CancelToken& cancel)
    {
        std::uint32_t cells = 0;
        m_runnableEnd = m_runnable.size();
        while (m_runnableEnd > 0) {
            const std::uint32_t rank = m_runnable[--m_runnableEnd];
            Runner& runner = m_runners[rank];
            const std::uint32_t before = runner.next;
            if (advance(rank, runner))
                m_runnable[m_runnableEnd++] = rank;
            cells += runner.next - before;
            if (cells >= kDenseCellsPerLook) {
                cells = 0;
                if (cancel.isCancelled())
                    return {std::nullopt, true};
            }
        }
        return result();
    }

private:
    /// Runs a rank until it lacks something, is done, or needs room: only then true.
    bool advance(std::uint32_t rank, Runner& runner)
    {
        if (runner.next == runner.room)
            makeRoom(rank, runner, runner.room + 1);
        const std::uint32_t room = runner.room;
        while (runner.next < room) {
            const Action action = runner.row[runner.next];
            const bool isDone =
                action.role() == CellRole::Single
                    ? forKind(action.kind(), [&](auto kind) { return runSingle(kind, action, rank, runner); })
                    : runBlock(rank, runner);
            if (!isDone)
                return false;
        }
        return runner.next < runner.size;
    }

    template <typename Run>
    static bool forKind(ActionKind kind, Run&& run)
    {
        switch (kind) {
        case ActionKind::Forward:
            return run(Kind<ActionKind::Forward>{});
        case ActionKind::Backward:
            return run(Kind<ActionKind::Backward>{});
        case ActionKind::BackwardInput:
            return run(Kind<ActionKind::BackwardInput>{});
        case ActionKind::BackwardWeight:
            return run(Kind<ActionKind::BackwardWeight>{});
        case ActionKind::Recompute:
            return run(Kind<ActionKind::Recompute>{});
        default:
            return (kindBit(kind) & kStreamKinds) != 0 ? run(Kind<ActionKind::Offload>{})
                                                       : run(Kind<ActionKind::Bubble>{});
        }
    }

    /// Offload stands for all that runs on streams.
    bool runSingle(Kind<ActionKind::Offload> /*kind*/, const Action& action, std::uint32_t rank,
                   Runner& runner)
    {
        return isCopy(action.kind()) ? runCopy(action, rank, runner) : runPart(action, rank, runner);
    }

    template <ActionKind kKind>
    bool runSingle(Kind<kKind> kind, const Action& action, std::uint32_t rank, Runner& runner)
    {
        Time start = runner.clock;
        if (!awaitInputs(kind, action, rank, runner, start))
            return false;
        const Time end =
            kKind == ActionKind::Bubble ? start : start + durationOf(kind, action) * runner.factor;
        if (!publish(kind, action, rank, end))
            return false;
        runner.start[runner.next] = start;
        runner.end[runner.next] = end;
        runner.clock = end;
        ++runner.next;
        return true;
    }

    /// O when its forward has ended, L when its O has; each in its turn on its stream and not before the rank
    /// has come to it.
    bool runCopy(const Action& action, std::uint32_t rank, Runner& runner)
    {
        const std::size_t slot = slotOf(action);
        const bool stores = action.kind() == ActionKind::Offload;
        const std::uint8_t before = stores ? 0 : 1;
        // An L behind the backward that needs it is an order that waits for itself.
        if (!m_forward.isDone(slot) || m_copies.done[slot] != before || (!stores && m_backward.isDone(slot)))
            return false;
        Time& stream = stores ? runner.stores : runner.loads;
        const Time start =
            std::max({runner.clock, stream, stores ? m_forward.endOf(slot) : m_copies.end[slot]});
        stream = m_copies.end[slot] = start + timeOf(action) * runner.factor;
        m_copies.done[slot] = before + 1;
        note(runner, start, stream);
        if (stores)
            runner.clock = std::max(runner.clock, m_inFlight.waitsFor(rank, stream));
        return true;
    }

    bool runPart(const Action& action, std::uint32_t rank, Runner& runner)
    {
        const ActionKind kind = action.kind();
        const std::size_t slot = slotOf(action);
        Time& stream = isExchange(kind) ? runner.exchanges : runner.clock;
        Time start = stream;
        if (!awaitPart(action, slot, rank, runner, start))
            return false;
        const Time end = start + timeOf(action) * runner.factor;
        if (!publishPart(kind, slot, rank, end))
            return false;
        stream = end;
        note(runner, start, end);
        return true;
    }

    bool awaitPart(const Action& action, std::size_t slot, std::uint32_t rank, Runner& runner, Time& start)
    {
        const ActionKind kind = action.kind();
        const ActionKind whole = wholeOf(kind);
        if (whole == ActionKind::BackwardWeight)
            return kind == ActionKind::WeightExperts
                       ? m_parts.weight[slot] == 0 &&
                             (m_weights[slot] == kInputGradientDone ||
                              (m_weights[slot] == 0 && isBehindExpertsOfInput(m_parts.gradient[slot])))
                       : m_parts.weight[slot] == 1 && m_weights[slot] == kInputGradientDone;
        const bool isForward = whole == ActionKind::Forward;
        const int before = beginsBlock(kind) ? 0 : partStepOf(kind) - 1;
        if ((isForward ? m_parts.forward : m_parts.gradient)[slot] != before)
            return false;
        if (kind == ActionKind::ForwardAttention)
            return awaitInputs(Kind<ActionKind::Forward>{}, action, rank, runner, start);
        if (beginsBlock(kind))
            return awaitInputs(Kind<ActionKind::Backward>{}, action, rank, runner, start);
        start = std::max(start, (isForward ? m_parts.forwardEnd : m_parts.gradientEnd)[slot]);
        return true;
    }

    bool publishPart(ActionKind kind, std::size_t slot, std::uint32_t rank, Time end)
    {
        if (wholeOf(kind) == ActionKind::BackwardWeight) {
            m_parts.weight[slot] = kind == ActionKind::WeightExperts ? 1 : 2;
            if (kind == ActionKind::WeightAttention)
                m_weights[slot] = kWeightDone;
            return true;
        }
        const bool isForward = wholeOf(kind) == ActionKind::Forward;
        (isForward ? m_parts.forward : m_parts.gradient)[slot] = partStepOf(kind);
        (isForward ? m_parts.forwardEnd : m_parts.gradientEnd)[slot] = end;
        if (kind == ActionKind::InputAttention && m_weights.data())
            m_weights[slot] = kInputGradientDone;
        if (kind == ActionKind::ForwardCombine)
            return publish(m_forward, m_forwardRank, slot, rank, end);
        if (kind == ActionKind::InputAttention || kind == ActionKind::BackwardAttention)
            return publish(m_backward, m_backwardRank, slot, rank, end);
        return !(isForward ? m_forward : m_backward).isDone(slot);
    }

    static void note(Runner& runner, Time start, Time end)
    {
        runner.start[runner.next] = start;
        runner.end[runner.next] = end;
        ++runner.next;
    }

    /// An overlapped cell: the inputs of all parts before any of them is done.
    bool runBlock(std::uint32_t rank, Runner& runner)
    {
        std::uint32_t stop = runner.next + 1;
        while (stop < runner.size && !runner.row[stop].startsCell())
            ++stop;
        if (stop > runner.room)
            makeRoom(rank, runner, stop);
        const std::span<const Action> cell(runner.row + runner.next, stop - runner.next);
        Time start = runner.clock;
        for (const Action& part : cell)
            if (!forKind(part.kind(),
                         [&](auto kind) { return awaitInputs(kind, part, rank, runner, start); }))
                return false;
        const double duration = m_costs.ofBlock(cell);
        const Time end = start + duration * runner.factor;
        for (const Action& part : cell) {
            if (!forKind(part.kind(), [&](auto kind) { return publish(kind, part, rank, end); }))
                return false;
            runner.start[runner.next] = start;
            runner.end[runner.next] = end;
            ++runner.next;
        }
        runner.clock = end;
        return true;
    }

    template <ActionKind kKind>
    [[nodiscard]] double durationOf(Kind<kKind> /*kind*/, const Action& action) const
    {
        if constexpr (kUnequal)
            return m_costs.of(action);
        const DenseStage& stage = m_costs.stage(action.stage());
        if constexpr (kKind == ActionKind::Recompute)
            return stage.recompute;
        else
            return stage.duration[static_cast<std::size_t>(kKind)];
    }

    /// Of what runs on streams.
    [[nodiscard]] double timeOf(const Action& action) const
    {
        return kUnequal ? m_costs.of(action) : m_costs.ofKind(action.kind(), action.stage());
    }

    [[nodiscard]] std::size_t slotOf(const Action& action) const
    {
        return action.microbatch().value * m_stageCount + action.stage().value;
    }

    /// Who did what is in a slot.
    [[nodiscard]] std::uint32_t rankOf(const ZeroedArray<std::uint32_t>& ranks, std::size_t slot,
                                       std::uint32_t stage) const
    {
        return kHomes ? m_home[stage] : ranks[slot];
    }

    /// Moves the start behind the arrival of what the action needs; false if something is not there.
    template <ActionKind kKind>
    bool awaitInputs(Kind<kKind> /*kind*/, const Action& action, std::uint32_t rank, Runner& runner,
                     Time& start)
    {
        const std::uint32_t stage = action.stage().value;
        const std::size_t slot = slotOf(action);
        if constexpr (isForward(kKind))
            return stage == 0 || await(m_forward, slot - 1, rank, runner, start, [&] {
                       return kHomes && !kUnequal
                                  ? m_costs.stage(action.stage()).forwardTransfer
                                  : m_costs.transfer(rankOf(m_forwardRank, slot - 1, stage - 1), rank,
                                                     action.microbatch());
                   });
        if constexpr (isInputGradient(kKind))
            return (stage + 1 == m_stageCount ||
                    await(m_backward, slot + 1, rank, runner, start,
                          [&] {
                              return kHomes && !kUnequal
                                         ? m_costs.stage(action.stage()).backwardTransfer
                                         : m_costs.transfer(rankOf(m_backwardRank, slot + 1, stage + 1), rank,
                                                            action.microbatch());
                          })) &&
                   awaitForward(slot, rank, runner, start);
        // One that comes behind its backward is an order that waits for itself, which the other engine says.
        if constexpr (kKind == ActionKind::Recompute)
            return m_forward.isDone(slot) && !m_backward.isDone(slot);
        if constexpr (kKind == ActionKind::BackwardWeight)
            return (kHomes || awaitOwn(m_backward, slot, rank, runner, start)) &&
                   m_weights[slot] == kInputGradientDone;
        return true;
    }

    /// The backward's own forward, and what brought its activation back. The end of another stream may be
    /// behind the rank's clock.
    bool awaitForward(std::size_t slot, std::uint32_t rank, Runner& runner, Time& start)
    {
        if (!m_hasStreams)
            return awaitOwn(m_forward, slot, rank, runner, start);
        if (!m_forward.isDone(slot))
            return false;
        start = std::max(start, m_forward.endOf(slot));
        if (m_copies.done.data() && m_copies.done[slot] == 2)
            start = std::max(start, m_copies.end[slot]);
        return true;
    }

    /// Of the same stage: no transfer. With one home it was done on this rank, so not after its clock.
    bool awaitOwn(DenseSlots& slots, std::size_t slot, std::uint32_t rank, Runner& runner, Time& start)
    {
        if (kHomes)
            return slots.isDone(slot);
        return await(slots, slot, rank, runner, start, [] { return 0.0; });
    }

    template <typename Transfer>
    bool await(DenseSlots& slots, std::size_t slot, std::uint32_t rank, Runner& runner, Time& start,
               Transfer&& transfer)
    {
        if (!slots.isDone(slot)) {
            runner.nextWaiter = slots.wait(slot, rank + 1);
            return false;
        }
        start = std::max(start, slots.endOf(slot) + transfer());
        return true;
    }

    /// Notes that the action is done and lets those who wait for it go on; false if it was done before.
    template <ActionKind kKind>
    bool publish(Kind<kKind> /*kind*/, const Action& action, std::uint32_t rank, Time end)
    {
        const std::size_t slot = slotOf(action);
        if constexpr (isForward(kKind))
            return publish(m_forward, m_forwardRank, slot, rank, end);
        if constexpr (kKind == ActionKind::BackwardInput)
            if (m_weights.data())
                m_weights[slot] = kInputGradientDone;
        if constexpr (isInputGradient(kKind))
            return publish(m_backward, m_backwardRank, slot, rank, end);
        if constexpr (kKind == ActionKind::BackwardWeight)
            m_weights[slot] = kWeightDone;
        if constexpr (kKind == ActionKind::Recompute)
            return std::exchange(m_recomputed[slot], std::uint8_t{1}) == 0;
        return true;
    }

    bool publish(DenseSlots& slots, const ZeroedArray<std::uint32_t>& ranks, std::size_t slot,
                 std::uint32_t rank, Time end)
    {
        if (slots.isDone(slot))
            return false;
        if (!kHomes)
            ranks[slot] = rank;
        for (std::uint32_t waiter = slots.publish(slot, end); waiter != DenseSlots::kNobody;
             waiter = m_runners[waiter - 1].nextWaiter)
            m_runnable[m_runnableEnd++] = waiter - 1;
        return true;
    }

    void makeRoom(std::uint32_t rank, Runner& runner, std::size_t atLeast)
    {
        const std::size_t room =
            std::min<std::size_t>(runner.size, std::max(atLeast, runner.room + kTimesPerStep));
        m_lanes[rank].start.resize(room);
        m_lanes[rank].end.resize(room);
        for (std::size_t i = runner.room; i < room; i += 8)
            __builtin_prefetch(runner.row + i);
        runner.room = static_cast<std::uint32_t>(room);
    }

    DenseTiming result()
    {
        Timeline timeline;
        for (const Runner& runner : m_runners) {
            const Time last = std::max({runner.clock, runner.stores, runner.loads, runner.exchanges});
            if (runner.next < runner.size || !(last <= kLargestTime))
                return {};
            timeline.makespan = std::max(timeline.makespan, last);
        }
        timeline.lanes = std::move(m_lanes);
        return {std::move(timeline), false};
    }

    const Schedule& m_schedule;
    std::span<const std::uint32_t> m_home; ///< by stage: the rank that runs it
    DenseCosts m_costs;
    std::size_t m_stageCount;
    DenseSlots m_forward;
    DenseSlots m_backward;
    ZeroedArray<std::uint8_t> m_weights;    ///< whether a slot's I and W are done; where there is a W
    ZeroedArray<std::uint8_t> m_recomputed; ///< whether a slot's R is done; where there is an R
    DenseCopies m_copies;                   ///< where there is an O or L
    DenseParts m_parts;                     ///< where there are parts of blocks
    bool m_hasStreams = false;
    ZeroedArray<std::uint32_t> m_forwardRank;  ///< who did it; without homes
    ZeroedArray<std::uint32_t> m_backwardRank; ///< likewise
    std::vector<LaneTimes> m_lanes;
    std::vector<Runner> m_runners;
    OffloadsInFlight<Time> m_inFlight;
    std::vector<std::uint32_t> m_runnable; ///< a stack with room for every rank
    std::size_t m_runnableEnd = 0;
};

/// Where stages are on two ranks, an R, O, L or part may be on another rank than what needs it. An R beside
/// streams may have to wait for them.
bool isDense(const DenseOrder& order)
{
    if ((order.has(ActionKind::Recompute) || order.hasStreams()) && !order.hasOneHomeEach)
        return false;
    if (order.has(ActionKind::Recompute) && order.hasStreams())
        return false;
    constexpr std::size_t kSmallOrder = 4096;
    const std::size_t bytes =
        (order.hasOneHomeEach ? 16 : 24) + (order.has(ActionKind::BackwardWeight) ? 1 : 0) +
        (order.has(ActionKind::Recompute) ? 1 : 0) +
        (order.has(ActionKind::Offload) || order.has(ActionKind::Reload) ? kBytesOfCopies : 0) +
        (hasParts(order) ? kBytesOfParts : 0);
    return order.slotCount() <= 16 * (order.actionCount + kSmallOrder) / bytes;
}

} // namespace

DenseTiming simulateDense(const Schedule& schedule, const CostModel& costs, const CancelToken& cancel)
{
    if (!DenseCosts::fit(costs))
        return {};
    const std::optional<DenseOrder> order = denseOrder(schedule, cancel);
    if (!order)
        return {std::nullopt, cancel.isCancelled()};
    if (order->actionCount == 0 || order->microbatchCount == 0)
        return {};
    if (!isDense(*order) || !costs.check(order->stageCount, schedule.rankCount(), order->microbatchCount) ||
        tooLargeActivations(schedule, costs))
        return {};
    const CostModel composed = costs.forStages(order->stageCount);
    DenseTiming timing =
        costs.microbatches.areAlike()
            ? order->hasOneHomeEach ? DenseSimulation<true, false>(schedule, composed, *order).run(cancel)
                                    : DenseSimulation<false, false>(schedule, composed, *order).run(cancel)
        : order->hasOneHomeEach ? DenseSimulation<true, true>(schedule, composed, *order).run(cancel)
                                : DenseSimulation<false, true>(schedule, composed, *order).run(cancel);
    if (timing.timeline)
        timing.timeline->unit = costs.unit;
    return timing;
}

} // namespace bubblescope
