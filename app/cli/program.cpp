// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program.h"

#include "app/cli/full_program.h"
#include "app/cli/raster_picture.h"

#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

std::string versionText()
{
    const bool drawsRaster = canDrawRaster() || !fullProgram().empty();
    return fmt::format("{} {} ({})", kProgramName, BUBBLESCOPE_VERSION,
                       drawsRaster ? "PNG, PDF and SVG" : "SVG only: built without Qt");
}

} // namespace

void addProgram(CLI::App& app, Environment& environment, const Chosen& chosen)
{
    const std::string status =
        "Exit status: 0 success, 1 check failed, 2 wrong usage or input, 3 not written, 130 stopped.";
    app.footer("INPUT is a schedule CSV, a .bubble file, - for a CSV on standard input, or a schedule's "
               "name\nwith its parameters: interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2\n" +
               status);
    app.set_version_flag("--version", versionText());
    app.require_subcommand(1);
    app.fallthrough();
    app.add_flag("--quiet", environment.quiet, "No warnings and no progress on standard error");
    addSchedulesCommand(app, chosen);
    addGenerateCommand(app, chosen);
    addSimulateCommand(app, chosen);
    addValidateCommand(app, chosen);
    addLayoutCommand(app, chosen);
    addRenderCommand(app, chosen);
    addConvertCommand(app, chosen);
    addCompareCommand(app, chosen);
    addSweepCommand(app, chosen);
    addSearchCommand(app, chosen);
    addTraceCommand(app, chosen);
    addSlowdownCommand(app, chosen);
    addCalibrateCommand(app, chosen);
    addProbeCommand(app, chosen);
    for (CLI::App* command : app.get_subcommands({}))
        if (command->get_option_no_throw("INPUT") == nullptr)
            command->footer(status);
}

} // namespace bubblescope::cli
