// SPDX-License-Identifier: Apache-2.0
#include "app/cli/raster_picture.h"

namespace bubblescope::cli {

bool canDrawRaster()
{
    return false;
}

Result<std::string> drawPng(const Scene&, const Theme&, double)
{
    return invalidInput(
        {"cli.program-built-without-qt",
         "this program was built without Qt and draws only SVG: use an output name that ends in .svg"});
}

Result<std::string> drawPdf(const Scene&, const Theme&, const std::string&)
{
    return invalidInput(
        {"cli.program-built-without-qt",
         "this program was built without Qt and draws only SVG: use an output name that ends in .svg"});
}

} // namespace bubblescope::cli
