// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chart/bubble_sweep.h"
#include "core/chart/kind_times.h"
#include "core/chart/step_curve.h"
#include "core/time/memory_stack.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A rank's curve.
struct NamedCurve
{
    RankId rank;
    StepCurveView curve;
};

// The exact figures behind a chart as CSV, whatever is drawn of them. Units are in the header line; numbers
// are the shortest that read back as the same, with a point; lines end in LF.

/// "rank,time (us),memory (stage activations)": for each rank what holds at the start of the range, then each
/// step in it, and a last line at its end, so that the lines alone say how long the last level held.
[[nodiscard]] std::string curvesCsv(std::span<const NamedCurve> curves, const TimeRange& range,
                                    std::string_view timeUnit, std::string_view valueColumn);
/// "rank,time (us),memory (bytes),parameters (bytes),…,activations_offloaded (bytes)": the same of memory
/// with what it is for, where any of `ranks` holds some, and what is on the host; a line where any of them
/// changes.
[[nodiscard]] std::string memoryPartsCsv(const MemoryStack& stack, std::span<const RankId> ranks,
                                         const TimeRange& range, std::string_view timeUnit,
                                         std::string_view valueColumn, std::string_view sizeUnit);
/// "rank,F (us),I (us),…,idle (us)": a line a rank. Kinds that not every schedule may have have a column
/// where some rank has some of it.
[[nodiscard]] std::string kindTimesCsv(std::span<const KindTimes> ranks, std::string_view timeUnit);
/// "microbatches,bubble rate,idle fraction,makespan (us),left out because": a line a value, rising; what was
/// left out has a reason and no figures.
[[nodiscard]] std::string sweepCsv(std::vector<SweepOutcome> outcomes, SweepAxis axis,
                                   std::string_view timeUnit);

} // namespace bubblescope
