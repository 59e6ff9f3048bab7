// SPDX-License-Identifier: Apache-2.0
#include "ui/export/lane_composer.h"

#include "core/scene/lane_index.h"
#include "core/scene/shared_columns.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace bubblescope::ui {

namespace {

/// Borders that are nearer than this to a pixel's are on it.
constexpr double kOnGrid = 1e-4;
/// Idle columns are left to the background, with its hatch, from so many side by side on.
constexpr int kOwnGapColumns = 6;

double onGrid(double x)
{
    const double nearest = std::round(x);
    return std::abs(x - nearest) < kOnGrid ? nearest : x;
}

/// The few fills that a strip has at all.
std::vector<std::size_t> fillsIn(const SceneStrip& strip)
{
    std::array<float, SceneStrip::kFills> most{};
    for (const auto& shares : strip.coverage)
        for (std::size_t i = 0; i < most.size(); ++i)
            most[i] = std::max(most[i], shares[i]);
    std::vector<std::size_t> fills;
    for (std::size_t i = 0; i < most.size(); ++i)
        if (most[i] > 0)
            fills.push_back(i);
    return fills;
}

} // namespace

LaneComposer::LaneComposer(const Theme& theme, const ColumnGrid& grid)
    : m_theme(theme)
    , m_grid(grid)
    , m_edgeWidth(std::max(1, static_cast<int>(grid.scale)))
    , m_idle(toColor(theme.color(Role::Idle)))
    , m_columns(static_cast<std::size_t>(std::max(0, grid.count)))
    , m_middle(m_columns.size())
    , m_border(m_columns.size())
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
    for (const BlockRun& run : blockRuns(rects))
        for (std::size_t i = run.first; i < run.end; ++i)
            addBlock(rects[i], edgesOf(rects[i], i == run.first, i + 1 == run.end, run.framed), run.framed);
    m_hasBlocks = m_hasBlocks || !rects.empty();
}

/// Where two blocks meet, the first column of the second is the one line between them. A column that holds
/// idle time too keeps the block's own tone, so that its share can be read from its colour.
LaneComposer::Edges LaneComposer::edgesOf(const SceneRect& rect, bool first, bool last, bool framed) const
{
    if (!rect.outlined)
        return {};
    const double left = onGrid(m_grid.deviceX(rect.rect.x));
    const double right = onGrid(m_grid.deviceX(rect.rect.right()));
    const int wholeEnd = static_cast<int>(std::floor(right));
    Edges edges;
    if (!first || framed)
        edges.left.begin = static_cast<int>(first ? std::ceil(left) : std::floor(left));
    if (!first || framed)
        edges.left.end = edges.left.begin + m_edgeWidth;
    if (!last)
        edges.right = {wholeEnd, static_cast<int>(std::ceil(right))};
    else if (framed)
        edges.right = {wholeEnd - m_edgeWidth, wholeEnd};
    return edges;
}

void LaneComposer::addBlock(const SceneRect& rect, const Edges& edges, bool framed)
{
    const double left = onGrid(m_grid.deviceX(rect.rect.x));
    const double right = onGrid(m_grid.deviceX(rect.rect.right()));
    Fill edgeFill = rect.fill;
    edgeFill.edge = true;
    const Rgb fillRgb = m_theme.color(rect.fill);
    const Rgb edgeRgb = m_theme.color(edgeFill);
    const Rgb borderRgb = framed && rect.outlined ? edgeRgb : fillRgb;
    const Color fill = toColor(fillRgb);
    const Color edge = toColor(edgeRgb);
    const int end = std::min(static_cast<int>(std::ceil(right)), m_grid.count);
    for (int column = std::max(static_cast<int>(std::floor(left)), 0); column < end; ++column) {
        const bool isEdge = edges.left.holds(column) || edges.right.holds(column);
        if (column >= left && column + 1 <= right) {
            setWhole(column, isEdge ? edgeRgb : fillRgb, isEdge ? edgeRgb : borderRgb);
            continue;
        }
        const double share = std::min(right, column + 1.0) - std::max(left, static_cast<double>(column));
        add(m_columns[static_cast<std::size_t>(column)], static_cast<float>(share), isEdge ? edge : fill);
    }
}

void LaneComposer::setWhole(int column, Rgb middle, Rgb border)
{
    const auto at = static_cast<std::size_t>(column);
    m_columns[at].share = kWhole;
    m_middle[at] = qRgb(middle.r, middle.g, middle.b);
    m_border[at] = qRgb(border.r, border.g, border.b);
}

/// A part of what a strip's column holds.
void LaneComposer::addShare(int column, const Column& cover, float part)
{
    if (column < 0 || column >= m_grid.count)
        return;
    Column& target = m_columns[static_cast<std::size_t>(column)];
    target.middle.r += part * cover.middle.r;
    target.middle.g += part * cover.middle.g;
    target.middle.b += part * cover.middle.b;
    target.share += part * cover.share;
}

void LaneComposer::addStrip(const SceneStrip& strip)
{
    std::array<Color, SceneStrip::kFills> colors;
    for (std::size_t i = 0; i < colors.size(); ++i)
        colors[i] =
            toColor(m_theme.color((strip.shown >> i / 2 & 1U) != 0 ? stripFill(i) : Fill{Role::Ghost}));
    const std::vector<std::size_t> active = fillsIn(strip);
    const double width = strip.columnWidth * m_grid.scale;
    const double begin = onGrid(m_grid.deviceX(strip.x));
    const bool sameGrid = begin == std::floor(begin) && std::abs(width - 1) < 1e-9;
    for (std::size_t at = 0; at < strip.coverage.size(); ++at) {
        Column cover;
        for (const std::size_t i : active)
            add(cover, strip.coverage[at][i], colors[i]);
        if (!(cover.share > 0))
            continue;
        if (sameGrid) {
            addShare(static_cast<int>(begin) + static_cast<int>(at), cover, 1);
            continue;
        }
        // A scene made for another device grid is shared out by area.
        const double left = m_grid.deviceX(strip.x + static_cast<double>(at) * strip.columnWidth);
        const double right = left + width;
        const int last = static_cast<int>(std::ceil(right));
        for (int column = static_cast<int>(std::floor(left)); column < last; ++column)
            addShare(column, cover,
                     static_cast<float>(std::min(right, column + 1.0) - std::max(left, column + 0.0)));
    }
}

/// The column's colour over idle, rounded; what rounding leaves over goes to the next column.
QRgb LaneComposer::pixel(const Column& column, Color& carry) const
{
    const float rest = std::max(0.0F, 1 - column.share);
    const auto channel = [rest](float covered, float idle, float& carried) {
        const float exact = covered + rest * idle + carried;
        const int rounded = std::clamp(static_cast<int>(exact + 0.5F), 0, 255);
        carried = exact - static_cast<float>(rounded);
        return rounded;
    };
    const int r = channel(column.middle.r, m_idle.r, carry.r);
    const int g = channel(column.middle.g, m_idle.g, carry.g);
    return qRgb(r, g, channel(column.middle.b, m_idle.b, carry.b));
}

void LaneComposer::finish()
{
    m_runs.clear();
    Color carry;
    const QRgb idle =
        qRgb(static_cast<int>(m_idle.r), static_cast<int>(m_idle.g), static_cast<int>(m_idle.b));
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const Column& column = m_columns[i];
        if (column.share <= 0) {
            m_middle[i] = m_border[i] = idle;
            continue;
        }
        if (column.share < kWhole)
            m_middle[i] = m_border[i] = pixel(column, carry);
        const int at = static_cast<int>(i);
        if (m_runs.empty() || at - m_runs.back().end >= kOwnGapColumns)
            m_runs.push_back({at, at + 1});
        m_runs.back().end = at + 1;
    }
}

void LaneComposer::write(QImage& image, int rows, int edgeRows) const
{
    const std::size_t bytes = m_columns.size() * sizeof(QRgb);
    for (int row = 0; row < rows; ++row) {
        const bool isBorder = row < edgeRows || row >= rows - edgeRows;
        std::memcpy(image.scanLine(row), isBorder ? m_border.data() : m_middle.data(), bytes);
    }
}

} // namespace bubblescope::ui
