// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/window_support.h"

#include <functional>
#include <vector>

namespace bubblescope::test {

/// Is given what a scene shows, once for all that there is to be seen of it.
using LookAt = std::function<void(QWidget& shown)>;

/// One thing that the program shows: the window in some state, a dock, a dialog, a menu.
struct Exhibit
{
    const char* name;
    /// Brings it about in a window of 1280 × 800 and has it looked at. Fails the running test if it cannot be
    /// shown.
    std::function<void(ShownWindow& window, const LookAt& look)> show;
    bool isWindow = false; ///< what is looked at is the main window, which is looked at in large as well
};

/// Something done in a window that has worked out what it shows.
using Prepare = std::function<void(ShownWindow& window)>;
/// The main window after that.
[[nodiscard]] Exhibit windowAfter(const char* name, const Prepare& prepare);

/// All of them, the window's first.
[[nodiscard]] std::vector<Exhibit> scenes();
/// The parts of scenes(), by file.
[[nodiscard]] std::vector<Exhibit> windowScenes();
[[nodiscard]] std::vector<Exhibit> dockScenes();
[[nodiscard]] std::vector<Exhibit> dialogScenes();

/// The pictures of the README and the metainfo, each of a whole window of 1600 × 900.
[[nodiscard]] std::vector<Exhibit> readmeScenes();

/// A case for each, with itself in the column "scene".
void addScenes(const std::vector<Exhibit>& all);

// What several scenes do.
void showStartPage(ShownWindow& window);
void followCriticalPath(ShownWindow& window, std::size_t selected);
void compareWithZbv(ShownWindow& window, const char* mode);
void openStraggler(ShownWindow& window);
void openBroken(ShownWindow& window);

/// Waits until what is shown is worked out.
void settle(ShownWindow& window);
/// Another schedule, as the command line names it.
void begin(ShownWindow& window, const char* request);

} // namespace bubblescope::test
