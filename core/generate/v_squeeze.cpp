// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_steps.h"

#include <algorithm>
#include <array>
#include <vector>

namespace bubblescope {

namespace {

constexpr std::uint32_t kNowhere = 0xFFFFFFFFU;

bool runsFromFirstToLast(VPass pass)
{
    return comesFromRankBefore(pass) || pass == VPass::WeightUp;
}

class Squeeze
{
public:
    Squeeze(const VGrid& grid, std::uint32_t microbatches)
        : m_grid(grid)
        , m_microbatches(microbatches)
        , m_squeezed(grid.size())
        , m_done(grid.size())
    {
        for (auto& places : m_places)
            places.assign(grid.size() * microbatches, kNowhere);
        for (VRow& row : m_squeezed)
            row.reserve(grid.front().size());
    }

    std::optional<VGrid> run()
    {
        const auto ranks = static_cast<std::uint32_t>(m_grid.size());
        for (std::size_t slot = 0; slot < m_grid.front().size(); ++slot) {
            for (std::uint32_t rank = 0; rank < ranks; ++rank)
                if (!take(rank, slot, true))
                    return std::nullopt;
            for (std::uint32_t rank = ranks; rank-- > 0;)
                if (!take(rank, slot, false))
                    return std::nullopt;
        }
        std::size_t length = 0;
        for (const VRow& row : m_squeezed)
            length = std::max(length, row.size());
        for (VRow& row : m_squeezed)
            row.resize(length, VPass::Idle);
        return std::move(m_squeezed);
    }

private:
    /// Takes the pass of the slot if it is one of those that run towards the last rank, or of the others.
    bool take(std::uint32_t rank, std::size_t slot, bool towardsLast)
    {
        const VPass pass = m_grid[rank][slot];
        if (pass == VPass::Idle || runsFromFirstToLast(pass) != towardsLast)
            return true;
        const std::uint32_t microbatch = m_done[rank][indexOf(pass)]++;
        if (microbatch >= m_microbatches)
            return false;
        VRow& row = m_squeezed[rank];
        if (!isWeight(pass)) {
            const std::optional<std::uint32_t> from = ready(pass, rank, microbatch);
            if (!from)
                return false;
            if (row.size() < *from)
                row.resize(*from, VPass::Idle);
            m_places[indexOf(pass)][place(rank, microbatch)] = static_cast<std::uint32_t>(row.size());
        }
        row.push_back(pass);
        return true;
    }

    /// First slot after the pass's input; nothing if that is not placed yet.
    [[nodiscard]] std::optional<std::uint32_t> ready(VPass pass, std::uint32_t rank,
                                                     std::uint32_t microbatch) const
    {
        const bool fromBefore = comesFromRankBefore(pass);
        const bool turns = fromBefore ? rank == 0 : rank + 1 == m_grid.size();
        if (turns && pass == VPass::ForwardDown)
            return 0;
        const std::size_t input = turns ? indexOf(pass) - 1 : indexOf(pass);
        const std::uint32_t source = turns ? rank : fromBefore ? rank - 1 : rank + 1;
        const std::uint32_t found = m_places[input][place(source, microbatch)];
        return found == kNowhere ? std::nullopt : std::optional(found + 1);
    }

    [[nodiscard]] std::size_t place(std::uint32_t rank, std::uint32_t microbatch) const
    {
        return std::size_t{rank} * m_microbatches + microbatch;
    }

    const VGrid& m_grid;
    std::uint32_t m_microbatches;
    VGrid m_squeezed;
    std::vector<std::array<std::uint32_t, kVPassKinds>> m_done;
    std::array<std::vector<std::uint32_t>, kVPathPasses> m_places;
};

} // namespace

std::optional<VGrid> squeezed(const VGrid& grid, std::uint32_t microbatches)
{
    return Squeeze(grid, microbatches).run();
}

} // namespace bubblescope
