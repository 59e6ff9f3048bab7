// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_index.h"

#include <QString>

namespace bubblescope::ui {

/// A class of actions as it is shown and hidden, in words: "Backward input". The last one holds the rest,
/// which is not the same everywhere: `other` is its name there.
[[nodiscard]] QString fillName(FillClass fill, const QString& other);
/// "Clip gradients", "Optimizer", …
[[nodiscard]] QString phaseName(StepPhase phase);

} // namespace bubblescope::ui
