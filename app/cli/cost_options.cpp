// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cost_options.h"

#include "app/cli/option_values.h"
#include "core/base/text_show.h"
#include "core/io/calibration.h"
#include "core/io/file.h"
#include "core/time/cost_fit.h"
#include "core/time/rank_share.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

Result<double> numberFrom(const std::string& option, std::string_view text,
                          std::string_view what = "time: write a number of 0 or more, e.g. 1.5")
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || value < 0)
        return invalidInput({"cli.no", "{option}: '{text}' is no {what}"}, option, printable(text), what);
    return value;
}

Result<StageValues> stageValuesFrom(const std::string& option, std::string_view text)
{
    std::vector<double> values;
    while (true) {
        const std::size_t comma = text.find(',');
        const Result<double> value = numberFrom(option, text.substr(0, comma));
        if (!value)
            return tl::unexpected(value.error());
        values.push_back(*value);
        if (comma == std::string_view::npos)
            return StageValues(std::move(values));
        text.remove_prefix(comma + 1);
    }
}

Result<void> applyTimes(const std::string& option, const std::string& text,
                        std::optional<StageValues>& target)
{
    if (text.empty())
        return {};
    const Result<StageValues> values = stageValuesFrom(option, text);
    if (!values)
        return tl::unexpected(values.error());
    target = *values;
    return {};
}

/// Times of stages do not go with a file that gives those of blocks.
Result<void> refuseBesideBlocks(const CostOptions& options, const CostModel& costs)
{
    if (!costs.blocks)
        return {};
    for (const auto& [option, given] :
         {std::pair{"--forward", &options.forward}, std::pair{"--backward", &options.backward},
          std::pair{"--backward-input", &options.backwardInput},
          std::pair{"--backward-weight", &options.backwardWeight}})
        if (!given->empty())
            return invalidInput(
                {"cli.stages-time-gives-times",
                 "{option} is a stage's time, but {words} gives the times of blocks, of which stages are "
                 "composed: leave out {option2}; --what-if changes such times, e.g. --what-if F=0.5"},
                option, options.costsFile.empty() ? "the document" : options.costsFile, option);
    return {};
}

/// A backward given on the command line replaces what a file said of its halves, and the other way round.
Result<void> applyBackward(const CostOptions& options, CostModel& costs)
{
    const bool halvesGiven = !options.backwardInput.empty() || !options.backwardWeight.empty();
    if (!options.backward.empty() && !halvesGiven) {
        costs.backwardInput.reset();
        costs.backwardWeight.reset();
    }
    if (halvesGiven && options.backward.empty())
        costs.backward.reset();
    return applyTimes("--backward", options.backward, costs.backward)
        .and_then([&] { return applyTimes("--backward-input", options.backwardInput, costs.backwardInput); })
        .and_then(
            [&] { return applyTimes("--backward-weight", options.backwardWeight, costs.backwardWeight); });
}

Result<void> applyOverlap(const CostOptions& options, CostModel& costs)
{
    if (options.overlap.empty())
        return {};
    costs.overlap = OverlapRule{};
    if (options.overlap == "sum")
        return {};
    if (options.overlap == "max") {
        costs.overlap.fallback = OverlapRule::Fallback::Max;
        return {};
    }
    const Result<StageValues> values = stageValuesFrom("--overlap (sum, max or a time)", options.overlap);
    if (!values)
        return tl::unexpected(values.error());
    for (const ActionKind kind :
         {ActionKind::Backward, ActionKind::BackwardInput, ActionKind::BackwardWeight}) {
        costs.overlap.times[{ActionKind::Forward, kind}] = OverlapTime(*values);
        costs.overlap.times[{kind, ActionKind::Forward}] = OverlapTime(*values);
    }
    return {};
}

Result<void> applyScalars(const CostOptions& options, CostModel& costs)
{
    if (!options.p2pLatency.empty()) {
        const Result<double> latency = numberFrom("--p2p-latency", options.p2pLatency);
        if (!latency)
            return tl::unexpected(latency.error());
        costs.transfer.latency = *latency;
        for (LinkCost& link : costs.transfer.links)
            link.latency.reset();
    }
    if (!options.activationKeptUntilWeight.empty()) {
        const Result<double> kept =
            numberFrom("--activation-kept-until-weight", options.activationKeptUntilWeight);
        if (!kept)
            return tl::unexpected(kept.error());
        costs.activationKeptUntilWeight = StageValues(*kept);
    }
    if (!options.memoryLimit.empty()) {
        const Result<double> limit =
            numberFrom("--memory-limit", options.memoryLimit, "size: write a number of 0 or more, e.g. 8");
        if (!limit)
            return tl::unexpected(limit.error());
        costs.memoryLimit = *limit;
    }
    if (!options.profile.empty()) {
        const Result<TimingProfile> profile = profileFromName(options.profile);
        if (!profile)
            return tl::unexpected(profile.error());
        costs.profile = *profile;
    }
    return {};
}

Result<GivenCosts> costsOfFile(const CostOptions& options)
{
    const Result<std::string> text = readFile(options.costsFile);
    if (!text)
        return tl::unexpected(text.error());
    return readCostsFile(*text, options.costsFile, CalibrationOptions{options.standInTransfers})
        .map([&](CostsFile read) {
            return GivenCosts{std::move(read.costs), options.costsFile, std::move(read.lists),
                              !read.isCalibration};
        });
}

/// What stands over a file's list has no place in the file.
void dropReplaced(const CostOptions& options, CostsLists& lists)
{
    std::erase_if(lists, [&](const CostsList& list) {
        return (list.name == "forward" && !options.forward.empty()) ||
               (list.name == "backward" && !options.backward.empty()) ||
               (list.name == "backward_input" && !options.backwardInput.empty()) ||
               (list.name == "backward_weight" && !options.backwardWeight.empty()) ||
               (list.name.starts_with("overlap ") && !options.overlap.empty());
    });
}

} // namespace

void addCostOptions(CLI::App& command, CostOptions& options)
{
    constexpr const char* kGroup = "Costs (X: a number, or one number per stage: 1,1,2,1)";
    const CLI::Validator given(
        [](const std::string& text) {
            return text.empty() ? std::string("a value is missing") : std::string();
        },
        "");
    const auto add = [&](const char* name, std::string& target, const char* help, const char* type) {
        return command.add_option(name, target, help)->type_name(type)->check(given)->group(kGroup);
    };
    CLI::Option* file =
        add("--costs", options.costsFile, "Cost model from a cost file or a calibration", "FILE");
    command
        .add_flag("--stand-in-transfers", options.standInTransfers,
                  "Take a calibration's transfers within one device for real ones")
        ->needs(file)
        ->group(kGroup);
    add("--profile", options.profile, "strict, pp-schedule-visualization, pp-schedule-visualization-sync",
        "NAME");
    add("--forward", options.forward, "Time of a forward (default 1)", "X");
    add("--backward", options.backward, "Time of a full backward (default 2)", "X");
    add("--backward-input", options.backwardInput, "Time of an input-gradient backward (default 1)", "X");
    add("--backward-weight", options.backwardWeight, "Time of a weight-gradient backward (default 1)", "X");
    add("--overlap", options.overlap, "Time of an overlapped block: sum, max, or X", "sum|max|X");
    add("--p2p-latency", options.p2pLatency, "Transfer time between ranks (default 0)", "X");
    add("--activation-kept-until-weight", options.activationKeptUntilWeight,
        "Share of an activation that only the weight gradient releases (default 1)", "X");
    add("--time-per", options.timePer, "Times and sizes are those of one stage, or of a rank's whole share",
        "stage|rank")
        ->check(oneOf({"stage", "rank"}));
    add("--memory-limit", options.memoryLimit, "Size that a rank may hold, as activations are sized", "X");
    command
        .add_option(
            "--what-if", options.whatIfs,
            "Multiply times, the order staying as it is; WHAT: F, I, W, B, stageN, rankN, transfers. May be "
            "given again")
        ->type_name("WHAT=FACTOR")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->check(given)
        ->group(kGroup);
}

Result<GivenCosts> costsFrom(const CostOptions& options, const GivenCosts& base, std::uint32_t stagesPerRank,
                             const Environment& environment, std::uint32_t unitsOfAMicrobatch)
{
    Result<GivenCosts> given = options.costsFile.empty() ? base : costsOfFile(options);
    if (!given)
        return given;
    for (const std::string& note : given->costs.notes)
        printWarning(environment, printable(note), given->file);
    CostModel& costs = given->costs;
    const CostModel asRead = costs;
    Result<void> applied =
        refuseBesideBlocks(options, costs)
            .and_then([&] { return applyTimes("--forward", options.forward, costs.forward); })
            .and_then([&] { return applyBackward(options, costs); })
            .and_then([&] { return applyOverlap(options, costs); })
            .and_then([&] { return applyScalars(options, costs); });
    if (!applied)
        return tl::unexpected(applied.error());
    const bool isOfStages = options.listsAreOfStages && misfitOf(costs, 0);
    if (options.timePer == "rank" && !isOfStages)
        costs = shareOfOneStage(std::move(costs), stagesPerRank, unitsOfAMicrobatch);
    markEdited(costs, asRead);
    dropReplaced(options, given->lists);
    return given;
}

} // namespace bubblescope::cli
