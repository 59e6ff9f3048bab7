// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <QString>
#include <cstddef>
#include <string>

namespace bubblescope::ui {

/// A number with at most so many decimals, without zeros at its end; thousands are separated by
/// withThousands() as on the ruler and beside the pointer, whatever the desktop's language. Halves are
/// rounded up even where the sum that made them fell short of one by its last bits.
[[nodiscard]] QString figureText(double value, int decimals);
/// A time as panels show it.
[[nodiscard]] QString timeText(Time time);
/// The same with its unit: "1 step", "2.5 µs".
[[nodiscard]] QString timeText(Time time, const std::string& unit);
[[nodiscard]] QString unitText(const std::string& unit);
/// A part of a whole: "18.8 %"; of what is there, but too little for its decimals, "< 0.1 %".
[[nodiscard]] QString percentText(double share, int decimals = 1);
/// The same without its sign, for figures with a unit of their own.
[[nodiscard]] QString percentFigure(double share, int decimals = 1);
/// A size of memory: bytes with their unit, else at most two decimals.
[[nodiscard]] QString memoryText(double size, MemoryUnit unit);
/// Of sizes that may differ by rank: "6–8".
[[nodiscard]] QString memoryText(const RankValues& sizes, MemoryUnit unit);
/// How many, with separators of thousands.
[[nodiscard]] QString countText(std::size_t count);

} // namespace bubblescope::ui
