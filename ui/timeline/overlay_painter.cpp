// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/overlay_painter.h"

#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"
#include "ui/timeline/bubble_chain_marks.h"
#include "ui/timeline/dependency_arrows.h"
#include "ui/timeline/hover_card.h"
#include "ui/timeline/timeline_viewport.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

namespace bubblescope::ui {

namespace {

using M = TimelineMetrics;
constexpr double kOverlayPainterChipTextPx = 11;
/// A selected block narrower than this still gets a frame this wide.
constexpr double kMinFrameWidth = 8;

/// A text on a rounded ground on the ruler, as wide as it needs, kept inside the viewport.
struct Chip
{
    QString text;
    QRectF rect;
};

/// Without a ruler it is empty.
Chip chipAt(const QString& text, double x, const OverlayPlace& place)
{
    if (rulerHeightOf(place.geometry) == 0)
        return {};
    const QFontMetricsF metrics(sceneFont(kOverlayPainterChipTextPx, true));
    const double w = std::ceil(metrics.horizontalAdvance(text)) + 12;
    const double left = std::clamp(std::round(x - w / 2), 2.0, std::max(2.0, place.size.width() - w - 2));
    return {text, QRectF(left, 3, w, M::kRulerHeight - 6)};
}

Chip pointerChip(const OverlayState& state, const OverlayPlace& place)
{
    const Time resolution = 1 / place.geometry.pixelsPerUnit();
    return chipAt(
        shortTimeText(place.geometry.timeAt(state.pointer->x()), place.index.timeline().unit, resolution),
        state.pointer->x(), place);
}

void paintChip(QPainter& painter, const Chip& chip, const QColor& ground, const QColor& text)
{
    if (chip.rect.isEmpty())
        return;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(chip.rect, 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(sceneFont(kOverlayPainterChipTextPx, true));
    painter.setPen(text);
    painter.drawText(chip.rect, Qt::AlignCenter | Qt::TextSingleLine, chip.text);
}

std::optional<QRectF> hitRect(const Hit& hit, const OverlayPlace& place)
{
    const auto rect = hit.gap      ? stretchRect(place.geometry, *hit.gap)
                      : hit.action ? actionRect(place.index, place.geometry, *hit.action)
                                   : std::nullopt;
    return rect ? std::optional(toRect(*rect)) : std::nullopt;
}

/// What the card must not lie over: the block, the gap, or the part of a strip under the pointer.
QRectF explainedRect(const OverlayState& state, const OverlayPlace& place)
{
    const TimelineGeometry& geometry = place.geometry;
    QRectF rect = hitRect(state.hovered, place).value_or(QRectF());
    if (state.hovered.memory) {
        if (const auto row = geometry.rowOf(state.hovered.memory->rank); row && geometry.hasMemory(*row))
            rect = QRectF(state.pointer->x() - 1, geometry.memoryTop(*row), 2, geometry.memoryHeight);
    } else if (state.hovered.isResidual) {
        if (const auto row = geometry.echoRowAt(state.pointer->y()))
            rect = QRectF(rect.left(), geometry.echoTop(*row), rect.width(), geometry.echoHeight);
    }
    return rect.intersected(toRect(geometry.plot));
}

QRectF cardRect(const OverlayState& state, const OverlayPlace& place)
{
    // Under the ruler where there is room, else over it.
    const double ruler = rulerHeightOf(place.geometry);
    const double under = place.size.height() - ruler - 4;
    const double top = state.cardSize.height() <= under ? std::max(4.0, ruler) : 4;
    return hoverCardRect(state.cardSize, *state.pointer,
                         QRectF(4, top, place.size.width() - 8, place.size.height() - top - 4),
                         explainedRect(state, place));
}

QRectF plotClip(const TimelineGeometry& geometry)
{
    return toRect(geometry.plot).adjusted(-3, -3, 3, 3);
}

/// Where what belongs to a rank's lane is to be seen: not behind the pinned lanes.
QRectF bandClip(const TimelineGeometry& geometry, RankId rank)
{
    const auto row = geometry.rowOf(rank);
    if (geometry.pinnedRows == 0 || !row)
        return plotClip(geometry);
    const bool isPinned = *row < geometry.pinnedRows;
    return toRect(geometry.bandOf(*row)).adjusted(-3, isPinned ? -3 : 0, 3, isPinned ? 0 : 3);
}

void paintFrame(QPainter& painter, const QRectF& block, const QColor& color, double width)
{
    QRectF frame = block;
    if (frame.width() < kMinFrameWidth)
        frame.adjust((frame.width() - kMinFrameWidth) / 2, 0, (kMinFrameWidth - frame.width()) / 2, 0);
    // Four fills instead of a pen: sharp at every scale, and no joins.
    painter.fillRect(QRectF(frame.left() - width / 2, frame.top() - width / 2, frame.width() + width, width),
                     color);
    painter.fillRect(
        QRectF(frame.left() - width / 2, frame.bottom() - width / 2, frame.width() + width, width), color);
    painter.fillRect(QRectF(frame.left() - width / 2, frame.top(), width, frame.height()), color);
    painter.fillRect(QRectF(frame.right() - width / 2, frame.top(), width, frame.height()), color);
}

/// On a ground, cut to a little more than what is to be seen.
void paintChosenFrame(QPainter& painter, const RectF& rect, const OverlayPlace& place, const QColor& ground)
{
    const QRectF frame = toRect(rect).intersected(plotClip(place.geometry).adjusted(-9, -9, 9, 9));
    painter.fillRect(frame, ground);
    paintFrame(painter, frame.adjusted(-1.5, -1.5, 1.5, 1.5), toColor(place.theme.color(Role::Window)), 1);
    paintFrame(painter, frame, toColor(place.theme.color(Role::Text)), 2);
}

/// The head's `back` is how it came.
void paintArrow(QPainter& painter, const QPainterPath& path, const QPointF& back, const Theme& theme)
{
    const QPointF to = path.currentPosition();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(toColor(theme.color(Role::Panel), 0.9), 4));
    painter.drawPath(path);
    const QColor color = toColor(theme.color(Role::CriticalPath));
    painter.setPen(QPen(color, 2));
    painter.drawPath(path);
    painter.setPen(QPen(toColor(theme.color(Role::Panel), 0.9), 1));
    painter.setBrush(color);
    painter.drawEllipse(path.pointAtPercent(0), 3, 3);
    const QPointF side(-back.y() * 0.65, back.x() * 0.65);
    painter.drawPolygon(QPolygonF{to, to + back + side, to + back - side});
}

/// With upright ends, down or up.
void paintUpright(QPainter& painter, const QPointF& from, const QPointF& to, double bend, const Theme& theme)
{
    QPainterPath path(from);
    path.cubicTo(from + QPointF(0, bend), to - QPointF(0, bend), to);
    paintArrow(painter, path, {0, bend > 0 ? -7.0 : 7.0}, theme);
}

/// Along one lane, under the labels.
void paintAlong(QPainter& painter, const QPointF& from, const QPointF& to, const Theme& theme)
{
    QPainterPath path(from);
    path.lineTo(to);
    paintArrow(painter, path, {from.x() < to.x() ? -7.0 : 7.0, 0}, theme);
}

/// Who waits for whom, in order: each action waits for the next. The arrows keep to the lanes' upper and
/// lower fifths, where no label is.
void paintCycle(QPainter& painter, const ChosenPlaces& chosen, const OverlayPlace& place)
{
    // More arrows than that are a thicket; the list in words has them all.
    constexpr std::size_t kMostArrows = 128;
    constexpr double kFifth = 0.2;
    painter.save();
    painter.setClipRect(plotClip(place.geometry));
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < std::min(chosen.cycle.size(), kMostArrows); ++i) {
        const ActionPosition& waiting = chosen.cycle[i];
        const ActionPosition& awaited = chosen.cycle[(i + 1) % chosen.cycle.size()];
        const auto from = actionRect(place.index, place.geometry, waiting);
        const auto to = actionRect(place.index, place.geometry, awaited);
        if (!from || !to || waiting == awaited)
            continue;
        const double fromX = from->x + from->width / 2;
        const double toX = to->x + to->width / 2;
        const double inFrom = from->height * kFifth;
        const double inTo = to->height * kFifth;
        if (from->y == to->y) {
            paintAlong(painter, {fromX, from->bottom() - inFrom}, {toX, to->bottom() - inTo}, place.theme);
        } else if (from->y < to->y) {
            const double room = to->y + inTo - (from->bottom() - inFrom);
            paintUpright(painter, {fromX, from->bottom() - inFrom}, {toX, to->y + inTo}, room * 0.6,
                         place.theme);
        } else {
            const double room = from->y + inFrom - (to->bottom() - inTo);
            paintUpright(painter, {fromX, from->y + inFrom}, {toX, to->bottom() - inTo}, -room * 0.6,
                         place.theme);
        }
    }
    painter.restore();
}

/// A dashed slot at the moment where something is missing.
void paintMissing(QPainter& painter, const ChosenPlaces& chosen, const OverlayPlace& place)
{
    const TimelineGeometry& geometry = place.geometry;
    const auto row = geometry.rowOf(chosen.missing->rank);
    if (!row)
        return;
    constexpr double kHead = 5;
    const double x = geometry.xOf(chosen.missing->time);
    const double top = geometry.laneTop(*row);
    const double height = geometry.laneHeightOf(*row);
    const QColor color = toColor(place.theme.color(Role::CriticalPath));
    painter.save();
    painter.setClipRect(bandClip(geometry, chosen.missing->rank));
    painter.fillRect(QRectF(x - 2.5, top - 2, 5, height + 4), toColor(place.theme.color(Role::Window)));
    painter.fillRect(QRectF(x - 1, top - 2, 2, height + 4), color);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double bottom = top + height;
    painter.drawPolygon(
        QPolygonF{QPointF(x - kHead, top - 3), QPointF(x + kHead, top - 3), QPointF(x, top + 4)});
    painter.drawPolygon(
        QPolygonF{QPointF(x - kHead, bottom + 3), QPointF(x + kHead, bottom + 3), QPointF(x, bottom - 4)});
    painter.restore();
}

void paintSelection(QPainter& painter, const ChosenPlaces& chosen, const OverlayPlace& place)
{
    painter.save();
    painter.setClipRect(bandClip(place.geometry, chosen.action->rank));
    if (const auto rect = actionRect(place.index, place.geometry, *chosen.action)) {
        paintChosenFrame(painter, *rect, place, QColor(Qt::transparent));
    }
    painter.restore();
}

/// How long it is, where there is room for it.
void paintGapLength(QPainter& painter, const ChosenPlaces& chosen, const QRectF& rect,
                    const OverlayPlace& place)
{
    const QString text = shortTimeText(chosen.gap->to - chosen.gap->from, place.index.timeline().unit,
                                       1 / place.geometry.pixelsPerUnit());
    painter.setFont(sceneFont(kOverlayPainterChipTextPx, true));
    const QRectF room = rect.intersected(plotClip(place.geometry));
    const QFontMetricsF metrics(painter.font());
    if (metrics.horizontalAdvance(text) + 8 > room.width() || metrics.height() > room.height())
        return;
    painter.setPen(toColor(place.theme.color(Role::Text)));
    painter.drawText(room, Qt::AlignCenter | Qt::TextSingleLine, text);
}

/// The marked gap in its frame, and all that it waited for as one path; where only the last of that is known,
/// or it is outside of the view, an arrow to it.
void paintGap(QPainter& painter, const ChosenPlaces& chosen, const OverlayPlace& place)
{
    const auto rect = stretchRect(place.geometry, *chosen.gap);
    if (!rect)
        return;
    painter.save();
    painter.setClipRect(bandClip(place.geometry, chosen.gap->rank));
    paintChosenFrame(painter, *rect, place, toColor(place.theme.color(Role::Accent), 0.18));
    paintGapLength(painter, chosen, toRect(*rect), place);
    painter.restore();
    const ChainLines chain = gapChain(chosen, place);
    const auto arrow = chain.empty() ? std::nullopt : gapArrow(chosen, place);
    if (chain.empty() || (arrow && arrow->isCut))
        paintGapArrow(painter, chosen, place);
    paintChain(painter, chain, place);
}

/// What a dock's row is about, while the pointer is on that.
void paintPointedAt(QPainter& painter, const OverlayState& state, const ChosenPlaces& chosen,
                    const OverlayPlace& place)
{
    const bool isChosen = (chosen.gap && state.pointedAt.gap == chosen.gap) ||
                          (chosen.action && state.pointedAt.action == chosen.action);
    const auto rect = isChosen ? std::nullopt : hitRect(state.pointedAt, place);
    if (!rect)
        return;
    painter.save();
    painter.setClipRect(plotClip(place.geometry));
    const QRectF frame = rect->intersected(plotClip(place.geometry).adjusted(-9, -9, 9, 9));
    painter.fillRect(frame, toColor(place.theme.color(Role::Accent), 0.22));
    paintFrame(painter, frame, toColor(place.theme.color(Role::Accent)), 2);
    painter.restore();
}

/// Cut to what is to be seen: far outside, painters lose their exactness.
QRectF hoverFrame(const QRectF& rect, const OverlayPlace& place)
{
    return rect.intersected(toRect(place.geometry.plot).adjusted(-4, 0, 4, 0));
}

void paintPointer(QPainter& painter, const OverlayState& state, const OverlayPlace& place)
{
    const QColor text = toColor(place.theme.color(Role::Text));
    if (const auto hovered = hitRect(state.hovered, place)) {
        painter.save();
        painter.setClipRect(bandClip(place.geometry, state.hovered.gap ? state.hovered.gap->rank
                                                                       : state.hovered.action->rank));
        paintFrame(painter, hoverFrame(*hovered, place), toColor(place.theme.color(Role::Text), 0.75), 1);
        painter.restore();
    }
    const double x = std::floor(state.pointer->x());
    const double ruler = rulerHeightOf(place.geometry);
    painter.fillRect(QRectF(x, ruler, 1, place.geometry.plot.bottom() - ruler),
                     toColor(place.theme.color(Role::Text), 0.45));
    const Chip chip = pointerChip(state, place);
    const bool isFree = std::none_of(place.rulerTaken.begin(), place.rulerTaken.end(),
                                     [&chip](const QRectF& taken) { return taken.intersects(chip.rect); });
    if (isFree)
        paintChip(painter, chip, text, toColor(place.theme.color(Role::Panel)));
    if (!state.card.isEmpty())
        paintHoverCard(painter, state.card, cardRect(state, place), place.theme);
}

void paintRubberBand(QPainter& painter, const OverlayState& state, const OverlayPlace& place)
{
    const auto [a, b] = std::minmax(state.rubberBand->first, state.rubberBand->second);
    const QColor accent = toColor(place.theme.color(Role::Accent));
    const double bottom = place.geometry.plot.bottom();
    painter.fillRect(QRectF(a, 0, b - a, bottom), toColor(place.theme.color(Role::Accent), 0.16));
    painter.fillRect(QRectF(a, 0, 1, bottom), accent);
    painter.fillRect(QRectF(b, 0, 1, bottom), accent);
    const Time length = (b - a) / place.geometry.pixelsPerUnit();
    const Time resolution = 1 / place.geometry.pixelsPerUnit();
    paintChip(painter,
              chipAt(shortTimeText(length, place.index.timeline().unit, resolution), (a + b) / 2, place),
              accent, toColor(place.theme.textOn(Fill{Role::Accent})));
}

} // namespace

void paintOverlay(QPainter& painter, const OverlayState& state, const ChosenPlaces& chosen,
                  const OverlayPlace& place)
{
    if (chosen.action) {
        if (chosen.cycle.empty())
            paintDependencies(painter, chosen, place);
        paintSelection(painter, chosen, place);
    }
    if (chosen.gap)
        paintGap(painter, chosen, place);
    if (!chosen.cycle.empty())
        paintCycle(painter, chosen, place);
    if (chosen.missing)
        paintMissing(painter, chosen, place);
    paintPointedAt(painter, state, chosen, place);
    if (place.measured)
        place.measured(painter);
    if (state.rubberBand)
        paintRubberBand(painter, state, place);
    else if (state.pointer)
        paintPointer(painter, state, place);
    if (state.focusFrame)
        paintFocusFrame(painter, place.size, place.theme);
}

QRegion pointerRegion(const OverlayState& state, const OverlayPlace& place)
{
    QRegion region;
    const auto add = [&](const QRectF& rect) { region += rect.toAlignedRect().adjusted(-2, -2, 2, 2); };
    if (state.rubberBand) {
        const auto [a, b] = std::minmax(state.rubberBand->first, state.rubberBand->second);
        add(QRectF(a, 0, b - a + 1, place.geometry.plot.bottom()));
        add(QRectF(0, 0, place.size.width(), M::kRulerHeight));
    }
    if (!state.pointer)
        return region;
    add(QRectF(state.pointer->x(), 0, 1, place.geometry.plot.bottom()));
    add(pointerChip(state, place).rect);
    if (!state.card.isEmpty())
        add(cardRect(state, place));
    if (const auto hovered = hitRect(state.hovered, place)) {
        const QRectF frame = hoverFrame(*hovered, place);
        const double extra = std::max(0.0, kMinFrameWidth - frame.width()) / 2;
        add(frame.adjusted(-extra, 0, extra, 0));
    }
    return region;
}

void paintFocusFrame(QPainter& painter, const QSizeF& size, const Theme& theme)
{
    const QColor accent = toColor(theme.color(Role::Accent));
    painter.fillRect(QRectF(0, 0, size.width(), 1), accent);
    painter.fillRect(QRectF(0, size.height() - 1, size.width(), 1), accent);
    painter.fillRect(QRectF(0, 0, 1, size.height()), accent);
    painter.fillRect(QRectF(size.width() - 1, 0, 1, size.height()), accent);
}

} // namespace bubblescope::ui
