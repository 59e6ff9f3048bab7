// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/order/order_mover.h"

#include "core/model/order_edit.h"
#include "ui/actions/command_group.h"
#include "ui/document/document.h"
#include "ui/document/request_form.h"
#include "ui/order/order_editor.h"
#include "ui/panels/schedule_panel.h"
#include "ui/services/shown_times.h"
#include "ui/services/window_services.h"
#include "ui/timeline/move_words.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/message_bar.h"

#include <QAccessible>
#include <QMainWindow>
#include <QStatusBar>
#include <algorithm>

namespace bubblescope::ui {

namespace {

/// Up to so many actions the places are found before the pointer has moved on.
constexpr std::size_t kOrderMoverAtOnce = 20'000;
/// Of more the copies alone, one a place, would hold up the pointer: it is timed when it is dropped.
constexpr std::size_t kMostFollowed = 1'000'000;

} // namespace

OrderMover::OrderMover(WindowServices& window, ShownTimes& shown, OrderEditor& editor, SchedulePanel& panel)
    : m_window(window)
    , m_shown(shown)
    , m_editor(editor)
    , m_panel(panel)
    , m_tool(window.pane()->view()->moves())
    , m_places(*this)
{
    m_tool.setGuard([this] { return m_editor.mayEdit(); });
    connect(&m_tool, &MoveTool::begun, this, &OrderMover::begin);
    connect(&m_tool, &MoveTool::targetChanged, this, &OrderMover::aim);
    connect(&m_tool, &MoveTool::dropped, this, &OrderMover::drop);
    connect(&m_tool, &MoveTool::cancelled, this, &OrderMover::goBack);
    connect(&m_runner, &EvaluationRunner::finished, this, &OrderMover::takePreview);
    connect(&m_explainer, &ExplanationRunner::changed, this, [this] {
        if (m_preview)
            m_shown.showExplanation();
    });
    connect(&editor, &OrderEditor::edited, this, [this](const SchedulePtr& order) {
        if (m_isMoving)
            m_tool.expect(order, MoveTool::Expected::Moved);
    });
    const auto giveUp = [this] {
        if (m_tool.isMoving())
            m_window.pane()->view()->cancelDrag();
    };
    connect(&window.document(), &Document::stateChanged, this, giveUp);
    connect(&window.document(), &Document::evaluationChanged, this, giveUp);
    connect(&window.document(), &Document::stateChanged, this, &OrderMover::showOrigin);
    addCommands();
    connect(&panel, &SchedulePanel::originAsked, this, &OrderMover::backToOrigin);
    showOrigin();
}

void OrderMover::addCommands()
{
    CommandGroup group(m_window.commands(), tr("Edit"), "edit", tr("move order action reorder schedule"),
                       CommandScope::Timeline);
    group.like.section = 10;
    group.add("edit.moveBack", tr("Move one place &earlier"), [this] { step(-1); },
              {QKeySequence(Qt::ALT | Qt::Key_Comma)});
    group.add("edit.moveOn", tr("Move one place &later"), [this] { step(1); },
              {QKeySequence(Qt::ALT | Qt::Key_Period)});
    group.add("edit.backToGenerated", tr("Back to the &generated order"), [this] { backToOrigin(); });
    group.addGesture(tr("Move the selected action to another place in the order"),
                     tr("drag it; Esc or the right button cancels"));
}

void OrderMover::showOrigin()
{
    const std::optional<OrderOrigin> origin = m_window.document().editedFrom();
    const bool has = origin && checkForWindow(origin->request).empty();
    m_window.commands().setEnabled(QStringLiteral("edit.backToGenerated"), has);
    m_panel.setEdited(has);
}

void OrderMover::begin()
{
    m_base = m_tool.base();
    m_action = m_tool.action();
    m_tried.clear();
    findPlaces();
}

void OrderMover::findPlaces()
{
    const auto find = [order = m_base->timeline->schedule, action = m_action,
                       mode =
                           m_base->input.costs.transfer.mode](const CancelToken& cancel) -> LegalPlacesPtr {
        std::optional<LegalPlaces> places = legalPlaces(*order, action, cancel, mode);
        return places ? std::make_shared<const LegalPlaces>(*std::move(places)) : nullptr;
    };
    if (m_base->actionCount <= kOrderMoverAtOnce)
        m_tool.setLegalPlaces(find({}));
    else
        m_places.start(find, [this](const LegalPlacesPtr& places) { m_tool.setLegalPlaces(places); });
}

void OrderMover::aim()
{
    if (!m_base)
        return;
    const Schedule& order = *m_base->timeline->schedule;
    const MoveTarget target = m_tool.target();
    if (isOwnPlace(*m_base->timeline, m_action, target)) {
        m_runner.cancel();
        m_tried.clear();
        if (m_preview) {
            m_tool.expect(m_base->timeline->schedule, MoveTool::Expected::Back);
            showPreview(nullptr, m_action);
        }
        return;
    }
    if (m_base->actionCount > kMostFollowed)
        return;
    MovedOrder moved = moveAction(order, m_action, target.rank, target.index);
    const CellSpan own = cellSpan(order.rows[m_action.rank.value], m_action.index);
    moved.cell.index += m_action.index - own.begin;
    const auto tried = std::make_shared<const Schedule>(std::move(moved.schedule));
    m_tried.push_back({tried, target, moved.cell});
    m_runner.retime({tried, m_base->input.costs, {}}, m_base->whatIf, m_base);
}

void OrderMover::takePreview()
{
    if (!m_base || !m_runner.result())
        return;
    const EvaluationPtr evaluation = *m_runner.result();
    const auto tried = std::find_if(m_tried.begin(), m_tried.end(), [&](const Tried& each) {
        return each.order.lock() == evaluation->timeline->schedule;
    });
    if (tried == m_tried.end())
        return;
    const Tried shown = *tried;
    // Those before were passed over.
    m_tried.erase(m_tried.begin(), tried + 1);
    m_tool.expect(evaluation->timeline->schedule, MoveTool::Expected::Preview, shown.target);
    showPreview(evaluation, shown.action);
    m_explainer.start(evaluation);
}

void OrderMover::showPreview(const EvaluationPtr& evaluation, const ActionPosition& selected)
{
    setPreview(evaluation);
    m_shown.show();
    m_window.pane()->view()->chosen().select(selected);
    if (!m_preview) {
        m_explainer.clear();
        m_shown.showExplanation();
    }
}

void OrderMover::setPreview(const EvaluationPtr& evaluation)
{
    m_preview = evaluation;
    m_shown.setInstead(Instead::Dragged, evaluation, m_explainer);
}

void OrderMover::goBack()
{
    m_places.drop();
    m_runner.cancel();
    m_tried.clear();
    const EvaluationPtr base = std::exchange(m_base, nullptr);
    if (!m_preview)
        return;
    m_tool.expect(base->timeline->schedule, MoveTool::Expected::Back);
    setPreview(nullptr);
    m_explainer.clear();
    m_shown.show();
    m_shown.showExplanation();
    if (m_window.pane()->view()->evaluation() == base)
        m_window.pane()->view()->chosen().select(m_action);
}

void OrderMover::drop(const EvaluationPtr& base, const ActionPosition& action, const MoveTarget& target)
{
    m_places.drop();
    m_runner.cancel();
    m_tried.clear();
    m_base.reset();
    setPreview(nullptr);
    m_explainer.clear();
    const Schedule& order = *base->timeline->schedule;
    setMoved(moveAction(order, action, target.rank, target.index), action, order);
}

void OrderMover::setMoved(MovedOrder moved, const ActionPosition& action, const Schedule& before)
{
    const QString name = QString::fromStdString(cellText(cellAt(before, action)));
    const CellSpan own = cellSpan(before.rows[action.rank.value], action.index);
    moved.cell.index += action.index - own.begin;
    m_isMoving = true;
    m_editor.setOrder(std::move(moved.schedule), moved.cell, tr("Move %1", "action").arg(name));
    m_isMoving = false;
}

void OrderMover::step(int step)
{
    m_window.pane()->view()->cancelDrag();
    m_editor.whenShown([this, step] {
        if (!m_editor.mayEdit())
            return;
        const TimelineView* view = m_window.pane()->view();
        const auto action = view->chosen().action();
        if (!action) {
            m_window.messages()->showMessage(MessageBar::Kind::Warning,
                                             tr("Nothing to move: select an action in the timeline first."));
            return;
        }
        const SchedulePtr order = view->evaluation()->timeline->schedule;
        const QString name = QString::fromStdString(actionText(order->at(*action).id()));
        const auto target = steppedTarget(*order, *action, step);
        if (!target) {
            announce(step < 0 ? tr("%1 is the first action of rank %2.").arg(name).arg(action->rank.value)
                              : tr("%1 is the last action of rank %2.").arg(name).arg(action->rank.value));
            return;
        }
        QString said =
            tr("%1 is now %2", "action, place").arg(name, MoveWords::place(*order, *action, *target));
        const TransferMode mode = view->evaluation()->input.costs.transfer.mode;
        if (view->evaluation()->actionCount > kOrderMoverAtOnce)
            said = tr("%1; Problems shows whether the order runs", "where an action stands").arg(said);
        else if (const auto places = legalPlaces(*order, *action, {}, mode))
            if (const QString why = MoveWords::refusal(*order, *action, *target, *places); !why.isEmpty())
                said = tr("%1, where the order cannot run: %2").arg(said, why);
        m_tool.rememberRange();
        setMoved(moveAction(*order, *action, target->rank, target->index), *action, *order);
        announce(tr("%1.").arg(said));
    });
}

/// In the status bar, and to who cannot see that.
void OrderMover::announce(const QString& text)
{
    m_window.say(text);
    QStatusBar* bar = m_window.shell().statusBar();
    bar->setAccessibleDescription(text);
    QAccessibleEvent event(bar, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void OrderMover::backToOrigin()
{
    Document& document = m_window.document();
    const std::optional<OrderOrigin> origin = document.editedFrom();
    if (!origin)
        return;
    const QString what = tr("Back to the generated order");
    document.endTyping();
    document.undoStack().beginMacro(what);
    document.takeMeasured(ScheduleSource(origin->request), document.state().costs, what);
    document.setPasses(origin->passes, what);
    document.undoStack().endMacro();
    document.endTyping();
}

} // namespace bubblescope::ui
