// SPDX-License-Identifier: GPL-3.0-or-later
// Searching actions.
#include "ui/panels/search_bar.h"
#include "ui/timeline/match_marks.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/window/main_window.h"

#include <QHBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr double kSeenPx = 8;

} // namespace

void MainWindow::addSearchCommands()
{
    TimelineView* view = m_pane->view();
    m_search = new SearchBar(view->matches(), this);
    const QString group = tr("Search");
    const auto add = [&](const char* id, const QString& text, const QList<QKeySequence>& keys,
                         CommandScope scope, std::function<void()> run) {
        Command command{QLatin1String(id), group, text, keys, scope, std::move(run)};
        command.menu = QStringLiteral("edit");
        command.section = 30;
        command.searchWords = tr("search find action stage microbatch rank");
        m_commands->add(command);
    };
    add("search.find", tr("&Find actions…"), {QKeySequence(Qt::CTRL | Qt::Key_F)}, CommandScope::Window,
        [this] { m_search->focusField(); });
    add("search.next", tr("Find &next"), {QKeySequence(Qt::Key_F3)}, CommandScope::Window,
        [this] { stepMatch(true); });
    add("search.previous", tr("Find pre&vious"), {QKeySequence(Qt::SHIFT | Qt::Key_F3)}, CommandScope::Window,
        [this] { stepMatch(false); });
    // In no menu: the same as Ctrl+F, where a letter may be a key.
    m_commands->add({QStringLiteral("search.findHere"),
                     group,
                     tr("Find actions, from the timeline"),
                     {QKeySequence(Qt::Key_Slash)},
                     CommandScope::Timeline,
                     [this] { m_search->focusField(); }});
    m_commands->addGesture({group, tr("Next, previous match"), tr("Enter, Shift+Enter in the search field")});
    m_commands->addGesture({group, tr("Clear the search, then leave it"), tr("Esc in the search field")});
    m_commands->addGesture({group, tr("The last searches"), tr("Down in the empty search field")});
    connect(m_search, &SearchBar::stepAsked, this, &MainWindow::stepMatch);
    connect(&view->matches(), &MatchMarks::stepReady, this, &MainWindow::stepMatch);
    connect(m_search, &SearchBar::left, view, [view] { view->setFocus(Qt::OtherFocusReason); });
    connect(view, &TimelineView::selectionChanged, m_search, &SearchBar::showCount);
}

void MainWindow::addSearchBar()
{
    toolBarEnd().addWidget(m_search);
}

void MainWindow::stepMatch(bool forward)
{
    TimelineView* view = m_pane->view();
    if (!view->matches().query()) {
        m_search->focusField();
        return;
    }
    const auto step = view->matches().step(forward);
    if (!step)
        return;
    view->setSelection(step->action);
    // Among blocks that can be told apart the zoom stays as it is.
    const Timeline& timeline = *view->evaluation()->timeline;
    const Time length = timeline.endOf(step->action) - timeline.startOf(step->action);
    if (length / (view->range().to - view->range().from) * view->geometry().plot.width >= kSeenPx)
        view->reveal(step->action);
    else
        view->approach(step->action);
    if (step->wrapped)
        m_search->showWrapped(forward);
}

} // namespace bubblescope::ui
