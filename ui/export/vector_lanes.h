// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"

class QPainter;

namespace bubblescope::ui {

/// Blocks and strips of a scene for devices without a pixel grid (PDF): rectangles with exact borders.
void paintVectorLanes(QPainter& painter, const Scene& scene, const Theme& theme);

} // namespace bubblescope::ui
