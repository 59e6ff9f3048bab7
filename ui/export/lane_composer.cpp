// SPDX-License-Identifier: Apache-2.0
#include "ui/export/lane_composer.h"

#include "core/scene/lane_index.h"
#include "core/scene/shared_columns.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace bubblescope::ui {

namespace {

/// Borders that are nearer than this to a pixel's are on it.
constexpr double kOnGrid = 1e-4;
/// Idle columns are left to the background, with its hatch, from so many side by side on.
constexpr int kOwnGapColumns = 6;

// What std::floor() and its like do in a call, for the columns of a device: a frame asks a million times.
int floorColumn(double x)
{
    const int cut = static_cast<int>(x);
    return x < cut ? cut - 1 : cut;
}

int ceilColumn(double x)
{
    const int cut = static_cast<int>(x);
    return x > cut ? cut + 1 : cut;
}

double onGrid(double x)
{
    const double nearest = floorColumn(x + 0.5);
    return std::abs(x - nearest) < kOnGrid ? nearest : x;
}

} // namespace

LaneComposer::LaneComposer(const Theme& theme, const ColumnGrid& grid)
    : m_theme(theme)
    , m_grid(grid)
    , m_edgeWidth(std::max(1, static_cast<int>(grid.scale)))
    , m_idle(toMix(theme.color(Role::Idle)))
    , m_idlePixel(qRgb(theme.color(Role::Idle).r, theme.color(Role::Idle).g, theme.color(Role::Idle).b))
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
    if (m_isDirty)
        std::fill(m_columns.begin(), m_columns.end(), Mix{});
    m_isDirty = false;
    m_hasBlocks = false;
    m_alone = {};
}

void LaneComposer::addBlocks(std::span<const SceneRect> rects)
{
    for (const BlockRun& run : blockRuns(rects))
        for (std::size_t i = run.first; i < run.end; ++i)
            addBlock(rects[i], edgesOf(rects[i], i == run.first, i + 1 == run.end, run.framed), run.framed);
    m_hasBlocks = m_hasBlocks || !rects.empty();
    m_isDirty = m_isDirty || m_hasBlocks;
}

/// Where two blocks meet, the first column of the second is the one line between them. A column that holds
/// idle time too keeps the block's own tone, so that its share can be read from its colour.
LaneComposer::Edges LaneComposer::edgesOf(const SceneRect& rect, bool first, bool last, bool framed) const
{
    if (!rect.outlined)
        return {};
    const double left = onGrid(m_grid.deviceX(rect.rect.x));
    const double right = onGrid(m_grid.deviceX(rect.rect.right()));
    const int wholeEnd = floorColumn(right);
    Edges edges;
    if (!first || framed)
        edges.left.begin = first ? ceilColumn(left) : floorColumn(left);
    if (!first || framed)
        edges.left.end = edges.left.begin + m_edgeWidth;
    if (!last)
        edges.right = {wholeEnd, ceilColumn(right)};
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
    const int end = std::min(ceilColumn(right), m_grid.count);
    for (int column = std::max(floorColumn(left), 0); column < end; ++column) {
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
    m_colors.clear();
    for (const std::size_t fill : strip.coverage.fills())
        m_colors.push_back(
            toMix(m_theme.color((strip.shown >> fill / 2 & 1U) != 0 ? stripFill(fill) : Fill{Role::Ghost})));
    const std::span<const float> shares = strip.coverage.shares();
    const double width = strip.columnWidth * m_grid.scale;
    const double begin = onGrid(m_grid.deviceX(strip.x));
    if (begin == std::floor(begin) && std::abs(width - 1) < 1e-9) {
        const OnGrid own = onOwnGrid(shares, static_cast<int>(begin));
        if (m_isDirty)
            addOnGrid(own);
        else
            m_alone = own;
        return;
    }
    m_isDirty = true;
    for (std::size_t at = 0; at < strip.coverage.size(); ++at) {
        Mix cover{};
        for (std::size_t slot = 0; slot < m_colors.size(); ++slot)
            cover += shares[at * m_colors.size() + slot] * m_colors[slot];
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
LaneComposer::OnGrid LaneComposer::onOwnGrid(std::span<const float> shares, int begin) const
{
    const std::size_t slotCount = m_colors.size();
    const auto skipped = static_cast<std::size_t>(std::max(0, -begin));
    const auto target = static_cast<std::size_t>(std::max(0, begin));
    if (slotCount == 0 || skipped * slotCount >= shares.size() || target >= m_columns.size())
        return {};
    return {shares.data() + skipped * slotCount, target,
            std::min(shares.size() / slotCount - skipped, m_columns.size() - target)};
}

void LaneComposer::addOnGrid(const OnGrid& strip)
{
    m_isDirty = true;
    const float* share = strip.shares;
    for (std::size_t at = 0; at < strip.count; ++at) {
        Mix cover = *share++ * m_colors[0];
        for (std::size_t slot = 1; slot < m_colors.size(); ++slot)
            cover += *share++ * m_colors[slot];
        m_columns[strip.first + at] += cover;
    }
}

/// To 8 bits a channel; what is left over goes to the next column.
class LaneComposer::Rounding
{
public:
    static constexpr float kOne = 1 << 16;

    /// `exact` is in 65536ths.
    [[nodiscard]] QRgb next(Mix exact)
    {
        using Bytes = std::uint8_t __attribute__((vector_size(4)));
        constexpr Fixed kFraction = Fixed{} + 0xFFFF;
        constexpr Fixed kMost = Fixed{} + 255;
        const Fixed sum = __builtin_convertvector(exact, Fixed) + m_carry;
        m_carry = sum & kFraction;
        const Fixed channels = sum >> 16;
        const Fixed kept = channels > kMost ? kMost : channels;
        return std::bit_cast<QRgb>(__builtin_convertvector(kept, Bytes)) | 0xFF000000U;
    }

private:
    Fixed m_carry{1 << 15, 1 << 15, 1 << 15, 0};
};

/// Each column's colour over idle, rounded.
void LaneComposer::finish()
{
    m_runs.clear();
    if (m_isDirty) {
        finishColumns();
        return;
    }
    const auto paintIdle = [this](std::size_t begin, std::size_t end) {
        std::fill(m_middle.data() + begin, m_middle.data() + end, m_idlePixel);
    };
    paintIdle(0, m_alone.first);
    paintIdle(m_alone.first + m_alone.count, m_middle.size());
    switch (m_colors.size()) {
    case 1:
        return finishAlone<1>();
    case 2:
        return finishAlone<2>();
    case 4:
        return finishAlone<4>();
    default:
        return finishAlone<0>();
    }
}

template <std::size_t kSlots>
void LaneComposer::finishAlone()
{
    // By a power of two: that changes no rounding.
    std::array<Mix, StripColumns::kFills> colors{};
    for (std::size_t slot = 0; slot < m_colors.size(); ++slot)
        colors[slot] = m_colors[slot] * Mix{Rounding::kOne, Rounding::kOne, Rounding::kOne, 1};
    const Mix idle = m_idle * Rounding::kOne;
    const std::size_t slotCount = kSlots != 0 ? kSlots : m_colors.size();
    const float* share = m_alone.shares;
    QRgb* pixel = m_middle.data() + m_alone.first;
    Rounding rounding;
    const auto end = static_cast<int>(m_alone.first + m_alone.count);
    for (auto column = static_cast<int>(m_alone.first); column < end; ++column, share += slotCount, ++pixel) {
        Mix cover = share[0] * colors[0];
        for (std::size_t slot = 1; slot < slotCount; ++slot)
            cover += share[slot] * colors[slot];
        if (cover[3] <= 0) {
            *pixel = m_idlePixel;
            continue;
        }
        *pixel = rounding.next(cover + std::max(0.0F, 1 - cover[3]) * idle);
        addToRuns(column);
    }
}

void LaneComposer::finishColumns()
{
    Rounding rounding;
    for (std::size_t at = 0; at < m_columns.size(); ++at) {
        const Mix& mix = m_columns[at];
        const float share = mix[3];
        if (share <= 0) {
            m_middle[at] = m_border[at] = m_idlePixel;
            continue;
        }
        if (share < kWhole)
            m_middle[at] = m_border[at] =
                rounding.next((mix + std::max(0.0F, 1 - share) * m_idle) * Rounding::kOne);
        addToRuns(static_cast<int>(at));
    }
}

/// Columns come in order.
void LaneComposer::addToRuns(int column)
{
    if (m_runs.empty() || column - m_runs.back().end >= kOwnGapColumns)
        m_runs.push_back({column, column});
    m_runs.back().end = column + 1;
}

} // namespace bubblescope::ui
