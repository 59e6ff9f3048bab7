// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/match_picture.h"

#include "core/base/parallel_for.h"
#include "core/base/vector_registers.h"
#include "core/scene/build_scene.h"
#include "ui/export/colors.h"
#include "ui/export/image_pixels.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr double kVeil = 0.72;
/// Runs narrower than this are easily missed: they get a tick.
constexpr double kTickedBelow = 6;
constexpr double kMatchPictureTickHeight = 3;
constexpr double kLeastTick = 2;
/// From here on a lane is filled as a row of pixels.
constexpr std::size_t kManyRuns = 8;
constexpr std::size_t kLanesWorthAThread = 12;

RectF cut(const RectF& rect, const RectF& band)
{
    const double top = std::max(rect.y, band.y);
    return {rect.x, top, rect.width, std::min(rect.bottom(), band.bottom()) - top};
}

/// Of a lane, from the first column in a rect to past the last.
std::pair<int, int> columnsIn(const MatchPicture::Lane& lane, const QRect& device)
{
    return {std::max(lane.rect.left(), device.left()), std::min(lane.rect.right(), device.right()) + 1};
}

} // namespace

void MatchPicture::update(const std::shared_ptr<const void>& matches, const Stretches& stretchesOf,
                          const TimelineGeometry& geometry, double devicePixelRatio)
{
    if (matches == m_matches && devicePixelRatio == m_devicePixelRatio && geometry == m_geometry)
        return;
    m_matches = matches;
    m_geometry = geometry;
    m_devicePixelRatio = devicePixelRatio;
    m_lanes.clear();
    m_runs.clear();
    if (!matches)
        return;
    std::vector<std::size_t> rows(std::min(geometry.pinnedRows, geometry.lanes.size()));
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    for (auto [row, end] = geometry.scrolledRowsInView(); row < end; ++row)
        rows.push_back(row);
    std::vector<Found> found(rows.size());
    parallelFor(
        rows.size(), [&](std::size_t at) { findIn(rows[at], stretchesOf, found[at]); },
        {.threads = rows.size() < 2 * kLanesWorthAThread ? 1 : std::min(threadsFor(0), kFrameThreads)});
    for (const Found& row : found) {
        for (Lane lane : row.lanes) {
            lane.firstRun += m_runs.size();
            lane.lastRun += m_runs.size();
            m_lanes.push_back(lane);
        }
        m_runs.insert(m_runs.end(), row.runs.begin(), row.runs.end());
    }
}

void MatchPicture::findIn(std::size_t row, const Stretches& stretchesOf, Found& found) const
{
    clearUpperRegisters();
    const TimelineGeometry& geometry = m_geometry;
    const Time pixel = 1 / (geometry.pixelsPerUnit() * m_devicePixelRatio);
    const RectF band = geometry.bandOf(row);
    std::vector<TimeSpan> stretches;
    for (const Track track : kTracks) {
        const auto top = geometry.trackTop(row, track);
        if (!top)
            continue;
        const RectF rect =
            cut({geometry.plot.x, *top, geometry.plot.width, geometry.trackHeight(row, track)}, band);
        if (rect.height <= 0)
            continue;
        stretches.clear();
        stretchesOf({geometry.lanes[row], track}, geometry.from, geometry.to, pixel, stretches);
        addLane(rect, stretches, found);
    }
}

void MatchPicture::addLane(const RectF& rect, const std::vector<TimeSpan>& stretches, Found& found) const
{
    const int left = toDevice(rect.x);
    const int right = toDevice(rect.right());
    const auto column = [&](Time t) {
        return toDevice(std::clamp(m_geometry.xOf(t), m_geometry.plot.x, m_geometry.plot.right()));
    };
    const int top = toDevice(rect.y);
    std::vector<Run>& runs = found.runs;
    Lane lane{{left, top, right - left, toDevice(rect.bottom()) - top}, runs.size(), runs.size()};
    for (const auto& [start, end] : stretches) {
        const int x = std::min(column(start), right - 1);
        const int past = std::max(column(end), x + 1);
        if (runs.size() > lane.firstRun && x <= runs.back().x + runs.back().width)
            runs.back().width = std::max(runs.back().width, past - runs.back().x);
        else
            runs.push_back({x, past - x});
    }
    lane.lastRun = runs.size();
    found.lanes.push_back(lane);
}

int MatchPicture::toDevice(double px) const
{
    return static_cast<int>(std::lround(px * m_devicePixelRatio));
}

std::span<const MatchPicture::Run> MatchPicture::runsIn(const Lane& lane, int left, int right) const
{
    const auto runs = std::span(m_runs).subspan(lane.firstRun, lane.lastRun - lane.firstRun);
    const int tick = toDevice(kLeastTick);
    const auto first = std::partition_point(
        runs.begin(), runs.end(), [&](const Run& run) { return run.x + std::max(run.width, tick) < left; });
    const auto last = std::partition_point(first, runs.end(), [&](const Run& run) { return run.x < right; });
    return {first, last};
}

int MatchPicture::tickHeight(const Lane& lane) const
{
    return std::min(toDevice(kMatchPictureTickHeight), lane.rect.height() / 2);
}

MatchPicture::Run MatchPicture::tickOf(const Lane& lane, const Run& run) const
{
    if (run.width >= toDevice(kTickedBelow))
        return {run.x, 0};
    const int width = std::max(run.width, toDevice(kLeastTick));
    return {std::min(run.x, lane.rect.right() + 1 - width), width};
}

void MatchPicture::paint(QPainter& painter, const QRectF& clip, const Theme& theme, const QColor& color) const
{
    if (m_lanes.empty())
        return;
    const Colors colors{toColor(theme.color(Role::Window), kVeil), color, toColor(theme.color(Role::Accent))};
    const QRect device =
        QTransform::fromScale(m_devicePixelRatio, m_devicePixelRatio).mapRect(clip).toAlignedRect();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    // In device pixels whole numbers stay whole.
    painter.scale(1 / m_devicePixelRatio, 1 / m_devicePixelRatio);
    painter.setPen(Qt::NoPen);
    std::vector<QRect> veils;
    std::vector<QRect> runs;
    std::vector<QRect> ticks;
    std::vector<const Lane*> filled;
    for (const Lane& lane : m_lanes) {
        if (!lane.rect.intersects(device))
            continue;
        const auto [left, right] = columnsIn(lane, device);
        if (runsIn(lane, left, right).size() > kManyRuns)
            filled.push_back(&lane);
        else
            cover(lane, left, right, veils, runs, ticks);
    }
    fillAll(painter, filled, device, colors);
    painter.setBrush(colors.veil);
    painter.drawRects(veils.data(), static_cast<int>(veils.size()));
    if (color.isValid()) {
        painter.setBrush(color);
        painter.drawRects(runs.data(), static_cast<int>(runs.size()));
    }
    // Over all veils, so that a neighbour's does not cut one.
    painter.setBrush(colors.tick);
    painter.drawRects(ticks.data(), static_cast<int>(ticks.size()));
    painter.restore();
}

void MatchPicture::paintVisible(QPainter& painter, const QRectF& viewport, const Theme& theme,
                                const QColor& color) const
{
    const QRegion dirty = painter.paintEngine()->systemClip();
    QRectF clip = viewport;
    // A moving pointer asks for little more than its own line; the region is in device pixels of the window.
    if (!dirty.isEmpty() && painter.deviceTransform().isAffine())
        clip &= painter.deviceTransform().inverted().mapRect(QRectF(dirty.boundingRect()));
    painter.save();
    painter.setClipRect(clip, Qt::IntersectClip);
    paint(painter, clip, theme, color);
    painter.restore();
}

void MatchPicture::cover(const Lane& lane, int left, int right, std::vector<QRect>& veils,
                         std::vector<QRect>& runs, std::vector<QRect>& ticks) const
{
    const auto veil = [&](int from, int to) {
        if (from < to)
            veils.emplace_back(from, lane.rect.y(), to - from, lane.rect.height());
    };
    int at = left;
    for (const Run& run : runsIn(lane, left, right)) {
        veil(at, run.x);
        const int from = std::max(run.x, left);
        if (const int to = std::min(run.x + run.width, right); from < to)
            runs.emplace_back(from, lane.rect.y(), to - from, lane.rect.height());
        at = std::max(at, run.x + run.width);
        if (const Run tick = tickOf(lane, run); tick.width > 0)
            ticks.emplace_back(tick.x, lane.rect.y(), tick.width, tickHeight(lane));
    }
    veil(at, right);
}

void MatchPicture::fillAll(QPainter& painter, std::span<const Lane* const> lanes, const QRect& device,
                           const Colors& colors) const
{
    const ImagePixels pixels = lanes.size() < 2 * kLanesWorthAThread ? ImagePixels() : ImagePixels(painter);
    const auto fillOn = [&](QPainter& own, const Lane& lane) {
        const auto [left, right] = columnsIn(lane, device);
        fill(own, lane, left, right, colors);
    };
    if (!pixels) {
        for (const Lane* lane : lanes)
            fillOn(painter, *lane);
        return;
    }
    const QPoint origin = painter.deviceTransform().map(QPoint());
    parallelFor(lanes.size(),
                [&](std::size_t at) {
                    // A painter of its own, on lines that no other has.
                    const QRect lines = lanes[at]->rect.translated(origin).intersected(pixels.clip());
                    if (lines.isEmpty())
                        return;
                    QImage image = pixels.lines(lines.top(), lines.height());
                    QPainter own(&image);
                    own.translate(origin - QPoint(pixels.clip().left(), lines.top()));
                    own.setPen(Qt::NoPen);
                    fillOn(own, *lanes[at]);
                },
                {.threads = std::min(threadsFor(0), kFrameThreads)});
}

void MatchPicture::fill(QPainter& painter, const Lane& lane, int left, int right, const Colors& colors) const
{
    QImage row(right - left, 1, QImage::Format_ARGB32_Premultiplied);
    row.fill(colors.veil);
    auto* const pixels = reinterpret_cast<QRgb*>(row.bits());
    const auto paintRun = [&](const Run& run, QRgb value) {
        const int from = std::max(run.x, left) - left;
        const int to = std::min(run.x + run.width, right) - left;
        if (from < to)
            std::fill(pixels + from, pixels + to, value);
    };
    const QRgb ground = colors.match.isValid() ? qPremultiply(colors.match.rgba()) : 0;
    for (const Run& run : runsIn(lane, left, right))
        paintRun(run, ground);
    const int height = tickHeight(lane);
    painter.setBrushOrigin(left, 0);
    painter.fillRect(left, lane.rect.y() + height, right - left, lane.rect.height() - height, QBrush(row));
    for (const Run& run : runsIn(lane, left, right))
        paintRun(tickOf(lane, run), colors.tick.rgb());
    painter.fillRect(left, lane.rect.y(), right - left, height, QBrush(row));
}

} // namespace bubblescope::ui
