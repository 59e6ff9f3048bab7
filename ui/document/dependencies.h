// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_index.h"

#include <vector>

namespace bubblescope::ui {

/// What an action's inputs come from and what its output goes to: F(s,m) from F(s-1,m); B or I(s,m) from B
/// or I(s+1,m) and its own F(s,m); W(s,m) from I(s,m). Producers are found on whichever rank runs them.
/// Nothing for bubbles and communication.
struct Dependencies
{
    std::vector<ActionPosition> waitsFor;
    std::vector<ActionPosition> neededBy;
};
/// Linear in the actions of the ranks that hold the stage or one beside it.
[[nodiscard]] Dependencies dependenciesOf(const LaneIndex& index, const ActionPosition& action);

} // namespace bubblescope::ui
