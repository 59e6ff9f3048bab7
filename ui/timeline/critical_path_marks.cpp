// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/critical_path_marks.h"

#include "core/base/vector_registers.h"
#include "ui/export/colors.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

/// Blocks narrower than this would drown in lines between them.
constexpr double kReadablePx = 10;
/// More steps in view than that cannot all be that wide.
constexpr std::ptrdiff_t kMostConnected = 1000;
/// So many are looked at in no time, where lanes are so thin that the underlines alone are lost among them.
constexpr std::ptrdiff_t kMostTrailed = 50'000;
constexpr double kThinLane = 20;
/// The narrowest mark, in device pixels.
constexpr double kLeastMark = 2;
constexpr double kConnectorPx = 1.25;

struct Underline
{
    double y = 0;
    double height = 0;
};

/// In the gap under the lane where it has room, else on the lane's own lower edge.
Underline underlineOf(const TimelineGeometry& geometry, std::size_t row, double laneTop, Track track)
{
    const double laneHeight = geometry.trackHeight(row, track);
    const double gap = geometry.gapUnderLane(row);
    const double height = laneHeight >= 30 ? 3 : 2;
    const double bottom = laneTop + laneHeight;
    return {gap >= height + 1 ? bottom + 1 : bottom - height, height};
}

/// Rows that scroll are not to be seen behind the pinned ones.
bool isBehindPinned(const TimelineGeometry& geometry, std::size_t row, double y)
{
    return row >= geometry.pinnedRows && y < geometry.bandOf(row).y;
}

} // namespace

CriticalPathMarksPtr CriticalPathMarks::build(const LaneIndex& index, const CriticalPath& path)
{
    auto marks = std::make_shared<CriticalPathMarks>();
    const Timeline& timeline = index.timeline();
    for (std::vector<Lane>& lanes : marks->m_lanes)
        lanes.resize(index.laneCount());
    marks->m_steps.reserve(path.actions.size());
    for (const ActionPosition& action : path.actions) {
        const LaneId lane = index.laneOfAction(action);
        const Time start = timeline.startOf(action);
        const Time end = timeline.endOf(action);
        marks->m_steps.push_back({lane, start, end});
        Lane& own = marks->m_lanes[static_cast<std::size_t>(lane.track)][lane.rank.value];
        own.start.push_back(start);
        own.end.push_back(end);
    }
    return marks;
}

const CriticalPathMarks::Lane* CriticalPathMarks::laneOf(LaneId lane) const
{
    const std::vector<Lane>& lanes = m_lanes[static_cast<std::size_t>(lane.track)];
    return lane.rank.value < lanes.size() ? &lanes[lane.rank.value] : nullptr;
}

std::vector<TimeSpan> CriticalPathMarks::stretches(LaneId lane, Time from, Time to, Time least) const
{
    std::vector<TimeSpan> found;
    const Lane* own = laneOf(lane);
    if (own == nullptr)
        return found;
    auto i = std::partition_point(own->end.begin(), own->end.end(), [from](Time end) { return end < from; }) -
             own->end.begin();
    const auto count = static_cast<std::ptrdiff_t>(own->start.size());
    // What ends where the view begins is not in it, unless it has no length.
    while (i < count && own->end[static_cast<std::size_t>(i)] == from &&
           own->start[static_cast<std::size_t>(i)] < from)
        ++i;
    while (i < count && own->start[static_cast<std::size_t>(i)] < to) {
        TimeSpan stretch{own->start[static_cast<std::size_t>(i)], own->end[static_cast<std::size_t>(i)]};
        for (;;) {
            // Whatever begins within `least` joins; of those the last one ends last.
            const auto next = std::partition_point(own->start.begin() + i + 1, own->start.end(),
                                                   [&](Time start) { return start < stretch.end + least; }) -
                              own->start.begin();
            if (next == i + 1)
                break;
            i = next - 1;
            stretch.end = own->end[static_cast<std::size_t>(i)];
            if (stretch.end >= to)
                break;
        }
        ++i;
        found.push_back(stretch);
    }
    return found;
}

void CriticalPathPicture::update(const CriticalPathMarksPtr& marks, const TimelineGeometry& geometry,
                                 double devicePixelRatio)
{
    if (marks == m_marks && devicePixelRatio == m_devicePixelRatio && geometry == m_geometry)
        return;
    m_marks = marks;
    m_geometry = geometry;
    m_devicePixelRatio = devicePixelRatio;
    m_underlines.clear();
    m_connectors.clear();
    m_trail.clear();
    if (!marks)
        return;
    clearUpperRegisters();
    addUnderlines(devicePixelRatio);
    addConnectors();
}

void CriticalPathPicture::addUnderlines(double devicePixelRatio)
{
    const RectF& plot = m_geometry.plot;
    const Time pixel = 1 / (m_geometry.pixelsPerUnit() * devicePixelRatio);
    const double least =
        m_geometry.laneHeight < kThinLane ? kLeastMark / devicePixelRatio : 1 / devicePixelRatio;
    const auto column = [&](Time t) {
        const double x = std::clamp(m_geometry.xOf(t), plot.x, plot.right());
        return std::round(x * devicePixelRatio) / devicePixelRatio;
    };
    const auto [first, end] = m_geometry.scrolledRowsInView();
    for (std::size_t row = m_geometry.pinnedRows > 0 ? 0 : first; row < end; ++row) {
        row = row == m_geometry.pinnedRows ? std::max(row, first) : row;
        if (row >= end)
            break;
        for (const Track track : kTracks) {
            const auto top = m_geometry.trackTop(row, track);
            if (!top)
                continue;
            const Underline line = underlineOf(m_geometry, row, *top, track);
            if (isBehindPinned(m_geometry, row, line.y))
                continue;
            for (const auto& [begin, stop] :
                 m_marks->stretches({m_geometry.lanes[row], track}, m_geometry.from, m_geometry.to, pixel)) {
                const double x = std::min(column(begin), plot.right() - least);
                const double width = std::max(column(stop) - x, least);
                m_underlines.push_back({x, line.y, width, line.height});
            }
        }
    }
}

void CriticalPathPicture::addConnectors()
{
    using Step = CriticalPathMarks::Step;
    const std::vector<Step>& steps = m_marks->steps();
    const auto begin = std::partition_point(steps.begin(), steps.end(),
                                            [&](const Step& step) { return step.end < m_geometry.from; });
    // Ends never fall along a path; a RECV may have begun before its SEND.
    const auto end =
        std::partition_point(begin, steps.end(), [&](const Step& step) { return step.end <= m_geometry.to; });
    const bool isThin = m_geometry.laneHeight < kThinLane;
    if (end - begin > (isThin ? kMostTrailed : kMostConnected))
        return;
    const auto isReadable = [&](const Step& step) {
        return (step.end - step.start) * m_geometry.pixelsPerUnit() >= kReadablePx;
    };
    const auto middleOf = [&](const Step& step) -> std::optional<double> {
        const auto row = m_geometry.rowOf(step.lane.rank);
        const auto top = row ? m_geometry.trackTop(*row, step.lane.track) : std::nullopt;
        if (!top)
            return std::nullopt;
        const Underline line = underlineOf(m_geometry, *row, *top, step.lane.track);
        const double middle = line.y + line.height / 2;
        return *row < m_geometry.pinnedRows ? middle : std::max(middle, m_geometry.bandOf(*row).y);
    };
    for (auto step = begin == steps.begin() ? begin : begin - 1; step != end; ++step) {
        const auto next = step + 1;
        if (next == steps.end())
            break;
        const bool readable = isReadable(*step) && isReadable(*next);
        if (step->lane.rank == next->lane.rank || (!readable && !isThin))
            continue;
        const auto from = middleOf(*step);
        const auto to = middleOf(*next);
        if (from && to && !readable)
            addToTrail(step->end, *from, next->start, *to);
        else if (from && to)
            m_connectors.push_back({m_geometry.xOf(step->end), *from, m_geometry.xOf(next->start), *to});
    }
}

/// Along the lane until the next step begins, then across.
void CriticalPathPicture::addToTrail(Time from, double fromY, Time to, double toY)
{
    const RectF& plot = m_geometry.plot;
    const double pixel = 1 / m_devicePixelRatio;
    const double thickness = kLeastMark * pixel;
    const auto column = [&](Time t) {
        return std::floor(m_geometry.xOf(t) * m_devicePixelRatio + 1e-7) * pixel;
    };
    const double left = column(from);
    const double right = column(to);
    if (std::max(left, right) < plot.x || std::min(left, right) >= plot.right())
        return;
    if (left < right)
        addToTrail(RectF{left, fromY, right - left, thickness});
    const double top = std::clamp(std::min(fromY, toY), plot.y, plot.bottom());
    const double bottom = std::clamp(std::max(fromY, toY), plot.y, plot.bottom());
    if (top < bottom)
        addToTrail(RectF{right, top, thickness, bottom - top});
}

/// What follows in the same column makes its part longer.
void CriticalPathPicture::addToTrail(const RectF& part)
{
    if (!m_trail.empty()) {
        RectF& last = m_trail.back();
        if (last.x == part.x && last.width == part.width && part.y <= last.bottom() &&
            part.bottom() >= last.y) {
            const double bottom = std::max(last.bottom(), part.bottom());
            last.y = std::min(last.y, part.y);
            last.height = bottom - last.y;
            return;
        }
    }
    m_trail.push_back(part);
}

void CriticalPathPicture::paint(QPainter& painter, const QRectF& clip, const Theme& theme) const
{
    if (m_underlines.empty() && m_connectors.empty() && m_trail.empty())
        return;
    painter.save();
    painter.setClipRect(toRect(m_geometry.plot).adjusted(0, 0, 0, 4), Qt::IntersectClip);
    const QColor color = toColor(theme.color(Role::CriticalPath));
    for (const std::vector<RectF>* const lines : {&m_underlines, &m_trail})
        for (const RectF& line : *lines)
            if (line.x <= clip.right() && line.right() >= clip.left() && line.y <= clip.bottom() &&
                line.bottom() >= clip.top())
                painter.fillRect(toRect(line), color);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor thin = color;
    thin.setAlphaF(0.8F);
    painter.setPen(QPen(thin, kConnectorPx));
    for (const Connector& line : m_connectors)
        if (std::min(line.x0, line.x1) <= clip.right() && std::max(line.x0, line.x1) >= clip.left())
            painter.drawLine(QPointF(line.x0, line.y0), QPointF(line.x1, line.y1));
    painter.restore();
}

bool isOnPath(const Timeline& timeline, const CriticalPath& path, const ActionPosition& action)
{
    const Time end = timeline.endOf(action);
    auto step = std::partition_point(path.actions.begin(), path.actions.end(),
                                     [&](const ActionPosition& at) { return timeline.endOf(at) < end; });
    for (; step != path.actions.end() && timeline.endOf(*step) == end; ++step)
        if (*step == action)
            return true;
    return false;
}

} // namespace bubblescope::ui
