// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalog.h"

#include "core/generate/registry.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

namespace {

// Keys are in the order in which a person reads them.
using Json = nlohmann::ordered_json;

std::vector<ScheduleInfo> infosOfAll()
{
    std::vector<ScheduleInfo> infos;
    for (const ScheduleDefinition& definition : scheduleDefinitions())
        infos.push_back(definition.info);
    return infos;
}

const char* typeName(ParameterType type)
{
    switch (type) {
    case ParameterType::Integer:
        return "integer";
    case ParameterType::Real:
        return "real";
    case ParameterType::Boolean:
        return "boolean";
    case ParameterType::Choice:
        return "choice";
    }
    return "";
}

Json defaultOf(const ParameterSpec& spec)
{
    if (spec.isAutomatic && spec.defaultValue == kAutomaticValue)
        return Json();
    if (spec.type == ParameterType::Integer)
        return Json(std::stoll(spec.defaultValue));
    if (spec.type == ParameterType::Real)
        return Json(std::stod(spec.defaultValue));
    if (spec.type == ParameterType::Boolean)
        return Json(spec.defaultValue == "true");
    return Json(spec.defaultValue);
}

Json parameterJson(const ParameterSpec& spec)
{
    Json json = {{"key", spec.key},
                 {"title", spec.title},
                 {"help", spec.help},
                 {"rule", spec.rule},
                 {"type", typeName(spec.type)}};
    const bool hasRange = spec.type == ParameterType::Integer || spec.type == ParameterType::Real;
    json["minimum"] = hasRange ? Json(spec.minimum) : Json();
    json["maximum"] = hasRange ? Json(spec.maximum) : Json();
    json["default"] = defaultOf(spec);
    json["choices"] = spec.choices;
    json["option"] = spec.isOption;
    json["automatic"] = spec.isAutomatic;
    json["variants"] = spec.variants;
    return json;
}

std::vector<std::string> placementNames(std::span<const PlacementKind> placements)
{
    std::vector<std::string> names;
    for (const PlacementKind placement : placements)
        names.emplace_back(placementName(placement));
    return names;
}

Json scheduleJson(const ScheduleInfo& info)
{
    Json json = {{"name", info.name},
                 {"title", info.title},
                 {"aliases", info.aliases},
                 {"origin", info.origin},
                 {"help", info.help},
                 {"made_for_costs", info.isMadeForCosts},
                 {"assumes_equal_times", info.assumesEqualTimes},
                 {"placements", placementNames(info.placements)},
                 {"variants", Json::array()},
                 {"parameters", Json::array()}};
    for (const VariantInfo& variant : info.variants)
        json["variants"].push_back({{"name", variant.name},
                                    {"help", variant.help},
                                    {"placements", placementNames(variant.placements)},
                                    {"stages_per_rank", variant.stagesPerRank}});
    for (const ParameterSpec& spec : info.parameters)
        json["parameters"].push_back(parameterJson(spec));
    return json;
}

} // namespace

std::span<const ScheduleInfo> scheduleCatalog()
{
    static const std::vector<ScheduleInfo> infos = infosOfAll();
    return infos;
}

const ScheduleInfo* findSchedule(std::string_view nameOrAlias)
{
    const ScheduleDefinition* definition = findDefinition(nameOrAlias);
    if (definition == nullptr)
        return nullptr;
    return &scheduleCatalog()[static_cast<std::size_t>(definition - scheduleDefinitions().data())];
}

std::string catalogJson()
{
    Json json = Json::array();
    for (const ScheduleInfo& info : scheduleCatalog())
        json.push_back(scheduleJson(info));
    return json.dump(2);
}

std::string catalogJson(const ScheduleInfo& info)
{
    return scheduleJson(info).dump(2);
}

} // namespace bubblescope
