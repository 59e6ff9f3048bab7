// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_steps.h"

#include <algorithm>
#include <array>
#include <vector>

namespace bubblescope {

namespace {

constexpr std::uint32_t kNowhere = 0xFFFFFFFFU;

class Filling
{
public:
    Filling(VGrid& grid, std::uint32_t microbatches)
        : m_grid(grid)
        , m_microbatches(microbatches)
        , m_held(grid.size())
        , m_done(grid.size())
        , m_last(grid.size())
    {
        for (auto& places : m_places)
            places.assign(grid.size() * microbatches, kNowhere);
        for (std::size_t rank = 0; rank < grid.size(); ++rank) {
            m_limit = std::max(m_limit, static_cast<int>(peakOf(grid[rank])));
            for (std::uint32_t slot = 0; slot < grid[rank].size(); ++slot)
                if (grid[rank][slot] != VPass::Idle)
                    m_last[rank][indexOf(grid[rank][slot])] = slot;
        }
    }

    void run()
    {
        for (std::uint32_t slot = 0; slot < m_grid.front().size(); ++slot)
            for (std::uint32_t rank = 0; rank < m_grid.size(); ++rank) {
                if (m_grid[rank][slot] == VPass::Idle)
                    fill(rank, slot);
                if (m_grid[rank][slot] != VPass::Idle)
                    take(rank, slot);
            }
    }

private:
    void take(std::uint32_t rank, std::uint32_t slot)
    {
        const VPass pass = m_grid[rank][slot];
        const std::uint32_t microbatch = m_done[rank][indexOf(pass)]++;
        if (!isWeight(pass))
            m_places[indexOf(pass)][place(rank, microbatch)] = slot;
        m_held[rank] += activationStep(pass);
    }

    /// Looks at the next pass of each kind and moves the first that may be moved.
    void fill(std::uint32_t rank, std::uint32_t slot)
    {
        VRow& row = m_grid[rank];
        std::array<bool, kVPassKinds> isOpen{};
        std::uint32_t open = 0;
        for (std::size_t pass = 0; pass < kVPassKinds; ++pass)
            if (m_last[rank][pass] > slot) {
                isOpen[pass] = true;
                ++open;
            }
        int held = m_held[rank];
        int peak = held;
        for (std::uint32_t later = slot + 1; later < row.size() && open > 0; ++later) {
            const VPass pass = row[later];
            if (pass == VPass::Idle)
                continue;
            const int peakBefore = peak;
            held += activationStep(pass);
            peak = std::max(peak, held);
            if (!isOpen[indexOf(pass)])
                continue;
            isOpen[indexOf(pass)] = false;
            --open;
            if ((isForward(pass) && peakBefore >= m_limit) || !isReady(pass, rank, slot))
                continue;
            std::swap(row[slot], row[later]);
            return;
        }
    }

    /// Whether the inputs of the rank's next pass of that kind are there before `slot`.
    [[nodiscard]] bool isReady(VPass pass, std::uint32_t rank, std::uint32_t slot) const
    {
        const std::uint32_t microbatch = m_done[rank][indexOf(pass)];
        if (isWeight(pass))
            return m_done[rank][indexOf(pass) - 2] > microbatch;
        const bool fromBefore = comesFromRankBefore(pass);
        const bool turns = fromBefore ? rank == 0 : rank + 1 == m_grid.size();
        if (turns)
            return pass == VPass::ForwardDown || m_done[rank][indexOf(pass) - 1] > microbatch;
        const std::uint32_t source = fromBefore ? rank - 1 : rank + 1;
        return m_places[indexOf(pass)][place(source, microbatch)] < slot;
    }

    [[nodiscard]] std::size_t place(std::uint32_t rank, std::uint32_t microbatch) const
    {
        return std::size_t{rank} * m_microbatches + microbatch;
    }

    VGrid& m_grid;
    std::uint32_t m_microbatches;
    int m_limit = 0;
    std::vector<int> m_held;
    std::vector<std::array<std::uint32_t, kVPassKinds>> m_done;
    std::vector<std::array<std::uint32_t, kVPassKinds>> m_last; ///< last slot of each kind, before any move
    std::array<std::vector<std::uint32_t>, kVPathPasses> m_places;
};

} // namespace

void fillIdleSlots(VGrid& grid, std::uint32_t microbatches)
{
    Filling(grid, microbatches).run();
}

bool relabelWeights(VGrid& grid, std::uint32_t microbatches)
{
    VRow queue;
    for (VRow& row : grid) {
        std::array<std::uint32_t, kVPassKinds> count{};
        queue.clear();
        std::size_t next = 0;
        for (VPass& cell : row) {
            if (cell == VPass::Idle)
                continue;
            ++count[indexOf(cell)];
            if (isInput(cell))
                queue.push_back(weightOf(cell));
            else if (isWeight(cell)) {
                if (next == queue.size())
                    return false;
                cell = queue[next++];
            }
        }
        if (std::any_of(count.begin(), count.end(), [&](std::uint32_t n) { return n != microbatches; }))
            return false;
    }
    return true;
}

bool isComplete(const VGrid& grid, std::uint32_t microbatches)
{
    const std::optional<VGrid> checked = squeezed(grid, microbatches);
    if (!checked)
        return false;
    // Squeezing looks at every input but that of a W.
    for (const VRow& row : grid) {
        std::array<std::uint32_t, kVPassKinds> count{};
        for (const VPass pass : row) {
            if (pass == VPass::Idle)
                continue;
            const std::uint32_t microbatch = count[indexOf(pass)]++;
            if (isWeight(pass) && count[indexOf(pass) - 2] <= microbatch)
                return false;
        }
        if (std::any_of(count.begin(), count.end(), [&](std::uint32_t n) { return n != microbatches; }))
            return false;
    }
    return true;
}

} // namespace bubblescope
