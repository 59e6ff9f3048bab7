// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/simulate_text.h"
#include "app/cli/output.h"
#include "app/cli/passes.h"
#include "app/cli/timing.h"
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

Result<SimulationFindings> findingsOf(Timed timed, const Environment& environment)
{
    const Evaluation& evaluation = *timed.evaluation;
    const Timeline& timeline = *evaluation.timeline;
    TRY(Explanation explanation, explain(timeline, evaluation.costs, cancelOf(environment)));
    return SimulationFindings{std::move(timed), closedForms(timeline, evaluation.costs, evaluation.metrics),
                              lowerBounds(timeline, evaluation.costs), std::move(explanation)};
}

Result<int> runSimulate(const SimulateCommandOptions& options, const Environment& environment)
{
    TRY(Timed timed, loadTimed(options.input, environment, cancelOf(environment), {.withIndex = false}));
    TRY(const SimulationFindings findings, findingsOf(std::move(timed), environment));
    const Evaluation& evaluation = *findings.timed.evaluation;
    const Explanation& explanation = findings.explanation;
    if (options.json) {
        const SimulationReport report{*evaluation.timeline, evaluation.metrics, explanation.criticalPath,
                                      findings.closedForms, findings.bounds,    evaluation.memory.get(),
                                      &explanation,         options.bubbles};
        print(environment, simulationJson(report, options.actions));
        return kExitDone;
    }
    print(environment, summaryText(findings) + rankTable(findings));
    if (options.bubbles)
        print(environment, bubbleTable(*evaluation.timeline, explanation.ledger));
    if (options.actions)
        print(environment, actionTable(*evaluation.timeline, explanation));
    return kExitDone;
}

} // namespace

void addSimulateCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command =
        app.add_subcommand("simulate", "Time a schedule with the cost model and print its metrics");
    auto options = std::make_shared<SimulateCommandOptions>();
    addInputOptions(*command, options->input);
    addPassOption(*command, options->input.passes);
    command->add_flag("--json", options->json, "As JSON");
    command->add_flag("--actions", options->actions, "With start, end and slack of every action");
    command->add_flag("--bubbles", options->bubbles, "With every gap of a rank and what it waited for");
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runSimulate(*options, environment); };
    });
}

} // namespace bubblescope::cli
