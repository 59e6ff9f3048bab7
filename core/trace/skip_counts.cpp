// SPDX-License-Identifier: Apache-2.0
#include "core/trace/skip_counts.h"

#include <fmt/format.h>

namespace bubblescope {

void SkipCounts::add(std::string_view reason)
{
    for (auto& [known, count] : m_counts) {
        if (known == reason) {
            ++count;
            return;
        }
    }
    m_counts.emplace_back(reason, 1);
}

std::vector<std::string> SkipCounts::texts() const
{
    std::vector<std::string> texts;
    for (const auto& [reason, count] : m_counts)
        texts.push_back(fmt::format("{} event{} skipped: {}", count, count == 1 ? "" : "s", reason));
    return texts;
}

} // namespace bubblescope
