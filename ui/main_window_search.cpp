// SPDX-License-Identifier: GPL-3.0-or-later
// Searching actions.
#include "ui/main_window.h"

namespace bubblescope::ui {

void MainWindow::addSearchCommands() {}

} // namespace bubblescope::ui
