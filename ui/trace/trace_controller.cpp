// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_controller.h"

#include "ui/compare/compare_text.h"
#include "ui/compare/comparison.h"
#include "ui/file_names.h"
#include "ui/main_window.h"
#include "ui/panels/figures.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/message_bar.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/dock_room.h"
#include "ui/trace/measured_figures.h"
#include "ui/trace/stream_lanes.h"
#include "ui/trace/trace_panel.h"
#include "ui/trace/trace_words.h"

#include <QDateTime>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <limits>
#include <numeric>

namespace bubblescope::ui {

namespace {

constexpr int kProgressSteps = 1000;
constexpr int kProgressEveryMs = 60;

QString nameOf(const Error& error)
{
    return QString::fromStdString(error.headline());
}

} // namespace

TraceController::TraceController(MainWindow& window, QDockWidget* dock)
    : QObject(&window)
    , m_window(window)
    , m_dock(dock)
    , m_session(new TraceSession(this))
{
    m_progress.setInterval(kProgressEveryMs);
    connect(&m_progress, &QTimer::timeout, this, &TraceController::showProgress);
    connect(m_session, &TraceSession::busyChanged, this, &TraceController::showBusy);
    connect(m_session, &TraceSession::readDone, this, [this](const std::shared_ptr<ProfilesRead>& read) {
        m_read = read;
        m_window.whenFree([this, read] { takeRead(read); });
    });
    connect(m_session, &TraceSession::opened, this, [this] { m_window.whenFree([this] { takeOpened(); }); });
    connect(m_session, &TraceSession::analysed, this,
            [this] { m_window.whenFree([this] { takeAnalysed(); }); });
    connect(m_session, &TraceSession::failed, this, [this](const Error& error) {
        if (error.kind != ErrorKind::Cancelled)
            m_window.m_messages->showError({}, error);
    });
    connect(m_dock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (visible)
            panel();
    });
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
    connect(m_panel, &TracePanel::openAsked, this, &TraceController::askProfiles);
    connect(m_panel, &TracePanel::copied, &m_window, &MainWindow::say);
    connect(m_panel, &TracePanel::roomAsked, m_window.m_traceRoom, &DockRoom::give);
    connect(m_window.m_traceRoom, &DockRoom::changed, m_panel, &TracePanel::setRoomy);
    return *m_panel;
}

void TraceController::askProfiles()
{
    const QStringList paths =
        m_window.questions.openProfiles
            ? m_window.questions.openProfiles()
            : QFileDialog::getOpenFileNames(&m_window, tr("Open profiles"), Settings::lastFolder(),
                                            tr("Profiles (*.json *.json.gz *.gz *.sqlite);;All files (*)"));
    if (!paths.isEmpty() && m_window.maybeSave())
        open(paths);
}

void TraceController::askFolder()
{
    const QString folder = m_window.questions.openProfileFolder
                               ? m_window.questions.openProfileFolder()
                               : QFileDialog::getExistingDirectory(&m_window, tr("Open profiles in a folder"),
                                                                   Settings::lastFolder());
    if (!folder.isEmpty() && m_window.maybeSave())
        open({folder});
}

void TraceController::open(const QStringList& paths)
{
    m_window.dropLoad();
    m_window.m_messages->clear();
    m_asked = paths;
    m_paths = profilesIn(paths);
    m_unread.clear();
    m_read.reset();
    m_revision = m_window.document().revision();
    if (m_paths.files.isEmpty()) {
        m_window.m_messages->showMessage(
            MessageBar::Kind::Failure,
            tr("%1 has no profiles: they end in .json, .json.gz or .sqlite.", "folder").arg(paths.first()));
        return;
    }
    read(TraceReadOptions().maxSize);
}

void TraceController::read(std::uint64_t maxSize)
{
    m_session->read(m_paths, maxSize);
}

void TraceController::cancel()
{
    const bool wasOpening = isOpening();
    m_read.reset();
    if (!m_session->isBusy())
        return;
    m_session->cancel();
    if (!wasOpening)
        return;
    m_window.say(tr("Opening profiles is cancelled."));
}

bool TraceController::ask(const QString& title, const QString& text, const QString& yes)
{
    const MainWindow::Hold hold(m_window);
    QMessageBox box(QMessageBox::NoIcon, title, text, QMessageBox::Cancel, &m_window);
    QPushButton* accept = box.addButton(yes, QMessageBox::AcceptRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.setObjectName(QStringLiteral("profile-question"));
    box.exec();
    return box.clickedButton() == accept;
}

bool TraceController::keep(ProfilesRead& read)
{
    for (std::size_t i = 0; i < read.refused.size(); ++i) {
        RefusedProfile& refused = read.refused[i];
        const QString what = nameOf(refused.error.error);
        if (refused.error.refusal == TraceRefusal::TooLarge &&
            ask(tr("Read all of it?"), tr("%1\n\nReading all of it may take much memory and time.").arg(what),
                tr("Read all")))
            return false;
        const bool keeps =
            refused.kept &&
            ask(tr("Keep what can be read?"),
                tr("%1\n\nBefore the damage there are %2 events, of which %3 records matter here.",
                   "error, counts")
                    .arg(what, countText(refused.kept->eventCount), countText(refused.kept->records.size())),
                tr("Keep them"));
        if (keeps) {
            read.files.push_back(std::move(*refused.kept));
            read.places.push_back(read.refusedPlaces[i]);
        } else if (refused.error.error.kind != ErrorKind::Cancelled) {
            m_unread.push_back(refused.error.error);
        }
    }
    return true;
}

void TraceController::takeRead(const std::shared_ptr<ProfilesRead>& read)
{
    if (read != m_read)
        return; // cancelled, or something else is being opened
    m_unread.clear();
    const bool goesOn = keep(*read);
    if (read != m_read)
        return; // something else was asked for while the question stood
    m_read.reset();
    if (!goesOn) {
        this->read(std::numeric_limits<std::uint64_t>::max());
        return;
    }
    if (read->files.empty()) {
        if (!m_unread.empty())
            m_window.m_messages->showError({}, m_unread.front());
        showBusy();
        return;
    }
    // Kept ones at their places again: names without a rank are numbered in the order given.
    std::vector<std::size_t> order(read->files.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return read->places[a] < read->places[b]; });
    std::vector<TraceFile> files;
    for (const std::size_t i : order)
        files.push_back(std::move(read->files[i]));
    m_session->open(std::move(files));
}

void TraceController::takeOpened()
{
    // What was edited while the profiles were being read has not been asked about.
    if (m_window.document().revision() != m_revision && !m_window.maybeSave())
        return;
    const TraceAnalysisPtr analysis = m_session->analysis();
    Settings::setLastFolder(QFileInfo(m_paths.files.first()).absolutePath());
    if (m_asked.size() == 1)
        Settings::addRecentFile(QFileInfo(m_asked.first()).absoluteFilePath());
    show(*analysis, true);
    showDock();
    tellRead(*analysis);
    m_window.m_traceRoom->give(m_panel->wantsRoom());
    if (m_window.m_traceRoom->isGiven())
        m_panel->streams()->setFocus();
    else
        m_window.m_pane->view()->setFocus();
}

void TraceController::takeAnalysed()
{
    show(*m_session->analysis(), false);
    const TraceAnalysis& analysis = *m_session->analysis();
    m_window.say(analysis.measured
                     ? tr("%1: %2", "measured, step; times")
                           .arg(measuredTitle(analysis), stepTimeText(analysis, analysis.predicted))
                     : identificationText(analysis));
}

void TraceController::show(const TraceAnalysis& analysis, bool isNew)
{
    m_window.commands().setEnabled(QStringLiteral("trace.saveCalibration"), analysis.measured != nullptr);
    m_window.m_inspector->setMeasured(measuredLookup(m_session->analysis()));
    if (!analysis.measured)
        return;
    Document& document = m_window.document();
    if (isNew || !document.isModified()) {
        LoadedDocument loaded;
        loaded.source = *analysis.source;
        loaded.costs = analysis.fitted.costs;
        loaded.path = QFileInfo(m_asked.first()).absoluteFilePath();
        loaded.evaluation = analysis.predicted ? analysis.predicted : analysis.measured;
        m_window.m_applyStoredView = isNew;
        document.open(std::move(loaded));
    } else {
        document.setCosts(analysis.fitted.costs, tr("Costs of step %1").arg(analysis.run.step));
    }
    m_window.m_comparison->setReferences({{measuredTitle(analysis), analysis.measured}});
    m_window.commands().setEnabled(QStringLiteral("compare.drop"), true);
    m_window.showSides();
}

void TraceController::tellRead(const TraceAnalysis& analysis)
{
    MessageBar* messages = m_window.m_messages;
    const QString unread =
        m_unread.empty() ? QString()
        : m_unread.size() == 1
            ? tr("1 file left out: %1").arg(nameOf(m_unread.front()))
            : tr("%1 files left out, the first: %2").arg(m_unread.size()).arg(nameOf(m_unread.front()));
    // What stands in a folder beside the profiles is no fault.
    if (!m_unread.empty() && !m_paths.fromFolder) {
        messages->showMessage(MessageBar::Kind::Warning, unread);
    } else if (!analysis.measured) {
        messages->showMessage(
            MessageBar::Kind::Warning,
            m_panel->streams()->laneCount() > 0 || analysis.warnings.empty()
                ? tr("No pipeline actions in these profiles: the Trace dock shows their streams.")
                : QString::fromStdString(analysis.warnings.front()));
    } else {
        QString said = tr("%1 — %2", "schedule, times")
                           .arg(identificationText(analysis), stepTimeText(analysis, analysis.predicted));
        if (!unread.isEmpty())
            said += QStringLiteral(" · ") + unread;
        m_window.say(said);
    }
}

bool TraceController::isPrediction() const
{
    return m_session->analysis() && m_session->analysis()->measured &&
           m_window.m_document.state().costs == m_session->analysis()->fitted.costs;
}

void TraceController::askSaveCalibration()
{
    if (!m_session->analysis() || !m_session->analysis()->measured)
        return;
    const QString suggested =
        QDir(Settings::lastFolder())
            .filePath(tr("calibration-step-%1.json", "file name").arg(m_session->analysis()->run.step));
    const QString path = m_window.questions.saveCalibrationPath
                             ? m_window.questions.saveCalibrationPath(suggested)
                             : QFileDialog::getSaveFileName(&m_window, tr("Save calibration"), suggested,
                                                            tr("Calibrations (*.json)"));
    if (!path.isEmpty())
        saveCalibration(withEnding(path, QStringLiteral("json")));
}

bool TraceController::saveCalibration(const QString& path)
{
    const TraceAnalysisPtr analysis = m_session->analysis();
    const std::string now = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    if (!m_window.write(
            path,
            [analysis, now]() -> Result<std::string> {
                return calibrationJson(analysis->fitted, analysis->run, now);
            },
            QFileInfo(path).fileName()))
        return false;
    Settings::setLastFolder(QFileInfo(path).absolutePath());
    m_window.say(tr("Calibration saved to %1", "file").arg(path));
    return true;
}

void TraceController::showDock()
{
    panel();
    m_dock->show();
    m_dock->raise();
}

void TraceController::goTo(RankId rank, const std::optional<ActionId>& action)
{
    TimelineView* view = m_window.m_pane->view();
    const EvaluationPtr evaluation = view->evaluation();
    if (!evaluation || rank.value >= evaluation->timeline->schedule->rankCount())
        return;
    if (!action) {
        view->revealLane(rank);
        return;
    }
    const Row& row = evaluation->timeline->schedule->rows[rank.value];
    for (std::size_t i = 0; i < row.size(); ++i)
        if (row[i].id() == *action) {
            m_window.select({rank, i});
            return;
        }
    m_window.say(
        tr("%1 is not in the shown schedule.", "action").arg(QString::fromStdString(actionText(*action))));
}

void TraceController::showBusy()
{
    const bool busy = m_session->isOpening();
    if (busy && !m_progress.isActive()) {
        m_progress.start();
    } else if (!busy && m_progress.isActive()) {
        m_progress.stop();
        m_window.m_loadProgress->setRange(0, 0);
        m_window.m_loadProgress->hide();
        m_window.m_loadCancel->hide();
    }
}

void TraceController::showProgress()
{
    const auto [done, total] = m_session->progress();
    QProgressBar* bar = m_window.m_loadProgress;
    // Read, it is being analysed: nobody knows for how long.
    const bool knows = total > 0 && done < total;
    bar->setRange(0, knows ? kProgressSteps : 0);
    if (knows)
        bar->setValue(
            static_cast<int>(static_cast<double>(done) / static_cast<double>(total) * kProgressSteps));
    bar->show();
    m_window.m_loadCancel->show();
}

} // namespace bubblescope::ui
