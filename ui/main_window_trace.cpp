// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of training runs: their commands and their dock.
#include "ui/main_window.h"
#include "ui/panels/metrics_strip.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/dock_room.h"
#include "ui/trace/trace_controller.h"

#include <QDockWidget>
#include <QFileDialog>

namespace bubblescope::ui {

void MainWindow::addTraceCommands()
{
    m_traceDock = makeDock(tr("Trace"), "trace-dock", new QWidget, Qt::BottomDockWidgetArea, false);
    tabifyDockWidget(m_compareDock, m_traceDock);
    m_traceDock->hide();
    m_bubblesDock->raise();
    connect(m_traceDock, &QDockWidget::visibilityChanged, this, &MainWindow::showBottomTitles);
    connect(m_traceDock, &QDockWidget::topLevelChanged, this, &MainWindow::showBottomTitles);
    connect(m_traceDock, &QDockWidget::dockLocationChanged, this, &MainWindow::showBottomTitles);
    m_traces = new TraceController(*this, m_traceDock);
    m_traceRoom = new DockRoom(*this, *m_traceDock, {m_metrics, m_pane, m_scheduleDock, m_inspectorDock});
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
}

} // namespace bubblescope::ui
