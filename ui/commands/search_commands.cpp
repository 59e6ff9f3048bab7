// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/command_group.h"
#include "ui/commands/timeline_tools.h"
#include "ui/panels/search_bar.h"
#include "ui/services/window_services.h"
#include "ui/timeline/match_marks.h"
#include "ui/timeline/timeline_pane.h"

#include <QMainWindow>

namespace bubblescope::ui {

namespace {

constexpr double kSeenPx = 8;

} // namespace

SearchCommands::SearchCommands(WindowServices& window)
    : m_window(window)
    , m_bar(new SearchBar(window.pane()->view()->matches(), &window.shell()))
{
    TimelineView* view = window.pane()->view();
    CommandGroup group(window.commands(), tr("Search"), "edit",
                       tr("search find action stage microbatch rank"));
    group.like.section = 30;
    group.add("search.find", tr("&Find actions…"), [this] { m_bar->focusField(); },
              {QKeySequence(Qt::CTRL | Qt::Key_F)});
    group.add("search.next", tr("Find &next"), [this] { step(true); }, {QKeySequence(Qt::Key_F3)});
    group.add("search.previous", tr("Find pre&vious"), [this] { step(false); },
              {QKeySequence(Qt::SHIFT | Qt::Key_F3)});
    // In no menu: the same as Ctrl+F, where a letter may be a key.
    CommandGroup(window.commands(), group.like.group, "", {}, CommandScope::Timeline)
        .add("search.findHere", tr("Find actions, from the timeline"), [this] { m_bar->focusField(); },
             {QKeySequence(Qt::Key_Slash)});
    group.addGesture(tr("Next, previous match"), tr("Enter, Shift+Enter in the search field"));
    group.addGesture(tr("Clear the search, then leave it"), tr("Esc in the search field"));
    group.addGesture(tr("The last searches"), tr("Down in the empty search field"));
    connect(m_bar, &SearchBar::stepAsked, this, &SearchCommands::step);
    connect(&view->matches(), &MatchMarks::stepReady, this, &SearchCommands::step);
    connect(m_bar, &SearchBar::left, view, [view] { view->setFocus(Qt::OtherFocusReason); });
    connect(&view->chosen(), &TimelineSelection::actionChanged, m_bar, &SearchBar::showCount);
}

void SearchCommands::step(bool forward)
{
    TimelineView* view = m_window.pane()->view();
    if (!view->matches().query()) {
        m_bar->focusField();
        return;
    }
    const auto match = view->matches().step(forward);
    if (!match)
        return;
    view->chosen().select(match->action);
    // Among blocks that can be told apart the zoom stays as it is.
    const Timeline& timeline = *view->evaluation()->timeline;
    const Time length = timeline.endOf(match->action) - timeline.startOf(match->action);
    if (length / (view->navigation().range().to - view->navigation().range().from) *
            view->geometry().plot.width >=
        kSeenPx)
        view->navigation().reveal(match->action);
    else
        view->navigation().approach(match->action);
    if (match->wrapped)
        m_bar->showWrapped(forward);
}

} // namespace bubblescope::ui
