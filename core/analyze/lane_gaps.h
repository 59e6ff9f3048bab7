// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Warm-up until the rank's first B or I starts, cool-down after its last F (docs/cost-model.md, "Metrics").
enum class RankPhase : std::uint8_t { WarmUp, Steady, CoolDown };
[[nodiscard]] std::string_view rankPhaseId(RankPhase phase) noexcept; ///< "warm-up", "steady", "cool-down"

/// A cell in which a rank computes: one action, or the parts of an overlapped block.
struct LaneCell
{
    Time start = 0;
    Time end = 0;
    std::uint32_t index = 0; ///< of its first action in the row
};

/// The two moments that split a rank's time into phases.
struct LanePhases
{
    Time warmUpEnd = 0;     ///< start of the first B or I; without one, the end of the last F
    Time coolDownBegin = 0; ///< end of the last F, never before warmUpEnd

    /// Of a gap that begins then; no gap lies in two phases.
    [[nodiscard]] RankPhase phaseAt(Time time) const
    {
        return time < warmUpEnd       ? RankPhase::WarmUp
               : time < coolDownBegin ? RankPhase::Steady
                                      : RankPhase::CoolDown;
    }
};

/// A rank's phases, and its compute cells in order.
struct ComputeLane : LanePhases
{
    std::vector<LaneCell> cells;
};
/// O(row). Throws std::bad_alloc, and nothing else.
[[nodiscard]] ComputeLane computeLane(const Row& row, const LaneTimes& times);

/// Sums over one rank's compute cells and gaps.
struct LaneSums
{
    Time busy = 0; ///< an overlapped block counts once
    Time idle = 0; ///< all gaps of forEachGap(), added up in their order
    Time idleWarmup = 0;
    Time idleSteady = 0;
    Time idleCooldown = 0;
    Time span = 0; ///< last end - first start
    Time head = 0; ///< in phases before the first action
    Time tail = 0; ///< in phases behind the last one
};
/// The same to the last bit as summing what computeLane() and forEachGap() give, without keeping the cells.
/// O(row).
[[nodiscard]] LaneSums laneSums(const Row& row, const LaneTimes& times, Time makespan,
                                std::span<const PhaseSpan> phases = {});

/// Whether a rank computes nothing from `from` until `until`. What adding times up in two ways leaves between
/// them, up to a part in 10^12 of the makespan, is rounding and no gap.
[[nodiscard]] inline bool isGap(Time from, Time until, Time makespan)
{
    constexpr double kRounding = 1e-12;
    return until - from > kRounding * makespan;
}

/// A maximal stretch of [0, makespan) in which a rank computes nothing and is in no phase.
struct LaneGap
{
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    Time start = 0;
    Time end = 0;                   ///< > start
    std::uint32_t previous = kNone; ///< index in ComputeLane::cells of the cell before; kNone for none
    std::uint32_t next = kNone;     ///< the same of the cell that ends the gap; kNone after the last
    std::uint32_t phase = kNone;    ///< index of the phase that ends it, where one does

    [[nodiscard]] Time length() const { return end - start; }
};

/// Calls `visit(gap)` for each gap, by start. The lengths added up in this order are the rank's idle time:
/// whoever shows gaps and idle time gets both from here, so that they agree to the last bit.
template <typename Visit>
void forEachGap(const ComputeLane& lane, Time makespan, Visit&& visit, std::span<const PhaseSpan> phases = {})
{
    Time covered = 0;
    const auto count = static_cast<std::uint32_t>(lane.cells.size());
    const auto passPhases = [&](bool heads, std::uint32_t previous) {
        for (std::uint32_t p = 0; p < phases.size(); ++p) {
            if (isHead(phases[p].phase) != heads)
                continue;
            if (isGap(covered, phases[p].start, makespan))
                visit(LaneGap{covered, phases[p].start, previous, LaneGap::kNone, p});
            covered = std::max(covered, phases[p].end);
        }
    };
    passPhases(true, LaneGap::kNone);
    for (std::uint32_t i = 0; i < count; ++i) {
        const LaneCell& cell = lane.cells[i];
        if (isGap(covered, std::min(cell.start, makespan), makespan))
            visit(LaneGap{covered, std::min(cell.start, makespan), i > 0 ? i - 1 : LaneGap::kNone, i});
        covered = std::max(covered, cell.end);
    }
    const std::uint32_t last = count > 0 ? count - 1 : LaneGap::kNone;
    passPhases(false, last);
    if (isGap(covered, makespan, makespan))
        visit(LaneGap{covered, makespan, last, LaneGap::kNone});
}

} // namespace bubblescope
