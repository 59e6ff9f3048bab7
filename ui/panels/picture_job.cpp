// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/picture_job.h"

#include "core/analyze/stacked_memory.h"
#include "core/base/try.h"
#include "core/generate/title.h"
#include "core/page/page.h"
#include "core/scene/geometry.h"
#include "core/scene/svg_writer.h"
#include "core/scene/tikz_writer.h"
#include "ui/document/core_text.h"
#include "ui/export/scene_painter.h"
#include "ui/panels/comparison_picture.h"

#include <QFileInfo>
#include <QLocale>
#include <QPainter>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr const char* kEndings[kPictureFormatCount] = {"pdf", "svg", "png", "tex", "html"};

/// Explained here: the window's own explanation may still be in the making. An order that cannot run has
/// none.
PageSide pageSideOf(const EvaluationPtr& evaluation, const std::string& title)
{
    auto explanation = explain(*evaluation->timeline, evaluation->costs);
    return {evaluation, explanation ? std::make_shared<const Explanation>(*std::move(explanation)) : nullptr,
            title};
}

/// All ranks and times, in the window's language; of the settings it has the title, the theme, and where it
/// begins.
Result<QByteArray> pageBytes(const EvaluationPtr& evaluation, const PictureSettings& settings)
{
    Page page;
    page.theme = settings.theme;
    page.wording = &windowWording();
    page.language = QLocale().bcp47Name().toStdString();
    if (!settings.wholeRun)
        page.range = settings.viewRange;
    if (settings.ofComparison && settings.sides.size() > 1)
        for (const PictureSide& side : settings.sides)
            page.sides.push_back(pageSideOf(side.evaluation, side.title));
    else
        page.sides.push_back(pageSideOf(evaluation, settings.showTitle && !settings.title.empty()
                                                        ? settings.title
                                                        : scheduleTitle(*evaluation->timeline->schedule)));
    return writePage(page).map([](const std::string& text) { return QByteArray::fromStdString(text); });
}

} // namespace

/// The same colors on a light ground.
ThemeName lightOf(ThemeName theme)
{
    switch (theme) {
    case ThemeName::Dark:
        return ThemeName::Light;
    case ThemeName::ColorBlindDark:
        return ThemeName::ColorBlind;
    case ThemeName::ContrastDark:
        return ThemeName::Contrast;
    default:
        return theme;
    }
}

void layOutPicture(PictureOptions& options, const PictureSettings& settings)
{
    options.width = settings.width;
    options.height = settings.height;
    FigureSize size = figureSizeOf(settings.target);
    size.fontPt = settings.fontPt;
    layOutFor(options, size);
    if (settings.layoutWidth)
        options.width = *settings.layoutWidth;
    options.transparent = settings.pageColor == PageColor::Transparent;
    options.whitePage = settings.pageColor == PageColor::White;
}

const Theme& themeOf(const PictureSettings& settings)
{
    return settings.difference ? Theme::difference(settings.theme) : Theme::get(settings.theme);
}

Result<Scene> pictureScene(const Evaluation& evaluation, const PictureSettings& settings)
{
    if (settings.ofComparison && settings.sides.size() > 1)
        return comparisonScene(settings);
    PictureOptions options;
    layOutPicture(options, settings);
    options.devicePixelRatio =
        settings.format == PictureFormat::Png ? settings.scale * options.printScale : 1.0;
    options.title = settings.title;
    options.metrics = metricsLine(evaluation.metrics, evaluation.timeline->unit, evaluation.memory.get());
    options.source = evaluation.costs.source;
    options.showTitle = settings.showTitle;
    options.showMetrics = settings.showMetrics;
    options.showLegend = settings.showLegend;
    options.shown = settings.shown;
    options.labels = settings.labels;
    if (settings.showMemory)
        options.memory = evaluation.memory;
    if (options.memory && settings.memoryByPart)
        options.stack = stackedMemory(*evaluation.timeline, evaluation.costs, evaluation.memory);
    if (settings.showChain)
        options.chain = settings.chain;
    options.blockTitles = settings.format == PictureFormat::Svg;
    options.lanes = settings.wholeRun ? settings.ranks : settings.viewLanes;
    if (!settings.wholeRun)
        options.range = settings.viewRange;
    else if (settings.overlay) // which may go on for longer
        options.range =
            fitted(std::max(evaluation.timeline->makespan, settings.overlay->timeline().makespan));
    if (settings.showPath && settings.path)
        options.criticalPath = settings.path->criticalPath.actions;
    if (settings.showNotes)
        options.notes = settings.notes;
    if (settings.showSelection)
        options.selected = settings.selected;
    options.overlay = settings.overlay;
    options.overlayName = settings.overlayName;
    options.showsDifference = settings.difference != nullptr;
    return buildPicture(settings.difference ? *settings.difference : *evaluation.index, options);
}

Result<QByteArray> pictureBytes(const EvaluationPtr& evaluation, const PictureSettings& settings)
{
    if (settings.format == PictureFormat::Html)
        return pageBytes(evaluation, settings);
    TRY(Scene scene, pictureScene(*evaluation, settings));
    const Theme& theme = themeOf(settings);
    switch (settings.format) {
    case PictureFormat::Svg:
        return QByteArray::fromStdString(writeSvg(scene, theme));
    case PictureFormat::Tikz:
        return QByteArray::fromStdString(writeTikz(scene, theme));
    case PictureFormat::Pdf:
        return writePdf(scene, theme, settings.page);
    case PictureFormat::Png:
    case PictureFormat::Html:
        break;
    }
    return writePng(scene, theme, settings.scale);
}

Result<QImage> previewImage(const Evaluation& evaluation, const PictureSettings& settings, QSize most,
                            double ratio, PictureSize& told)
{
    PictureSettings shown = settings;
    shown.format = PictureFormat::Png;
    shown.scale = 1;
    TRY(Scene scene, pictureScene(evaluation, shown));
    told = {
        scene.widthCm(), scene.heightCm(), scene.width * scene.printScale, scene.height * scene.printScale,
        scene.fitting,   scene.printScale};
    // On the screen as large as on paper, where there is room.
    const double factor =
        std::min({most.width() / scene.width, most.height() / scene.height, scene.printScale});
    const QSizeF size(std::max(1.0, scene.width * factor), std::max(1.0, scene.height * factor));
    QImage image((size * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.scale(factor * ratio, factor * ratio);
    paintScene(painter, scene, themeOf(settings));
    painter.end();
    image.setDevicePixelRatio(ratio);
    return image;
}

QString endingOf(PictureFormat format)
{
    return QLatin1String(kEndings[static_cast<std::size_t>(format)]);
}

std::optional<PictureFormat> formatOfFile(const QString& path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("tikz"))
        return PictureFormat::Tikz;
    for (std::size_t i = 0; i < kPictureFormatCount; ++i)
        if (ending == QLatin1String(kEndings[i]))
            return static_cast<PictureFormat>(i);
    return std::nullopt;
}

} // namespace bubblescope::ui
