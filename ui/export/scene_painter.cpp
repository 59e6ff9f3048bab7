// SPDX-License-Identifier: Apache-2.0
#include "ui/export/scene_painter.h"

#include "core/base/vector_registers.h"
#include "core/scene/svg_style.h"
#include "ui/export/colors.h"
#include "ui/export/curve_painter.h"
#include "ui/export/idle_hatch.h"
#include "ui/export/image_pixels.h"
#include "ui/export/label_sprites.h"
#include "ui/export/raster_lanes.h"
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
    [[nodiscard]] QRectF snapped(const QRectF& rect) const
    {
        return m_onPixels ? onWholePixels(rect, m_toDevice) : rect;
    }
    void paintRect(const SceneRect& rect);
    void paintLine(const SceneLine& line);
    void paintText(const SceneText& text, LabelPainter& labels);
    [[nodiscard]] Rgb textOn(const Fill& fill);

    QPainter& m_painter;
    const Scene& m_scene;
    const Theme& m_theme;
    QTransform m_toDevice;
    bool m_onPixels;
    IdleHatch m_hatch;
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
    std::optional<RasterLanes> lanes;
    if (m_onPixels)
        lanes.emplace(m_painter, m_scene, m_theme);
    for (const SceneRect& rect : m_scene.rects)
        if (!isLanePart(rect) && !(lanes && lanes->paintsGround(rect)))
            paintRect(rect);

    m_painter.save();
    m_painter.setClipRect(toRect(m_scene.geometry.plot), Qt::IntersectClip);
    if (lanes) {
        lanes->paint();
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
        m_painter.fillRect(snapped(target), color);
    }
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
        m_painter.fillRect(snapped(rect), color);
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
