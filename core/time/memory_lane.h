// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/memory_curves.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

/// The steps of one rank as they come, with its peak and its first crossing of a limit. Inside of
/// MemoryCurves::build(); used again for each rank.
class MemoryLane
{
public:
    void begin(RankId rank, double level, std::optional<double> limit)
    {
        // As limits elsewhere, with room for rounding.
        m_threshold = limit ? *limit * (1 + 1e-9) : 0;
        m_rank = rank;
        m_steps.assign(1, {0, level});
        m_peak = {level, 0, std::nullopt};
        m_crossing.reset();
        m_isWatched = limit.has_value();
        if (m_isWatched && level > m_threshold)
            cross(0, 0, level);
    }
    /// From `time` on `level` is held, because of the action `index`.
    void set(Time time, double level, std::size_t index)
    {
        if (level > m_peak.level)
            m_peak = {level, time, ActionPosition{m_rank, index}};
        if (m_isWatched && level > m_threshold)
            cross(index, time, level);
        MemoryStep& last = m_steps.back();
        if (level == last.level)
            return;
        if (time > last.time) {
            m_steps.push_back({time, level});
            return;
        }
        last.level = level;
        if (m_steps.size() > 1 && m_steps[m_steps.size() - 2].level == level)
            m_steps.pop_back();
    }

    [[nodiscard]] const std::vector<MemoryStep>& steps() const { return m_steps; }
    [[nodiscard]] const MemoryPeak& peak() const { return m_peak; }
    [[nodiscard]] const std::optional<MemoryCrossing>& crossing() const { return m_crossing; }

private:
    void cross(std::size_t index, Time time, double level)
    {
        m_crossing = MemoryCrossing{{m_rank, index}, time, level};
        m_isWatched = false;
    }

    RankId m_rank;
    std::vector<MemoryStep> m_steps;
    MemoryPeak m_peak;
    std::optional<MemoryCrossing> m_crossing;
    double m_threshold = 0;
    bool m_isWatched = false;
};

} // namespace bubblescope
