// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/cost_model.h"
#include "core/time/memory_part.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Parameters or gradients of a stage, or an activation that is copied, that come or go.
struct StaticChange
{
    Time time = 0;
    double delta = 0;
    std::uint32_t index = 0; ///< of the action in its row
    MemoryPart part = MemoryPart::Parameters;
};

/// Parameters, gradients and optimizer states that the ranks hold, and activations on their way to the host
/// and back, in the order in which they come and go.
/// Inside of MemoryCurves::build(). O(stages) once and O(row) a rank.
class StaticMemory
{
public:
    StaticMemory(const Timeline& timeline, const CostModel& costs);

    /// There are sizes of any of them.
    [[nodiscard]] bool isThere() const { return m_isAlwaysThere || m_hasGradients || m_hasCopies; }
    /// Activations are copied, beside what is computed.
    [[nodiscard]] bool hasCopies() const { return m_hasCopies; }
    /// Looks at a rank; the two below are then of it.
    void visit(std::uint32_t rank);
    /// Parameters, optimizer states and what is beside the stages, from the start to the end.
    [[nodiscard]] double always() const { return m_always; }
    [[nodiscard]] const MemorySizes& alwaysByPart() const { return m_alwaysByPart; }
    /// Rising in time.
    [[nodiscard]] const std::vector<StaticChange>& changes() const { return m_changes; }

private:
    struct StageState
    {
        std::uint32_t gathers = 0;   ///< rank + 1 of the last that has an UNSHARD of the stage
        std::uint32_t counted = 0;   ///< rank + 1 of the last whose `always` has the stage
        std::uint32_t unsharded = 0; ///< rank + 1 while that rank holds the parameters
        std::uint32_t gradient = 0;  ///< rank + 1 while that rank holds the gradient
    };

    void addAlways(const Row& row, std::uint32_t mark);
    void addChanges(const Row& row, const LaneTimes& times, std::uint32_t mark);
    void toggle(std::uint32_t& state, std::uint32_t to, const StaticChange& change);
    void hold(MemoryPart part, double size);

    const Timeline& m_timeline;
    const CostModel& m_costs;
    MicrobatchFactors m_lengths;
    bool m_isAlwaysThere = false; ///< parameters or optimizer states are known
    bool m_hasGradients = false;
    bool m_hasCopies = false;
    double m_always = 0;
    MemorySizes m_alwaysByPart{};
    std::vector<StaticChange> m_changes;
    std::vector<StageState> m_stages;
};

} // namespace bubblescope
