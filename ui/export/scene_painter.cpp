// SPDX-License-Identifier: Apache-2.0
#include "ui/export/scene_painter.h"

#include "core/base/vector_registers.h"
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
#include <optional>
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
    [[nodiscard]] bool paintOnGround(const LaneComposer& composer, const ColumnGrid& grid, const RectF& lane,
                                     int edgeRows);
    void paintLanes();
    void paintLane(const LaneComposer& composer, const ColumnGrid& grid, const RectF& lane);
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
    LaneComposer composer(m_theme, grid);
    std::vector<SceneRect> lane;
    auto strip = m_scene.strips.begin();
    const auto finishLane = [&] {
        const RectF where = !lane.empty() ? lane.front().rect : RectF{0, strip->y, 0, strip->height};
        composer.clear();
        composer.addBlocks(lane);
        if (strip != m_scene.strips.end() && strip->y == where.y)
            composer.addStrip(*strip++);
        composer.finish();
        paintLane(composer, grid, where);
        lane.clear();
    };
    for (const SceneRect& rect : m_scene.rects) {
        if (rect.block < 0)
            continue;
        if (!lane.empty() && lane.front().rect.y != rect.rect.y)
            finishLane();
        while (strip != m_scene.strips.end() && strip->y < rect.rect.y && lane.empty())
            finishLane();
        lane.push_back(rect);
    }
    while (!lane.empty() || strip != m_scene.strips.end())
        finishLane();
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

/// A lane with all of its ground; false if that has been painted.
bool ScenePainter::paintOnGround(const LaneComposer& composer, const ColumnGrid& grid, const RectF& lane,
                                 int edgeRows)
{
    constexpr double kSame = 1e-6;
    const auto ground = std::find_if(m_grounds.begin(), m_grounds.end(), [&](const SceneRect* rect) {
        return rect->rect.y >= lane.y - kSame && rect->rect.bottom() <= lane.y + lane.height + kSame;
    });
    if (ground == m_grounds.end())
        return false;
    const QRect where = m_toDevice.mapRect(toRect((*ground)->rect)).toRect();
    const QRectF device = m_toDevice.mapRect(toRect({0, lane.y, 1, lane.height}));
    const int top = qRound(device.top());
    const int rows = std::max(1, qRound(device.bottom()) - top);
    const int left = std::max(where.left() - grid.first, 0);
    const int right = std::min(where.left() + where.width() - grid.first, grid.count);
    // A lane cut by the plot, or one that blocks reach out of, has its ground painted as usual.
    const bool holdsRuns = composer.runs().empty() ||
                           (composer.runs().front().begin >= left && composer.runs().back().end <= right);
    if (where.top() > top || where.top() + where.height() < top + rows || left >= right || !holdsRuns) {
        m_painter.save();
        m_painter.setWorldTransform(m_worldTransform);
        paintRect(**ground);
        m_painter.restore();
        m_grounds.erase(ground);
        return false;
    }
    m_grounds.erase(ground);
    for (int row = std::max(0, m_pixels.top() - top); row < std::min(rows, m_pixels.bottom() - top); ++row) {
        const bool isEdge = row < edgeRows || row >= rows - edgeRows;
        m_pixels.write(top + row, grid.first + left, composer.row(isEdge).subspan(left, right - left));
    }
    return true;
}

void ScenePainter::paintLane(const LaneComposer& composer, const ColumnGrid& grid, const RectF& lane)
{
    const QRectF device = m_toDevice.mapRect(toRect({0, lane.y, 1, lane.height}));
    const int top = qRound(device.top());
    const int rows = std::max(1, qRound(device.bottom()) - top);
    // Lanes too thin for an edge of their own show their fills alone.
    constexpr int kThinLane = 6;
    const int edge = std::max(1, static_cast<int>(m_toDevice.m22()));
    const int edgeRows = composer.hasBlocks() && rows >= kThinLane * edge ? edge : 0;
    const auto isEdge = [&](int row) { return row < edgeRows || row >= rows - edgeRows; };
    if (m_pixels && paintOnGround(composer, grid, lane, edgeRows))
        return;
    if (m_pixels) {
        for (int row = std::max(0, m_pixels.top() - top); row < std::min(rows, m_pixels.bottom() - top);
             ++row)
            for (const LaneComposer::Run& run : composer.runs())
                m_pixels.write(top + row, grid.first + run.begin,
                               composer.row(isEdge(row)).subspan(run.begin, run.end - run.begin));
        return;
    }
    if (m_laneImage.width() != grid.count || m_laneImage.height() < rows)
        m_laneImage = QImage(grid.count, rows, QImage::Format_RGB32);
    for (int row = 0; row < rows; ++row)
        std::memcpy(m_laneImage.scanLine(row), composer.row(isEdge(row)).data(),
                    composer.row(false).size_bytes());
    for (const LaneComposer::Run& run : composer.runs())
        m_painter.drawImage(QPoint(grid.first + run.begin, top), m_laneImage,
                            QRect(run.begin, 0, run.end - run.begin, rows));
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
