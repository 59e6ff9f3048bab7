// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/picture_job.h"

#include "core/base/try.h"
#include "core/scene/svg_writer.h"
#include "ui/export/scene_painter.h"
#include "ui/panels/comparison_picture.h"

#include <QFileInfo>
#include <QPainter>

namespace bubblescope::ui {

namespace {

constexpr PictureFormat kFormats[] = {PictureFormat::Png, PictureFormat::Svg, PictureFormat::Pdf};

} // namespace

Result<Scene> pictureScene(const Evaluation& evaluation, const PictureSettings& settings)
{
    if (settings.ofComparison && settings.sides.size() > 1)
        return comparisonScene(settings);
    PictureOptions options;
    options.width = settings.width;
    options.height = settings.height;
    options.devicePixelRatio = settings.format == PictureFormat::Png ? settings.scale : 1.0;
    options.transparent = settings.transparent;
    options.title = settings.title;
    options.metrics = metricsLine(evaluation.metrics, evaluation.timeline->unit);
    options.source = evaluation.costs.source;
    options.showTitle = settings.showTitle;
    options.showMetrics = settings.showMetrics;
    options.showLegend = settings.showLegend;
    options.shown = settings.shown;
    options.labels = settings.labels;
    if (settings.showMemory)
        options.memory = evaluation.memory;
    if (settings.showChain)
        options.chain = settings.chain;
    options.blockTitles = settings.format == PictureFormat::Svg;
    options.lanes = settings.wholeRun ? settings.ranks : settings.viewLanes;
    if (!settings.wholeRun)
        options.range = settings.viewRange;
    return buildPicture(*evaluation.index, options);
}

Result<QByteArray> pictureBytes(const Evaluation& evaluation, const PictureSettings& settings)
{
    TRY(Scene scene, pictureScene(evaluation, settings));
    const Theme& theme = Theme::get(settings.theme);
    switch (settings.format) {
    case PictureFormat::Svg:
        return QByteArray::fromStdString(writeSvg(scene, theme));
    case PictureFormat::Pdf:
        return writePdf(scene, theme, settings.page);
    case PictureFormat::Png:
        break;
    }
    return writePng(scene, theme, settings.scale);
}

Result<QImage> previewImage(const Evaluation& evaluation, const PictureSettings& settings, QSize most,
                            double ratio)
{
    PictureSettings shown = settings;
    shown.format = PictureFormat::Png;
    shown.scale = 1;
    TRY(Scene scene, pictureScene(evaluation, shown));
    const double factor = std::min({most.width() / scene.width, most.height() / scene.height, 1.0});
    const QSizeF size(std::max(1.0, scene.width * factor), std::max(1.0, scene.height * factor));
    QImage image((size * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.scale(factor * ratio, factor * ratio);
    paintScene(painter, scene, Theme::get(settings.theme));
    painter.end();
    image.setDevicePixelRatio(ratio);
    return image;
}

QString endingOf(PictureFormat format)
{
    constexpr const char* kEndings[] = {"png", "svg", "pdf"};
    return QLatin1String(kEndings[static_cast<std::size_t>(format)]);
}

std::optional<PictureFormat> formatOfFile(const QString& path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    for (const PictureFormat format : kFormats)
        if (ending == endingOf(format))
            return format;
    return std::nullopt;
}

} // namespace bubblescope::ui
