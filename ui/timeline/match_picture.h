// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/match_index.h"
#include "core/scene/theme.h"

#include <QRect>
#include <QRectF>
#include <span>
#include <vector>

class QColor;
class QPainter;

namespace bubblescope::ui {

/// What of a search's matches is to be seen in a geometry: found once for it, then painted with every move of
/// the pointer. What matches keeps its colours, the rest of the lanes lies under a veil; what is too narrow
/// to be seen by that has a tick on its lane's upper edge too.
class MatchPicture
{
public:
    /// A stretch of device pixels in which something matches; as many as it covers, at least one.
    struct Run
    {
        int x = 0;
        int width = 0;
    };
    /// A lane in view, in device pixels, and its runs, rising and apart.
    struct Lane
    {
        QRect rect;
        std::size_t firstRun = 0;
        std::size_t lastRun = 0; ///< past them
    };

    /// Does nothing if it was made of the same already. Without an index, or without a match, nothing is
    /// painted.
    void update(const MatchIndexPtr& matches, const TimelineGeometry& geometry, double devicePixelRatio);
    /// What touches `clip`.
    void paint(QPainter& painter, const QRectF& clip, const Theme& theme) const;
    [[nodiscard]] const std::vector<Lane>& lanes() const { return m_lanes; }
    [[nodiscard]] const std::vector<Run>& runs() const { return m_runs; }

private:
    void addLane(const RectF& rect, const std::vector<TimeSpan>& stretches);
    /// The lane's runs that touch [left, right), ticks and all.
    [[nodiscard]] std::span<const Run> runsIn(const Lane& lane, int left, int right) const;
    [[nodiscard]] Run tickOf(const Lane& lane, const Run& run) const;
    [[nodiscard]] int tickHeight(const Lane& lane) const;
    /// What of a lane to cover with the veil, and where to set ticks: quick for few runs.
    void cover(const Lane& lane, int left, int right, std::vector<QRect>& veils,
               std::vector<QRect>& ticks) const;
    /// The same drawn as a row of pixels, the same for each line of the lane: as quick for any number.
    void fill(QPainter& painter, const Lane& lane, int left, int right, const QColor& veil,
              const QColor& tick) const;
    [[nodiscard]] int toDevice(double px) const;

    MatchIndexPtr m_matches;
    TimelineGeometry m_geometry;
    double m_devicePixelRatio = 0;
    std::vector<Lane> m_lanes;
    std::vector<Run> m_runs;
};

} // namespace bubblescope::ui
