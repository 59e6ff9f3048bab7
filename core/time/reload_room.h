// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"

#include <algorithm>
#include <cstddef>

namespace bubblescope {

/// From when on there has to be room for what an L of a row brings back: from the start of the compute action
/// during which it begins (docs/cost-model.md, "Memory"). Asked in the order of the row. O(row) in all.
class ReloadRoom
{
public:
    /// Keeps references.
    ReloadRoom(const Row& row, const LaneTimes& times) : m_row(row), m_times(times) {}

    /// Of a compute action its own start.
    [[nodiscard]] Time from(std::size_t index)
    {
        for (m_next = std::max(m_next, index); m_next < m_row.size() && !isCompute(m_row[m_next].kind());)
            ++m_next;
        return m_next < m_row.size() ? std::min(m_times.start[index], m_times.start[m_next])
                                     : m_times.start[index];
    }

private:
    const Row& m_row;
    const LaneTimes& m_times;
    std::size_t m_next = 0; ///< compute action at or behind what was asked for last
};

} // namespace bubblescope
