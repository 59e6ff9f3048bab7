// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/number_json.h"
#include "core/slowdown/slowdown.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

std::string numberOrNothing(const std::optional<double>& value)
{
    return value ? jsonNumber(*value) : "null";
}

std::string keyText(const std::string& key)
{
    return jsonString(key);
}
std::string keyText(std::uint64_t key)
{
    return fmt::format("\"{}\"", key);
}

/// `,\n "key": {"0": 1.5, "1": 1.0}`.
template <typename List>
void writeShares(std::string& text, const char* key, const List& shares)
{
    text += fmt::format(",\n \"{}\": {{", key);
    const char* before = "";
    for (const auto& [name, share] : shares) {
        text += fmt::format("{}{}: {}", before, keyText(name), jsonNumber(share));
        before = ", ";
    }
    text += "}";
}

std::string workerJson(const SlowdownWorker& worker)
{
    return fmt::format(R"({{"stage": {}, "dp_rank": {}, "share": {}, "without": {}}})", worker.rank,
                       worker.replica, jsonNumber(worker.share), numberOrNothing(worker.without));
}

} // namespace

std::string slowdownJson(const Slowdown& slowdown, const std::vector<std::string>& warnings)
{
    std::string text = fmt::format(
        "{{\"unit\": \"s\", \"slowdown\": {}, \"launch_slowdown\": {},\n \"ideal_step\": {}, \"step\": {}, "
        "\"measured_step\": {},\n \"m_s\": {}, \"m_w\": {}",
        jsonNumber(slowdown.slowdown), numberOrNothing(slowdown.launchSlowdown),
        jsonNumber(slowdown.idealStep), jsonNumber(slowdown.step), numberOrNothing(slowdown.measuredStep),
        numberOrNothing(slowdown.lastStage), numberOrNothing(slowdown.slowWorkers));
    writeShares(text, "by_kind", slowdown.byKind);
    writeShares(text, "by_stage", slowdown.byStage);
    writeShares(text, "by_dp_rank", slowdown.byReplica);
    text += ",\n \"workers\": [";
    writeLines(text, slowdown.workers, workerJson);
    text += "],\n \"steps\": [";
    for (std::size_t i = 0; i < slowdown.steps.size(); ++i)
        text += fmt::format("{}{}", i > 0 ? ", " : "", slowdown.steps[i]);
    text += "],\n \"sentences\": [";
    writeLines(text, slowdownSentences(slowdown), [](const Sentence& one) { return jsonString(one.text()); });
    text += "],\n \"notes\": [";
    writeLines(text, slowdown.notes, [](const Sentence& one) { return jsonString(one.text()); });
    text += "],\n \"warnings\": [";
    writeLines(text, warnings, jsonString);
    return text + "]}\n";
}

} // namespace bubblescope
