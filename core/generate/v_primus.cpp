// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_primus.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

/// Where the W's of one rank stand, by stage and microbatch.
class WeightPlaces
{
public:
    explicit WeightPlaces(std::uint32_t microbatches)
        : m_behind{std::vector<std::uint32_t>(microbatches + 1), std::vector<std::uint32_t>(microbatches + 1)}
    {}

    /// First slot in which the W can stand.
    [[nodiscard]] std::uint32_t ready(VPass weight, std::uint32_t microbatch, std::uint32_t inputSlot) const
    {
        return std::max(inputSlot + 1, m_behind[isUp(weight)][microbatch]);
    }
    void set(VPass weight, std::uint32_t microbatch, std::uint32_t slot)
    {
        m_behind[isUp(weight)][microbatch + 1] = slot + 1;
    }

private:
    static std::size_t isUp(VPass weight) { return weight == VPass::WeightUp ? 1 : 0; }

    std::array<std::vector<std::uint32_t>, 2> m_behind; ///< behind the W of the microbatch before
};

VPass inputOf(VPass weight)
{
    return weight == VPass::WeightUp ? VPass::InputUp : VPass::InputDown;
}

class PrimusOrder
{
public:
    PrimusOrder(const VSlots& block, const CancelToken& cancel)
        : m_slots(block)
        , m_before(block.grid())
        , m_ranks(block.ranks())
        , m_cancel(cancel)
    {
        putWeights(m_before, VWeightQueue::InTurn);
        for (const VRow& row : m_before)
            m_limit = std::max(m_limit, peakOf(row));
        findTails();
    }

    [[nodiscard]] VGrid run()
    {
        moveAll();
        moveTails();
        return std::move(m_after);
    }

private:
    /// Behind which slot, before any move, a rank's tail begins. Where all forwards of the way up come before
    /// the first microbatch is back on rank 0, tails end there.
    void findTails()
    {
        const std::uint32_t last = m_slots.microbatches() - 1;
        for (std::uint32_t rank = 0; rank < m_ranks; ++rank)
            m_tailBegin.push_back(m_slots.at(VPass::ForwardUp, rank, last) + 1);
        const std::uint32_t firstIsBack = m_slots.at(VPass::InputDown, 0, 0);
        if (m_tailBegin[0] <= firstIsBack)
            m_tailEnd = firstIsBack;
    }

    [[nodiscard]] std::uint32_t inputsReady(VPass pass, std::uint32_t rank, std::uint32_t microbatch) const
    {
        const std::uint32_t ready = m_slots.ready(pass, rank, microbatch);
        return microbatch == 0 ? ready : std::max(ready, m_slots.at(pass, rank, microbatch - 1) + 1);
    }

    void moveAll()
    {
        m_after.resize(m_ranks);
        m_isTail.resize(m_ranks);
        std::vector<std::vector<std::uint32_t>> held(m_ranks);
        std::vector<WeightPlaces> weights(m_ranks, WeightPlaces(m_slots.microbatches()));
        visit(m_before, [&](VPass pass, std::uint32_t rank, std::uint32_t microbatch, std::uint32_t slot) {
            const std::uint32_t ready =
                isWeight(pass)
                    ? weights[rank].ready(pass, microbatch, m_slots.at(inputOf(pass), rank, microbatch))
                    : inputsReady(pass, rank, microbatch);
            const std::uint32_t to = place(m_after[rank], held[rank], pass, ready, slot);
            m_isTail[rank].resize(m_after[rank].size());
            m_isTail[rank][to] = slot >= m_tailBegin[rank] && slot < m_tailEnd;
            if (isWeight(pass))
                weights[rank].set(pass, microbatch, to);
            else
                m_slots.set(pass, rank, microbatch, to);
        });
    }

    /// Writes the pass into the row that grows: into the first idle slot of [ready, slot) that memory allows,
    /// else into its own. Behind the row's end it holds what it holds there.
    std::uint32_t place(VRow& row, std::vector<std::uint32_t>& held, VPass pass, std::uint32_t ready,
                        std::uint32_t slot) const
    {
        std::uint32_t to = std::min(ready, slot);
        if (isForward(pass)) {
            const auto isFull = [&](std::uint32_t at) { return held[at] >= m_limit; };
            auto end = static_cast<std::uint32_t>(row.size());
            if (end > 0 && isFull(end - 1))
                to = slot;
            for (; end > to && !isFull(end - 1); --end) {
            }
            to = std::max(to, std::min(end, slot));
        }
        while (to < slot && to < row.size() && row[to] != VPass::Idle)
            ++to;
        if (to >= row.size()) {
            held.resize(std::size_t{to} + 1, held.empty() ? 0 : held.back());
            row.resize(std::size_t{to} + 1, VPass::Idle);
        }
        row[to] = pass;
        const auto step = static_cast<std::uint32_t>(activationStep(pass));
        for (std::size_t at = to; at < held.size(); ++at)
            held[at] += step;
        return to;
    }

    void moveTails()
    {
        std::vector<std::vector<std::pair<VPass, std::uint32_t>>> taken(m_ranks);
        std::vector<WeightPlaces> weights(m_ranks, WeightPlaces(m_slots.microbatches()));
        const VGrid order = m_after;
        visit(order, [&](VPass pass, std::uint32_t rank, std::uint32_t microbatch, std::uint32_t slot) {
            VRow& row = m_after[rank];
            if (!m_isTail[rank][slot]) {
                if (isWeight(pass))
                    weights[rank].set(pass, microbatch, slot);
                return;
            }
            row[slot] = VPass::Idle;
            if (isWeight(pass)) {
                taken[rank].emplace_back(pass, microbatch);
                return;
            }
            std::uint32_t to = std::min(inputsReady(pass, rank, microbatch), slot);
            while (row[to] != VPass::Idle)
                ++to;
            row[to] = pass;
            m_slots.set(pass, rank, microbatch, to);
        });
        for (std::uint32_t rank = 0; rank < m_ranks; ++rank)
            for (const auto& [weight, microbatch] : taken[rank]) {
                VRow& row = m_after[rank];
                std::uint32_t to =
                    weights[rank].ready(weight, microbatch, m_slots.at(inputOf(weight), rank, microbatch));
                while (to < row.size() && row[to] != VPass::Idle)
                    ++to;
                row.resize(std::max(row.size(), std::size_t{to} + 1), VPass::Idle);
                row[to] = weight;
                weights[rank].set(weight, microbatch, to);
            }
    }

    /// Calls take(pass, rank, microbatch, slot) by slot, then rank.
    template <typename Take>
    void visit(const VGrid& grid, const Take& take) const
    {
        std::vector<std::array<std::uint32_t, kVPassKinds>> done(m_ranks);
        std::size_t length = 0;
        for (const VRow& row : grid)
            length = std::max(length, row.size());
        for (std::uint32_t slot = 0; slot < length; ++slot) {
            throwIfCancelled(m_cancel);
            for (std::uint32_t rank = 0; rank < m_ranks; ++rank)
                if (slot < grid[rank].size() && grid[rank][slot] != VPass::Idle) {
                    const VPass pass = grid[rank][slot];
                    take(pass, rank, done[rank][indexOf(pass)]++, slot);
                }
        }
    }

    VSlots m_slots; ///< as moved so far
    VGrid m_before; ///< the block with its W's
    std::uint32_t m_ranks;
    const CancelToken& m_cancel;
    std::uint32_t m_limit = 0;
    std::vector<std::uint32_t> m_tailBegin;
    std::uint32_t m_tailEnd = std::numeric_limits<std::uint32_t>::max();
    VGrid m_after;
    std::vector<std::vector<bool>> m_isTail; ///< parallel to m_after
};

} // namespace

VGrid primusOrder(const VSlots& block, const CancelToken& cancel)
{
    return PrimusOrder(block, cancel).run();
}

} // namespace bubblescope
