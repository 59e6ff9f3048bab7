// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/problem_marks.h"

#include "core/base/vector_registers.h"
#include "ui/export/colors.h"
#include "ui/export/image_pixels.h"
#include "ui/timeline/hit_test.h"

#include <QImage>
#include <QPainter>
#include <QPolygonF>
#include <QtMath>
#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace bubblescope::ui {

namespace {

constexpr double kOutlinedPx = 7; ///< narrower actions get a mark over them
constexpr double kOutline = 2;
constexpr double kProblemMarksArrow = 4; ///< half the mark's width
constexpr double kStepPx = 5;
constexpr double kUnseenPx = 0.5;

void paintOutline(QPainter& painter, const QRectF& rect, const QColor& color)
{
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), kOutline), color);
    painter.fillRect(QRectF(rect.left(), rect.bottom() - kOutline, rect.width(), kOutline), color);
    painter.fillRect(QRectF(rect.left(), rect.top(), kOutline, rect.height()), color);
    painter.fillRect(QRectF(rect.right() - kOutline, rect.top(), kOutline, rect.height()), color);
}

/// An arrowhead on the lane's upper edge that points at what is too narrow to frame.
void paintArrow(QPainter& painter, double x, double top, const QColor& color)
{
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF{QPointF(x - kProblemMarksArrow, top - 2),
                                  QPointF(x + kProblemMarksArrow, top - 2),
                                  QPointF(x, top + kProblemMarksArrow - 1)});
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintMark(QPainter& painter, double x, double top, double height, const QColor& color)
{
    painter.fillRect(QRectF(x - 0.5, top, 1, height), color);
    paintArrow(painter, x, top, color);
}

/// The same marks, thousands of them, written into the image that is painted on: a whole track's at once
/// where nothing of them but their place differs.
class MarkStamp
{
public:
    MarkStamp(const QPainter& painter, const QColor& color)
        : m_pixels(painter)
        , m_ratio(painter.deviceTransform().m11())
        , m_origin(painter.deviceTransform().map(QPointF()))
        , m_color(color.rgb())
    {
        if (!m_pixels)
            return;
        const int side = qCeil((2 * kProblemMarksArrow + 2) * m_ratio) + 2;
        m_center = side / 2;
        m_arrow = QImage(side, side, QImage::Format_ARGB32_Premultiplied);
        m_arrow.fill(Qt::transparent);
        QPainter arrow(&m_arrow);
        arrow.translate(m_center + m_ratio / 2, 0);
        arrow.scale(m_ratio, m_ratio);
        arrow.translate(0, 2);
        paintArrow(arrow, 0, 0, color);
    }

    [[nodiscard]] bool canStamp() const { return static_cast<bool>(m_pixels); }
    void add(Track track, double x) { m_lines[static_cast<std::size_t>(track)].push_back(lineAt(x)); }
    /// What has been added of a track.
    void stampAll(Track track, double top, double height)
    {
        std::vector<Line>& lines = m_lines[static_cast<std::size_t>(track)];
        stamp(lines, top, height);
        lines.clear();
    }
    void stampOne(double x, double top, double height) { stamp(std::array{lineAt(x)}, top, height); }

private:
    struct Line
    {
        int begin, end; ///< device columns
    };
    void stamp(std::span<const Line> lines, double top, double height);
    [[nodiscard]] Line lineAt(double x) const { return {columnOf(x - 0.5), columnOf(x + 0.5)}; }
    [[nodiscard]] int columnOf(double x) const { return qRound(x * m_ratio + m_origin.x()); }
    [[nodiscard]] int rowOf(double y) const { return qRound(y * m_ratio + m_origin.y()); }
    static QRgb over(QRgb there, QRgb above);

    ImagePixels m_pixels;
    double m_ratio;
    QPointF m_origin;
    QRgb m_color;
    int m_center = 0; ///< the line's first column in the arrow's image
    QImage m_arrow;
    std::array<std::vector<Line>, kTrackCount> m_lines;
};

QRgb MarkStamp::over(QRgb there, QRgb above)
{
    const unsigned rest = 255 - qAlpha(above);
    const auto channel = [rest](unsigned below, unsigned own) { return own + (below * rest + 127) / 255; };
    return qRgb(channel(qRed(there), qRed(above)), channel(qGreen(there), qGreen(above)),
                channel(qBlue(there), qBlue(above)));
}

void MarkStamp::stamp(std::span<const Line> lines, double top, double height)
{
    const int left = m_pixels.clip().left();
    const int right = left + m_pixels.clip().width();
    const auto eachRow = [&](int begin, int rows, auto write) {
        for (int row = std::max(0, m_pixels.top() - begin); row < std::min(rows, m_pixels.bottom() - begin);
             ++row)
            write(row, m_pixels.row(begin + row));
    };
    eachRow(rowOf(top), rowOf(top + height) - rowOf(top), [&](int, QRgb* pixels) {
        for (const Line& line : lines)
            for (int x = std::max(line.begin, left); x < std::min(line.end, right); ++x)
                pixels[x] = m_color;
    });
    eachRow(rowOf(top - 2), m_arrow.height(), [&](int row, QRgb* pixels) {
        const auto* const arrow = reinterpret_cast<const QRgb*>(m_arrow.constScanLine(row));
        int begin = 0;
        int end = m_arrow.width();
        while (begin < end && arrow[begin] == 0)
            ++begin;
        while (begin < end && arrow[end - 1] == 0)
            --end;
        for (const Line& line : lines) {
            const int first = line.begin - m_center;
            for (int at = std::max(begin, left - first); at < std::min(end, right - first); ++at)
                pixels[first + at] =
                    qAlpha(arrow[at]) == 255 ? arrow[at] : over(pixels[first + at], arrow[at]);
        }
    });
}

/// Where the mark of an action that is narrower than a pixel is: its track alone tells how high.
double middleOf(const ProblemMark& mark, Track track, const TimelineGeometry& geometry)
{
    if (track == Track::Compute)
        return geometry.xOf((mark.start + mark.end) / 2);
    return std::min(geometry.xOf(mark.start), geometry.plot.right() - kEasyWidthPx) + kEasyWidthPx / 2;
}

/// The first mark from `begin` on that does not start before a time: near, most often.
auto firstFrom(std::vector<ProblemMark>::const_iterator begin, std::vector<ProblemMark>::const_iterator end,
               Time t)
{
    std::ptrdiff_t step = 1;
    while (step < end - begin && (begin + (step - 1))->start < t) {
        begin += step;
        step *= 2;
    }
    return std::partition_point(begin, begin + std::min(step, end - begin),
                                [t](const ProblemMark& mark) { return mark.start < t; });
}

void paintLane(QPainter& painter, MarkStamp& stamp, const LaneMarks& lane, std::size_t row,
               const LaneIndex& index, const TimelineGeometry& geometry, const QColor& color)
{
    const RankId rank = geometry.lanes[row];
    const Time step = kStepPx / geometry.pixelsPerUnit();
    const QRectF plot = toRect(geometry.plot);
    const Time narrow = kUnseenPx / geometry.pixelsPerUnit();
    const bool isPlain = stamp.canStamp() && !geometry.isFolded(row);
    const auto trackOfMark = [&](const ProblemMark& mark) {
        return geometry.subLanes.empty() ? Track::Compute : index.laneOfAction({rank, mark.index}).track;
    };
    auto mark = std::partition_point(
        lane.marks.begin(), lane.marks.end(),
        [t = geometry.from - lane.longest](const ProblemMark& at) { return at.start < t; });
    while (mark != lane.marks.end() && mark->start < geometry.to) {
        if (isPlain && mark->end - mark->start < narrow) {
            const Track track = trackOfMark(*mark);
            if (const double x = middleOf(*mark, track, geometry);
                x >= plot.left() && geometry.trackTop(row, track))
                stamp.add(track, x);
        } else if (const auto rect = actionRect(index, geometry, {rank, mark->index});
                   rect && rect->right() >= plot.left()) {
            const double x = rect->x + rect->width / 2;
            if (rect->width >= kOutlinedPx && rect->height > 3 * kOutline)
                paintOutline(painter, toRect(*rect).intersected(plot.adjusted(-4, -4, 4, 4)), color);
            else if (stamp.canStamp())
                stamp.stampOne(x, rect->y, rect->height);
            else
                paintMark(painter, x, rect->y, rect->height, color);
        }
        // What lies under the same few pixels is marked with it, unless it has room for itself.
        auto next = mark + 1;
        if (next != lane.marks.end() && next->end - next->start < step && next->start < mark->start + step)
            next = firstFrom(next, lane.marks.end(), mark->start + step);
        mark = next;
    }
    if (!stamp.canStamp())
        return;
    for (const Track track : {Track::Compute, Track::Communication, Track::Fsdp})
        if (const auto top = geometry.trackTop(row, track))
            stamp.stampAll(track, *top, geometry.trackHeight(row, track));
}

} // namespace

void paintProblemMarks(QPainter& painter, const ProblemReport& report, const LaneIndex& index,
                       const TimelineGeometry& geometry, const Theme& theme)
{
    const QColor color = toColor(theme.color(Role::CriticalPath));
    painter.save();
    painter.setClipRect(toRect(geometry.plot).adjusted(0, -3, 0, 0), Qt::IntersectClip);
    MarkStamp stamp(painter, color);
    clearUpperRegisters();
    for (std::size_t row = 0; row < geometry.lanes.size(); ++row) {
        const double top = geometry.laneTop(row);
        const RankId rank = geometry.lanes[row];
        if (top > geometry.plot.bottom() || top + geometry.pitchOf(row) < geometry.plot.y ||
            rank.value >= report.lanes.size())
            continue;
        paintLane(painter, stamp, report.lanes[rank.value], row, index, geometry, color);
    }
    painter.restore();
}

} // namespace bubblescope::ui
