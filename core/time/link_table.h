// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <unordered_map>

namespace bubblescope {

/// What a message costs on each directed link. O(1): one comparison where no link is named, else one look-up.
class LinkTable
{
public:
    struct Line
    {
        double latency = 0;  ///< occupies nothing
        double occupied = 0; ///< bytes / bandwidth, for which the link takes no other message

        [[nodiscard]] Time time() const { return latency + occupied; }
    };

    /// Requires costs that passed CostModel::check().
    explicit LinkTable(const CostModel& costs);

    /// Of a microbatch's message from one rank to another: its bytes grow with the microbatch's length.
    [[nodiscard]] Line of(std::uint32_t from, std::uint32_t to, MicrobatchId microbatch) const
    {
        Line line = of(from, to);
        if (m_hasSizes)
            line.occupied *= m_sizes.sizeOf(microbatch);
        return line;
    }
    /// Messages of microbatches differ.
    [[nodiscard]] bool hasSizes() const { return m_hasSizes; }
    /// At length 1; what goes from a rank to itself costs what an unnamed link does.
    [[nodiscard]] const Line& of(std::uint32_t from, std::uint32_t to) const
    {
        if (m_named.empty())
            return m_other;
        const auto named = m_named.find(key(from, to));
        return named == m_named.end() ? m_other : named->second;
    }
    /// Messages may have to wait for each other, or differ from link to link.
    [[nodiscard]] bool needsMessages() const { return m_other.occupied > 0 || !m_named.empty(); }

    [[nodiscard]] static std::uint64_t key(std::uint32_t from, std::uint32_t to)
    {
        return std::uint64_t{from} << 32U | to;
    }

private:
    Line m_other;
    MicrobatchFactors m_sizes;
    bool m_hasSizes;
    std::unordered_map<std::uint64_t, Line> m_named;
};

} // namespace bubblescope
