// SPDX-License-Identifier: Apache-2.0
#include "core/time/cost_model.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr std::array<std::pair<TimingProfile, std::string_view>, 3> kProfiles{{
    {TimingProfile::Strict, "strict"},
    {TimingProfile::PpScheduleVisualization, "pp-schedule-visualization"},
    {TimingProfile::PpScheduleVisualizationSync, "pp-schedule-visualization-sync"},
}};

/// A half of the backward that is not given: what the other one leaves of it, or one of two equal ones.
double halfOfBackward(const std::optional<StageValues>& backward, const std::optional<StageValues>& other,
                      StageId stage)
{
    if (!backward)
        return 1.0;
    return other ? std::max(0.0, backward->at(stage) - other->at(stage)) : backward->at(stage) / 2;
}

} // namespace

std::string_view profileName(TimingProfile profile) noexcept
{
    return kProfiles[static_cast<std::size_t>(profile)].second;
}

Result<TimingProfile> profileFromName(std::string_view name)
{
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const auto& [profile, text] : kProfiles)
        if (lower == text)
            return profile;
    return invalidInput(
        {"time.unknown-profile-use", "unknown profile '{name}': use {first}, {second} or {third}"}, name,
        kProfiles[0].second, kProfiles[1].second, kProfiles[2].second);
}

double CostModel::durationOf(ActionKind kind, StageId stage) const
{
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
    if (blocks || jitter.sigma > 0)
        return false;
    std::size_t stages = 0;
    for (const auto* values : {&forward, &backwardInput, &backwardWeight, &backward})
        if (*values && !(*values)->isUniform())
            stages = stages == 0 ? (*values)->values.size() : std::min(stages, (*values)->values.size());
    const double expected = durationOf(ActionKind::Forward, StageId{0});
    for (std::uint32_t stage = 0; stage < std::max<std::size_t>(stages, 1); ++stage)
        for (const ActionKind kind :
             {ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight})
            if (durationOf(kind, StageId{stage}) != expected)
                return false;
    return std::all_of(rankFactor.begin(), rankFactor.end(),
                       [](const auto& factor) { return factor.second == 1.0; });
}

} // namespace bubblescope
