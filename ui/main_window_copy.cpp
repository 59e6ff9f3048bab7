// SPDX-License-Identifier: GPL-3.0-or-later
// What is copied as text: selections and rows of tables, as CSV.
#include "ui/main_window.h"

namespace bubblescope::ui {

void MainWindow::addCopyCommands() {}

} // namespace bubblescope::ui
