// SPDX-License-Identifier: Apache-2.0
#include "core/time/cost_model.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr std::array<std::pair<TimingProfile, std::string_view>, 3> kProfiles{{
    {TimingProfile::Strict, "strict"},
    {TimingProfile::PpScheduleVisualization, "pp-schedule-visualization"},
    {TimingProfile::PpScheduleVisualizationSync, "pp-schedule-visualization-sync"},
}};

double halfOfBackward(const std::optional<StageValues>& backward, StageId stage)
{
    return backward ? backward->at(stage) / 2 : 1.0;
}

Result<void> checkNumber(std::string_view name, double value)
{
    if (!std::isfinite(value) || value < 0)
        return invalidInput(
            fmt::format("{} is {:g}, but must be a finite number of at least 0", name, value));
    return {};
}

Result<void> checkValues(std::string_view name, const StageValues& values, std::uint32_t stageCount)
{
    if (values.values.empty())
        return invalidInput(fmt::format("{} has no value", name));
    if (!values.isUniform() && values.values.size() != stageCount)
        return invalidInput(
            fmt::format("{} has {} values, but the schedule has {} stages: give one value for all "
                        "or one for each stage",
                        name, values.values.size(), stageCount));
    for (std::size_t s = 0; s < values.values.size(); ++s) {
        const std::string place =
            values.isUniform() ? std::string(name) : fmt::format("{} of stage {}", name, s);
        if (auto ok = checkNumber(place, values.values[s]); !ok)
            return ok;
    }
    return {};
}

Result<void> checkOptional(std::string_view name, const std::optional<StageValues>& values,
                           std::uint32_t stageCount)
{
    return values ? checkValues(name, *values, stageCount) : Result<void>{};
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
    return invalidInput(fmt::format("unknown profile '{}': use {}, {} or {}", name, kProfiles[0].second,
                                    kProfiles[1].second, kProfiles[2].second));
}

double CostModel::durationOf(ActionKind kind, StageId stage) const
{
    switch (kind) {
    case ActionKind::Forward:
        return forward ? forward->at(stage) : 1.0;
    case ActionKind::BackwardInput:
        return backwardInput ? backwardInput->at(stage) : halfOfBackward(backward, stage);
    case ActionKind::BackwardWeight:
        return backwardWeight ? backwardWeight->at(stage) : halfOfBackward(backward, stage);
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
    if (blocks)
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

Result<void> CostModel::check(std::uint32_t stageCount) const
{
    for (const auto& [name, values] :
         {std::pair{"forward", &forward}, std::pair{"backward_input", &backwardInput},
          std::pair{"backward_weight", &backwardWeight}, std::pair{"backward", &backward}})
        if (auto ok = checkOptional(name, *values, stageCount); !ok)
            return ok;
    for (const auto& [name, values] :
         {std::pair{"unshard", &unshard}, std::pair{"reshard", &reshard},
          std::pair{"reduce_grad", &reduceGrad}, std::pair{"activation", &activation}})
        if (auto ok = checkValues(name, *values, stageCount); !ok)
            return ok;
    for (const auto& [pair, rule] : overlap.times) {
        const std::string name = fmt::format("overlap {}+{}", kindText(pair.first), kindText(pair.second));
        if (auto ok = checkValues(name, rule.time, stageCount); !ok)
            return ok;
    }
    for (const auto& [name, value] :
         {std::pair{"p2p latency", transfer.latency}, std::pair{"p2p bytes", transfer.bytes},
          std::pair{"p2p bandwidth", transfer.bandwidth},
          std::pair{"activation_kept_until_weight", activationKeptUntilWeight}})
        if (auto ok = checkNumber(name, value); !ok)
            return ok;
    for (const auto& [rank, factor] : rankFactor)
        if (auto ok = checkNumber(fmt::format("rank_factor of rank {}", rank), factor); !ok)
            return ok;
    return {};
}

} // namespace bubblescope
