// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/application.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

int main(int argc, char** argv)
{
    using namespace bubblescope::ui;
    ApplicationOptions options;
    CLI::App program("Pipeline-parallel training schedules made visible", "bubblescope");
    program.add_option("file", options.files, "Schedules to open: PyTorch CSV or .bubble")->type_name("FILE");
    program.add_option("--theme", options.theme, "Theme of this window: system, light, dark, colorblind")
        ->check(CLI::IsMember({"system", "light", "dark", "colorblind"}));
    program.add_option("--screenshot", options.screenshot, "Saves a picture of the window and quits")
        ->group("");
    program.set_version_flag("--version", "bubblescope " BUBBLESCOPE_VERSION);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& wrong) {
        return program.exit(wrong) == 0 ? 0 : 2;
    }
    if (!haveDisplay()) {
        fmt::print(stderr, "bubblescope: error: no display to open a window on; bubblescope-cli render draws "
                           "pictures without one\n");
        return 2;
    }
    return runApplication(argc, argv, options);
}
