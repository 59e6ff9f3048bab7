// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/command_group.h"
#include "ui/commands/timeline_tools.h"
#include "ui/panels/inspector_panel.h"
#include "ui/services/window_services.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/timeline_pane.h"

#include <QActionGroup>

namespace bubblescope::ui {

MeasureCommands::MeasureCommands(WindowServices& window, InspectorPanel& inspector)
{
    TimelineView* view = window.pane()->view();
    MeasureTool* const tool = &view->measure();
    CommandGroup group(window.commands(), tr("Measuring"), "selection", {}, CommandScope::Timeline);
    group.like.section = 10;
    auto* modes = new QActionGroup(this);
    const auto addMode = [&](const char* id, const QString& text, const QString& shortText, Qt::Key key,
                             PointerMode mode) {
        group.like.shortText = shortText;
        QAction* action = group.addChoice(id, text, tool->mode() == mode,
                                          [tool, mode] { tool->setMode(mode); }, {QKeySequence(key)});
        modes->addAction(action);
        connect(tool, &MeasureTool::modeChanged, action,
                [action, mode](PointerMode now) { action->setChecked(now == mode); });
    };
    addMode("timeline.selectMode", tr("Se&lect mode"), tr("Select"), Qt::Key_V, PointerMode::Select);
    addMode("timeline.measureMode", tr("&Measure mode"), tr("Measure"), Qt::Key_T, PointerMode::Measure);
    group.like.shortText.clear();
    group.like.section = 11;
    group.like.searchWords = tr("area range totals ruler");
    const auto add = [&](const char* id, const QString& text, const QKeySequence& key,
                         void (MeasureTool::*slot)()) {
        group.add(id, text, [tool, slot] { (tool->*slot)(); }, {key});
    };
    group.like.inContextMenu = group.like.wantsSelection = true;
    add("timeline.measureSelection", tr("Measu&re the selection"), Qt::Key_R, &MeasureTool::measureSelection);
    group.like.inContextMenu = group.like.wantsSelection = false;
    add("timeline.measureRight", tr("Measure to the ne&xt edge"), Qt::SHIFT | Qt::Key_Right,
        &MeasureTool::stepRight);
    add("timeline.measureLeft", tr("Measure to the pre&vious edge"), Qt::SHIFT | Qt::Key_Left,
        &MeasureTool::stepLeft);
    add("timeline.measureDown", tr("Measure down a lane"), Qt::SHIFT | Qt::Key_Down, &MeasureTool::stepDown);
    add("timeline.measureUp", tr("Measure up a lane"), Qt::SHIFT | Qt::Key_Up, &MeasureTool::stepUp);
    group.addGesture(
        tr("Measure an area"),
        tr("left-drag from an empty place or an unselected action; in measure mode from anywhere"));
    group.addGesture(tr("Move an edge of the area"), tr("drag the edge"));
    group.addGesture(tr("Turn off snapping to the edges of actions"), tr("hold Alt while dragging"));
    group.addGesture(tr("Fit the area"), tr("double-click in it"));
    connect(tool, &MeasureTool::refused, this, [&window](const QString& why) { window.say(why); });
    connect(tool, &MeasureTool::areaChanged, this, [tool, view, &inspector] {
        const EvaluationPtr evaluation = view->evaluation();
        inspector.setArea(tool->totals(), evaluation ? evaluation->timeline->unit : std::string());
    });
}

} // namespace bubblescope::ui
