// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette and the lane finder.
#include "ui/actions/command_source.h"
#include "ui/actions/lane_source.h"
#include "ui/actions/quick_list.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/window/main_window.h"

namespace bubblescope::ui {

void MainWindow::addPaletteCommands()
{
    m_palette = new QuickList(std::make_unique<CommandSource>(*m_commands, Settings::recentCommands(),
                                                              &Settings::setRecentCommands),
                              this);
    m_palette->setObjectName(QStringLiteral("command-palette"));
    m_laneFinder = new QuickList(std::make_unique<LaneSource>(*m_pane->view()), this);
    m_laneFinder->setObjectName(QStringLiteral("lane-finder"));
    Command palette{QStringLiteral("help.palette"), tr("Help"),
                    tr("Command &palette…"),        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)},
                    CommandScope::Window,           [this] { m_palette->open(); }};
    palette.menu = QStringLiteral("help");
    m_commands->add(palette);
    Command finder{QStringLiteral("lanes.find"), tr("Lanes"),
                   tr("&Find a lane…"),          {QKeySequence(Qt::CTRL | Qt::Key_P)},
                   CommandScope::Window,         [this] {
                       m_laneFinder->open(); }};
    finder.menu = QStringLiteral("lanes");
    finder.section = 9;
    finder.searchWords = tr("rank stage go to jump");
    m_commands->add(finder);
}

} // namespace bubblescope::ui
