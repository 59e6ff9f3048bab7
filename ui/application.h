// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace bubblescope::ui {

class MainWindow;

/// The window's command line.
struct ApplicationOptions
{
    std::vector<std::string> files;
    std::string theme;        ///< "system", "light", "dark", "colorblind"; empty = as kept
    bool newSchedule = false; ///< begin as the command New schedule does
    bool example = false;     ///< begin with the example, whatever else a start would open
    std::string screenshot;   ///< for checking the look: where a picture of the window goes
};

/// Whether a window can be opened: X, Wayland, or a platform that was asked for.
[[nodiscard]] bool haveDisplay();

/// Ends the program where SIGTERM, SIGINT or SIGHUP asks for it: without a question, with status 0, and with
/// what is open and a copy of unsaved changes kept for the next start. A second signal more than a second
/// later ends it at once.
void endOnSignal(MainWindow& window);

/// Opens the main window and runs until it is closed. Returns the exit status.
[[nodiscard]] int runApplication(int& argc, char** argv, const ApplicationOptions& options);

} // namespace bubblescope::ui
