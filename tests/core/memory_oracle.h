// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/memory_curves.h"

#include <algorithm>
#include <set>
#include <vector>

namespace bubblescope::test {

/// What a rank holds at one moment, worked out from scratch: by looking at every action of its row.
class MemoryOracle
{
public:
    MemoryOracle(const Timeline& timeline, const CostModel& costs, std::uint32_t rank)
        : m_row(timeline.schedule->rows[rank])
        , m_times(timeline.lanes[rank])
        , m_costs(costs)
    {}

    [[nodiscard]] double levelAt(Time t) const { return activationsAt(t) + parametersAt(t) + gradientsAt(t); }
    /// Every moment at which something may change.
    [[nodiscard]] std::vector<Time> moments() const
    {
        std::set<Time> times{0};
        times.insert(m_times.start.begin(), m_times.start.end());
        times.insert(m_times.end.begin(), m_times.end.end());
        return {times.begin(), times.end()};
    }

private:
    [[nodiscard]] double changeOf(const Action& action) const
    {
        const double size = m_costs.activation.at(action.stage());
        const double kept = m_costs.activationKeptUntilWeight.at(action.stage());
        switch (action.kind()) {
        case ActionKind::Forward:
            return size;
        case ActionKind::BackwardInput:
            return -size * (1 - kept);
        case ActionKind::BackwardWeight:
            return -size * kept;
        case ActionKind::Backward:
            return -size;
        default:
            return 0;
        }
    }
    /// Cells that are over count in full, the running one with its highest prefix.
    [[nodiscard]] double activationsAt(Time t) const
    {
        double held = 0;
        double most = 0;
        bool isRunning = false;
        for (std::size_t i = 0; i < m_row.size();) {
            const std::size_t end = cellEnd(m_row, i);
            const Time finish = *std::max_element(m_times.end.begin() + static_cast<std::ptrdiff_t>(i),
                                                  m_times.end.begin() + static_cast<std::ptrdiff_t>(end));
            const bool runs = isCompute(m_row[i].kind()) && m_times.start[i] <= t && t < finish;
            double prefix = held;
            double highest = held;
            for (std::size_t k = i; k < end; ++k) {
                prefix += changeOf(m_row[k]);
                highest = std::max(highest, prefix);
            }
            if (runs) {
                isRunning = true;
                most = highest;
            }
            if (isCompute(m_row[i].kind()) && finish <= t)
                held = prefix;
            i = end;
        }
        return isRunning ? most : held;
    }
    [[nodiscard]] double parametersAt(Time t) const
    {
        double held = 0;
        for (const std::uint32_t stage : stages()) {
            bool isAlways = true;
            bool isThere = false;
            for (std::size_t i = 0; i < m_row.size(); ++i) {
                if (m_row[i].stage().value != stage)
                    continue;
                isAlways = isAlways && m_row[i].kind() != ActionKind::Unshard;
                if (m_row[i].kind() == ActionKind::Unshard && m_times.start[i] <= t)
                    isThere = true;
                if (m_row[i].kind() == ActionKind::Reshard && m_times.end[i] <= t)
                    isThere = false;
            }
            held += isAlways || isThere ? m_costs.parameters.at(StageId{stage}) : 0;
        }
        return held;
    }
    [[nodiscard]] double gradientsAt(Time t) const
    {
        double held = 0;
        for (const std::uint32_t stage : stages()) {
            bool isThere = false;
            for (std::size_t i = 0; i < m_row.size(); ++i) {
                if (m_row[i].stage().value != stage)
                    continue;
                const ActionKind kind = m_row[i].kind();
                if ((kind == ActionKind::BackwardWeight || kind == ActionKind::Backward) &&
                    m_times.start[i] <= t)
                    isThere = true;
                if (kind == ActionKind::ReduceGrad && m_times.end[i] <= t)
                    isThere = false;
            }
            held += isThere ? m_costs.gradients.at(StageId{stage}) : 0;
        }
        return held;
    }
    /// That compute on this rank.
    [[nodiscard]] std::set<std::uint32_t> stages() const
    {
        std::set<std::uint32_t> stages;
        for (const Action& action : m_row)
            if (isCompute(action.kind()))
                stages.insert(action.stage().value);
        return stages;
    }

    const Row& m_row;
    const LaneTimes& m_times;
    const CostModel& m_costs;
};

} // namespace bubblescope::test
