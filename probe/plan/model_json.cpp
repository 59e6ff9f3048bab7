// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/model_json.h"

#include "core/base/try.h"
#include "probe/plan/model_fields.h"
#include "probe/plan/model_presets.h"

#include <limits>

namespace bubblescope::probe {

namespace {

using json::Json;
using json::Node;

std::vector<std::string_view> knownKeys()
{
    std::vector<std::string_view> keys{"preset",     "name", "layers_per_stage", "recompute", "dtype",
                                       "grad_dtype", "moe"};
    for (const NumberField& field : numberFields())
        keys.push_back(field.key);
    for (const SwitchField& field : switchFields())
        keys.push_back(field.key);
    return keys;
}

/// A text that names one of a few things.
template <typename Value>
Result<void> readNamed(const Node& node, const std::string& key, Result<Value> (*fromName)(std::string_view),
                       Value& value)
{
    if (!node.has(key))
        return {};
    const Node named = node.member(key);
    TRY(const std::string text, named.text());
    Result<Value> found = fromName(text);
    if (!found)
        return named.wrong(found.error().message);
    value = *std::move(found);
    return {};
}

Result<void> readLayers(const Node& node, ModelShape& shape)
{
    if (!node.has("layers_per_stage"))
        return {};
    const Node layers = node.member("layers_per_stage");
    const bool isList = layers.value().is_array();
    shape.layersPerStage.clear();
    for (std::size_t i = 0; i < (isList ? layers.value().size() : 1); ++i) {
        TRY(const auto number,
            (isList ? layers.item(i) : layers).wholeNumber(0, std::numeric_limits<std::int32_t>::max()));
        shape.layersPerStage.push_back(number);
    }
    return {};
}

Result<void> readFields(const Node& node, ModelShape& shape)
{
    for (const NumberField& field : numberFields()) {
        const std::string key(field.key);
        if (!node.has(key))
            continue;
        TRY(const auto number,
            node.member(key).wholeNumber(key == "vocab" ? 0 : 1, std::numeric_limits<std::int32_t>::max()));
        shape.*field.value = number;
    }
    for (const SwitchField& field : switchFields()) {
        const std::string key(field.key);
        if (!node.has(key))
            continue;
        const Node value = node.member(key);
        if (!value.value().is_boolean())
            return value.expected(Sentence({"json.switch", "true or false"}));
        shape.*field.value = value.value().get<bool>();
    }
    return readLayers(node, shape);
}

} // namespace

Result<ModelShape> modelFromNode(const Node& node)
{
    TRY_VOID(node.checkKeys(knownKeys()));
    ModelShape shape;
    if (node.has("preset")) {
        const Node named = node.member("preset");
        TRY(const std::string key, named.text());
        Result<ModelPreset> preset = findPreset(key);
        if (!preset)
            return named.wrong(preset.error().message);
        shape = std::move(preset->shape);
    }
    if (node.has("name")) {
        TRY(shape.name, node.member("name").text());
    }
    TRY_VOID(readFields(node, shape));
    TRY_VOID(readNamed(node, "recompute", &recomputeFromName, shape.recompute));
    TRY_VOID(readNamed(node, "dtype", &dataTypeFromName, shape.dataType));
    TRY_VOID(readNamed(node, "grad_dtype", &dataTypeFromName, shape.gradientType));
    if (node.has("moe"))
        shape.isMoe = !node.member("moe").value().is_null();
    return shape;
}

Result<ModelShape> readModel(std::string_view text, const std::string& sourceName)
{
    TRY(const json::Document document, json::parse(text, sourceName));
    return modelFromNode(Node(document));
}

Json modelValue(const ModelShape& shape)
{
    Json value = Json::object();
    if (!shape.name.empty())
        value["name"] = shape.name;
    for (const NumberField& field : numberFields())
        value[std::string(field.key)] = shape.*field.value;
    for (const SwitchField& field : switchFields())
        value[std::string(field.key)] = shape.*field.value;
    if (shape.layersPerStage.size() == 1)
        value["layers_per_stage"] = shape.layersPerStage.front();
    else
        value["layers_per_stage"] = shape.layersPerStage;
    value["recompute"] = recomputeName(shape.recompute);
    value["dtype"] = dataTypeName(shape.dataType);
    value["grad_dtype"] = dataTypeName(shape.gradientType);
    value["moe"] = nullptr;
    return value;
}

} // namespace bubblescope::probe
