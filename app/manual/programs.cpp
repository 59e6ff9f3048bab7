// SPDX-License-Identifier: Apache-2.0
#include "app/manual/programs.h"

#include "app/cli/program.h"
#include "app/gui/options.h"
#include "app/probe/options.h"
#include "core/generate/catalog.h"
#include "core/lower/pass.h"
#include "probe/plan/device_table.h"
#include "probe/plan/model_presets.h"

namespace bubblescope::manual {

CommandTable windowTable()
{
    CLI::App app(ui::kDescription, ui::kProgramName);
    ui::ApplicationOptions options;
    ui::addOptions(app, options);
    return tableOf(app);
}

CommandTable commandLineTable()
{
    KnownWords known;
    for (const ScheduleInfo& schedule : scheduleCatalog())
        known["INPUT"].emplace_back(schedule.name);
    known["NAME"] = known["INPUT"];
    for (const PassInfo& pass : passes())
        known["--with"].emplace_back(pass.name);
    CLI::App app(cli::kDescription, cli::kProgramName);
    cli::Environment environment;
    cli::addProgram(app, environment, std::make_shared<cli::Command>());
    return tableOf(app, known);
}

CommandTable probeTable()
{
    KnownWords known;
    for (const probe::ModelPreset& preset : probe::modelPresets())
        known["--preset"].emplace_back(preset.key);
    for (const probe::DeviceSheet& device : probe::deviceSheets())
        known["--estimate"].emplace_back(device.key);
    CLI::App app(probe::kDescription, probe::kProgramName);
    probe::ProgramOptions options;
    app.set_version_flag("--version", BUBBLESCOPE_VERSION);
    probe::addOptions(app, options);
    return tableOf(app, known);
}

CommandTable completedCommandLine()
{
    CommandTable table = commandLineTable();
    for (CommandTable& command : table.commands)
        if (command.name == "probe")
            command.options = probeTable().options;
    return table;
}

} // namespace bubblescope::manual
