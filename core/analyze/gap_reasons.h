// SPDX-License-Identifier: Apache-2.0
// What the causes of gaps have in common, with communicators and without.
#pragma once

#include "core/analyze/bubble_ledger.h"
#include "core/base/cancel.h"

#include <algorithm>

namespace bubblescope {

/// Why a part of a gap passes.
struct GapReason
{
    BubbleCause cause = BubbleCause::Dependency;
    Time length = 0;
    Place waitsFor;
    Place during;
    Time transfer = 0; ///< of the whole gap
    std::optional<HeldUpBy> heldBy = {};
};

/// The reason that took most of a gap: all of one cause count together and the longest of them speaks. Of
/// equal ones the last. One serves all gaps, because making it takes longer than finding most reasons.
class GapReasons
{
public:
    void clear()
    {
        m_length.fill(0);
        m_given = 0;
        m_main = BubbleCause::Dependency;
    }
    void add(const GapReason& reason)
    {
        const auto cause = static_cast<std::size_t>(reason.cause);
        if (!isGiven(reason.cause) || reason.length >= m_longest[cause].length)
            m_longest[cause] = reason;
        m_given |= 1U << cause;
        m_length[cause] += reason.length;
        if (m_length[cause] >= m_length[static_cast<std::size_t>(m_main)])
            m_main = reason.cause;
    }
    [[nodiscard]] GapReason main() const
    {
        return isGiven(m_main) ? m_longest[static_cast<std::size_t>(m_main)] : GapReason{};
    }

private:
    [[nodiscard]] bool isGiven(BubbleCause cause) const
    {
        return (m_given >> static_cast<unsigned>(cause) & 1U) != 0;
    }

    std::array<Time, kBubbleCauseCount> m_length{};
    std::array<GapReason, kBubbleCauseCount> m_longest{}; ///< of the given ones
    std::uint32_t m_given = 0;                            ///< a bit a cause
    BubbleCause m_main = BubbleCause::Dependency;
};

/// A gap before its cause is known.
[[nodiscard]] inline Bubble emptyBubble(std::uint32_t rank, const ComputeLane& lane, const LaneGap& gap)
{
    Bubble bubble;
    bubble.rank = RankId{rank};
    bubble.start = gap.start;
    bubble.length = gap.length();
    bubble.phase = lane.phaseAt(gap.start);
    bubble.cause = BubbleCause::NothingLeft;
    return bubble;
}

inline void takeReason(Bubble& bubble, const GapReason& reason, const LaneGap& gap)
{
    bubble.cause = reason.cause;
    bubble.waitsFor = reason.waitsFor;
    bubble.during = reason.during;
    bubble.heldBy = reason.heldBy;
    bubble.transfer = std::min(reason.transfer, bubble.length);
    const bool isMessage = reason.heldBy || reason.cause == BubbleCause::Host;
    if (gap.previous == LaneGap::kNone && !isMessage)
        bubble.cause = BubbleCause::WarmUp;
    else if (bubble.cause == BubbleCause::Dependency && bubble.phase != RankPhase::Steady)
        bubble.cause = bubble.phase == RankPhase::WarmUp ? BubbleCause::WarmUp : BubbleCause::CoolDown;
}

/// The longest of the FSDP actions that fill more than half of a gap after the rank's last compute action;
/// nothing where they fill less.
[[nodiscard]] inline Place fsdpDuring(const Timeline& timeline, const Bubble& bubble)
{
    const std::uint32_t rank = bubble.rank.value;
    const Row& row = timeline.schedule->rows[rank];
    Place during;
    Time longest = 0, filled = 0;
    for (auto i = static_cast<std::uint32_t>(row.size()); i-- > 0 && !isCompute(row[i].kind());) {
        if (!isFsdp(row[i].kind()))
            continue;
        const ActionPosition at{RankId{rank}, i};
        const Time overlap =
            std::min(timeline.endOf(at), bubble.end()) - std::max(timeline.startOf(at), bubble.start);
        filled += std::max(overlap, 0.0);
        if (overlap > longest) {
            during = {rank, i};
            longest = overlap;
        }
    }
    return filled > bubble.length / 2 ? during : Place{};
}

/// A rank that waits for those who do a phase of the step with it, or has not yet reduced its gradients.
[[nodiscard]] inline Bubble bubbleBefore(const Timeline& timeline, const PhaseSpan& span, Bubble bubble)
{
    if (const Place own = fsdpDuring(timeline, bubble)) {
        bubble.cause = BubbleCause::Fsdp;
        bubble.waitsFor = bubble.during = own;
        return bubble;
    }
    bubble.cause = BubbleCause::StepPhase;
    bubble.before = span.phase;
    bubble.lastReplica = span.lastReplica;
    if (span.lastRank == PhaseSpan::kNobody || span.lastReplica != 0)
        return bubble;
    // What its gradients still wait for, else its last compute action.
    const Row& row = timeline.schedule->rows[span.lastRank];
    Time until = -1;
    for (auto i = static_cast<std::uint32_t>(row.size()); i-- > 0;) {
        const Time end = timeline.endOf({RankId{span.lastRank}, i});
        if ((isCompute(row[i].kind()) || isFsdp(row[i].kind())) && end > until) {
            bubble.waitsFor = {span.lastRank, i};
            until = end;
        }
        if (isCompute(row[i].kind()))
            break;
    }
    return bubble;
}

/// Every gap of a timeline with what `bubbleOf(rank, lane, gap)` says of it. Not complete if cancelled.
template <typename BubbleOf>
[[nodiscard]] BubbleLedger ledgerOfGaps(const Timeline& timeline, BubbleOf&& bubbleOf,
                                        const CancelToken& cancel)
{
    BubbleLedger ledger;
    for (std::uint32_t r = 0; r < timeline.lanes.size() && !cancel.isCancelled(); ++r) {
        const ComputeLane lane = computeLane(timeline.schedule->rows[r], timeline.lanes[r]);
        Time idle = 0;
        const std::span<const PhaseSpan> phases = timeline.phasesOf(r);
        const auto add = [&](const LaneGap& gap) {
            ledger.bubbles.push_back(gap.phase == LaneGap::kNone ? bubbleOf(r, lane, gap)
                                                                 : bubbleBefore(timeline, phases[gap.phase],
                                                                                emptyBubble(r, lane, gap)));
            const Bubble& bubble = ledger.bubbles.back();
            idle += bubble.length;
            ledger.byCause[static_cast<std::size_t>(bubble.cause)] += bubble.length;
            ledger.byWhy[static_cast<std::size_t>(whyOf(timeline, bubble))] += bubble.length;
        };
        forEachGap(lane, timeline.makespan, add, phases);
        ledger.idlePerRank.push_back(idle);
        ledger.total += idle;
    }
    return ledger;
}

} // namespace bubblescope
