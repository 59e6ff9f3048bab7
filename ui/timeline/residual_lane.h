// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/residual_lanes.h"

#include <QString>
#include <functional>
#include <memory>

namespace bubblescope::ui {

/// What a residual lane says of one action.
struct ResidualWords
{
    QString line;   ///< "1B2 took 70.3 µs longer than predicted (+0.3 %)"
    QString longer; ///< "+70.3 µs (+0.3 %) against predicted", for the card of the action
    QString other;  ///< "predicted 23.4 ms", or what was measured where a prediction is shown
};

/// The residual lanes of a timeline, and what is told of them. Immutable, shared.
struct ResidualLane
{
    ResidualLanes lanes;
    QString name;                                             ///< in the lane headers
    QString scaleText;                                        ///< the largest difference: "± 608.6 µs"
    std::function<ResidualWords(const ActionPosition&)> tell; ///< of an action of the timeline; O(1)
};
using ResidualLanePtr = std::shared_ptr<const ResidualLane>;

} // namespace bubblescope::ui
