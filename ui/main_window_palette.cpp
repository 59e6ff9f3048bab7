// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette and the lane finder.
#include "ui/main_window.h"

namespace bubblescope::ui {

void MainWindow::addPaletteCommands() {}

} // namespace bubblescope::ui
