// SPDX-License-Identifier: Apache-2.0
#include "core/time/cost_fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace bubblescope {

namespace {

constexpr auto kFields =
    std::apply([](const auto&... field) { return std::array<const CostField*, kCostFieldCount>{&field...}; },
               kCostFields);

} // namespace

std::span<const CostField* const, kCostFieldCount> costFields()
{
    return kFields;
}

std::vector<const CostField*> costFieldsBy(int (*placeOf)(const CostField&))
{
    std::vector<const CostField*> fields;
    std::copy_if(kFields.begin(), kFields.end(), std::back_inserter(fields),
                 [placeOf](const CostField* field) { return placeOf(*field) > 0; });
    std::stable_sort(fields.begin(), fields.end(),
                     [placeOf](const auto* a, const auto* b) { return placeOf(*a) < placeOf(*b); });
    return fields;
}

std::string overlapName(std::pair<ActionKind, ActionKind> pair)
{
    return fmt::format("overlap {}+{}", kindText(pair.first), kindText(pair.second));
}

bool givesOf(const BlockCosts& blocks, std::optional<double> BlockCost::*value)
{
    return std::any_of(kCostBlocks.begin(), kCostBlocks.end(),
                       [&](const auto& block) { return (blocks.*block.second.*value).has_value(); });
}

std::string_view policyName(CommunicatorPolicy policy) noexcept
{
    return cost_words::kCommunicatorPolicies[static_cast<std::size_t>(policy)];
}

} // namespace bubblescope
