// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/timing.h"
#include "core/analyze/metrics.h"

#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

struct SimulateCommandOptions
{
    InputOptions input;
    bool json = false;
    bool actions = false;
};

std::string summaryText(const Timed& timed, const Metrics& metrics)
{
    const std::string unit = unitLabel(timed.timeline->unit);
    const auto row = [](std::string_view name, const std::string& value) {
        return fmt::format("{:<28}{}\n", name, value);
    };
    std::string text = timed.title + "\n\n";
    text += row("makespan", fmt::format("{} {}", numberText(metrics.makespan), unit));
    if (const auto form = closedFormMakespan(*timed.timeline, timed.costs))
        text += row("  closed form", fmt::format("{}  = {}", numberText(form->value), form->formula));
    text += row("ideal_time", fmt::format("{} {}", numberText(metrics.idealTime), unit));
    text += row("bubble_rate", fmt::format("{:.4f}", metrics.bubbleRate));
    text += row("bubble_rate_fb", fmt::format("{:.4f}", metrics.bubbleRateFb));
    text += row("idle_fraction", fmt::format("{:.4f}", metrics.idleFraction));
    text += row("longest_rank_span", fmt::format("{} {}", numberText(metrics.longestRankSpan), unit));
    text += row("peak_activations",
                fmt::format("{} on rank {}", numberText(metrics.peakActivations), metrics.peakRank));
    text += row("peak_activations_per_rank", numberText(metrics.peakActivationsPerRank));
    return text;
}

std::string rankTable(const Metrics& metrics)
{
    std::string text =
        fmt::format("\n{:>5} {:>12} {:>12} {:>12} {:>12} {:>13} {:>12} {:>17}\n", "rank", "busy", "idle",
                    "idle_warmup", "idle_steady", "idle_cooldown", "rank_span", "peak_activations");
    for (std::size_t r = 0; r < metrics.perRank.size(); ++r) {
        const RankMetrics& rank = metrics.perRank[r];
        text += fmt::format("{:>5} {:>12} {:>12} {:>12} {:>12} {:>13} {:>12} {:>17}\n", r,
                            numberText(rank.busy), numberText(rank.idle), numberText(rank.idleWarmup),
                            numberText(rank.idleSteady), numberText(rank.idleCooldown),
                            numberText(rank.rankSpan), numberText(rank.peakActivations));
    }
    return text;
}

std::string actionTable(const Timeline& timeline)
{
    std::string text = fmt::format("\n{:>5} {:>16} {:>12} {:>12}\n", "rank", "action", "start", "end");
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r)
        for (std::size_t i = 0; i < timeline.schedule->rows[r].size(); ++i) {
            const Action& action = timeline.schedule->rows[r][i];
            if (!action.isBubble())
                text +=
                    fmt::format("{:>5} {:>16} {:>12} {:>12}\n", r, actionText(action.id()),
                                numberText(timeline.lanes[r].start[i]), numberText(timeline.lanes[r].end[i]));
        }
    return text;
}

Result<int> runSimulate(const SimulateCommandOptions& options, const Environment& environment)
{
    const Result<Timed> timed = loadTimed(options.input, environment, cancelOnInterrupt());
    if (!timed)
        return tl::unexpected(timed.error());
    const Metrics metrics = measure(*timed->timeline, timed->costs);
    if (options.json) {
        const CriticalPath path = criticalPath(*timed->timeline, timed->costs);
        const auto form = closedFormMakespan(*timed->timeline, timed->costs);
        print(simulationJson({*timed->timeline, metrics, path, form}, options.actions));
        return kExitDone;
    }
    print(summaryText(*timed, metrics) + rankTable(metrics));
    if (options.actions)
        print(actionTable(*timed->timeline));
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
    command->add_flag("--actions", options->actions, "With start and end of every action");
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runSimulate(*options, environment); };
    });
}

} // namespace bubblescope::cli
