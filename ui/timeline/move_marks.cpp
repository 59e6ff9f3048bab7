// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/move_marks.h"

#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"
#include "ui/timeline/hover_card.h"
#include "ui/timeline/timeline_viewport.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kPointPx = 3.5; ///< half a mark's width
constexpr double kMarkPx = 8;    ///< marks nearer than that are one
constexpr double kBarPx = 3;     ///< over and under what is lit
constexpr double kLift = 5;      ///< of the dragged block
constexpr double kLeastWidth = 12;
constexpr double kMostWidth = 320;

/// Where the row would be cut for a place of the order as it was, in the shown picture.
struct Cut
{
    double left = 0;  ///< end of what stands before
    double right = 0; ///< start of what stands behind
};

Cut cutAt(const MovePicture& picture, std::size_t place)
{
    const Timeline& timeline = picture.index.timeline();
    const PlaceNeighbours beside = neighboursOf(*picture.base, picture.action, {picture.action.rank, place});
    const double from = beside.before ? timeline.endOf(picture.shownPosition(*beside.before)) : 0;
    const double to =
        beside.after ? timeline.startOf(picture.shownPosition(*beside.after)) : timeline.makespan;
    return {picture.geometry.xOf(std::min(from, to)), picture.geometry.xOf(std::max(from, to))};
}

QColor signal(const MovePicture& picture)
{
    const bool isWrong = picture.isLegal == false;
    return toColor(picture.theme.color(isWrong ? Role::CriticalPath : Role::Accent));
}

/// A rank's compute lane; nothing while it is hidden.
std::optional<QRectF> laneRect(const TimelineGeometry& geometry, RankId rank)
{
    const auto row = geometry.rowOf(rank);
    if (!row)
        return std::nullopt;
    return QRectF(geometry.plot.x, geometry.laneTop(*row), geometry.plot.width, geometry.laneHeightOf(*row));
}

/// Points between actions, from above: where it would be let in.
void paintMarks(QPainter& painter, const LitStretch& lit, const QRectF& lane, const QColor& color)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double top = lane.top() - kBarPx - 1;
    for (const double mark : lit.marks)
        if (mark > lane.left() - kPointPx && mark < lane.right() + kPointPx)
            painter.drawPolygon(QPolygonF{QPointF(mark - kPointPx, top), QPointF(mark + kPointPx, top),
                                          QPointF(mark, lane.top() + kPointPx)});
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintLit(QPainter& painter, const MovePicture& picture, const QRectF& lane)
{
    const QColor veil = toColor(picture.theme.color(Role::Window), 0.6);
    const QColor accent = toColor(picture.theme.color(Role::Accent));
    double dark = lane.left();
    for (const LitStretch& lit : litStretches(picture)) {
        const double left = std::clamp(lit.left, lane.left(), lane.right());
        const double right = std::clamp(lit.right, lane.left(), lane.right());
        painter.fillRect(QRectF(dark, lane.top(), std::max(0.0, left - dark), lane.height()), veil);
        dark = std::max(dark, right);
        painter.fillRect(QRectF(left, lane.top() - kBarPx - 1, right - left, kBarPx), accent);
        painter.fillRect(QRectF(left, lane.bottom() + 1, right - left, kBarPx), accent);
        paintMarks(painter, lit, lane, accent);
    }
    painter.fillRect(QRectF(dark, lane.top(), std::max(0.0, lane.right() - dark), lane.height()), veil);
}

/// A line where it goes, as long as the picture does not show it there.
void paintTarget(QPainter& painter, const MovePicture& picture)
{
    const auto lane = laneRect(picture.geometry, picture.target.rank);
    if (picture.isShown || !lane)
        return;
    const bool isOwn = picture.target.rank == picture.action.rank;
    double x = 0;
    if (isOwn) {
        x = cutAt(picture, picture.target.index).right;
    } else {
        const Row& row = picture.base->rows[picture.target.rank.value];
        const Timeline& timeline = picture.index.timeline();
        const Schedule& shown = *timeline.schedule;
        if (shown.rows[picture.target.rank.value].empty() || row.empty())
            return;
        const std::size_t last = shown.rows[picture.target.rank.value].size() - 1;
        const ActionPosition beside{picture.target.rank, std::min(picture.target.index, last)};
        x = picture.geometry.xOf(picture.target.index < row.size() ? timeline.startOf(beside)
                                                                   : timeline.endOf(beside));
    }
    painter.fillRect(QRectF(x - 2.5, lane->top() - 4, 5, lane->height() + 8),
                     toColor(picture.theme.color(Role::Window)));
    painter.fillRect(QRectF(x - 1.5, lane->top() - 4, 3, lane->height() + 8), signal(picture));
}

void paintGhost(QPainter& painter, const MovePicture& picture)
{
    const auto lane = laneRect(picture.geometry, picture.target.rank);
    if (!lane)
        return;
    const double width = std::clamp(picture.width, kLeastWidth, kMostWidth);
    const double grabbed = std::clamp(picture.grabbed, 0.0, width);
    const QRectF block(std::round(picture.pointer.x() - grabbed) + 0.5, std::round(lane->top() - kLift) + 0.5,
                       std::round(width), std::round(lane->height()));
    const QColor color = signal(picture);
    QColor ground = toColor(picture.theme.color(picture.card.fill));
    ground.setAlphaF(0.5F);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 2));
    painter.setBrush(ground);
    painter.drawRoundedRect(block, 3, 3);
    if (picture.isLegal == false) {
        // Not by its colour alone.
        const double side = std::min({block.width(), block.height(), 16.0}) / 2 - 2;
        const QPointF middle = block.center();
        painter.setPen(QPen(toColor(picture.theme.color(Role::Panel)), 5, Qt::SolidLine, Qt::RoundCap));
        for (int layer = 0; layer < 2; ++layer) {
            painter.drawLine(middle + QPointF(-side, -side), middle + QPointF(side, side));
            painter.drawLine(middle + QPointF(-side, side), middle + QPointF(side, -side));
            painter.setPen(QPen(color, 2.5, Qt::SolidLine, Qt::RoundCap));
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintCard(QPainter& painter, const MovePicture& picture)
{
    if (picture.card.isEmpty())
        return;
    const auto lane = laneRect(picture.geometry, picture.target.rank);
    // Under the lane, so that it hides none of what it is about.
    const double y = lane ? lane->bottom() + kBarPx : picture.pointer.y();
    const QRectF bounds(4, TimelineMetrics::kRulerHeight, picture.size.width() - 8,
                        picture.size.height() - TimelineMetrics::kRulerHeight - 4);
    const QRectF rect =
        hoverCardRect(hoverCardSize(picture.card, bounds.height()), {picture.pointer.x(), y}, bounds);
    paintHoverCard(painter, picture.card, rect, picture.theme);
}

} // namespace

std::vector<LitStretch> litStretches(const MovePicture& picture)
{
    std::vector<LitStretch> stretches;
    if (picture.legal == nullptr)
        return stretches;
    const Row& row = picture.base->rows[picture.action.rank.value];
    const CellSpan own = picture.legal->cell;
    const RectF& plot = picture.geometry.plot;
    std::optional<std::size_t> follows; // the place that would go on with the stretch
    for (const std::size_t place : picture.legal->places) {
        const Cut cut = cutAt(picture, place);
        if (follows != place || stretches.empty())
            stretches.push_back({cut.left, cut.right, {}});
        LitStretch& lit = stretches.back();
        lit.right = std::max(lit.right, cut.right);
        const std::size_t next = place == own.begin ? own.end : place;
        follows = next < row.size() ? cellEnd(row, next) : row.size() + 1;
        const bool isInView = cut.right >= plot.x && cut.right <= plot.right();
        if (isInView && place != own.begin && (lit.marks.empty() || cut.right - lit.marks.back() >= kMarkPx))
            lit.marks.push_back(cut.right);
    }
    std::erase_if(stretches,
                  [&](const LitStretch& lit) { return lit.right < plot.x || lit.left > plot.right(); });
    return stretches;
}

void paintMove(QPainter& painter, const MovePicture& picture)
{
    const auto row = picture.geometry.rowOf(picture.action.rank);
    painter.save();
    painter.setClipRect(toRect(picture.geometry.plot).adjusted(-6, -8, 6, 8));
    const auto lane = laneRect(picture.geometry, picture.action.rank);
    if (row && lane && picture.legal != nullptr) {
        painter.save();
        painter.setClipRect(toRect(picture.geometry.bandOf(*row)).adjusted(-6, -8, 6, 8), Qt::IntersectClip);
        paintLit(painter, picture, *lane);
        painter.restore();
    }
    paintTarget(painter, picture);
    paintGhost(painter, picture);
    painter.restore();
    painter.save();
    paintCard(painter, picture);
    painter.restore();
}

} // namespace bubblescope::ui
