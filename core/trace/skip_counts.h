// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/text_list.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// Counts of events that were left out, by reason, in the order in which the reasons were met first. Reasons
/// are texts that live as long as the program.
class SkipCounts
{
public:
    void add(std::string_view reason)
    {
        const auto known = std::find_if(m_counts.begin(), m_counts.end(),
                                        [&](const auto& one) { return one.first == reason; });
        if (known != m_counts.end())
            ++known->second;
        else
            m_counts.emplace_back(reason, 1);
    }
    /// "5 events skipped: negative duration"
    [[nodiscard]] std::vector<std::string> texts() const
    {
        std::vector<std::string> texts;
        for (const auto& [reason, count] : m_counts)
            texts.push_back(fmt::format("{} skipped: {}", counted(count, "event"), reason));
        return texts;
    }

private:
    std::vector<std::pair<std::string_view, std::uint64_t>> m_counts;
};

} // namespace bubblescope
