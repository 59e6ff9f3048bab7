// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/residual_lanes.h"

#include <QString>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace bubblescope::ui {

/// What a residual lane says of one action.
struct ResidualWords
{
    QString line;                                   ///< "1B2 took 70.3 µs longer than predicted (+0.3 %)"
    std::vector<std::pair<QString, QString>> facts; ///< name and value, for the hover card
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
