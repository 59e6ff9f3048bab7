// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/measure_marks.h"

#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"
#include "ui/timeline/timeline_viewport.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

using M = TimelineMetrics;
constexpr double kChipTextPx = 11;
constexpr double kReadOutTextPx = 12;
constexpr double kMeasureMarksSpace = 2;

double chipWidth(const QString& text)
{
    return std::ceil(QFontMetricsF(sceneFont(kChipTextPx, true)).horizontalAdvance(text)) + 12;
}

void paintChip(QPainter& painter, const QRectF& rect, const QString& text, const QColor& ground,
               const QColor& edge, const QColor& color)
{
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(edge);
    painter.setBrush(ground);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(color);
    painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, text);
}

/// The area's times on the ruler.
struct RulerTexts
{
    QString from, length, to;
    std::optional<QRectF> fromRect, toRect; ///< nothing where the edge is out of view
    QRectF lengthRect;
};

RulerTexts rulerTexts(const TimeRange& range, double left, double right, const OverlayPlace& place)
{
    const Time resolution = areaResolution(range, place.geometry.pixelsPerUnit());
    const std::string& unit = place.index.timeline().unit;
    RulerTexts texts{shortTimeText(range.from, unit, resolution),
                     QStringLiteral("Δ ") + shortTimeText(range.to - range.from, unit, resolution),
                     shortTimeText(range.to, unit, resolution),
                     {},
                     {},
                     {}};
    const RulerChips chips =
        placeRulerChips(left, right, place.geometry.plot, place.size.width(), chipWidth(texts.from),
                        chipWidth(texts.length), chipWidth(texts.to));
    const auto rectAt = [](double x, const QString& text) {
        return QRectF(x, 3, chipWidth(text), M::kRulerHeight - 6);
    };
    if (chips.from)
        texts.fromRect = rectAt(*chips.from, texts.from);
    if (chips.to)
        texts.toRect = rectAt(*chips.to, texts.to);
    texts.lengthRect = rectAt(chips.length, texts.length);
    return texts;
}

void paintRuler(QPainter& painter, const AreaPicture& area, const QRectF& all, const OverlayPlace& place)
{
    const Theme& theme = place.theme;
    const RectF& plot = place.geometry.plot;
    const QColor accent = toColor(theme.color(Role::Accent));
    const double left = std::max(all.left(), plot.x);
    const double right = std::min(all.right(), plot.right());
    if (rulerHeightOf(place.geometry) == 0)
        return;
    if (left < right)
        painter.fillRect(QRectF(left, 0, right - left, M::kRulerHeight),
                         toColor(theme.color(Role::Accent), 0.16));
    painter.setFont(sceneFont(kChipTextPx, true));
    const RulerTexts texts = rulerTexts(area.range, all.left(), all.right(), place);
    const QColor ground = toColor(theme.color(Role::Panel));
    const QColor text = toColor(theme.color(Role::Text));
    if (texts.fromRect)
        paintChip(painter, *texts.fromRect, texts.from, ground, accent, text);
    if (texts.toRect)
        paintChip(painter, *texts.toRect, texts.to, ground, accent, text);
    paintChip(painter, texts.lengthRect, texts.length, accent, accent,
              toColor(theme.textOn(Fill{Role::Accent})));
}

void paintGround(QPainter& painter, const AreaPicture& area, const OverlayPlace& place)
{
    const RectF& plot = place.geometry.plot;
    const QColor accent = toColor(place.theme.color(Role::Accent));
    for (const QRectF& whole : area.rects) {
        const QRectF rect = whole.intersected(toRect(plot));
        if (rect.isEmpty())
            continue;
        painter.fillRect(rect, toColor(place.theme.color(Role::Accent), 0.11));
        painter.fillRect(QRectF(rect.left(), std::round(rect.top()), rect.width(), 1), accent);
        painter.fillRect(QRectF(rect.left(), std::round(rect.bottom()) - 1, rect.width(), 1), accent);
    }
    const QRectF all = area.rects.front().united(area.rects.back());
    const double ruler = rulerHeightOf(place.geometry);
    for (const double x : {std::floor(all.left()), std::ceil(all.right()) - 1}) {
        if (x < plot.x - 1 || x > plot.right())
            continue;
        painter.fillRect(QRectF(x, ruler, 1, all.bottom() - ruler),
                         toColor(place.theme.color(Role::Accent), 0.5));
        for (const QRectF& rect : area.rects)
            painter.fillRect(QRectF(x, rect.top(), 1, rect.height()), accent);
    }
}

/// A bar along the edge on its lane, with a notch above.
void paintSnap(QPainter& painter, const ActionEdge& snap, const OverlayPlace& place)
{
    const auto row = place.geometry.rowOf(snap.lane.rank);
    const auto top = row ? place.geometry.trackTop(*row, snap.lane.track) : std::nullopt;
    if (!top)
        return;
    const double height = place.geometry.trackHeight(*row, snap.lane.track);
    const double x = place.geometry.xOf(snap.time);
    const QColor accent = toColor(place.theme.color(Role::Accent));
    painter.save();
    painter.setClipRect(toRect(place.geometry.bandOf(*row)).adjusted(-6, -4, 6, 4));
    painter.fillRect(QRectF(x - 2, *top - 1, 4, height + 2), toColor(place.theme.color(Role::Panel)));
    painter.fillRect(QRectF(x - 1, *top - 1, 2, height + 2), accent);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(toColor(place.theme.color(Role::Panel)), 1));
    painter.setBrush(accent);
    const double y = *top + height / 2;
    painter.drawPolygon(
        QPolygonF{QPointF(x - 5, y), QPointF(x, y - 5), QPointF(x + 5, y), QPointF(x, y + 5)});
    painter.restore();
}

/// As many lines as it takes not to be wider than the room.
QStringList linesOf(const QString& readOut, const QFontMetricsF& metrics, double room)
{
    const QString separator = QStringLiteral(" · ");
    QStringList lines;
    for (const QString& part : readOut.split(separator)) {
        const QString longer = lines.isEmpty() ? part : lines.back() + separator + part;
        if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= room)
            lines.back() = longer;
        else
            lines << part;
    }
    return lines;
}

void paintReadOut(QPainter& painter, const AreaPicture& area, const QRectF& visible,
                  const OverlayPlace& place)
{
    const RectF& plot = place.geometry.plot;
    // Beside the lanes' names, not over them.
    const double ruler = rulerHeightOf(place.geometry);
    const QRectF bounds(plot.x + 2, ruler + 2, plot.width - 4, place.size.height() - ruler - 6);
    const QFont font = sceneFont(kReadOutTextPx, true);
    const QFontMetricsF metrics(font);
    const QStringList lines = linesOf(area.readOut, metrics, bounds.width() - 16);
    double width = 0;
    for (const QString& line : lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    const double lineHeight = std::ceil(metrics.height());
    const QSizeF size(std::ceil(width) + 16, lineHeight * static_cast<double>(lines.size()) + 8);
    const QRectF rect = placeReadOut(visible, size, bounds);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(toColor(place.theme.color(Role::Accent)));
    painter.setBrush(toColor(place.theme.color(Role::Panel)));
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(font);
    painter.setPen(toColor(place.theme.color(Role::Text)));
    for (qsizetype i = 0; i < lines.size(); ++i)
        painter.drawText(QRectF(rect.left() + 8, rect.top() + 4 + lineHeight * static_cast<double>(i),
                                rect.width() - 16, lineHeight),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, lines[i]);
}

} // namespace

std::vector<QRectF> rulerChipRects(const TimeRange& range, const OverlayPlace& place)
{
    const double left = place.geometry.xOf(range.from);
    const double right = place.geometry.xOf(range.to);
    if (rulerHeightOf(place.geometry) == 0 || right < place.geometry.plot.x ||
        left > place.geometry.plot.right())
        return {};
    const RulerTexts texts = rulerTexts(range, left, right, place);
    std::vector<QRectF> rects{texts.lengthRect};
    for (const auto& rect : {texts.fromRect, texts.toRect})
        if (rect)
            rects.push_back(*rect);
    return rects;
}

Time areaResolution(const TimeRange& range, double pixelsPerUnit)
{
    return std::min(1 / pixelsPerUnit, (range.to - range.from) / 100);
}

Time roundedTo(Time time, Time resolution)
{
    const double digit = std::pow(10.0, std::floor(std::log10(resolution)));
    return std::round(time / digit) * digit;
}

RulerChips placeRulerChips(double left, double right, const RectF& plot, double room, double fromWidth,
                           double lengthWidth, double toWidth)
{
    RulerChips chips;
    const bool hasFrom = left >= plot.x - 1 && left <= plot.right();
    const bool hasTo = right >= plot.x && right <= plot.right() + 1;
    const double middle =
        (std::clamp(left, plot.x, plot.right()) + std::clamp(right, plot.x, plot.right())) / 2;
    const double fromRoom = hasFrom ? fromWidth + kMeasureMarksSpace : 0;
    const double toRoom = hasTo ? toWidth + kMeasureMarksSpace : 0;
    const double most = std::max(kMeasureMarksSpace, room - kMeasureMarksSpace - lengthWidth);
    chips.length =
        std::clamp(std::round(middle - lengthWidth / 2), std::min(most, kMeasureMarksSpace + fromRoom),
                   std::max(kMeasureMarksSpace, most - toRoom));
    // Beside its edge, but never under the length.
    if (hasFrom)
        chips.from = std::max(
            kMeasureMarksSpace,
            std::min(std::round(left) - kMeasureMarksSpace, chips.length - kMeasureMarksSpace) - fromWidth);
    if (hasTo)
        chips.to = std::min(room - kMeasureMarksSpace - toWidth,
                            std::max(std::round(right) + kMeasureMarksSpace,
                                     chips.length + lengthWidth + kMeasureMarksSpace));
    return chips;
}

QRectF placeReadOut(const QRectF& area, const QSizeF& size, const QRectF& bounds)
{
    constexpr double kAway = 6;
    double y = area.bottom() + kAway;
    if (y + size.height() > bounds.bottom())
        y = area.top() - kAway - size.height();
    // Between all lanes and the border there is little room: as low as it goes hides least.
    if (y < bounds.top())
        y = bounds.bottom() - size.height();
    const double x = area.center().x() - size.width() / 2;
    return {std::round(std::max(bounds.left(), std::min(x, bounds.right() - size.width()))),
            std::round(std::max(bounds.top(), std::min(y, bounds.bottom() - size.height()))), size.width(),
            size.height()};
}

void paintMeasuredArea(QPainter& painter, const AreaPicture& area, const OverlayPlace& place)
{
    const RectF& plot = place.geometry.plot;
    const double left = place.geometry.xOf(area.range.from);
    const double right = place.geometry.xOf(area.range.to);
    if (right < plot.x || left > plot.right())
        return;
    painter.save();
    QRectF all(left, plot.y, right - left, 0);
    if (!area.rects.empty()) {
        paintGround(painter, area, place);
        all = area.rects.front().united(area.rects.back());
    }
    if (area.snap)
        paintSnap(painter, *area.snap, place);
    paintRuler(painter, area, all, place);
    if (!area.rects.empty())
        paintReadOut(painter, area, all.intersected(toRect(plot)), place);
    painter.restore();
}

} // namespace bubblescope::ui
