// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/peak_size.h"
#include "core/base/quantity.h"
#include "core/model/timeline.h"
#include "core/time/cost_model.h"
#include "core/time/memory_curves.h"

#include <QString>
#include <cstddef>
#include <string>
#include <utility>

namespace bubblescope::ui {

/// A number with at most so many decimals, without zeros at its end; thousands are separated by
/// withThousands() as on the ruler and beside the pointer, whatever the desktop's language. Halves are
/// rounded up even where the sum that made them fell short of one by its last bits.
[[nodiscard]] QString figureText(double value, int decimals);
/// A time with its unit as panels show it: "1 step", "2.5 µs", "1.865 s".
[[nodiscard]] QString timeText(Time time, const std::string& unit);
/// The same in full, for tool tips: "1.865278012 s".
[[nodiscard]] QString fullTimeText(Time time, const std::string& unit);
/// In a list or a sentence: times of steps are plain numbers.
[[nodiscard]] QString timeCell(Time time, const std::string& unit);
/// How much more or less: "+2.5 µs", "−1"; "0" for what is none when it is read.
[[nodiscard]] QString signedTime(Time difference, const std::string& unit);
/// Number and unit, where they stand apart.
[[nodiscard]] std::pair<QString, QString> timeFigure(Time time, const std::string& unit);
/// Begin and end in one unit, as exact as their distance needs; only the end has the unit: "2.5", "5 µs".
[[nodiscard]] std::pair<QString, QString> stretchTexts(Time from, Time to, const std::string& unit);
/// A duration that no costs count: "4.2 s".
[[nodiscard]] QString secondsText(double seconds, int digits = 3);
[[nodiscard]] QString unitText(const std::string& unit);
/// A part of a whole: "18.8 %"; of what is there, but too little for its decimals, "< 0.1 %".
[[nodiscard]] QString percentText(double share, int decimals = 1);
/// The same without its sign, for figures with a unit of their own.
[[nodiscard]] QString percentFigure(double share, int decimals = 1);
/// A rate that may be above the whole, which is then a factor: "37.5 %", "8.07 ×".
[[nodiscard]] QString rateText(double rate, int decimals = 1);
/// A size of memory: bytes with their unit, else at most two decimals.
[[nodiscard]] QString memoryText(double size, MemoryUnit unit);
/// Of sizes that may differ by rank: "6–8".
[[nodiscard]] QString memoryText(const RankValues& sizes, MemoryUnit unit);
/// A level of these curves, with its unit: activations as those of a rank's whole share, "5.5 act.".
[[nodiscard]] QString memoryText(double level, const MemoryCurves& memory);
[[nodiscard]] QString memoryText(const RankValues& levels, const MemoryCurves& memory);
[[nodiscard]] QString levelFigure(double level, const MemoryCurves& memory); ///< without it
/// With its unit, if that has a name: "98.4 GB", "5.5 act."; in sentences "5.5 activations".
[[nodiscard]] QString peakText(const PeakSize& peak);
[[nodiscard]] QString peakWords(const PeakSize& peak);
/// The number alone, where the unit stands apart; bytes keep theirs.
[[nodiscard]] QString peakFigure(const PeakSize& peak);
/// How many, with separators of thousands.
[[nodiscard]] QString countText(std::size_t count);

} // namespace bubblescope::ui
