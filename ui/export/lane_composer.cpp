// SPDX-License-Identifier: Apache-2.0
#include "ui/export/lane_composer.h"

#include "core/scene/lane_index.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

/// Borders that are nearer than this to a pixel's are on it.
constexpr double kOnGrid = 1e-4;
constexpr double kAbutPx = 1e-6;

double onGrid(double x)
{
    const double nearest = std::round(x);
    return std::abs(x - nearest) < kOnGrid ? nearest : x;
}

} // namespace

LaneComposer::LaneComposer(const Theme& theme, const ColumnGrid& grid)
    : m_theme(theme)
    , m_grid(grid)
    , m_edgeWidth(std::max(1, static_cast<int>(grid.scale)))
    , m_idle(toColor(theme.color(Role::Idle)))
    , m_columns(static_cast<std::size_t>(std::max(0, grid.count)))
    , m_middle(std::max(1, grid.count), 1, QImage::Format_ARGB32_Premultiplied)
    , m_border(std::max(1, grid.count), 1, QImage::Format_ARGB32_Premultiplied)
{}

LaneComposer::Color LaneComposer::toColor(Rgb rgb)
{
    return {static_cast<float>(rgb.r), static_cast<float>(rgb.g), static_cast<float>(rgb.b)};
}

void LaneComposer::clear()
{
    std::fill(m_columns.begin(), m_columns.end(), Column{});
    m_hasBlocks = false;
}

void LaneComposer::addBlocks(std::span<const SceneRect> rects)
{
    const auto abut = [](const SceneRect& a, const SceneRect& b) {
        return std::abs(a.rect.right() - b.rect.x) < kAbutPx;
    };
    for (std::size_t i = 0; i < rects.size(); ++i)
        addBlock(rects[i], i > 0 && abut(rects[i - 1], rects[i]),
                 i + 1 < rects.size() && abut(rects[i], rects[i + 1]));
    m_hasBlocks = m_hasBlocks || !rects.empty();
}

void LaneComposer::addBlock(const SceneRect& rect, bool abutsBefore, bool abutsAfter)
{
    const double left = onGrid(m_grid.deviceX(rect.rect.x));
    const double right = onGrid(m_grid.deviceX(rect.rect.right()));
    const Color fill = toColor(m_theme.color(rect.fill));
    Fill edgeFill = rect.fill;
    edgeFill.edge = rect.outlined;
    const Color edge = toColor(m_theme.color(edgeFill));

    // Where two blocks meet, the first column of the second is the one line between them.
    const int begin = static_cast<int>(std::floor(left));
    const int end = static_cast<int>(std::ceil(right));
    constexpr double kFaint = 0.5;
    int leftEdgeEnd = begin + m_edgeWidth;
    if (!abutsBefore && begin + 1 - left < kFaint)
        ++leftEdgeEnd;
    int rightEdgeBegin = end - m_edgeWidth;
    if (abutsAfter)
        rightEdgeBegin = static_cast<int>(std::floor(right));
    else if (right - (end - 1) < kFaint)
        --rightEdgeBegin;

    for (int column = std::max(begin, 0); column < std::min(end, m_grid.count); ++column) {
        const bool isEdge = column < leftEdgeEnd || column >= rightEdgeBegin;
        const Color& middle = isEdge ? edge : fill;
        if (column >= left && column + 1 <= right) {
            m_columns[static_cast<std::size_t>(column)] = {middle, edge, 1};
            continue;
        }
        const double share = std::min(right, column + 1.0) - std::max(left, static_cast<double>(column));
        addColumn(column, static_cast<float>(share), middle, edge);
    }
}

void LaneComposer::addColumn(int column, float share, const Color& middle, const Color& border)
{
    Column& target = m_columns[static_cast<std::size_t>(column)];
    const auto add = [share](Color& sum, const Color& color) {
        sum.r += share * color.r;
        sum.g += share * color.g;
        sum.b += share * color.b;
    };
    add(target.middle, middle);
    add(target.border, border);
    target.share += share;
}

void LaneComposer::addStrip(const SceneStrip& strip)
{
    std::array<Color, SceneStrip::kFills> colors;
    for (std::size_t i = 0; i < colors.size(); ++i)
        colors[i] =
            toColor(m_theme.color((strip.shown >> i / 2 & 1U) != 0 ? stripFill(i) : Fill{Role::Ghost}));
    const double width = strip.columnWidth * m_grid.scale;
    for (std::size_t at = 0; at < strip.coverage.size(); ++at) {
        const auto& shares = strip.coverage[at];
        Color sum;
        float share = 0;
        for (std::size_t i = 0; i < colors.size(); ++i) {
            if (shares[i] <= 0)
                continue;
            share += shares[i];
            sum = {sum.r + shares[i] * colors[i].r, sum.g + shares[i] * colors[i].g,
                   sum.b + shares[i] * colors[i].b};
        }
        if (!(share > 0))
            continue;
        const Color color{sum.r / share, sum.g / share, sum.b / share};
        const double left = onGrid(m_grid.deviceX(strip.x + static_cast<double>(at) * strip.columnWidth));
        const double right = onGrid(left + width);
        // A scene made for another device grid is shared out by area.
        const int last = std::min(static_cast<int>(std::ceil(right)), m_grid.count);
        for (int column = std::max(0, static_cast<int>(std::floor(left))); column < last; ++column) {
            const double part = std::min(right, column + 1.0) - std::max(left, static_cast<double>(column));
            addColumn(column, share * static_cast<float>(part), color, color);
        }
    }
}

QRgb LaneComposer::pixel(const Color& sum, float share, const Color& idle, Color& carry)
{
    const float rest = std::max(0.0F, 1 - share);
    const auto channel = [rest](float covered, float idleValue, float& carried) {
        const float exact = covered + rest * idleValue + carried;
        const float rounded = std::clamp(std::nearbyint(exact), 0.0F, 255.0F);
        carried = exact - rounded;
        return static_cast<int>(rounded);
    };
    return qRgba(channel(sum.r, idle.r, carry.r), channel(sum.g, idle.g, carry.g),
                 channel(sum.b, idle.b, carry.b), 255);
}

void LaneComposer::finish()
{
    auto* const middle = reinterpret_cast<QRgb*>(m_middle.scanLine(0));
    auto* const border = reinterpret_cast<QRgb*>(m_border.scanLine(0));
    Color carryMiddle;
    Color carryBorder;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const Column& column = m_columns[i];
        if (column.share <= 0) {
            middle[i] = border[i] = 0;
        } else if (column.share == 1.0F) {
            Color none;
            middle[i] = pixel(column.middle, 1, m_idle, none);
            border[i] = pixel(column.border, 1, m_idle, none);
        } else {
            middle[i] = pixel(column.middle, column.share, m_idle, carryMiddle);
            border[i] = pixel(column.border, column.share, m_idle, carryBorder);
        }
    }
}

} // namespace bubblescope::ui
