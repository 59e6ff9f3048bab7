// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/docks/docks.h"

namespace bubblescope::ui {

class WindowServices;

/// F6: from pane to pane.
class PaneWalk : public QObject
{
    Q_OBJECT

public:
    /// Adds the commands. `stops` tells those that are no tabs, whenever one is asked for.
    PaneWalk(WindowServices& window, std::function<std::vector<Docks::Stop>()> stops);
};

} // namespace bubblescope::ui
