// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/sweep.h"

#include <QString>
#include <cstdint>
#include <optional>
#include <string>

namespace bubblescope::ui {

/// What a row can be held against: what came of it, or what went in.
enum class SweepMeasure : std::uint8_t {
    StepTime,
    TimePerMicrobatch,
    BubbleRate,
    PeakMemory,
    Ranks,
    Microbatches,
    StagesPerRank,
    Latency,
};

/// In which its rows' times and sizes are told.
struct SweepUnits
{
    std::string time = "step";
    MemoryUnit memory = MemoryUnit::Own;
    bool countsActivations = false; ///< of a rank's share of the model
};

/// Nothing for what was not timed.
[[nodiscard]] std::optional<double> valueOf(const SweepRow& row, SweepMeasure measure);
/// Whether it is a number that the plan lists.
[[nodiscard]] bool isAxis(SweepMeasure measure);
/// "Step time".
[[nodiscard]] QString measureTitle(SweepMeasure measure);
/// "Step time (ms)"; sizes without a unit of their own have none.
[[nodiscard]] QString measureTitle(SweepMeasure measure, const SweepUnits& units);
/// "12.5 ms", "31.2 GB", "18.8 %", "8 ranks" as a figure with its unit.
[[nodiscard]] QString measureText(double value, SweepMeasure measure, const SweepUnits& units);
/// The same without a unit, for a column whose title has it; sizes in bytes keep theirs.
[[nodiscard]] QString measureFigure(double value, SweepMeasure measure, const SweepUnits& units);

/// The schedule's title with its own options: "Hanayo · waves=2".
[[nodiscard]] QString scheduleText(const ScheduleRequest& request);
/// "8 ranks × 32 microbatches · 2 stages per rank · latency 0.5".
[[nodiscard]] QString numbersText(const SweepRow& row);
/// "Hanayo · 8 ranks × 32 microbatches · 2 stages per rank · latency 0.5".
[[nodiscard]] QString configurationText(const SweepRow& row);
/// As the request asks for; 0 where it does not say.
[[nodiscard]] std::uint32_t stagesOfARank(const SweepRow& row);

} // namespace bubblescope::ui
