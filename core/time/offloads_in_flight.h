// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

/// What a rank waits for where a number of its O's may be under way at once (CostModel::offloadsInFlight).
/// Both engines ask it; an End is what they know of the end of an O.
template <typename End>
class OffloadsInFlight
{
public:
    OffloadsInFlight() = default;
    OffloadsInFlight(std::optional<std::uint64_t> most, std::size_t ranks) : m_most(most), m_ends(ranks) {}

    /// The rank came to an O, in the order of its row, that has this end. Gives the end for which it waits:
    /// that of the one before those that may be under way; End{} where there is none.
    End waitsFor(std::uint32_t rank, const End& end)
    {
        if (!m_most)
            return {};
        std::vector<End>& ends = m_ends[rank];
        ends.push_back(end);
        return ends.size() > *m_most ? ends[ends.size() - 1 - *m_most] : End{};
    }

private:
    std::optional<std::uint64_t> m_most; ///< nothing = any number
    std::vector<std::vector<End>> m_ends;
};

} // namespace bubblescope
