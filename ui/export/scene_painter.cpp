// SPDX-License-Identifier: Apache-2.0
#include "ui/export/scene_painter.h"

#include "ui/export/lane_composer.h"
#include "ui/export/vector_lanes.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kHatchPeriodPx = 8;
constexpr double kHatchWidthPx = 2.5;

QColor toQColor(Rgb color)
{
    return {color.r, color.g, color.b};
}

QRectF toQRectF(const RectF& rect)
{
    return {rect.x, rect.y, rect.width, rect.height};
}

bool isLanePart(const SceneRect& rect)
{
    return rect.block >= 0 || rect.inner;
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
    {
        const QPaintEngine* const engine = painter.paintEngine();
        m_onPixels = engine != nullptr && engine->type() == QPaintEngine::Raster &&
                     m_toDevice.type() <= QTransform::TxScale;
    }

    void paint();

private:
    [[nodiscard]] QRectF onPixels(const QRectF& rect) const;
    void paintRect(const SceneRect& rect);
    void paintHatch(const QRectF& rect);
    void paintLanes();
    void paintLane(LaneComposer& composer, const RectF& lane);
    void paintLine(const SceneLine& line);
    void paintText(const SceneText& text);

    QPainter& m_painter;
    const Scene& m_scene;
    const Theme& m_theme;
    QTransform m_toDevice;
    bool m_onPixels = false;
    QFont m_font;
    double m_fontSize = 0;
    bool m_fontBold = false;
};

void ScenePainter::paint()
{
    m_painter.setRenderHint(QPainter::Antialiasing, !m_onPixels);
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    m_painter.setPen(Qt::NoPen);
    if (!m_scene.transparent)
        m_painter.fillRect(QRectF(0, 0, m_scene.width, m_scene.height),
                           toQColor(m_theme.color(Role::Window)));
    for (const SceneRect& rect : m_scene.rects)
        if (!isLanePart(rect))
            paintRect(rect);

    m_painter.save();
    m_painter.setClipRect(toQRectF(m_scene.geometry.plot), Qt::IntersectClip);
    if (m_onPixels)
        paintLanes();
    else
        paintVectorLanes(m_painter, m_scene, m_theme);
    for (const SceneRect& rect : m_scene.rects)
        if (rect.inner)
            paintRect(rect);
    m_painter.restore();

    for (const SceneLine& line : m_scene.lines)
        paintLine(line);
    m_painter.setRenderHint(QPainter::TextAntialiasing, true);
    for (const SceneText& text : m_scene.texts)
        paintText(text);
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
    const QRectF target = toQRectF(rect.rect);
    const QColor color = toQColor(m_theme.color(rect.fill));
    if (rect.hatched) {
        paintHatch(target);
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

/// Stripes from lower left to upper right whose phase is the picture's, so that neighbours line up.
void ScenePainter::paintHatch(const QRectF& rect)
{
    m_painter.save();
    m_painter.setClipRect(rect, Qt::IntersectClip);
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(
        QPen(toQColor(m_theme.color(Role::IdleHatch)), kHatchWidthPx, Qt::SolidLine, Qt::FlatCap));
    const double first = std::floor((rect.left() + rect.top()) / kHatchPeriodPx) * kHatchPeriodPx;
    const double reach = kHatchWidthPx;
    for (double sum = first; sum <= rect.right() + rect.bottom() + kHatchPeriodPx; sum += kHatchPeriodPx) {
        const double low = rect.bottom() + reach;
        const double high = rect.top() - reach;
        m_painter.drawLine(QPointF(sum - low, low), QPointF(sum - high, high));
    }
    m_painter.restore();
}

void ScenePainter::paintLanes()
{
    const QRectF plot = m_toDevice.mapRect(toQRectF(m_scene.geometry.plot));
    ColumnGrid grid{m_toDevice.m11(), m_toDevice.dx(), static_cast<int>(std::floor(plot.left() + 1e-6)), 0};
    grid.count = static_cast<int>(std::ceil(plot.right() - 1e-6)) - grid.first;
    if (grid.count <= 0)
        return;
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
        paintLane(composer, where);
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
}

void ScenePainter::paintLane(LaneComposer& composer, const RectF& lane)
{
    const QRectF device = m_toDevice.mapRect(toQRectF({m_scene.geometry.plot.x, lane.y, 1, lane.height}));
    const double top = std::round(device.top());
    const double bottom = std::max(top + 1, std::round(device.bottom()));
    const double left = std::floor(device.left() + 1e-6);
    const QTransform toScene = m_toDevice.inverted();
    const auto draw = [&](const QImage& row, double from, double to) {
        m_painter.drawImage(toScene.mapRect(QRectF(left, from, row.width(), to - from)), row,
                            QRectF(row.rect()));
    };
    // Lanes too thin for an edge of their own show their fills alone.
    constexpr double kThinLane = 6;
    const double edge = std::max(1.0, std::floor(m_toDevice.m22()));
    if (!composer.hasBlocks() || bottom - top < kThinLane) {
        draw(composer.middle(), top, bottom);
        return;
    }
    draw(composer.border(), top, top + edge);
    draw(composer.middle(), top + edge, bottom - edge);
    draw(composer.border(), bottom - edge, bottom);
}

void ScenePainter::paintLine(const SceneLine& line)
{
    const QColor color = toQColor(m_theme.color(line.color));
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

void ScenePainter::paintText(const SceneText& text)
{
    if (m_fontSize != text.size || m_fontBold != text.bold) {
        m_font = sceneFont(text.size, text.bold);
        m_fontSize = text.size;
        m_fontBold = text.bold;
        m_painter.setFont(m_font);
    }
    const QString string = QString::fromStdString(text.text);
    double left = text.x;
    if (text.align != TextAlign::Left) {
        const double width = QFontMetricsF(m_font).horizontalAdvance(string);
        left -= text.align == TextAlign::Center ? width / 2 : width;
    }
    m_painter.setPen(toQColor(text.onFill ? m_theme.textOn(text.fill) : m_theme.color(text.color)));
    m_painter.drawText(QPointF(left, text.y), string);
}

} // namespace

void paintScene(QPainter& painter, const Scene& scene, const Theme& theme)
{
    painter.save();
    ScenePainter(painter, scene, theme).paint();
    painter.restore();
}

QFont sceneFont(double pixelSize, bool bold)
{
    static const QString family = [] {
        const QStringList families = QFontDatabase::families();
        for (const char* const name : {"Inter", "Inter Variable"})
            if (families.contains(QLatin1String(name)))
                return QString::fromLatin1(name);
        return QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    }();
    QFont font(family);
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixelSize))));
    font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setKerning(false);
    return font;
}

} // namespace bubblescope::ui
