// SPDX-License-Identifier: Apache-2.0
#include "app/cli/activity.h"
#include "app/cli/commands/sweep_output.h"
#include "app/cli/commands/sweep_plan.h"
#include "app/cli/option_values.h"
#include "app/cli/output.h"
#include "core/base/quantity.h"
#include "core/base/thousands.h"
#include "core/base/try.h"
#include "core/io/file.h"
#include "core/sweep/sweep_join.h"
#include "core/sweep/sweep_resume.h"
#include "core/sweep/sweep_text.h"

#include <array>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

struct SweepCommandOptions
{
    SweepPlanOptions plan;
    std::string output;
    std::string shard;
    std::vector<std::string> parts;
    std::int64_t threads = 0;
    bool resume = false;
};

/// Rows by status.
using StatusCounts = std::array<std::uint64_t, kSweepStatusNames.size()>;

/// A sweep that is about to run, or runs.
struct SweepJob
{
    const SweepPlan& plan;
    SweepRun run;
    SweepFormat format;
    std::uint64_t count = 0; ///< configurations of the shard
    StatusCounts statuses{};
};

std::string countText(std::uint64_t count)
{
    return withThousands(std::to_string(count));
}

Result<SweepFormat> formatFrom(const std::string& output)
{
    if (output == "-" || endingOf(output) == ".csv" || output.starts_with("/dev/"))
        return SweepFormat::Csv;
    if (endingOf(output) == ".jsonl")
        return SweepFormat::JsonLines;
    return invalidInput(
        {"cli.o-sweep-written-csv", "-o {output}: write a sweep as .csv or .jsonl, or to - as CSV"}, output);
}

/// "3 minutes left", once there is something to judge by.
std::string timeLeft(double seconds, std::uint64_t done, std::uint64_t left)
{
    if (done == 0)
        return "";
    const double rest = seconds / static_cast<double>(done) * static_cast<double>(left);
    return fmt::format(", {} left", secondsInUnits(std::round(rest), 2));
}

/// Counts, and shows how far the sweep is.
class SweepProgress
{
public:
    SweepProgress(const Environment& environment, std::uint64_t before, std::uint64_t count)
        : m_activity(environment, "sweeping")
        , m_before(before)
        , m_count(count)
    {}

    void rowDone()
    {
        ++m_done;
        const auto now = std::chrono::steady_clock::now();
        if (now - m_shown < kShowEvery)
            return;
        m_shown = now;
        const std::uint64_t done = m_before + m_done;
        const std::chrono::duration<double> since = now - m_begin;
        m_activity.say(static_cast<double>(done) / static_cast<double>(m_count),
                       fmt::format("{} of {} configurations{}", countText(done), countText(m_count),
                                   timeLeft(since.count(), m_done, m_count - done)));
    }
    [[nodiscard]] std::uint64_t done() const { return m_done; }

private:
    static constexpr auto kShowEvery = std::chrono::milliseconds(100);
    Activity m_activity;
    std::uint64_t m_before;
    std::uint64_t m_count;
    std::uint64_t m_done = 0;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_shown;
};

/// Looks at what is in the file already and makes the job go on behind it; the bytes that are kept.
Result<std::uint64_t> takeUp(const SweepOutput& output, SweepJob& job, const Environment& environment)
{
    const Activity activity(environment, "checking existing rows");
    TRY(const std::string text, output.earlierText());
    TRY(const SweepLines lines, readSweepLines(text, output.name(), job.format));
    TRY_VOID(checkRowsOfPlan(text, lines, output.name(), job.format, job.plan, job.run.shard,
                             cancelOf(environment)));
    job.run.skipped = lines.rows.size();
    for (const SweepLine& row : lines.rows)
        ++job.statuses[row.status];
    return lines.wholeSize;
}

/// "10,000 configurations: 6,012 done before, 3,988 run; 12 refused, 3 over the memory limit, 1 failed".
std::string summaryOf(const SweepJob& job, std::uint64_t ran)
{
    std::string text = fmt::format("{} configuration{}: {} done before, {} run", countText(job.count),
                                   job.count == 1 ? "" : "s", countText(job.run.skipped), countText(ran));
    const char* separator = ";";
    for (const auto& [status, words] : {std::pair{SweepStatus::Refused, "refused"},
                                        std::pair{SweepStatus::OverLimit, "over the memory limit"},
                                        std::pair{SweepStatus::Failed, "failed"}})
        if (const std::uint64_t count = job.statuses[static_cast<std::size_t>(status)]; count > 0) {
            text += fmt::format("{} {} {}", separator, countText(count), words);
            separator = ",";
        }
    return text;
}

Error stoppedError(const SweepOutput& output, const SweepJob& job, std::uint64_t done)
{
    const std::string far =
        fmt::format("stopped after {} of {} configurations", countText(done), countText(job.count));
    return {ErrorKind::Cancelled,
            output.isFile()
                ? Sentence({"cli.they-same-command-resume",
                            "{far}; they are in {name}: run the same command with --resume to continue"},
                           far, output.name())
                : Sentence::verbatim(far),
            std::nullopt};
}

Result<int> runJob(SweepJob& job, SweepOutput& output, std::uint64_t kept, const Environment& environment)
{
    const CancelToken& cancel = cancelOf(environment);
    TRY_VOID(output.begin(kept, sweepHeader(job.format), [&] { cancel.cancel(); }));
    std::uint64_t ran = 0;
    bool isComplete = false;
    {
        SweepProgress progress(environment, job.run.skipped, job.count);
        isComplete = runSweep(
            job.plan, job.run,
            [&](const SweepRow& row) {
                output.add(sweepRowText(job.plan, row, job.format));
                ++job.statuses[static_cast<std::size_t>(row.status)];
                progress.rowDone();
            },
            cancel);
        ran = progress.done();
    }
    TRY_VOID(output.finish(isComplete));
    if (!isComplete)
        return tl::unexpected(stoppedError(output, job, job.run.skipped + ran));
    if (!environment.quiet && environment.caller == nullptr)
        fmt::print(stderr, "{}\n", summaryOf(job, ran));
    return kExitDone;
}

Result<int> joinParts(const SweepCommandOptions& options, const Environment& environment)
{
    if (!options.shard.empty() || options.resume)
        return invalidInput({"cli.join-exclude-each-other", "--join and {words} cannot be used together"},
                            options.resume ? "--resume" : "--shard");
    TRY(const SweepFormat format, formatFrom(options.parts.front()));
    std::optional<std::uint64_t> count;
    if (!options.plan.names.empty()) {
        TRY(const SweepPlan plan, sweepPlanFrom(options.plan, environment));
        count = configurationCount(plan);
    }
    std::vector<SweepPart> parts;
    for (const std::string& path : options.parts) {
        TRY(std::string text, readFile(path));
        parts.push_back({path, std::move(text)});
    }
    TRY(const std::string whole, joinSweepParts(parts, format, count));
    TRY_VOID(writeOutput(environment, options.output, whole));
    return kExitDone;
}

Result<int> runSweepCommand(const SweepCommandOptions& options, const Environment& environment)
{
    if (!options.parts.empty())
        return joinParts(options, environment);
    const Result<SweepFormat> format = formatFrom(options.output);
    const Result<SweepPlan> plan = sweepPlanFrom(options.plan, environment);
    const Result<SweepShard> shard = options.shard.empty() ? SweepShard{} : sweepShardFrom(options.shard);
    for (const Error* wrong : {format ? nullptr : &format.error(), plan ? nullptr : &plan.error(),
                               shard ? nullptr : &shard.error()})
        if (wrong != nullptr)
            return tl::unexpected(*wrong);
    for (const Sentence& warning : warningsOf(*plan))
        printWarning(environment, warning.text());
    SweepJob job{*plan,
                 {*shard, static_cast<unsigned>(options.threads), 0},
                 *format,
                 configurationCount(*plan, *shard)};
    TRY(std::unique_ptr<SweepOutput> output, SweepOutput::open(options.output, options.resume));
    TRY(const std::uint64_t kept,
        options.resume ? takeUp(*output, job, environment) : Result<std::uint64_t>(0));
    return runJob(job, *output, kept, environment);
}

void addRunOptions(CLI::App& command, SweepCommandOptions& options)
{
    command
        .add_option(
            "-o,--output", options.output,
            "The rows to write, .csv or .jsonl, or - to print them. A new FILE grows as they arrive; an "
            "existing one is replaced when the sweep is done, and until then the rows are in FILE.part")
        ->type_name("FILE")
        ->required();
    command.add_flag("--resume", options.resume,
                     "Continue after the rows that a stopped sweep left in FILE.part or FILE");
    command
        .add_option("--shard", options.shard,
                    "Only part I of N: every N-th configuration, starting with the I-th")
        ->type_name("I/N");
    command
        .add_option("--join", options.parts,
                    "Combine the files of all parts, in any order, into what the sweep writes without "
                    "--shard; with NAME and its lists, also check that none is missing")
        ->type_name("FILES")
        ->expected(1, CLI::detail::expected_max_vector_size);
    command.add_option("--threads", options.threads, "How many to run at once (default: all processors)")
        ->type_name("N")
        ->transform(wholeNumber("--threads 4"))
        ->check(CLI::Range(1, 4096).description(""));
}

} // namespace

void addSweepCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command = app.add_subcommand(
        "sweep", "Time every combination of schedules and numbers on all processors, one row each");
    auto options = std::make_shared<SweepCommandOptions>();
    addSweepPlanOptions(*command, options->plan);
    addRunOptions(*command, *options);
    command->callback([=] {
        *chosen = [options](const Environment& environment) {
            return runSweepCommand(*options, environment);
        };
    });
}

} // namespace bubblescope::cli
