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
    const auto round = [this](double x) { return static_cast<int>(std::lround(x * m_devicePixelRatio)); };
    const int left = round(rect.x);
    const int right = round(rect.right());
    const auto column = [&](Time t) {
        return round(std::clamp(m_geometry.xOf(t), m_geometry.plot.x, m_geometry.plot.right()));
    };
    const int top = round(rect.y);
    Lane lane{{left, top, right - left, round(rect.bottom()) - top}, m_runs.size(), m_runs.size()};
    for (const auto& [start, end] : stretches) {
        const int x = std::min(column(start), right - 1);
        const int past = std::max(column(end), x + 1);
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
    const QRect device =
        QTransform::fromScale(m_devicePixelRatio, m_devicePixelRatio).mapRect(clip).toAlignedRect();
    std::vector<QRect> veils;
    std::vector<QRect> ticks;
    for (const Lane& lane : m_lanes)
        if (lane.rect.intersects(device))
            cover(lane, std::max(lane.rect.left(), device.left()),
                  std::min(lane.rect.right(), device.right()) + 1, veils, ticks);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    // In device pixels whole numbers stay whole: thousands of rectangles are filled without a look at each.
    painter.scale(1 / m_devicePixelRatio, 1 / m_devicePixelRatio);
    painter.setPen(Qt::NoPen);
    painter.setBrush(toColor(theme.color(Role::Window), kVeil));
    painter.drawRects(veils.data(), static_cast<int>(veils.size()));
    // Over all veils, so that a neighbour's does not cut one.
    painter.setBrush(toColor(theme.color(Role::Accent)));
    painter.drawRects(ticks.data(), static_cast<int>(ticks.size()));
    painter.restore();
}

void MatchPicture::cover(const Lane& lane, int left, int right, std::vector<QRect>& veils,
                         std::vector<QRect>& ticks) const
{
    const auto round = [this](double px) { return static_cast<int>(std::lround(px * m_devicePixelRatio)); };
    const int leastTick = round(kLeastTick);
    const int tickHeight = std::min(round(kTickHeight), lane.rect.height() / 2);
    const int tickedBelow = round(kTickedBelow);
    const auto veil = [&](int from, int to) {
        if (from < to)
            veils.emplace_back(from, lane.rect.y(), to - from, lane.rect.height());
    };
    const auto last = m_runs.begin() + static_cast<std::ptrdiff_t>(lane.lastRun);
    auto run = std::partition_point(m_runs.begin() + static_cast<std::ptrdiff_t>(lane.firstRun), last,
                                    [&](const Run& r) { return r.x + std::max(r.width, leastTick) < left; });
    int at = left;
    for (; run != last && run->x < right; ++run) {
        veil(at, run->x);
        at = std::max(at, run->x + run->width);
        if (run->width < tickedBelow) {
            const int width = std::max(run->width, leastTick);
            ticks.emplace_back(std::min(run->x, lane.rect.right() + 1 - width), lane.rect.y(), width,
                               tickHeight);
        }
    }
    veil(at, right);
}

} // namespace bubblescope::ui
