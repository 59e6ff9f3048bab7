// SPDX-License-Identifier: Apache-2.0
#include "app/cli/activity.h"
#include "app/cli/commands/trace_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/trace_input.h"
#include "core/fit/trace_json.h"

namespace bubblescope::cli {

namespace {

struct TraceCommandOptions
{
    TraceOptions traces;
    bool json = false;
    bool actions = false;
};

Result<int> runTrace(const TraceCommandOptions& options, const Environment& environment)
{
    TraceFindings findings;
    Result<MeasuredRun> run = loadRun(options.traces, environment, cancelOnInterrupt());
    if (!run)
        return tl::unexpected(run.error());
    findings.run = std::move(*run);
    findings.fitted = fitCosts(findings.run);
    for (const std::string& warning : findings.fitted.warnings)
        printWarning(environment, Error{ErrorKind::InvalidInput, warning, std::nullopt});
    const Activity activity(environment, "looking for the schedule");
    Result<Identification> identification = identify(findings.run, {}, cancelOnInterrupt());
    if (!identification)
        return tl::unexpected(identification.error());
    findings.identification = std::move(*identification);
    if (options.json) {
        print(traceJson(findings.run, findings.identification, findings.fitted, options.actions));
        return kExitDone;
    }
    print(traceText(findings));
    if (options.actions)
        print(measuredActionTable(findings.run));
    return kExitDone;
}

} // namespace

void addTraceCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command =
        app.add_subcommand("trace", "Load profiled traces of a training run and say what is in them");
    auto options = std::make_shared<TraceCommandOptions>();
    command
        ->add_option(
            "FILES", options->traces.files,
            "Chrome or Kineto JSON (.json, .json.gz) or Nsight Systems' SQLite export, one or many ranks")
        ->required();
    command->add_flag("--json", options->json, "As JSON");
    command->add_flag("--actions", options->actions, "With every action's times");
    addTraceOptions(*command, options->traces);
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runTrace(*options, environment); };
    });
}

} // namespace bubblescope::cli
