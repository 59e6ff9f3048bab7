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
    // The parts of a block, each of F, I, W and B: PyTorch has none of them (docs/expert-parts.md).
    ForwardAttention,   ///< F@attention
    ForwardDispatch,    ///< F@dispatch, sends each token to its experts
    ForwardExperts,     ///< F@experts
    ForwardCombine,     ///< F@combine, brings what they made back
    InputAttention,     ///< I@attention
    InputDispatch,      ///< I@dispatch
    InputExperts,       ///< I@experts
    InputCombine,       ///< I@combine
    WeightAttention,    ///< W@attention
    WeightExperts,      ///< W@experts; a W has no dispatch and no combine
    BackwardAttention,  ///< B@attention
    BackwardDispatch,   ///< B@dispatch
    BackwardExperts,    ///< B@experts
    BackwardCombine,    ///< B@combine
    VocabularyForward,  ///< S, the output layer and the loss, of one rank's share of the vocabulary
    VocabularyBackward, ///< T, the gradients of that share's weights
    // The end of a rank's step, without stage and microbatch: PyTorch has none of it (docs/step-phases.md).
    EmbedGrad,   ///< EMBED_GRAD, sums the gradients of an embedding that first and last stage share
    Clip,        ///< CLIP, clips gradients by their norm over all ranks
    Optimizer,   ///< OPTIMIZER
    ParamGather, ///< PARAM_GATHER, of updated parameters over the replicas
};
inline constexpr std::size_t kActionKindCount = 38;

/// A set of kinds: bit i = ActionKind i.
using KindMask = std::uint64_t;
[[nodiscard]] constexpr KindMask kindBit(ActionKind kind)
{
    return KindMask{1} << static_cast<unsigned>(kind);
}

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
/// A part of a block: "F@attention".
[[nodiscard]] constexpr bool isPart(ActionKind kind)
{
    return kind >= ActionKind::ForwardAttention && kind <= ActionKind::BackwardCombine;
}
/// A dispatch or a combine: on the expert stream of the rank, beside what it computes.
[[nodiscard]] constexpr bool isExchange(ActionKind kind)
{
    constexpr KindMask exchanges = kindBit(ActionKind::ForwardDispatch) |
                                   kindBit(ActionKind::ForwardCombine) | kindBit(ActionKind::InputDispatch) |
                                   kindBit(ActionKind::InputCombine) | kindBit(ActionKind::BackwardDispatch) |
                                   kindBit(ActionKind::BackwardCombine);
    return (exchanges & kindBit(kind)) != 0;
}
/// What ends a rank's step: EMBED_GRAD, CLIP, OPTIMIZER, PARAM_GATHER, in this order behind all else.
[[nodiscard]] constexpr bool isTail(ActionKind kind)
{
    return kind >= ActionKind::EmbedGrad;
}
/// S and T, which all ranks run where the output layer is split over them.
[[nodiscard]] constexpr bool isVocabulary(ActionKind kind)
{
    return kind == ActionKind::VocabularyForward || kind == ActionKind::VocabularyBackward;
}
/// F, I, W and B, their parts that compute, R, S and T.
[[nodiscard]] constexpr bool isCompute(ActionKind kind)
{
    return (kind >= ActionKind::Forward && kind <= ActionKind::Backward) || kind == ActionKind::Recompute ||
           (isPart(kind) && !isExchange(kind)) || isVocabulary(kind);
}
/// What a part is of; any other kind itself.
[[nodiscard]] constexpr ActionKind wholeOf(ActionKind kind)
{
    if (!isPart(kind))
        return kind;
    return kind <= ActionKind::ForwardCombine  ? ActionKind::Forward
           : kind <= ActionKind::InputCombine  ? ActionKind::BackwardInput
           : kind <= ActionKind::WeightExperts ? ActionKind::BackwardWeight
                                               : ActionKind::Backward;
}
/// The first part of a block: what comes before the block is for it.
[[nodiscard]] constexpr bool beginsBlock(ActionKind part)
{
    return part == ActionKind::ForwardAttention || part == ActionKind::InputCombine ||
           part == ActionKind::WeightExperts || part == ActionKind::BackwardCombine;
}
/// F, or its first part: what takes the activation of the stage before.
[[nodiscard]] constexpr bool takesActivation(ActionKind kind)
{
    return isForward(kind) || kind == ActionKind::ForwardAttention;
}
/// B or I, or its first part: what takes the gradient of the stage behind.
[[nodiscard]] constexpr bool takesGradient(ActionKind kind)
{
    return isInputGradient(kind) || kind == ActionKind::InputCombine || kind == ActionKind::BackwardCombine;
}
/// O and L: on a copy stream of the rank, beside what it computes.
[[nodiscard]] constexpr bool isCopy(ActionKind kind)
{
    return kind == ActionKind::Offload || kind == ActionKind::Reload;
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
[[nodiscard]] constexpr bool isSend(ActionKind kind)
{
    return kind == ActionKind::SendForward || kind == ActionKind::SendBackward;
}
[[nodiscard]] constexpr bool isReceive(ActionKind kind)
{
    return kind == ActionKind::ReceiveForward || kind == ActionKind::ReceiveBackward;
}
[[nodiscard]] constexpr bool isWaitSend(ActionKind kind)
{
    return kind == ActionKind::WaitSendForward || kind == ActionKind::WaitSendBackward;
}
[[nodiscard]] constexpr bool isFsdp(ActionKind kind)
{
    return kind >= ActionKind::Unshard && kind <= ActionKind::WaitReduceGrad;
}
[[nodiscard]] constexpr bool hasMicrobatch(ActionKind kind)
{
    return kind != ActionKind::Bubble && !isFsdp(kind) && !isTail(kind);
}

/// "F", "I", "W", "B", "SEND_F", "F@attention", …; "" for a bubble.
[[nodiscard]] std::string_view kindText(ActionKind kind) noexcept;
/// A part is written around the microbatch, "F7@attention": what stands before it, "F", or the kind's text.
[[nodiscard]] std::string_view textBeforeMicrobatch(ActionKind kind) noexcept;
/// What stands behind it: "@attention"; "" but of a part.
[[nodiscard]] std::string_view textBehindMicrobatch(ActionKind kind) noexcept;
/// The part of F, I, W or B that `text` begins with ("@attention"); Bubble = none, or the kind has no such
/// part.
[[nodiscard]] ActionKind partAtBegin(ActionKind whole, std::string_view text) noexcept;
/// The kind whose text `text` begins with, the longest such; Bubble = none does. Never a part and never of
/// the step's end.
[[nodiscard]] ActionKind kindAtBegin(std::string_view text) noexcept;
/// The action of the step's end that `text` begins with ("CLIP"); Bubble = none.
[[nodiscard]] ActionKind tailAtBegin(std::string_view text) noexcept;
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
    /// Neither a bubble nor of the step's end, whose times are those of its phases (Timeline::phases).
    [[nodiscard]] constexpr bool hasTimeOfItsOwn() const { return !isBubble() && !isTail(kind()); }
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

/// "3F12", "3F12@attention", "0UNSHARD", "CLIP", "" for a bubble. Never with the overlap around it.
[[nodiscard]] std::string actionText(const ActionId& id);

} // namespace bubblescope
