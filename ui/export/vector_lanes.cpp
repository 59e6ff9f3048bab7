// SPDX-License-Identifier: Apache-2.0
#include "ui/export/vector_lanes.h"

#include "core/scene/shared_columns.h"
#include "ui/export/colors.h"

#include <QPainter>
#include <cmath>

namespace bubblescope::ui {

namespace {

/// Neighbours reach under each other, so that no idle colour shines through where they meet.
constexpr double kUnderlapPx = 0.5;
constexpr double kEdgePx = 1;
constexpr double kThinLane = 6;

Rgb blended(const SharedColumn& column, const Theme& theme)
{
    std::array<double, 3> sum{};
    double rest = 1;
    const auto add = [&sum](Rgb color, double share) {
        sum[0] += share * color.r;
        sum[1] += share * color.g;
        sum[2] += share * color.b;
    };
    for (std::size_t i = 0; i < SharedColumn::kFills; ++i) {
        add(theme.color(sharedFill(i)), column.shares[i]);
        rest -= column.shares[i];
    }
    add(theme.color(Role::Idle), std::max(0.0, rest));
    const auto channel = [](double value) {
        return static_cast<std::uint8_t>(std::lround(std::min(value, 255.0)));
    };
    return {channel(sum[0]), channel(sum[1]), channel(sum[2])};
}

void paintBlocks(QPainter& painter, const SceneLane& lane, const Theme& theme)
{
    for (std::size_t i = 0; i < lane.blocks.size(); ++i) {
        const RectF& rect = lane.blocks[i].rect;
        const bool next = i + 1 < lane.blocks.size() && abut(lane.blocks[i], lane.blocks[i + 1]);
        painter.fillRect(QRectF(rect.x, rect.y, rect.width + (next ? kUnderlapPx : 0), rect.height),
                         toColor(theme.color(lane.blocks[i].fill)));
    }
}

void paintEdge(QPainter& painter, const SceneRect& block, bool first, bool last, bool framed,
               const Theme& theme)
{
    const RectF& rect = block.rect;
    Fill fill = block.fill;
    fill.edge = true;
    const QColor edge = toColor(theme.color(fill));
    if (!first || framed)
        painter.fillRect(QRectF(rect.x, rect.y, kEdgePx, rect.height), edge);
    if (last && framed)
        painter.fillRect(QRectF(rect.right() - kEdgePx, rect.y, kEdgePx, rect.height), edge);
    if (!framed || rect.height < kThinLane)
        return;
    painter.fillRect(QRectF(rect.x, rect.y, rect.width, kEdgePx), edge);
    painter.fillRect(QRectF(rect.x, rect.bottom() - kEdgePx, rect.width, kEdgePx), edge);
}

void paintEdges(QPainter& painter, const SceneLane& lane, const Theme& theme)
{
    for (const BlockRun& run : blockRuns(lane.blocks))
        for (std::size_t i = run.first; i < run.end; ++i)
            if (lane.blocks[i].outlined)
                paintEdge(painter, lane.blocks[i], i == run.first, i + 1 == run.end, run.framed, theme);
}

void paintStrip(QPainter& painter, const SceneStrip& strip, const SceneLane& lane, const Theme& theme)
{
    constexpr double kGridPx = 1e-6;
    const std::vector<SharedColumn> columns = sharedColumns(strip, lane.blocks);
    for (std::size_t i = 0; i < columns.size();) {
        const Rgb color = blended(columns[i], theme);
        const auto follows = [&](std::size_t next) {
            return next < columns.size() &&
                   std::abs(columns[next].x - columns[next - 1].x - strip.columnWidth) < kGridPx;
        };
        std::size_t next = i + 1;
        while (follows(next) && blended(columns[next], theme) == color)
            ++next;
        const double width = static_cast<double>(next - i) * strip.columnWidth;
        painter.fillRect(
            QRectF(columns[i].x, strip.y, width + (follows(next) ? kUnderlapPx : 0), strip.height),
            toColor(color));
        i = next;
    }
}

} // namespace

void paintVectorLanes(QPainter& painter, const Scene& scene, const Theme& theme)
{
    for (const SceneLane& lane : lanesOf(scene)) {
        paintBlocks(painter, lane, theme);
        for (const SceneStrip* const strip : lane.strips)
            paintStrip(painter, *strip, lane, theme);
        paintEdges(painter, lane, theme);
    }
}

} // namespace bubblescope::ui
