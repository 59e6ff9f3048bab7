// SPDX-License-Identifier: GPL-3.0-or-later
// Pinning, hiding, folding and moving lanes, and how the document keeps it.
#include "ui/main_window.h"

namespace bubblescope::ui {

void MainWindow::addLaneCommands() {}

} // namespace bubblescope::ui
