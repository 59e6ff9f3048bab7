// SPDX-License-Identifier: GPL-3.0-or-later
// What is done on the overview and on the legend, by mouse or, with the focus there, by their own keys.
#include "ui/main_window.h"

namespace bubblescope::ui {

void MainWindow::addOverviewGestures()
{
    const QString overview = tr("Overview");
    m_commands->addGesture({overview, tr("Pan"), tr("drag the frame, Shift+wheel; Left, Right")});
    m_commands->addGesture({overview, tr("Zoom by an edge"), tr("drag an edge of the frame")});
    m_commands->addGesture({overview, tr("Zoom"), tr("wheel; +, -")});
    m_commands->addGesture({overview, tr("Show a new range"), tr("drag beside the frame")});
    m_commands->addGesture({overview, tr("Bring the frame there"), tr("click beside it")});
    m_commands->addGesture({overview, tr("To the begin, to the end"), tr("Home, End")});
    m_commands->addGesture({overview, tr("Fit all"), tr("double click; 0")});
    const QString legend = tr("Legend");
    m_commands->addGesture({legend, tr("Hide or show a kind"), tr("click; Space")});
    m_commands->addGesture({legend, tr("Show a kind alone"), tr("Alt+click; Alt+Space")});
    m_commands->addGesture({legend, tr("Next, previous kind"), tr("Right, Left")});
}

} // namespace bubblescope::ui
