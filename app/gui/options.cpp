// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/options.h"

namespace bubblescope::ui {

void addOptions(CLI::App& program, ApplicationOptions& options)
{
    CLI::Option* files =
        program.add_option("file", options.files, "Schedules to open: PyTorch CSV or .bubble")
            ->type_name("FILE");
    CLI::Option* fresh =
        program.add_flag("--new", options.newSchedule, "Start with a new schedule")->excludes(files);
    program.add_flag("--example", options.example, "Start with the example")
        ->excludes(files)
        ->excludes(fresh);
    program.add_option("--theme", options.theme, "Theme of this window: system, light, dark, colorblind")
        ->check(CLI::IsMember({"system", "light", "dark", "colorblind"}));
    program.add_option("--screenshot", options.screenshot, "Saves a picture of the window and quits")
        ->group("");
    program.set_version_flag("--version", "bubblescope " BUBBLESCOPE_VERSION);
}

} // namespace bubblescope::ui
