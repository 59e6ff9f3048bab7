// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_show.h"
#include "core/io/calibration_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace bubblescope::calibration {

namespace {

constexpr std::size_t kLongestText = 200;
constexpr std::size_t kCalibrationNotesMostNamed = 3;
constexpr std::size_t kMostWarnings = 20;

std::string textOf(const Node& node, const std::string& key)
{
    return node.has(key) ? node.member(key).value().get<std::string>() : std::string();
}

/// The file's warnings, one text for all of a code.
std::vector<std::string> ownWarnings(const Node& root, std::set<std::string>& codes)
{
    std::vector<std::string> texts;
    if (!root.has("warnings"))
        return texts;
    std::map<std::string, std::size_t> counts;
    const Node list = root.member("warnings");
    for (const json::Json& warning : list.value())
        ++counts[warning["code"].get<std::string>()];
    for (const Node& warning : list.items()) {
        const std::string code = textOf(warning, "code");
        if (!codes.insert(code).second)
            continue;
        const std::string point = textOf(warning, "point");
        texts.push_back(shortText(fmt::format("{}: {}", code, textOf(warning, "message"))));
        if (counts[code] > 1)
            texts.back() += fmt::format(" (and {} more of this kind)", counts[code] - 1);
        else if (!point.empty())
            texts.back() += fmt::format(" ({})", shortText(point));
    }
    return texts;
}

} // namespace

std::string shortText(const std::string& text)
{
    std::string line = printable(text);
    if (line.size() <= kLongestText)
        return line;
    std::size_t end = kLongestText;
    while (end > 0 && isUtf8Continuation(line[end]))
        --end;
    return line.substr(0, end) + "…";
}

void Notes::warn(std::string text)
{
    m_warnings.push_back(std::move(text));
}

void Notes::noteFlags(const Node& stat, const std::string& what)
{
    if (!stat.value().contains("flags"))
        return;
    for (const json::Json& flag : stat.value()["flags"]) {
        std::vector<std::string>& flagged = m_flagged[flag.get<std::string>()];
        if (flagged.empty() || flagged.back() != what)
            flagged.push_back(what);
    }
}

std::vector<std::string> Notes::texts(const Node& root) const
{
    std::set<std::string> codes;
    if (root.member("provenance").value() == "estimate")
        codes.insert("estimated");
    std::vector<std::string> texts = ownWarnings(root, codes);
    for (const auto& [flag, times] : m_flagged) {
        if (codes.contains(flag))
            continue;
        const std::size_t named = std::min(times.size(), kCalibrationNotesMostNamed);
        const auto end = times.begin() + static_cast<std::ptrdiff_t>(named);
        texts.push_back(fmt::format("{}: the times of {}{}", flag, fmt::join(times.begin(), end, ", "),
                                    times.size() > named ? fmt::format(" and {} more", times.size() - named)
                                                         : std::string()));
    }
    texts.insert(texts.end(), m_warnings.begin(), m_warnings.end());
    if (texts.size() > kMostWarnings) {
        const std::size_t more = texts.size() - kMostWarnings + 1;
        texts.resize(kMostWarnings - 1);
        texts.push_back(fmt::format("and {} more warnings", more));
    }
    return texts;
}

} // namespace bubblescope::calibration
