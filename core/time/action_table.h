// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

/// What one (stage, microbatch) has at most one of. B and I are one class: both make the gradient that the
/// stage before waits for; so are their parts.
enum class ActionClass : std::uint8_t {
    Forward,
    InputGradient,
    Weight,
    SendForward,
    ReceiveForward,
    SendBackward,
    ReceiveBackward,
    WaitSendForward,
    WaitSendBackward,
    Recompute,
    Offload,
    Reload,
    // Parts of a block. The last part of one stands for the whole: F@combine is a Forward, I@attention and
    // B@attention an InputGradient, W@attention a Weight.
    ForwardAttention,
    ForwardDispatch,
    ForwardExperts,
    GradientDispatch,
    GradientExperts,
    GradientCombine,
    WeightExperts,
    VocabularyForward,
    VocabularyBackward,
};
inline constexpr std::size_t kActionClassCount = 21;

/// The class of a kind; nothing for bubbles and FSDP actions, which may occur in an order many times.
[[nodiscard]] std::optional<ActionClass> classOf(ActionKind kind) noexcept;

/// Rank and index of an action, packed; `rank` is kNowhere if there is none.
struct Place
{
    static constexpr std::uint32_t kNowhere = 0xFFFFFFFFU;

    std::uint32_t rank = kNowhere;
    std::uint32_t index = 0;

    [[nodiscard]] explicit operator bool() const { return rank != kNowhere; }
    [[nodiscard]] ActionPosition position() const { return {RankId{rank}, index}; }
    bool operator==(const Place&) const = default;
};

/// Where each action of an order is. Built in O(actions), looked up in O(1). Needs at most 16 bytes an
/// action however large and sparse the numbers are: a dense array where stages × microbatches is no more than
/// that, else a hash table. Keeps a reference to the schedule. Requires fewer than 2^32 - 1 cells.
class ActionTable
{
public:
    explicit ActionTable(const Schedule& schedule);

    /// The first action of that class in rank order, then row order.
    [[nodiscard]] Place find(ActionClass kind, StageId stage, MicrobatchId microbatch) const
    {
        if (!m_dense)
            return probe(kind, stage, microbatch);
        const std::size_t base = m_base[static_cast<std::size_t>(kind)];
        if (base == kNoBase || stage.value >= m_stages || microbatch.value >= m_microbatches)
            return {};
        return placeOf(m_slots[base + std::size_t{stage.value} * m_microbatches + microbatch.value], stage);
    }
    /// The order has an action of that class.
    [[nodiscard]] bool has(ActionClass kind) const { return m_count[static_cast<std::size_t>(kind)] > 0; }
    [[nodiscard]] std::size_t countOf(ActionClass kind) const
    {
        return m_count[static_cast<std::size_t>(kind)];
    }
    /// There is a SEND, RECV or WAIT_SEND.
    [[nodiscard]] bool hasCommunication() const;
    /// The larger of the schedule's count and the highest number + 1.
    [[nodiscard]] std::uint32_t stageCount() const { return m_stages; }
    [[nodiscard]] std::uint32_t microbatchCount() const { return m_microbatches; }
    /// Every action whose class and numbers came before: (first, repeated), in rank order, then row order.
    [[nodiscard]] const std::vector<std::pair<Place, Place>>& duplicates() const { return m_duplicates; }

private:
    static constexpr std::uint32_t kEmpty = 0xFFFFFFFFU;
    static constexpr std::size_t kNoBase = ~std::size_t{0};

    void measure();
    void chooseStorage();
    void insertAll();
    [[nodiscard]] std::uint32_t* slotFor(ActionClass kind, const Action& action);
    [[nodiscard]] Place probe(ActionClass kind, StageId stage, MicrobatchId microbatch) const;
    [[nodiscard]] std::size_t hashSlot(ActionClass kind, StageId stage, MicrobatchId microbatch) const;
    [[nodiscard]] Place searched(std::uint32_t flat) const;
    [[nodiscard]] Place placeOf(std::uint32_t flat, StageId stage) const
    {
        if (flat == kEmpty)
            return {};
        const std::uint32_t home = m_home[stage.value];
        if (flat >= m_rowBegin[home] && flat < m_rowBegin[home + 1])
            return {home, flat - m_rowBegin[home]};
        return searched(flat);
    }

    const Schedule& m_schedule;
    std::vector<std::uint32_t> m_rowBegin; ///< cells of all ranks in one numbering; ranks + 1 entries
    std::vector<std::uint32_t> m_slots;
    std::vector<std::uint32_t> m_home; ///< dense only: a rank that runs the stage, to find rows quickly
    std::array<std::size_t, kActionClassCount> m_base{};
    std::array<std::size_t, kActionClassCount> m_count{};
    std::vector<std::pair<Place, Place>> m_duplicates;
    std::uint32_t m_stages = 0;
    std::uint32_t m_microbatches = 0;
    bool m_dense = true;
};

} // namespace bubblescope
