// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"
#include "ui/timeline/hover_text.h"
#include "ui/timeline/timeline_selection.h"

#include <QPointF>
#include <QRectF>
#include <QRegion>
#include <QSizeF>
#include <functional>
#include <optional>
#include <vector>

class QPainter;

namespace bubblescope::ui {

/// What is painted over the content besides what is chosen: it changes with every move of the pointer.
struct OverlayState
{
    std::optional<QPointF> pointer; ///< in the plot's columns: cursor line, and its time on the ruler
    Hit hovered;
    HoverCard card;
    QSizeF cardSize;
    Hit pointedAt;                                       ///< what a row in a dock is about
    std::optional<std::pair<double, double>> rubberBand; ///< from, to in pixels along the ruler
    bool focusFrame = false;
};

/// Where and on what the overlay is painted.
struct OverlayPlace
{
    const LaneIndex& index;
    const TimelineGeometry& geometry;
    const Theme& theme;
    QSizeF size;                                  ///< of the viewport
    std::function<void(QPainter&)> measured = {}; ///< paints the measured area, over what explains a choice
    std::vector<QRectF> rulerTaken = {};          ///< by its times: the pointer's stays away from there
    bool linksShown = true;                       ///< of the selected action, as arrows
};

void paintOverlay(QPainter& painter, const OverlayState& state, const ChosenPlaces& chosen,
                  const OverlayPlace& place);
/// The viewport's part that the pointer-dependent things of the overlay cover: what has to be painted again
/// when they go or come.
[[nodiscard]] QRegion pointerRegion(const OverlayState& state, const OverlayPlace& place);
/// The focus frame alone, for a viewport without content.
void paintFocusFrame(QPainter& painter, const QSizeF& size, const Theme& theme);

} // namespace bubblescope::ui
