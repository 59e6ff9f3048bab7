// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_controller.h"

#include "ui/actions/command_group.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/comparison.h"
#include "ui/docks/dock_room.h"
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
#include "ui/trace/measured_figures.h"
#include "ui/trace/residual_view.h"
#include "ui/trace/stream_lanes.h"
#include "ui/trace/trace_panel.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/message_bar.h"

#include <QDateTime>
#include <QDockWidget>
#include <QFileInfo>
#include <QMainWindow>
#include <limits>
#include <numeric>

namespace bubblescope::ui {

namespace {

constexpr int kProgressEveryMs = 60;

/// With the file's name in place of its path, which leaves no room for what is wrong.
QString nameOf(const Error& error, const QStringList& paths)
{
    const QString text = errorHeadline(error);
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
    addDock();
    m_session = new TraceSession(&window.shell()); // goes after the panel in the dock
    m_progress.setInterval(kProgressEveryMs);
    connect(&m_progress, &QTimer::timeout, this, &TraceController::showProgress);
    connect(m_session, &TraceSession::busyChanged, this, &TraceController::showBusy);
    connect(m_session, &TraceSession::readDone, this, [this](const std::shared_ptr<ProfilesRead>& read) {
        m_read = read;
        m_window.holds.whenFree([this, read] { takeRead(read); });
    });
    connect(m_session, &TraceSession::opened, this, [this] {
        m_window.holds.whenFree([this, asked = m_asks] {
            if (asked == m_asks)
                takeOpened();
        });
    });
    connect(m_session, &TraceSession::analysed, this, [this] {
        m_window.holds.whenFree([this, analysis = m_session->analysis()] {
            if (analysis == m_session->analysis())
                takeAnalysed();
        });
    });
    connect(m_session, &TraceSession::failed, this, [this](const Error& error) {
        if (error.kind != ErrorKind::Cancelled)
            m_window.messages()->showError({}, error);
    });
    connectView();
    addCommands();
}

void TraceController::addDock()
{
    m_dock = m_window.docks().addTab(tr("Trace"), "trace-dock", new QWidget);
    connect(m_dock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (visible)
            panel();
    });
    // With the timeline goes what tells its figures: they are of nothing in view then.
    std::vector<QWidget*> covered{m_parts.panels.parts().metrics, m_window.pane()};
    for (QDockWidget* dock : m_window.docks().all())
        if (dock != m_dock)
            covered.push_back(dock);
    m_room = new DockRoom(m_window.shell(), *m_dock, std::move(covered));
    // Whatever else is to be seen needs its place again.
    const auto takeBack = [this] { m_room->give(false); };
    connect(m_dock, &QDockWidget::topLevelChanged, this, takeBack);
    connect(m_dock, &QDockWidget::visibilityChanged, this, [takeBack](bool visible) {
        if (!visible)
            takeBack();
    });
}

void TraceController::addCommands()
{
    CommandGroup group(m_window.commands(), tr("Trace"), "file",
                       tr("trace profile kineto chrome nsight measured"));
    group.add("trace.open", tr("Open &profiles…"), [this] { askProfiles(); });
    group.add("trace.openFolder", tr("Open profiles in a &folder…"), [this] { askFolder(); });
    group.like.section = 2;
    group.add("trace.saveCalibration", tr("Save cali&bration…"), [this] { askSaveCalibration(); })
        ->setEnabled(false);
    CommandGroup alone(m_window.commands(), tr("Trace"), "view.compare",
                       tr("trace profile measured predicted"));
    alone.like.section = 3;
    alone
        .addChoice("trace.measured", tr("&Measured run only"), false,
                   [this] { showMeasured(m_measuredShown == nullptr); })
        ->setEnabled(false);
    group.addGesture(tr("Open profiles as the ranks of one run"), tr("Drop files or a folder on the window"));
    group.addGesture(tr("Show only one of the two"), tr("Measured or Predicted above the timeline"));
    group.addGesture(tr("Only the actions of a cause; all again"),
                     tr("Click a bar of the Trace dock; again, or Esc"));
    group.addGesture(tr("Go to the action or rank"), tr("Double-click or Return in the Trace dock"));
}

TracePanel& TraceController::panel()
{
    if (m_panel)
        return *m_panel;
    m_panel = new TracePanel(*m_session, m_window.document());
    delete m_dock->widget();
    m_dock->setWidget(m_panel);
    connect(m_panel, &TracePanel::targetAsked, this,
            [this](const FigureTarget& target) { goTo(target.rank, target.action); });
    connect(m_panel, &TracePanel::saveAsked, this, &TraceController::askSaveCalibration);
    connect(m_panel, &TracePanel::causeChanged, this, &TraceController::filterLanes);
    connect(m_panel, &TracePanel::openAsked, this, &TraceController::askProfiles);
    connect(m_panel, &TracePanel::copied, this, [this](const QString& said) { m_window.say(said); });
    connect(m_panel, &TracePanel::roomAsked, m_room, &DockRoom::give);
    connect(m_room, &DockRoom::changed, m_panel, &TracePanel::setRoomy);
    return *m_panel;
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
    m_window.messages()->clear();
    // Also where nothing follows: what is asked for last is what shows.
    ++m_asks;
    m_read.reset();
    if (m_session->isOpening())
        m_session->cancel();
    m_asked = paths;
    m_paths = profilesIn(paths);
    m_paths.schedules = schedules;
    m_unread.clear();
    m_accepted.clear();
    m_schedules.clear();
    m_revision = m_window.document().revision();
    if (m_paths.files.isEmpty()) {
        m_window.messages()->showMessage(
            MessageBar::Kind::Failure,
            tr("%1 has no profiles: they end in .json, .json.gz or .sqlite.", "folder").arg(paths.first()));
        return;
    }
    m_places.resize(static_cast<std::size_t>(m_paths.files.size()));
    std::iota(m_places.begin(), m_places.end(), 0);
    m_session->read(m_paths);
}

void TraceController::cancel()
{
    const bool wasOpening = isOpening();
    m_read.reset();
    ++m_asks;
    if (!m_session->isBusy())
        return;
    m_session->cancel();
    if (!wasOpening)
        return;
    m_window.say(tr("Opening profiles was canceled."));
}

void TraceController::takeRead(const std::shared_ptr<ProfilesRead>& read)
{
    if (read != m_read)
        return; // cancelled, or something else is being opened
    for (std::size_t i = 0; i < read->files.size(); ++i)
        m_accepted.emplace(m_places[read->places[i]], std::move(read->files[i]));
    m_schedules.insert(m_schedules.end(), read->schedules.begin(), read->schedules.end());
    m_unread.insert(m_unread.end(), read->unreadSchedules.begin(), read->unreadSchedules.end());
    const Answers answers = askAboutRefused(*read);
    if (read != m_read)
        return; // something else was asked for while the question stood
    m_read.reset();
    if (answers.isCancelled) {
        m_accepted.clear();
        m_window.messages()->showError({}, read->refused.front().error.error);
    } else if (!answers.larger.empty()) {
        readLarger(answers.larger);
    } else {
        openAccepted();
    }
}

void TraceController::readLarger(const std::vector<std::size_t>& places)
{
    ProfilePaths larger;
    for (const std::size_t place : places)
        larger.files << m_paths.files[static_cast<qsizetype>(place)];
    m_places = places;
    m_session->read(larger, std::numeric_limits<std::uint64_t>::max());
}

void TraceController::openAccepted()
{
    if (m_accepted.empty()) {
        if (!m_unread.empty())
            m_window.messages()->showError({}, m_unread.front());
        return;
    }
    // What was edited while the profiles were being read has not been asked about.
    if (m_window.document().revision() != m_revision && !m_parts.files.maybeSave())
        return;
    m_revision = m_window.document().revision();
    std::vector<TraceFile> files;
    // At their places again: names without a rank are numbered in the order given.
    for (auto& [place, file] : m_accepted)
        files.push_back(std::move(file));
    m_accepted.clear();
    m_session->open(std::move(files), {m_schedules, {}});
}

void TraceController::takeOpened()
{
    if (m_window.document().revision() != m_revision && !m_parts.files.maybeSave())
        return;
    if (askForRanks())
        return;
    const TraceAnalysisPtr analysis = m_session->analysis();
    m_shown = QFileInfo(m_asked.first()).absoluteFilePath();
    m_openPaths.clear();
    for (const QString& path : m_asked)
        m_openPaths << QFileInfo(path).absoluteFilePath();
    Settings::lastFolder.set(QFileInfo(m_paths.files.first()).absolutePath());
    if (m_asked.size() == 1)
        Settings::addRecentFile(m_shown);
    show(*analysis, true);
    if (m_parts.compare.comparison().mode() == CompareMode::Off)
        showMeasured(true);
    showDock();
    tellRead(*analysis);
    m_room->give(m_panel->wantsRoom());
    if (m_room->isGiven())
        m_panel->streams()->setFocus();
    else
        m_window.pane()->view()->setFocus();
}

void TraceController::takeAnalysed()
{
    const TraceAnalysis& analysis = *m_session->analysis();
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
        document.open(std::move(loaded));
    } else {
        const bool isItsOrder = m_source && document.state().source == *m_source;
        document.takeMeasured(isItsOrder ? analysis.source : std::nullopt, analysis.fitted.costs,
                              tr("Costs of %1", "step 12").arg(runName(analysis)));
        document.setNamePatterns(patterns);
    }
    m_costs = analysis.fitted.costs;
    m_source = analysis.source;
    if (const QString dropped =
            m_parts.compare.comparison().setRecorded({measuredTitle(analysis), analysis.measured});
        !dropped.isEmpty())
        m_window.messages()->showMessage(
            MessageBar::Kind::Warning,
            tr("%1 is no longer compared: at most %2 schedules can be compared.", "title, number")
                .arg(dropped, QString::number(kMostSides)));
    m_parts.compare.showSides();
    if (showsMeasured && !isNew)
        showMeasured(true);
    follow();
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
             ? tr("No pipeline actions in these profiles; the Trace dock shows their streams.")
             : QString::fromStdString(analysis.warnings.front()));
}

void TraceController::tellIncomplete(const TraceAnalysis& analysis)
{
    tell(tr("Step %1 is incomplete: some ranks lack actions, so its figures cover only the others.")
             .arg(analysis.run.step));
}

void TraceController::tellRead(const TraceAnalysis& analysis)
{
    const int count = static_cast<int>(m_unread.size());
    QString unread;
    if (count == 1)
        unread = tr("One file was left out: %1").arg(nameOf(m_unread.front(), m_paths.files));
    else if (count > 1)
        unread = tr("%1 files were left out; the first: %2")
                     .arg(count)
                     .arg(nameOf(m_unread.front(), m_paths.files));
    m_told.clear();
    // What stands in a folder beside the profiles is no fault.
    if (count > 0 && !m_paths.fromFolder) {
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
