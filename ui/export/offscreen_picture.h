// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/scene/scene.h"

#include <string>
#include <string_view>

namespace bubblescope::ui {

/// For programs without a window: each call makes the application that fonts need, on Qt's offscreen
/// platform, so that no display is ever asked for. Not for a program that has an application already.
[[nodiscard]] Result<std::string> drawPngOffscreen(const Scene& scene, const Theme& theme, double scale);
/// `page` is "fit", "A4", "A3" or "letter".
[[nodiscard]] Result<std::string> drawPdfOffscreen(const Scene& scene, const Theme& theme,
                                                   std::string_view page);

} // namespace bubblescope::ui
