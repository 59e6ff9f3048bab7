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
    std::vector<std::string_view> keys{"preset", "name",       "layers_per_stage", "recompute",
                                       "dtype",  "grad_dtype", "fp8_scaling",      "moe"};
    for (const NumberField& field : numberFields())
        if (!field.isOfMixture)
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

Result<void> readNumbers(const Node& node, bool isOfMixture, ModelShape& shape)
{
    for (const NumberField& field : numberFields()) {
        const std::string key(field.key);
        if (field.isOfMixture != isOfMixture || !node.has(key))
            continue;
        const bool canBeNone =
            key == "vocab" || (isOfMixture && key != "ep") || (field.isSeldom && field.standard == 0);
        TRY(const auto number,
            node.member(key).wholeNumber(canBeNone ? 0 : 1, std::numeric_limits<std::int32_t>::max()));
        shape.*field.value = number;
    }
    return {};
}

/// Null for a dense layer; else what differs from what was before.
Result<void> readMixture(const Node& node, ModelShape& shape)
{
    if (!node.has("moe"))
        return {};
    const Node mixture = node.member("moe");
    if (mixture.value().is_null()) {
        shape.denseLayers = 0;
        shape.expertEvery = 1;
        for (const NumberField& field : numberFields())
            if (field.isOfMixture)
                shape.*field.value = ModelShape().*field.value;
        return {};
    }
    if (!mixture.value().is_object())
        return mixture.expected(Sentence({"json.object-or-null", "an object or null"}));
    std::vector<std::string_view> keys;
    for (const NumberField& field : numberFields())
        if (field.isOfMixture)
            keys.push_back(field.key);
    TRY_VOID(mixture.checkKeys(keys));
    return readNumbers(mixture, true, shape);
}

Result<void> readFields(const Node& node, ModelShape& shape)
{
    TRY_VOID(readNumbers(node, false, shape));
    TRY_VOID(readMixture(node, shape));
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
    TRY_VOID(readNamed(node, "fp8_scaling", &fp8ScalingFromName, shape.fp8Scaling));
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
    Json mixture = Json::object();
    for (const NumberField& field : numberFields())
        if (!field.isSeldom || shape.*field.value != field.standard)
            (field.isOfMixture ? mixture : value)[std::string(field.key)] = shape.*field.value;
    for (const SwitchField& field : switchFields())
        if (field.isWrittenIfFalse || shape.*field.value)
            value[std::string(field.key)] = shape.*field.value;
    if (shape.layersPerStage.size() == 1)
        value["layers_per_stage"] = shape.layersPerStage.front();
    else
        value["layers_per_stage"] = shape.layersPerStage;
    value["recompute"] = recomputeName(shape.recompute);
    value["dtype"] = dataTypeName(shape.dataType);
    value["grad_dtype"] = dataTypeName(shape.gradientType);
    if (shape.isFp8() || shape.fp8Scaling != Fp8Scaling::Tensor)
        value["fp8_scaling"] = fp8ScalingName(shape.fp8Scaling);
    value["moe"] = shape.isMoe() ? std::move(mixture) : Json();
    return value;
}

} // namespace bubblescope::probe
