// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/scene/scene.h"

#include <string>

namespace bubblescope::cli {

/// True where the program was built with Qt Gui.
[[nodiscard]] bool canDrawRaster();
/// PNG bytes; without Qt an error that says so.
[[nodiscard]] Result<std::string> drawPng(const Scene& scene, const Theme& theme, double scale);
/// PDF bytes on a page "fit", "A4", "A3" or "letter"; without Qt an error that says so.
[[nodiscard]] Result<std::string> drawPdf(const Scene& scene, const Theme& theme, const std::string& page);

} // namespace bubblescope::cli
