// SPDX-License-Identifier: Apache-2.0
#include "core/time/action_table.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace bubblescope {

namespace {

constexpr std::size_t kAlwaysDense = 4096;

// A finaliser with good avalanche, so that regular stage and microbatch numbers spread over the table.
std::uint64_t mixed(std::uint64_t x)
{
    x ^= x >> 31U;
    x *= 0x9E3779B97F4A7C15ULL;
    x ^= x >> 29U;
    x *= 0xBF58476D1CE4E5B9ULL;
    return x ^ x >> 32U;
}

constexpr std::optional<ActionClass> classOfKind(ActionKind kind)
{
    switch (kind) {
    case ActionKind::Forward:
        return ActionClass::Forward;
    case ActionKind::BackwardInput:
    case ActionKind::Backward:
        return ActionClass::InputGradient;
    case ActionKind::BackwardWeight:
        return ActionClass::Weight;
    case ActionKind::SendForward:
        return ActionClass::SendForward;
    case ActionKind::ReceiveForward:
        return ActionClass::ReceiveForward;
    case ActionKind::SendBackward:
        return ActionClass::SendBackward;
    case ActionKind::ReceiveBackward:
        return ActionClass::ReceiveBackward;
    case ActionKind::WaitSendForward:
        return ActionClass::WaitSendForward;
    case ActionKind::WaitSendBackward:
        return ActionClass::WaitSendBackward;
    case ActionKind::Recompute:
        return ActionClass::Recompute;
    case ActionKind::Offload:
        return ActionClass::Offload;
    case ActionKind::Reload:
        return ActionClass::Reload;
    case ActionKind::ForwardAttention:
        return ActionClass::ForwardAttention;
    case ActionKind::ForwardDispatch:
        return ActionClass::ForwardDispatch;
    case ActionKind::ForwardExperts:
        return ActionClass::ForwardExperts;
    case ActionKind::ForwardCombine:
        return ActionClass::Forward;
    case ActionKind::InputCombine:
    case ActionKind::BackwardCombine:
        return ActionClass::GradientCombine;
    case ActionKind::InputExperts:
    case ActionKind::BackwardExperts:
        return ActionClass::GradientExperts;
    case ActionKind::InputDispatch:
    case ActionKind::BackwardDispatch:
        return ActionClass::GradientDispatch;
    case ActionKind::InputAttention:
    case ActionKind::BackwardAttention:
        return ActionClass::InputGradient;
    case ActionKind::VocabularyForward:
        return ActionClass::VocabularyForward;
    case ActionKind::VocabularyBackward:
        return ActionClass::VocabularyBackward;
    case ActionKind::WeightExperts:
        return ActionClass::WeightExperts;
    case ActionKind::WeightAttention:
        return ActionClass::Weight;
    default:
        return std::nullopt;
    }
}

/// By kind; kActionClassCount where it has none.
constexpr std::array<std::size_t, kActionKindCount> kClassByKind = [] {
    std::array<std::size_t, kActionKindCount> classes{};
    for (std::size_t k = 0; k < kActionKindCount; ++k) {
        const auto kind = classOfKind(static_cast<ActionKind>(k));
        classes[k] = kind ? static_cast<std::size_t>(*kind) : kActionClassCount;
    }
    return classes;
}();

} // namespace

std::optional<ActionClass> classOf(ActionKind kind) noexcept
{
    return classOfKind(kind);
}

ActionTable::ActionTable(const Schedule& schedule) : m_schedule(schedule)
{
    measure();
    chooseStorage();
    insertAll();
}

void ActionTable::measure()
{
    m_stages = m_schedule.stageCount;
    m_microbatches = m_schedule.microbatchCount;
    std::size_t cells = 0;
    m_rowBegin.reserve(m_schedule.rows.size() + 1);
    std::array<std::size_t, kActionKindCount> kinds{};
    for (const Row& row : m_schedule.rows) {
        m_rowBegin.push_back(static_cast<std::uint32_t>(cells));
        cells += row.size();
        for (const Action& action : row) {
            ++kinds[static_cast<std::size_t>(action.kind())];
            m_stages = std::max(m_stages, action.hasTimeOfItsOwn() ? action.stage().value + 1 : 0);
            if (hasMicrobatch(action.kind()))
                m_microbatches = std::max(m_microbatches, action.microbatch().value + 1);
        }
    }
    assert(cells < kEmpty);
    m_rowBegin.push_back(static_cast<std::uint32_t>(cells));
    for (std::size_t k = 0; k < kActionKindCount; ++k)
        if (const auto kind = classOf(static_cast<ActionKind>(k)))
            m_count[static_cast<std::size_t>(*kind)] += kinds[k];
}

void ActionTable::chooseStorage()
{
    const std::size_t perClass = std::size_t{m_stages} * m_microbatches;
    std::size_t total = 0;
    std::size_t actions = 0;
    for (std::size_t k = 0; k < kActionClassCount; ++k) {
        m_base[k] = m_count[k] > 0 ? total : kNoBase;
        total += m_count[k] > 0 ? perClass : 0;
        actions += m_count[k];
    }
    m_dense =
        std::max(perClass, total) <= 4 * actions + kAlwaysDense && m_stages <= 4 * actions + kAlwaysDense;
    if (m_dense) {
        m_slots.assign(total, kEmpty);
        m_home.assign(m_stages, 0);
    } else {
        m_slots.assign(std::bit_ceil(2 * actions + 1), kEmpty);
    }
}

void ActionTable::insertAll()
{
    for (std::uint32_t r = 0; r < m_schedule.rows.size(); ++r) {
        const Row& row = m_schedule.rows[r];
        for (std::uint32_t i = 0; i < row.size(); ++i) {
            const std::size_t kind = kClassByKind[static_cast<std::size_t>(row[i].kind())];
            if (kind == kActionClassCount)
                continue;
            std::uint32_t* slot = slotFor(static_cast<ActionClass>(kind), row[i]);
            if (*slot != kEmpty) {
                m_duplicates.emplace_back(searched(*slot), Place{r, i});
                continue;
            }
            *slot = m_rowBegin[r] + i;
            if (m_dense)
                m_home[row[i].stage().value] = r;
        }
    }
}

std::uint32_t* ActionTable::slotFor(ActionClass kind, const Action& action)
{
    if (m_dense)
        return &m_slots[m_base[static_cast<std::size_t>(kind)] +
                        std::size_t{action.stage().value} * m_microbatches + action.microbatch().value];
    return &m_slots[hashSlot(kind, action.stage(), action.microbatch())];
}

Place ActionTable::probe(ActionClass kind, StageId stage, MicrobatchId microbatch) const
{
    const std::uint32_t flat = m_slots[hashSlot(kind, stage, microbatch)];
    return flat == kEmpty ? Place{} : searched(flat);
}

std::size_t ActionTable::hashSlot(ActionClass kind, StageId stage, MicrobatchId microbatch) const
{
    const std::uint64_t key =
        std::uint64_t{stage.value} << 40U | static_cast<std::uint64_t>(kind) << 32U | microbatch.value;
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = mixed(key) & mask;
    while (m_slots[slot] != kEmpty) {
        const Action& there = m_schedule.at(searched(m_slots[slot]).position());
        if (there.stage() == stage && there.microbatch() == microbatch && classOf(there.kind()) == kind)
            break;
        slot = (slot + 1) & mask;
    }
    return slot;
}

Place ActionTable::searched(std::uint32_t flat) const
{
    const auto next = std::upper_bound(m_rowBegin.begin(), m_rowBegin.end(), flat);
    const auto rank = static_cast<std::uint32_t>(next - m_rowBegin.begin() - 1);
    return {rank, flat - m_rowBegin[rank]};
}

bool ActionTable::hasCommunication() const
{
    return std::any_of(m_count.begin() + static_cast<std::size_t>(ActionClass::SendForward),
                       m_count.begin() + static_cast<std::size_t>(ActionClass::Recompute),
                       [](std::size_t count) { return count > 0; });
}

} // namespace bubblescope
