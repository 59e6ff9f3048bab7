// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_steps.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

using Counts = std::array<std::uint32_t, kVPassKinds>;

/// Takes out what the rank does before its first InputDown; how many of each pass that is.
Counts takeWarmUp(VRow& row)
{
    Counts taken{};
    for (VPass& cell : row) {
        if (cell == VPass::InputDown)
            break;
        if (cell != VPass::Idle)
            ++taken[indexOf(cell)];
        cell = VPass::Idle;
    }
    return taken;
}

/// Writes passes from a slot on, of each no more than there are.
class Layout
{
public:
    Layout(VRow& row, std::size_t slot, const Counts& left) : m_row(row), m_slot(slot), m_left(left) {}

    /// Writes the pass if one is left and goes on by a slot in any case.
    void offer(VPass pass)
    {
        if (has(pass))
            put(pass);
        ++m_slot;
    }
    /// The same while `early`, which counts down, is not used up.
    void offerEarly(VPass pass, std::uint32_t& early)
    {
        if (early > 0 && has(pass)) {
            put(pass);
            --early;
        }
        ++m_slot;
    }
    void offerForward() { offer(has(VPass::ForwardUp) ? VPass::ForwardUp : VPass::ForwardDown); }
    [[nodiscard]] bool isDone() const
    {
        return std::all_of(m_left.begin(), m_left.end(), [](std::uint32_t n) { return n == 0; });
    }
    [[nodiscard]] bool has(VPass pass) const { return m_left[indexOf(pass)] > 0; }
    [[nodiscard]] bool isOutside() const { return m_isOutside; }

private:
    void put(VPass pass)
    {
        --m_left[indexOf(pass)];
        if (m_slot < m_row.size())
            m_row[m_slot] = pass;
        else
            m_isOutside = true;
    }

    VRow& m_row;
    std::size_t m_slot;
    Counts m_left;
    bool m_isOutside = false;
};

/// Forwards of the way down reach the last rank one slot apart; those of the way up go between them as far as
/// they are back; then InputUp, its W and a forward follow each other.
bool layOut(VRow& row, const Counts& taken, std::uint32_t rank, std::uint32_t ranks, std::uint32_t peak,
            std::uint32_t microbatches)
{
    std::uint32_t up = std::min({rank + 1, peak / 2, microbatches});
    std::uint32_t down = std::min(peak - up, microbatches);
    Layout layout(row, rank, taken);
    for (std::uint32_t k = 0; k < 2 * (ranks - 1 - rank); ++k)
        layout.offerEarly(VPass::ForwardDown, down);
    for (std::uint32_t k = 0; k < rank + 1; ++k) {
        layout.offerEarly(VPass::ForwardDown, down);
        layout.offerEarly(VPass::ForwardUp, up);
    }
    while (!layout.isDone() && !layout.isOutside()) {
        layout.offer(VPass::InputUp);
        layout.offer(VPass::WeightUp);
        layout.offerForward();
    }
    return !layout.isOutside();
}

} // namespace

std::optional<VGrid> withPackedWarmUp(VGrid grid, std::uint32_t microbatches)
{
    const auto ranks = static_cast<std::uint32_t>(grid.size());
    std::uint32_t peak = 0;
    for (const VRow& row : grid)
        peak = std::max(peak, peakOf(row));
    peak = std::min(peak, 2 * ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        if (!layOut(grid[rank], takeWarmUp(grid[rank]), rank, ranks, peak, microbatches))
            return std::nullopt;
    return grid;
}

void removeSurplus(VGrid& grid, std::uint32_t microbatches)
{
    for (VRow& row : grid) {
        Counts seen{};
        for (VPass& cell : row)
            if (cell != VPass::Idle && seen[indexOf(cell)]++ >= microbatches)
                cell = VPass::Idle;
    }
}

void postponeFirstWeights(VGrid& grid, std::uint32_t peak)
{
    const std::vector<std::uint32_t> peaks = peaksOf(grid);
    const std::uint32_t lowest = *std::min_element(peaks.begin(), peaks.end());
    for (std::size_t rank = 0; rank < grid.size(); ++rank) {
        VRow postponed;
        for (VPass& cell : grid[rank]) {
            if (peaks[rank] + postponed.size() >= peak)
                break;
            if (isWeight(cell)) {
                postponed.push_back(cell);
                cell = VPass::Idle;
            }
        }
        postponed.resize(std::max(lowest, peak) - lowest, VPass::Idle);
        grid[rank].insert(grid[rank].end(), postponed.begin(), postponed.end());
    }
}

} // namespace bubblescope
