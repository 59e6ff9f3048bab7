// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/trace_text.h"
#include "app/cli/created_utc.h"
#include "app/cli/output.h"
#include "app/cli/trace_input.h"
#include "core/base/try.h"

namespace bubblescope::cli {

namespace {

struct CalibrateCommandOptions
{
    TraceOptions traces;
    std::string output;
    bool isUnprofiled = false; ///< host times are written without what the profiler adds
};

Result<int> runCalibrate(const CalibrateCommandOptions& options, const Environment& environment)
{
    TRY(const MeasuredRun run, loadRun(options.traces, environment, cancelOf(environment)));
    if (run.empty())
        return invalidInput({"cli.no-pipeline-records-trace",
                             "no pipeline records in the trace, so there are no times to fit"});
    FittedCosts fitted = fitCosts(run);
    if (options.isUnprofiled && fitted.costs.communicators.policy != CommunicatorPolicy::None)
        fitted.costs.communicators.hostFactor = kUnprofiledHost;
    for (const std::string& warning : fitted.warnings)
        printWarning(environment, warning);
    TRY_VOID(writeOutput(environment, options.output, calibrationJson(fitted, run, createdUtc())));
    if (options.output != "-")
        print(environment, fitText(fitted).substr(1) +
                               policyText(policyErrors(run, fitted.costs, cancelOf(environment))) +
                               defaultsText(fitted));
    return kExitDone;
}

} // namespace

void addCalibrateCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command =
        app.add_subcommand("calibrate", "Fit times to profiled traces and write a file for --costs");
    auto options = std::make_shared<CalibrateCommandOptions>();
    command
        ->add_option(
            "FILES", options->traces.files,
            "Chrome or Kineto JSON (.json, .json.gz) or Nsight Systems' SQLite export, one or many ranks, or "
            "folders of them")
        ->required();
    command->add_option("-o,--output", options->output, "The calibration to write, or - to print it")
        ->type_name("FILE")
        ->required();
    command->add_flag("--unprofiled", options->isUnprofiled,
                      "Leave out what the profiler adds on the host, as compare --measured does");
    addTraceOptions(*command, options->traces);
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runCalibrate(*options, environment); };
    });
}

} // namespace bubblescope::cli
