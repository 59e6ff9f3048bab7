// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/action_edges.h"
#include "ui/timeline/overlay_painter.h"

#include <QRectF>
#include <QString>
#include <vector>

namespace bubblescope::ui {

/// A measured area as it is painted.
struct AreaPicture
{
    TimeRange range;
    std::vector<QRectF> rects;      ///< see areaRects()
    QString readOut;                ///< parts between " · "
    std::optional<ActionEdge> snap; ///< marked on its lane
    bool isHeld = false;            ///< while it is dragged
};

/// Translucent, with hairline edges up through the ruler, their times and the length there, and the read-out
/// beside it.
void paintMeasuredArea(QPainter& painter, const AreaPicture& area, const OverlayPlace& place);

/// Where on the ruler its times stand.
[[nodiscard]] std::vector<QRectF> rulerChipRects(const TimeRange& range, const OverlayPlace& place);

/// How finely an area's times are told: as a pixel tells them apart, but its length to three digits.
[[nodiscard]] Time areaResolution(const TimeRange& range, double pixelsPerUnit);
/// To a power of ten no coarser than `resolution`.
[[nodiscard]] Time roundedTo(Time time, Time resolution);

/// Where the chips of begin, length and end stand on the ruler: their left edges, given their widths, in
/// [0, room); an end outside the plot has none. They never overlap while they fit side by side.
struct RulerChips
{
    std::optional<double> from, to;
    double length = 0;
};
[[nodiscard]] RulerChips placeRulerChips(double left, double right, const RectF& plot, double room,
                                         double fromWidth, double lengthWidth, double toWidth);
/// Where the read-out stands: under the area, over it, or else at the bottom; always inside `bounds`.
[[nodiscard]] QRectF placeReadOut(const QRectF& area, const QSizeF& size, const QRectF& bounds);

} // namespace bubblescope::ui
