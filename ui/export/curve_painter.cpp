// SPDX-License-Identifier: Apache-2.0
#include "ui/export/curve_painter.h"

#include "core/base/vector_registers.h"
#include "core/scene/curve_outline.h"
#include "core/scene/memory_parts_strip.h"
#include "ui/export/colors.h"
#include "ui/export/image_pixels.h"
#include "ui/export/parts_painter.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace bubblescope::ui {

namespace {

/// Pixel rows of one curve, counted from the strip's top, for each pixel column.
class CurveRaster
{
public:
    CurveRaster(const QTransform& toDevice, const RectF& plot, const ImagePixels& pixels)
        : m_toDevice(toDevice)
        , m_pixels(pixels)
        , m_lineWidth(std::max(1, static_cast<int>(toDevice.m22() + 1e-6)))
    {
        const QRectF device = toDevice.mapRect(QRectF(plot.x, plot.y, plot.width, plot.height));
        m_first = static_cast<int>(std::floor(device.left() + 1e-6));
        m_columns = std::max(0, static_cast<int>(std::ceil(device.right() - 1e-6)) - m_first);
    }

    void paint(QPainter& painter, const SceneCurve& curve, const Theme& theme);

private:
    /// As std::lround(), which is a call for each level.
    [[nodiscard]] int rowOf(const SceneCurve& curve, double level) const
    {
        const double row = level / curve.top * m_rows;
        return m_rows - static_cast<int>(row + (row < 0 ? -0.5 : 0.5));
    }
    void setColumns(const SceneCurve& curve);
    void addStep(int begin, int end, int high, int low);
    void joinNeighbours();
    struct Colors
    {
        QRgb line, band, fill;
    };
    void writeRow(QRgb* row, int at, const Colors& colors, int begin, int end) const;
    void write(QPainter& painter, const Theme& theme, int limit);
    void paintLimit(QPainter& painter, const SceneCurve& curve, const Theme& theme) const;

    QTransform m_toDevice;
    const ImagePixels& m_pixels; ///< of the image that is painted on, if it can be written to
    int m_lineWidth;
    int m_line = 0;  ///< the same, 0 where lines have no room
    int m_first = 0; ///< device column of the plot's left border
    int m_columns = 0;
    int m_top = 0; ///< device row of the strip's top
    int m_rows = 0;
    /// Where a column's line begins and ends, and its band; rows below that are filled.
    std::vector<int> m_lineTop, m_lineEnd, m_bandEnd, m_peaks;
    QImage m_image;
};

void CurveRaster::paint(QPainter& painter, const SceneCurve& curve, const Theme& theme)
{
    const QRectF device = m_toDevice.mapRect(QRectF(0, curve.rect.y, 1, curve.rect.height));
    m_top = qRound(device.top());
    m_line = isFillOnly(curve) ? 0 : m_lineWidth;
    m_rows = std::max(std::max(1, m_line), qRound(device.bottom()) - m_top);
    if (m_columns == 0)
        return;
    if (!curve.isStacked()) {
        setColumns(curve);
        joinNeighbours();
        write(painter, theme, curve.limit && !curve.isLimitBeyond() ? rowOf(curve, *curve.limit) : 0);
    }
    paintLimit(painter, curve, theme);
}

/// Every column that a step touches shows it.
void CurveRaster::setColumns(const SceneCurve& curve)
{
    const auto count = static_cast<std::size_t>(m_columns);
    m_lineTop.assign(count, m_rows);
    m_bandEnd.assign(count, 0);
    const double scale = m_toDevice.m11();
    const double shift = m_toDevice.dx() - m_first;
    constexpr double kSlack = 1e-5;
    const auto inside = [most = static_cast<double>(m_columns)](double x) {
        return std::clamp(x, 0.0, most);
    };
    double left = curve.steps.empty() ? 0 : curve.steps.front().x * scale + shift;
    for (std::size_t i = 0; i < curve.steps.size(); ++i) {
        const CurveStep& step = curve.steps[i];
        const double right = (i + 1 < curve.steps.size() ? curve.steps[i + 1].x : curve.end) * scale + shift;
        const double end = inside(right - kSlack);
        const int whole = static_cast<int>(end);
        addStep(static_cast<int>(inside(left + kSlack)), whole + (whole < end ? 1 : 0),
                rowOf(curve, step.high), rowOf(curve, step.low));
        left = right;
    }
}

void CurveRaster::addStep(int begin, int end, int high, int low)
{
    const int top = std::min(high, m_rows - m_line);
    for (int column = begin; column < end; ++column) {
        const auto at = static_cast<std::size_t>(column);
        m_lineTop[at] = std::min(m_lineTop[at], top);
        // Where nothing is between lowest and highest there is no band.
        m_bandEnd[at] = std::max(m_bandEnd[at], high < low ? low : 0);
    }
}

/// A column's line reaches down to its lower neighbour's.
void CurveRaster::joinNeighbours()
{
    m_lineEnd = m_lineTop;
    m_peaks = m_lineTop;
    for (int& peak : m_peaks) // columns without a curve have no line to reach
        peak = peak < m_rows ? peak : 0;
    const int* const peaks = m_peaks.data();
    int* const ends = m_lineEnd.data();
    for (int by = 1; by <= m_line; ++by)
        for (int column = by; column < m_columns; ++column) {
            ends[column] = std::max(ends[column], peaks[column - by]);
            ends[column - by] = std::max(ends[column - by], peaks[column]);
        }
    for (int& end : m_lineEnd)
        end += m_line;
}

/// The columns [begin, end) of a row; what is above the curve stays as it is.
void CurveRaster::writeRow(QRgb* row, int at, const Colors& colors, int begin, int end) const
{
    const int* const tops = m_lineTop.data();
    const int* const lineEnds = m_lineEnd.data();
    const int* const bandEnds = m_bandEnd.data();
    for (int column = begin; column < end; ++column) { // without branches, so that it is done side by side
        const QRgb below = at < bandEnds[column] ? colors.band : colors.fill;
        const QRgb inside = at < lineEnds[column] ? colors.line : below;
        row[column] = at < tops[column] ? row[column] : inside;
    }
}

/// Rows above `limit` have the colours of what is beyond it.
void CurveRaster::write(QPainter& painter, const Theme& theme, int limit)
{
    const auto colorsOf = [&theme](bool beyond) {
        const auto rgb = [&theme](Role role) { return toQRgb(theme.color(role)); };
        if (beyond)
            return Colors{rgb(Role::CriticalPath), rgb(Role::MemoryOver), rgb(Role::MemoryOver)};
        return Colors{rgb(Role::MemoryLine), rgb(Role::MemoryBand), rgb(Role::Memory)};
    };
    const Colors above = colorsOf(true);
    const Colors within = colorsOf(false);
    const int highest = std::clamp(*std::min_element(m_lineTop.begin(), m_lineTop.end()), 0, m_rows);
    // From here on every column is filled. A line never ends above where it begins.
    const int solid = std::max(*std::max_element(m_lineEnd.begin(), m_lineEnd.end()),
                               *std::max_element(m_bandEnd.begin(), m_bandEnd.end()));
    if (m_pixels) {
        const int begin = std::max(0, m_pixels.clip().left() - m_first);
        const int end = std::min(m_columns, m_pixels.clip().left() + m_pixels.clip().width() - m_first);
        for (int row = std::max(highest, m_pixels.top() - m_top);
             row < std::min(m_rows, m_pixels.bottom() - m_top); ++row) {
            QRgb* const pixels = m_pixels.row(m_top + row) + m_first;
            const Colors& colors = row < limit ? above : within;
            if (row >= solid)
                std::fill(pixels + begin, pixels + std::max(begin, end), colors.fill);
            else
                writeRow(pixels, row, colors, begin, end);
        }
        return;
    }
    if (m_image.width() != m_columns || m_image.height() < m_rows)
        m_image = QImage(m_columns, m_rows, QImage::Format_ARGB32_Premultiplied);
    m_image.fill(Qt::transparent);
    for (int row = highest; row < m_rows; ++row)
        writeRow(reinterpret_cast<QRgb*>(m_image.scanLine(row)), row, row < limit ? above : within, 0,
                 m_columns);
    painter.drawImage(QPoint(m_first, m_top), m_image, QRect(0, 0, m_columns, m_rows));
}

void CurveRaster::paintLimit(QPainter& painter, const SceneCurve& curve, const Theme& theme) const
{
    if (!curve.limit || m_line == 0)
        return;
    const QColor color = toColor(theme.color(curve.limitLine));
    const int row = std::clamp(rowOf(curve, std::min(*curve.limit, curve.top)), 0, m_rows - m_line);
    if (!curve.isLimitBeyond()) {
        painter.fillRect(QRect(m_first, m_top + row, m_columns, m_line), color);
        return;
    }
    const int dash = std::max(1, qRound(kLimitDashPx * m_toDevice.m11()));
    for (int column = 0; column < m_columns; column += 2 * dash)
        painter.fillRect(QRect(m_first + column, m_top + row, std::min(dash, m_columns - column), m_line),
                         color);
}

QPainterPath pathOf(const Staircase& stairs)
{
    QPainterPath path(QPointF(stairs.front().x, stairs.front().y));
    for (const PointF& corner : stairs)
        path.lineTo(corner.x, corner.y);
    return path;
}

void paintStairs(QPainter& painter, const Staircase& stairs, const QColor& fill,
                 const std::optional<QColor>& line)
{
    const QPainterPath path = pathOf(stairs);
    painter.fillPath(path, fill);
    if (line)
        painter.strokePath(path, QPen(*line, 1, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
}

} // namespace

void paintRasterCurves(QPainter& painter, const Scene& scene, const Theme& theme)
{
    if (scene.curves.empty())
        return;
    const QTransform toDevice = painter.deviceTransform();
    const ImagePixels pixels(painter);
    painter.save();
    // Whole images go onto whole device pixels, untouched by scaling.
    painter.setWorldTransform(toDevice.inverted() * painter.worldTransform());
    clearUpperRegisters();
    CurveRaster raster(toDevice, scene.geometry.plot, pixels);
    PartsRaster stacked(toDevice, scene.geometry.plot, pixels);
    for (const SceneCurve& curve : scene.curves) {
        if (curve.isStacked())
            stacked.paint(painter, curve, theme);
        raster.paint(painter, curve, theme);
    }
    painter.restore();
}

void paintVectorCurves(QPainter& painter, const Scene& scene, const Theme& theme)
{
    for (const SceneCurve& curve : scene.curves) {
        const CurveOutline outline = curve.isStacked() ? CurveOutline{} : curveOutline(curve, 1);
        if (curve.isStacked())
            for (const PartShape& shape : partShapes(curve)) {
                const QColor fill = toColor(theme.color(shape.fill));
                if (!shape.area.empty())
                    painter.fillPath(pathOf(shape.area), fill);
                for (const RectF& rect : shape.rects)
                    painter.fillRect(QRectF(rect.x, rect.y, rect.width, rect.height), fill);
            }
        const QColor beyond = toColor(theme.color(Role::CriticalPath));
        const auto line = [&](const QColor& color) {
            return isFillOnly(curve) ? std::nullopt : std::optional(color);
        };
        if (!outline.area.empty())
            paintStairs(painter, outline.area, toColor(theme.color(Role::Memory)),
                        line(toColor(theme.color(Role::MemoryLine))));
        for (const RectF& band : outline.bands)
            painter.fillRect(QRectF(band.x, band.y, band.width, band.height),
                             toColor(theme.color(Role::MemoryBand)));
        for (const Staircase& part : outline.above)
            paintStairs(painter, part, toColor(theme.color(Role::MemoryOver)), line(beyond));
        if (const auto y = limitLineY(curve, 1)) {
            QPen pen(toColor(theme.color(curve.limitLine)), 1, Qt::SolidLine, Qt::FlatCap);
            if (curve.isLimitBeyond())
                pen.setDashPattern({kLimitDashPx, kLimitDashPx});
            painter.setPen(pen);
            painter.drawLine(QPointF(curve.rect.x, *y), QPointF(curve.rect.right(), *y));
            painter.setPen(Qt::NoPen);
        }
    }
}

} // namespace bubblescope::ui
