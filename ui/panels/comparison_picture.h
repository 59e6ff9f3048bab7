// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/picture_job.h"

namespace bubblescope::ui {

/// All sides of a comparison under each other, each with its own title and figures, on one time axis where
/// their times are in one unit. Wants two sides at least; a given height is shared between them.
[[nodiscard]] Result<Scene> comparisonScene(const PictureSettings& settings);

} // namespace bubblescope::ui
