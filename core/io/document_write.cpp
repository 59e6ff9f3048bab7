// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_parts.h"
#include "core/io/csv_cell.h"
#include "core/io/document_parts.h"
#include "core/io/schedule_csv.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

using json::Json;

Json requestJson(const ScheduleRequest& request)
{
    Json object{
        {"schedule", request.schedule}, {"ranks", request.ranks}, {"microbatches", request.microbatches}};
    if (request.stagesPerRank)
        object["stagesPerRank"] = *request.stagesPerRank;
    if (request.placement)
        object["placement"] = placementName(*request.placement);
    if (!request.options.empty())
        object["options"] = request.options;
    return object;
}

Json originJson(const OrderOrigin& origin)
{
    Json object{{"request", requestJson(origin.request)}};
    if (!origin.passes.empty())
        object["passes"] = origin.passes;
    return object;
}

Json placementJson(const Placement& placement)
{
    return {{"kind", placementName(placement.kind)},
            {"ranks", placement.ranks},
            {"stagesPerRank", placement.stagesPerRank}};
}

Json sourceJson(const ScheduleRequest& request)
{
    return {{"request", requestJson(request)}};
}

Json sourceJson(const Schedule& schedule)
{
    Json rows = Json::array();
    for (const Row& row : schedule.rows) {
        std::string text;
        appendRowText(text, row);
        rows.push_back(std::move(text));
    }
    Json object{{"name", schedule.name}, {"order", std::move(rows)}};
    if (schedule.placement)
        object["placement"] = placementJson(*schedule.placement);
    // Only what the rows do not show themselves.
    Schedule counted;
    counted.rows = schedule.rows;
    countStagesAndMicrobatches(counted);
    if (counted.stageCount != schedule.stageCount)
        object["stages"] = schedule.stageCount;
    if (counted.microbatchCount != schedule.microbatchCount)
        object["microbatches"] = schedule.microbatchCount;
    return object;
}

/// Adds actions that PyTorch does not have.
bool isBeyondTorchPass(const std::string& pass)
{
    return pass.starts_with("recompute") || pass.starts_with("offload") || pass.starts_with("parts") ||
           pass.starts_with("tail") || pass.starts_with("vocabulary");
}

int versionOf(const ProjectDocument& document)
{
    const auto* order = std::get_if<Schedule>(&document.source);
    const bool isNewer = (order != nullptr && beyondTorch(*order)) ||
                         json::hasCostsOfVersion2(document.costs) ||
                         std::any_of(document.passes.begin(), document.passes.end(), isBeyondTorchPass);
    return isNewer ? kDocumentVersion : 1;
}

} // namespace

std::string writeDocument(const ProjectDocument& document)
{
    Json object = Json::object();
    json::putUnknown(object, document.unknownKeys, json::kDocumentKeys);
    object["source"] = std::visit([](const auto& source) { return sourceJson(source); }, document.source);
    if (Json costs = json::costsValue(document.costs); !costs.empty())
        object["costs"] = std::move(costs);
    if (document.editedFrom && std::holds_alternative<Schedule>(document.source))
        object["editedFrom"] = originJson(*document.editedFrom);
    if (const auto patterns = admissiblePatterns(document.namePatterns); !patterns.empty())
        object["namePatterns"] = patterns;
    if (Json notes = json::notesValue(document.notes); !notes.empty())
        object["notes"] = std::move(notes);
    if (!document.passes.empty())
        object["passes"] = document.passes;
    if (!document.title.empty())
        object["title"] = document.title;
    if (Json view = json::viewValue(document.view); !view.empty())
        object["view"] = std::move(view);
    return json::textWithHead(fmt::format("\"bubblescopeFormat\": {}", versionOf(document)), object);
}

} // namespace bubblescope
