// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_reorder.h"

#include <algorithm>

namespace bubblescope {

namespace {

struct Visit
{
    VPass pass;
    std::uint32_t rank;
    std::uint32_t microbatch;
    std::uint32_t slot;
};

/// Which part of the schedule the walk is in. The steady part keeps its slots.
class Phase
{
public:
    explicit Phase(std::uint32_t lastMicrobatch) : m_lastMicrobatch(lastMicrobatch) {}

    [[nodiscard]] bool isSteady() const { return m_part == Part::Steady; }
    [[nodiscard]] bool isCoolDown() const { return m_part == Part::CoolDown; }
    /// To be called before a pass is placed.
    void enter(const Visit& visit)
    {
        if (m_part == Part::WarmUp && visit.pass == VPass::InputDown && visit.rank == 0)
            m_part = Part::Steady;
    }
    /// To be called after a pass is placed.
    void leave(const Visit& visit)
    {
        if (m_part == Part::Steady && visit.pass == VPass::ForwardDown &&
            visit.microbatch == m_lastMicrobatch)
            m_part = Part::CoolDown;
    }

private:
    enum class Part : std::uint8_t { WarmUp, Steady, CoolDown };
    std::uint32_t m_lastMicrobatch;
    Part m_part = Part::WarmUp;
};

/// Calls take(Visit) for every pass by slot, then rank. A pass that is moved while it is visited goes to an
/// earlier slot, so that each is visited once.
template <typename Take>
void walk(const VGrid& grid, const CancelToken& cancel, const Take& take)
{
    std::vector<std::array<std::uint32_t, kVPassKinds>> done(grid.size());
    std::size_t length = 0;
    for (const VRow& row : grid)
        length = std::max(length, row.size());
    for (std::uint32_t slot = 0; slot < length; ++slot) {
        throwIfCancelled(cancel);
        for (std::uint32_t rank = 0; rank < grid.size(); ++rank)
            if (slot < grid[rank].size() && grid[rank][slot] != VPass::Idle) {
                const VPass pass = grid[rank][slot];
                take({pass, rank, done[rank][indexOf(pass)]++, slot});
            }
    }
}

std::uint32_t highest(const std::vector<std::uint32_t>& values)
{
    return *std::max_element(values.begin(), values.end());
}

/// First idle slot of [from, to); `to` if there is none.
std::uint32_t firstIdle(const VRow& row, std::uint32_t from, std::uint32_t to)
{
    while (from < to && row[from] != VPass::Idle)
        ++from;
    return std::min(from, to);
}

/// First slot in which the pass's inputs are there and the pass of its kind before it is done.
std::uint32_t readyInTurn(const VSlots& slots, VPass pass, std::uint32_t rank, std::uint32_t microbatch)
{
    const std::uint32_t ready = slots.ready(pass, rank, microbatch);
    return microbatch == 0 ? ready : std::max(ready, slots.at(pass, rank, microbatch - 1) + 1);
}

/// A reordering with W's in the idle slots.
class WeightedReorder
{
public:
    explicit WeightedReorder(const VSlots& slots)
        : m_slots(slots)
        , m_grid(slots.grid())
        , m_inputs(slots.ranks())
        , m_lastWeight(slots.ranks())
    {
        putWeights(m_grid, VWeightQueue::OneForBoth);
        m_limit = highest(peaksOf(m_grid));
        for (const VRow& row : m_grid) {
            std::vector<std::uint32_t>& held = m_held.emplace_back(row.size());
            std::uint32_t now = 0;
            for (std::size_t slot = 0; slot < row.size(); ++slot)
                held[slot] = now += step(row[slot]);
        }
    }

    VSlots run(const CancelToken& cancel)
    {
        Phase phase(m_slots.microbatches() - 1);
        walk(m_grid, cancel, [&](const Visit& visit) {
            phase.enter(visit);
            const std::uint32_t slot = phase.isSteady() ? visit.slot : moved(visit);
            phase.leave(visit);
            if (isInput(visit.pass))
                noteInput(visit.rank, slot);
            else if (isWeight(visit.pass))
                m_lastWeight[visit.rank] = slot;
        });
        return squeezed(m_grid, m_slots.microbatches(), cancel);
    }

private:
    /// activationStep() for counters without sign: they wrap.
    static std::uint32_t step(VPass pass) { return static_cast<std::uint32_t>(activationStep(pass)); }

    /// Moves the pass to the earliest slot that it may take; returns its new place.
    std::uint32_t moved(const Visit& visit)
    {
        std::uint32_t from = isWeight(visit.pass)
                                 ? weightReady(visit.rank, visit.microbatch)
                                 : readyInTurn(m_slots, visit.pass, visit.rank, visit.microbatch);
        if (isForward(visit.pass))
            from = withinLimit(visit.rank, from, visit.slot);
        const std::uint32_t slot = firstIdle(m_grid[visit.rank], from, visit.slot);
        if (slot == visit.slot)
            return slot;
        std::swap(m_grid[visit.rank][slot], m_grid[visit.rank][visit.slot]);
        for (std::uint32_t s = slot; s < visit.slot; ++s)
            m_held[visit.rank][s] += step(visit.pass);
        if (!isWeight(visit.pass))
            m_slots.set(visit.pass, visit.rank, visit.microbatch, slot);
        return slot;
    }

    /// The n-th W of a rank follows its n-th input gradient, of whichever stage.
    [[nodiscard]] std::uint32_t weightReady(std::uint32_t rank, std::uint32_t number) const
    {
        const std::uint32_t input = m_inputs[rank][number] + 1;
        return number == 0 ? input : std::max(input, m_lastWeight[rank] + 1);
    }

    /// First slot of [from, slot) from which on one more activation can be held until `slot`.
    [[nodiscard]] std::uint32_t withinLimit(std::uint32_t rank, std::uint32_t from, std::uint32_t slot) const
    {
        std::uint32_t earliest = slot;
        while (earliest > from && m_held[rank][earliest - 1] < m_limit)
            --earliest;
        return earliest;
    }

    void noteInput(std::uint32_t rank, std::uint32_t slot)
    {
        std::vector<std::uint32_t>& inputs = m_inputs[rank];
        auto place = inputs.end();
        while (place != inputs.begin() && *(place - 1) > slot)
            --place;
        inputs.insert(place, slot);
    }

    VSlots m_slots;
    VGrid m_grid;
    std::uint32_t m_limit = 0;
    std::vector<std::vector<std::uint32_t>> m_held;   ///< activations after each slot
    std::vector<std::vector<std::uint32_t>> m_inputs; ///< slots of the input gradients so far, rising
    std::vector<std::uint32_t> m_lastWeight;
};

/// What a rank holds after a slot when idle slots free activations.
struct Held
{
    std::uint32_t activations = 0;
    std::uint32_t open = 0; ///< input gradients whose W is not done

    bool operator==(const Held&) const = default;

    [[nodiscard]] Held after(VPass pass) const
    {
        if (isForward(pass))
            return {activations + 1, open};
        if (isInput(pass))
            return {activations, open + 1};
        return open > 0 ? Held{activations - 1, open - 1} : *this;
    }
};

/// A reordering of the cool-down without W's.
class UnweightedReorder
{
public:
    explicit UnweightedReorder(const VSlots& slots) : m_slots(slots), m_grid(slots.grid())
    {
        for (const VRow& row : m_grid) {
            std::vector<Held>& held = m_held.emplace_back(row.size());
            Held now;
            for (std::size_t slot = 0; slot < row.size(); ++slot) {
                held[slot] = now = now.after(row[slot]);
                m_limit = std::max(m_limit, now.activations);
            }
        }
    }

    VSlots run(const CancelToken& cancel)
    {
        Phase phase(m_slots.microbatches() - 1);
        walk(m_grid, cancel, [&](const Visit& visit) {
            phase.enter(visit);
            if (phase.isCoolDown())
                move(visit);
            phase.leave(visit);
        });
        putWeights(m_grid, VWeightQueue::OneForBoth);
        return squeezed(m_grid, m_slots.microbatches(), cancel);
    }

private:
    /// Moves the pass to the earliest slot that it may take.
    void move(const Visit& visit)
    {
        VRow& row = m_grid[visit.rank];
        const std::uint32_t from = readyInTurn(m_slots, visit.pass, visit.rank, visit.microbatch);
        for (std::uint32_t slot = firstIdle(row, from, visit.slot); slot < visit.slot;
             slot = firstIdle(row, slot + 1, visit.slot)) {
            std::swap(row[slot], row[visit.slot]);
            if (holds(visit.rank, slot, visit.slot)) {
                m_slots.set(visit.pass, visit.rank, visit.microbatch, slot);
                return;
            }
            std::swap(row[slot], row[visit.slot]);
        }
    }

    /// Whether the changed row stays within the limit; then what it holds from slot `from` on is written
    /// down. Beyond `changed` it is looked at until it is as before.
    bool holds(std::uint32_t rank, std::uint32_t from, std::uint32_t changed)
    {
        const VRow& row = m_grid[rank];
        std::vector<Held>& before = m_held[rank];
        m_changed.clear();
        Held now = from == 0 ? Held{} : before[from - 1];
        for (std::uint32_t slot = from; slot < row.size(); ++slot) {
            now = now.after(row[slot]);
            if (now.activations > m_limit)
                return false;
            if (slot >= changed && now == before[slot])
                break;
            m_changed.push_back(now);
        }
        std::copy(m_changed.begin(), m_changed.end(), before.begin() + from);
        return true;
    }

    VSlots m_slots;
    VGrid m_grid;
    std::uint32_t m_limit = 0;
    std::vector<std::vector<Held>> m_held; ///< after each slot
    std::vector<Held> m_changed;
};

} // namespace

VSlots reorderedWithWeights(const VSlots& slots, const CancelToken& cancel)
{
    return WeightedReorder(slots).run(cancel);
}

VSlots reorderedWithoutWeights(const VSlots& slots, const CancelToken& cancel)
{
    return UnweightedReorder(slots).run(cancel);
}

} // namespace bubblescope
