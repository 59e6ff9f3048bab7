// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/plot_cache.h"

#include "core/scene/echo_lanes.h"
#include "ui/document/core_text.h"
#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"
#include "ui/timeline/problem_marks.h"
#include "ui/timeline/timeline_viewport.h"
#include "ui/timeline/window_pixels.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>
#include <QPainter>
#include <QtMath>
#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace bubblescope::ui {

namespace {

/// A change so soon after the one before is one of a movement.
constexpr qint64 kMovingMs = 200;

/// What the ruler's numbers count, over the lane headers.
void addUnit(Scene& scene, const LaneIndex& index)
{
    SceneText text;
    text.x = TimelineMetrics::kHeaderX;
    text.y = 16;
    const QuantityUnit unit = rulerUnit(scene.geometry);
    text.text = unit.name.empty() ? unitText(index.timeline().unit).toStdString() : std::string(unit.name);
    text.color = Role::QuietText;
    scene.texts.push_back(std::move(text));
}

/// What the core writes beside a memory strip, in the window's language. A peak has its unit: where there is
/// no room for both, it stands without its word.
QString memoryWords(const QString& text)
{
    const QLatin1String peak("peak "), activations(" act.");
    if (text == QLatin1String("memory"))
        return QCoreApplication::translate("PlotCache", "memory");
    const QString level = text.startsWith(peak) ? text.mid(peak.size()) : text;
    if (level.endsWith(activations))
        return (level == text ? QCoreApplication::translate("PlotCache", "%1 act.", "activations")
                              : QCoreApplication::translate("PlotCache", "peak %1 act.", "activations"))
            .arg(level.chopped(activations.size()));
    return level == text ? text : QCoreApplication::translate("PlotCache", "peak %1").arg(level);
}

/// In the words of pages (resources/page/paint.js).
QString trackName(Track track, const LaneIndex& index)
{
    switch (track) {
    case Track::Fsdp:
        return coreText(index.onlyReducesGradients() ? "gradients" : "FSDP");
    case Track::Experts:
        return coreText("experts");
    case Track::Stores:
        return coreText("to host");
    case Track::Loads:
        return coreText("from host");
    default:
        return coreText("comm");
    }
}

/// What the thin lanes under a rank's own show, at the end of the header where they are high enough to read.
void addSubLaneNames(Scene& scene, const LaneIndex& index)
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
            scene.texts.push_back({geometry.plot.x - kGap, middle + kTextSize * 0.36,
                                   trackName(track, index).toStdString(), kTextSize, false, TextAlign::Right,
                                   Role::QuietText});
        }
}

/// Some of the rows, with their headers.
Scene bandScene(const PlotKey& key, const TimelineGeometry& band, PlotStorage& storage)
{
    using Metrics = TimelineMetrics;
    SceneOptions options;
    options.geometry = band;
    options.devicePixelRatio = key.devicePixelRatio;
    options.shown = key.shown;
    options.memory = key.memory;
    options.stack = key.stack;
    options.wholeRows = true;
    options.blockFacts = false;
    options.gridLines = false; // they are there where nothing else is
    options.limitLine = Role::Text;
    options.labels = LabelMode::Screen;
    Scene lanes = buildPlotScene(*key.index, options, storage);
    lanes.transparent = true;
    addLaneHeaders(lanes, *key.index, Metrics::kHeaderX);
    if (key.residuals)
        addEchoHeaders(lanes, *key.index, Metrics::kHeaderX, key.residuals->lanes.hasLane,
                       key.residuals->name.toStdString(), key.residuals->scaleText.toStdString());
    addSubLaneNames(lanes, *key.index);
    if (key.memory) {
        const std::size_t before = lanes.texts.size();
        addMemoryHeaders(lanes, *key.memory, Metrics::kHeaderX);
        // On the screen they are of the window's language; pictures in files are English.
        for (std::size_t i = before; i < lanes.texts.size(); ++i)
            lanes.texts[i].text = memoryWords(QString::fromStdString(lanes.texts[i].text)).toStdString();
    }
    return lanes;
}

/// Where a band is drawn. Lanes scrolled up must not show through under the ruler or the pinned ones.
QRectF clipOf(const PlotKey& key, const TimelineGeometry& band)
{
    const bool isLast = band.plot.bottom() >= key.geometry.plot.bottom();
    return {0, band.plot.y, static_cast<double>(key.size.width()),
            band.plot.height + (isLast ? TimelineMetrics::kBottomMargin : 0)};
}

void paintEcho(QPainter& painter, const LaneIndex& echo, const TimelineGeometry& band, const PlotKey& key,
               const Theme& theme)
{
    SceneOptions options;
    options.devicePixelRatio = key.devicePixelRatio;
    options.shown = key.shown;
    options.gridLines = false;
    for (const TimelineGeometry& lanes : echoLanes(band, echo.laneCount())) {
        options.geometry = lanes;
        Scene scene = buildPlotScene(echo, options);
        scene.transparent = true;
        paintScene(painter, scene, theme);
    }
}

/// Gaps are plain: their hatch stands above them.
void paintResiduals(QPainter& painter, const ResidualLanes& residuals, const TimelineGeometry& band,
                    const PlotKey& key)
{
    SceneOptions options;
    options.devicePixelRatio = key.devicePixelRatio;
    options.gridLines = false;
    options.hatchIdle = false;
    options.labels = LabelMode::None;
    options.blockFacts = false;
    for (const TimelineGeometry& lanes : echoLanes(band, residuals.index->laneCount(), residuals.hasLane)) {
        options.geometry = lanes;
        Scene scene = buildPlotScene(*residuals.index, options);
        scene.transparent = true;
        paintScene(painter, scene, Theme::difference(key.theme));
    }
}

void drawBand(QPainter& painter, const PlotKey& key, const Scene& lanes)
{
    const Theme& theme = key.asDifference ? Theme::difference(key.theme) : Theme::get(key.theme);
    painter.save();
    painter.setClipRect(clipOf(key, lanes.geometry));
    paintScene(painter, lanes, theme);
    if (key.echo)
        paintEcho(painter, *key.echo, lanes.geometry, key, theme);
    else if (key.residuals)
        paintResiduals(painter, key.residuals->lanes, lanes.geometry, key);
    if (key.problems)
        paintProblemMarks(painter, *key.problems, *key.index, lanes.geometry, theme);
    painter.restore();
}

/// The device pixels that a band's lanes cover for certain.
void addCovered(const PlotKey& key, const Scene& band, std::vector<QRect>& covered)
{
    const QTransform toDevice = QTransform::fromScale(key.devicePixelRatio, key.devicePixelRatio);
    const QRectF clip = clipOf(key, band.geometry) & toRect(band.geometry.plot);
    for (const SceneRect& rect : band.rects) {
        if (rect.block >= 0 || rect.inner || rect.hatched || rect.radius > 0)
            continue;
        const QRectF device = toDevice.mapRect(toRect(rect.rect) & clip);
        const QPoint topLeft(qCeil(device.left()), qCeil(device.top()));
        const QRect whole(topLeft, QPoint(qFloor(device.right()), qFloor(device.bottom())) - QPoint(1, 1));
        if (whole.isValid() && (covered.empty() || whole.top() > covered.back().bottom()))
            covered.push_back(whole);
    }
}

/// A row of the picture between the lanes: the grid's lines on the window's colour.
std::vector<QRgb> gridRow(const PlotKey& key, int width)
{
    const Theme& theme = Theme::get(key.theme);
    Scene grid;
    grid.geometry = key.geometry;
    addGridLines(grid, key.devicePixelRatio);
    std::vector<QRgb> row(static_cast<std::size_t>(width), toColor(theme.color(Role::Window)).rgb());
    for (const SceneRect& line : grid.rects)
        if (const int column = qRound(line.rect.x * key.devicePixelRatio); column >= 0 && column < width)
            row[static_cast<std::size_t>(column)] = toColor(theme.color(line.fill)).rgb();
    return row;
}

/// All but what is covered anyway; `covered` runs from top to bottom.
void fillAround(const PlotKey& key, QImage& image, const std::vector<QRect>& covered)
{
    const std::vector<QRgb> plain(static_cast<std::size_t>(image.width()),
                                  toColor(Theme::get(key.theme).color(Role::Window)).rgb());
    const std::vector<QRgb> grid = gridRow(key, image.width());
    const int gridTop = qRound(key.geometry.plot.y * key.devicePixelRatio);
    const int gridBottom = qRound(key.geometry.plot.bottom() * key.devicePixelRatio);
    const auto fill = [&](int row, int begin, int end) {
        const std::vector<QRgb>& from = row >= gridTop && row < gridBottom ? grid : plain;
        if (begin < end)
            std::memcpy(reinterpret_cast<QRgb*>(image.scanLine(row)) + begin, from.data() + begin,
                        static_cast<std::size_t>(end - begin) * sizeof(QRgb));
    };
    auto next = covered.begin();
    for (int row = 0; row < image.height(); ++row) {
        while (next != covered.end() && next->bottom() < row)
            ++next;
        const bool isCovered = next != covered.end() && next->top() <= row;
        fill(row, 0, isCovered ? std::clamp(next->left(), 0, image.width()) : image.width());
        if (isCovered)
            fill(row, std::clamp(next->right() + 1, 0, image.width()), image.width());
    }
}

QSize pixelSize(const PlotKey& key)
{
    return (QSizeF(key.size) * key.devicePixelRatio).toSize();
}

/// Every pixel of an image of pixelSize(). `storage` is kept from frame to frame for its memory alone.
void draw(const PlotKey& key, QImage& image, PlotStorage& storage)
{
    const Theme& theme = Theme::get(key.theme);
    image.setDevicePixelRatio(key.devicePixelRatio);
    if (!key.index || key.index->laneCount() == 0) {
        image.fill(toColor(theme.color(Role::Window)));
        return;
    }
    std::vector<Scene> bands;
    PlotStorage pinnedStorage; // of few rows
    std::vector<QRect> covered;
    if (const TimelineGeometry pinned = key.geometry.pinnedBand(); !pinned.lanes.empty())
        bands.push_back(bandScene(key, pinned, pinnedStorage));
    bands.push_back(bandScene(key, key.geometry.scrolledBand(), storage));
    for (const Scene& band : bands)
        addCovered(key, band, covered);
    fillAround(key, image, covered);

    Scene ruler;
    ruler.width = key.size.width();
    ruler.height = key.size.height();
    ruler.transparent = true;
    ruler.geometry = key.geometry;
    if (const double height = rulerHeightOf(key.geometry); height > 0) {
        addRuler(ruler, 0, height);
        addUnit(ruler, *key.index);
    }

    QPainter painter(&image);
    for (auto band = bands.rbegin(); band != bands.rend(); ++band)
        drawBand(painter, key, *band);
    paintScene(painter, ruler, theme);
    storage.scene = std::move(bands.back());
}

} // namespace

bool PlotCache::take(const PlotKey& key)
{
    if (m_rebuilds > 0 && key == m_key)
        return false;
    m_key = key;
    m_isKept = false;
    ++m_rebuilds;
    return true;
}

bool PlotCache::hasBlends() const
{
    // A few lanes tell it of all; a frame has no time for a quarter of a million columns.
    constexpr std::size_t kLooked = 8;
    const std::size_t step = std::max<std::size_t>(1, m_storage.scene.strips.size() / kLooked);
    for (std::size_t at = 0; at < m_storage.scene.strips.size(); at += step) {
        const StripColumns& columns = m_storage.scene.strips[at].coverage;
        const std::size_t fills = columns.fills().size();
        const std::span<const float> shares = columns.shares();
        for (std::size_t first = 0; first + fills <= shares.size() && fills > 1; first += fills) {
            const auto column = shares.subspan(first, fills);
            if (std::count_if(column.begin(), column.end(), [](float share) { return share > 0; }) > 1)
                return true;
        }
    }
    return false;
}

const QImage& PlotCache::content(const PlotKey& key)
{
    take(key);
    keep();
    return m_image;
}

void PlotCache::paint(QPainter& painter, const QRegion& region, const PlotKey& key)
{
    if (take(key)) {
        const bool isMoving = m_sinceChange.isValid() && m_sinceChange.elapsed() < kMovingMs;
        m_sinceChange.start();
        // All of it, since what lies over the widget is not painted again unless the region says so.
        if (isMoving && region == QRegion(QRect(QPoint(), key.size)))
            if (std::optional<QImage> pixels = windowPixels(painter, key.size, key.devicePixelRatio)) {
                draw(key, *pixels, m_storage);
                return;
            }
    }
    keep();
    painter.drawImage(QPointF(0, 0), m_image);
}

void PlotCache::keep()
{
    if (m_isKept || m_rebuilds == 0)
        return;
    const QSize pixels = pixelSize(m_key);
    if (m_image.size() != pixels)
        m_image = QImage(pixels, QImage::Format_RGB32);
    draw(m_key, m_image, m_storage);
    m_isKept = true;
}

} // namespace bubblescope::ui
