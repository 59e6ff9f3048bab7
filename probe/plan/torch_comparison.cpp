// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/torch_comparison.h"

#include "core/base/try.h"
#include "core/io/json_node.h"
#include "probe/plan/model_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

using json::Json;
using json::Node;

constexpr std::array<const char*, 5> kQuantities{"F", "I", "W", "B", "activation"};
constexpr std::array<const char*, 2> kBlocks{"layer", "head"};

Result<std::string> textOf(const Node& node, const char* key)
{
    const std::optional<Node> member = node.find(key);
    if (!member)
        return node.wrong({"probe.torch-times-need", "\"{key}\" is missing"}, key);
    return member->text();
}

/// Of one framework: its blocks, each with what was measured of it.
Result<BlockFigures> blockFigures(const Node& node)
{
    BlockFigures figures;
    for (const char* block : kBlocks) {
        const std::optional<Node> found = node.find(block);
        if (!found)
            continue;
        for (const char* quantity : kQuantities)
            if (const std::optional<Node> value = found->find(quantity)) {
                TRY(const double number, value->nonNegative());
                figures[block][quantity] = number;
            }
    }
    return figures;
}

/// A text where there is one, else `otherwise`.
std::string textAt(const Json& object, const char* key, const char* otherwise)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

/// The one object that a program printed: its last line that begins as one.
std::string_view objectIn(std::string_view text)
{
    const std::size_t begin = text.rfind("\n{");
    return begin == std::string_view::npos ? text : text.substr(begin + 1);
}

std::string valueText(const std::string& quantity, double value)
{
    return quantity == "activation" ? fmt::format("{:.1f} MB", value / 1e6)
                                    : fmt::format("{:.3f} ms", value / 1e3);
}

bool isJudged(const ComparedRow& row)
{
    return row.quantity == "F" || row.quantity == "B" || row.quantity == "activation";
}

bool isFar(const ComparedRow& row)
{
    return !(std::abs(row.ratio() - 1) <= kComparedWithin);
}

} // namespace

std::string torchRequest(const ModelShape& shape, const std::vector<Framework>& frameworks, int device,
                         double seconds)
{
    Json names = Json::array();
    for (const Framework framework : frameworks)
        names.push_back(frameworkName(framework));
    return Json{{"hidden", shape.hidden},
                {"ffn", shape.ffn / shape.tp},
                {"heads", shape.heads / shape.tp},
                {"kv_heads", shape.kvHeads / shape.tp},
                {"head_dim", shape.headDim},
                {"seq", shape.seq},
                {"micro_batch", shape.microBatch},
                {"vocab", shape.vocab / shape.tp},
                {"gated", shape.gated},
                {"causal", shape.causal},
                {"dtype", dataTypeName(shape.dataType)},
                {"frameworks", names},
                {"device", device},
                {"seconds", seconds}}
               .dump() +
           '\n';
}

Result<TorchTimes> readTorchTimes(const std::string& text)
{
    const std::string_view object = objectIn(text);
    TRY(const json::Document document, json::parse(object, "PyTorch's times"));
    const Node root(document);
    if (!document.root.is_object())
        return root.expectedObject();
    TorchTimes times;
    TRY(times.torch, textOf(root, "torch"));
    TRY(times.device, textOf(root, "device"));
    const std::optional<Node> frameworks = root.find("frameworks");
    if (!frameworks || !frameworks->value().is_object())
        return root.wrong({"probe.torch-times-need", "\"{key}\" is missing"}, "frameworks");
    for (const auto& [name, value] : frameworks->value().items()) {
        const Node node = frameworks->member(name);
        if (!value.is_object())
            return node.expectedObject();
        TRY(times.frameworks[name], blockFigures(node));
    }
    return times;
}

Result<CalibrationFigures> readFigures(const std::string& text, const std::string& file)
{
    TRY(const json::Document document, json::parse(text, file));
    const Json& root = document.root;
    CalibrationFigures figures{"compiled", {}};
    if (!root.is_object() || !root.contains("blocks") || !root["blocks"].is_array())
        return Node(document).wrong(
            {"probe.no-calibration-blocks", "this is no calibration: it has no blocks"});
    if (root.contains("method") && root["method"].is_object())
        figures.framework = textAt(root["method"], "framework", "compiled");
    for (const Json& block : root["blocks"]) {
        if (!block.is_object() || !block.contains("ops") || !block["ops"].is_object())
            continue;
        auto& values = figures.blocks[textAt(block, "block", "")];
        for (const auto& [op, stat] : block["ops"].items())
            if (stat.is_object() && stat.contains("median") && stat["median"].is_number())
                values[op] = stat["median"].get<double>();
        if (block.contains("memory") && block["memory"].is_object())
            if (const auto held = block["memory"].find("activation_f");
                held != block["memory"].end() && held->is_number())
                values["activation"] = held->get<double>();
    }
    return figures;
}

std::vector<ComparedRow> compared(const TorchTimes& torch, const std::vector<CalibrationFigures>& probe)
{
    std::vector<ComparedRow> rows;
    for (const CalibrationFigures& own : probe) {
        const auto theirs = torch.frameworks.find(own.framework);
        if (theirs == torch.frameworks.end())
            continue;
        for (const char* block : kBlocks)
            for (const char* quantity : kQuantities) {
                const auto valueIn = [&](const BlockFigures& figures) {
                    const auto found = figures.find(block);
                    if (found == figures.end())
                        return 0.0;
                    const auto value = found->second.find(quantity);
                    return value != found->second.end() ? value->second : 0.0;
                };
                const double theirValue = valueIn(theirs->second), ownValue = valueIn(own.blocks);
                if (theirValue > 0 && ownValue > 0)
                    rows.push_back({own.framework, block, quantity, theirValue, ownValue});
            }
    }
    return rows;
}

bool isWithin(const std::vector<ComparedRow>& rows)
{
    return std::none_of(rows.begin(), rows.end(),
                        [](const ComparedRow& row) { return isJudged(row) && isFar(row); });
}

std::string comparisonText(const ModelShape& shape, const TorchTimes& torch,
                           const std::vector<ComparedRow>& rows)
{
    std::string text =
        fmt::format("{} on {}, {} tokens per microbatch: PyTorch {} and the probe\n",
                    shape.name.empty() ? "model" : shape.name, torch.device, shape.tokens(), torch.torch);
    text += fmt::format("{:<10}{:<7}{:<12}{:>14}{:>14}{:>9}\n", "framework", "block", "", "PyTorch", "probe",
                        "ratio");
    for (const ComparedRow& row : rows)
        text +=
            fmt::format("{:<10}{:<7}{:<12}{:>14}{:>14}{:>9.3f}{}\n", row.framework, row.block, row.quantity,
                        valueText(row.quantity, row.torch), valueText(row.quantity, row.probe), row.ratio(),
                        isJudged(row) && isFar(row) ? "  farther than 5 %" : "");
    return text;
}

std::string comparisonJson(const ModelShape& shape, const TorchTimes& torch,
                           const std::vector<ComparedRow>& rows)
{
    Json list = Json::array();
    for (const ComparedRow& row : rows)
        list.push_back({{"framework", row.framework},
                        {"block", row.block},
                        {"quantity", row.quantity},
                        {"torch", row.torch},
                        {"probe", row.probe},
                        {"ratio", row.ratio()}});
    return json::textWithHead("\"schema\": \"probe-compare-torch/1\"",
                              Json{{"torch", torch.torch},
                                   {"device", torch.device},
                                   {"model", modelValue(shape)},
                                   {"units", {{"time", "us"}, {"memory", "bytes"}}},
                                   {"within", kComparedWithin},
                                   {"is_within", isWithin(rows)},
                                   {"rows", list}});
}

} // namespace bubblescope::probe
