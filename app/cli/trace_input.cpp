// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trace_input.h"

#include "app/cli/activity.h"
#include "app/cli/option_values.h"
#include "core/trace/read_trace.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

Result<std::vector<NamePattern>> patternsOf(const TraceOptions& options)
{
    std::vector<NamePattern> patterns;
    for (const std::string& expression : options.patterns) {
        Result<NamePattern> pattern = NamePattern::compile(expression);
        if (!pattern)
            return invalidInput("--pattern: " + pattern.error().text());
        patterns.push_back(std::move(*pattern));
    }
    return patterns;
}

Result<std::map<std::string, std::uint32_t>> ranksOf(const TraceOptions& options)
{
    std::map<std::string, std::uint32_t> ranks;
    for (const std::string& given : options.ranks) {
        const std::size_t equals = given.rfind('=');
        const std::string file = given.substr(0, equals);
        const std::string digits = equals != std::string::npos ? given.substr(equals + 1) : "";
        std::uint32_t rank = 0;
        const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), rank);
        if (problem != std::errc{} || end != digits.data() + digits.size())
            return invalidInput(fmt::format("--rank {}: write FILE=N, e.g. --rank trace.json=0", given));
        if (std::find(options.files.begin(), options.files.end(), file) == options.files.end())
            return invalidInput(fmt::format("--rank {}: {} is none of the files given", given, file));
        ranks[file] = rank;
    }
    return ranks;
}

/// What the command line can do about a refusal.
Error withRemedy(const TraceError& refused)
{
    Error error = refused.error;
    if (refused.refusal == TraceRefusal::Damaged)
        error.message += "; --keep-damaged keeps what stands before the damage";
    else if (refused.refusal == TraceRefusal::TooLarge)
        error.message += "; --max-size BYTES allows more";
    return error;
}

Result<std::vector<TraceFile>> readFiles(const TraceOptions& options, const Environment& environment,
                                         const CancelToken& cancel)
{
    const Activity activity(environment, "reading traces");
    TraceReadOptions reading;
    reading.keepDamaged = options.keepDamaged;
    if (options.maxSize)
        reading.maxSize = static_cast<std::uint64_t>(std::max<std::int64_t>(0, *options.maxSize));
    reading.cancel = cancel;
    std::vector<TraceFile> files;
    for (Result<TraceFile, TraceError>& read : readTraces(options.files, reading)) {
        if (!read)
            return tl::unexpected(withRemedy(read.error()));
        files.push_back(std::move(*read));
    }
    return files;
}

} // namespace

void addTraceOptions(CLI::App& command, TraceOptions& options)
{
    const std::string group = "Traces";
    command.add_option("--step", options.step, "The step to take (default: the last complete one)")
        ->type_name("N")
        ->transform(wholeNumber("--step 3"))
        ->group(group);
    command
        .add_option(
            "--pattern", options.patterns,
            "Names of records, a regular expression with the groups kind, stage, microbatch, rank and "
            "chunk, of which only kind must be there: 'step_(?<kind>[FB])(?<microbatch>\\d+)'; may be given "
            "again")
        ->type_name("REGEX")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(group);
    command
        .add_option("--rank", options.ranks, "The rank of a file that does not tell it; may be given again")
        ->type_name("FILE=N")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(group);
    command
        .add_flag("--keep-damaged", options.keepDamaged,
                  "Of a damaged file keep what stands before the damage")
        ->group(group);
    command
        .add_option("--max-size", options.maxSize, "Most bytes that a file may inflate to (default 16 GiB)")
        ->type_name("BYTES")
        ->transform(wholeNumber("--max-size 34359738368"))
        ->group(group);
}

Result<MeasuredRun> loadRun(const TraceOptions& options, const Environment& environment,
                            const CancelToken& cancel)
{
    if (options.step && *options.step < 0)
        return invalidInput(fmt::format("--step is {}, but steps count from 0", *options.step));
    if (options.maxSize && *options.maxSize < 1)
        return invalidInput(fmt::format("--max-size is {}, but must be at least 1", *options.maxSize));
    AssembleOptions assembling;
    Result<std::vector<NamePattern>> patterns = patternsOf(options);
    if (!patterns)
        return tl::unexpected(patterns.error());
    Result<std::map<std::string, std::uint32_t>> ranks = ranksOf(options);
    if (!ranks)
        return tl::unexpected(ranks.error());
    const Result<std::vector<TraceFile>> files = readFiles(options, environment, cancel);
    if (!files)
        return tl::unexpected(files.error());
    assembling.patterns = std::move(*patterns);
    assembling.rankOfFile = std::move(*ranks);
    if (options.step)
        assembling.step = static_cast<std::uint64_t>(*options.step);
    assembling.cancel = cancel;
    Result<MeasuredRun> run = assembleRun(*files, assembling);
    if (run)
        for (const std::string& warning : run->warnings)
            printWarning(environment, Error{ErrorKind::InvalidInput, warning, std::nullopt});
    return run;
}

} // namespace bubblescope::cli
