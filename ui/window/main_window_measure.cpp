// SPDX-License-Identifier: GPL-3.0-or-later
// Select and measure mode, the measured area and its totals.
#include "ui/panels/inspector_panel.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/window/main_window.h"

#include <QActionGroup>

namespace bubblescope::ui {

void MainWindow::addMeasureCommands()
{
    MeasureTool* const tool = &m_pane->view()->measure();
    const QString group = tr("Measuring");
    auto* modes = new QActionGroup(this);
    const auto addMode = [&](const char* id, const QString& text, const QString& shortText, Qt::Key key,
                             PointerMode mode) {
        Command command{
            QLatin1String(id), group, text, {QKeySequence(key)}, CommandScope::Timeline, [tool, mode] {
                tool->setMode(mode);
            }};
        command.checkable = true;
        command.checked = tool->mode() == mode;
        command.shortText = shortText;
        command.menu = QStringLiteral("selection");
        command.section = 10;
        QAction* action = m_commands->add(command);
        modes->addAction(action);
        connect(tool, &MeasureTool::modeChanged, action,
                [action, mode](PointerMode now) { action->setChecked(now == mode); });
    };
    addMode("timeline.selectMode", tr("Se&lect mode"), tr("Select"), Qt::Key_V, PointerMode::Select);
    addMode("timeline.measureMode", tr("&Measure mode"), tr("Measure"), Qt::Key_T, PointerMode::Measure);
    const auto add = [&](const char* id, const QString& text, const QKeySequence& key,
                         void (MeasureTool::*slot)()) {
        Command command{
            QLatin1String(id), group, text, {key}, CommandScope::Timeline, [tool, slot] { (tool->*slot)(); }};
        command.menu = QStringLiteral("selection");
        command.section = 11;
        command.inContextMenu = command.wantsSelection =
            command.id == QLatin1String("timeline.measureSelection");
        command.searchWords = tr("area range totals ruler");
        m_commands->add(command);
    };
    add("timeline.measureSelection", tr("Measu&re the selection"), Qt::Key_R, &MeasureTool::measureSelection);
    add("timeline.measureRight", tr("Measure to the ne&xt edge"), Qt::SHIFT | Qt::Key_Right,
        &MeasureTool::stepRight);
    add("timeline.measureLeft", tr("Measure to the pre&vious edge"), Qt::SHIFT | Qt::Key_Left,
        &MeasureTool::stepLeft);
    add("timeline.measureDown", tr("Measure down a lane"), Qt::SHIFT | Qt::Key_Down, &MeasureTool::stepDown);
    add("timeline.measureUp", tr("Measure up a lane"), Qt::SHIFT | Qt::Key_Up, &MeasureTool::stepUp);
    m_commands->addGesture(
        {group, tr("Measure an area"),
         tr("left drag from an empty place or an unselected action; in measure mode from anywhere")});
    m_commands->addGesture({group, tr("Move an edge of the area"), tr("drag the edge")});
    m_commands->addGesture(
        {group, tr("Without snapping to the edges of actions"), tr("hold Alt while dragging")});
    m_commands->addGesture({group, tr("Fit the area"), tr("double-click in it")});
    connect(tool, &MeasureTool::refused, this, &MainWindow::say);
    connect(tool, &MeasureTool::areaChanged, this, [this, tool] {
        const EvaluationPtr evaluation = m_pane->view()->evaluation();
        m_inspector->setArea(tool->totals(), evaluation ? evaluation->timeline->unit : std::string());
    });
}

} // namespace bubblescope::ui
