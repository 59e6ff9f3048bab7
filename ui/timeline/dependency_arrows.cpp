// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/dependency_arrows.h"

#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

struct DependencyArrowsTr
{
    Q_DECLARE_TR_FUNCTIONS(DependencyArrows)
};

constexpr double kLabelPx = 11;
constexpr double kLabelHeight = 18;
constexpr double kLabelPadding = 6;
constexpr double kInset = 4; ///< of a label from the plot's border
/// A transfer shorter than that shows no dashes.
constexpr double kLeastTransferPx = 3;
constexpr int kPathPieces = 40;

QRectF bandOf(const TimelineGeometry& geometry, std::size_t row)
{
    return toRect(geometry.bandOf(row)).intersected(toRect(geometry.plot));
}

/// What the arrows come from and go to: the selected action, or the marked gap.
struct Own
{
    RankId rank;
    Time needs = 0; ///< when what it waited for had to be there
    Time gives = 0; ///< when others could go on
    double middle = 0;
    QRectF block;
    QRectF view; ///< the part of the plot in which its lane is drawn
};

/// Nothing while its lane is not to be seen.
std::optional<Own> ownPlace(const OverlayPlace& place, RankId rank, Time needs, Time gives,
                            const std::optional<RectF>& block)
{
    const auto row = place.geometry.rowOf(rank);
    if (!row || !block)
        return std::nullopt;
    const Own own{
        rank, needs, gives, block->y + block->height / 2, toRect(*block), bandOf(place.geometry, *row)};
    return own.middle >= own.view.top() && own.middle <= own.view.bottom() ? std::optional(own)
                                                                           : std::nullopt;
}

/// Where the way from a point inside to one outside leaves the rectangle.
QPointF borderPoint(const QRectF& rect, const QPointF& inside, const QPointF& outside)
{
    double share = 1;
    const auto limit = [&](double from, double to, double low, double high) {
        if (to < low)
            share = std::min(share, (low - from) / (to - from));
        else if (to > high)
            share = std::min(share, (high - from) / (to - from));
    };
    limit(inside.x(), outside.x(), rect.left(), rect.right());
    limit(inside.y(), outside.y(), rect.top(), rect.bottom());
    const QPointF found = inside + (outside - inside) * std::clamp(share, 0.0, 1.0);
    return {std::clamp(found.x(), rect.left(), rect.right()),
            std::clamp(found.y(), rect.top(), rect.bottom())};
}

QString labelOf(const OverlayPlace& place, const Own& own, const ActionPosition& other, bool isProducer,
                bool isHidden)
{
    const Timeline& timeline = place.index.timeline();
    const QString who = DependencyArrowsTr::tr("%1 rank %2", "action, rank")
                            .arg(QString::fromStdString(actionText(timeline.schedule->at(other).id())))
                            .arg(other.rank.value);
    if (isHidden)
        return DependencyArrowsTr::tr("%1, hidden", "an action whose rank is not shown").arg(who);
    const Time away = isProducer ? own.needs - timeline.endOf(other) : timeline.startOf(other) - own.gives;
    // What decides a start ends right there: "0 earlier" would say nothing.
    if (std::abs(away) * place.geometry.pixelsPerUnit() < 1)
        return who;
    const QString figure = shortTimeText(std::abs(away), timeline.unit, 1 / place.geometry.pixelsPerUnit());
    // In an order that cannot run what is waited for may come after.
    return isProducer == (away >= 0)
               ? DependencyArrowsTr::tr("%1, %2 earlier", "action and rank, time").arg(who, figure)
               : DependencyArrowsTr::tr("%1, %2 later", "action and rank, time").arg(who, figure);
}

/// Beside the border, clear of the selected block and of other labels as far as there is room.
QRectF labelRect(const QString& text, const QPointF& at, const QRectF& plot, std::vector<QRectF>& taken)
{
    const double width =
        std::ceil(QFontMetricsF(sceneFont(kLabelPx)).horizontalAdvance(text)) + 2 * kLabelPadding;
    const QRectF room = plot.adjusted(kInset, kInset, -kInset, -kInset);
    const auto placed = [&](double top) {
        return QRectF(
            std::clamp(at.x() - width / 2, room.left(), std::max(room.left(), room.right() - width)),
            std::clamp(top, room.top(), std::max(room.top(), room.bottom() - kLabelHeight)), width,
            kLabelHeight);
    };
    const double begin = at.y() - kLabelHeight / 2;
    QRectF found = placed(begin);
    for (int step = 0; step < 12; ++step) {
        const double away = (kLabelHeight + 2) * ((step + 1) / 2) * (step % 2 == 0 ? 1 : -1);
        const QRectF rect = placed(begin + away);
        if (std::none_of(taken.begin(), taken.end(), [&](const QRectF& r) { return r.intersects(rect); })) {
            found = rect;
            break;
        }
    }
    taken.push_back(found);
    return found;
}

/// The arrow to one other action; nothing if it is not to be drawn.
std::optional<DependencyArrow> arrowTo(const OverlayPlace& place, const Own& own, const ActionPosition& other,
                                       bool isProducer, Time transfer, std::vector<QRectF>& taken)
{
    if (other.rank == own.rank)
        return std::nullopt;
    const QPointF here(place.geometry.xOf(isProducer ? own.needs : own.gives), own.middle);
    // Half a pixel of rounding must not take the arrow away from a block that begins with the view.
    if (here.x() < own.view.left() - 0.5 || here.x() > own.view.right() + 0.5)
        return std::nullopt;
    const QRectF plot = toRect(place.geometry.plot);
    const auto row = place.geometry.rowOf(other.rank);
    const auto block = row ? actionRect(place.index, place.geometry, other) : std::nullopt;
    const Timeline& timeline = place.index.timeline();
    const double thereX = place.geometry.xOf(isProducer ? timeline.endOf(other) : timeline.startOf(other));
    const QPointF there = block                   ? QPointF(thereX, block->y + block->height / 2)
                          : other.rank < own.rank ? QPointF(thereX, plot.top() - 1)
                                                  : QPointF(thereX, plot.bottom() + 1);
    const QRectF view = block ? bandOf(place.geometry, *row) : plot;
    const bool isSeen = block && there.x() >= view.left() - 0.5 && there.x() <= view.right() + 0.5 &&
                        there.y() >= view.top() && there.y() <= view.bottom();
    DependencyArrow arrow;
    arrow.isProducer = isProducer;
    arrow.isCut = !isSeen;
    const QPointF end = isSeen ? there : borderPoint(view.contains(here) ? view : plot, here, there);
    arrow.from = isProducer ? end : here;
    arrow.to = isProducer ? here : end;
    const Time made = isProducer ? timeline.endOf(other) : own.gives;
    const Time needed = isProducer ? own.needs : timeline.startOf(other);
    if (isSeen && needed > made && transfer * place.geometry.pixelsPerUnit() >= kLeastTransferPx)
        arrow.transferPart = std::clamp(transfer / (needed - made), 0.0, 1.0);
    if (arrow.isCut) {
        arrow.label = labelOf(place, own, other, isProducer, !block);
        arrow.labelRect = labelRect(arrow.label, end, plot, taken);
    }
    return arrow;
}

QPainterPath curve(const QPointF& from, const QPointF& to)
{
    const double bend = std::clamp(std::abs(to.x() - from.x()) / 2, 14.0, 60.0);
    QPainterPath path(from);
    path.cubicTo(from + QPointF(bend, 0), to - QPointF(bend, 0), to);
    return path;
}

QPainterPath pieceOf(const QPainterPath& path, double begin, double end)
{
    QPainterPath piece(path.pointAtPercent(begin));
    for (int i = 1; i <= kPathPieces; ++i)
        piece.lineTo(path.pointAtPercent(std::min(1.0, begin + (end - begin) * i / kPathPieces)));
    return piece;
}

void strokeArrow(QPainter& painter, const DependencyArrow& arrow, const QColor& color,
                 const OverlayPlace& place)
{
    // Arrows on low lanes must leave the labels readable.
    const double scale = std::clamp(place.geometry.laneHeight / 36, 0.7, 1.0);
    const QPainterPath path = curve(arrow.from, arrow.to);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(toColor(place.theme.color(Role::Panel), 0.85), 1.5 + 2.5 * scale));
    painter.drawPath(path);
    QPen pen(color, 1.5, Qt::SolidLine, Qt::FlatCap);
    painter.setPen(pen);
    if (arrow.transferPart > 0) {
        if (arrow.transferPart < 1)
            painter.drawPath(pieceOf(path, arrow.transferPart, 1));
        pen.setDashPattern({3, 2});
        painter.setPen(pen);
        painter.drawPath(pieceOf(path, 0, arrow.transferPart));
    } else {
        painter.drawPath(path);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    if (!arrow.isCut || !arrow.isProducer)
        painter.drawEllipse(arrow.from, 2.5 * scale, 2.5 * scale);
    // An arrow that leaves the view has its head at the border, beside the label.
    painter.drawPolygon(QPolygonF{arrow.to + QPointF(1, 0), arrow.to + QPointF(-6, -4) * scale,
                                  arrow.to + QPointF(-6, 4) * scale});
}

void paintLabel(QPainter& painter, const DependencyArrow& arrow, const QColor& color, const Theme& theme)
{
    painter.setPen(QPen(toColor(theme.color(Role::Hairline)), 1));
    painter.setBrush(toColor(theme.color(Role::Panel), 0.95));
    painter.drawRoundedRect(arrow.labelRect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setFont(sceneFont(kLabelPx));
    painter.setPen(color);
    painter.drawText(arrow.labelRect, Qt::AlignCenter | Qt::TextSingleLine, arrow.label);
}

/// The linked blocks themselves, those of the same lane too, to which no arrow leads.
void outlineLinked(QPainter& painter, const ChosenPlaces& chosen, const OverlayPlace& place)
{
    const QRectF room = toRect(place.geometry.plot).adjusted(-8, -8, 8, 8);
    painter.setBrush(Qt::NoBrush);
    for (const auto* others : {&chosen.links.producers, &chosen.links.consumers}) {
        const bool isProducer = others == &chosen.links.producers;
        const Role role = isProducer ? Role::Text : Role::QuietText;
        for (const ActionPosition& other : *others) {
            const auto row = place.geometry.rowOf(other.rank);
            const auto block = row ? actionRect(place.index, place.geometry, other) : std::nullopt;
            const QRectF view = row ? bandOf(place.geometry, *row) : QRectF();
            if (!block || block->y + block->height / 2 < view.top() ||
                block->y + block->height / 2 > view.bottom())
                continue;
            painter.setPen(QPen(toColor(place.theme.color(role)), 1.5));
            painter.drawRect(toRect(*block).intersected(room).adjusted(0.75, 0.75, -0.75, -0.75));
        }
    }
}

/// With an outline around what is `linked`, unless that is null.
void paintArrows(QPainter& painter, const std::vector<DependencyArrow>& arrows, const OverlayPlace& place,
                 const ChosenPlaces* linked)
{
    painter.save();
    painter.setClipRect(toRect(place.geometry.plot).adjusted(-3, -3, 3, 3));
    painter.setRenderHint(QPainter::Antialiasing);
    const auto colorOf = [&](const DependencyArrow& arrow) {
        return toColor(place.theme.color(arrow.isProducer ? Role::Text : Role::QuietText));
    };
    if (linked)
        outlineLinked(painter, *linked, place);
    // What was waited for lies over what waits.
    for (auto arrow = arrows.rbegin(); arrow != arrows.rend(); ++arrow)
        strokeArrow(painter, *arrow, colorOf(*arrow), place);
    for (const DependencyArrow& arrow : arrows)
        if (arrow.isCut)
            paintLabel(painter, arrow, colorOf(arrow), place.theme);
    painter.restore();
}

} // namespace

std::vector<DependencyArrow> dependencyArrows(const ChosenPlaces& chosen, const OverlayPlace& place)
{
    std::vector<DependencyArrow> arrows;
    if (!chosen.action || !place.linksShown)
        return arrows;
    const Timeline& timeline = place.index.timeline();
    const auto own =
        ownPlace(place, chosen.action->rank, timeline.startOf(*chosen.action), timeline.endOf(*chosen.action),
                 actionRect(place.index, place.geometry, *chosen.action));
    if (!own)
        return arrows;
    std::vector<QRectF> taken{own->block};
    const auto add = [&](const std::vector<ActionPosition>& others, const std::vector<Time>& transfers,
                         bool isProducer) {
        for (std::size_t i = 0; i < others.size(); ++i)
            if (auto arrow = arrowTo(place, *own, others[i], isProducer,
                                     i < transfers.size() ? transfers[i] : 0, taken))
                arrows.push_back(std::move(*arrow));
    };
    add(chosen.links.producers, chosen.links.transfersIn, true);
    add(chosen.links.consumers, chosen.links.transfersOut, false);
    return arrows;
}

std::optional<DependencyArrow> gapArrow(const ChosenPlaces& chosen, const OverlayPlace& place)
{
    const auto block = chosen.gap ? stretchRect(place.geometry, *chosen.gap) : std::nullopt;
    if (!block || !chosen.gapWaitsFor)
        return std::nullopt;
    const auto own = ownPlace(place, chosen.gap->rank, chosen.gap->to, chosen.gap->to, *block);
    if (!own)
        return std::nullopt;
    std::vector<QRectF> taken;
    return arrowTo(place, *own, *chosen.gapWaitsFor, true, chosen.gapTransfer, taken);
}

void paintGapArrow(QPainter& painter, const ChosenPlaces& chosen, const OverlayPlace& place)
{
    if (const std::optional<DependencyArrow> arrow = gapArrow(chosen, place))
        paintArrows(painter, {*arrow}, place, nullptr);
}

void paintDependencies(QPainter& painter, const ChosenPlaces& chosen, const OverlayPlace& place)
{
    if (chosen.action && place.linksShown)
        paintArrows(painter, dependencyArrows(chosen, place), place, &chosen);
}

} // namespace bubblescope::ui
