// SPDX-License-Identifier: Apache-2.0
#include "app/cli/activity.h"
#include "app/cli/commands/search_text.h"
#include "app/cli/cost_options.h"
#include "app/cli/option_values.h"
#include "app/cli/output.h"
#include "app/cli/passes.h"
#include "core/base/try.h"
#include "core/io/document.h"
#include "core/io/schedule_csv.h"
#include "core/lower/pass.h"
#include "core/search/search_layout.h"
#include "core/time/cost_fit.h"

#include <fmt/format.h>
#include <limits>

namespace bubblescope::cli {

namespace {

struct SearchCommandOptions
{
    std::int64_t ranks = 4;
    std::int64_t microbatches = 8;
    std::optional<std::int64_t> stagesPerRank;
    std::string placement;
    std::vector<std::string> schedules;
    std::vector<std::string> passes;
    std::optional<std::int64_t> layers;
    std::optional<std::int64_t> predictionLayers;
    std::optional<std::string> layout; ///< a recipe's; empty = any
    std::optional<double> seconds;
    std::optional<std::int64_t> iterations;
    std::string objective = "makespan";
    std::int64_t seed = 1;
    std::int64_t threads = 0;
    CostOptions costs;
    std::string output;
    bool json = false;
};

Result<std::uint32_t> countFrom(const char* option, std::int64_t value, std::int64_t least = 1)
{
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    if (value < least || value > most)
        return invalidInput({"cli.is-but-must-be", "{option} is {value}; expected {least} to {most}"}, option,
                            value, least, most);
    return static_cast<std::uint32_t>(value);
}

Result<void> readCount(const char* option, const std::optional<std::int64_t>& value,
                       std::optional<std::uint32_t>& target)
{
    if (!value)
        return {};
    return countFrom(option, *value).map([&](std::uint32_t count) { target = count; });
}

Result<void> readNumbers(const SearchCommandOptions& options, SearchProblem& problem)
{
    const Result<std::uint32_t> ranks = countFrom("--ranks", options.ranks);
    const Result<std::uint32_t> microbatches = countFrom("--microbatches", options.microbatches);
    if (!ranks || !microbatches)
        return tl::unexpected(ranks ? microbatches.error() : ranks.error());
    problem.ranks = *ranks;
    problem.microbatches = *microbatches;
    if (!options.placement.empty()) {
        TRY(problem.placement, placementFromName(options.placement));
    }
    return readCount("--stages-per-rank", options.stagesPerRank, problem.stagesPerRank).and_then([&] {
        return readCount("--layers", options.layers, problem.layers);
    });
}

Result<SearchProblem> problemFrom(const SearchCommandOptions& options, const Environment& environment)
{
    if (!options.costs.whatIfs.empty())
        return invalidInput({"cli.what-if-asks-what",
                             "--what-if scales the times of an existing order, but search makes the "
                             "order: give the times themselves, e.g. --forward 0.5"});
    SearchProblem problem;
    TRY_VOID(readNumbers(options, problem));
    TRY(const GivenCosts costs, costsFrom(options.costs, {}, 1, environment));
    if (costs.namesRanks)
        for (const std::string& unknown : unknownRanks(costs.costs, problem.ranks))
            printWarning(environment, unknown, costs.file);
    problem.costs = costs.costs;
    problem.costsPerStage = options.costs.timePer == "stage";
    problem.objective =
        options.objective == "makespan" ? SearchObjective::Makespan : SearchObjective::RankSpan;
    problem.schedules = options.schedules;
    for (const std::string& pass : options.passes)
        TRY_VOID(returningPasses(pass, 1));
    problem.passes = options.passes;
    return problem;
}

Result<SearchBudget> budgetFrom(const SearchCommandOptions& options)
{
    TRY(const std::uint32_t threads, countFrom("--threads", options.threads, 0));
    SearchBudget budget;
    budget.threads = threads;
    budget.seed = static_cast<std::uint64_t>(options.seed);
    if (options.iterations) {
        TRY(budget.iterations, countFrom("--iterations", *options.iterations, 0));
        budget.seconds.reset();
    }
    if (options.seconds)
        budget.seconds = options.seconds;
    return budget;
}

Result<void> checkOutput(const SearchCommandOptions& options)
{
    const std::string ending = endingOf(options.output);
    if (options.output.empty() || options.output == "-" || ending == ".csv" || ending == ".bubble")
        return {};
    return invalidInput(
        {"cli.search-writes-csv-bubble", "{output}: search writes .csv or .bubble, or - for standard output"},
        options.output);
}

/// As `generate` writes it: a family's own order by what makes it.
Result<void> writeFound(const std::string& path, const FoundSchedule& found, const Environment& environment)
{
    if (endingOf(path) != ".bubble")
        return writeOutput(environment, path, writeScheduleCsv(*found.timeline->schedule));
    ProjectDocument document{{}, found.costs, {}, {}, {}};
    if (found.changes == 0) {
        document.source = found.request;
        if (!found.pass.empty())
            document.passes = {found.pass};
    } else
        document.source = *found.timeline->schedule;
    return writeOutput(environment, path, writeDocument(document));
}

/// What a CSV does not hold: its costs, and that PyTorch takes a stage on one rank alone.
void tellOfCsv(const SearchCommandOptions& options, const FoundSchedule& found,
               const Environment& environment)
{
    const auto tell = [&](const std::string& text) { printWarning(environment, text, options.output); };
    const std::string& layout = found.costs.layout;
    tell("contains only the order: simulate it with the same cost options and --time-per " +
         options.costs.timePer + (layout.empty() ? "" : " and --layout '" + layout + "'") +
         " for the same times, or write a .bubble file, which includes the costs");
    const auto& placement = found.timeline->schedule->placement;
    if (placement && placement->kind == PlacementKind::Mirror)
        tell("every stage is on two ranks, which PyTorch's runtime does not support");
}

Result<int> report(const SearchCommandOptions& options, const SearchProblem& problem,
                   const SearchResult& result, const Environment& environment)
{
    if (!result.best) {
        if (result.wasStopped)
            return failure(ErrorKind::Cancelled,
                           {"cli.stopped-before-any-schedule", "stopped before any schedule was timed"});
        return failure(ErrorKind::DoesNotHold,
                       {{"cli.nothing-fits", "{text}"}, nothingFitsText(problem, result)});
    }
    for (const Sentence& warning : result.warnings)
        printWarning(environment, warning.text());
    if (options.output != "-")
        print(environment, options.json ? searchJson({problem, result}) : searchText({problem, result}));
    if (!options.output.empty())
        TRY_VOID(writeFound(options.output, *result.best, environment));
    if (endingOf(options.output) == ".csv")
        tellOfCsv(options, *result.best, environment);
    return result.wasStopped ? kExitInterrupted : kExitDone;
}

Result<LayoutProblem> layoutFrom(const SearchCommandOptions& options)
{
    LayoutProblem asked;
    if (!options.layers)
        return invalidInput(
            {"cli.layout-without-layers", "--layout needs the number of decoder layers, e.g. --layers 32"});
    TRY(asked.layers, countFrom("--layers", *options.layers));
    TRY(asked.predictions, countFrom("--mtp-layers", options.predictionLayers.value_or(0), 0));
    asked.recipe = *options.layout;
    return asked;
}

Result<int> runSearch(const SearchCommandOptions& options, const Environment& environment)
{
    TRY_VOID(checkOutput(options));
    TRY(const SearchProblem problem, problemFrom(options, environment));
    TRY(const SearchBudget budget, budgetFrom(options));
    TRY(const SearchResult result, [&] {
        Activity activity(environment, "searching");
        const auto tell = [&](const SearchProgress& progress) { activity.tellShare(progress.share); };
        if (!options.layout)
            return searchSchedule(problem, budget, tell, cancelOf(environment));
        return layoutFrom(options).and_then([&](const LayoutProblem& asked) {
            return searchLayout(problem, asked, budget, tell, cancelOf(environment));
        });
    }());
    return report(options, problem, result, environment);
}

void addPipelineOptions(CLI::App& command, SearchCommandOptions& options)
{
    const std::string group = "Pipeline";
    const auto count = [&](const char* name, auto& target, const char* help, const char* example) {
        command.add_option(name, target, help)->type_name("N")->transform(wholeNumber(example))->group(group);
    };
    count("--ranks", options.ranks, "Pipeline ranks (default 4)", "--ranks 4");
    count("--microbatches", options.microbatches, "Microbatches (default 8)", "--microbatches 8");
    count("--stages-per-rank", options.stagesPerRank,
          "Stages on each rank (default: any number that a schedule takes)", "--stages-per-rank 2");
    command.add_option("--placement", options.placement, "loop, v, block or mirror (default: any)")
        ->type_name("NAME")
        ->group(group);
    command.add_option("--schedule", options.schedules, "Try only this schedule; may be given again")
        ->type_name("NAME")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(group);
    addTriedPassOption(command, options.passes)->group(group);
    count("--layers", options.layers, "Layers to split over the stages; only with costs by block",
          "--layers 32");
    CLI::Option* layout =
        command
            .add_option(
                "--layout", options.layout,
                "Find the layout of the layers, too, as Megatron writes it; STRING: a recipe's, that is "
                "tried as well")
            ->type_name("STRING")
            ->expected(0, 1)
            ->default_str("")
            ->group(group);
    command
        .add_option("--mtp-layers", options.predictionLayers,
                    "Layers of multi-token prediction of the layout (default 0)")
        ->type_name("N")
        ->transform(wholeNumber("--mtp-layers 1"))
        ->needs(layout)
        ->group(group);
}

void addBudgetOptions(CLI::App& command, SearchCommandOptions& options)
{
    const std::string group = "Search";
    command.add_option("--time-budget", options.seconds, "Seconds to search (default 10)")
        ->type_name("S")
        ->check(numberBetween(0, 1e8, "--time-budget 60"))
        ->group(group);
    command
        .add_option("--iterations", options.iterations,
                    "Changes to try under each limit up to the given one, instead of a time: the result is "
                    "always the same")
        ->type_name("N")
        ->transform(wholeNumber("--iterations 10000"))
        ->group(group);
    command.add_option("--objective", options.objective, "What to minimize (default makespan)")
        ->type_name("makespan|rank-span")
        ->check(oneOf({"makespan", "rank-span"}))
        ->group(group);
    command.add_option("--seed", options.seed, "Seed of the changes that are tried (default 1)")
        ->type_name("N")
        ->transform(wholeNumber("--seed 1"))
        ->group(group);
    command.add_option("--threads", options.threads, "Threads (default: all processors)")
        ->type_name("N")
        ->transform(wholeNumber("--threads 4"))
        ->group(group);
}

} // namespace

void addSearchCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command = app.add_subcommand("search", "Search for the fastest schedule that fits in memory");
    auto options = std::make_shared<SearchCommandOptions>();
    options->costs.timePer = "rank";
    addPipelineOptions(*command, *options);
    addBudgetOptions(*command, *options);
    command->add_flag("--json", options->json, "As JSON");
    command
        ->add_option("-o,--output", options->output,
                     "Write the order: a .csv or .bubble file, or - to print only CSV")
        ->type_name("FILE");
    addCostOptions(*command, options->costs);
    command->get_option("--what-if")
        ->group(""); // no order is there yet: refused with that reason, and not offered
    addDeviceOption(*command, options->costs);
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runSearch(*options, environment); };
    });
}

} // namespace bubblescope::cli
