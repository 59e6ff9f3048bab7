// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"

#include <string>

namespace bubblescope {

/// The scene as SVG: viewBox, CSS classes .F .I .W .B .O with the theme's colors (and the dark ones for
/// readers that prefer dark, when the theme is light), <title> tooltips, stable ids. The same bytes for the
/// same scene.
[[nodiscard]] std::string writeSvg(const Scene& scene, const Theme& theme);

} // namespace bubblescope
