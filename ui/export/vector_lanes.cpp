// SPDX-License-Identifier: Apache-2.0
#include "ui/export/vector_lanes.h"

#include "core/scene/lane_index.h"

#include <QPainter>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kAbutPx = 1e-6;
/// Neighbours reach under each other, so that no idle colour shines through where they meet.
constexpr double kUnderlapPx = 0.5;
constexpr double kEdgePx = 1;
constexpr double kThinLane = 6;

QColor toQColor(Rgb color)
{
    return {color.r, color.g, color.b};
}

Rgb blended(const SceneStrip& strip, std::size_t column, double shownPart, const Theme& theme)
{
    double r = 0;
    double g = 0;
    double b = 0;
    double rest = 1;
    const auto add = [&](Rgb color, double share) {
        r += share * color.r;
        g += share * color.g;
        b += share * color.b;
    };
    for (std::size_t i = 0; i < SceneStrip::kFills; ++i) {
        const double share = std::min(static_cast<double>(strip.coverage[column][i]) / shownPart, rest);
        if (!(share > 0))
            continue;
        add(theme.color((strip.shown >> i / 2 & 1U) != 0 ? stripFill(i) : Fill{Role::Ghost}), share);
        rest -= share;
    }
    add(theme.color(Role::Idle), rest);
    const auto channel = [](double value) { return static_cast<std::uint8_t>(std::lround(value)); };
    return {channel(r), channel(g), channel(b)};
}

bool isEmpty(const std::array<float, SceneStrip::kFills>& shares)
{
    return std::all_of(shares.begin(), shares.end(), [](float share) { return share <= 0; });
}

} // namespace

void paintVectorLanes(QPainter& painter, const Scene& scene, const Theme& theme)
{
    std::vector<const SceneRect*> blocks;
    for (const SceneRect& rect : scene.rects)
        if (rect.block >= 0)
            blocks.push_back(&rect);
    const auto abuts = [&](std::size_t i) {
        return i + 1 < blocks.size() && blocks[i]->rect.y == blocks[i + 1]->rect.y &&
               std::abs(blocks[i]->rect.right() - blocks[i + 1]->rect.x) < kAbutPx;
    };
    for (const SceneStrip& strip : scene.strips) {
        Rgb pending{};
        QRectF run;
        for (std::size_t column = 0; column < strip.coverage.size(); ++column) {
            if (isEmpty(strip.coverage[column]))
                continue;
            const Rgb color = blended(strip, column, 1, theme);
            const double x = strip.x + static_cast<double>(column) * strip.columnWidth;
            if (!run.isNull() && color == pending && std::abs(run.right() - x) < kAbutPx) {
                run.setRight(x + strip.columnWidth);
                continue;
            }
            if (!run.isNull())
                painter.fillRect(std::abs(run.right() - x) < kAbutPx ? run.adjusted(0, 0, kUnderlapPx, 0)
                                                                     : run,
                                 toQColor(pending));
            run = QRectF(x, strip.y, strip.columnWidth, strip.height);
            pending = color;
        }
        if (!run.isNull())
            painter.fillRect(run, toQColor(pending));
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const RectF& rect = blocks[i]->rect;
        const bool next = abuts(i);
        const Fill fill = blocks[i]->fill;
        painter.fillRect(QRectF(rect.x, rect.y, rect.width + (next ? kUnderlapPx : 0), rect.height),
                         toQColor(theme.color(fill)));
        if (!blocks[i]->outlined)
            continue;
        Fill edgeFill = fill;
        edgeFill.edge = true;
        const QColor edge = toQColor(theme.color(edgeFill));
        painter.fillRect(QRectF(rect.x, rect.y, kEdgePx, rect.height), edge);
        if (!next)
            painter.fillRect(QRectF(rect.right() - kEdgePx, rect.y, kEdgePx, rect.height), edge);
        if (rect.height < kThinLane)
            continue;
        painter.fillRect(QRectF(rect.x, rect.y, rect.width, kEdgePx), edge);
        painter.fillRect(QRectF(rect.x, rect.bottom() - kEdgePx, rect.width, kEdgePx), edge);
    }
}

} // namespace bubblescope::ui
