// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/strip_columns.h"
#include "core/scene/theme.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope {

/// A picture's pixel is CSS's: 1/96 inch.
inline constexpr double kCmPerPx = 2.54 / 96;

/// A filled rectangle. A block of the timeline carries which action it shows (for ids and tooltips in SVG).
struct SceneRect
{
    RectF rect;
    Fill fill{};
    bool outlined = false; ///< 1 px edge inside, in the darker tone of its own color
    bool hatched = false;  ///< idle hatch over the fill
    double radius = 0;
    std::int32_t block = -1; ///< index into Scene::blocks, or -1
    bool inner = false;      ///< drawn on its block (or beside the lane): covers no time of its own
};

/// What a block rect shows.
struct SceneBlock
{
    ActionPosition action;
    Action what;       ///< first action of an overlapped block
    std::string title; ///< "1F3, 4 to 5, rank 2"
};

/// Columns of one pixel of the scene's device grid, blended by exact coverage of each fill; idle is the
/// rest. Blocks of at least 3 px are rects beside it; where a rect covers a part of a column, the strip holds
/// the others' shares of that column.
struct SceneStrip
{
    static constexpr std::size_t kFills = StripColumns::kFills;
    double x = 0, y = 0, height = 0;
    double columnWidth = 1;      ///< 1 / device pixel ratio
    StripColumns coverage;       ///< shares in [0, 1]; their sum is at most 1
    std::uint16_t shown = 0x3FF; ///< FillMask; the others are ghosts
};

struct SceneLine
{
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    Fill color{Role::Hairline};
    double width = 1;
};

/// A piece of a step curve: from `x` to where the next begins, levels between `low` and `high`.
struct CurveStep
{
    double x = 0;
    double low = 0;
    double high = 0;
    bool operator==(const CurveStep&) const = default;
};

/// A part of what a rank holds, on those below it: up to the sum of them and itself.
struct CurveLayer
{
    Role fill = Role::MemoryForward;
    std::vector<CurveStep> steps;
};

/// What a rank holds over time: filled steps, exact where at most one level ends in a pixel column; a column
/// in which more do has the lowest and the highest of them.
struct SceneCurve
{
    RankId rank;
    RectF rect;     ///< of the whole strip
    double top = 1; ///< level at the strip's top; 0 is at its bottom
    std::vector<CurveStep> steps;
    double end = 0;              ///< x where the last step ends
    std::optional<double> limit; ///< a line across the strip; at its top, dashed, where it lies beyond
    std::string title;           ///< "memory of rank 2: peak 4 at 3, limit 6"
    Role limitLine = Role::CriticalPath; ///< what the limit is drawn in
    /// What is drawn of `steps`: all of it (Role::Memory), or as the uppermost of parts what is above
    /// `layers`.
    Role fill = Role::Memory;
    std::vector<CurveLayer> layers; ///< the parts below the uppermost, from the bottom to the top
    bool isOnHost = false;          ///< what is on the host, in a strip of its own

    [[nodiscard]] bool isStacked() const { return fill != Role::Memory; }
    [[nodiscard]] double yOf(double level) const { return rect.bottom() - level / top * rect.height; }
    /// By more than rounding.
    [[nodiscard]] bool isAboveLimit(double level) const
    {
        constexpr double kRounding = 1e-9;
        return limit && level > *limit * (1 + kRounding) + kRounding * top;
    }
    [[nodiscard]] bool isLimitBeyond() const { return limit && *limit > top; }
};

enum class TextAlign : std::uint8_t { Left, Center, Right };

/// One line of text; (x, y) is the baseline's begin, middle or end. Already shortened to fit.
struct SceneText
{
    double x = 0, y = 0;
    std::string text;
    double size = 11; ///< pixels
    bool bold = false;
    TextAlign align = TextAlign::Left;
    Role color = Role::Text;
    bool onFill = false; ///< take the color that reads best on `fill`
    Fill fill{};
};

/// What was done so that no text of a picture had to be cut.
struct TextFitting
{
    bool wrapped = false; ///< a line became several
    double smallest = 0;  ///< pixels of the smallest text that was made smaller; 0 = none was

    void shrunkTo(double size) { smallest = smallest > 0 ? std::min(smallest, size) : size; }
};

/// A picture as plain data: what every painter (screen, PNG, PDF, SVG) draws, in this order:
/// background, rects, strips, curves, lines, texts; rects and lines outside `plot` are the frame around it.
struct Scene
{
    double width = 0, height = 0;
    bool transparent = false;
    bool whitePage = false; ///< else the theme's color, where it is not transparent
    double printScale = 1;  ///< how much larger than its pixels of 1/96 inch it is on paper
    TextFitting fitting;
    TimelineGeometry geometry;      ///< of the lanes inside this picture
    std::vector<SceneRect> rects;   ///< clipped to the plot when block >= 0 or inner
    std::vector<SceneStrip> strips; ///< clipped to the plot
    std::vector<SceneCurve> curves; ///< clipped to the plot
    std::vector<SceneLine> lines;
    std::vector<SceneText> texts;
    std::vector<SceneBlock> blocks;

    [[nodiscard]] double widthCm() const { return width * printScale * kCmPerPx; }
    [[nodiscard]] double heightCm() const { return height * printScale * kCmPerPx; }

    /// A new scene in the memory of this one.
    [[nodiscard]] Scene emptied() &&;
};

/// The scene as text, one primitive a line, for golden tests.
[[nodiscard]] std::string sceneText(const Scene& scene);

} // namespace bubblescope
