// SPDX-License-Identifier: Apache-2.0
#include "ui/export/raster_lanes.h"

#include "core/base/parallel_for.h"
#include "core/base/vector_registers.h"
#include "core/scene/build_scene.h"
#include "ui/export/colors.h"

#include <QPainter>
#include <QtMath>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

namespace bubblescope::ui {

namespace {

/// What a lane is where nothing runs.
bool isGround(const SceneRect& rect)
{
    return rect.fill == Fill{Role::Idle} && rect.block < 0 && !rect.inner && !rect.hatched &&
           rect.radius == 0;
}

} // namespace

/// What a thread composes lanes with.
class RasterLanes::Work
{
public:
    Work(const Theme& theme, const ColumnGrid& grid) : m_composer(theme, grid) {}

    const LaneComposer& composed(const Lane& lane)
    {
        clearUpperRegisters();
        m_blocks.clear();
        std::copy_if(lane.rects.begin(), lane.rects.end(), std::back_inserter(m_blocks),
                     [](const SceneRect& rect) { return rect.block >= 0; });
        m_composer.clear();
        m_composer.addBlocks(m_blocks);
        if (lane.strip != nullptr)
            m_composer.addStrip(*lane.strip);
        m_composer.finish();
        return m_composer;
    }

private:
    LaneComposer m_composer;
    std::vector<SceneRect> m_blocks;
};

RasterLanes::RasterLanes(QPainter& painter, const Scene& scene, const Theme& theme)
    : m_painter(painter)
    , m_scene(scene)
    , m_theme(theme)
    , m_toDevice(painter.deviceTransform())
{
    findGrounds();
}

bool RasterLanes::paintsGround(const SceneRect& rect) const
{
    return isGround(rect) && std::binary_search(m_grounds.begin(), m_grounds.end(), &rect);
}

void RasterLanes::paint()
{
    constexpr std::size_t kLanesWorthAThread = 12;
    const QRectF plot = m_toDevice.mapRect(toRect(m_scene.geometry.plot));
    m_grid = {m_toDevice.m11(), m_toDevice.dx(), static_cast<int>(std::floor(plot.left() + 1e-6)), 0};
    m_grid.count = static_cast<int>(std::ceil(plot.right() - 1e-6)) - m_grid.first;
    if (m_grid.count <= 0)
        return;
    m_pixels = ImagePixels(m_painter);
    m_worldTransform = m_painter.worldTransform();
    m_painter.save();
    // Whole images go onto whole device pixels, untouched by scaling.
    m_painter.setWorldTransform(m_toDevice.inverted() * m_worldTransform);
    std::vector<Lane> all = lanes();
    giveGrounds(all);
    const bool isShared = m_pixels && all.size() >= 2 * kLanesWorthAThread && areApart(all);
    std::vector<Work> works(isShared ? std::min(threadsFor(0), kFrameThreads) : 1, Work(m_theme, m_grid));
    std::vector<std::uint8_t> isWritten(all.size());
    if (isShared)
        parallelFor(all.size(),
                    [&](std::size_t at, unsigned thread) {
                        isWritten[at] = writeLane(works[thread].composed(all[at]), all[at]) ? 1 : 0;
                    },
                    {.threads = static_cast<unsigned>(works.size())});
    // What needs the painter; without threads all, in its order.
    for (std::size_t at = 0; at < all.size(); ++at)
        if (isWritten[at] == 0)
            paintLane(works.front().composed(all[at]), all[at]);
    m_painter.restore();
    for (const SceneRect* ground : m_grounds)
        paintGround(*ground);
}

/// From top to bottom, without their grounds. Copies no block, as the lanes of other painters do.
std::vector<RasterLanes::Lane> RasterLanes::lanes() const
{
    std::vector<Lane> lanes;
    auto strip = m_scene.strips.begin();
    const auto add = [&](const RectF& where, std::span<const SceneRect> rects) {
        const bool hasStrip = strip != m_scene.strips.end() && strip->y == where.y;
        lanes.push_back({where, rects, hasStrip ? &*strip++ : nullptr});
    };
    const auto addStripsAbove = [&](double y) {
        while (strip != m_scene.strips.end() && strip->y < y)
            add({0, strip->y, 0, strip->height}, {});
    };
    const SceneRect* const end = m_scene.rects.data() + m_scene.rects.size();
    const auto isOfAnother = [](double y) {
        return [y](const SceneRect& rect) { return rect.block >= 0 && rect.rect.y != y; };
    };
    const auto isBlock = [](const SceneRect& rect) { return rect.block >= 0; };
    for (const SceneRect* first = std::find_if(m_scene.rects.data(), end, isBlock); first != end;) {
        const RectF& where = first->rect;
        const SceneRect* const next = std::find_if(first, end, isOfAnother(where.y));
        addStripsAbove(where.y);
        add(where, {first, next});
        first = next;
    }
    addStripsAbove(std::numeric_limits<double>::infinity());
    return lanes;
}

/// Those that are painted straight into an image and have no hatch on them.
void RasterLanes::findGrounds()
{
    if (!ImagePixels(m_painter))
        return;
    const RectF& plot = m_scene.geometry.plot;
    const auto isInPlot = [&plot](const RectF& rect) {
        return rect.x >= plot.x && rect.right() <= plot.right() && rect.y >= plot.y &&
               rect.bottom() <= plot.bottom();
    };
    for (const SceneRect& rect : m_scene.rects) {
        if (isGround(rect) && isInPlot(rect.rect))
            m_grounds.push_back(&rect);
        else if (rect.hatched && !m_grounds.empty() && m_grounds.back()->rect.y == rect.rect.y)
            m_grounds.pop_back();
    }
}

void RasterLanes::giveGrounds(std::vector<Lane>& lanes)
{
    constexpr double kSame = 1e-6;
    for (Lane& lane : lanes) {
        const RectF& where = lane.where;
        const auto ground = std::find_if(m_grounds.begin(), m_grounds.end(), [&](const SceneRect* rect) {
            return rect->rect.y >= where.y - kSame && rect->rect.bottom() <= where.y + where.height + kSame;
        });
        if (ground == m_grounds.end())
            continue;
        lane.ground = *ground;
        m_grounds.erase(ground);
    }
}

RasterLanes::Rows RasterLanes::rowsOf(const RectF& lane) const
{
    // Lanes too thin for an edge of their own show their fills alone.
    constexpr int kThinLane = 6;
    const QRectF device = m_toDevice.mapRect(toRect({0, lane.y, 1, lane.height}));
    Rows rows{qRound(device.top())};
    rows.count = std::max(1, qRound(device.bottom()) - rows.top);
    const int edge = std::max(1, static_cast<int>(m_toDevice.m22()));
    rows.edge = rows.count >= kThinLane * edge ? edge : 0;
    return rows;
}

/// Whether no two lanes, from top to bottom, write the same pixels.
bool RasterLanes::areApart(std::span<const Lane> lanes) const
{
    return std::adjacent_find(lanes.begin(), lanes.end(), [&](const Lane& upper, const Lane& lower) {
               const Rows rows = rowsOf(upper.where);
               return rowsOf(lower.where).top < rows.top + rows.count;
           }) == lanes.end();
}

/// False where the painter has to paint the lane's ground first.
bool RasterLanes::writeLane(const LaneComposer& composer, const Lane& lane) const
{
    if (lane.ground == nullptr) {
        writeRuns(composer, lane.where);
        return true;
    }
    const Rows rows = rowsOf(lane.where);
    const QRect where = m_toDevice.mapRect(toRect(lane.ground->rect)).toRect();
    const int left = std::max(where.left() - m_grid.first, 0);
    const int right = std::min(where.left() + where.width() - m_grid.first, m_grid.count);
    // A lane cut by the plot, or one that blocks reach out of, has its ground painted as usual.
    const bool holdsRuns = composer.runs().empty() ||
                           (composer.runs().front().begin >= left && composer.runs().back().end <= right);
    if (where.top() > rows.top || where.top() + where.height() < rows.top + rows.count || left >= right ||
        !holdsRuns)
        return false;
    for (int row = std::max(0, m_pixels.top() - rows.top);
         row < std::min(rows.count, m_pixels.bottom() - rows.top); ++row)
        m_pixels.write(rows.top + row, m_grid.first + left,
                       composer.row(rows.isEdge(row)).subspan(left, right - left));
    return true;
}

void RasterLanes::writeRuns(const LaneComposer& composer, const RectF& lane) const
{
    const Rows rows = rowsOf(lane);
    for (int row = std::max(0, m_pixels.top() - rows.top);
         row < std::min(rows.count, m_pixels.bottom() - rows.top); ++row)
        for (const LaneComposer::Run& run : composer.runs())
            m_pixels.write(rows.top + row, m_grid.first + run.begin,
                           composer.row(rows.isEdge(row)).subspan(run.begin, run.end - run.begin));
}

void RasterLanes::paintLane(const LaneComposer& composer, const Lane& lane)
{
    if (m_pixels && writeLane(composer, lane))
        return;
    if (lane.ground != nullptr)
        paintGround(*lane.ground);
    if (m_pixels) {
        writeRuns(composer, lane.where);
        return;
    }
    const Rows rows = rowsOf(lane.where);
    if (m_laneImage.width() != m_grid.count || m_laneImage.height() < rows.count)
        m_laneImage = QImage(m_grid.count, rows.count, QImage::Format_RGB32);
    for (int row = 0; row < rows.count; ++row)
        std::memcpy(m_laneImage.scanLine(row), composer.row(rows.isEdge(row)).data(),
                    composer.row(false).size_bytes());
    for (const LaneComposer::Run& run : composer.runs())
        m_painter.drawImage(QPoint(m_grid.first + run.begin, rows.top), m_laneImage,
                            QRect(run.begin, 0, run.end - run.begin, rows.count));
}

void RasterLanes::paintGround(const SceneRect& ground)
{
    m_painter.save();
    m_painter.setWorldTransform(m_worldTransform);
    m_painter.fillRect(onWholePixels(toRect(ground.rect), m_toDevice), toColor(m_theme.color(ground.fill)));
    m_painter.restore();
}

} // namespace bubblescope::ui
