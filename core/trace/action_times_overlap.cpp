// SPDX-License-Identifier: Apache-2.0
#include "core/trace/assembly.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace bubblescope {

namespace {

using Medians = std::map<std::pair<std::uint32_t, ActionKind>, double>;

Medians mediansOutsideBlocks(const std::vector<PlannedRank>& ranks, const std::vector<RankTimes>& times)
{
    std::map<std::pair<std::uint32_t, ActionKind>, std::vector<Nanoseconds>> lengths;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        for (std::size_t i = 0; i < ranks[rank].actions.size(); ++i) {
            const Action& action = ranks[rank].actions[i].action;
            const ActionTime& time = times[rank].times[i];
            if (isCompute(action.kind()) && time.source != TimeSource::Estimated)
                lengths[{action.stage().value, action.kind()}].push_back(time.end - time.start);
        }
    }
    Medians medians;
    for (auto& [key, values] : lengths) {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        medians[key] = static_cast<double>(*middle);
    }
    return medians;
}

/// B is I and W together where it never runs alone.
std::optional<double> medianOf(const Medians& medians, const Action& action)
{
    const auto find = [&](ActionKind kind) -> std::optional<double> {
        const auto at = medians.find({action.stage().value, kind});
        return at == medians.end() ? std::nullopt : std::optional(at->second);
    };
    if (const auto own = find(action.kind()))
        return own;
    if (action.kind() != ActionKind::Backward)
        return std::nullopt;
    const auto input = find(ActionKind::BackwardInput);
    const auto weight = find(ActionKind::BackwardWeight);
    if (!input || !weight)
        return std::nullopt;
    return *input + *weight;
}

/// Relative lengths of the parts of a block; without medians a backward is twice a forward.
std::vector<double> weightsOf(const Medians& medians, const PlannedRank& rank, std::size_t begin,
                              std::size_t end, bool& isGuess)
{
    std::vector<double> weights;
    for (std::size_t i = begin; i < end; ++i) {
        const auto median = medianOf(medians, rank.actions[i].action);
        if (!median)
            break;
        weights.push_back(*median);
    }
    double sum = 0;
    for (const double weight : weights)
        sum += weight;
    if (weights.size() == end - begin && sum > 0)
        return weights;
    isGuess = true;
    weights.clear();
    for (std::size_t i = begin; i < end; ++i)
        weights.push_back(rank.actions[i].action.kind() == ActionKind::Backward ? 2 : 1);
    return weights;
}

void divide(std::vector<ActionTime>& times, std::size_t begin, const std::vector<double>& weights)
{
    double sum = 0;
    for (const double weight : weights)
        sum += weight;
    const ActionTime block = times[begin];
    const auto length = static_cast<double>(block.end - block.start);
    double before = 0;
    Nanoseconds at = block.start;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        before += weights[i];
        const Nanoseconds end = i + 1 == weights.size()
                                    ? block.end
                                    : block.start + static_cast<Nanoseconds>(length * (before / sum));
        ActionTime& time = times[begin + i];
        time.start = at;
        time.end = end;
        time.wait = i == 0 ? block.wait : 0;
        time.busy = static_cast<Nanoseconds>(static_cast<double>(block.busy) * (weights[i] / sum));
        at = end;
    }
}

} // namespace

void splitOverlaps(Assembly& a)
{
    const Medians medians = mediansOutsideBlocks(a.ranks, a.times);
    std::size_t divided = 0;
    std::size_t guessed = 0;
    for (std::size_t rank = 0; rank < a.ranks.size(); ++rank) {
        const auto& actions = a.ranks[rank].actions;
        forEachLabel(actions, [&](std::size_t begin, std::size_t end) {
            const bool isBlock = actions[begin].action.isOverlapped() && end - begin > 1;
            if (!isBlock || a.times[rank].times[begin].source != TimeSource::Estimated)
                return;
            bool isGuess = false;
            divide(a.times[rank].times, begin, weightsOf(medians, a.ranks[rank], begin, end, isGuess));
            ++divided;
            guessed += isGuess ? 1 : 0;
        });
    }
    if (divided > 0)
        a.warn("{} overlapped blocks do not give the times of their parts: they are split in the ratio of "
               "the medians outside blocks",
               divided);
    if (guessed > 0)
        a.warn("{} of them have no such median: a backward is assumed to take twice as long as a forward",
               guessed);
}

} // namespace bubblescope
