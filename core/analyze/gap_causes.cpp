// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/critical_path.h"
#include "core/analyze/gap_reasons.h"
#include "core/analyze/plain_waits.h"
#include "core/time/fsdp_streams.h"

#include <algorithm>

namespace bubblescope {

namespace {

template <typename Waits>
class GapCauses
{
public:
    GapCauses(const Timeline& timeline, const Waits& waits, const CostModel& costs)
        : m_timeline(timeline)
        , m_schedule(*timeline.schedule)
        , m_waits(waits)
        , m_costs(costs)
    {}

    [[nodiscard]] Bubble bubbleOf(std::uint32_t rank, const ComputeLane& lane, const LaneGap& gap)
    {
        Bubble bubble = emptyBubble(rank, lane, gap);
        if (gap.next == LaneGap::kNone)
            return bubble;
        bubble.next = {rank, lane.cells[gap.next].index};
        takeReason(bubble, mainReason(rank, lane, gap), gap);
        return bubble;
    }

private:
    /// What the rank runs on its way from one compute cell to the next, and what it waits for there.
    [[nodiscard]] GapReason mainReason(std::uint32_t rank, const ComputeLane& lane, const LaneGap& gap)
    {
        const LaneTimes& times = m_timeline.lanes[rank];
        const std::uint32_t next = lane.cells[gap.next].index;
        m_reasons.clear();
        Time clock = gap.start;
        for (std::uint32_t i = gap.previous == LaneGap::kNone ? 0 : lane.cells[gap.previous].index; i < next;
             ++i) {
            const Action& action = m_schedule.rows[rank][i];
            if (!action.hasTimeOfItsOwn() || isCompute(action.kind()) ||
                runsBeside(action.kind(), m_costs.overlapsFsdp))
                continue;
            addWait(gap, {rank, i}, clock, times.start[i]);
            addOwn(gap, {rank, i});
            clock = std::max(clock, times.end[i]);
        }
        addWait(gap, {rank, next}, clock, gap.end);
        return m_reasons.main();
    }

    /// From `from` to `to` the rank waits to begin a cell.
    void addWait(const LaneGap& gap, const Place& cell, Time from, Time to)
    {
        if (to <= from)
            return;
        const Place by = m_waits.decided(cell, Wait::Of::Start).action;
        GapReason reason;
        reason.length = to - from;
        if (by && isFsdp(kindOf(by))) {
            reason.cause = BubbleCause::Fsdp;
            reason.waitsFor = reason.during = by;
        } else if (by && (isCopy(kindOf(by)) || (isExchange(kindOf(by)) && by.rank == cell.rank))) {
            reason.cause = BubbleCause::Transfer;
            reason.waitsFor = by;
            reason.transfer = reason.length;
        } else if (by) {
            const Time departed = m_timeline.endOf(by.position());
            reason.waitsFor = isCompute(kindOf(by)) || isExchange(kindOf(by)) ? by : makerOf(by);
            reason.transfer = to - std::max(gap.start, departed);
            if (departed <= gap.start)
                reason.cause = BubbleCause::Transfer;
        }
        m_reasons.add(reason);
    }

    /// From its start to its end the rank runs an action that computes nothing.
    void addOwn(const LaneGap& gap, const Place& at)
    {
        GapReason reason;
        const Time start = m_timeline.startOf(at.position());
        const Time end = m_timeline.endOf(at.position());
        reason.length = end - start;
        if (reason.length <= 0)
            return;
        reason.during = at;
        if (isFsdp(kindOf(at))) {
            reason.cause = BubbleCause::Fsdp;
            reason.waitsFor = at;
            m_reasons.add(reason);
            return;
        }
        reason.cause = BubbleCause::Communication;
        if (isWaitSend(kindOf(at))) {
            reason.waitsFor = doneBeforeReceive(at);
            m_reasons.add(reason);
            return;
        }
        const Place partner = partnerOf(at);
        if (partner) {
            const Time met = std::max(start, m_timeline.startOf(partner.position()));
            const bool receives = isReceive(kindOf(at));
            reason.waitsFor = receives ? makerOf(partner) : met > start ? computeBefore(partner) : partner;
            reason.transfer = end - std::max(gap.start, met);
        }
        m_reasons.add(reason);
    }

    /// Who made what a SEND sends.
    [[nodiscard]] Place makerOf(const Place& send) const
    {
        Place maker = send;
        m_waits.forEachWait(send, [&](const Wait& wait) {
            if (wait.of == Wait::Of::Start &&
                (isCompute(kindOf(wait.by.action)) || isExchange(kindOf(wait.by.action))))
                maker = wait.by.action;
        });
        return maker;
    }

    /// What the rank of the RECV computed last before it came to that, which a WAIT_SEND waited for.
    [[nodiscard]] Place doneBeforeReceive(const Place& at) const
    {
        const Binding by = m_waits.decided(at, Wait::Of::End);
        // Of two ways to say the same: that the rank came to the RECV, or had done what is before it.
        const bool isDone = by.action && by.moment == Moment::End && isCompute(kindOf(by.action));
        return !by.action || isDone ? by.action : computeBefore(by.action);
    }

    /// Whom a SEND or RECV waited for: the action of the other rank.
    [[nodiscard]] Place partnerOf(const Place& at) const
    {
        Place partner;
        m_waits.forEachWait(at, [&](const Wait& wait) {
            const bool meets =
                wait.of == Wait::Of::Partner ||
                (wait.of == Wait::Of::End && wait.by.moment == Moment::Arrival && wait.by.action != at);
            if (meets || (wait.of == Wait::Of::End && !partner))
                partner = wait.by.action;
        });
        return partner;
    }

    /// What the partner's rank computed last before it came to its side; that side if it was there at once.
    [[nodiscard]] Place computeBefore(const Place& at) const
    {
        const Row& row = m_schedule.rows[at.rank];
        for (std::uint32_t i = at.index; i-- > 0;)
            if (isCompute(row[i].kind()))
                return {at.rank, i};
        return at;
    }

    [[nodiscard]] ActionKind kindOf(const Place& at) const { return m_schedule.at(at.position()).kind(); }

    const Timeline& m_timeline;
    const Schedule& m_schedule;
    const Waits& m_waits;
    const CostModel& m_costs;
    GapReasons m_reasons;
};

template <typename Waits>
BubbleLedger ledgerFrom(const Timeline& timeline, const Waits& waits, const CostModel& costs,
                        const CancelToken& cancel)
{
    GapCauses causes(timeline, waits, costs);
    return ledgerOfGaps(
        timeline,
        [&](std::uint32_t rank, const ComputeLane& lane, const LaneGap& gap) {
            return causes.bubbleOf(rank, lane, gap);
        },
        cancel);
}

} // namespace

BubbleLedger ledgerOf(const Timeline& timeline, const Bindings& bindings, const CostModel& costs,
                      const CancelToken& cancel)
{
    return ledgerFrom(timeline, bindings, costs, cancel);
}

BubbleLedger ledgerOf(const Timeline& timeline, const PlainWaits& waits, const CostModel& costs,
                      const CancelToken& cancel)
{
    return ledgerFrom(timeline, waits, costs, cancel);
}

} // namespace bubblescope
