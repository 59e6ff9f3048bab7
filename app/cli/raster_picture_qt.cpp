// SPDX-License-Identifier: Apache-2.0
#include "app/cli/raster_picture.h"

#include "ui/export/offscreen_picture.h"

namespace bubblescope::cli {

bool canDrawRaster()
{
    return true;
}

Result<std::string> drawPng(const Scene& scene, const Theme& theme, double scale)
{
    return ui::drawPngOffscreen(scene, theme, scale);
}

Result<std::string> drawPdf(const Scene& scene, const Theme& theme, const std::string& page)
{
    return ui::drawPdfOffscreen(scene, theme, page);
}

} // namespace bubblescope::cli
