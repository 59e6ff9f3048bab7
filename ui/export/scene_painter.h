// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"

#include <QFont>
#include <QImage>

class QPainter;

namespace bubblescope::ui {

/// Draws a scene with the painter's current transform; used by the screen, PNG and PDF alike.
void paintScene(QPainter& painter, const Scene& scene, const Theme& theme);

/// Inter where it is installed, else the desktop's font; tabular figures; `pixelSize` high; hinting off.
[[nodiscard]] QFont sceneFont(double pixelSize, bool bold = false);

} // namespace bubblescope::ui
