// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/plot_cache.h"

#include "ui/export/scene_painter.h"
#include "ui/timeline/colors.h"
#include "ui/timeline/problem_marks.h"
#include "ui/timeline/timeline_viewport.h"

#include <QCoreApplication>
#include <QPainter>

namespace bubblescope::ui {

namespace {

/// What the ruler's numbers count, over the lane headers.
void addUnit(Scene& scene, const LaneIndex& index)
{
    SceneText text;
    text.x = TimelineMetrics::kHeaderX;
    text.y = 16;
    text.text = unitLabel(index.timeline().unit);
    text.color = Role::QuietText;
    scene.texts.push_back(std::move(text));
}

/// What the thin lanes under a rank's own show, at the end of the header where they are high enough to read.
void addSubLaneNames(Scene& scene)
{
    constexpr double kTextSize = 9;
    constexpr double kLeastHeight = 8;
    constexpr double kGap = 12;
    constexpr double kStagesBelowMiddle = 15;
    const TimelineGeometry& geometry = scene.geometry;
    if (geometry.subLaneHeight < kLeastHeight || geometry.laneHeight < 2 * kStagesBelowMiddle)
        return;
    for (std::size_t row = 0; row < geometry.lanes.size(); ++row)
        for (const Track track : geometry.subLanes) {
            const auto top = geometry.trackTop(row, track);
            if (!top)
                continue;
            const double middle = *top + geometry.subLaneHeight / 2;
            if (middle < geometry.plot.y || middle > geometry.plot.bottom())
                continue;
            const QString name = track == Track::Fsdp ? QCoreApplication::translate("PlotCache", "FSDP")
                                                      : QCoreApplication::translate("PlotCache", "comm");
            scene.texts.push_back({geometry.plot.x - kGap, middle + kTextSize * 0.36, name.toStdString(),
                                   kTextSize, false, TextAlign::Right, Role::QuietText});
        }
}

/// Some of the rows, with their headers.
void drawBand(QPainter& painter, const PlotKey& key, const TimelineGeometry& band)
{
    using M = TimelineMetrics;
    const Theme& theme = Theme::get(key.theme);
    SceneOptions options;
    options.geometry = band;
    options.devicePixelRatio = key.devicePixelRatio;
    options.shown = key.shown;
    options.memory = key.memory;
    options.wholeRows = true;
    Scene lanes = buildPlotScene(*key.index, options);
    lanes.transparent = true;
    addLaneHeaders(lanes, *key.index, M::kHeaderX);
    addSubLaneNames(lanes);
    if (key.memory)
        addMemoryHeaders(lanes, *key.memory, M::kHeaderX);
    const bool isLast = band.plot.bottom() >= key.geometry.plot.bottom();
    painter.save();
    // Lanes scrolled up must not show through under the ruler or the pinned ones.
    painter.setClipRect(
        QRectF(0, band.plot.y, key.size.width(), band.plot.height + (isLast ? M::kBottomMargin : 0)));
    paintScene(painter, lanes, theme);
    if (key.problems)
        paintProblemMarks(painter, *key.problems, *key.index, band, theme);
    painter.restore();
}

void draw(const PlotKey& key, QImage& image)
{
    using M = TimelineMetrics;
    const Theme& theme = Theme::get(key.theme);
    const QSize pixels = (QSizeF(key.size) * key.devicePixelRatio).toSize();
    if (image.size() != pixels)
        image = QImage(pixels, QImage::Format_RGB32);
    image.setDevicePixelRatio(key.devicePixelRatio);
    image.fill(toColor(theme.color(Role::Window)));
    if (!key.index || key.index->laneCount() == 0)
        return;

    Scene ruler;
    ruler.width = key.size.width();
    ruler.height = key.size.height();
    ruler.transparent = true;
    ruler.geometry = key.geometry;
    addRuler(ruler, 0, M::kRulerHeight);
    addUnit(ruler, *key.index);

    QPainter painter(&image);
    const TimelineGeometry pinned = key.geometry.pinnedBand();
    drawBand(painter, key, key.geometry.scrolledBand());
    if (!pinned.lanes.empty())
        drawBand(painter, key, pinned);
    paintScene(painter, ruler, theme);
}

} // namespace

bool PlotKey::operator==(const PlotKey& other) const
{
    return index == other.index && size == other.size && devicePixelRatio == other.devicePixelRatio &&
           theme == other.theme && shown == other.shown && problems == other.problems &&
           memory == other.memory && geometry == other.geometry;
}

const QImage& PlotCache::content(const PlotKey& key)
{
    if (m_image.isNull() || !(key == m_key)) {
        draw(key, m_image);
        m_key = key;
        ++m_rebuilds;
    }
    return m_image;
}

} // namespace bubblescope::ui
