// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cost_options.h"

#include "app/cli/option_values.h"
#include "core/io/costs_json.h"
#include "core/io/file.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

Result<double> numberFrom(const std::string& option, std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || value < 0)
        return invalidInput(
            fmt::format("{}: '{}' is no time: write a number of 0 or more, e.g. 1.5", option, text));
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
    }
    if (!options.activationKeptUntilWeight.empty()) {
        const Result<double> kept =
            numberFrom("--activation-kept-until-weight", options.activationKeptUntilWeight);
        if (!kept)
            return tl::unexpected(kept.error());
        costs.activationKeptUntilWeight = *kept;
    }
    if (!options.profile.empty()) {
        const Result<TimingProfile> profile = profileFromName(options.profile);
        if (!profile)
            return tl::unexpected(profile.error());
        costs.profile = *profile;
    }
    return {};
}

void divideBy(std::optional<StageValues>& values, double standard, double divisor)
{
    if (!values)
        values = StageValues(standard);
    for (double& value : values->values)
        value /= divisor;
}

/// Times of a rank's whole share become times of one of its stages.
void timesPerStage(CostModel& costs, double stagesPerRank)
{
    const bool halves = costs.backwardInput || costs.backwardWeight;
    divideBy(costs.forward, 1, stagesPerRank);
    if (costs.backward || !halves)
        divideBy(costs.backward, 2, stagesPerRank);
    if (costs.backwardInput)
        divideBy(costs.backwardInput, 1, stagesPerRank);
    if (costs.backwardWeight)
        divideBy(costs.backwardWeight, 1, stagesPerRank);
    for (auto& [pair, rule] : costs.overlap.times)
        if (!rule.isShareOfSum)
            for (double& value : rule.time.values)
                value /= stagesPerRank;
}

} // namespace

void addCostOptions(CLI::App& command, CostOptions& options)
{
    const CLI::Validator given(
        [](const std::string& text) {
            return text.empty() ? std::string("a value is missing") : std::string();
        },
        "");
    const auto add = [&](const char* name, std::string& target, const char* help, const char* type) {
        return command.add_option(name, target, help)
            ->type_name(type)
            ->check(given)
            ->group("Costs (X: a number, or one number per stage: 1,1,2,1)");
    };
    add("--costs", options.costsFile, "Cost model from a file", "FILE");
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
    add("--time-per", options.timePer, "A time is that of one stage, or a rank's whole share", "stage|rank")
        ->check(oneOf({"stage", "rank"}));
}

Result<CostModel> costsFrom(const CostOptions& options, const CostModel& base, std::uint32_t stagesPerRank)
{
    CostModel costs = base;
    if (!options.costsFile.empty()) {
        const Result<std::string> text = readFile(options.costsFile);
        if (!text)
            return tl::unexpected(text.error());
        Result<CostModel> read = readCosts(*text, options.costsFile);
        if (!read)
            return read;
        costs = std::move(*read);
    }
    Result<void> applied = applyTimes("--forward", options.forward, costs.forward)
                               .and_then([&] { return applyBackward(options, costs); })
                               .and_then([&] { return applyOverlap(options, costs); })
                               .and_then([&] { return applyScalars(options, costs); });
    if (!applied)
        return tl::unexpected(applied.error());
    if (options.timePer == "rank" && stagesPerRank > 1)
        timesPerStage(costs, stagesPerRank);
    return costs;
}

} // namespace bubblescope::cli
