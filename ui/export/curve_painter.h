// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"

class QPainter;

namespace bubblescope::ui {

/// The scene's curves column by column, for a raster whose pixels the painter's scaling leaves upright: lines
/// on whole device pixels, as sharp at every scale. O(columns × rows of pixels) a curve.
void paintRasterCurves(QPainter& painter, const Scene& scene, const Theme& theme);
/// As shapes, for devices without a pixel grid (PDF).
void paintVectorCurves(QPainter& painter, const Scene& scene, const Theme& theme);

} // namespace bubblescope::ui
