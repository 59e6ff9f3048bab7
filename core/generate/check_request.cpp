// SPDX-License-Identifier: Apache-2.0
#include "core/generate/examine.h"

#include "core/generate/check_option.h"
#include "core/generate/nearest.h"
#include "core/generate/parameters.h"
#include "core/generate/registry.h"
#include "core/generate/text_match.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace bubblescope {

namespace {

std::vector<std::string> asTexts(const std::vector<std::int64_t>& values)
{
    std::vector<std::string> texts;
    texts.reserve(values.size());
    for (const std::int64_t value : values)
        texts.push_back(fmt::format("{}", value));
    return texts;
}

/// Checks one request field by field and collects what is wrong.
class Examination
{
public:
    Examination(const ScheduleRequest& request, const ScheduleDefinition& definition, Nearest nearest)
        : m_request(request)
        , m_namesNearest(nearest == Nearest::Named)
        , m_definition(definition)
        , m_info(definition.info)
    {
        m_result.definition = &definition;
        m_result.variant = &definition.variants.front();
    }

    [[nodiscard]] Examined run()
    {
        chooseVariant();
        checkOptions();
        choosePlacement();
        readNumbers();
        if (m_namesNearest)
            mendProposals();
        const bool inRange = m_outOfRange.empty();
        for (const auto& [key, message] : m_outOfRange)
            report(key, message);
        checkRules();
        if (inRange)
            checkSize();
        return std::move(m_result);
    }

private:
    std::int64_t given(std::string_view key) const
    {
        if (key == kRanksKey)
            return m_request.ranks;
        if (key == kMicrobatchesKey)
            return m_request.microbatches;
        return m_request.stagesPerRank.value_or(m_result.variant->defaultStagesPerRank.value_or(
            std::stoll(findParameter(m_info, kStagesPerRankKey)->defaultValue)));
    }

    /// The value as messages say it.
    std::string givenText(const std::string& key) const
    {
        const auto option = m_result.shape.options.find(key);
        return option != m_result.shape.options.end() ? option->second : fmt::format("{}", given(key));
    }

    void reportOption(const ParameterSpec& spec, Sentence message)
    {
        std::vector<std::string> nearest = nearestOptionValues(*m_result.variant, m_result.shape, spec);
        if (!nearest.empty())
            m_result.shape.options[spec.key] = nearest.front();
        m_result.problems.push_back({spec.key, std::move(message), std::move(nearest)});
    }

    void report(std::string_view key, Sentence message)
    {
        if (!m_namesNearest) {
            m_result.problems.push_back({std::string(key), std::move(message), {}});
            return;
        }
        const ParameterSpec& spec = *findParameter(m_info, key);
        if (spec.isOption) {
            reportOption(spec, std::move(message));
            return;
        }
        const std::vector<std::int64_t> nearest =
            nearestValues(*m_result.variant, m_result.shape, spec, given(key));
        m_result.problems.push_back({std::string(key), std::move(message), asTexts(nearest)});
        // The rest is looked at as if this were mended, so that one mistake is not reported twice.
        if (!nearest.empty())
            m_result.shape.*shapeNumber(key) = static_cast<std::uint32_t>(nearest.front());
    }

    void chooseVariant()
    {
        const auto option = m_request.options.find(kVariantKey);
        if (option == m_request.options.end())
            return;
        if (const Variant* variant = findVariant(m_definition, option->second)) {
            m_result.variant = variant;
            return;
        }
        const std::vector<std::string>& choices = findParameter(m_info, kVariantKey)->choices;
        m_result.problems.push_back(
            {kVariantKey,
             Sentence({"parameter.unknown-variant", "unknown variant '{found}': {schedule} has {known}"},
                      option->second, m_info.name, joined(choices)),
             choices});
    }

    void checkOptions()
    {
        takeDefaults();
        for (const auto& [key, value] : m_request.options) {
            if (key == kVariantKey)
                continue;
            const ParameterSpec* spec = findParameter(m_info, key);
            if (spec == nullptr || !spec->isOption)
                m_result.problems.push_back(unknownOption(m_info, key));
            else
                takeOption(*spec, value);
        }
    }

    void takeOption(const ParameterSpec& spec, const std::string& value)
    {
        CheckedOption checked = checkOption(m_info, *m_result.variant, spec, value);
        if (checked.problem) {
            if (spec.type == ParameterType::Integer || spec.type == ParameterType::Real)
                m_numberProblems.emplace_back(m_result.problems.size(), &spec);
            m_result.problems.push_back(std::move(*checked.problem));
        } else if (checked.value == kAutomaticValue)
            m_result.shape.options.erase(spec.key);
        else
            m_result.shape.options[spec.key] = checked.value;
    }

    /// Proposes for an option out of range what its rules take too; they are known once the numbers are read.
    void mendProposals()
    {
        for (const auto& [index, spec] : m_numberProblems) {
            std::vector<std::string>& nearest = m_result.problems[index].nearest;
            if (nearest.empty() || nearest.front() == kAutomaticValue)
                continue;
            m_result.shape.options[spec->key] = nearest.front();
            if (works(*m_result.variant, m_result.shape))
                continue;
            nearest = nearestOptionValues(*m_result.variant, m_result.shape, *spec);
            if (!nearest.empty())
                m_result.shape.options[spec->key] = nearest.front();
        }
    }

    /// What the variant's options are where they are not given.
    void takeDefaults()
    {
        for (const std::string& key : m_result.variant->options)
            if (const ParameterSpec* spec = findParameter(m_info, key);
                spec != nullptr && spec->defaultValue != kAutomaticValue)
                m_result.shape.options[key] = spec->defaultValue;
    }

    void choosePlacement()
    {
        const std::vector<PlacementKind>& placements = m_result.variant->placements;
        m_result.shape.placement = placements.front();
        if (!m_request.placement)
            return;
        if (std::find(placements.begin(), placements.end(), *m_request.placement) != placements.end()) {
            m_result.shape.placement = *m_request.placement;
            return;
        }
        std::vector<std::string> names;
        names.reserve(placements.size());
        for (const PlacementKind placement : placements)
            names.emplace_back(placementName(placement));
        m_result.problems.push_back(
            {kPlacementKey,
             Sentence({"parameter.needs", "{parameter} is {found}, but {schedule} needs {need}"},
                      kPlacementKey, placementName(*m_request.placement), m_info.name,
                      Sentence({"parameter.placements", "{known}{elsewhere}"}, joined(names),
                               otherVariantWith(*m_request.placement))),
             names});
    }

    /// " (v: with variant=hyper-parallel)" where another variant takes the placement.
    [[nodiscard]] Sentence otherVariantWith(PlacementKind placement) const
    {
        const ParameterSpec* variants = findParameter(m_info, kVariantKey);
        if (variants == nullptr)
            return {};
        for (const std::string& name : variants->choices) {
            const Variant* variant = findVariant(m_definition, name);
            if (variant != nullptr && std::find(variant->placements.begin(), variant->placements.end(),
                                                placement) != variant->placements.end())
                return Sentence({"parameter.in-variant", " ({placement}: with variant={variant})"},
                                placementName(placement), name);
        }
        return {};
    }

    /// Fills the shape; a number out of range stands there as its next one in range, so that the rules on
    /// the others can still be looked at.
    void readNumbers()
    {
        for (const char* key : {kRanksKey, kMicrobatchesKey, kStagesPerRankKey}) {
            const ParameterSpec& spec = *findParameter(m_info, key);
            const std::int64_t value = given(key);
            const std::int64_t inRange = std::clamp(value, spec.minimum, spec.maximum);
            m_result.shape.*shapeNumber(key) = static_cast<std::uint32_t>(inRange);
            if (value == inRange)
                continue;
            m_outOfRange.emplace_back(
                key, spec.minimum == spec.maximum
                         ? Sentence({"parameter.needs-exactly",
                                     "{parameter} is {found}, but {schedule} needs exactly {bound}"},
                                    key, value, m_info.name, inRange)
                         : outOfRangeSentence(key, fmt::format("{}", value), m_info.name, inRange,
                                              value < inRange));
        }
    }

    void checkRules()
    {
        for (const Rule& rule : m_result.variant->rules) {
            const bool isReported =
                std::any_of(m_outOfRange.begin(), m_outOfRange.end(),
                            [&](const auto& problem) { return problem.first == rule.parameter; });
            if (!isReported && !rule.holds(m_result.shape))
                report(rule.parameter,
                       Sentence({"parameter.needs", "{parameter} is {found}, but {schedule} needs {need}"},
                                rule.parameter, givenText(rule.parameter), m_info.name,
                                rule.need(m_result.shape)));
        }
    }

    /// Blames the number that alone can make the schedule small enough.
    void checkSize()
    {
        const Shape& shape = m_result.shape;
        if (fitsInMemory(*m_result.variant, shape))
            return;
        const std::uint64_t stages = std::uint64_t{shape.ranks} * shape.stagesPerRank;
        const bool tooManyStages = stages > std::uint64_t{Action::kMaxStage} + 1;
        const Sentence size =
            tooManyStages
                ? Sentence({"parameter.so-many-stages", "{stages} stages; at most {most} can be numbered"},
                           stages, std::uint64_t{Action::kMaxStage} + 1)
                : Sentence({"parameter.so-many-actions", "{actions} actions; at most {most} can be built"},
                           m_result.variant->cellBound(shape), kMostCells);
        const char* blamed = tooManyStages ? kStagesPerRankKey : kMicrobatchesKey;
        for (const char* key : {kMicrobatchesKey, kStagesPerRankKey, kRanksKey}) {
            const std::vector<std::int64_t> values =
                nearestValues(*m_result.variant, shape, *findParameter(m_info, key), given(key));
            Shape changed = shape;
            if (!values.empty())
                changed.*shapeNumber(key) = static_cast<std::uint32_t>(values.front());
            if (!values.empty() && works(*m_result.variant, changed)) {
                blamed = key;
                break;
            }
        }
        report(blamed,
               Sentence({"parameter.would-have", "{parameter} is {found}, but {schedule} would have {size}"},
                        blamed, given(blamed), m_info.name, size));
    }

    const ScheduleRequest& m_request;
    const bool m_namesNearest;
    const ScheduleDefinition& m_definition;
    const ScheduleInfo& m_info;
    std::vector<std::pair<std::string, Sentence>> m_outOfRange; ///< parameter and message
    /// Problems of options that are numbers: their index, and the option.
    std::vector<std::pair<std::size_t, const ParameterSpec*>> m_numberProblems;
    Examined m_result;
};

} // namespace

ParameterProblem unknownSchedule(std::string_view name)
{
    std::vector<std::string> names;
    std::vector<std::pair<std::string, std::string>> spellings;
    for (const ScheduleInfo& info : scheduleCatalog()) {
        names.push_back(info.name);
        spellings.emplace_back(info.name, info.name);
        for (const std::string& alias : info.aliases)
            spellings.emplace_back(alias, info.name);
    }
    return {"schedule",
            Sentence({"parameter.unknown-schedule", "unknown schedule '{found}'; the schedules are {known}"},
                     name, joined(names)),
            closestMeanings(name, spellings)};
}

ParameterProblem unknownOption(const ScheduleInfo& info, std::string_view key)
{
    std::vector<std::string> keys;
    std::vector<std::pair<std::string, std::string>> spellings;
    for (const ParameterSpec& spec : info.parameters)
        if (spec.isOption) {
            keys.push_back(spec.key);
            spellings.emplace_back(spec.key, spec.key);
        }
    return {std::string(key), Sentence(kUnknownOption, key, info.name, joined(keys)),
            closestMeanings(key, spellings)};
}

Examined examine(const ScheduleRequest& request, Nearest nearest)
{
    const ScheduleDefinition* definition = findDefinition(request.schedule);
    if (definition != nullptr)
        return Examination(request, *definition, nearest).run();
    Examined unknown;
    unknown.problems = {unknownSchedule(request.schedule)};
    return unknown;
}

std::vector<ParameterProblem> checkRequest(const ScheduleRequest& request)
{
    return examine(request).problems;
}

bool canBeGenerated(const ScheduleRequest& request)
{
    return examine(request, Nearest::LeftOut).problems.empty();
}

std::uint32_t stageCountOf(const ScheduleRequest& request)
{
    const Examined examined = examine(request, Nearest::LeftOut);
    return examined.problems.empty() ? examined.shape.stageCount() : 0;
}

std::uint32_t microbatchCountOf(const ScheduleRequest& request)
{
    const Examined examined = examine(request, Nearest::LeftOut);
    if (!examined.problems.empty())
        return 0;
    return examined.variant->microbatchUnits != nullptr ? examined.variant->microbatchUnits(examined.shape)
                                                        : examined.shape.microbatches;
}

Sentence ParameterProblem::said() const
{
    return nearest.empty() ? message
                           : Sentence({"parameter.nearest", "{problem}; nearest that work: {nearest}"},
                                      message, joined(nearest));
}

Error ParameterProblem::toError() const
{
    return {ErrorKind::InvalidInput, said(), std::nullopt};
}

} // namespace bubblescope
