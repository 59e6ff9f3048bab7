// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/options.h"

#include <fmt/format.h>

int main(int argc, char** argv)
{
    using namespace bubblescope::ui;
    ApplicationOptions options;
    CLI::App program(kDescription, kProgramName);
    addOptions(program, options);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& wrong) {
        return program.exit(wrong) == 0 ? 0 : 2;
    }
    if (!haveDisplay()) {
        fmt::print(stderr, "bubblescope: error: no display to open a window on; bubblescope-cli render draws "
                           "pictures without a display\n");
        return 2;
    }
    return runApplication(argc, argv, options);
}
