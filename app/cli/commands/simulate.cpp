// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/simulate_text.h"
#include "app/cli/output.h"
#include "app/cli/passes.h"
#include "app/cli/timing.h"
#include "core/analyze/plain_path.h"
#include "core/base/parallel_for.h"
#include "core/base/try.h"

#include <array>
#include <functional>

namespace bubblescope::cli {

namespace {

/// From so many actions on threads are worth their start.
constexpr std::size_t kWorthThreads = 100'000;

struct SimulateCommandOptions
{
    InputOptions input;
    bool json = false;
    bool actions = false;
    bool bubbles = false;
    bool memory = false;
};

/// Why the timeline is as long as it is; of a plain order, where no gap and no slack is asked for, only its
/// path, for which nothing has to be timed again.
Result<Explanation> explanationOf(const Evaluation& evaluation, const ActionTable& table, bool pathAlone,
                                  const Environment& environment)
{
    if (pathAlone)
        if (auto path = plainCriticalPath(*evaluation.timeline, evaluation.costs, table))
            return Explanation{*std::move(path), {}, {}};
    return explain(*evaluation.timeline, evaluation.costs, cancelOf(environment));
}

/// The parts do not need each other, so they are found out side by side.
Result<SimulationFindings> findingsOf(Timed timed, bool pathAlone, bool asksForMemory,
                                      const Environment& environment)
{
    const EvaluationPtr evaluation = timed.evaluation;
    const Timeline& timeline = *evaluation->timeline;
    const ActionTable table(*timeline.schedule);
    SimulationFindings findings;
    findings.timed = std::move(timed);
    Result<Explanation> explanation;
    const std::array<std::function<void()>, 3> parts{
        [&] { explanation = explanationOf(*evaluation, table, pathAlone, environment); },
        [&] {
            findings.closedForms = closedForms(timeline, evaluation->costs, evaluation->metrics);
            findings.bounds = lowerBounds(timeline, evaluation->costs, table);
        },
        [&] { findings.activationSlots = activationSlots(*timeline.schedule, table); }};
    parallelFor(parts.size(), [&](std::size_t i) { parts[i](); },
                {.threads = threadsIf(timeline.schedule->actionCount() > kWorthThreads)});
    TRY(findings.explanation, std::move(explanation));
    findings.memory = memoryAnswer(*evaluation, asksForMemory, cancelOf(environment));
    return findings;
}

Result<int> runSimulate(const SimulateCommandOptions& options, const Environment& environment)
{
    TRY(Timed timed, loadTimed(options.input, environment, cancelOf(environment), {.withIndex = false}));
    const bool pathAlone = options.json && !options.actions && !options.bubbles;
    TRY(const SimulationFindings findings,
        findingsOf(std::move(timed), pathAlone, options.memory, environment));
    const Evaluation& evaluation = *findings.timed.evaluation;
    const Explanation& explanation = findings.explanation;
    if (options.json) {
        const SimulationReport report{*evaluation.timeline,
                                      evaluation.metrics,
                                      explanation.criticalPath,
                                      findings.closedForms,
                                      findings.bounds,
                                      findings.activationSlots,
                                      evaluation.memory.get(),
                                      &explanation,
                                      options.bubbles,
                                      findings.memory.byPart,
                                      memoryFitJson(findings.memory.fit)};
        print(environment, simulationJson(report, options.actions));
        return kExitDone;
    }
    print(environment, summaryText(findings) + rankTable(findings));
    if (options.memory)
        print(environment, memoryTable(findings));
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
    command->add_flag("--memory", options->memory,
                      "With what each rank holds at its peak, by part, and whether it fits");
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runSimulate(*options, environment); };
    });
}

} // namespace bubblescope::cli
