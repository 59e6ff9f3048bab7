// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "core/evaluate/evaluation.h"
#include "core/scene/build_scene.h"
#include "core/scene/figure_target.h"
#include "ui/export/picture_file.h"

#include <QImage>
#include <QString>

namespace bubblescope::ui {

/// In the order of the form.
enum class PictureFormat : std::uint8_t { Pdf, Svg, Png, Tikz, Html };
inline constexpr std::size_t kPictureFormatCount = 5;
enum class PageColor : std::uint8_t { Theme, White, Transparent };

/// One schedule of a comparison that becomes a picture.
struct PictureSide
{
    std::string title;
    EvaluationPtr evaluation;
};

/// What of the timeline becomes a picture, and how. The defaults are those of the command line.
struct PictureSettings
{
    PictureFormat format = PictureFormat::Pdf;
    int width = 1280;                       ///< on the screen; paper and slides have their own
    std::optional<double> layoutWidth = {}; ///< of one of several pictures, in pixels of its scene
    int height = 0;                         ///< 0 = as high as the lanes ask for
    double scale = 1;
    FigureTarget target = FigureTarget::Screen;
    double fontPt = kPlainFontPt; ///< of labels, as printed
    ThemeName theme = ThemeName::Light;
    PageColor pageColor = PageColor::Theme;
    bool showTitle = true;
    bool showMetrics = true;
    bool showLegend = true;
    bool showMemory = false;
    bool memoryByPart = false;
    bool wholeRun = true;           ///< else the shown range
    std::vector<RankId> ranks = {}; ///< of the whole run only these; empty = all
    LabelMode labels = LabelMode::Auto;
    PageSize page = PageSize::Fit;
    std::string title;
    TimeRange viewRange;
    std::vector<RankId> viewLanes; ///< as shown, top to bottom; empty = all
    FillMask shown = kAllFills;
    std::vector<PictureSide> sides;         ///< of the comparison, the document first; empty without one
    std::vector<ActionPosition> chain = {}; ///< of the marked bubble; empty without one
    bool showChain = true;
    bool ofComparison = false; ///< all sides under each other, instead of the first alone
    // What the view shows besides the lanes; empty where it does not.
    bool showPath = true, showNotes = true, showSelection = true;
    ExplanationPtr path; ///< whose critical path is shown; null = none
    std::vector<PictureNote> notes;
    std::optional<ActionPosition> selected;
    LaneIndexPtr overlay; ///< of the reference, in thin lanes under these
    std::string overlayName;
    LaneIndexPtr difference; ///< the lanes in the colors of a difference
};
/// What the settings say of the picture's size and page.
void layOutPicture(PictureOptions& options, const PictureSettings& settings);
/// The colors of the picture's lanes.
[[nodiscard]] const Theme& themeOf(const PictureSettings& settings);

/// The picture's scene: the same for every format and for the command line.
[[nodiscard]] Result<Scene> pictureScene(const Evaluation& evaluation, const PictureSettings& settings);
/// The file's bytes. Runs on any thread.
[[nodiscard]] Result<QByteArray> pictureBytes(const EvaluationPtr& evaluation,
                                              const PictureSettings& settings);
/// How large a picture comes out.
struct PictureSize
{
    double widthCm = 0, heightCm = 0;
    double width = 0, height = 0; ///< in pixels of 1/96 inch
    TextFitting fitting;
    double printScale = 1;
};
/// As an image, no wider and no higher than `most`, for a preview: as large as on paper where there is room.
[[nodiscard]] Result<QImage> previewImage(const Evaluation& evaluation, const PictureSettings& settings,
                                          QSize most, double ratio, PictureSize& told);
/// "pdf", "svg", "png", "tex", "html"; and back, by a file's ending, "tikz" too.
[[nodiscard]] QString endingOf(PictureFormat format);
[[nodiscard]] std::optional<PictureFormat> formatOfFile(const QString& path);

/// The light theme with the same fills: what is made for a white page.
[[nodiscard]] ThemeName lightOf(ThemeName theme);

} // namespace bubblescope::ui
