// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v_shape.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace bubblescope {

/// Runs the passes of a grid in each rank's order, as early as their inputs allow. `Time` is a number with
/// sign; `durations` has an array of times by pass for each rank.
template <typename Time, typename Durations>
class VReplay
{
public:
    VReplay(const VGrid& grid, std::uint32_t microbatches, const Durations& durations, Time transfer)
        : m_grid(grid)
        , m_microbatches(microbatches)
        , m_durations(durations)
        , m_transfer(transfer)
        , m_next(grid.size())
        , m_clock(grid.size())
        , m_done(grid.size())
    {
        for (auto& ends : m_ends)
            ends.assign(grid.size() * microbatches, kNotYet);
    }

    /// Calls start(rank, pass, time) for each pass, in the order of its rank. False if the order cannot run
    /// to its end or has a pass of more microbatches. O(cells).
    template <typename Start>
    [[nodiscard]] bool run(const Start& start)
    {
        const auto ranks = static_cast<std::uint32_t>(m_grid.size());
        // To the last rank and back, as the passes run.
        for (;;) {
            std::uint32_t finished = 0;
            bool isStuck = true;
            for (std::uint32_t rank = 0; rank < ranks; ++rank)
                isStuck = !advance(rank, start) && isStuck;
            for (std::uint32_t rank = ranks; rank-- > 0;) {
                isStuck = !advance(rank, start) && isStuck;
                finished += m_next[rank] == m_grid[rank].size() ? 1 : 0;
            }
            if (finished == ranks)
                return true;
            if (isStuck)
                return false;
        }
    }
    /// End of the rank's last pass.
    [[nodiscard]] Time endOf(std::uint32_t rank) const { return m_clock[rank]; }

private:
    static constexpr Time kNotYet = -1;

    /// Whether the rank got on.
    template <typename Start>
    bool advance(std::uint32_t rank, const Start& start)
    {
        const VRow& row = m_grid[rank];
        const std::size_t from = m_next[rank];
        std::size_t slot = from;
        for (; slot < row.size(); ++slot) {
            const VPass pass = row[slot];
            if (pass == VPass::Idle)
                continue;
            const std::uint32_t microbatch = m_done[rank][indexOf(pass)];
            if (microbatch >= m_microbatches)
                break;
            const Time ready = isWeight(pass) ? 0 : inputsReady(pass, rank, microbatch);
            if (ready == kNotYet)
                break;
            ++m_done[rank][indexOf(pass)];
            const Time begin = std::max(m_clock[rank], ready);
            start(rank, pass, begin);
            m_clock[rank] = begin + m_durations[rank][indexOf(pass)];
            if (!isWeight(pass))
                m_ends[indexOf(pass)][place(rank, microbatch)] = m_clock[rank];
        }
        m_next[rank] = slot;
        return slot > from;
    }

    [[nodiscard]] Time inputsReady(VPass pass, std::uint32_t rank, std::uint32_t microbatch) const
    {
        const bool fromBefore = comesFromRankBefore(pass);
        const bool turns = fromBefore ? rank == 0 : rank + 1 == m_grid.size();
        if (turns)
            return pass == VPass::ForwardDown ? 0 : m_ends[indexOf(pass) - 1][place(rank, microbatch)];
        const Time end = m_ends[indexOf(pass)][place(fromBefore ? rank - 1 : rank + 1, microbatch)];
        return end == kNotYet ? kNotYet : end + m_transfer;
    }

    [[nodiscard]] std::size_t place(std::uint32_t rank, std::uint32_t microbatch) const
    {
        return std::size_t{rank} * m_microbatches + microbatch;
    }

    const VGrid& m_grid;
    std::uint32_t m_microbatches;
    const Durations& m_durations;
    Time m_transfer;
    std::vector<std::size_t> m_next;
    std::vector<Time> m_clock;
    std::vector<std::array<std::uint32_t, kVPassKinds>> m_done;
    std::array<std::vector<Time>, kVPathPasses> m_ends;
};

} // namespace bubblescope
