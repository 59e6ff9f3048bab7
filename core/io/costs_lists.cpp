// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_lists.h"

#include "core/io/costs_parts.h"
#include "core/time/cost_fit.h"
#include "core/time/stage_layers.h"

#include <algorithm>

namespace bubblescope {

namespace {

using json::Node;

void addPlace(CostsLists& lists, std::string_view name, const Node& node, bool isStages = false)
{
    lists.push_back(
        {std::string(name), node.path(), *node.document().errorAt(node.offset(), {}).where, isStages});
}

void addList(CostsLists& lists, std::string_view name, const Node& node, bool isStages = false)
{
    if (node.value().is_array())
        addPlace(lists, name, node, isStages);
}

void addMember(CostsLists& lists, std::string_view name, const Node& node, const std::string& key)
{
    if (node.value().is_object() && node.has(key))
        addList(lists, name, node.member(key));
}

void addOverlap(CostsLists& lists, const Node& overlap)
{
    if (!overlap.value().is_object())
        return;
    for (const auto& [pair, value] : overlap.value().items()) {
        const Node rule = overlap.member(pair);
        addList(lists, "overlap " + pair, rule);
        addMember(lists, "overlap " + pair, rule, "time");
        addMember(lists, "overlap " + pair, rule, "share");
    }
}

/// What is said of layers, in a cost file or a calibration's model.
void addLayers(CostsLists& lists, const Node& node)
{
    for (const char* key : {"layout", "dense_layers", "expert_every"})
        if (node.value().is_object() && node.has(key))
            addPlace(lists, key, node.member(key));
}

std::optional<SourceLocation> placeOf(const CostsLists& lists, std::string_view name)
{
    const auto list =
        std::find_if(lists.begin(), lists.end(), [&](const CostsList& known) { return known.name == name; });
    return list == lists.end() ? std::nullopt : std::optional(list->where);
}

/// The place of a letter in a file's layout, which begins behind its quotation mark; else that of the layout.
SourceLocation inLayout(SourceLocation layout, const std::optional<SourceLocation>& letter)
{
    if (letter && layout.column + letter->column <= layout.lineTextStart + layout.lineText.size())
        layout.column += letter->column;
    return layout;
}

/// The field's list in a cost file, if it is one.
void addField(CostsLists& lists, const CostField& field, const Node& costs)
{
    if (field.per != CostScope::Stage && field.per != CostScope::Rank && field.per != CostScope::Microbatch)
        return;
    const std::string group(field.group);
    if (group.empty() || costs.has(group))
        addMember(lists, field.name, group.empty() ? costs : costs.member(group), std::string(field.key));
}

Sentence misfitText(const CostsList& list, const CostMisfit& misfit, std::uint32_t count)
{
    if (list.isStages)
        return {
            {"costs.other-count-of-entries",
             "{path} has {values} entries, but the schedule has {stages} stages: give one for each stage"},
            list.path,
            misfit.values,
            count};
    if (misfit.isOfMicrobatches)
        return Sentence(kOtherCountOfMicrobatches, list.path, misfit.values, count);
    if (misfit.isOfRanks)
        return Sentence(kOtherCountOfRanks, list.path, misfit.values, count);
    return Sentence(kOtherCountOfStages, list.path, misfit.values, count);
}

} // namespace

CostsLists json::costsListsOf(const Node& costs)
{
    CostsLists lists;
    for (const CostField* field : costFields())
        addField(lists, *field, costs);
    addLayers(lists, costs);
    if (costs.has("overlap"))
        addOverlap(lists, costs.member("overlap"));
    return lists;
}

CostsLists json::calibrationListsOf(const Node& root, const CostModel& costs)
{
    CostsLists lists;
    addMember(lists, "layers_per_stage", root.member("model"), "layers_per_stage");
    addLayers(lists, root.member("model"));
    for (const CostField* field : costFields()) {
        if (!costs.blocks && root.has("stages") && field->inBlock != nullptr)
            addList(lists, field->name, root.member("stages"), true);
        // Those have the keys of a cost file.
        if (field->group == "communicators" || field->group == "step")
            addField(lists, *field, root);
    }
    return lists;
}

Result<void> checkPlaced(const CostModel& costs, std::uint32_t stageCount, const CostsLists& lists,
                         std::optional<std::uint32_t> rankCount, std::optional<std::uint32_t> microbatchCount)
{
    Result<void> fits = costs.check(stageCount, rankCount, microbatchCount);
    const std::optional<CostMisfit> misfit =
        fits ? std::nullopt : misfitOf(costs, stageCount, rankCount, microbatchCount);
    if (!misfit || misfit->name == "layout") {
        const std::optional<SourceLocation> layout = placeOf(lists, "layout");
        if (const Result<void> layers = checkStageLayers(costs, stageCount);
            layout && !fits && !layers && layers.error().message == fits.error().message)
            fits.error().where = inLayout(*layout, fits.error().where);
        return fits;
    }
    const auto list = std::find_if(lists.begin(), lists.end(),
                                   [&](const CostsList& known) { return known.name == misfit->name; });
    if (list == lists.end())
        return fits;
    return tl::unexpected(Error{ErrorKind::InvalidInput,
                                misfitText(*list, *misfit,
                                           misfit->isOfMicrobatches ? *microbatchCount
                                           : misfit->isOfRanks      ? *rankCount
                                                                    : stageCount),
                                list->where});
}

std::vector<Error> remarksOnLayers(const CostModel& costs, const CostsLists& lists)
{
    std::vector<Error> remarks;
    for (LayersRemark& remark : layersWithoutCosts(costs))
        remarks.push_back({ErrorKind::InvalidInput, std::move(remark.said), placeOf(lists, remark.field)});
    return remarks;
}

CostsLists costsListsOfDocument(std::string_view text, const std::string& sourceName)
{
    const Result<json::Document> document = json::parse(text, sourceName);
    if (!document || !document->root.is_object() || !document->root.contains("costs"))
        return {};
    const Node costs = Node(*document).member("costs");
    return costs.value().is_object() ? json::costsListsOf(costs) : CostsLists();
}

} // namespace bubblescope
