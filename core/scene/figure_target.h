// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/build_scene.h"

#include <array>
#include <string_view>

namespace bubblescope {

/// What a picture is made for.
enum class FigureTarget : std::uint8_t { OneColumn, TwoColumns, Slide, Screen };
inline constexpr std::array<std::string_view, 4> kFigureTargets{"one-column", "two-columns", "slide",
                                                                "screen"};

/// How large it is there.
struct FigureSize
{
    double widthCm = 0;  ///< 0 = in pixels, as the options have it, with their margin
    double fontPt = 0;   ///< of labels and legend, in points of 1/72 inch, as printed
    double marginCm = 0; ///< around the picture
    double scale = 1;    ///< image pixels per pixel of 1/96 inch, for raster formats
};
/// The widths of a column, and of two, in most journals and proceedings; a slide of 16:9.
[[nodiscard]] FigureSize figureSizeOf(FigureTarget target);
/// "one-column" …
[[nodiscard]] Result<FigureTarget> figureTargetFromName(std::string_view name);

/// The font size of a picture in pixels that is printed as it is.
inline constexpr double kPlainFontPx = 11;
inline constexpr double kPlainFontPt = kPlainFontPx * 0.75;
/// How wide a picture is laid out that is printed so wide, with labels and legend in that size.
void layOutFor(PictureOptions& options, const FigureSize& size);

} // namespace bubblescope
