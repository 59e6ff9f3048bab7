// SPDX-License-Identifier: Apache-2.0
#include "core/base/thousands.h"
#include "core/base/try.h"
#include "core/generate/catalog.h"
#include "core/generate/examine.h"
#include "core/generate/parameters.h"
#include "core/lower/pass.h"
#include "core/lower/pass_costs.h"
#include "core/sweep/sweep.h"
#include "core/time/free_stages.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace bubblescope {

namespace {

constexpr const char* kLatencyList = "p2p-latency";
constexpr const char* kScheduleList = "schedules";

Result<void> checkWholeNumbers(const char* what, const std::vector<std::int64_t>& values, std::int64_t most,
                               bool mayBeEmpty = false)
{
    if (values.empty() && !mayBeEmpty)
        return invalidInput({"sweep.no-value-given", "{list}: a value is missing"}, what);
    std::set<std::int64_t> seen;
    for (const std::int64_t value : values) {
        if (value < 1 || value > most)
            return invalidInput(
                {"sweep.taken-no-schedule-give", "{list}: no schedule takes {value}: give 1 to {most}"}, what,
                value, most);
        if (!seen.insert(value).second)
            return invalidInput({"sweep.stands-twice", "{list}: {value} appears twice"}, what, value);
    }
    return {};
}

Result<void> checkLatencies(const std::vector<double>& values)
{
    std::set<double> seen;
    for (const double value : values) {
        if (!std::isfinite(value) || value < 0)
            return invalidInput(
                {"sweep.no-time", "{list}: {value} is not a time; expected a finite number of at least 0"},
                kLatencyList, value);
        if (!seen.insert(value).second)
            return invalidInput({"sweep.stands-twice", "{list}: {value} appears twice"}, kLatencyList, value);
    }
    return {};
}

/// Its name, and that it has the options and placements; whether it takes their values a row says, for that
/// hangs on the numbers.
Result<void> checkSchedule(const ScheduleRequest& request)
{
    for (const ParameterProblem& problem : checkRequest(request))
        if (problem.parameter == "schedule" || problem.parameter == kVariantKey ||
            problem.parameter == kPlacementKey || problem.message.is(kUnknownOption))
            return invalidInput({"sweep.schedule-problem", "{list}: {problem}"}, kScheduleList,
                                problem.said());
    return {};
}

Result<void> checkSchedules(const std::vector<ScheduleRequest>& schedules)
{
    if (schedules.empty())
        return invalidInput({"sweep.none-given", "{list}: expected at least one"}, kScheduleList);
    std::set<std::string> seen;
    for (const ScheduleRequest& request : schedules) {
        TRY_VOID(checkSchedule(request));
        if (const std::string text = sweepScheduleText(request); !seen.insert(text).second)
            return invalidInput({"sweep.stands-twice", "{list}: {value} appears twice"}, kScheduleList, text);
    }
    return {};
}

Result<void> checkTried(const std::vector<std::string>& passes)
{
    std::set<std::string> seen;
    for (const std::string& pass : passes) {
        TRY_VOID(returningPasses(pass, 1));
        if (!seen.insert(pass).second)
            return invalidInput({"sweep.stands-twice", "{list}: {value} appears twice"}, "try", pass);
    }
    return {};
}

/// An axis with no values of its own has one: the default.
std::uint64_t lengthOf(std::size_t values)
{
    return values == 0 ? 1 : values;
}

Result<void> checkCount(const SweepPlan& plan)
{
    std::uint64_t count = 1;
    for (const std::uint64_t length :
         {lengthOf(plan.schedules.size()), lengthOf(plan.ranks.size()), lengthOf(plan.microbatches.size()),
          lengthOf(plan.stagesPerRank.size()), lengthOf(plan.p2pLatencies.size()),
          std::uint64_t{plan.tried.size()} + 1}) {
        if (count > kMostConfigurations / length)
            return invalidInput(
                {"sweep.too-many",
                 "{list}: all combinations make more than {most} configurations: shorten the lists"},
                kScheduleList, withThousands(std::to_string(kMostConfigurations)));
        count *= length;
    }
    return {};
}

/// What a schedule has if nothing is given.
std::int64_t defaultStagesPerRank(const ScheduleRequest& request)
{
    const ScheduleInfo* info = findSchedule(request.schedule);
    if (info == nullptr || info->variants.empty())
        return 1;
    const auto variant = request.options.find(kVariantKey);
    for (const VariantInfo& known : info->variants)
        if (variant != request.options.end() && known.name == variant->second)
            return known.stagesPerRank;
    return info->variants.front().stagesPerRank;
}

} // namespace

std::string sweepScheduleText(const ScheduleRequest& request)
{
    const ScheduleInfo* info = findSchedule(request.schedule);
    std::string text = info != nullptr ? info->name : request.schedule;
    char separator = ':';
    const auto add = [&](std::string_view key, std::string_view value) {
        text += fmt::format("{}{}={}", separator, key, value);
        separator = ',';
    };
    if (request.placement)
        add(kPlacementKey, placementName(*request.placement));
    for (const auto& [key, value] : request.options)
        add(key, value);
    return text;
}

namespace {

std::string_view limitsName(const SweepPlan& plan)
{
    return plan.costs.memoryLimit ? "memory_limit" : "device_memory";
}

/// A list by rank is of one number of ranks.
Result<void> checkLimits(const SweepPlan& plan)
{
    const std::optional<RankValues>& limits = plan.costs.limitOfRanks();
    if (plan.memoryLimit || !limits || limits->isUniform())
        return {};
    if (plan.ranks.size() > 1)
        return invalidInput({"sweep.limits-of-ranks-swept",
                             "{list} has {values} values, one for each rank, but the sweep covers {count} "
                             "numbers of ranks: give one value for all, or sweep one number of ranks"},
                            limitsName(plan), limits->values.size(), plan.ranks.size());
    if (static_cast<std::size_t>(plan.ranks.front()) != limits->values.size())
        return invalidInput({"sweep.other-count-of-limits",
                             "{list} has {values} values, but the schedules have {ranks} ranks: give one "
                             "value for all or one for each rank"},
                            limitsName(plan), limits->values.size(), plan.ranks.front());
    return {};
}

} // namespace

Result<void> checkPlan(const SweepPlan& plan)
{
    if (plan.memoryLimit && !(std::isfinite(*plan.memoryLimit) && *plan.memoryLimit >= 0))
        return invalidInput(
            {"sweep.no-size", "{list}: {value} is not a size; expected a finite number of at least 0"},
            "memory-limit", *plan.memoryLimit);
    return checkSchedules(plan.schedules)
        .and_then([&] { return checkWholeNumbers("ranks", plan.ranks, kMostRanks); })
        .and_then([&] { return checkWholeNumbers("microbatches", plan.microbatches, kMostMicrobatches); })
        .and_then([&] {
            return checkWholeNumbers("stages-per-rank", plan.stagesPerRank, kMostStagesPerRank, true);
        })
        .and_then([&] { return checkLatencies(plan.p2pLatencies); })
        .and_then([&] { return checkTried(plan.tried); })
        .and_then([&] { return checkLimits(plan); })
        .and_then([&] { return checkCount(plan); });
}

std::uint64_t configurationCount(const SweepPlan& plan)
{
    return std::uint64_t{plan.schedules.size()} * plan.ranks.size() * plan.microbatches.size() *
           lengthOf(plan.stagesPerRank.size()) * lengthOf(plan.p2pLatencies.size()) * (plan.tried.size() + 1);
}

std::vector<Sentence> warningsOf(const SweepPlan& plan)
{
    CostModel costs = plan.costs;
    if (!plan.p2pLatencies.empty())
        costs.transfer.latency = *std::min_element(plan.p2pLatencies.begin(), plan.p2pLatencies.end());
    std::vector<Sentence> warnings;
    if (plan.stagesPerRank.size() > 1 && !plan.costsPerStage && stagesAreFree(costs))
        warnings.push_back(freeStagesWarning());
    // As the first configuration has them; lists of another one's stages say nothing of it.
    const std::uint32_t stages = stageCountOf(configurationAt(plan, 0).request);
    if (stages == 0 || !costs.check(stages))
        return warnings;
    std::vector<std::vector<std::string>> ways{plan.passes};
    for (const std::string& pass : plan.tried)
        ways.push_back({pass});
    for (const std::vector<std::string>& passes : ways)
        for (Sentence& doubt : doubtfulPasses(withPassCosts(costs, passes, stages), passes, stages))
            warnings.push_back(std::move(doubt));
    return warnings;
}

SweepConfiguration configurationAt(const SweepPlan& plan, std::uint64_t index)
{
    std::uint64_t rest = index;
    const auto next = [&](std::size_t values) {
        const std::uint64_t length = lengthOf(values);
        const std::uint64_t at = rest % length;
        rest /= length;
        return at;
    };
    // The last list varies fastest.
    const std::uint64_t pass = next(plan.tried.size() + 1);
    const std::uint64_t latency = next(plan.p2pLatencies.size());
    const std::uint64_t stages = next(plan.stagesPerRank.size());
    const std::uint64_t microbatches = next(plan.microbatches.size());
    const std::uint64_t ranks = next(plan.ranks.size());
    SweepConfiguration result;
    result.index = index;
    result.request = plan.schedules[rest];
    result.request.ranks = plan.ranks[ranks];
    result.request.microbatches = plan.microbatches[microbatches];
    result.request.stagesPerRank =
        plan.stagesPerRank.empty() ? defaultStagesPerRank(result.request) : plan.stagesPerRank[stages];
    result.p2pLatency = plan.p2pLatencies.empty() ? plan.costs.transfer.latency : plan.p2pLatencies[latency];
    if (pass > 0)
        result.pass = plan.tried[pass - 1];
    return result;
}

} // namespace bubblescope
