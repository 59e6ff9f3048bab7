// SPDX-License-Identifier: Apache-2.0
#include "core/fit/durations.h"
#include "core/fit/fit_costs.h"
#include "core/fit/policy_errors.h"
#include "core/io/costs_json.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bubblescope {

namespace {

using namespace fit;
using Json = nlohmann::ordered_json;

constexpr std::array<ActionKind, 4> kKinds{ActionKind::Forward, ActionKind::BackwardInput,
                                           ActionKind::BackwardWeight, ActionKind::Backward};
constexpr std::size_t kFewSamples = 3;

Json estimated(Time median)
{
    return {{"median", median}, {"flags", {"estimated"}}};
}

Json statOf(const DurationStatistics& one)
{
    Json stat{{"median", one.median},
              {"mad", one.deviation},
              {"min", one.least},
              {"max", one.most},
              {"n", one.count}};
    if (one.count < kFewSamples)
        stat["flags"] = {"few_samples"};
    return stat;
}

/// Measured kinds, and of the others what a reader would not work out to the same time from them.
Json opsOf(std::uint32_t stage, const std::vector<const DurationStatistics*>& durations,
           const StageTimes& times, bool areHalves)
{
    Json ops = Json::object();
    for (const DurationStatistics* one : durations)
        ops[std::string(kindText(one->kind))] = statOf(*one);
    const auto has = [&](ActionKind kind) { return ops.contains(std::string(kindText(kind))); };
    const bool hasHalves = has(ActionKind::BackwardInput) && has(ActionKind::BackwardWeight);
    const bool hasHalf = has(ActionKind::BackwardInput) || has(ActionKind::BackwardWeight);
    // A reader halves a B that is alone, which stage 0 does not.
    const bool isWholeAlone = has(ActionKind::Backward) && !hasHalf && stage != 0 && areHalves;
    for (const ActionKind kind : kKinds) {
        const bool isDerived = isForward(kind) ? false : hasHalves || isWholeAlone;
        if (!has(kind) && !isDerived)
            ops[std::string(kindText(kind))] = estimated(times.of(kind, stage));
    }
    return ops;
}

Json stagesOf(const FittedCosts& fitted, std::uint32_t stageCount)
{
    const StageTimes times(fitted.alone, stageCount, fitted.split);
    std::vector<std::vector<const DurationStatistics*>> byStage(stageCount);
    for (const DurationStatistics& one : fitted.alone)
        if (one.stage.value < stageCount && !one.isEstimated)
            byStage[one.stage.value].push_back(&one);
    Json stages = Json::array();
    for (std::uint32_t stage = 0; stage < stageCount; ++stage)
        stages.push_back(
            {{"stage", stage}, {"ops", opsOf(stage, byStage[stage], times, fitted.split.areHalves())}});
    return stages;
}

/// A block's share of what its parts take, at the size of the first stage's.
Json overlapOf(const CostModel& costs)
{
    Json list = Json::array();
    for (const auto& [kinds, rule] : costs.overlap.times) {
        const Time serial =
            costs.durationOf(kinds.first, StageId{}) + costs.durationOf(kinds.second, StageId{});
        const Time scale = serial > 0 ? serial : 1;
        list.push_back({{"pair", fmt::format("{}+{}", kindText(kinds.first), kindText(kinds.second))},
                        {"total", {{"median", rule.time.at(StageId{}) * scale}}},
                        {"serial", {{"median", scale}}}});
    }
    return list;
}

/// As in a cost file; null without them.
Json groupOf(const CostModel& costs, const char* group)
{
    CostModel alone;
    alone.communicators = costs.communicators;
    alone.step = costs.step;
    return Json::parse(writeCosts(alone)).value(group, Json());
}

/// Communicators tell the host's times by themselves.
Json overheadsOf(const FittedCosts& fitted)
{
    Json overheads = Json::object();
    if (fitted.hostOverhead && fitted.costs.communicators.policy == CommunicatorPolicy::None)
        overheads["per_op_us"] = *fitted.hostOverhead;
    if (fitted.hopLatency)
        overheads["per_edge_us"] = fitted.costs.transfer.latency;
    return overheads;
}

Json warningsOf(const FittedCosts& fitted, const MeasuredRun& run)
{
    Json warnings = Json::array();
    if (run.inferred)
        warnings.push_back(
            {{"code", "trace"},
             {"message", fmt::format("the actions are {}", nameFamilyText(NameFamily::Inferred))}});
    for (const Straggler& straggler : fitted.stragglers)
        warnings.push_back({{"code", "straggler"}, {"message", stragglerText(straggler)}});
    for (const std::string& warning : fitted.warnings)
        warnings.push_back({{"code", "trace"}, {"message", warning}});
    return warnings;
}

/// How far the run's order is from the run under each policy.
Json checksOf(const FittedCosts& fitted, const MeasuredRun& run)
{
    Json checks = Json::object();
    for (const PolicyError& one : policyErrors(run, fitted.costs))
        checks[fmt::format("error_{}", policyName(one.policy))] = one.error;
    return checks;
}

/// Values that are not of this run.
Json assumptionsOf(const FittedCosts& fitted)
{
    Json assumptions = Json::array();
    for (const FittedDefault& one : fitted.defaults)
        assumptions.push_back(fmt::format("{}: default, {}", one.key, one.why));
    if (fitted.costs.communicators.policy != CommunicatorPolicy::None)
        assumptions.push_back(profilerNote(fitted.costs.communicators.hostFactor));
    return assumptions;
}

} // namespace

std::string calibrationJson(const FittedCosts& fitted, const MeasuredRun& run, const std::string& createdUtc)
{
    Json root{{"schema", "pipeline-calibration/1"},
              {"provenance", "trace"},
              {"created_utc", createdUtc},
              {"producer", {{"name", "bubblescope"}, {"version", BUBBLESCOPE_VERSION}}},
              {"units", {{"time", "us"}}},
              {"model", Json::object()},
              {"device", {{"name", pipelineName(run.ranks.size())}, {"count", run.ranks.size()}}},
              {"method", Json::object()},
              {"blocks", Json::array()},
              {"transfers", Json::array()},
              {"stages", stagesOf(fitted, run.stageCount)},
              {"overheads", overheadsOf(fitted)}};
    if (!fitted.costs.overlap.times.empty())
        root["overlap"] = overlapOf(fitted.costs);
    for (const char* group : {"communicators", "step"})
        if (const Json values = groupOf(fitted.costs, group); !values.is_null())
            root[group] = values;
    root["checks"] = checksOf(fitted, run);
    root["warnings"] = warningsOf(fitted, run);
    root["assumptions"] = assumptionsOf(fitted);
    return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace bubblescope
