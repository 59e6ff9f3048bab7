// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/match_picture.h"

#include "ui/timeline/colors.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kVeil = 0.72;
/// Runs narrower than this are easily missed: they get a tick.
constexpr double kTickedBelow = 6;
constexpr double kTickHeight = 3;
constexpr double kLeastTick = 2;

bool samePlaces(const TimelineGeometry& a, const TimelineGeometry& b)
{
    return a.plot == b.plot && a.from == b.from && a.to == b.to && a.laneHeight == b.laneHeight &&
           a.laneGap == b.laneGap && a.scrollY == b.scrollY && a.pitch() == b.pitch() && a.lanes == b.lanes &&
           a.subLanes == b.subLanes && a.subLaneHeight == b.subLaneHeight && a.subLaneGap == b.subLaneGap &&
           a.folded == b.folded && a.foldedHeight == b.foldedHeight && a.pinnedRows == b.pinnedRows;
}

RectF cut(const RectF& rect, const RectF& band)
{
    const double top = std::max(rect.y, band.y);
    return {rect.x, top, rect.width, std::min(rect.bottom(), band.bottom()) - top};
}

} // namespace

void MatchPicture::update(const MatchIndexPtr& matches, const TimelineGeometry& geometry,
                          double devicePixelRatio)
{
    if (matches == m_matches && devicePixelRatio == m_devicePixelRatio && samePlaces(geometry, m_geometry))
        return;
    m_matches = matches;
    m_geometry = geometry;
    m_devicePixelRatio = devicePixelRatio;
    m_lanes.clear();
    m_runs.clear();
    if (!matches || matches->count() == 0)
        return;
    const Time pixel = 1 / (geometry.pixelsPerUnit() * devicePixelRatio);
    std::vector<MatchIndex::Stretch> stretches;
    for (std::size_t row = 0; row < geometry.lanes.size(); ++row) {
        const RectF band = geometry.bandOf(row);
        for (const Track track : {Track::Compute, Track::Communication, Track::Fsdp}) {
            const auto top = geometry.trackTop(row, track);
            if (!top)
                continue;
            const double height =
                track == Track::Compute ? geometry.laneHeightOf(row) : geometry.trackHeight(track);
            const RectF rect = cut({geometry.plot.x, *top, geometry.plot.width, height}, band);
            if (rect.height <= 0)
                continue;
            stretches.clear();
            matches->stretches({geometry.lanes[row], track}, geometry.from, geometry.to, pixel, stretches);
            addLane(rect, stretches);
        }
    }
}

void MatchPicture::addLane(const RectF& rect, const std::vector<MatchIndex::Stretch>& stretches)
{
    const double pixel = 1 / m_devicePixelRatio;
    const double right = m_geometry.plot.right();
    const auto column = [&](Time t) {
        const double x = std::clamp(m_geometry.xOf(t), m_geometry.plot.x, right);
        return std::round(x * m_devicePixelRatio) * pixel;
    };
    Lane lane{rect, m_runs.size(), m_runs.size()};
    for (const auto& [start, end] : stretches) {
        const double x = std::min(column(start), right - pixel);
        const double past = std::max(column(end), x + pixel);
        if (m_runs.size() > lane.firstRun && x <= m_runs.back().x + m_runs.back().width)
            m_runs.back().width = std::max(m_runs.back().width, past - m_runs.back().x);
        else
            m_runs.push_back({x, past - x});
    }
    lane.lastRun = m_runs.size();
    m_lanes.push_back(lane);
}

void MatchPicture::paint(QPainter& painter, const QRectF& clip, const Theme& theme) const
{
    if (m_lanes.empty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const Lane& lane : m_lanes)
        if (lane.rect.y <= clip.bottom() && lane.rect.bottom() >= clip.top())
            paintLane(painter, lane, clip, theme);
    painter.restore();
}

void MatchPicture::paintLane(QPainter& painter, const Lane& lane, const QRectF& clip,
                             const Theme& theme) const
{
    const QColor veil = toColor(theme.color(Role::Window), kVeil);
    const QColor tick = toColor(theme.color(Role::Accent));
    const auto last = m_runs.begin() + static_cast<std::ptrdiff_t>(lane.lastRun);
    auto run = std::partition_point(m_runs.begin() + static_cast<std::ptrdiff_t>(lane.firstRun), last,
                                    [&](const Run& r) { return r.x + r.width < clip.left(); });
    const double left = std::max(lane.rect.x, clip.left());
    const double right = std::min(lane.rect.right(), clip.right());
    const double tickHeight = std::min(kTickHeight, lane.rect.height / 2);
    const auto cover = [&](double from, double to) {
        if (from < to)
            painter.fillRect(QRectF(from, lane.rect.y, to - from, lane.rect.height), veil);
    };
    double at = left;
    for (; run != last && run->x < right; ++run) {
        cover(at, run->x);
        at = std::max(at, run->x + run->width);
    }
    cover(at, right);
    // Over all veils, so that a neighbour's does not cut one.
    run = std::partition_point(m_runs.begin() + static_cast<std::ptrdiff_t>(lane.firstRun), last,
                               [&](const Run& r) { return r.x + r.width < clip.left() - kLeastTick; });
    for (; run != last && run->x < right; ++run)
        if (run->width < kTickedBelow) {
            const double width = std::max(run->width, kLeastTick);
            painter.fillRect(
                QRectF(std::min(run->x, lane.rect.right() - width), lane.rect.y, width, tickHeight), tick);
        }
}

} // namespace bubblescope::ui
