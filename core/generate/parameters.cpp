// SPDX-License-Identifier: Apache-2.0
#include "core/generate/parameters.h"

#include "core/generate/text_match.h"

#include <fmt/format.h>
#include <utility>

namespace bubblescope {

namespace {

ParameterSpec stagesPerRank(std::string rule, std::int64_t minimum, std::int64_t maximum,
                            std::int64_t defaultValue)
{
    return {.key = kStagesPerRankKey,
            .title = "Stages per rank",
            .help = "How many pieces of the model each rank holds.",
            .rule = std::move(rule),
            .minimum = minimum,
            .maximum = maximum,
            .defaultValue = fmt::format("{}", defaultValue),
            .choices = {},
            .variants = {}};
}

} // namespace

ParameterSpec ranksParameter()
{
    return {.key = kRanksKey,
            .title = "Ranks",
            .help = "How many accelerators, or groups of accelerators, the pipeline runs on.",
            .rule = "at least 1",
            .maximum = kMostRanks,
            .defaultValue = "4",
            .choices = {},
            .variants = {}};
}

ParameterSpec microbatchesParameter(std::string rule)
{
    return {.key = kMicrobatchesKey,
            .title = "Microbatches",
            .help = "How many pieces the batch of one training step is split into.",
            .rule = std::move(rule),
            .maximum = kMostMicrobatches,
            .defaultValue = "8",
            .choices = {},
            .variants = {}};
}

ParameterSpec fixedStagesPerRank(std::int64_t number)
{
    return stagesPerRank(fmt::format("exactly {}", number), number, number, number);
}

ParameterSpec anyStagesPerRank()
{
    return stagesPerRank("at least 1", 1, kMostStagesPerRank, 2);
}

ParameterSpec placementParameter(std::span<const PlacementKind> placements)
{
    ParameterSpec spec;
    spec.key = kPlacementKey;
    spec.title = "Placement";
    spec.help = "Which rank holds which stage.";
    spec.type = ParameterType::Choice;
    for (const PlacementKind placement : placements)
        spec.choices.emplace_back(placementName(placement));
    spec.rule = joined(spec.choices);
    spec.defaultValue = spec.choices.front();
    return spec;
}

ParameterSpec variantParameter(std::span<const std::string> variants)
{
    ParameterSpec spec;
    spec.key = kVariantKey;
    spec.title = "Variant";
    spec.help = "The project whose order is used.";
    spec.type = ParameterType::Choice;
    spec.choices.assign(variants.begin(), variants.end());
    spec.rule = joined(spec.choices);
    spec.defaultValue = spec.choices.front();
    spec.isOption = true;
    return spec;
}

ParameterSpec switchParameter(std::string key, std::string title, std::string help, std::string rule)
{
    ParameterSpec spec;
    spec.key = std::move(key);
    spec.title = std::move(title);
    spec.help = std::move(help);
    spec.rule = std::move(rule);
    spec.type = ParameterType::Boolean;
    spec.minimum = 0;
    spec.defaultValue = "false";
    spec.isOption = true;
    return spec;
}

ParameterSpec integerParameter(std::string key, std::string title, std::string help, std::string rule,
                               std::int64_t minimum, std::int64_t maximum, std::string defaultValue)
{
    ParameterSpec spec;
    spec.key = std::move(key);
    spec.title = std::move(title);
    spec.help = std::move(help);
    spec.rule = std::move(rule);
    spec.minimum = minimum;
    spec.maximum = maximum;
    spec.isAutomatic = defaultValue == kAutomaticValue;
    spec.defaultValue = std::move(defaultValue);
    spec.isOption = true;
    return spec;
}

ParameterSpec realParameter(std::string key, std::string title, std::string help, std::string rule,
                            std::int64_t minimum)
{
    ParameterSpec spec = integerParameter(std::move(key), std::move(title), std::move(help), std::move(rule),
                                          minimum, kLargestReal, kAutomaticValue);
    spec.type = ParameterType::Real;
    return spec;
}

ParameterSpec decisionParameter(std::string key, std::string title, std::string help)
{
    ParameterSpec spec;
    spec.key = std::move(key);
    spec.title = std::move(title);
    spec.help = std::move(help);
    spec.type = ParameterType::Choice;
    spec.choices = {kAutomaticValue, "true", "false"};
    spec.rule = joined(spec.choices);
    spec.defaultValue = spec.choices.front();
    spec.isOption = true;
    return spec;
}

} // namespace bubblescope
