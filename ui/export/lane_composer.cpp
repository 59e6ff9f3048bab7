// SPDX-License-Identifier: Apache-2.0
#include "ui/export/lane_composer.h"

#include "core/scene/lane_index.h"
#include "core/scene/shared_columns.h"

#include <algorithm>
#include <bit>
#include <cmath>

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

} // namespace

LaneComposer::LaneComposer(const Theme& theme, const ColumnGrid& grid)
    : m_theme(theme)
    , m_grid(grid)
    , m_edgeWidth(std::max(1, static_cast<int>(grid.scale)))
    , m_idle(toMix(theme.color(Role::Idle)))
    , m_columns(static_cast<std::size_t>(std::max(0, grid.count)))
    , m_middle(m_columns.size())
    , m_border(m_columns.size())
{}

LaneComposer::Mix LaneComposer::toMix(Rgb rgb)
{
    return Mix{static_cast<float>(rgb.b), static_cast<float>(rgb.g), static_cast<float>(rgb.r), 1};
}

void LaneComposer::clear()
{
    std::fill(m_columns.begin(), m_columns.end(), Mix{});
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
    const Mix fill = toMix(fillRgb);
    const Mix edge = toMix(edgeRgb);
    const int end = std::min(static_cast<int>(std::ceil(right)), m_grid.count);
    for (int column = std::max(static_cast<int>(std::floor(left)), 0); column < end; ++column) {
        const bool isEdge = edges.left.holds(column) || edges.right.holds(column);
        if (column >= left && column + 1 <= right) {
            setWhole(column, isEdge ? edgeRgb : fillRgb, isEdge ? edgeRgb : borderRgb);
            continue;
        }
        const double share = std::min(right, column + 1.0) - std::max(left, static_cast<double>(column));
        addShare(column, isEdge ? edge : fill, static_cast<float>(share));
    }
}

void LaneComposer::setWhole(int column, Rgb middle, Rgb border)
{
    const auto at = static_cast<std::size_t>(column);
    m_columns[at] = Mix{0, 0, 0, kWhole};
    m_middle[at] = qRgb(middle.r, middle.g, middle.b);
    m_border[at] = qRgb(border.r, border.g, border.b);
}

/// A part of what a strip's column holds.
void LaneComposer::addShare(int column, const Mix& cover, float part)
{
    if (column >= 0 && column < m_grid.count)
        m_columns[static_cast<std::size_t>(column)] += part * cover;
}

void LaneComposer::addStrip(const SceneStrip& strip)
{
    std::vector<Mix> colors;
    for (const std::size_t fill : strip.coverage.fills())
        colors.push_back(
            toMix(m_theme.color((strip.shown >> fill / 2 & 1U) != 0 ? stripFill(fill) : Fill{Role::Ghost})));
    const std::span<const float> shares = strip.coverage.shares();
    const double width = strip.columnWidth * m_grid.scale;
    const double begin = onGrid(m_grid.deviceX(strip.x));
    if (begin == std::floor(begin) && std::abs(width - 1) < 1e-9) {
        addOnGrid(shares, colors, static_cast<int>(begin));
        return;
    }
    for (std::size_t at = 0; at < strip.coverage.size(); ++at) {
        Mix cover{};
        for (std::size_t slot = 0; slot < colors.size(); ++slot)
            cover += shares[at * colors.size() + slot] * colors[slot];
        if (!(cover[3] > 0))
            continue;
        // A scene made for another device grid is shared out by area.
        const double left = m_grid.deviceX(strip.x + static_cast<double>(at) * strip.columnWidth);
        const double right = left + width;
        const int last = static_cast<int>(std::ceil(right));
        for (int column = static_cast<int>(std::floor(left)); column < last; ++column)
            addShare(column, cover,
                     static_cast<float>(std::min(right, column + 1.0) - std::max(left, column + 0.0)));
    }
}

/// Columns that are the device's own; `begin` is the first one's.
void LaneComposer::addOnGrid(std::span<const float> shares, std::span<const Mix> colors, int begin)
{
    const std::size_t slots = colors.size();
    const auto skipped = static_cast<std::size_t>(std::max(0, -begin));
    const auto target = static_cast<std::size_t>(std::max(0, begin));
    if (slots == 0 || skipped * slots >= shares.size() || target >= m_columns.size())
        return;
    const std::size_t count = std::min(shares.size() / slots - skipped, m_columns.size() - target);
    const float* share = shares.data() + skipped * slots;
    for (std::size_t at = 0; at < count; ++at) {
        Mix cover = *share++ * colors[0];
        for (std::size_t slot = 1; slot < slots; ++slot)
            cover += *share++ * colors[slot];
        m_columns[target + at] += cover;
    }
}

QRgb LaneComposer::pack(Fixed channels)
{
    using Bytes = std::uint8_t __attribute__((vector_size(4)));
    constexpr Fixed kMost{255, 255, 255, 255};
    const Fixed kept = channels > kMost ? kMost : channels;
    return std::bit_cast<QRgb>(__builtin_convertvector(kept, Bytes)) | 0xFF000000U;
}

/// Each column's colour over idle, rounded; what rounding leaves over goes to the next column.
void LaneComposer::finish()
{
    constexpr int kBits = 16;
    constexpr float kOne = 1 << kBits;
    constexpr Fixed kFraction{(1 << kBits) - 1, (1 << kBits) - 1, (1 << kBits) - 1, (1 << kBits) - 1};
    Fixed carry{1 << (kBits - 1), 1 << (kBits - 1), 1 << (kBits - 1), 0};
    m_runs.clear();
    const QRgb idle =
        qRgb(static_cast<int>(m_idle[2]), static_cast<int>(m_idle[1]), static_cast<int>(m_idle[0]));
    int runBegin = 0;
    int runEnd = -kOwnGapColumns;
    const auto endRun = [&] {
        if (runEnd > runBegin)
            m_runs.push_back({runBegin, runEnd});
    };
    const int count = static_cast<int>(m_columns.size());
    for (int column = 0; column < count; ++column) {
        const auto at = static_cast<std::size_t>(column);
        const Mix& mix = m_columns[at];
        const float share = mix[3];
        if (share <= 0) {
            m_middle[at] = m_border[at] = idle;
            continue;
        }
        if (share < kWhole) {
            const Mix exact = (mix + std::max(0.0F, 1 - share) * m_idle) * kOne;
            const Fixed sum = __builtin_convertvector(exact, Fixed) + carry;
            carry = sum & kFraction;
            m_middle[at] = m_border[at] = pack(sum >> kBits);
        }
        if (column - runEnd >= kOwnGapColumns) {
            endRun();
            runBegin = column;
        }
        runEnd = column + 1;
    }
    endRun();
}

} // namespace bubblescope::ui
