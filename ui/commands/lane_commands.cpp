// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/command_group.h"
#include "ui/commands/timeline_tools.h"
#include "ui/services/window_services.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/lane_order.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/message_bar.h"

#include <QMainWindow>
#include <QMenu>
#include <algorithm>

namespace bubblescope::ui {

LaneCommands::LaneCommands(WindowServices& window) : m_window(window)
{
    LaneHeaders* headers = &window.pane()->view()->laneHeaders();
    CommandGroup group(window.commands(), tr("Lanes"), "view.lanes", {}, CommandScope::Timeline);
    const auto add = [&](const char* id, const QString& text, const QString& words, auto run,
                         const QKeySequence& key) {
        group.like.searchWords = words;
        group.add(id, text, run, {key});
    };
    group.like.inContextMenu = group.like.wantsSelection = true;
    add("lanes.pin", tr("&Pin or unpin"), tr("keep lane on top rank"),
        onTarget([headers](RankId rank) { headers->togglePinned(rank); }), Qt::Key_P);
    add("lanes.hide", tr("&Hide"), tr("hide lane rank remove"),
        onTarget([headers](RankId rank) { headers->hide(rank); }), Qt::Key_H);
    add("lanes.fold", tr("&Fold or unfold"), tr("collapse expand lane rank"),
        onTarget([headers](RankId rank) { headers->toggleFolded(rank); }), Qt::SHIFT | Qt::Key_F);
    group.like.inContextMenu = group.like.wantsSelection = false;
    group.like.section = 1;
    add("lanes.moveUp", tr("Move &up"), tr("reorder lane rank"),
        onTarget([headers](RankId rank) { headers->moveBy(rank, -1); }), Qt::CTRL | Qt::SHIFT | Qt::Key_Up);
    add("lanes.moveDown", tr("Move &down"), tr("reorder lane rank"),
        onTarget([headers](RankId rank) { headers->moveBy(rank, 1); }), Qt::CTRL | Qt::SHIFT | Qt::Key_Down);
    add("lanes.moveTop", tr("Move to the &top"), tr("reorder lane rank first"),
        onTarget([headers](RankId rank) { headers->moveToTop(rank); }), Qt::CTRL | Qt::SHIFT | Qt::Key_Home);
    group.like.section = 2;
    group.like.searchWords = tr("hidden unhide ranks");
    group.add("lanes.showAll", tr("&Show all lanes"), [headers] { headers->showAll(); },
              {QKeySequence(Qt::SHIFT | Qt::Key_H)});
    group.like.searchWords = tr("collapse ranks");
    group.add("lanes.foldAll", tr("F&old all lanes"), [headers] { headers->foldAll(); });
    group.like.searchWords = tr("expand ranks");
    group.add("lanes.unfoldAll", tr("U&nfold all lanes"), [headers] { headers->unfoldAll(); });
    group.like.searchWords = tr("order default unpin");
    group.add("lanes.reset", tr("&Reset all lanes"), [headers] { headers->reset(); });
    group.addGesture(tr("Select a lane"), tr("Click its name"));
    group.addGesture(tr("Fold or unfold"), tr("Double-click its name"));
    group.addGesture(tr("Move a lane; drop it on pinned lanes to pin it"), tr("Drag its name"));
    group.addGesture(tr("Show the commands for a lane"), tr("Right-click its name"));
    follow();
}

std::function<void()> LaneCommands::onTarget(std::function<void(RankId)> run)
{
    return [this, run = std::move(run)] {
        TimelineView* view = m_window.pane()->view();
        if (const std::optional<RankId> rank = view->laneHeaders().target()) {
            run(*rank);
            view->navigation().scrollToRank(*rank);
        } else {
            m_window.say(tr("Point at a lane, or select something on it first."));
        }
    };
}

void LaneCommands::follow()
{
    TimelineView* view = m_window.pane()->view();
    LaneHeaders& headers = view->laneHeaders();
    connect(&headers, &LaneHeaders::menuAsked, this, &LaneCommands::showMenu);
    connect(&headers, &LaneHeaders::lastLaneKept, this,
            [this] { m_window.say(tr("The last lane cannot be hidden.")); });
    connect(&headers, &LaneHeaders::rankRevealed, this, [this, &headers](RankId rank) {
        MessageBar* messages = m_window.messages();
        messages->showMessage(MessageBar::Kind::Note,
                              tr("Rank %1 was hidden and is now shown again.").arg(rank.value));
        messages->offer(tr("Hide it again"), [messages, &headers, rank] {
            headers.hide(rank);
            messages->clear();
        });
    });
    const auto enable = [this, view, &headers] {
        const LaneArrangement& lanes = headers.arrangement();
        m_window.commands().setEnabled(QStringLiteral("lanes.showAll"), headers.hiddenCount() > 0);
        const std::size_t ranks = headers.hiddenCount() + view->geometry().lanes.size();
        m_window.commands().setEnabled(QStringLiteral("lanes.unfoldAll"),
                                       std::any_of(lanes.folded.begin(), lanes.folded.end(),
                                                   [&](RankId rank) { return rank.value < ranks; }));
        m_window.commands().setEnabled(QStringLiteral("lanes.reset"), lanes != LaneArrangement{});
    };
    connect(&headers, &LaneHeaders::arrangementChanged, this, enable);
    connect(view, &TimelineView::evaluationChanged, this, enable);
    enable();
}

void LaneCommands::showMenu(const QPoint& position)
{
    const LaneHeaders& headers = m_window.pane()->view()->laneHeaders();
    const std::optional<RankId> rank = headers.target();
    QMenu menu(&m_window.shell());
    menu.setObjectName(QStringLiteral("lane-menu"));
    const auto add = [&](const char* id, const QString& text = {}) {
        QAction* command = m_window.commands().action(QLatin1String(id));
        if (text.isEmpty()) {
            menu.addAction(command);
            return;
        }
        // Of this lane it is known what the key would do.
        QAction* own = menu.addAction(text, command, &QAction::trigger);
        own->setShortcuts(command->shortcuts());
        own->setObjectName(command->objectName());
    };
    if (rank) {
        menu.addSection(tr("Rank %1").arg(rank->value));
        const LaneArrangement& lanes = headers.arrangement();
        add("lanes.pin", isPinned(lanes, *rank) ? tr("Un&pin") : tr("&Pin on top"));
        add("lanes.hide");
        add("lanes.fold", isFolded(lanes, *rank) ? tr("Un&fold") : tr("&Fold"));
        menu.addSeparator();
        for (const char* id : {"lanes.moveUp", "lanes.moveDown", "lanes.moveTop"})
            add(id);
        menu.addSeparator();
    }
    for (const char* id : {"lanes.showAll", "lanes.foldAll", "lanes.unfoldAll", "lanes.reset"})
        add(id);
    menu.exec(position);
}

} // namespace bubblescope::ui
