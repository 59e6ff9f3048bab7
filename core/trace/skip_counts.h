// SPDX-License-Identifier: Apache-2.0
#pragma once

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
    void add(std::string_view reason);
    /// "5 events skipped: negative duration"
    [[nodiscard]] std::vector<std::string> texts() const;

private:
    std::vector<std::pair<std::string_view, std::uint64_t>> m_counts;
};

} // namespace bubblescope
