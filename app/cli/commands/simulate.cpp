// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/simulate_text.h"
#include "app/cli/output.h"
#include "app/cli/timing.h"
#include "core/base/interrupt.h"
#include "core/base/try.h"

namespace bubblescope::cli {

namespace {

struct SimulateCommandOptions
{
    InputOptions input;
    bool json = false;
    bool actions = false;
    bool bubbles = false;
};

Result<SimulationFindings> findingsOf(const Timed& timed)
{
    const Timeline& timeline = *timed.timeline;
    SimulationFindings findings;
    findings.metrics = measure(timeline, timed.costs);
    findings.closedForms = closedForms(timeline, timed.costs, findings.metrics);
    findings.bounds = lowerBounds(timeline, timed.costs);
    findings.memory = MemoryCurves::build(timeline, timed.costs);
    TRY(findings.explanation, explain(timeline, timed.costs, cancelOnInterrupt()));
    return findings;
}

Result<int> runSimulate(const SimulateCommandOptions& options, const Environment& environment)
{
    TRY(const Timed timed, loadTimed(options.input, environment, cancelOnInterrupt()));
    TRY(const SimulationFindings findings, findingsOf(timed));
    const Explanation& explanation = findings.explanation;
    if (options.json) {
        const SimulationReport report{*timed.timeline,      findings.metrics, explanation.criticalPath,
                                      findings.closedForms, findings.bounds,  findings.memory.get(),
                                      &explanation,         options.bubbles};
        print(simulationJson(report, options.actions));
        return kExitDone;
    }
    print(summaryText(timed, findings) + rankTable(findings));
    if (options.bubbles)
        print(bubbleTable(*timed.timeline, explanation.ledger));
    if (options.actions)
        print(actionTable(*timed.timeline, explanation));
    return kExitDone;
}

} // namespace

void addSimulateCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command =
        app.add_subcommand("simulate", "Time a schedule with the cost model and print its metrics");
    auto options = std::make_shared<SimulateCommandOptions>();
    addInputOptions(*command, options->input);
    command->add_flag("--json", options->json, "As JSON");
    command->add_flag("--actions", options->actions, "With start, end and slack of every action");
    command->add_flag("--bubbles", options->bubbles, "With every gap of a rank and what it waited for");
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runSimulate(*options, environment); };
    });
}

} // namespace bubblescope::cli
