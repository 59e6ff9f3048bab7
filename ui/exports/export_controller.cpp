// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exports/export_controller.h"

#include "core/base/guarded.h"
#include "core/generate/title.h"
#include "core/io/chrome_trace.h"
#include "core/io/perfetto_trace.h"
#include "core/io/schedule_csv.h"
#include "ui/actions/command_group.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/comparison.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/files/file_controller.h"
#include "ui/panels/export_dialog.h"
#include "ui/services/shown_times.h"
#include "ui/services/window_services.h"
#include "ui/timeline/memory_parts_layer.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/awaited.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/look.h"
#include "ui/widgets/message_bar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMimeData>
#include <algorithm>

namespace bubblescope::ui {

namespace {

/// A picture's bytes, made while the window keeps painting.
Result<QByteArray> awaitedPicture(const EvaluationPtr& evaluation, const PictureSettings& settings)
{
    return awaited([evaluation, settings] {
        return guarded("the picture", [&] { return pictureBytes(evaluation, settings); });
    });
}

/// What a picture for elsewhere stands on, until another is chosen: white, where the theme is made for it.
PageColor pageOf(ThemeName theme)
{
    return Theme::get(theme).isDark() ? PageColor::Theme : PageColor::White;
}

} // namespace

ExportController::ExportController(WindowServices& window, FileController& files, const ShownTimes& shown,
                                   const Comparison& comparison)
    : m_window(window)
    , m_files(files)
    , m_shown(shown)
    , m_comparison(comparison)
{
    CommandGroup group(window.commands(), tr("File"), "file");
    group.like.section = 2;
    group.like.shortText = tr("Export");
    group.like.inContextMenu = true;
    group.add("file.export", tr("&Export picture…"), [this] { askPicture(); },
              {QKeySequence(Qt::CTRL | Qt::Key_E)});
    group.like.shortText.clear();
    group.like.inContextMenu = false;
    group.add("file.exportCsv", tr("Export &CSV…"), [this] { askCsv(); });
    group.add("file.exportTrace", tr("Export as &trace…"), [this] { askTrace(); });
}

void ExportController::addCopyCommand()
{
    CommandGroup group(m_window.commands(), tr("Edit"), "edit");
    group.like.section = 2;
    group.like.inContextMenu = true;
    group.add("edit.copyPicture", tr("&Copy as picture"), [this] { copyPicture(); },
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)});
}

PictureSettings ExportController::pictureSettings() const
{
    const EvaluationPtr& shown = m_shown.evaluation();
    const TimelineView* view = m_window.pane()->view();
    PictureSettings settings;
    settings.theme = Look::instance().theme();
    // The command line's title, so that both write the same bytes.
    settings.title = m_window.document().title();
    if (settings.title.empty() && shown)
        settings.title = scheduleTitle(*shown->timeline->schedule);
    settings.viewRange = view->navigation().range();
    settings.viewLanes = view->geometry().lanes;
    settings.showMemory = view->showsMemory();
    settings.memoryByPart = view->memoryParts().isWanted();
    settings.shown = view->shownFills();
    settings.chain = view->chosen().places().chain;
    addMarks(settings);
    if (m_comparison.mode() == CompareMode::Off || !m_comparison.isReady())
        return settings;
    const QStringList titles = sideTitles(m_comparison.current(), m_comparison.references());
    settings.sides.push_back({titles.first().toStdString(), m_comparison.current().evaluation});
    for (const CompareSide& side : m_comparison.references())
        settings.sides.push_back(
            {titles[static_cast<qsizetype>(settings.sides.size())].toStdString(), side.evaluation});
    settings.ofComparison = m_comparison.mode() == CompareMode::Split;
    // What is in one view is so in the picture.
    settings.overlayName = m_comparison.reference()->title.toStdString();
    const bool isOneView = m_comparison.haveOneAxis() && shown == m_comparison.current().evaluation;
    if (isOneView && m_comparison.mode() == CompareMode::Overlay)
        settings.overlay = m_comparison.reference()->evaluation->index;
    if (const DifferencePicturePtr& difference = m_comparison.difference();
        isOneView && m_comparison.mode() == CompareMode::Difference && difference && difference->current) {
        settings.difference = difference->current;
        settings.overlay = difference->reference;
    }
    return settings;
}

/// What stands on the lanes.
void ExportController::addMarks(PictureSettings& settings) const
{
    const TimelineView* view = m_window.pane()->view();
    if (view->criticalPath().isShown())
        settings.path = view->explanation();
    settings.selected = view->chosen().action();
    for (const DocumentNote& note : view->notes().notes())
        settings.notes.push_back({note.text, note.from, note.to, note.rank});
}

/// As the last picture was exported; at first for a column of a paper.
void ExportController::recall(PictureSettings& settings) const
{
    constexpr qsizetype kValues = 4;
    const QVariantList last = Settings::figure();
    if (last.size() != kValues) {
        settings.target = FigureTarget::OneColumn;
        settings.fontPt = figureSizeOf(settings.target).fontPt;
        settings.scale = figureSizeOf(settings.target).scale;
        settings.pageColor = PageColor::White;
        settings.theme = lightOf(settings.theme);
        return;
    }
    const auto numberOf = [&last](qsizetype i, int most) { return std::clamp(last[i].toInt(), 0, most); };
    settings.target = static_cast<FigureTarget>(numberOf(0, static_cast<int>(FigureTarget::Screen)));
    settings.format = static_cast<PictureFormat>(numberOf(1, static_cast<int>(PictureFormat::Html)));
    settings.pageColor = static_cast<PageColor>(numberOf(2, static_cast<int>(PageColor::Transparent)));
    constexpr double kLeastPt = 4, kMostPt = 48;
    settings.fontPt = std::clamp(last[3].toDouble(), kLeastPt, kMostPt);
    settings.scale = figureSizeOf(settings.target).scale;
    if (settings.target != FigureTarget::Screen && settings.pageColor == PageColor::White)
        settings.theme = lightOf(settings.theme);
}

void ExportController::askPicture()
{
    const Hold hold(m_window.holds);
    if (!m_shown.evaluation())
        return;
    PictureSettings settings = pictureSettings();
    recall(settings);
    ExportDialog dialog(m_shown.evaluation(), settings, &m_window.shell());
    if (dialog.exec() != QDialog::Accepted)
        return;
    settings = dialog.settings();
    Settings::figure.set({static_cast<int>(settings.target), static_cast<int>(settings.format),
                          static_cast<int>(settings.pageColor), settings.fontPt});
    const QString ending = endingOf(settings.format);
    const QString path =
        m_window.questions.exportPath(suggestedPath(m_window.document().displayName(), ending));
    if (path.isEmpty())
        return;
    // The file dialog offers all formats: the one that was chosen last counts.
    settings.format = formatOfFile(path).value_or(settings.format);
    exportTo(withEnding(path, ending), settings);
}

bool ExportController::exportTo(const QString& path, const PictureSettings& settings)
{
    const EvaluationPtr evaluation = m_shown.evaluation();
    return evaluation && m_window.exportTo(path, [evaluation, settings] {
        return pictureBytes(evaluation, settings).map([](const QByteArray& bytes) {
            return bytes.toStdString();
        });
    });
}

void ExportController::askCsv()
{
    const Hold hold(m_window.holds);
    const QString ending = QStringLiteral("csv");
    const QString path =
        m_window.questions.exportPath(suggestedPath(m_window.document().displayName(), ending));
    if (!path.isEmpty())
        exportCsvTo(withEnding(path, ending));
}

bool ExportController::exportCsvTo(const QString& path)
{
    const EvaluationPtr evaluation = m_window.document().evaluation();
    if (!evaluation)
        return false;
    const Hold hold(m_window.holds);
    if (!m_files.mayReplace(path))
        return false;
    const bool written =
        m_window.exportTo(path, [schedule = evaluation->timeline->schedule]() -> Result<std::string> {
            return writeScheduleCsv(*schedule);
        });
    if (written)
        m_files.tellUnread(m_window.messages()->headline());
    return written;
}

void ExportController::askTrace()
{
    const Hold hold(m_window.holds);
    const QString ending = QStringLiteral("trace.json");
    const QString path =
        m_window.questions.exportPath(suggestedPath(m_window.document().displayName(), ending));
    const EvaluationPtr evaluation = m_shown.evaluation();
    if (path.isEmpty() || !evaluation)
        return;
    if (path.endsWith(QLatin1String(".pftrace"), Qt::CaseInsensitive)) {
        m_window.exportTo(path, [evaluation]() -> Result<std::string> {
            return writePerfettoTrace(*evaluation->timeline, evaluation->costs, evaluation->memory.get());
        });
        return;
    }
    m_window.exportTo(
        path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? path : path + QLatin1Char('.') + ending,
        [evaluation]() -> Result<std::string> { return writeChromeTrace(*evaluation->timeline); });
}

void ExportController::copyPicture()
{
    const Hold hold(m_window.holds);
    const EvaluationPtr evaluation = m_shown.evaluation();
    if (!evaluation)
        return;
    PictureSettings settings = pictureSettings();
    settings.scale = 2;
    settings.pageColor = pageOf(settings.theme);
    settings.wholeRun = false;
    settings.format = PictureFormat::Png;
    const Result<QByteArray> png = awaitedPicture(evaluation, settings);
    settings.format = PictureFormat::Svg;
    const Result<QByteArray> svg = awaitedPicture(evaluation, settings);
    if (!png || !svg) {
        m_window.messages()->showError(tr("The picture was not copied."), png ? svg.error() : png.error());
        return;
    }
    auto* picture = new QMimeData;
    picture->setImageData(QImage::fromData(*png));
    picture->setData(QStringLiteral("image/png"), *png);
    picture->setData(QStringLiteral("image/svg+xml"), *svg);
    QGuiApplication::clipboard()->setMimeData(picture);
    m_window.messages()->showMessage(MessageBar::Kind::Note, tr("Copied the shown range as a picture."));
}

} // namespace bubblescope::ui
