// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// What a rank can do in one cell of its order. The names are those of PyTorch's schedule CSV.
enum class ActionKind : std::uint8_t {
    Bubble,           ///< an empty cell: nothing for one unit of the grid
    Forward,          ///< F
    BackwardInput,    ///< I, the gradient of the input
    BackwardWeight,   ///< W, the gradient of the weights
    Backward,         ///< B, both gradients at once
    SendForward,      ///< SEND_F, carries the sending stage
    ReceiveForward,   ///< RECV_F, carries the receiving stage
    SendBackward,     ///< SEND_B
    ReceiveBackward,  ///< RECV_B
    WaitSendForward,  ///< WAIT_SEND_F
    WaitSendBackward, ///< WAIT_SEND_B
    Unshard,          ///< UNSHARD, no microbatch
    Reshard,          ///< RESHARD, no microbatch
    ReduceGrad,       ///< REDUCE_GRAD, no microbatch
    WaitReduceGrad,   ///< WAIT_REDUCE_GRAD, no microbatch
    Recompute,        ///< R, a forward run again for its backward; PyTorch has no such action
    Offload,          ///< O, moves an activation to the host; PyTorch has no such action
    Reload,           ///< L, moves it back; PyTorch has no such action
};
inline constexpr std::size_t kActionKindCount = 18;

/// The role of an action in its cell. The parts of an overlapped cell follow each other in the row, in their
/// order.
enum class CellRole : std::uint8_t {
    Single,                 ///< a cell of its own
    OverlapForwardBackward, ///< first part of an OVERLAP_F_B cell
    OverlapBackwardForward, ///< first part of an OVERLAP_B_F cell (hyper_parallel)
    OverlapContinued,       ///< a further part of the cell that began before
};

[[nodiscard]] constexpr bool isForward(ActionKind kind)
{
    return kind == ActionKind::Forward;
}
/// B or I: what the stage before waits for.
[[nodiscard]] constexpr bool isInputGradient(ActionKind kind)
{
    return kind == ActionKind::Backward || kind == ActionKind::BackwardInput;
}
/// F, I, W, B and R.
[[nodiscard]] constexpr bool isCompute(ActionKind kind)
{
    return (kind >= ActionKind::Forward && kind <= ActionKind::Backward) || kind == ActionKind::Recompute;
}
/// O and L: on a copy stream of the rank, beside what it computes.
[[nodiscard]] constexpr bool isCopy(ActionKind kind)
{
    return kind >= ActionKind::Offload;
}
/// What a schedule of PyTorch cannot hold.
[[nodiscard]] constexpr bool isBeyondTorch(ActionKind kind)
{
    return kind >= ActionKind::Recompute;
}
[[nodiscard]] constexpr bool isCommunication(ActionKind kind)
{
    return kind >= ActionKind::SendForward && kind <= ActionKind::WaitSendBackward;
}
[[nodiscard]] constexpr bool isFsdp(ActionKind kind)
{
    return kind >= ActionKind::Unshard && kind <= ActionKind::WaitReduceGrad;
}
[[nodiscard]] constexpr bool hasMicrobatch(ActionKind kind)
{
    return kind != ActionKind::Bubble && !isFsdp(kind);
}

/// "F", "I", "W", "B", "SEND_F", …; "" for a bubble.
[[nodiscard]] std::string_view kindText(ActionKind kind) noexcept;
/// The kind whose text `text` begins with, the longest such; Bubble = none does.
[[nodiscard]] ActionKind kindAtBegin(std::string_view text) noexcept;
/// A name for people: "Forward", "Backward input", …
[[nodiscard]] std::string_view kindName(ActionKind kind) noexcept;

/// What is done: unique in a complete schedule.
struct ActionId
{
    StageId stage;
    ActionKind kind = ActionKind::Bubble;
    MicrobatchId microbatch;

    constexpr auto operator<=>(const ActionId&) const = default;
};

/// One action of an order, packed to 8 bytes: 10 million of them are 80 MB.
class Action
{
public:
    static constexpr std::uint32_t kMaxStage = (1U << 22U) - 1U;
    static constexpr std::uint32_t kMaxMicrobatch = 0xFFFFFFFEU;

    /// A bubble.
    constexpr Action() = default;
    /// Requires stage <= kMaxStage.
    constexpr Action(StageId stage, ActionKind kind, MicrobatchId microbatch = MicrobatchId{},
                     CellRole role = CellRole::Single)
        : m_stageKindRole(stage.value | static_cast<std::uint32_t>(kind) << 22U |
                          static_cast<std::uint32_t>(role) << 28U)
        , m_microbatch(microbatch.value)
    {}

    [[nodiscard]] constexpr StageId stage() const { return StageId{m_stageKindRole & kMaxStage}; }
    [[nodiscard]] constexpr ActionKind kind() const
    {
        return static_cast<ActionKind>(m_stageKindRole >> 22U & 0x3FU);
    }
    [[nodiscard]] constexpr MicrobatchId microbatch() const { return MicrobatchId{m_microbatch}; }
    [[nodiscard]] constexpr CellRole role() const { return static_cast<CellRole>(m_stageKindRole >> 28U); }
    [[nodiscard]] constexpr bool isBubble() const { return kind() == ActionKind::Bubble; }
    /// First (or only) action of its cell.
    [[nodiscard]] constexpr bool startsCell() const { return role() != CellRole::OverlapContinued; }
    [[nodiscard]] constexpr bool isOverlapped() const { return role() != CellRole::Single; }
    [[nodiscard]] constexpr ActionId id() const { return {stage(), kind(), microbatch()}; }
    [[nodiscard]] constexpr Action withRole(CellRole role) const
    {
        return {stage(), kind(), microbatch(), role};
    }

    constexpr bool operator==(const Action&) const = default;

private:
    std::uint32_t m_stageKindRole = 0;
    std::uint32_t m_microbatch = 0;
};
static_assert(sizeof(Action) == 8);

/// "3F12", "0UNSHARD", "" for a bubble. Never with the overlap around it.
[[nodiscard]] std::string actionText(const ActionId& id);

} // namespace bubblescope
