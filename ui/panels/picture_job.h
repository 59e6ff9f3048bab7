// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/scene/build_scene.h"
#include "ui/export/picture_file.h"

#include <QImage>
#include <QString>

namespace bubblescope::ui {

enum class PictureFormat : std::uint8_t { Png, Svg, Pdf };

/// One schedule of a comparison that becomes a picture.
struct PictureSide
{
    std::string title;
    EvaluationPtr evaluation;
};

/// What of the timeline becomes a picture, and how. The defaults are those of the command line.
struct PictureSettings
{
    PictureFormat format = PictureFormat::Png;
    int width = 1280;
    int height = 0; ///< 0 = as high as the lanes ask for
    double scale = 1;
    ThemeName theme = ThemeName::Light;
    bool transparent = false;
    bool showTitle = true;
    bool showMetrics = true;
    bool showLegend = true;
    bool showMemory = false;
    bool wholeRun = true;           ///< else the shown range
    std::vector<RankId> ranks = {}; ///< of the whole run only these; empty = all
    LabelMode labels = LabelMode::Auto;
    PageSize page = PageSize::Fit;
    std::string title;
    TimeRange viewRange;
    std::vector<RankId> viewLanes; ///< as shown, top to bottom; empty = all
    FillMask shown = kAllFills;
    std::vector<PictureSide> sides; ///< of the comparison, the document first; empty without one
    std::vector<ActionPosition> chain = {}; ///< of the marked bubble; empty without one
    bool showChain = true;
    bool ofComparison = false;      ///< all sides under each other, instead of the first alone
};

/// The picture's scene: the same for every format and for the command line.
[[nodiscard]] Result<Scene> pictureScene(const Evaluation& evaluation, const PictureSettings& settings);
/// The file's bytes. Runs on any thread.
[[nodiscard]] Result<QByteArray> pictureBytes(const Evaluation& evaluation, const PictureSettings& settings);
/// As an image, no wider and no higher than `most`, for a preview.
[[nodiscard]] Result<QImage> previewImage(const Evaluation& evaluation, const PictureSettings& settings,
                                          QSize most, double ratio);
/// "png", "svg", "pdf"; and back, by a file's ending.
[[nodiscard]] QString endingOf(PictureFormat format);
[[nodiscard]] std::optional<PictureFormat> formatOfFile(const QString& path);

} // namespace bubblescope::ui
