// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_controller.h"

#include "ui/actions/command_group.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/comparison.h"
#include "ui/docks/docks.h"
#include "ui/document/core_text.h"
#include "ui/document/settings.h"
#include "ui/files/file_controller.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/metrics_strip.h"
#include "ui/services/shown_times.h"
#include "ui/services/window_services.h"
#include "ui/shown/shown_panels.h"
#include "ui/sides/compare_controller.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/lost_time_panel.h"
#include "ui/trace/measured_figures.h"
#include "ui/trace/residual_view.h"
#include "ui/trace/run_panel.h"
#include "ui/trace/runs_page.h"
#include "ui/trace/slowdown_page.h"
#include "ui/trace/slowdown_view.h"
#include "ui/trace/stream_lanes.h"
#include "ui/trace/trace_panel.h"
#include "ui/trace/trace_words.h"
#include "ui/trace/waterfall_view.h"
#include "ui/widgets/csv_export.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/take_away.h"

#include <QDateTime>
#include <QDialog>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMainWindow>
#include <QVBoxLayout>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kProgressEveryMs = 60;
constexpr QSize kSheetSize(980, 560);

/// Return belongs to what has the focus; a dialog would press a button of its own.
class TraceSheet : public QDialog
{
public:
    using QDialog::QDialog;

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
            QDialog::keyPressEvent(event);
    }
};

/// With the file's name in place of its path, which leaves no room for what is wrong.
QString nameOf(const Error& error, const QStringList& paths)
{
    QString text = errorHeadline(error);
    for (const QString& path : paths)
        if (text.startsWith(path))
            return QFileInfo(path).fileName() + text.mid(path.size());
    return text;
}

} // namespace

TraceController::TraceController(WindowServices& window, const Parts& parts)
    : m_window(window)
    , m_parts(parts)
    , m_residuals(
          new ResidualView(*window.pane(), *window.commands().action(QStringLiteral("view.residuals"))))
    , m_explainer(this)
{
    addDocks();
    m_session = new TraceSession(&window.shell()); // goes after the panel in the dock
    m_progress.setInterval(kProgressEveryMs);
    connect(&m_progress, &QTimer::timeout, this, &TraceController::showProgress);
    connect(m_session, &TraceSession::busyChanged, this, &TraceController::showBusy);
    m_opening = new ProfileOpening(window, *m_session, this);
    m_opening->mayReplace = [this] {
        if (m_window.document().revision() != m_revision && !m_parts.files.maybeSave())
            return false;
        m_revision = m_window.document().revision();
        return true;
    };
    connect(m_opening, &ProfileOpening::opened, this, &TraceController::takeOpened);
    connect(m_opening, &ProfileOpening::givenUp, this, &TraceController::notOpened);
    connect(m_session, &TraceSession::analysed, this, [this] {
        m_window.holds.whenFree([this, analysis = m_session->analysis()] {
            if (analysis == m_session->analysis())
                takeAnalysed();
        });
    });
    connectSecond();
    connectView();
    addCommands();
}

void TraceController::addDocks()
{
    Docks& docks = m_window.docks();
    const auto bare = [](QWidget* dock) { return new QWidget(dock); };
    m_runDock = docks.add(tr("Run"), "run-dock", bare, Qt::LeftDockWidgetArea, true);
    m_runDock->hide();
    m_lostDock = docks.named(QStringLiteral("trace-dock"));
    m_runsDock = docks.addTab(tr("Two runs"), "runs-dock", bare);
    for (QDockWidget* dock : {m_runDock, m_lostDock, m_runsDock})
        connect(dock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
            if (visible)
                makePanels();
        });
}

void TraceController::addCommands()
{
    CommandGroup group(m_window.commands(), tr("Trace"), "file",
                       tr("trace profile kineto chrome nsight measured"));
    group.add("trace.open", tr("Open &profiles…"), [this] { askProfiles(); });
    group.add("trace.openFolder", tr("Open profiles in a &folder…"), [this] { askFolder(); });
    addRunCommands();
    CommandGroup details(m_window.commands(), tr("Trace"), "view",
                         tr("trace profile files durations deviations ranks warnings patterns streams"));
    details.like.section = 2;
    details.add("trace.details", tr("Trace de&tails…"), [this] { showDetails(); });
    group.like.section = 2;
    group.add("trace.saveCalibration", tr("Save as cali&bration…"), [this] { askSaveCalibration(); })
        ->setEnabled(false);
    CommandGroup alone(m_window.commands(), tr("Trace"), "view.compare",
                       tr("trace profile measured predicted"));
    alone.like.section = 3;
    alone
        .addChoice("trace.measured", tr("&Measured run only"), false,
                   [this] {
                       if (m_measuredShown)
                           return showMeasured(false);
                       emit runWanted();
                       showRun();
                   })
        ->setEnabled(false);
    group.addGesture(tr("Open profiles as the ranks of one run"), tr("Drop files or a folder on the window"));
    group.addGesture(tr("Show only one of the two"), tr("Measured or Predicted above the timeline"));
    group.addGesture(tr("Only the actions of a cause; all again"),
                     tr("Click a bar of Lost time; again, or Esc"));
    group.addGesture(tr("Go to the action or rank"), tr("Double-click or Return in Trace details"));
}

TracePanel& TraceController::panel()
{
    makePanels();
    return *m_panel;
}

LostTimePanel& TraceController::lostTime()
{
    makePanels();
    return *m_lostTime;
}

RunPanel& TraceController::runPanel()
{
    makePanels();
    return *m_runPanel;
}

RunsPage& TraceController::runs()
{
    makePanels();
    return *m_runs;
}

void TraceController::makePanels()
{
    if (m_panel)
        return;
    m_sheet = new TraceSheet(&m_window.shell());
    m_sheet->setObjectName(QStringLiteral("trace-sheet"));
    m_sheet->setWindowTitle(tr("Trace details"));
    m_sheet->resize(kSheetSize);
    m_panel = new TracePanel(*m_session, m_window.document(), m_sheet);
    auto* sheet = new QVBoxLayout(m_sheet);
    sheet->setContentsMargins(0, 0, 0, 0);
    sheet->addWidget(m_panel);
    m_lostTime = new LostTimePanel(*m_session, m_window.document());
    m_runPanel = new RunPanel(*m_session);
    m_runs = new RunsPage;
    m_runs->follow(*m_second);
    const auto fill = [](QDockWidget* dock, QWidget* panel) {
        QWidget* empty = dock->widget();
        dock->setWidget(panel);
        takeAway(empty);
    };
    fill(m_lostDock, m_lostTime);
    fill(m_runDock, m_runPanel);
    fill(m_runsDock, m_runs);
    const auto go = [this](const TraceTarget& target) { goTo(target.rank, target.action); };
    connect(m_panel, &TracePanel::targetAsked, this, go);
    connect(m_lostTime, &LostTimePanel::targetAsked, this, go);
    connect(m_runs, &RunsPage::targetAsked, this, go);
    const auto tell = [this](const QString& said) { m_window.say(said); };
    connect(m_panel, &TracePanel::copied, this, tell);
    connect(m_runs, &RunsPage::copied, this, tell);
    offerCsv(*m_lostTime->waterfall(),
             {QStringLiteral("lost-time"), [this] { return m_lostTime->waterfall()->csv(); }, tell});
    offerCsv(*m_lostTime->slowdown()->view(),
             {QStringLiteral("slowdown"), [this] { return m_lostTime->slowdown()->view()->csv(); }, tell});
    connect(m_lostTime, &LostTimePanel::causeChanged, this, [this] {
        m_panel->showCause(m_lostTime->cause());
        filterLanes();
    });
    connect(m_lostTime, &LostTimePanel::listAsked, this, [this] { showDetails(TracePanel::Deviations); });
    connect(m_runPanel, &RunPanel::detailsAsked, this, [this] { showDetails(); });
    connect(m_runPanel, &RunPanel::saveAsked, this, &TraceController::askSaveCalibration);
    connect(m_runPanel, &RunPanel::secondAsked, this, [this] { askSecond(false); });
    connect(m_runs, &RunsPage::closeAsked, m_second, &SecondRun::close);
}

void TraceController::askProfiles()
{
    const auto& ask = m_window.questions.openProfiles;
    const QStringList paths = ask ? ask() : QStringList();
    if (!paths.isEmpty() && m_parts.files.maybeSave())
        open(paths);
}

void TraceController::askFolder()
{
    const auto& ask = m_window.questions.openProfileFolder;
    const QString folder = ask ? ask() : QString();
    if (!folder.isEmpty() && m_parts.files.maybeSave())
        open({folder});
}

void TraceController::open(const QStringList& paths, const QStringList& schedules)
{
    m_parts.files.dropLoad();
    m_secondWanted.clear();
    m_revision = m_window.document().revision();
    m_opening->open(paths, schedules);
}

void TraceController::cancel()
{
    m_secondWanted.clear();
    const bool wasOpening = m_opening->cancel();
    if (m_second->cancel() || wasOpening)
        m_window.say(tr("Opening profiles was canceled."));
}

void TraceController::takeOpened()
{
    const TraceAnalysisPtr analysis = m_session->analysis();
    const QStringList& asked = m_opening->asked();
    m_shown = QFileInfo(asked.first()).absoluteFilePath();
    m_openPaths.clear();
    for (const QString& path : asked)
        m_openPaths << QFileInfo(path).absoluteFilePath();
    m_second->setFirstPaths(m_openPaths);
    Settings::lastFolder.set(QFileInfo(m_opening->paths().files.first()).absolutePath());
    if (asked.size() == 1)
        Settings::addRecentFile(m_shown);
    show(*analysis, true);
    m_window.showTimeline();
    emit runWanted();
    showMeasured(true);
    tellRead(*analysis);
    m_window.pane()->view()->setFocus();
    if (panel().holdsStreamsOnly()) {
        showDetails(TracePanel::Streams);
        m_panel->streams()->setFocus();
    }
    if (const QStringList wanted = std::exchange(m_secondWanted, {}); !wanted.isEmpty())
        openSecond(wanted);
}

void TraceController::takeAnalysed()
{
    const TraceAnalysis& analysis = *m_session->analysis();
    const bool wereCompared = m_areRunsCompared;
    const CompareMode mode = m_parts.compare.comparison().mode();
    compareRuns(false);
    takeTold();
    show(analysis, false);
    if (!analysis.measured)
        tellEmpty(analysis);
    else if (analysis.run.isIncomplete())
        tellIncomplete(analysis);
    m_window.say(analysis.measured
                     ? tr("%1: %2", "measured, step; times")
                           .arg(measuredTitle(analysis), stepTimeText(analysis, analysis.predicted))
                     : identificationText(analysis));
    if (wereCompared && canCompareRuns())
        m_parts.compare.setMode(mode);
    emit openRunsChanged();
}

void TraceController::show(const TraceAnalysis& analysis, bool isNew)
{
    m_window.commands().setEnabled(QStringLiteral("trace.saveCalibration"), analysis.measured != nullptr);
    m_parts.panels.parts().inspector->setMeasured(measuredLookup(m_session->analysis()));
    if (!analysis.measured) {
        showRunBar();
        return;
    }
    Document& document = m_window.document();
    const bool showsMeasured = m_measuredShown != nullptr;
    // A project made of these profiles stays the project that it is.
    const bool isOurs = m_costs && document.state().costs == *m_costs;
    std::vector<std::string> patterns;
    for (const QString& pattern : m_session->patterns())
        patterns.push_back(pattern.toStdString());
    if (isNew || (!document.isModified() && (document.savePath().isEmpty() || !isOurs))) {
        LoadedDocument loaded;
        loaded.state.source = *analysis.source;
        loaded.state.costs = analysis.fitted.costs;
        loaded.filePath = m_shown;
        loaded.evaluation = analysis.predicted ? analysis.predicted : analysis.measured;
        loaded.namePatterns = admissiblePatterns(patterns);
        m_parts.files.wantStoredView(isNew);
        m_isTakingRun = true;
        document.open(std::move(loaded));
        m_isTakingRun = false;
    } else {
        const bool isItsOrder = m_source && document.state().source == *m_source;
        document.takeMeasured(isItsOrder ? analysis.source : std::nullopt, analysis.fitted.costs,
                              tr("Costs of %1", "step 12").arg(runName(analysis)));
        document.setNamePatterns(patterns);
    }
    m_costs = analysis.fitted.costs;
    m_source = analysis.source;
    addRecorded();
    m_parts.compare.showSides();
    if (showsMeasured && !isNew)
        showMeasured(true);
    follow();
}

/// Among the references, in place of the step before.
void TraceController::addRecorded()
{
    const TraceAnalysis& analysis = *m_session->analysis();
    if (const QString dropped = m_parts.compare.comparison().setRecorded(
            {measuredTitle(analysis), analysis.measured}, m_recorded);
        !dropped.isEmpty())
        m_window.messages()->showMessage(
            MessageBar::Kind::Warning,
            tr("%1 is no longer compared: at most %2 schedules can be compared.", "title, number")
                .arg(dropped, QString::number(kMostSides)));
    m_recorded = analysis.measured;
}

void TraceController::tell(const QString& warning)
{
    m_told = warning;
    m_window.messages()->showMessage(MessageBar::Kind::Warning, warning);
}

void TraceController::takeTold()
{
    if (!m_told.isEmpty() && m_window.messages()->headline() == m_told)
        m_window.messages()->clear();
    m_told.clear();
}

void TraceController::tellEmpty(const TraceAnalysis& analysis)
{
    tell(panel().streams()->laneCount() > 0 || analysis.warnings.empty()
             ? tr("No pipeline actions in these profiles; Trace details shows their streams.")
             : QString::fromStdString(analysis.warnings.front()));
}

void TraceController::tellIncomplete(const TraceAnalysis& analysis)
{
    tell(tr("Step %1 is incomplete: some ranks lack actions, so its figures cover only the others.")
             .arg(analysis.run.step));
}

void TraceController::tellRead(const TraceAnalysis& analysis)
{
    const std::vector<Error>& left = m_opening->unread();
    const QStringList& files = m_opening->paths().files;
    const int count = static_cast<int>(left.size());
    QString unread;
    if (count == 1)
        unread = tr("One file was left out: %1").arg(nameOf(left.front(), files));
    else if (count > 1)
        unread = tr("%1 files were left out; the first: %2").arg(count).arg(nameOf(left.front(), files));
    m_told.clear();
    // What stands in a folder beside the profiles is no fault.
    if (count > 0 && !m_opening->paths().fromFolder) {
        m_window.messages()->showMessage(MessageBar::Kind::Warning, unread);
    } else if (!analysis.measured) {
        tellEmpty(analysis);
    } else {
        if (analysis.run.isIncomplete())
            tellIncomplete(analysis);
        QString said = tr("%1 — %2", "schedule, times")
                           .arg(identificationText(analysis), stepTimeText(analysis, analysis.predicted));
        if (!unread.isEmpty())
            said += QStringLiteral(" · ") + unread;
        m_window.say(said);
    }
}

} // namespace bubblescope::ui
