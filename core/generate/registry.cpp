// SPDX-License-Identifier: Apache-2.0
#include "core/generate/registry.h"

#include "core/generate/families.h"
#include "core/generate/parameters.h"
#include "core/generate/text_match.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// Declares what follows from the variants: where stages may live and which variants there are.
ScheduleDefinition completed(ScheduleDefinition definition)
{
    ScheduleInfo& info = definition.info;
    std::vector<std::string> names;
    for (const Variant& variant : definition.variants) {
        names.push_back(variant.name);
        info.variants.push_back({variant.name, variant.help, variant.placements,
                                 variant.defaultStagesPerRank.value_or(
                                     std::stoll(findParameter(info, kStagesPerRankKey)->defaultValue))});
        for (const std::string& key : variant.options)
            if (const auto option = std::find_if(info.parameters.begin(), info.parameters.end(),
                                                 [&](const ParameterSpec& spec) { return spec.key == key; });
                option != info.parameters.end())
                option->variants.push_back(variant.name);
        for (const PlacementKind placement : variant.placements)
            if (std::find(info.placements.begin(), info.placements.end(), placement) == info.placements.end())
                info.placements.push_back(placement);
    }
    const auto firstOption = std::find_if(info.parameters.begin(), info.parameters.end(),
                                          [](const ParameterSpec& spec) { return spec.isOption; });
    const auto placement = info.parameters.insert(firstOption, placementParameter(info.placements));
    info.parameters.insert(placement + 1, variantParameter(names));
    return definition;
}

std::vector<ScheduleDefinition> allDefinitions()
{
    std::vector<ScheduleDefinition> all;
    // clang-format off
    for (const auto& family : {
             gpipeDefinition,
             oneForwardOneBackwardDefinition,
             eagerOneForwardOneBackwardDefinition,
             overlappedOneForwardOneBackwardDefinition,
             sequenceSplitDefinition,
             interleavedDefinition,
             overlappedInterleavedDefinition,
             megatronInterleavedDefinition,
             groupInterleavedDefinition,
             loopedBreadthFirstDefinition,
             hanayoDefinition,
             interleavedZeroBubbleDefinition,
             zbH1Definition,
             zeroBubbleH2Definition,
             zbAutoDefinition,
             zbvDefinition,
             zbvHandcraftedDefinition,
             zbvAutoDefinition,
             vMinDefinition,
             vHalfDefinition,
             vAdaptiveDefinition,
             vOneForwardOneBackwardDefinition,
             dualPipeDefinition,
             dualPipeVDefinition,
             chimeraDefinition,
         })
        // clang-format on
        all.push_back(completed(family()));
    return all;
}

bool isNamed(const ScheduleInfo& info, std::string_view name)
{
    return equalInAnyCase(info.name, name) ||
           std::any_of(info.aliases.begin(), info.aliases.end(),
                       [&](const std::string& alias) { return equalInAnyCase(alias, name); });
}

} // namespace

std::span<const ScheduleDefinition> scheduleDefinitions()
{
    static const std::vector<ScheduleDefinition> definitions = allDefinitions();
    return definitions;
}

const ScheduleDefinition* findDefinition(std::string_view nameOrAlias)
{
    for (const ScheduleDefinition& definition : scheduleDefinitions())
        if (isNamed(definition.info, nameOrAlias))
            return &definition;
    return nullptr;
}

const ParameterSpec* findParameter(const ScheduleInfo& info, std::string_view key)
{
    for (const ParameterSpec& spec : info.parameters)
        if (spec.key == key)
            return &spec;
    return nullptr;
}

const Variant* findVariant(const ScheduleDefinition& definition, std::string_view name)
{
    for (const Variant& variant : definition.variants)
        if (equalInAnyCase(variant.name, name))
            return &variant;
    return nullptr;
}

} // namespace bubblescope
