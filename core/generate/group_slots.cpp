// SPDX-License-Identifier: Apache-2.0
#include "core/generate/group_slots.h"

#include <algorithm>
#include <numeric>

namespace bubblescope {

namespace {

using RankSlots = std::vector<std::vector<std::uint64_t>>;

/// The ranks' own slots, none later than the order asks for.
class SingleGroups
{
public:
    explicit SingleGroups(const Schedule& schedule)
        : m_schedule(schedule)
        , m_ranks(schedule.rankCount())
        , m_chunks(m_ranks == 0 ? 0 : schedule.stageCount / m_ranks)
        , m_pattern(std::max(m_ranks, 1U), std::max(m_chunks, 1U), 1)
    {}

    [[nodiscard]] std::optional<RankSlots> slots() const
    {
        if (m_chunks < 2 || m_schedule.stageCount != m_chunks * m_ranks)
            return std::nullopt;
        RankSlots slots(m_ranks);
        for (std::uint32_t rank = 0; rank < m_ranks; ++rank)
            if (!fill(rank, slots[rank]))
                return std::nullopt;
        return slots;
    }

private:
    bool fill(std::uint32_t rank, std::vector<std::uint64_t>& slots) const
    {
        const Row& row = m_schedule.rows[rank];
        std::uint64_t pushed = 0;
        std::uint64_t previous = 0;
        std::uint64_t count = 0;
        for (const Action& action : row) {
            if (action.kind() == ActionKind::Recompute) {
                // Directly before its I, whose slot it takes.
                slots.push_back(slotOf(rank, ofInput(action)) + pushed++);
                continue;
            }
            if (!isSplit(action) || action.stage().value % m_ranks != rank)
                return false;
            const std::uint64_t slot = slotOf(rank, action);
            if (count++ > 0 && slot <= previous)
                return false;
            previous = slot;
            slots.push_back(slot + pushed);
        }
        return count == std::uint64_t{3} * m_chunks * m_schedule.microbatchCount;
    }

    [[nodiscard]] static bool isSplit(const Action& action)
    {
        return !action.isOverlapped() &&
               (isForward(action.kind()) || action.kind() == ActionKind::BackwardInput ||
                action.kind() == ActionKind::BackwardWeight);
    }

    [[nodiscard]] static Action ofInput(const Action& action)
    {
        return {action.stage(), ActionKind::BackwardInput, action.microbatch()};
    }

    [[nodiscard]] std::uint64_t slotOf(std::uint32_t rank, const Action& action) const
    {
        const std::uint64_t chunk = action.stage().value / m_ranks;
        const std::uint64_t turn = isForward(action.kind()) ? chunk : m_chunks - 1 - chunk;
        const std::uint64_t block =
            m_pattern.block(turn) + std::uint64_t{m_chunks} * action.microbatch().value;
        if (isForward(action.kind()))
            return 3 * block + rank;
        const std::uint64_t first = m_pattern.block(m_chunks - 1) + m_ranks - 1 - rank;
        return 3 * (first + block) + rank + (action.kind() == ActionKind::BackwardInput ? 1 : 2);
    }

    const Schedule& m_schedule;
    std::uint32_t m_ranks;
    std::uint32_t m_chunks;
    GroupPattern m_pattern;
};

/// By how much a rank may begin later than the one before it, added up: the least room that a microbatch has
/// on its way from the last rank back to the first.
std::uint64_t roomOf(const Schedule& schedule, const RankSlots& slots)
{
    const std::uint32_t ranks = schedule.rankCount();
    std::vector<std::uint64_t> sent(std::size_t{schedule.stageCount} * schedule.microbatchCount);
    const auto at = [&](std::uint32_t stage, MicrobatchId microbatch) -> std::uint64_t& {
        return sent[std::size_t{stage} * schedule.microbatchCount + microbatch.value];
    };
    for (std::size_t i = 0; i < slots[ranks - 1].size(); ++i)
        if (const Action& action = schedule.rows[ranks - 1][i]; isForward(action.kind()))
            at(action.stage().value, action.microbatch()) = slots[ranks - 1][i];
    std::uint64_t room = ranks - 1;
    for (std::size_t i = 0; i < slots[0].size(); ++i)
        if (const Action& action = schedule.rows[0][i];
            isForward(action.kind()) && action.stage().value >= ranks)
            room = std::min(room, slots[0][i] - 1 - at(action.stage().value - 1, action.microbatch()));
    return room;
}

} // namespace

GroupPattern::GroupPattern(std::uint64_t ranks, std::uint64_t stagesPerRank, std::uint64_t size)
    : groupSize(size)
    // From rank to rank a forward takes one third of a slot and a backward two; both are given a half.
    , step((ranks + 2 * size - 1) / (2 * size))
    , turnsPerLap(stagesPerRank / std::gcd(step, stagesPerRank))
{}

std::optional<std::vector<std::vector<std::uint64_t>>> slotsOfSingleGroups(const Schedule& schedule)
{
    std::optional<RankSlots> slots = SingleGroups(schedule).slots();
    if (!slots)
        return std::nullopt;
    const std::uint64_t room = roomOf(schedule, *slots);
    for (std::size_t rank = 0; rank < slots->size(); ++rank)
        for (std::uint64_t& slot : (*slots)[rank])
            slot += std::min<std::uint64_t>(rank, room);
    return slots;
}

} // namespace bubblescope
