// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/docks/pane_walk.h"

#include "ui/actions/command_group.h"
#include "ui/services/window_services.h"

namespace bubblescope::ui {

PaneWalk::PaneWalk(WindowServices& window, std::function<std::vector<Docks::Stop>()> stops)
{
    CommandGroup group(window.commands(), tr("View"), "view");
    group.like.section = 4;
    const auto walk = [&window, stops = std::move(stops)](bool forward) {
        return [&window, stops, forward] { window.docks().focusNext(stops(), forward); };
    };
    group.add("view.nextPane", tr("Next &pane"), walk(true), {QKeySequence(Qt::Key_F6)});
    group.add("view.previousPane", tr("Previous p&ane"), walk(false), {QKeySequence(Qt::SHIFT | Qt::Key_F6)});
}

} // namespace bubblescope::ui
