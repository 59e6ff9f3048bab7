// SPDX-License-Identifier: Apache-2.0
#include "ui/export/parts_painter.h"

#include "core/scene/curve_outline.h"
#include "core/scene/memory_parts_strip.h"
#include "ui/export/colors.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

int rowOf(const SceneCurve& curve, double level, int rows)
{
    const double row = level / curve.top * rows;
    return rows - static_cast<int>(row + (row < 0 ? -0.5 : 0.5));
}

} // namespace

PartsRaster::PartsRaster(const QTransform& toDevice, const RectF& plot, const ImagePixels& pixels)
    : m_toDevice(toDevice)
    , m_pixels(pixels)
    , m_mark(std::max(1, static_cast<int>(kBeyondMarkPx * toDevice.m22() + 1e-6)))
{
    const QRectF device = toDevice.mapRect(QRectF(plot.x, plot.y, plot.width, plot.height));
    m_first = static_cast<int>(std::floor(device.left() + 1e-6));
    m_columns = std::max(0, static_cast<int>(std::ceil(device.right() - 1e-6)) - m_first);
}

void PartsRaster::paint(QPainter& painter, const SceneCurve& curve, const Theme& theme)
{
    const QRectF device = m_toDevice.mapRect(QRectF(0, curve.rect.y, 1, curve.rect.height));
    const int top = qRound(device.top());
    m_rows = std::max(1, qRound(device.bottom()) - top);
    if (m_columns == 0 || curve.steps.empty())
        return;
    m_count = curve.layers.size() + 1;
    if (m_layers.size() < m_count)
        m_layers.resize(m_count);
    const double scale = m_toDevice.m11();
    const auto columnOf = [&](double x) {
        return std::clamp(x * scale + m_toDevice.dx() - m_first, 0.0, static_cast<double>(m_columns));
    };
    constexpr double kSlack = 1e-5;
    m_begin = static_cast<int>(columnOf(curve.steps.front().x) + kSlack);
    m_end = static_cast<int>(std::ceil(columnOf(curve.end) - kSlack));
    if (m_begin >= m_end)
        return;
    setLayer(m_layers[0], curve, curve.steps, curve.fill, theme);
    for (std::size_t i = 1; i < m_count; ++i) {
        const CurveLayer& part = curve.layers[m_count - 1 - i];
        setLayer(m_layers[i], curve, part.steps, part.fill, theme);
    }
    const int highest = std::clamp(m_layers[0].highest, 0, m_rows);
    const bool isMarked = curve.limit && !curve.isLimitBeyond() && !isFillOnly(curve);
    const int limit = isMarked ? rowOf(curve, *curve.limit, m_rows) : 0;
    const QRgb mark = toQRgb(theme.color(Role::CriticalPath));
    const auto write = [&](QRgb* pixels, int row, int begin, int end) {
        writeRow(pixels, row, begin, end);
        if (row < limit)
            markBeyond(pixels, row, mark, begin, end);
    };
    if (m_pixels) {
        const int begin = std::max(m_begin, m_pixels.clip().left() - m_first);
        const int end = std::min(m_end, m_pixels.clip().left() + m_pixels.clip().width() - m_first);
        for (int row = std::max(highest, m_pixels.top() - top);
             row < std::min(m_rows, m_pixels.bottom() - top) && begin < end; ++row)
            write(m_pixels.row(top + row) + m_first, row, begin, end);
        return;
    }
    if (m_image.width() != m_columns || m_image.height() < m_rows)
        m_image = QImage(m_columns, m_rows, QImage::Format_ARGB32_Premultiplied);
    m_image.fill(Qt::transparent);
    for (int row = highest; row < m_rows; ++row)
        write(reinterpret_cast<QRgb*>(m_image.scanLine(row)), row, m_begin, m_end);
    painter.drawImage(QPoint(m_first, top), m_image, QRect(0, 0, m_columns, m_rows));
}

/// Every column that a step touches shows it.
void PartsRaster::setLayer(Layer& layer, const SceneCurve& curve, const std::vector<CurveStep>& steps,
                           Role role, const Theme& theme) const
{
    const auto count = static_cast<std::size_t>(m_columns);
    layer.tops.assign(count, m_rows);
    layer.solids.assign(count, 0);
    layer.fill = toQRgb(theme.color(Fill{role}));
    layer.passing = toQRgb(theme.color(Fill{role, kPassingTone}));
    layer.highest = m_rows;
    layer.solid = 0;
    const double scale = m_toDevice.m11();
    const double shift = m_toDevice.dx() - m_first;
    constexpr double kSlack = 1e-5;
    const auto inside = [this](double x) { return std::clamp(x, 0.0, static_cast<double>(m_columns)); };
    double left = steps.empty() ? 0 : steps.front().x * scale + shift;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const double right = (i + 1 < steps.size() ? steps[i + 1].x : curve.end) * scale + shift;
        const double end = inside(right - kSlack);
        const int whole = static_cast<int>(end);
        const int past = whole + (whole < end ? 1 : 0);
        const int high = rowOf(curve, steps[i].high, m_rows);
        const int low = rowOf(curve, steps[i].low, m_rows);
        layer.highest = std::min(layer.highest, high);
        layer.solid = std::max(layer.solid, low);
        for (int column = static_cast<int>(inside(left + kSlack)); column < past; ++column) {
            const auto at = static_cast<std::size_t>(column);
            layer.tops[at] = std::min(layer.tops[at], high);
            layer.solids[at] = std::max(layer.solids[at], low);
        }
        left = right;
    }
}

/// Parts from the uppermost down, each over those above it: but for those that one below covers altogether.
void PartsRaster::writeRow(QRgb* row, int at, int begin, int end) const
{
    std::size_t next = 0;
    for (std::size_t i = m_count; i-- > 0;)
        if (at >= m_layers[i].solid) {
            std::fill(row + begin, row + end, m_layers[i].fill);
            next = i + 1;
            break;
        }
    for (; next < m_count; ++next) {
        const Layer& layer = m_layers[next];
        if (at < layer.highest)
            continue;
        const int* const tops = layer.tops.data();
        const int* const solids = layer.solids.data();
        for (int column = begin; column < end;
             ++column) { // without branches, so that it is done side by side
            const QRgb inside = at < solids[column] ? layer.passing : layer.fill;
            row[column] = at < tops[column] ? row[column] : inside;
        }
    }
}

void PartsRaster::markBeyond(QRgb* row, int at, QRgb mark, int begin, int end) const
{
    const int* const tops = m_layers[0].tops.data();
    for (int column = begin; column < end; ++column) {
        const bool isOn = at >= tops[column] && at < tops[column] + m_mark;
        row[column] = isOn ? mark : row[column];
    }
}

} // namespace bubblescope::ui
