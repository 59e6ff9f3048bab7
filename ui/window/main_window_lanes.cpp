// SPDX-License-Identifier: GPL-3.0-or-later
// Pinning, hiding, folding and moving lanes, and how the document keeps it.
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/lane_order.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"

#include <QMenu>
#include <algorithm>

namespace bubblescope::ui {

void MainWindow::addLaneCommands()
{
    LaneHeaders& headers = m_pane->view()->laneHeaders();
    const auto add = [this](const char* id, const QString& text, const QList<QKeySequence>& keys, int section,
                            const QString& searchWords, std::function<void()> run) {
        Command command{QLatin1String(id), tr("Lanes"), text, keys, CommandScope::Timeline, std::move(run)};
        command.menu = QStringLiteral("lanes");
        command.section = section;
        command.inContextMenu = command.wantsSelection = section == 0;
        command.searchWords = searchWords;
        m_commands->add(command);
    };
    const auto onTarget = [this, &headers](auto run) {
        return [this, &headers, run] {
            if (const std::optional<RankId> rank = headers.target()) {
                run(*rank);
                m_pane->view()->scrollToRank(*rank);
            } else {
                say(tr("Point at a lane, or select something on it, to say which one."));
            }
        };
    };
    add("lanes.pin", tr("&Pin or unpin"), {QKeySequence(Qt::Key_P)}, 0, tr("keep lane on top rank"),
        onTarget([&headers](RankId rank) { headers.togglePinned(rank); }));
    add("lanes.hide", tr("&Hide"), {QKeySequence(Qt::Key_H)}, 0, tr("hide lane rank remove"),
        onTarget([&headers](RankId rank) { headers.hide(rank); }));
    add("lanes.fold", tr("&Fold or unfold"), {QKeySequence(Qt::SHIFT | Qt::Key_F)}, 0,
        tr("collapse expand lane rank"), onTarget([&headers](RankId rank) { headers.toggleFolded(rank); }));
    add("lanes.moveUp", tr("Move &up"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Up)}, 1,
        tr("reorder lane rank"), onTarget([&headers](RankId rank) { headers.moveBy(rank, -1); }));
    add("lanes.moveDown", tr("Move &down"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Down)}, 1,
        tr("reorder lane rank"), onTarget([&headers](RankId rank) { headers.moveBy(rank, 1); }));
    add("lanes.moveTop", tr("Move to the &top"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Home)}, 1,
        tr("reorder lane rank first"), onTarget([&headers](RankId rank) { headers.moveToTop(rank); }));
    add("lanes.showAll", tr("&Show all lanes"), {QKeySequence(Qt::SHIFT | Qt::Key_H)}, 2,
        tr("hidden unhide ranks"), [&headers] { headers.showAll(); });
    add("lanes.foldAll", tr("F&old all lanes"), {}, 2, tr("collapse ranks"),
        [&headers] { headers.foldAll(); });
    add("lanes.unfoldAll", tr("U&nfold all lanes"), {}, 2, tr("expand ranks"),
        [&headers] { headers.unfoldAll(); });
    add("lanes.reset", tr("&Reset all lanes"), {}, 2, tr("order default unpin"),
        [&headers] { headers.reset(); });
    addLaneGestures();
    connectLanes();
}

void MainWindow::addLaneGestures()
{
    const QString group = tr("Lanes");
    m_commands->addGesture({group, tr("Choose a lane"), tr("Click on its name")});
    m_commands->addGesture({group, tr("Fold or unfold"), tr("Double-click on its name")});
    m_commands->addGesture({group, tr("Move a lane; onto pinned ones: pin it"), tr("Drag its name")});
    m_commands->addGesture({group, tr("All that can be done with a lane"), tr("Right-click on its name")});
}

void MainWindow::connectLanes()
{
    LaneHeaders& headers = m_pane->view()->laneHeaders();
    connect(&headers, &LaneHeaders::menuAsked, this, &MainWindow::showLaneMenu);
    connect(&headers, &LaneHeaders::lastLaneKept, this, [this] { say(tr("The last lane stays.")); });
    connect(&headers, &LaneHeaders::rankRevealed, this, [this, &headers](RankId rank) {
        m_messages->showMessage(MessageBar::Kind::Note,
                                tr("Rank %1 was hidden and is shown again.").arg(rank.value));
        m_messages->offer(tr("Hide it again"), [this, &headers, rank] {
            headers.hide(rank);
            m_messages->clear();
        });
    });
    const auto enable = [this, &headers] {
        const LaneArrangement& lanes = headers.arrangement();
        m_commands->setEnabled(QStringLiteral("lanes.showAll"), headers.hiddenCount() > 0);
        const std::size_t ranks = headers.hiddenCount() + m_pane->view()->geometry().lanes.size();
        m_commands->setEnabled(QStringLiteral("lanes.unfoldAll"),
                               std::any_of(lanes.folded.begin(), lanes.folded.end(),
                                           [&](RankId rank) { return rank.value < ranks; }));
        m_commands->setEnabled(QStringLiteral("lanes.reset"), lanes != LaneArrangement{});
    };
    connect(&headers, &LaneHeaders::arrangementChanged, this, enable);
    connect(&headers, &LaneHeaders::arrangementChanged, this, &MainWindow::showIdentity);
    connect(m_pane->view(), &TimelineView::evaluationChanged, this, enable);
    enable();
}

bool MainWindow::isModified() const
{
    if (m_document.isModified())
        return true;
    // Without a file of its own there is nothing that keeps lanes; while one is opened they are not there
    // yet.
    if (m_document.savePath().isEmpty() || m_applyStoredView || !m_document.evaluation())
        return false;
    return !isSameArrangement(m_document.storedView().lanes, m_pane->view()->laneHeaders().arrangement(),
                              m_document.evaluation()->index->laneCount());
}

void MainWindow::showLaneMenu(const QPoint& position)
{
    const LaneHeaders& headers = m_pane->view()->laneHeaders();
    const std::optional<RankId> rank = headers.target();
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("lane-menu"));
    const auto add = [&](const char* id, const QString& text = {}) {
        QAction* command = m_commands->action(QLatin1String(id));
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
