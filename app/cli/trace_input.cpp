// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trace_input.h"

#include "app/cli/activity.h"
#include "app/cli/option_values.h"
#include "app/cli/trace_paths.h"
#include "core/base/try.h"
#include "core/trace/read_trace.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

Result<std::vector<NamePattern>> patternsOf(const TraceOptions& options)
{
    std::vector<NamePattern> patterns;
    for (const std::string& expression : options.patterns) {
        Result<NamePattern> pattern = NamePattern::compile(expression);
        if (!pattern)
            return invalidInput({"cli.pattern", "--pattern: {problem}"}, pattern.error().text());
        patterns.push_back(std::move(*pattern));
    }
    return patterns;
}

std::string baseName(const std::string& path)
{
    return std::filesystem::path(path).filename().string();
}

/// The file that is called so: by its path as given, else by its name where one file alone has it.
Result<std::string> fileCalled(const std::string& name, const std::string& given,
                               const std::vector<TracePath>& paths)
{
    std::vector<std::string> found;
    for (const TracePath& path : paths) {
        if (path.path == name)
            return name;
        if (baseName(path.path) == name)
            found.push_back(path.path);
    }
    if (found.size() > 1)
        return invalidInput(
            {"cli.rank-files-called-e",
             "--rank {given}: {found} files are named {name}, e.g. {found2} and {found3}: give the path"},
            given, found.size(), name, found[0], found[1]);
    if (found.empty())
        return invalidInput(
            {"cli.rank-none-files-given", "--rank {given}: {name} is not one of the given files"}, given,
            name);
    return found.front();
}

Result<std::map<std::string, std::uint32_t>> ranksOf(const TraceOptions& options,
                                                     const std::vector<TracePath>& paths)
{
    std::map<std::string, std::uint32_t> ranks;
    for (const std::string& given : options.ranks) {
        const std::size_t equals = given.rfind('=');
        const std::string digits = equals != std::string::npos ? given.substr(equals + 1) : "";
        std::uint32_t rank = 0;
        const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), rank);
        if (problem != std::errc{} || end != digits.data() + digits.size())
            return invalidInput(
                {"cli.rank-write-file-n", "--rank {given}: write FILE=N, e.g. --rank trace.json=0"}, given);
        TRY(const std::string file, fileCalled(given.substr(0, equals), given, paths));
        ranks[file] = rank;
    }
    return ranks;
}

/// What the command line can do about a refusal.
Error withRemedy(const TraceError& refused)
{
    Error error = refused.error;
    if (refused.refusal == TraceRefusal::Damaged)
        error.message =
            Sentence({"cli.keep-damaged", "{problem}; --keep-damaged keeps the part before the damage"},
                     std::move(error.message));
    else if (refused.refusal == TraceRefusal::TooLarge)
        error.message =
            Sentence({"cli.max-size", "{problem}; --max-size BYTES allows more"}, std::move(error.message));
    return error;
}

/// What stands in a folder beside the profiles is left out, unless it is a profile that is damaged.
Result<std::vector<TraceFile>> readFiles(const TraceOptions& options, const std::vector<TracePath>& paths,
                                         const Environment& environment, const CancelToken& cancel)
{
    Activity activity(environment, "reading traces");
    TraceReadOptions reading;
    reading.keepDamaged = options.keepDamaged;
    if (options.maxSize)
        reading.maxPiped = reading.maxSize =
            static_cast<std::uint64_t>(std::max<std::int64_t>(0, *options.maxSize));
    reading.cancel = cancel;
    reading.progress = [&activity](std::uint64_t done, std::uint64_t total) { activity.tell(done, total); };
    std::vector<std::string> names;
    for (const TracePath& path : paths)
        names.push_back(path.path);
    std::vector<TraceFile> files;
    std::optional<TraceError> leftOut;
    std::vector<Result<TraceFile, TraceError>> all = readTraces(names, reading);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i]) {
            files.push_back(std::move(*all[i]));
            continue;
        }
        const TraceError& refused = all[i].error();
        if (!paths[i].fromFolder || refused.refusal != TraceRefusal::Final ||
            refused.error.kind == ErrorKind::Cancelled)
            return tl::unexpected(withRemedy(refused));
        if (!leftOut)
            leftOut = refused;
        Error warning = refused.error;
        warning.message = Sentence({"cli.left-out", "{problem}; left out"}, std::move(warning.message));
        printWarning(environment, warning);
    }
    if (files.empty() && leftOut)
        return tl::unexpected(withRemedy(*leftOut));
    return files;
}

} // namespace

void addTraceOptions(CLI::App& command, TraceOptions& options)
{
    const std::string group = "Traces";
    command.add_option("--step", options.step, "The step to use (default: the last complete one)")
        ->type_name("N")
        ->transform(wholeNumber("--step 3"))
        ->group(group);
    command
        .add_option("--replica", options.replica,
                    "The pipeline to use of several that run beside each other, counted from 0 (default: the "
                    "first complete one)")
        ->type_name("N")
        ->transform(wholeNumber("--replica 1"))
        ->group(group);
    addReadingOptions(command, options, group);
}

void addReadingOptions(CLI::App& command, TraceOptions& options, const std::string& group)
{
    command
        .add_option(
            "--pattern", options.patterns,
            "Names of records: a regular expression with the groups kind, stage, microbatch, rank and chunk, "
            "of which only kind is required: 'step_(?<kind>[FB])(?<microbatch>\\d+)'; may be given again")
        ->type_name("REGEX")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(group);
    command
        .add_option("--rank", options.ranks, "The rank of a file that does not say it; may be given again")
        ->type_name("FILE=N")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(group);
    command
        .add_flag("--keep-damaged", options.keepDamaged, "Keep the part of a damaged file before the damage")
        ->group(group);
    command
        .add_option(
            "--max-size", options.maxSize,
            "The most bytes that a file may inflate to (default 16 GiB), or that come from a pipe (256 MiB)")
        ->type_name("BYTES")
        ->transform(wholeNumber("--max-size 34359738368"))
        ->group(group);
}

Result<LoadedTraces> loadTraces(const TraceOptions& options, const Environment& environment,
                                const CancelToken& cancel)
{
    if (options.step && *options.step < 0)
        return invalidInput({"cli.step-steps-count-from", "--step is {step}, but steps count from 0"},
                            *options.step);
    if (options.replica && *options.replica < 0)
        return invalidInput({"cli.replica-counts-from", "--replica is {replica}, but replicas count from 0"},
                            *options.replica);
    if (options.maxSize && *options.maxSize < 1)
        return invalidInput({"cli.max-size-least-1", "--max-size is {max_size}; expected at least 1"},
                            *options.maxSize);
    LoadedTraces loaded;
    TRY(std::vector<NamePattern> patterns, patternsOf(options));
    TRY(const std::vector<TracePath> paths, tracePaths(options.files));
    TRY(auto ranks, ranksOf(options, paths));
    TRY(loaded.files, readFiles(options, paths, environment, cancel));
    loaded.assembling.patterns = std::move(patterns);
    loaded.assembling.rankOfFile = std::move(ranks);
    if (options.step)
        loaded.assembling.step = static_cast<std::uint64_t>(*options.step);
    if (options.replica)
        loaded.assembling.replica = static_cast<std::size_t>(*options.replica);
    loaded.assembling.cancel = cancel;
    return loaded;
}

Result<MeasuredRun> loadRun(const TraceOptions& options, const Environment& environment,
                            const CancelToken& cancel)
{
    TRY(LoadedTraces loaded, loadTraces(options, environment, cancel));
    Result<MeasuredRun> run = assembleRun(loaded.files, loaded.assembling);
    if (run && run->empty()) {
        loaded.assembling.withPlain = true;
        run = assembleRun(loaded.files, loaded.assembling);
    }
    if (run)
        for (const std::string& warning : run->warnings)
            printWarning(environment, warning);
    return run;
}

} // namespace bubblescope::cli
