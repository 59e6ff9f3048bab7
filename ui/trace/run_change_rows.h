// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fit/run_change.h"
#include "ui/trace/figure_model.h"

namespace bubblescope::ui {

/// What a rank spends its time on, as columns and rows call it: "forward", "waits".
[[nodiscard]] QString runPartText(RunPart part);

/// The lists of two runs against each other; null for headings alone. Times gained are above 0.
[[nodiscard]] FigureContent changedRanks(const RunChange* change);
[[nodiscard]] FigureContent changedKinds(const RunChange* change);
/// So many that changed most, of all ranks.
inline constexpr std::size_t kMostChangedActions = 1000;
[[nodiscard]] FigureContent changedActions(const RunChange* change);

} // namespace bubblescope::ui
