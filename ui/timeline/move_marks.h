// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"
#include "core/scene/theme.h"
#include "ui/timeline/hover_text.h"
#include "ui/timeline/move_places.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <functional>
#include <vector>

class QPainter;

namespace bubblescope::ui {

/// An action that is being moved, as it is painted over the picture of what would come of it.
struct MovePicture
{
    const LaneIndex& index; ///< what is shown
    const TimelineGeometry& geometry;
    const Theme& theme;
    QSizeF size;
    const Schedule* base = nullptr; ///< the order as it was
    ActionPosition action = {};     ///< in that
    MoveTarget target = {};
    const LegalPlaces* legal = nullptr; ///< null while unknown
    std::optional<bool> isLegal = {};
    bool isShown = false; ///< the picture has the action where it would go
    /// From the order as it was to the shown one.
    std::function<ActionPosition(const ActionPosition&)> shownPosition = {};
    QPointF pointer = {};
    double grabbed = 0;
    double width = 0;
    HoverCard card = {};
};

/// A stretch of the lane in which it may stand, in pixels, and where in it one action ends and the next
/// begins.
struct LitStretch
{
    double left = 0, right = 0;
    std::vector<double> marks; ///< none nearer to each other than can be told apart
};
/// Of the action's own lane, left to right; out of view nothing.
[[nodiscard]] std::vector<LitStretch> litStretches(const MovePicture& picture);

/// Lights up the places where the action may stand and dims the others of its lane; marks where it goes, and
/// has it hang at the pointer, red and crossed out where the order would not run.
void paintMove(QPainter& painter, const MovePicture& picture);

} // namespace bubblescope::ui
