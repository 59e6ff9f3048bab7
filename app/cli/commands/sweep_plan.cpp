// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/sweep_plan.h"

#include "app/cli/option_values.h"
#include "app/cli/passes.h"
#include "app/cli/what_if_option.h"
#include "core/base/number_parse.h"
#include "core/base/text_show.h"
#include "core/base/try.h"
#include "core/generate/generate.h"
#include "core/sweep/value_list.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

constexpr const char* kListHelp = "4,8,16 or a range: 4..16, 4..64:4, 4..64x2";

template <typename T>
Result<void> readList(const std::string& option, const std::string& text, std::vector<T>& target,
                      Result<std::vector<T>> (*read)(std::string_view))
{
    Result<std::vector<T>> values = read(text);
    if (!values)
        return invalidInput({"cli.option-problem", "{option}: {problem}"}, option, values.error().message);
    target = std::move(*values);
    return {};
}

Result<void> readLists(const SweepPlanOptions& options, SweepPlan& plan)
{
    for (const auto& [option, text] :
         {std::pair{"--ranks", &options.ranks}, std::pair{"--microbatches", &options.microbatches}})
        if (text->empty())
            return invalidInput(
                {"cli.missing-which-values-swept",
                 "{option} is missing: give the values to sweep, e.g. {option2} 4,8,16 or {option3} 4..64x2"},
                option, option, option);
    return readList("--ranks", options.ranks, plan.ranks, wholeNumbersFrom)
        .and_then([&] {
            return readList("--microbatches", options.microbatches, plan.microbatches, wholeNumbersFrom);
        })
        .and_then([&]() -> Result<void> {
            if (options.stagesPerRank.empty())
                return {};
            return readList("--stages-per-rank", options.stagesPerRank, plan.stagesPerRank, wholeNumbersFrom);
        })
        .and_then([&]() -> Result<void> {
            if (options.costs.of("p2p latency").empty())
                return {};
            return readList("--p2p-latency", options.costs.of("p2p latency"), plan.p2pLatencies,
                            realNumbersFrom);
        });
}

Result<ScheduleRequest> baseRequest(const std::vector<std::string>& pairs)
{
    ScheduleRequest base;
    for (const std::string& pair : pairs) {
        const std::size_t equals = pair.find('=');
        if (equals == std::string::npos || equals == 0)
            return invalidInput({"cli.option-write-key-value",
                                 "--option {pair}: write KEY=VALUE, e.g. --option variant=torch"},
                                printable(pair));
        if (!base.options.emplace(pair.substr(0, equals), pair.substr(equals + 1)).second)
            return invalidInput({"cli.option-given-twice", "--option {pair}: {equals} is given twice"},
                                printable(pair), printable(pair.substr(0, equals)));
    }
    return base;
}

/// The numbers are the sweep's: in a name they would be those of one schedule alone.
Result<ScheduleRequest> scheduleFrom(const std::string& name, ScheduleRequest base)
{
    constexpr std::int64_t kNotGiven = -1;
    base.ranks = kNotGiven;
    base.microbatches = kNotGiven;
    Result<ScheduleRequest> request = requestFromText(name, base);
    if (!request)
        return request;
    for (const auto& [key, isGiven] : {std::pair{"ranks", request->ranks != kNotGiven},
                                       std::pair{"microbatches", request->microbatches != kNotGiven},
                                       std::pair{"stages-per-rank", request->stagesPerRank.has_value()}})
        if (isGiven)
            return invalidInput(
                {"cli.stands-sweep-given-all",
                 "{key} is given in {name}: in a sweep, give it for all schedules as --{key2}"},
                key, printable(name), key);
    ScheduleRequest result = std::move(*request);
    result.ranks = ScheduleRequest{}.ranks;
    result.microbatches = ScheduleRequest{}.microbatches;
    return result;
}

Result<void> readSchedules(const SweepPlanOptions& options, SweepPlan& plan)
{
    TRY(const ScheduleRequest base, baseRequest(options.options));
    if (options.names.empty())
        return invalidInput({"cli.name-missing-which-schedules",
                             "NAME is missing: give the schedules to sweep, e.g. sweep "
                             "1f1b zbv --ranks 4,8 --microbatches 8..64x2 -o sweep.csv"});
    for (const std::string& name : options.names) {
        TRY(ScheduleRequest request, scheduleFrom(name, base));
        plan.schedules.push_back(std::move(request));
    }
    return {};
}

Result<void> readCosts(const SweepPlanOptions& options, SweepPlan& plan, const Environment& environment)
{
    CostOptions costs = options.costs;
    costs.of("p2p latency").clear(); // a list, read already
    costs.timePer = "stage";         // each configuration divides its own
    TRY(GivenCosts given, costsFrom(costs, {}, 1, environment));
    plan.costs = std::move(given.costs);
    plan.costsPerStage = options.costs.timePer == "stage";
    return {};
}

std::int64_t largestOf(const std::vector<std::int64_t>& values, std::int64_t otherwise)
{
    return values.empty() ? otherwise : *std::max_element(values.begin(), values.end());
}

/// A stage or a rank need be in one configuration only.
Result<void> readWhatIf(const SweepPlanOptions& options, SweepPlan& plan)
{
    const std::int64_t ranks = largestOf(plan.ranks, 1);
    std::int64_t perRank = largestOf(plan.stagesPerRank, 1);
    for (std::uint64_t i = 0; plan.stagesPerRank.empty() && i < plan.schedules.size(); ++i) {
        const std::uint64_t each = configurationCount(plan) / plan.schedules.size();
        perRank = std::max(perRank, configurationAt(plan, i * each).request.stagesPerRank.value_or(1));
    }
    TRY(plan.whatIf, whatIfFrom(options.costs.whatIfs, static_cast<std::uint32_t>(ranks * perRank),
                                static_cast<std::uint32_t>(ranks)));
    return {};
}

/// What the core calls a list is its option.
Result<void> checkedAsOptions(const SweepPlan& plan)
{
    Result<void> sound = checkPlan(plan);
    if (sound)
        return sound;
    Error error = sound.error();
    const std::string list = error.message.argumentText("list");
    error.message.setArgument("list", {list == "schedules" ? "NAME" : "--" + list});
    return tl::unexpected(std::move(error));
}

} // namespace

void addSweepPlanOptions(CLI::App& command, SweepPlanOptions& options)
{
    command.add_option("NAME", options.names,
                       "Schedules, optionally with options of their own: NAME:key=value,...");
    const std::string group = "What is swept (every combination)";
    command.add_option("--ranks", options.ranks, std::string("Pipeline ranks: ") + kListHelp)
        ->type_name("LIST")
        ->group(group);
    command.add_option("--microbatches", options.microbatches, "Microbatches, likewise")
        ->type_name("LIST")
        ->group(group);
    command
        .add_option("--stages-per-rank", options.stagesPerRank,
                    "Stages on each rank, likewise (default: each schedule's own)")
        ->type_name("LIST")
        ->group(group);
    command.add_option("--option", options.options, "An option of all schedules; can be repeated")
        ->type_name("KEY=VALUE")
        ->take_all()
        ->group(group)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    addTriedPassOption(command, options.tried)->group(group);
    options.costs.timePer = "rank";
    addCostOptions(command, options.costs);
    addDeviceOption(command, options.costs);
    command.get_option("--p2p-latency")
        ->description("Transfer times between ranks: 0,0.1,0.25 (default: as in the costs)")
        ->type_name("LIST")
        ->group(group);
    command.get_option("--time-per")
        ->description("Whether a time or size is that of a rank's whole share (default) or of one stage");
}

Result<SweepPlan> sweepPlanFrom(const SweepPlanOptions& options, const Environment& environment)
{
    SweepPlan plan;
    plan.tried = options.tried;
    TRY_VOID(readSchedules(options, plan)
                 .and_then([&] { return readLists(options, plan); })
                 .and_then([&] { return readCosts(options, plan, environment); })
                 .and_then([&] { return checkedAsOptions(plan); })
                 .and_then([&] { return readWhatIf(options, plan); }));
    return plan;
}

Result<SweepShard> sweepShardFrom(const std::string& text)
{
    const std::size_t slash = text.find('/');
    const std::string_view all(text);
    const std::int64_t index = wholeNumberFrom(all.substr(0, slash)).value_or(0);
    const std::int64_t count =
        slash == std::string::npos ? 0 : wholeNumberFrom(all.substr(slash + 1)).value_or(0);
    if (index < 1 || index > count)
        return invalidInput({"cli.shard-no-part-write",
                             "--shard: {text} is not a part; expected I/N with I from 1 to N, e.g. 2/16"},
                            quotedText(text));
    return SweepShard{static_cast<std::uint64_t>(index), static_cast<std::uint64_t>(count)};
}

} // namespace bubblescope::cli
