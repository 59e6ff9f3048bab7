// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/order/order_editor.h"

#include "core/io/schedule_csv.h"
#include "core/model/order_edit.h"
#include "ui/actions/command_group.h"
#include "ui/document/document.h"
#include "ui/services/window_services.h"
#include "ui/timeline/move_places.h"
#include "ui/timeline/selection_moves.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/message_bar.h"

#include <QClipboard>
#include <QCursor>
#include <QGuiApplication>
#include <QMimeData>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr auto kMimeType = "application/x-bubblescope-action";

/// Where in the order of a rank something goes that shall run right before `t`: before what computes from
/// then on, and what is received or unsharded for that.
std::size_t placeBefore(const Timeline& timeline, RankId rank, Time t)
{
    const Row& row = timeline.schedule->rows[rank.value];
    const std::vector<Time>& starts = timeline.lanes[rank.value].start;
    std::size_t place = 0;
    while (place < row.size() && (!isCompute(row[place].kind()) || starts[place] < t))
        ++place;
    while (place > 0 && preparesCompute(row[place - 1].kind()))
        --place;
    return place;
}

constexpr const char* kEdited = ", edited";

/// What the document is called where the language of the window makes no difference: in files, and in the
/// titles of pictures.
std::string nameInFiles(const Document& document)
{
    const auto* request = std::get_if<ScheduleRequest>(&document.state().source);
    if (!request)
        return document.displayName().toStdString();
    const ScheduleInfo* schedule = findSchedule(request->schedule);
    return (schedule ? std::string(schedule->title) : request->schedule) + " · " +
           std::to_string(request->ranks) + " ranks × " + std::to_string(request->microbatches) +
           " microbatches";
}

/// Where a pasted action goes: before the selected one, into the marked gap, else where the pointer is.
std::optional<ActionPosition> pastePlace(const TimelineView& view)
{
    if (view.chosen().action())
        return view.chosen().action();
    Hit hit{std::nullopt, view.chosen().gap()};
    if (!hit.gap)
        hit = view.hitAt(view.viewport()->mapFromGlobal(QPointF(QCursor::pos())));
    if (hit.action)
        return hit.action;
    if (!hit.gap)
        return std::nullopt;
    return ActionPosition{hit.gap->rank,
                          placeBefore(*view.evaluation()->timeline, hit.gap->rank, hit.gap->to)};
}

/// Who is selected when an action is gone: the next one on its lane, else the one before.
std::optional<ActionPosition> neighbourOf(const LaneIndex& index, const ActionPosition& action)
{
    const Row& row = index.timeline().schedule->rows[action.rank.value];
    std::size_t first = action.index;
    while (first > 0 && !row[first].startsCell())
        --first;
    const ActionPosition last{action.rank, cellEnd(row, first) - 1};
    if (auto next = alongLane(index, last, 1))
        return next;
    return alongLane(index, {action.rank, first}, -1);
}

} // namespace

OrderEditor::OrderEditor(WindowServices& window) : m_window(window)
{
    CommandGroup group(window.commands(), tr("Edit"), "edit", tr("move order action"),
                       CommandScope::Timeline);
    group.like.section = 10;
    group.like.inContextMenu = true;
    const auto edit = [this](void (OrderEditor::*run)()) {
        return [this, run] {
            m_window.pane()->view()->cancelDrag();
            whenShown([this, run] {
                if (mayEdit())
                    (this->*run)();
            });
        };
    };
    group.add("edit.cut", tr("Cu&t the action"), edit(&OrderEditor::cutSelected),
              {QKeySequence(Qt::CTRL | Qt::Key_X)});
    group.add("edit.paste", tr("&Paste the action"), edit(&OrderEditor::paste),
              {QKeySequence(Qt::CTRL | Qt::Key_V)});
    TimelineView* view = window.pane()->view();
    connect(view, &TimelineView::evaluationChanged, this, [this, view] {
        const EvaluationPtr evaluation = view->evaluation();
        if (!evaluation || !m_edited || evaluation->timeline->schedule != m_edited)
            return;
        m_edited.reset();
        if (const auto selected = std::exchange(m_selectInEdited, std::nullopt)) {
            view->chosen().select(*selected);
            view->navigation().reveal(*selected);
        }
    });
    const auto runWaiting = [this] {
        if (!m_window.document().isBusy())
            for (const auto& change : std::exchange(m_changes, {}))
                whenShown(change);
    };
    // Later than everything that shows the new order.
    connect(&window.document(), &Document::busyChanged, this, runWaiting, Qt::QueuedConnection);
}

void OrderEditor::whenShown(std::function<void()> change)
{
    const Document& document = m_window.document();
    if (document.isBusy() || !m_changes.empty()) {
        m_changes.push_back(std::move(change));
        return;
    }
    if (!document.evaluation() || document.evaluation()->input != document.state()) {
        m_window.messages()->showMessage(MessageBar::Kind::Warning,
                                         tr("The order cannot be changed until its problems are fixed."));
        return;
    }
    change();
}

bool OrderEditor::mayEdit()
{
    const Document& document = m_window.document();
    if (m_window.holds.areHeld())
        return false;
    if (!document.isBusy() && m_window.pane()->view()->evaluation() != document.evaluation()) {
        m_window.say(tr("What was measured cannot be moved: show the prediction to change its order."));
        return false;
    }
    if (document.isBusy() || document.evaluation()->input != document.state()) {
        m_window.say(tr("The order can be changed once its times are computed."));
        return false;
    }
    return true;
}

void OrderEditor::cutSelected()
{
    const TimelineView* view = m_window.pane()->view();
    const auto selected = view->chosen().action();
    if (!selected) {
        m_window.messages()->showMessage(MessageBar::Kind::Warning,
                                         tr("Nothing to cut: select an action in the timeline first."));
        return;
    }
    const Schedule& order = *view->evaluation()->timeline->schedule;
    const QString text = QString::fromStdString(cellText(cellAt(order, *selected)));
    auto* carried = new QMimeData;
    carried->setText(text);
    carried->setData(QLatin1String(kMimeType), text.toUtf8());
    QGuiApplication::clipboard()->setMimeData(carried);
    const auto neighbour = neighbourOf(*view->evaluation()->index, *selected);
    std::optional<ActionPosition> after;
    Schedule edited = cutAction(order, *selected);
    if (neighbour) {
        // What stands behind the cut moves up by what the row has lost.
        const std::size_t lost =
            order.rows[selected->rank.value].size() - edited.rows[selected->rank.value].size();
        after = neighbour->index > selected->index ? ActionPosition{neighbour->rank, neighbour->index - lost}
                                                   : *neighbour;
    }
    setOrder(std::move(edited), after, tr("Cut %1", "action").arg(text));
}

void OrderEditor::paste()
{
    const TimelineView* view = m_window.pane()->view();
    const QMimeData* carried = QGuiApplication::clipboard()->mimeData();
    QString text;
    if (carried && carried->hasFormat(QLatin1String(kMimeType)))
        text = QString::fromUtf8(carried->data(QLatin1String(kMimeType)));
    else if (carried && carried->hasText())
        text = carried->text().trimmed();
    if (text.isEmpty()) {
        m_window.messages()->showMessage(MessageBar::Kind::Warning,
                                         tr("Nothing to paste: cut an action first, or copy its text, such "
                                            "as 3F2 or (0F1;3B0)OVERLAP_F_B."));
        return;
    }
    Row cell;
    if (const Result<void> read = appendCell(text.toStdString(), cell); !read) {
        m_window.messages()->showError(tr("The clipboard contains no action."), read.error());
        return;
    }
    const auto place = pastePlace(*view);
    if (!place) {
        m_window.messages()->showMessage(
            MessageBar::Kind::Warning,
            tr("No place to paste %1: select the action to paste before, mark a gap, or point at a lane.")
                .arg(text));
        return;
    }
    const Schedule& order = *view->evaluation()->timeline->schedule;
    ActionPosition inserted;
    Schedule edited = bubblescope::insertAction(order, cell, place->rank, place->index, &inserted);
    setOrder(std::move(edited), inserted, tr("Paste %1", "action").arg(text));
}

void OrderEditor::setOrder(Schedule order, const std::optional<ActionPosition>& selected, const QString& what)
{
    // Once, however often it is edited.
    if (const std::string name = nameInFiles(m_window.document()); !name.ends_with(kEdited))
        order.name = name + kEdited;
    m_window.messages()->clear();
    m_edited = std::make_shared<const Schedule>(std::move(order));
    emit edited(m_edited);
    m_selectInEdited = selected;
    m_window.document().setOrder(m_edited, what);
}

} // namespace bubblescope::ui
