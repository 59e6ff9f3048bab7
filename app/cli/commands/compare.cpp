// SPDX-License-Identifier: Apache-2.0
#include "app/cli/activity.h"
#include "app/cli/commands/compare_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/timing.h"
#include "app/cli/trace_input.h"
#include "core/fit/identify.h"
#include "core/time/simulate.h"

#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

struct CompareCommandOptions
{
    std::vector<std::string> inputs;
    InputOptions schedule; ///< of every INPUT that is a name
    TraceOptions traces;
    bool json = false;
};

/// A run with the costs that its comparison takes.
struct Measured
{
    MeasuredRun run;
    CostModel costs;
    Time hostOverhead = 0; ///< within `costs`
    SchedulePtr order;     ///< the schedule that it is, else the order as measured
};

SchedulePtr orderOf(const MeasuredRun& run, const Identification& identification)
{
    const ScheduleMatch* exact = identification.exact();
    const bool isSame =
        exact != nullptr && !exact->mergesBackward && exact->schedule->rows.size() == run.ranks.size();
    return isSame ? exact->schedule : measuredTimeline(run).schedule;
}

Result<Measured> loadMeasured(const CompareCommandOptions& options, const Environment& environment)
{
    Result<MeasuredRun> run = loadRun(options.traces, environment, cancelOnInterrupt());
    if (!run)
        return tl::unexpected(run.error());
    if (run->empty())
        return invalidInput("no pipeline records in the trace, so there is nothing to compare with");
    const Result<Identification> identification = identify(*run, {}, cancelOnInterrupt());
    if (!identification)
        return tl::unexpected(identification.error());
    const FittedCosts fitted = fitCosts(*run);
    for (const std::string& warning : fitted.warnings)
        printWarning(environment, Error{ErrorKind::InvalidInput, warning, std::nullopt});
    SchedulePtr order = orderOf(*run, *identification);
    return Measured{std::move(*run), fitted.costs, fitted.hostOverhead.value_or(0), std::move(order)};
}

/// The numbers of the run for a name that does not give its own.
void takeNumbers(const MeasuredRun& run, InputOptions& options)
{
    if (isFileInput(options.input))
        return;
    const auto names = [&](const std::string& key) {
        return options.input.find(key + '=') != std::string::npos;
    };
    if (!options.ranks && !names("ranks"))
        options.ranks = static_cast<std::int64_t>(run.ranks.size());
    if (!options.microbatches && !names("microbatches"))
        options.microbatches = run.microbatchCount;
}

/// INPUT with its own costs where it or the options give them, else with those of the run.
Result<ComparisonRow> rowOf(const std::string& name, const CompareCommandOptions& options,
                            const Measured* measured, const Environment& environment)
{
    InputOptions input = options.schedule;
    input.input = name;
    if (measured == nullptr || input.costs.isGiven()) {
        if (measured != nullptr)
            takeNumbers(measured->run, input);
        const Result<Timed> timed = loadTimed(input, environment, cancelOnInterrupt());
        if (!timed)
            return tl::unexpected(timed.error());
        if (measured != nullptr && timed->timeline->unit != "us")
            return invalidInput(
                fmt::format("the costs of {} are in {}, those of a trace in us: give costs in us, or "
                            "none, to take those of the trace",
                            name, timed->timeline->unit));
        return ComparisonRow{timed->timeline, measure(*timed->timeline, timed->costs)};
    }
    takeNumbers(measured->run, input);
    const Result<Input> loaded = loadInput(input, environment, cancelOnInterrupt());
    if (!loaded)
        return tl::unexpected(loaded.error());
    Result<Timeline, TimingFailure> timeline =
        simulate(loaded->schedule, measured->costs, cancelOnInterrupt());
    if (!timeline) {
        Error error = timeline.error().toError();
        error.message = fmt::format("{}: {}", name, error.message);
        return tl::unexpected(std::move(error));
    }
    auto shared = std::make_shared<const Timeline>(std::move(*timeline));
    return ComparisonRow{shared, measure(*shared, measured->costs)};
}

Result<std::vector<ComparisonRow>> rowsOf(const CompareCommandOptions& options, const Measured* measured,
                                          const Environment& environment)
{
    std::vector<ComparisonRow> rows;
    for (const std::string& name : options.inputs) {
        Result<ComparisonRow> row = rowOf(name, options, measured, environment);
        if (!row)
            return tl::unexpected(row.error());
        rows.push_back(std::move(*row));
    }
    return rows;
}

Result<int> compareSchedules(const CompareCommandOptions& options, const Environment& environment)
{
    const Result<std::vector<ComparisonRow>> rows = rowsOf(options, nullptr, environment);
    if (!rows)
        return tl::unexpected(rows.error());
    print(options.json ? comparisonJson(*rows) : comparisonTable(*rows, nullptr));
    return kExitDone;
}

/// The run against its first INPUT; without one against its own order.
Result<Comparison> comparisonOf(const std::vector<ComparisonRow>& rows, const CompareCommandOptions& options,
                                const Measured& measured)
{
    if (rows.empty() || !options.schedule.costs.isGiven())
        return compareRun(measured.run, measured.costs,
                          rows.empty() ? measured.order : rows.front().timeline->schedule,
                          cancelOnInterrupt(), measured.hostOverhead);
    return holdAgainst(measured.run, *rows.front().timeline);
}

Result<int> compareMeasured(const CompareCommandOptions& options, const Environment& environment)
{
    const Result<Measured> measured = loadMeasured(options, environment);
    if (!measured)
        return tl::unexpected(measured.error());
    Result<std::vector<ComparisonRow>> rows = rowsOf(options, &*measured, environment);
    if (!rows)
        return tl::unexpected(rows.error());
    const Result<Comparison> comparison = comparisonOf(*rows, options, *measured);
    if (!comparison)
        return tl::unexpected(comparison.error());
    for (const std::string& warning : comparison->warnings)
        printWarning(environment, Error{ErrorKind::InvalidInput, warning, std::nullopt});
    const auto predicted = std::make_shared<const Timeline>(comparison->predicted);
    const ComparisonRow first{predicted, measure(*predicted, measured->costs)};
    if (rows->empty())
        rows->push_back(first);
    else
        rows->front() = first;
    const MeasuredRow beside{*comparison, measure(comparison->measured, measured->costs)};
    print(options.json ? comparisonJson(*rows, &beside)
                       : comparisonTable(*rows, &beside) + deviationTables(*comparison));
    return kExitDone;
}

Result<int> runCompare(const CompareCommandOptions& options, const Environment& environment)
{
    if (!options.traces.files.empty())
        return compareMeasured(options, environment);
    if (options.inputs.empty())
        return invalidInput(
            "compare needs schedules, or a run: compare 1f1b zbv, or compare --measured FILES");
    return compareSchedules(options, environment);
}

} // namespace

void addCompareCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command =
        app.add_subcommand("compare", "Compare schedules with each other, or with a measured training run");
    auto options = std::make_shared<CompareCommandOptions>();
    command->add_option(
        "INPUT", options->inputs,
        "Schedules: names as NAME:key=value,..., .csv or .bubble files; with --measured none for "
        "the order of the trace");
    command
        ->add_option("--measured", options->traces.files,
                     "Profiled traces of one run; without cost options its own costs are fitted and taken")
        ->type_name("FILES");
    command->add_flag("--json", options->json, "As JSON");
    addScheduleOptions(*command, options->schedule);
    addTraceOptions(*command, options->traces);
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runCompare(*options, environment); };
    });
}

} // namespace bubblescope::cli
