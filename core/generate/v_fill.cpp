// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_steps.h"

#include <algorithm>
#include <array>
#include <vector>

namespace bubblescope {

namespace {

constexpr std::uint32_t kVFillNowhere = 0xFFFFFFFFU;

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
            places.assign(grid.size() * microbatches, kVFillNowhere);
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

    /// Moves here the first later pass whose inputs are there and which raises no peak on its way.
    void fill(std::uint32_t rank, std::uint32_t slot)
    {
        VRow& row = m_grid[rank];
        std::array<bool, kVPassKinds> isOpen{}; // kinds whose next pass may come
        std::uint32_t open = 0;
        for (std::size_t kind = 0; kind < kVPassKinds; ++kind) {
            const auto pass = static_cast<VPass>(kind);
            isOpen[kind] = m_last[rank][kind] > slot && !(isForward(pass) && m_held[rank] >= m_limit) &&
                           isReady(pass, rank, slot);
            open += isOpen[kind] ? 1 : 0;
        }
        int held = m_held[rank];
        int peak = held;
        for (std::uint32_t later = slot + 1; later < row.size() && open > 0; ++later) {
            const VPass pass = row[later];
            if (pass == VPass::Idle)
                continue;
            if (isOpen[indexOf(pass)] && !(isForward(pass) && peak >= m_limit)) {
                std::swap(row[slot], row[later]);
                return;
            }
            open -= isOpen[indexOf(pass)] ? 1 : 0;
            isOpen[indexOf(pass)] = false;
            held += activationStep(pass);
            peak = std::max(peak, held);
        }
    }

    /// Whether the inputs of the rank's next pass of that kind are there before `slot`.
    [[nodiscard]] bool isReady(VPass pass, std::uint32_t rank, std::uint32_t slot) const
    {
        const std::uint32_t microbatch = m_done[rank][indexOf(pass)];
        if (microbatch >= m_microbatches)
            return false;
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

/// Where each pass is, and whether that is after its input.
class Completeness
{
public:
    Completeness(const VGrid& grid, std::uint32_t microbatches)
        : m_ranks(grid.size())
        , m_microbatches(microbatches)
    {
        for (auto& places : m_places)
            places.assign(grid.size() * microbatches, kVFillNowhere);
        for (std::size_t rank = 0; rank < grid.size(); ++rank) {
            std::array<std::uint32_t, kVPassKinds> count{};
            for (std::uint32_t slot = 0; slot < grid[rank].size(); ++slot) {
                const VPass pass = grid[rank][slot];
                if (pass == VPass::Idle)
                    continue;
                const std::uint32_t microbatch = count[indexOf(pass)]++;
                m_isComplete = m_isComplete && microbatch < microbatches;
                if (m_isComplete)
                    m_places[indexOf(pass)][rank * microbatches + microbatch] = slot;
            }
            m_isComplete = m_isComplete && std::all_of(count.begin(), count.end(),
                                                       [&](std::uint32_t n) { return n == microbatches; });
        }
    }

    [[nodiscard]] bool holds() const
    {
        if (!m_isComplete)
            return false;
        for (std::size_t rank = 0; rank < m_ranks; ++rank)
            for (std::size_t kind = 0; kind < kVPassKinds; ++kind)
                if (!standsAfterInput(static_cast<VPass>(kind), rank))
                    return false;
        return true;
    }

private:
    [[nodiscard]] bool standsAfterInput(VPass pass, std::size_t rank) const
    {
        const bool fromBefore = comesFromRankBefore(pass);
        const bool turns = fromBefore ? rank == 0 : rank + 1 == m_ranks;
        if (isWeight(pass))
            return isAfter(pass, rank, indexOf(pass) - 2, rank);
        if (turns)
            return pass == VPass::ForwardDown || isAfter(pass, rank, indexOf(pass) - 1, rank);
        return isAfter(pass, rank, indexOf(pass), fromBefore ? rank - 1 : rank + 1);
    }

    [[nodiscard]] bool isAfter(VPass pass, std::size_t rank, std::size_t input, std::size_t source) const
    {
        const auto later =
            m_places[indexOf(pass)].begin() + static_cast<std::ptrdiff_t>(rank * m_microbatches);
        const auto earlier = m_places[input].begin() + static_cast<std::ptrdiff_t>(source * m_microbatches);
        return std::equal(earlier, earlier + m_microbatches, later, std::less<>());
    }

    std::size_t m_ranks;
    std::uint32_t m_microbatches;
    bool m_isComplete = true;
    std::array<std::vector<std::uint32_t>, kVPassKinds> m_places;
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
    return Completeness(grid, microbatches).holds();
}

} // namespace bubblescope
