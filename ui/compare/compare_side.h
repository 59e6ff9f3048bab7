// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/evaluation.h"

#include <QString>

namespace bubblescope::ui {

/// How the sides of a comparison are shown.
enum class CompareMode : std::uint8_t {
    Off,
    Split,      ///< under each other, on one time axis
    Overlay,    ///< in one view: under each lane that of the reference
    Difference, ///< in one view: coloured by how much earlier or later each action starts
};
inline constexpr std::size_t kCompareModeCount = 4;

/// One schedule of a comparison, as it was when it was taken; what it was made with stands in its input.
struct CompareSide
{
    QString title;
    EvaluationPtr evaluation;
    QString path = {}; ///< of the file that it was read from; empty for none
};

} // namespace bubblescope::ui
