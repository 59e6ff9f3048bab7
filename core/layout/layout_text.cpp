// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/number_json.h"
#include "core/layout/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace bubblescope {

namespace {

/// "ttt" → "t*3"; two of a letter are as long as what would repeat them.
std::string shortLetters(const std::string& stage)
{
    std::string text;
    for (std::size_t i = 0; i < stage.size();) {
        const std::size_t end = std::min(stage.find_first_not_of(stage[i], i), stage.size());
        text += end - i > 3 ? fmt::format("{}*{}", stage[i], end - i) : std::string(end - i, stage[i]);
        i = end;
    }
    return text;
}

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
    return byRank(layout, [&](std::size_t stage) {
        const std::string& letters = layout.stages[stage];
        return fmt::format("{}", std::count(letters.begin(), letters.end(), letter));
    });
}

} // namespace

std::string layoutText(const Layout& layout)
{
    std::string text;
    for (std::size_t i = 0; i < layout.stages.size();) {
        const std::string& stage = layout.stages[i];
        std::size_t end = i + 1;
        while (end < layout.stages.size() && layout.stages[end] == stage)
            ++end;
        // The last stage has no boundary behind it, so it is in no group.
        const std::size_t grouped = std::min(end, layout.stages.size() - 1) - i;
        const std::string one = shortLetters(stage) + "|";
        const std::string group =
            stage.empty() ? fmt::format("|*{}", grouped) : fmt::format("({})*{}", one, grouped);
        if (group.size() < one.size() * grouped)
            text += group;
        else
            for (std::size_t n = 0; n < grouped; ++n)
                text += one;
        if (end == layout.stages.size())
            text += shortLetters(stage);
        i = end;
    }
    return text;
}

std::string layoutJson(const Layout& layout)
{
    std::vector<std::size_t> before(layout.stages.size());
    std::size_t decoders = 0;
    for (std::size_t stage = 0; stage < layout.stages.size(); ++stage) {
        before[stage] = decoders;
        decoders += static_cast<std::size_t>(
            std::count(layout.stages[stage].begin(), layout.stages[stage].end(), Layout::kDecoder));
    }
    const std::string result =
        byRank(layout, [&](std::size_t stage) { return jsonString(layout.stages[stage]); });
    const std::string offsets =
        byRank(layout, [&](std::size_t stage) { return fmt::format("{}", before[stage]); });
    return fmt::format(
        "{{\"layout\": {}, \"ranks\": {}, \"stages\": {}, \"stages_per_rank\": {},\n \"result\": {},\n "
        "\"layer_counts\": {{\"decoder\": {}, \"mtp\": {}}},\n \"decoder_offset\": {},\n "
        "\"mtp_standalone\": {}}}\n",
        jsonString(layoutText(layout)), layout.ranks, layout.stages.size(), layout.stagesPerRank(), result,
        counts(layout, Layout::kDecoder), counts(layout, Layout::kPrediction), offsets,
        layout.hasStandalonePrediction());
}

} // namespace bubblescope
