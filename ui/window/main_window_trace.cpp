// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of training runs: their commands and their dock.
#include "ui/panels/metrics_strip.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/dock_room.h"
#include "ui/trace/trace_controller.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"

#include <QDockWidget>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace bubblescope::ui {

namespace {

QString namesOf(const QStringList& paths)
{
    constexpr qsizetype kMostNames = 4;
    QStringList names;
    for (const QString& path : paths.mid(0, kMostNames))
        names << QFileInfo(path).fileName();
    const QString joined = names.join(QStringLiteral(", "));
    return paths.size() <= kMostNames ? joined
                                      : MainWindow::tr("%1 and %2 more", "names of files, how many")
                                            .arg(joined)
                                            .arg(paths.size() - kMostNames);
}

} // namespace

void MainWindow::addTraceCommands()
{
    m_traceDock = makeDock(tr("Trace"), "trace-dock", new QWidget, Qt::BottomDockWidgetArea, false);
    tabifyDockWidget(m_chartsDock, m_traceDock);
    m_traceDock->hide();
    m_bubblesDock->raise();
    connect(m_traceDock, &QDockWidget::visibilityChanged, this, &MainWindow::showBottomTitles);
    connect(m_traceDock, &QDockWidget::topLevelChanged, this, &MainWindow::showBottomTitles);
    connect(m_traceDock, &QDockWidget::dockLocationChanged, this, &MainWindow::showBottomTitles);
    m_traces = new TraceController(*this, m_traceDock);
    // With the timeline goes what tells its figures: they are of nothing in view then.
    m_traceRoom = new DockRoom(*this, *m_traceDock,
                               {m_metrics, m_pane, m_scheduleDock, m_inspectorDock, m_bubblesDock,
                                m_problemsDock, m_compareDock, m_chartsDock});
    // Whatever else is to be seen needs its place again.
    const auto takeBack = [this] { m_traceRoom->give(false); };
    connect(&m_document, &Document::evaluationChanged, this, takeBack);
    connect(m_traceDock, &QDockWidget::topLevelChanged, this, takeBack);
    connect(m_traceDock, &QDockWidget::visibilityChanged, this, [takeBack](bool visible) {
        if (!visible)
            takeBack();
    });
    const auto add = [this](const char* id, const QString& text, int section, std::function<void()> run) {
        Command command{QLatin1String(id), tr("Trace"), text, {}, CommandScope::Window, std::move(run)};
        command.menu = QStringLiteral("file");
        command.section = section;
        command.searchWords = tr("trace profile kineto chrome nsight measured");
        m_commands->add(command);
    };
    add("trace.open", tr("Open &profiles…"), 0, [this] { m_traces->askProfiles(); });
    add("trace.openFolder", tr("Open profiles in a &folder…"), 0, [this] { m_traces->askFolder(); });
    add("trace.saveCalibration", tr("Save cali&bration…"), 2, [this] { m_traces->askSaveCalibration(); });
    m_commands->setEnabled(QStringLiteral("trace.saveCalibration"), false);
    Command alone{QStringLiteral("trace.measured"),
                  tr("Trace"),
                  tr("&Measured run alone"),
                  {},
                  CommandScope::Window,
                  [this] { m_traces->showMeasured(!m_traces->measuredShown()); }};
    alone.checkable = true;
    alone.menu = QStringLiteral("view.compare");
    alone.section = 3;
    alone.searchWords = tr("trace profile measured predicted");
    m_commands->add(alone);
    m_commands->setEnabled(alone.id, false);
    const QString group = tr("Trace");
    m_commands->addGesture(
        {group, tr("Open profiles as the ranks of one run"), tr("Drop files or a folder on the window")});
    m_commands->addGesture(
        {group, tr("Show one of both alone"), tr("Measured or Predicted above the timeline")});
    m_commands->addGesture(
        {group, tr("Go to the action or rank"), tr("Double-click or Return in the Trace dock")});
}

void MainWindow::makeProfileQuestions()
{
    questions.matchSchedules = [this](const QString& text) {
        QMessageBox box(QMessageBox::NoIcon, tr("Schedules and profiles"), text, QMessageBox::Cancel, this);
        box.setObjectName(QStringLiteral("mixture-question"));
        QPushButton* match = box.addButton(tr("Match with it"), QMessageBox::AcceptRole);
        const QPushButton* leave = box.addButton(tr("Profiles only"), QMessageBox::AcceptRole);
        box.setDefaultButton(match);
        box.exec();
        return box.clickedButton() == match   ? MixtureAnswer::Match
               : box.clickedButton() == leave ? MixtureAnswer::LeaveOut
                                              : MixtureAnswer::Cancel;
    };
}

void MainWindow::openProfiles(const QStringList& paths)
{
    QStringList profiles, schedules, others;
    for (const QString& path : paths)
        (isProfile(path) ? profiles : isScheduleFile(path) ? schedules : others) << path;
    if (!schedules.isEmpty()) {
        const Hold hold(*this);
        const QString text =
            tr("%1 and profiles were opened together. Is the measured order to be held against it?",
               "names of schedule files")
                .arg(namesOf(schedules));
        switch (questions.matchSchedules ? questions.matchSchedules(text) : MixtureAnswer::LeaveOut) {
        case MixtureAnswer::Match:
            break;
        case MixtureAnswer::LeaveOut:
            others += schedules;
            schedules.clear();
            break;
        case MixtureAnswer::Cancel:
            return;
        }
    }
    m_traces->open(profiles, schedules);
    if (!others.isEmpty())
        m_messages->showMessage(
            MessageBar::Kind::Note,
            tr("Left out beside the profiles: %1", "names of files").arg(namesOf(others)));
}

} // namespace bubblescope::ui
