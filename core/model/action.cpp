// SPDX-License-Identifier: Apache-2.0
#include "core/model/action.h"

#include <array>
#include <fmt/format.h>

namespace bubblescope {

namespace {

struct KindNames
{
    std::string_view text;
    std::string_view name;
};

constexpr std::array<KindNames, kActionKindCount> kNames{{
    {"", "Bubble"},
    {"F", "Forward"},
    {"I", "Backward input"},
    {"W", "Backward weight"},
    {"B", "Backward"},
    {"SEND_F", "Send forward"},
    {"RECV_F", "Receive forward"},
    {"SEND_B", "Send backward"},
    {"RECV_B", "Receive backward"},
    {"WAIT_SEND_F", "Wait for send forward"},
    {"WAIT_SEND_B", "Wait for send backward"},
    {"UNSHARD", "Unshard"},
    {"RESHARD", "Reshard"},
    {"REDUCE_GRAD", "Reduce gradients"},
    {"WAIT_REDUCE_GRAD", "Wait for reduced gradients"},
    {"R", "Recompute"},
    {"O", "Offload"},
    {"L", "Reload"},
    {"F@attention", "Forward: attention"},
    {"F@dispatch", "Forward: dispatch"},
    {"F@experts", "Forward: experts"},
    {"F@combine", "Forward: combine"},
    {"I@attention", "Backward input: attention"},
    {"I@dispatch", "Backward input: dispatch"},
    {"I@experts", "Backward input: experts"},
    {"I@combine", "Backward input: combine"},
    {"W@attention", "Backward weight: attention"},
    {"W@experts", "Backward weight: experts"},
    {"B@attention", "Backward: attention"},
    {"B@dispatch", "Backward: dispatch"},
    {"B@experts", "Backward: experts"},
    {"B@combine", "Backward: combine"},
    {"S", "Vocabulary forward"},
    {"T", "Vocabulary backward"},
    {"EMBED_GRAD", "Sum tied embedding"},
    {"CLIP", "Clip gradients"},
    {"OPTIMIZER", "Optimizer"},
    {"PARAM_GATHER", "Gather parameters"},
}};

// No text comes before a longer one that begins with it.
constexpr std::array kLongestFirst{
    ActionKind::Forward,
    ActionKind::BackwardInput,
    ActionKind::WaitReduceGrad,
    ActionKind::WaitSendForward,
    ActionKind::WaitSendBackward,
    ActionKind::BackwardWeight,
    ActionKind::Backward,
    ActionKind::SendForward,
    ActionKind::SendBackward,
    ActionKind::ReceiveForward,
    ActionKind::ReceiveBackward,
    ActionKind::ReduceGrad,
    ActionKind::Unshard,
    ActionKind::Reshard,
    ActionKind::Recompute,
    ActionKind::Offload,
    ActionKind::Reload,
    ActionKind::VocabularyForward,
    ActionKind::VocabularyBackward,
};

} // namespace

std::string_view kindText(ActionKind kind) noexcept
{
    return kNames[static_cast<std::size_t>(kind)].text;
}

std::string_view textBeforeMicrobatch(ActionKind kind) noexcept
{
    return kindText(wholeOf(kind));
}

std::string_view textBehindMicrobatch(ActionKind kind) noexcept
{
    return isPart(kind) ? kindText(kind).substr(1) : std::string_view();
}

ActionKind partAtBegin(ActionKind whole, std::string_view text) noexcept
{
    for (auto k = static_cast<std::size_t>(ActionKind::ForwardAttention); k < kActionKindCount; ++k)
        if (const auto kind = static_cast<ActionKind>(k);
            isPart(kind) && wholeOf(kind) == whole && text.starts_with(textBehindMicrobatch(kind)))
            return kind;
    return ActionKind::Bubble;
}

ActionKind tailAtBegin(std::string_view text) noexcept
{
    for (auto k = static_cast<std::size_t>(ActionKind::EmbedGrad); k < kActionKindCount; ++k)
        if (text.starts_with(kindText(static_cast<ActionKind>(k))))
            return static_cast<ActionKind>(k);
    return ActionKind::Bubble;
}

ActionKind kindAtBegin(std::string_view text) noexcept
{
    // A letter of our own begins longer words, too, right and wrong ones: RESHARD, RECEIVE.
    const bool isLetterAlone = text.size() < 2 || (text[1] >= '0' && text[1] <= '9');
    for (const ActionKind kind : kLongestFirst)
        if (text.starts_with(kindText(kind)) && (isLetterAlone || !isBeyondTorch(kind)))
            return kind;
    return ActionKind::Bubble;
}

std::string_view kindName(ActionKind kind) noexcept
{
    return kNames[static_cast<std::size_t>(kind)].name;
}

std::string actionText(const ActionId& id)
{
    if (id.kind == ActionKind::Bubble)
        return {};
    if (isTail(id.kind))
        return std::string(kindText(id.kind));
    if (!hasMicrobatch(id.kind))
        return fmt::format("{}{}", id.stage.value, kindText(id.kind));
    return fmt::format("{}{}{}{}", id.stage.value, textBeforeMicrobatch(id.kind), id.microbatch.value,
                       textBehindMicrobatch(id.kind));
}

} // namespace bubblescope
