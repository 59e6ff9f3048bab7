// SPDX-License-Identifier: Apache-2.0
#include "core/scene/figure_target.h"

#include <algorithm>

namespace bubblescope {

FigureSize figureSizeOf(FigureTarget target)
{
    constexpr double kPaperScale = 300.0 / 96;
    switch (target) {
    case FigureTarget::OneColumn:
        return {8.5, 7, 0.03, kPaperScale};
    case FigureTarget::TwoColumns:
        return {17.8, 8, 0.03, kPaperScale};
    case FigureTarget::Slide:
        return {33.867, 14, 0.5, 2};
    case FigureTarget::Screen:
        break;
    }
    return {0, kPlainFontPt, 0, 1};
}

Result<FigureTarget> figureTargetFromName(std::string_view name)
{
    const auto* const found = std::find(kFigureTargets.begin(), kFigureTargets.end(), name);
    if (found == kFigureTargets.end())
        return invalidInput({"scene.unknown-target",
                             "unknown target '{name}'; expected one-column, two-columns, slide or screen"},
                            name);
    return static_cast<FigureTarget>(found - kFigureTargets.begin());
}

void layOutFor(PictureOptions& options, const FigureSize& size)
{
    options.printScale = size.fontPt / kPlainFontPt;
    if (size.widthCm > 0) {
        options.width = size.widthCm / kCmPerPx / options.printScale;
        options.margin = size.marginCm / kCmPerPx / options.printScale;
    } else {
        options.width /= options.printScale;
    }
}

} // namespace bubblescope
