// SPDX-License-Identifier: GPL-3.0-or-later
// Cutting and pasting actions.
#include "ui/main_window.h"

namespace bubblescope::ui {

void MainWindow::addOrderCommands() {}

} // namespace bubblescope::ui
