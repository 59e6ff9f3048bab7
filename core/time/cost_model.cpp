// SPDX-License-Identifier: Apache-2.0
#include "core/base/quantity.h"
#include "core/time/cost_fields.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// A half of the backward that is not given: what the other one leaves of it, or one of two equal ones.
double halfOfBackward(const std::optional<StageValues>& backward, const std::optional<StageValues>& other,
                      StageId stage)
{
    if (!backward)
        return 1.0;
    return other ? std::max(0.0, backward->at(stage) - other->at(stage)) : backward->at(stage) / 2;
}

} // namespace

std::string memorySizeText(double size, MemoryUnit unit)
{
    return unit == MemoryUnit::Bytes ? byteText(size) : numberText(size);
}

std::string_view profileName(TimingProfile profile) noexcept
{
    return cost_words::kProfiles[static_cast<std::size_t>(profile)];
}

Result<TimingProfile> profileFromName(std::string_view name)
{
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr auto& names = cost_words::kProfiles;
    const auto found = std::find(names.begin(), names.end(), lower);
    if (found != names.end())
        return static_cast<TimingProfile>(found - names.begin());
    return invalidInput(
        {"costs.unknown-profile", "unknown profile '{name}'; the profiles are {first}, {second} and {third}"},
        name, names[0], names[1], names[2]);
}

double CostModel::durationOf(ActionKind kind, StageId stage) const
{
    if (isPart(kind)) {
        const std::optional<StageValues>& given = parts.of(kind);
        return given ? given->at(stage) : equalShareOf(kind) * durationOf(wholeOf(kind), stage);
    }
    switch (kind) {
    case ActionKind::Forward:
        return forward ? forward->at(stage) : 1.0;
    case ActionKind::BackwardInput:
        return backwardInput ? backwardInput->at(stage) : halfOfBackward(backward, backwardWeight, stage);
    case ActionKind::BackwardWeight:
        return backwardWeight ? backwardWeight->at(stage) : halfOfBackward(backward, backwardInput, stage);
    case ActionKind::Backward:
        return backward ? backward->at(stage)
                        : durationOf(ActionKind::BackwardInput, stage) +
                              durationOf(ActionKind::BackwardWeight, stage);
    case ActionKind::Recompute:
        return recompute ? recompute->at(stage) : durationOf(ActionKind::Forward, stage);
    case ActionKind::Offload:
    case ActionKind::Reload:
        return offload.at(stage);
    case ActionKind::VocabularyForward:
        return vocabularyForward.at(stage);
    case ActionKind::VocabularyBackward:
        return vocabularyBackward.at(stage);
    case ActionKind::Unshard:
        return unshard.at(stage);
    case ActionKind::Reshard:
        return reshard.at(stage);
    case ActionKind::ReduceGrad:
        return reduceGrad.at(stage);
    default:
        return 0;
    }
}

bool CostModel::hasEqualTimes() const
{
    if (blocks || jitter.sigma > 0 || !microbatches.areAlike())
        return false;
    std::size_t stages = 0;
    visitComputeTimes(*this, [&](const CostField&, const std::optional<StageValues>& times) {
        if (times && !times->isUniform())
            stages = stages == 0 ? times->values.size() : std::min(stages, times->values.size());
    });
    const double expected = durationOf(ActionKind::Forward, StageId{0});
    for (std::uint32_t stage = 0; stage < std::max<std::size_t>(stages, 1); ++stage)
        for (const ActionKind kind :
             {ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight})
            if (durationOf(kind, StageId{stage}) != expected)
                return false;
    return std::all_of(rankFactor.begin(), rankFactor.end(),
                       [](const auto& factor) { return factor.second == 1.0; });
}

double CostModel::besideStages(RankId rank) const
{
    return (communicatorBuffers ? communicatorBuffers->at(rank) : 0) + (workspace ? workspace->at(rank) : 0);
}

} // namespace bubblescope
