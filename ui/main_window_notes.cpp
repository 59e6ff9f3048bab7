// SPDX-License-Identifier: GPL-3.0-or-later
// Notes on moments and stretches, kept by the document.
#include "ui/main_window.h"

namespace bubblescope::ui {

void MainWindow::addNoteCommands() {}

} // namespace bubblescope::ui
