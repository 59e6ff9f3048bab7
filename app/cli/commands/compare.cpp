// SPDX-License-Identifier: Apache-2.0
#include "app/cli/activity.h"
#include "app/cli/commands/compare_text.h"
#include "app/cli/commands/trace_text.h"
#include "app/cli/option_values.h"
#include "app/cli/output.h"
#include "app/cli/page_output.h"
#include "app/cli/timing.h"
#include "app/cli/trace_input.h"
#include "core/analyze/metrics.h"
#include "core/base/try.h"
#include "core/fit/identify.h"
#include "core/fit/prediction_order.h"
#include "core/fit/replay.h"
#include "core/fit/run_change.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::cli {

namespace {

struct CompareCommandOptions
{
    std::vector<std::string> inputs;
    InputOptions schedule; ///< of every INPUT that is a name
    TraceOptions traces;
    std::vector<std::string> against; ///< files of another run
    std::optional<std::int64_t> againstStep;
    bool json = false;
    std::string output;      ///< a page of the schedules; empty = none
    std::int64_t seed = 1;   ///< of the range
    bool isProfiled = false; ///< rows are told with what the profiler adds on the host
};

constexpr std::size_t kRangeTrials = 200;
constexpr std::size_t kMostSteps = 8; ///< that a range is drawn from

/// A run with what is known of it.
struct Measured
{
    MeasuredRun run;
    std::vector<MeasuredRun> steps; ///< `run` first, then others of the profile
    Identification identification;
    FittedCosts fitted;
    PipelineSize pipeline;
};

/// One schedule, timed.
struct TimedRow
{
    ComparisonRow row;
    CostModel costs;
};

Result<Measured> loadMeasured(const CompareCommandOptions& options, const Environment& environment)
{
    TRY(std::vector<MeasuredRun> steps, loadSteps(options.traces, options.against.empty() ? kMostSteps : 1,
                                                  environment, cancelOf(environment)));
    const MeasuredRun& run = steps.front();
    if (run.empty())
        return invalidInput({"cli.no-pipeline-records-trace-so",
                             "no pipeline records in the trace, so there is nothing to compare with"});
    const Activity activity(environment, "searching for the schedule");
    TRY(Identification identification, identify(run, {}, cancelOf(environment)));
    FittedCosts fitted = fitCosts(run);
    for (const std::string& warning : fitted.warnings)
        printWarning(environment, warning);
    PipelineSize pipeline = pipelineOf(run, identification);
    MeasuredRun shown = run;
    return Measured{std::move(shown), std::move(steps), std::move(identification), std::move(fitted),
                    std::move(pipeline)};
}

/// The numbers of the run for a name that does not give its own.
void takeNumbers(const Measured& measured, InputOptions& options)
{
    if (isFileInput(options.input))
        return;
    const auto names = [&](const std::string& key) {
        return options.input.find(key + '=') != std::string::npos;
    };
    if (!options.ranks && !names("ranks"))
        options.ranks = static_cast<std::int64_t>(measured.pipeline.ranks);
    if (!options.microbatches && !names("microbatches"))
        options.microbatches = measured.run.microbatchCount;
}

/// A run's times are microseconds; costs that stand over those of the run must be too.
Result<TimedRow> rowOf(const std::string& name, const Timed& timed, const Measured* measured,
                       std::string label = {})
{
    const Evaluation& evaluation = *timed.evaluation;
    if (measured != nullptr && evaluation.timeline->unit != "us")
        return invalidInput({"cli.costs-those-trace-us",
                             "the costs of {name} are in {unit}, but those of a trace are in us: "
                             "give costs in us, or none, to use those of the trace"},
                            name, evaluation.timeline->unit);
    return TimedRow{{evaluation.timeline, evaluation.metrics, std::move(label)}, evaluation.costs};
}

/// INPUT; beside a run with the costs of the run, the cost options over them.
Result<TimedRow> inputRow(const std::string& name, const CompareCommandOptions& options,
                          const Measured* measured, const Environment& environment)
{
    InputOptions input = options.schedule;
    input.input = name;
    if (measured != nullptr) {
        if (inMemory(name, environment) == nullptr)
            takeNumbers(*measured, input);
        input.measured = measured->fitted.costs;
    }
    TRY(const Timed timed, loadTimed(input, environment, cancelOf(environment)));
    return rowOf(name, timed, measured);
}

/// What the run itself is, simulated.
Result<TimedRow> ownRow(const CompareCommandOptions& options, const Measured& measured,
                        const Environment& environment)
{
    TRY_VOID(refuseParameters(options.schedule, "the order is the one in the trace"));
    TRY(const PredictionOrder order,
        predictionOrder(measured.run, measured.identification, measured.fitted.costs, cancelOf(environment)));
    if (!order.note.empty())
        printWarning(environment, order.note);
    InputOptions input = options.schedule;
    input.measured = measured.fitted.costs;
    const std::string name = order.match != nullptr ? matchName(*order.match) : order.schedule->name;
    TRY(const Input loaded, inputOfOrder(*order.schedule, name, input, environment));
    TRY(const Timed timed, timedInput(loaded, input.costs, environment, cancelOf(environment)));
    return rowOf(name, timed, &measured, name);
}

/// The row that `make` makes; beside a run a what-if is named as one, and the unchanged prediction follows.
template <typename Make>
Result<void> addWhatIf(const CompareCommandOptions& options, const Measured* measured,
                       const Environment& environment, std::vector<TimedRow>& rows, Make make)
{
    TRY(TimedRow row, make(options, environment));
    const std::vector<std::string>& factors = options.schedule.costs.whatIfs;
    if (measured == nullptr || factors.empty()) {
        rows.push_back(std::move(row));
        return {};
    }
    CompareCommandOptions without = options;
    without.schedule.costs.whatIfs.clear();
    Environment silent = environment;
    silent.quiet = true; // it has been warned of all that the first time
    TRY(TimedRow unchanged, make(without, silent));
    row.row.whatIf = fmt::format("{}", fmt::join(factors, ", "));
    row.row.unchanged = unchanged.row.metrics.makespan;
    rows.push_back(std::move(row));
    rows.push_back(std::move(unchanged));
    return {};
}

Result<std::vector<TimedRow>> rowsOf(const CompareCommandOptions& options, const Measured* measured,
                                     const Environment& environment)
{
    std::vector<TimedRow> rows;
    Result<void> added;
    if (measured != nullptr && options.inputs.empty())
        added = addWhatIf(options, measured, environment, rows,
                          [&](const CompareCommandOptions& chosen, const Environment& told) {
                              return ownRow(chosen, *measured, told);
                          });
    for (std::size_t i = 0; added && i < options.inputs.size(); ++i)
        added = addWhatIf(options, measured, environment, rows,
                          [&](const CompareCommandOptions& chosen, const Environment& told) {
                              return inputRow(options.inputs[i], chosen, measured, told);
                          });
    if (!added)
        return tl::unexpected(added.error());
    return rows;
}

std::vector<ComparisonRow> shownOf(const std::vector<TimedRow>& rows)
{
    std::vector<ComparisonRow> shown;
    for (const TimedRow& row : rows)
        shown.push_back(row.row);
    return shown;
}

/// How the order of each INPUT matches that of the trace.
std::vector<ScheduleMatch> ordersOf(const CompareCommandOptions& options, const std::vector<TimedRow>& rows,
                                    const MeasuredRun& run)
{
    std::vector<ScheduleMatch> orders;
    const std::size_t rowsEach = options.schedule.costs.whatIfs.empty() ? 1 : 2;
    for (std::size_t i = 0; i < options.inputs.size(); ++i) {
        orders.push_back(matchOrder(run, rows[rowsEach * i].row.timeline->schedule));
        orders.back().name = options.inputs[i];
    }
    return orders;
}

/// Of files alone: that a schedule by name is another one is mostly why it is compared.
std::string fileOrdersText(const std::vector<ScheduleMatch>& orders)
{
    std::vector<ScheduleMatch> files;
    for (const ScheduleMatch& order : orders)
        if (isFileInput(order.name))
            files.push_back(order);
    return files.empty() ? std::string() : "\n" + orderTexts(files);
}

/// The schedules one under the other.
Result<void> writeComparisonPage(const CompareCommandOptions& options, const Environment& environment)
{
    Environment silent = environment;
    silent.quiet = true; // it has been warned of all that for the table
    Page page;
    for (const std::string& name : options.inputs) {
        InputOptions input = options.schedule;
        input.input = name;
        TRY(const Timed timed, loadTimed(input, silent, cancelOf(environment), pageWants()));
        page.title += (page.title.empty() ? "" : ", ") + timed.evaluation->timeline->schedule->name;
        TRY(page.sides.emplace_back(), pageSideOf(timed, environment));
    }
    TRY(const std::string bytes, writePage(page));
    return writeOutput(environment, options.output, bytes);
}

Result<int> compareSchedules(const CompareCommandOptions& options, const Environment& environment)
{
    TRY(const std::vector<TimedRow> timed, rowsOf(options, nullptr, environment));
    const std::vector<ComparisonRow> rows = shownOf(timed);
    if (!options.output.empty())
        TRY_VOID(writeComparisonPage(options, environment));
    print(environment, options.json ? comparisonJson(rows) : comparisonTable(rows, nullptr));
    return kExitDone;
}

/// Why no extra time of the run is told against this row.
std::string whyNoAttribution(const Measured& measured, const ComparisonRow& row)
{
    if (!row.whatIf.empty())
        return "a what-if is not a prediction of what was measured";
    return whyNotPaired(measured.run, measured.pipeline, *row.timeline->schedule);
}

/// The rows as they are without the profiler: hosts issue faster.
Result<std::vector<TimedRow>> unprofiledRows(const CompareCommandOptions& options, const Measured& measured,
                                             const Environment& environment)
{
    Measured without = measured;
    without.fitted.costs.communicators.hostFactor = kUnprofiledHost;
    Environment silent = environment;
    silent.quiet = true; // it has been warned of all that before
    return rowsOf(options, &without, silent);
}

/// Whether a row is the run's own schedule: only of that one is a difference an error. Where no order is the
/// run's exactly, the user's word stands.
bool isOwnSchedule(const Measured& measured, const ComparisonRow& row)
{
    const ScheduleMatch match = matchOrder(measured.run, row.timeline->schedule);
    return match.isExact || measured.identification.exact() == nullptr;
}

/// The ranges of the rows, each as its row is timed, and that of the ranks with a trace in the first.
Result<std::optional<PredictionRange>> addRanges(std::vector<TimedRow>& rows, bool leavesProfilerOut,
                                                 const CompareCommandOptions& options,
                                                 const Measured& measured, const Environment& environment)
{
    const CancelToken cancel = cancelOf(environment);
    const auto seed = static_cast<std::uint64_t>(options.seed);
    const Result<PredictionOrder> own =
        predictionOrder(measured.run, measured.identification, measured.fitted.costs, cancel);
    PredictionDoubt doubt;
    if (own)
        doubt.model = modelErrorOf(measured.steps, own->schedule, cancel);
    doubt.leavesProfilerOut = leavesProfilerOut;
    std::optional<PredictionRange> ofTraced;
    for (TimedRow& one : rows) {
        const SchedulePtr& schedule = one.row.timeline->schedule;
        doubt.isOtherRun = !isOwnSchedule(measured, one.row);
        one.row.range =
            predictionRange(measured.steps, schedule, one.costs, doubt, seed, kRangeTrials, cancel);
        if (&one != &rows.front())
            continue;
        ofTraced = one.row.range;
        if (measured.pipeline.absent.empty() || schedule->rankCount() != measured.pipeline.ranks)
            continue;
        PredictionDoubt part = doubt;
        part.absent = measured.pipeline.absent;
        ofTraced = predictionRange(measured.steps, schedule, one.costs, part, seed, kRangeTrials, cancel);
    }
    if (cancel.isCancelled())
        return failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
    return ofTraced;
}

/// The run against its first INPUT; without one against its own order.
Result<int> compareMeasured(const CompareCommandOptions& options, const Environment& environment)
{
    TRY(const Measured measured, loadMeasured(options, environment));
    TRY(std::vector<TimedRow> timed, rowsOf(options, &measured, environment));
    const TimedRow& first = timed.front();
    TRY(const Comparison comparison,
        holdAgainst(measured.run, *first.row.timeline, first.costs.hostOverhead, measured.pipeline.ranks));
    const auto told =
        std::find_if(timed.begin(), timed.end(), [](const TimedRow& one) { return one.row.whatIf.empty(); });
    const std::optional<double> error =
        told == timed.end() ? std::nullopt
                            : makespanError(told->row, {comparison, {}, {}, measured.pipeline});
    std::vector<TimedRow> shown = timed;
    bool leavesOut = false;
    if (first.costs.communicators.policy != CommunicatorPolicy::None && !options.isProfiled) {
        TRY(shown, unprofiledRows(options, measured, environment));
        // Not where the user has given a factor.
        leavesOut = shown.front().costs.communicators.hostFactor == kUnprofiledHost;
    }
    TRY(const std::optional<PredictionRange> range,
        addRanges(shown, leavesOut, options, measured, environment));
    const std::optional<Replay> replay = replayRun(measured.run, cancelOf(environment));
    const std::vector<ComparisonRow> rows = shownOf(shown);
    const MeasuredRow beside{comparison,
                             measureRun(comparison, measured.fitted.costs),
                             ordersOf(options, timed, measured.run),
                             measured.pipeline,
                             error,
                             told != timed.end() && isOwnSchedule(measured, told->row),
                             leavesOut,
                             range,
                             replay,
                             whyNoAttribution(measured, first.row)};
    if (beside.noAttribution.empty())
        for (const std::string& warning : comparison.warnings)
            printWarning(environment, warning);
    print(environment, options.json ? comparisonJson(rows, &beside)
                                    : comparisonTable(rows, &beside) + fileOrdersText(beside.orders) +
                                          attributionText(beside));
    return kExitDone;
}

/// The profiles of the other run, read as those of the first.
Result<MeasuredRun> loadAgainst(const CompareCommandOptions& options, const Environment& environment)
{
    TraceOptions traces = options.traces;
    traces.files = options.against;
    traces.step = options.againstStep; // not --step, which is the first run's
    TRY(MeasuredRun run, loadRun(traces, environment, cancelOf(environment)));
    if (run.empty())
        return invalidInput({"cli.no-pipeline-records-against",
                             "no pipeline records in the traces of --against, so there is nothing to compare "
                             "with"});
    return run;
}

std::string changeText(const RunChange& change)
{
    std::string text;
    for (const Sentence& sentence : runChangeSentences(change))
        text += sentence.text() + "\n";
    return text + "\n";
}

/// A run against another one, whose actions are told as those of a prediction are.
Result<int> compareRuns(const CompareCommandOptions& options, const Environment& environment)
{
    if (!options.inputs.empty())
        return invalidInput(
            {"cli.against-takes-no-schedule",
             "--against compares two runs: leave {name} out, or compare it with one run alone"},
            options.inputs.front());
    TRY(const Measured measured, loadMeasured(options, environment));
    TRY(const MeasuredRun other, loadAgainst(options, environment));
    TRY(const RunChange change, runChange(measured.run, other));
    if (!change.hasSteps())
        return invalidInput({"cli.against-not-alike", "these runs cannot be compared: {why}"},
                            change.notPaired);
    const bool isPaired = change.notPaired.empty();
    const MeasuredRun before = isPaired ? withRanks(measured.run, change.compared) : measured.run;
    const MeasuredRun after = isPaired ? withRanks(other, change.compared) : other;
    const auto timeline = std::make_shared<const Timeline>(stepTimeline(after, change.isWhole));
    TRY(Comparison comparison, holdRuns(before, after, change.isWhole));
    comparison.warnings.clear(); // of schedules; the sentences say what only one of the runs has
    // A rank without a trace is not idle.
    const std::vector<ComparisonRow> rows{
        {timeline, measureTraced(*timeline, fitCosts(other).medians), "against"}};
    MeasuredRow beside{comparison, measureRun(comparison, measured.fitted.costs)};
    beside.against = "against";
    beside.makespanError = change.after / change.before - 1;
    beside.change = &change;
    beside.noAttribution = change.notPaired.text();
    print(environment, options.json
                           ? comparisonJson(rows, &beside)
                           : changeText(change) + comparisonTable(rows, &beside) + changeTables(change));
    return kExitDone;
}

Result<int> runCompare(const CompareCommandOptions& options, const Environment& environment)
{
    if (!options.output.empty() && endingOf(options.output) != ".html")
        return invalidInput(
            {"cli.compare-writes-html", "{output}: compare writes .html, a page of the schedules"},
            options.output);
    if (!options.against.empty())
        return compareRuns(options, environment);
    if (!options.traces.files.empty())
        return compareMeasured(options, environment);
    if (options.inputs.empty())
        return invalidInput(
            {"cli.compare-needs-schedules-run",
             "compare needs schedules or a run: compare 1f1b zbv, or compare --measured FILES"});
    return compareSchedules(options, environment);
}

} // namespace

void addCompareCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command =
        app.add_subcommand("compare", "Compare schedules with each other, or with a measured training run");
    auto options = std::make_shared<CompareCommandOptions>();
    command->add_option("INPUT", options->inputs,
                        "Schedules: names as NAME:key=value,..., .csv or .bubble files; with --measured, "
                        "none means the order of the trace");
    command
        ->add_option("--measured", options->traces.files,
                     "Profiled traces of one run, or folders of them; its fitted costs are used, and cost "
                     "options and --what-if change them")
        ->type_name("FILES");
    command
        ->add_option("--against", options->against,
                     "Profiled traces of another run: the first one is compared with it, action by action")
        ->type_name("FILES")
        ->needs("--measured");
    command
        ->add_option("--against-step", options->againstStep,
                     "The step of --against to use (default: its last complete one)")
        ->type_name("N")
        ->transform(wholeNumberFrom0("--against-step 3"))
        ->needs("--against");
    command->add_flag("--json", options->json, "As JSON");
    command
        ->add_option("-o,--output", options->output,
                     "An .html file, too: a page that draws the schedules one under the other")
        ->type_name("FILE")
        ->excludes("--measured");
    command
        ->add_flag("--profiled", options->isProfiled,
                   "With --measured: as a step takes with the profiler, whose part of the host's time is "
                   "left out otherwise")
        ->needs("--measured");
    command
        ->add_option(
            "--seed", options->seed,
            "With --measured: seed of the range that the spread of the measured times gives (default "
            "1)")
        ->type_name("N")
        ->transform(wholeNumberFrom0("--seed 1"))
        ->needs("--measured");
    addScheduleOptions(*command, options->schedule);
    addTraceOptions(*command, options->traces);
    const CLI::Option* timePer =
        command->get_option("--time-per")
            ->description("Whether a time is that of one stage or of a rank's whole share (default: the "
                          "share, so that all do the same work; with --measured the stage)");
    options->schedule.costs.listsAreOfStages = true;
    command->callback([=] {
        if (timePer->count() == 0)
            options->schedule.costs.timePer = options->traces.files.empty() ? "rank" : "stage";
        *chosen = [options](Environment environment) {
            // Each input has all costs, and a word on those holds for all.
            environment.warnedOf = std::make_shared<std::set<std::string>>();
            return runCompare(*options, environment);
        };
    });
}

} // namespace bubblescope::cli
