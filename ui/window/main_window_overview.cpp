// SPDX-License-Identifier: GPL-3.0-or-later
// What is done on the overview, the legend and the lists, by mouse or, with the focus there, by their own
// keys.
#include "ui/window/main_window.h"

namespace bubblescope::ui {

void MainWindow::addOverviewGestures()
{
    const QString overview = tr("Overview");
    m_commands->addGesture({overview, tr("Pan"), tr("drag the frame, Shift+wheel; Left, Right")});
    m_commands->addGesture({overview, tr("Pan by what is shown"), tr("PageUp, PageDown")});
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
    const QString lists = tr("Bubbles and problems");
    m_commands->addGesture({lists, tr("Go to what a row says"), tr("click; Enter")});
    m_commands->addGesture({lists, tr("Fit it"), tr("Ctrl+Enter; double click on a bubble")});
    m_commands->addGesture({lists, tr("All that can be done with a row"), tr("right click; Menu")});
    m_commands->addGesture({lists, tr("Sort; turn the order round"), tr("click on a head")});
}

} // namespace bubblescope::ui
