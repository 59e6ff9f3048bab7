// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"

#include <QPointF>
#include <QRectF>
#include <vector>

namespace bubblescope::ui {

/// Which edges of a measured area; a set of bits.
enum AreaEdge : std::uint8_t { kNoEdge = 0, kLeftEdge = 1, kRightEdge = 2, kTopEdge = 4, kBottomEdge = 8 };
using AreaEdges = std::uint8_t;

/// Bottom of all that a row shows: its lanes and its memory.
[[nodiscard]] double rowBottom(const TimelineGeometry& geometry, std::size_t row);
/// The row at `y`, or above it between rows; places outside the plot count as its nearest inside. Requires
/// rows.
[[nodiscard]] std::size_t nearestRow(const TimelineGeometry& geometry, double y);
/// The shown ones of some ranks, in the order in which they are shown.
[[nodiscard]] std::vector<RankId> shownRanks(const TimelineGeometry& geometry,
                                             const std::vector<RankId>& ranks);
/// Where an area lies: a rectangle for every run of rows that follow each other, top to bottom, cut to where
/// these rows may be drawn, along the time not cut. Empty ones are left out.
[[nodiscard]] std::vector<QRectF> areaRects(const TimelineGeometry& geometry, const TimeRange& range,
                                            const std::vector<RankId>& ranks);
/// The edges that a drag from there would take hold of.
[[nodiscard]] AreaEdges edgesAt(const std::vector<QRectF>& rects, const TimelineGeometry& geometry,
                                const QPointF& position);

} // namespace bubblescope::ui
