// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"
#include "core/time/cost_model.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope::search {

/// What the improvement knows of orders whose stages and microbatches live on the same ranks: times,
/// transfers and sizes in tables, so that an order is timed with a few look-ups an action. A unit is one
/// microbatch on one stage, number microbatch · stages + stage. Immutable, shared between threads; 64 bytes a
/// unit.
class OrderModel
{
public:
    /// Nothing where an order cannot be improved: FSDP or communication in it, other dependencies than the
    /// strict ones, jitter, parts of cells that end before these, cells of more than two parts, or too many
    /// ranks or actions.
    [[nodiscard]] static std::optional<OrderModel> of(const Schedule& schedule, const CostModel& costs);

    [[nodiscard]] std::uint32_t ranks() const { return m_ranks; }
    [[nodiscard]] std::uint32_t stages() const { return m_stages; }
    [[nodiscard]] std::uint32_t microbatches() const { return m_microbatches; }
    [[nodiscard]] std::uint32_t units() const { return m_stages * m_microbatches; }
    [[nodiscard]] std::uint32_t stageOf(std::uint32_t unit) const { return m_stageOf[unit]; }
    [[nodiscard]] std::uint32_t rankOf(std::uint32_t unit) const { return m_home[unit]; }
    /// On the unit's rank, its factor counted.
    [[nodiscard]] double duration(ActionKind kind, std::uint32_t unit) const
    {
        return m_durations[unit][static_cast<std::size_t>(kind) - 1];
    }
    /// What F, or I and B, of the unit wait after what they need has ended on another rank.
    [[nodiscard]] double forwardDelay(std::uint32_t unit) const { return m_forwardDelay[unit]; }
    [[nodiscard]] double backwardDelay(std::uint32_t unit) const { return m_backwardDelay[unit]; }
    [[nodiscard]] const CostModel& costs() const { return m_costs; }
    /// The stages that a rank holds, rising.
    [[nodiscard]] const std::vector<StageId>& stagesOf(std::uint32_t rank) const { return m_held[rank]; }
    /// The average time of an action.
    [[nodiscard]] double meanDuration() const { return m_meanDuration; }
    [[nodiscard]] double factorOf(std::uint32_t rank) const;

private:
    OrderModel() = default;
    bool placeUnits(const Schedule& schedule);
    void fillTimes();

    CostModel m_costs;
    std::uint32_t m_ranks = 0;
    std::uint32_t m_stages = 0;
    std::uint32_t m_microbatches = 0;
    double m_meanDuration = 0;
    std::vector<std::uint32_t> m_stageOf;
    std::vector<std::uint32_t> m_home;
    std::vector<std::array<double, 4>> m_durations; ///< F, I, W, B
    std::vector<double> m_forwardDelay;
    std::vector<double> m_backwardDelay;
    std::vector<std::vector<StageId>> m_held;
};

} // namespace bubblescope::search
