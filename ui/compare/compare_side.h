// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"

#include <QString>
#include <memory>

namespace bubblescope::ui {

struct DocumentIdentity;

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
    /// What it is besides its schedule, as a document; null for a state of the present one.
    std::shared_ptr<const DocumentIdentity> identity = {};
    /// From the list of schedules, or an order without costs of its own: timed with the current ones,
    /// whatever these become.
    bool followsCosts = false;
    bool isRecorded = false; ///< its times were measured: no costs make them
};
/// The document's schedule and its references.
inline constexpr std::size_t kMostSides = 4;

} // namespace bubblescope::ui
