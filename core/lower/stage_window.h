// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace bubblescope {

/// The next uses of each stage in one row, seen from a place that moves along it. Stages are numbered within
/// the row, in rising order.
class StageUses
{
public:
    static constexpr std::uint32_t kNever = 0xFFFFFFFFU;
    static constexpr std::uint32_t kNoStage = 0xFFFFFFFFU;

    /// `counts(cell)`: the compute actions of that cell use their stages; others are as if not there.
    StageUses(const Row& row, const std::function<bool(std::span<const Action>)>& counts);

    [[nodiscard]] std::uint32_t stageCount() const { return static_cast<std::uint32_t>(m_stages.size()); }
    [[nodiscard]] StageId stage(std::uint32_t local) const { return StageId{m_stages[local]}; }
    /// The stage that the action at `index` uses; kNoStage if none.
    [[nodiscard]] std::uint32_t used(std::uint32_t index) const { return m_used[index]; }
    /// The first use of a stage from the place on; kNever if there is none.
    [[nodiscard]] std::uint32_t nextUse(std::uint32_t local) const { return m_nextUse[local]; }
    /// The use of the same stage that follows that at `index`.
    [[nodiscard]] std::uint32_t following(std::uint32_t index) const { return m_following[index]; }
    /// Moves the place past the action at `index`, the next one.
    void pass(std::uint32_t index)
    {
        if (m_used[index] != kNoStage)
            m_nextUse[m_used[index]] = m_following[index];
    }

private:
    std::vector<std::uint32_t> m_stages; ///< stage numbers, rising
    std::vector<std::uint32_t> m_used;
    std::vector<std::uint32_t> m_following;
    std::vector<std::uint32_t> m_nextUse;
};

/// The stretch of a row from the place on in which `size` different stages are used for the first time. Its
/// end only moves forward as the place does, so a whole row costs O(actions).
class StageWindow
{
public:
    enum class End : std::uint8_t {
        WholeCell, ///< the cell that brings the last stage counts in whole (PyTorch)
        Exact,     ///< ends at the action that brings it (hyper_parallel)
    };
    StageWindow(const Row& row, const StageUses& uses, std::uint32_t size, End end)
        : m_row(row)
        , m_uses(uses)
        , m_size(size)
        , m_endsAt(end)
    {}

    /// Fills the window from the place on; `added` gets the stages that came into it, in order of first use.
    void fill(std::vector<std::uint32_t>& added);
    /// To be called before uses.pass(index).
    void pass(std::uint32_t index);
    /// The stage is used in the window. Requires a filled window.
    [[nodiscard]] bool holds(std::uint32_t local) const { return m_uses.nextUse(local) < m_end; }

private:
    const Row& m_row;
    const StageUses& m_uses;
    std::uint32_t m_size;
    End m_endsAt;
    std::uint32_t m_stages = 0; ///< different stages in the window
    std::uint32_t m_end = 0;
};

} // namespace bubblescope
