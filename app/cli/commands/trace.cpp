// SPDX-License-Identifier: Apache-2.0
#include "app/cli/activity.h"
#include "app/cli/commands/trace_text.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "app/cli/trace_input.h"
#include "core/base/try.h"
#include "core/fit/trace_json.h"

namespace bubblescope::cli {

namespace {

struct TraceCommandOptions
{
    TraceOptions traces;
    bool json = false;
    bool actions = false;
};

/// Schedule CSVs among the files, by what their names end with: orders to hold against the trace.
Result<std::vector<SchedulePtr>> takeOrders(TraceOptions& traces, const Environment& environment)
{
    std::vector<SchedulePtr> orders;
    std::vector<std::string> profiles;
    for (const std::string& file : traces.files) {
        if (endingOf(file) != ".csv") {
            profiles.push_back(file);
            continue;
        }
        InputOptions input;
        input.input = file;
        TRY(const Input loaded, loadInput(input, environment, cancelOf(environment)));
        Schedule order = *loaded.schedule;
        order.name = file;
        orders.push_back(std::make_shared<const Schedule>(std::move(order)));
    }
    if (profiles.empty())
        return invalidInput(
            {"cli.no-profile-among-files", "no profile among the files: an order by itself is not a trace"});
    traces.files = std::move(profiles);
    return orders;
}

Result<int> runTrace(TraceCommandOptions options, const Environment& environment)
{
    TraceFindings findings;
    TRY(const std::vector<SchedulePtr> orders, takeOrders(options.traces, environment));
    TRY(findings.run, loadRun(options.traces, environment, cancelOf(environment)));
    findings.fitted = fitCosts(findings.run);
    for (const std::string& warning : findings.fitted.warnings)
        printWarning(environment, warning);
    const Activity activity(environment, "searching for the schedule");
    TRY(findings.identification, identify(findings.run, {}, cancelOf(environment)));
    for (const SchedulePtr& order : orders)
        findings.orders.push_back(matchOrder(findings.run, order));
    if (options.json) {
        print(environment, traceJson(findings.run, findings.identification, findings.fitted, options.actions,
                                     findings.orders));
        return kExitDone;
    }
    print(environment, traceText(findings));
    if (options.actions)
        print(environment, measuredActionTable(findings.run));
    return kExitDone;
}

} // namespace

void addTraceCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command =
        app.add_subcommand("trace", "Load profiled traces of a training run and show their contents");
    auto options = std::make_shared<TraceCommandOptions>();
    command
        ->add_option(
            "FILES", options->traces.files,
            "Chrome or Kineto JSON (.json, .json.gz) or Nsight Systems' SQLite export, one or many ranks, or "
            "folders of them; a schedule .csv among them is compared with the trace's order")
        ->required();
    command->add_flag("--json", options->json, "As JSON");
    command->add_flag("--actions", options->actions, "Include the times of every action");
    addTraceOptions(*command, options->traces);
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runTrace(*options, environment); };
    });
}

} // namespace bubblescope::cli
