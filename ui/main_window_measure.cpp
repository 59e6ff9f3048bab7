// SPDX-License-Identifier: GPL-3.0-or-later
// Select and measure mode, the measured area and its totals.
#include "ui/main_window.h"

namespace bubblescope::ui {

void MainWindow::addMeasureCommands() {}

} // namespace bubblescope::ui
