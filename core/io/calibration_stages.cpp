// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_list.h"
#include "core/base/try.h"
#include "core/io/calibration_parts.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::calibration {

namespace {

constexpr std::size_t kMostStagesNamed = 8;

/// The entries in the order of their stages; refused where one is missing, stands twice or cannot be.
Result<std::vector<Node>> stagesInOrder(const Node& list)
{
    TRY_VOID(refuseTwice(list, "stage"));
    const std::size_t count = list.value().size();
    std::vector<std::optional<Node>> found(count);
    std::optional<Node> beyond;
    for (std::size_t i = 0; i < count; ++i) {
        const Node stage = list.item(i).member("stage");
        const Result<double> number = stage.nonNegative();
        if (!number)
            return stage.expected({"json.whole-number-from-0", "a whole number >= 0"});
        if (*number < static_cast<double>(count))
            found[static_cast<std::size_t>(*number)] = list.item(i);
        else if (!beyond)
            beyond = stage;
    }
    std::vector<Node> stages;
    for (std::size_t s = 0; s < count; ++s) {
        if (!found[s])
            return beyond->wrong({"calibration.stage-missing-before", "stage {stage} is missing before it"},
                                 s);
        stages.push_back(*found[s]);
    }
    return stages;
}

std::string stageNames(const std::vector<std::size_t>& stages)
{
    return countedList("stage", stages, kMostStagesNamed);
}

StageValues listed(const std::vector<BlockCost>& times, ActionKind kind, double perAction)
{
    std::vector<double> values;
    values.reserve(times.size());
    for (const BlockCost& stage : times)
        values.push_back(timeOf(stage, kind) + perAction);
    return StageValues(std::move(values));
}

void warnOfMissing(const std::vector<BlockCost>& times, Notes& notes)
{
    for (const std::string_view kind : {"F", "I", "W", "B"}) {
        std::vector<std::size_t> stages;
        for (std::size_t s = 0; s < times.size(); ++s)
            if (const auto missing = missingKinds(times[s]);
                std::find(missing.begin(), missing.end(), kind) != missing.end())
                stages.push_back(s);
        if (!stages.empty())
            notes.warn(fmt::format("no time of {} of {}: taken as 0", kind, stageNames(stages)));
    }
}

/// One size of every stage, if any stage gives it.
void takeSize(const std::vector<BlockCost>& stages, const CostField& field, StageValues& target, Notes& notes)
{
    std::vector<double> values;
    std::vector<std::size_t> missing;
    for (const BlockCost& stage : stages) {
        if (!(stage.*field.inBlock))
            missing.push_back(values.size());
        values.push_back((stage.*field.inBlock).value_or(0));
    }
    if (missing.size() == stages.size())
        return;
    target = StageValues(std::move(values));
    if (!missing.empty())
        notes.warn(fmt::format("no {} of {}: taken as 0", sizeName(field), stageNames(missing)));
}

/// A stage that does not say it keeps everything.
StageValues keptShares(const std::vector<BlockCost>& stages)
{
    std::vector<double> shares;
    shares.reserve(stages.size());
    for (const BlockCost& stage : stages)
        shares.push_back(stage.activationKeptUntilWeight.value_or(1));
    const bool isOne = std::equal(shares.begin() + 1, shares.end(), shares.begin());
    return isOne ? StageValues(shares.front()) : StageValues(std::move(shares));
}

} // namespace

Result<void> composeStages(const Node& root, CostModel& costs, Notes& notes)
{
    TRY(const std::vector<Node> stages, stagesInOrder(root.member("stages")));
    TRY(const double perAction, overhead(root, "per_op_us"));
    std::vector<BlockCost> given;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        TRY(BlockCost stage, costOf(stages[s], fmt::format("stage {}", s), notes));
        given.push_back(stage);
    }
    warnOfMissing(given, notes);
    costs.hostOverhead = perAction;
    visitComputeTimes(costs, [&](const CostField& field, std::optional<StageValues>& times) {
        times = listed(given, kindAtBegin(field.blockKey), perAction);
    });
    visitStageSizes(
        costs, [&](const CostField& field, StageValues& sizes) { takeSize(given, field, sizes, notes); });
    costs.activationKeptUntilWeight = keptShares(given);
    return {};
}

} // namespace bubblescope::calibration
