// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/calibration_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

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
            return stage.expected(Sentence({"json.whole-number-from-0", "a whole number >= 0"}));
        if (*number < static_cast<double>(count))
            found[static_cast<std::size_t>(*number)] = list.item(i);
        else if (!beyond)
            beyond = stage;
    }
    std::vector<Node> stages;
    for (std::size_t s = 0; s < count; ++s) {
        if (!found[s])
            return beyond->wrong(
                Sentence({"calibration.stage-missing-before", "stage {stage} is missing before it"}, s));
        stages.push_back(*found[s]);
    }
    return stages;
}

std::string stageNames(const std::vector<std::size_t>& stages)
{
    const auto end = stages.begin() + static_cast<std::ptrdiff_t>(std::min(stages.size(), kMostStagesNamed));
    return fmt::format("stage{} {}{}", stages.size() == 1 ? "" : "s", fmt::join(stages.begin(), end, ", "),
                       stages.size() > kMostStagesNamed ? ", …" : "");
}

StageValues listed(const std::vector<KindTimes>& times, ActionKind kind, double perAction)
{
    std::vector<double> values;
    for (const KindTimes& stage : times)
        values.push_back(stage.timeOf(kind) + perAction);
    return StageValues(std::move(values));
}

void warnOfMissing(const std::vector<KindTimes>& times, Notes& notes)
{
    for (const std::string_view kind : {"F", "I", "W", "B"}) {
        std::vector<std::size_t> stages;
        for (std::size_t s = 0; s < times.size(); ++s)
            if (const auto missing = times[s].missing();
                std::find(missing.begin(), missing.end(), kind) != missing.end())
                stages.push_back(s);
        if (!stages.empty())
            notes.warn(fmt::format("no time of {} of {}: taken as 0", kind, stageNames(stages)));
    }
}

/// One size of every stage, if any stage gives it.
void takeSizes(const std::vector<Sizes>& sizes, std::optional<double> Sizes::*size, const char* name,
               StageValues& target, Notes& notes)
{
    std::vector<double> values;
    std::vector<std::size_t> missing;
    for (std::size_t s = 0; s < sizes.size(); ++s) {
        values.push_back((sizes[s].*size).value_or(0));
        if (!(sizes[s].*size))
            missing.push_back(s);
    }
    if (missing.size() == sizes.size())
        return;
    target = StageValues(std::move(values));
    if (!missing.empty())
        notes.warn(fmt::format("no {} of {}: taken as 0", name, stageNames(missing)));
}

/// A stage that does not say it keeps everything.
void takeKeptShares(const std::vector<Sizes>& sizes, CostModel& costs)
{
    std::vector<double> shares(sizes.size(), 1.0);
    for (std::size_t s = 0; s < sizes.size(); ++s)
        if (sizes[s].keptUntilWeight && sizes[s].activation.value_or(0) > 0)
            shares[s] = *sizes[s].keptUntilWeight / *sizes[s].activation;
    const bool isOne = std::equal(shares.begin() + 1, shares.end(), shares.begin());
    costs.activationKeptUntilWeight = isOne ? StageValues(shares.front()) : StageValues(std::move(shares));
}

} // namespace

Result<void> composeStages(const Node& root, CostModel& costs, Notes& notes)
{
    TRY(const std::vector<Node> stages, stagesInOrder(root.member("stages")));
    TRY(const double perAction, overhead(root, "per_op_us"));
    std::vector<KindTimes> times;
    std::vector<Sizes> sizes;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        times.push_back(kindTimes(stages[s], fmt::format("stage {}", s), notes));
        if (Result<void> ok = refuseWithoutWeight(stages[s], times.back()); !ok)
            return ok;
        TRY(Sizes given, sizesOf(stages[s]));
        sizes.push_back(given);
    }
    warnOfMissing(times, notes);
    costs.hostOverhead = perAction;
    costs.forward = listed(times, ActionKind::Forward, perAction);
    costs.backwardInput = listed(times, ActionKind::BackwardInput, perAction);
    costs.backwardWeight = listed(times, ActionKind::BackwardWeight, perAction);
    costs.backward = listed(times, ActionKind::Backward, perAction);
    takeSizes(sizes, &Sizes::activation, "activation", costs.activation, notes);
    takeSizes(sizes, &Sizes::parameters, "weights", costs.parameters, notes);
    takeSizes(sizes, &Sizes::gradients, "gradients", costs.gradients, notes);
    takeSizes(sizes, &Sizes::optimizer, "optimizer", costs.optimizer, notes);
    takeKeptShares(sizes, costs);
    return {};
}

} // namespace bubblescope::calibration
