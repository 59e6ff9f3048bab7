// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/layout_json.h"

#include "core/analyze/number_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace bubblescope {

namespace {

/// [rank][chunk] of what `write` gives of a stage.
std::string byRank(const Layout& layout, const std::function<std::string(std::size_t)>& write)
{
    std::string text = "[";
    for (std::uint32_t rank = 0; rank < layout.ranks; ++rank) {
        text += rank == 0 ? "[" : ", [";
        for (std::uint32_t chunk = 0; chunk < layout.stagesPerRank(); ++chunk)
            text += (chunk == 0 ? "" : ", ") + write(layout.stageOf(rank, chunk));
        text += "]";
    }
    return text + "]";
}

std::string counts(const Layout& layout, char letter)
{
    return byRank(
        layout, [&](std::size_t stage) { return fmt::format("{}", layersOf(layout.stages[stage], letter)); });
}

} // namespace

std::string layoutJson(const Layout& layout, const std::vector<std::string>& layerOrders)
{
    std::vector<std::size_t> before(layout.stages.size());
    std::size_t decoders = 0;
    for (std::size_t stage = 0; stage < layout.stages.size(); ++stage) {
        before[stage] = decoders;
        decoders += layersOf(layout.stages[stage], Layout::kDecoder);
    }
    const std::string result =
        byRank(layout, [&](std::size_t stage) { return jsonString(layout.stages[stage]); });
    const std::string offsets =
        byRank(layout, [&](std::size_t stage) { return fmt::format("{}", before[stage]); });
    std::string orders;
    for (const std::string& order : layerOrders)
        orders += (orders.empty() ? ",\n \"layer_order\": [" : ", ") + jsonString(order);
    orders += orders.empty() ? "" : "]";
    return fmt::format(
        "{{\"layout\": {}, \"ranks\": {}, \"stages\": {}, \"stages_per_rank\": {},\n \"result\": {},\n "
        "\"layer_counts\": {{\"decoder\": {}, \"mtp\": {}}},\n \"decoder_offset\": {},\n "
        "\"mtp_standalone\": {}{}}}\n",
        jsonString(layoutText(layout)), layout.ranks, layout.stages.size(), layout.stagesPerRank(), result,
        counts(layout, Layout::kDecoder), counts(layout, Layout::kPrediction), offsets,
        layout.hasStandalonePrediction(), orders);
}

} // namespace bubblescope
