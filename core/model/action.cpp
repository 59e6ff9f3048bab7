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
}};

// No text comes before a longer one that begins with it.
constexpr std::array kLongestFirst{
    ActionKind::Forward,         ActionKind::BackwardInput,    ActionKind::WaitReduceGrad,
    ActionKind::WaitSendForward, ActionKind::WaitSendBackward, ActionKind::BackwardWeight,
    ActionKind::Backward,        ActionKind::SendForward,      ActionKind::SendBackward,
    ActionKind::ReceiveForward,  ActionKind::ReceiveBackward,  ActionKind::ReduceGrad,
    ActionKind::Unshard,         ActionKind::Reshard,          ActionKind::Recompute,
    ActionKind::Offload,         ActionKind::Reload,
};

} // namespace

std::string_view kindText(ActionKind kind) noexcept
{
    return kNames[static_cast<std::size_t>(kind)].text;
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
    if (!hasMicrobatch(id.kind))
        return fmt::format("{}{}", id.stage.value, kindText(id.kind));
    return fmt::format("{}{}{}", id.stage.value, kindText(id.kind), id.microbatch.value);
}

} // namespace bubblescope
