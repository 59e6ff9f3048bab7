// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace bubblescope {

/// Some whole numbers, kept as ranges: "2", "3-5", "1,4-6". Empty means that every number is in it.
class NumberSet
{
public:
    struct Range
    {
        std::uint32_t first = 0;
        std::uint32_t last = 0; ///< included
        bool operator==(const Range&) const = default;
    };

    /// Requires first <= last. Ranges that touch become one.
    void add(Range range)
    {
        const auto place = std::partition_point(m_ranges.begin(), m_ranges.end(),
                                                [&](const Range& r) { return r.first < range.first; });
        m_ranges.insert(place, range);
        std::vector<Range> joined;
        for (const Range& r : m_ranges)
            if (!joined.empty() && std::uint64_t{r.first} <= std::uint64_t{joined.back().last} + 1)
                joined.back().last = std::max(joined.back().last, r.last);
            else
                joined.push_back(r);
        m_ranges = std::move(joined);
    }
    void add(const NumberSet& other)
    {
        for (const Range& range : other.m_ranges)
            add(range);
    }
    [[nodiscard]] bool isEmpty() const { return m_ranges.empty(); }
    [[nodiscard]] const std::vector<Range>& ranges() const { return m_ranges; }
    /// O(log ranges); of one range, as mostly, a subtraction.
    [[nodiscard]] bool allows(std::uint32_t number) const noexcept
    {
        if (m_ranges.size() <= 1)
            return m_ranges.empty() || number - m_ranges[0].first <= m_ranges[0].last - m_ranges[0].first;
        const auto range = std::partition_point(m_ranges.begin(), m_ranges.end(),
                                                [&](const Range& r) { return r.last < number; });
        return range != m_ranges.end() && range->first <= number;
    }
    bool operator==(const NumberSet&) const = default;

private:
    std::vector<Range> m_ranges; ///< rising, apart
};

} // namespace bubblescope
