// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"

#include <span>

namespace bubblescope {

/// A strip's pixel column with what wide blocks cover of it too, for painters without a pixel grid of their
/// own. Columns without any narrow block are left out.
struct SharedColumn
{
    static constexpr std::size_t kFills = SceneStrip::kFills + 1; ///< as stripFill(), then ghosts
    double x = 0;
    bool touchesBlock = false; ///< a block's rect reaches into it
    std::array<double, kFills> shares{};
};

/// `blocks` are the rects of the strip's lane, left to right.
[[nodiscard]] std::vector<SharedColumn> sharedColumns(const SceneStrip& strip,
                                                      std::span<const SceneRect> blocks);
[[nodiscard]] Fill sharedFill(std::size_t index);

/// Columns beside each other that are alike, told no finer than to a thousandth.
struct ColumnRun
{
    RectF rect;
    SharedColumn column;
};
[[nodiscard]] std::vector<ColumnRun> columnRuns(const SceneStrip& strip, std::span<const SceneRect> blocks);
/// A fill of a column, and how opaque it is laid over those before it so that all have their shares.
struct FillLayer
{
    Fill fill{};
    double opacity = 1;
};
[[nodiscard]] std::vector<FillLayer> layersOf(const SharedColumn& column);

/// Strips and block rects of one lane.
struct SceneLane
{
    double y = 0, height = 0;
    std::vector<SceneRect> blocks;
    std::vector<const SceneStrip*> strips;
};
/// The scene's lanes, top to bottom.
[[nodiscard]] std::vector<SceneLane> lanesOf(const Scene& scene);

/// The blocks [first, end) of a lane that follow each other without a gap.
struct BlockRun
{
    std::size_t first = 0;
    std::size_t end = 0;
    bool framed =
        false; ///< wide enough for an edge around it; in others only the lines between blocks are drawn
};
[[nodiscard]] std::vector<BlockRun> blockRuns(std::span<const SceneRect> blocks);

/// Whether the second block begins where the first ends.
[[nodiscard]] bool abut(const SceneRect& first, const SceneRect& second);

} // namespace bubblescope
