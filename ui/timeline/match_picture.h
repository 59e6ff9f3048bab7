// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/theme.h"

#include <QColor>
#include <QRect>
#include <QRectF>
#include <functional>
#include <memory>
#include <span>
#include <vector>

class QPainter;

namespace bubblescope::ui {

/// Appends the stretches of a lane that match and touch [from, to), rising; those with less than `least`
/// between them as one. Called for several lanes at once.
using Stretches =
    std::function<void(LaneId lane, Time from, Time to, Time least, std::vector<TimeSpan>& found)>;

/// What of some matches is to be seen in a geometry: found once for it, then painted with every move of the
/// pointer. What matches keeps its colors, or gets one, the rest of the lanes lies under a veil; what is too
/// narrow to be seen by that has a tick on its lane's upper edge too.
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

    /// Does nothing if it was made of the same matches already. Without any, nothing is painted.
    void update(const std::shared_ptr<const void>& matches, const Stretches& stretches,
                const TimelineGeometry& geometry, double devicePixelRatio);
    /// What touches `clip`. Matches have the color, and without one their own.
    void paint(QPainter& painter, const QRectF& clip, const Theme& theme, const QColor& color = {}) const;
    /// What of a viewport has to be painted anew.
    void paintVisible(QPainter& painter, const QRectF& viewport, const Theme& theme,
                      const QColor& color = {}) const;
    [[nodiscard]] const std::vector<Lane>& lanes() const { return m_lanes; }
    [[nodiscard]] const std::vector<Run>& runs() const { return m_runs; }

private:
    struct Found
    {
        std::vector<Lane> lanes;
        std::vector<Run> runs;
    };
    void findIn(std::size_t row, const Stretches& stretchesOf, Found& found) const;
    void addLane(const RectF& rect, const std::vector<TimeSpan>& stretches, Found& found) const;
    /// The lane's runs that touch [left, right), ticks and all.
    [[nodiscard]] std::span<const Run> runsIn(const Lane& lane, int left, int right) const;
    [[nodiscard]] Run tickOf(const Lane& lane, const Run& run) const;
    [[nodiscard]] int tickHeight(const Lane& lane) const;
    /// What of a lane to cover with the veil, and where to set ticks: quick for few runs.
    void cover(const Lane& lane, int left, int right, std::vector<QRect>& veils, std::vector<QRect>& runs,
               std::vector<QRect>& ticks) const;
    struct Colors
    {
        QColor veil;
        QColor match; ///< none where what matches keeps its own
        QColor tick;
    };
    /// The same drawn as a row of pixels, the same for each line of the lane: as quick for any number.
    void fill(QPainter& painter, const Lane& lane, int left, int right, const Colors& colors) const;
    /// On several threads where there are many, with the same pixels.
    void fillAll(QPainter& painter, std::span<const Lane* const> lanes, const QRect& device,
                 const Colors& colors) const;
    [[nodiscard]] int toDevice(double px) const;

    std::shared_ptr<const void> m_matches;
    TimelineGeometry m_geometry;
    double m_devicePixelRatio = 0;
    std::vector<Lane> m_lanes;
    std::vector<Run> m_runs;
};

} // namespace bubblescope::ui
