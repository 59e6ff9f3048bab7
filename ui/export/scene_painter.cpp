// SPDX-License-Identifier: Apache-2.0
#include "ui/export/scene_painter.h"

#include "core/base/parallel_for.h"
#include "core/base/vector_registers.h"
#include "core/scene/build_scene.h"
#include "core/scene/svg_style.h"
#include "ui/export/colors.h"
#include "ui/export/curve_painter.h"
#include "ui/export/idle_hatch.h"
#include "ui/export/image_pixels.h"
#include "ui/export/label_sprites.h"
#include "ui/export/lane_composer.h"
#include "ui/export/text_cache.h"
#include "ui/export/vector_lanes.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QLocale>
#include <QPaintEngine>
#include <QPainter>
#include <QtMath>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace bubblescope::ui {

namespace {

bool isLanePart(const SceneRect& rect)
{
    return rect.block >= 0 || rect.inner;
}

/// Whether the scene's pixels lie on those of an image, but for their size.
bool isOnPixels(const QPainter& painter)
{
    const QPaintEngine* const engine = painter.paintEngine();
    return engine != nullptr && engine->type() == QPaintEngine::Raster &&
           painter.deviceTransform().type() <= QTransform::TxScale;
}

/// What a lane is where nothing runs.
bool isGround(const SceneRect& rect)
{
    return rect.fill == Fill{Role::Idle} && !isLanePart(rect) && !rect.hatched && rect.radius == 0;
}

/// A lane's rows on the device.
struct LaneRows
{
    int top = 0;
    int count = 1;
    int edge = 0; ///< at its top and bottom, where it has edges
    [[nodiscard]] bool isEdge(int row) const { return row < edge || row >= count - edge; }
};

/// What is painted of one lane.
struct LaneParts
{
    RectF where;
    std::span<const SceneRect> rects; ///< with the lane's blocks, and others
    const SceneStrip* strip = nullptr;
    const SceneRect* ground = nullptr; ///< that is left to the lane
};

/// Of one thread.
struct LaneWork
{
    LaneComposer composer;
    std::vector<SceneRect> blocks;

    const LaneComposer& composed(const LaneParts& lane)
    {
        clearUpperRegisters();
        blocks.clear();
        std::copy_if(lane.rects.begin(), lane.rects.end(), std::back_inserter(blocks),
                     [](const SceneRect& rect) { return rect.block >= 0; });
        composer.clear();
        composer.addBlocks(blocks);
        if (lane.strip != nullptr)
            composer.addStrip(*lane.strip);
        composer.finish();
        return composer;
    }
};

/// From top to bottom, none with its ground.
std::vector<LaneParts> paintedLanes(const Scene& scene)
{
    std::vector<LaneParts> lanes;
    auto strip = scene.strips.begin();
    const auto add = [&](const RectF& where, std::span<const SceneRect> rects) {
        const bool hasStrip = strip != scene.strips.end() && strip->y == where.y;
        lanes.push_back({where, rects, hasStrip ? &*strip++ : nullptr});
    };
    const auto addStripsAbove = [&](double y) {
        while (strip != scene.strips.end() && strip->y < y)
            add({0, strip->y, 0, strip->height}, {});
    };
    const SceneRect* const end = scene.rects.data() + scene.rects.size();
    const auto isOfAnother = [](double y) {
        return [y](const SceneRect& rect) { return rect.block >= 0 && rect.rect.y != y; };
    };
    const auto isBlock = [](const SceneRect& rect) { return rect.block >= 0; };
    for (const SceneRect* first = std::find_if(scene.rects.data(), end, isBlock); first != end;) {
        const RectF& where = first->rect;
        const SceneRect* const next = std::find_if(first, end, isOfAnother(where.y));
        addStripsAbove(where.y);
        add(where, {first, next});
        first = next;
    }
    addStripsAbove(std::numeric_limits<double>::infinity());
    return lanes;
}

/// Paints one scene; holds what the passes share.
class ScenePainter
{
public:
    ScenePainter(QPainter& painter, const Scene& scene, const Theme& theme)
        : m_painter(painter)
        , m_scene(scene)
        , m_theme(theme)
        , m_toDevice(painter.deviceTransform())
        , m_onPixels(isOnPixels(painter))
        , m_hatch(theme, m_toDevice, m_onPixels)
    {}

    void paint();

private:
    [[nodiscard]] QRectF onPixels(const QRectF& rect) const;
    void paintRect(const SceneRect& rect);
    void findGrounds();
    [[nodiscard]] bool isLeftToLane(const SceneRect& rect) const;
    void giveGrounds(std::vector<LaneParts>& lanes);
    void paintLanes();
    void paintLane(const LaneComposer& composer, const ColumnGrid& grid, const LaneParts& lane);
    [[nodiscard]] LaneRows rowsOf(const RectF& lane) const;
    [[nodiscard]] bool areApart(std::span<const LaneParts> lanes) const;
    [[nodiscard]] bool paintPixels(const LaneComposer& composer, const ColumnGrid& grid,
                                   const LaneParts& lane) const;
    void paintRuns(const LaneComposer& composer, const ColumnGrid& grid, const RectF& lane) const;
    void paintLine(const SceneLine& line);
    void paintText(const SceneText& text, LabelPainter& labels);
    [[nodiscard]] Rgb textOn(const Fill& fill);

    QPainter& m_painter;
    const Scene& m_scene;
    const Theme& m_theme;
    QTransform m_toDevice;
    QTransform m_worldTransform;
    bool m_onPixels;
    IdleHatch m_hatch;
    /// Grounds that their lanes paint with what runs on them, so that each pixel is written once.
    std::vector<const SceneRect*> m_grounds;
    ImagePixels m_pixels; ///< of the image that is painted on, inside the plot; else none
    QImage m_laneImage;   ///< one lane's pixels, as high as the highest so far
    QFont m_font;
    double m_fontSize = 0;
    std::optional<Rgb> m_textColor; ///< the pen's
    static constexpr std::size_t kChunks = 8;
    std::array<std::optional<Rgb>, kRoleCount * kChunks> m_textOn; ///< per role and chunk, asked for once
    bool m_fontBold = false;
};

void ScenePainter::paint()
{
    m_painter.setRenderHint(QPainter::Antialiasing, !m_onPixels);
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    m_painter.setPen(Qt::NoPen);
    if (!m_scene.transparent)
        m_painter.fillRect(QRectF(0, 0, m_scene.width, m_scene.height), toColor(pageColor(m_scene, m_theme)));
    findGrounds();
    for (const SceneRect& rect : m_scene.rects)
        if (!isLanePart(rect) && !isLeftToLane(rect))
            paintRect(rect);

    m_painter.save();
    m_painter.setClipRect(toRect(m_scene.geometry.plot), Qt::IntersectClip);
    if (m_onPixels) {
        paintLanes();
        paintRasterCurves(m_painter, m_scene, m_theme);
    } else {
        paintVectorLanes(m_painter, m_scene, m_theme);
        paintVectorCurves(m_painter, m_scene, m_theme);
    }
    for (const SceneRect& rect : m_scene.rects)
        if (rect.inner)
            paintRect(rect);
    m_painter.restore();

    for (const SceneLine& line : m_scene.lines)
        paintLine(line);
    m_painter.setRenderHint(QPainter::TextAntialiasing, true);
    LabelPainter labels(m_painter);
    clearUpperRegisters();
    for (const SceneText& text : m_scene.texts)
        paintText(text, labels);
}

/// The rect with its borders on whole device pixels, at least one wide and high.
QRectF ScenePainter::onPixels(const QRectF& rect) const
{
    if (!m_onPixels)
        return rect;
    const QRectF device = m_toDevice.mapRect(rect);
    const double left = std::round(device.left());
    const double top = std::round(device.top());
    const QRectF snapped(left, top, std::max(1.0, std::round(device.right()) - left),
                         std::max(1.0, std::round(device.bottom()) - top));
    return m_toDevice.inverted().mapRect(snapped);
}

void ScenePainter::paintRect(const SceneRect& rect)
{
    const QRectF target = toRect(rect.rect);
    const QColor color = toColor(m_theme.color(rect.fill));
    if (rect.hatched) {
        m_hatch.paint(m_painter, target);
    } else if (rect.radius > 0) {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(color);
        m_painter.drawRoundedRect(target, rect.radius, rect.radius);
        m_painter.setRenderHint(QPainter::Antialiasing, !m_onPixels);
    } else {
        m_painter.fillRect(onPixels(target), color);
    }
}

void ScenePainter::paintLanes()
{
    const QRectF plot = m_toDevice.mapRect(toRect(m_scene.geometry.plot));
    ColumnGrid grid{m_toDevice.m11(), m_toDevice.dx(), static_cast<int>(std::floor(plot.left() + 1e-6)), 0};
    grid.count = static_cast<int>(std::ceil(plot.right() - 1e-6)) - grid.first;
    if (grid.count <= 0)
        return;
    m_pixels = ImagePixels(m_painter);
    m_worldTransform = m_painter.worldTransform();
    m_painter.save();
    // Whole images go onto whole device pixels, untouched by scaling.
    m_painter.setWorldTransform(m_toDevice.inverted() * m_painter.worldTransform());
    clearUpperRegisters();
    std::vector<LaneParts> lanes = paintedLanes(m_scene);
    giveGrounds(lanes);
    constexpr std::size_t kLanesWorthAThread = 12;
    const bool isShared = m_pixels && lanes.size() >= 2 * kLanesWorthAThread && areApart(lanes);
    const unsigned threads = isShared ? std::min(threadsFor(0), kFrameThreads) : 1;
    std::vector<LaneWork> works(threads, LaneWork{LaneComposer(m_theme, grid), {}});
    std::vector<std::uint8_t> isPainted(lanes.size());
    if (m_pixels)
        parallelFor(lanes.size(),
                    [&](std::size_t at, unsigned thread) {
                        isPainted[at] =
                            paintPixels(works[thread].composed(lanes[at]), grid, lanes[at]) ? 1 : 0;
                    },
                    {.threads = threads});
    // What needs the painter.
    for (std::size_t at = 0; at < lanes.size(); ++at)
        if (isPainted[at] == 0)
            paintLane(works.front().composed(lanes[at]), grid, lanes[at]);
    m_painter.restore();
    for (const SceneRect* ground : m_grounds)
        paintRect(*ground);
}

/// Those that are painted straight into an image and have no hatch on them.
void ScenePainter::findGrounds()
{
    if (!m_onPixels || !ImagePixels(m_painter))
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

bool ScenePainter::isLeftToLane(const SceneRect& rect) const
{
    return isGround(rect) && std::binary_search(m_grounds.begin(), m_grounds.end(), &rect);
}

void ScenePainter::giveGrounds(std::vector<LaneParts>& lanes)
{
    constexpr double kSame = 1e-6;
    for (LaneParts& lane : lanes) {
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

LaneRows ScenePainter::rowsOf(const RectF& lane) const
{
    // Lanes too thin for an edge of their own show their fills alone.
    constexpr int kThinLane = 6;
    const QRectF device = m_toDevice.mapRect(toRect({0, lane.y, 1, lane.height}));
    LaneRows rows{qRound(device.top())};
    rows.count = std::max(1, qRound(device.bottom()) - rows.top);
    const int edge = std::max(1, static_cast<int>(m_toDevice.m22()));
    rows.edge = rows.count >= kThinLane * edge ? edge : 0;
    return rows;
}

/// Whether no two lanes, from top to bottom, write the same pixels.
bool ScenePainter::areApart(std::span<const LaneParts> lanes) const
{
    return std::adjacent_find(lanes.begin(), lanes.end(),
                              [&](const LaneParts& upper, const LaneParts& lower) {
                                  const LaneRows rows = rowsOf(upper.where);
                                  return rowsOf(lower.where).top < rows.top + rows.count;
                              }) == lanes.end();
}

/// False where the painter has to paint the lane's ground first.
bool ScenePainter::paintPixels(const LaneComposer& composer, const ColumnGrid& grid,
                               const LaneParts& lane) const
{
    if (lane.ground == nullptr) {
        paintRuns(composer, grid, lane.where);
        return true;
    }
    const LaneRows rows = rowsOf(lane.where);
    const QRect where = m_toDevice.mapRect(toRect(lane.ground->rect)).toRect();
    const int left = std::max(where.left() - grid.first, 0);
    const int right = std::min(where.left() + where.width() - grid.first, grid.count);
    // A lane cut by the plot, or one that blocks reach out of, has its ground painted as usual.
    const bool holdsRuns = composer.runs().empty() ||
                           (composer.runs().front().begin >= left && composer.runs().back().end <= right);
    if (where.top() > rows.top || where.top() + where.height() < rows.top + rows.count || left >= right ||
        !holdsRuns)
        return false;
    for (int row = std::max(0, m_pixels.top() - rows.top);
         row < std::min(rows.count, m_pixels.bottom() - rows.top); ++row)
        m_pixels.write(rows.top + row, grid.first + left,
                       composer.row(rows.isEdge(row)).subspan(left, right - left));
    return true;
}

void ScenePainter::paintRuns(const LaneComposer& composer, const ColumnGrid& grid, const RectF& lane) const
{
    const LaneRows rows = rowsOf(lane);
    for (int row = std::max(0, m_pixels.top() - rows.top);
         row < std::min(rows.count, m_pixels.bottom() - rows.top); ++row)
        for (const LaneComposer::Run& run : composer.runs())
            m_pixels.write(rows.top + row, grid.first + run.begin,
                           composer.row(rows.isEdge(row)).subspan(run.begin, run.end - run.begin));
}

void ScenePainter::paintLane(const LaneComposer& composer, const ColumnGrid& grid, const LaneParts& lane)
{
    if (lane.ground != nullptr) {
        m_painter.save();
        m_painter.setWorldTransform(m_worldTransform);
        paintRect(*lane.ground);
        m_painter.restore();
    }
    if (m_pixels) {
        paintRuns(composer, grid, lane.where);
        return;
    }
    const LaneRows rows = rowsOf(lane.where);
    if (m_laneImage.width() != grid.count || m_laneImage.height() < rows.count)
        m_laneImage = QImage(grid.count, rows.count, QImage::Format_RGB32);
    for (int row = 0; row < rows.count; ++row)
        std::memcpy(m_laneImage.scanLine(row), composer.row(rows.isEdge(row)).data(),
                    composer.row(false).size_bytes());
    for (const LaneComposer::Run& run : composer.runs())
        m_painter.drawImage(QPoint(grid.first + run.begin, rows.top), m_laneImage,
                            QRect(run.begin, 0, run.end - run.begin, rows.count));
}

void ScenePainter::paintLine(const SceneLine& line)
{
    const QColor color = toColor(m_theme.color(line.color));
    const double half = line.width / 2;
    if (line.x1 == line.x2 || line.y1 == line.y2) {
        const bool upright = line.x1 == line.x2;
        const QRectF rect(QPointF(std::min(line.x1, line.x2) - (upright ? half : 0),
                                  std::min(line.y1, line.y2) - (upright ? 0 : half)),
                          QPointF(std::max(line.x1, line.x2) + (upright ? half : 0),
                                  std::max(line.y1, line.y2) + (upright ? 0 : half)));
        m_painter.fillRect(onPixels(rect), color);
        return;
    }
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(QPen(color, line.width));
    m_painter.drawLine(QPointF(line.x1, line.y1), QPointF(line.x2, line.y2));
    m_painter.setPen(Qt::NoPen);
    m_painter.setRenderHint(QPainter::Antialiasing, !m_onPixels);
}

/// Theme::textOn() weighs contrasts; thousands of labels lie on a handful of fills.
Rgb ScenePainter::textOn(const Fill& fill)
{
    if (fill.edge || fill.mark || fill.chunk >= kChunks)
        return m_theme.textOn(fill);
    std::optional<Rgb>& known = m_textOn[static_cast<std::size_t>(fill.role) * kChunks + fill.chunk];
    if (!known)
        known = m_theme.textOn(fill);
    return *known;
}

void ScenePainter::paintText(const SceneText& text, LabelPainter& labels)
{
    const Rgb color = text.onFill ? textOn(text.fill) : m_theme.color(text.color);
    if (labels.paint(text, color, m_theme.color(text.onFill ? text.fill : Fill{Role::Window})))
        return;
    if (m_fontSize != text.size || m_fontBold != text.bold) {
        m_font = sceneFont(text.size, text.bold);
        m_fontSize = text.size;
        m_fontBold = text.bold;
        m_painter.setFont(m_font);
    }
    if (!m_textColor || !(*m_textColor == color)) {
        m_painter.setPen(toColor(color));
        m_textColor = color;
    }
    const double alignment = text.align == TextAlign::Left ? 0 : text.align == TextAlign::Center ? 0.5 : 1;
    if (m_onPixels) {
        const PreparedText& prepared = preparedText(text, m_font, m_toDevice);
        m_painter.drawStaticText(QPointF(text.x - alignment * prepared.width, text.y - prepared.ascent),
                                 prepared.glyphs);
        return;
    }
    const QString string = QString::fromStdString(text.text);
    const double width = alignment > 0 ? QFontMetricsF(m_font).horizontalAdvance(string) : 0;
    m_painter.drawText(QPointF(text.x - alignment * width, text.y), string);
}

} // namespace

void paintScene(QPainter& painter, const Scene& scene, const Theme& theme)
{
    painter.save();
    ScenePainter(painter, scene, theme).paint();
    painter.restore();
}

QStringList sceneFamilies(const QStringList& installed, const QLocale& reader)
{
    QStringList wanted;
    const auto addFirstOf = [&](std::initializer_list<const char*> names) {
        for (const char* const name : names)
            if (installed.contains(QLatin1String(name))) {
                wanted << QLatin1String(name);
                return;
            }
    };
    addFirstOf({"Inter", "Inter Variable"});
    if (wanted.isEmpty())
        wanted << QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    // Japanese and Chinese share code points, and what the system takes first may be of the other one.
    if (reader.language() == QLocale::Chinese)
        addFirstOf({"Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "Source Han Sans CN",
                    "WenQuanYi Micro Hei", "Microsoft YaHei", "PingFang SC"});
    return wanted;
}

QFont sceneFont(double pixelSize, bool bold)
{
    static const QStringList families = sceneFamilies(QFontDatabase::families(), QLocale());
    QFont font(families);
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixelSize))));
    font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setKerning(false);
    return font;
}

} // namespace bubblescope::ui
