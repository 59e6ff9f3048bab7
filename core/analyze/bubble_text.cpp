// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/bubble_ledger.h"
#include "core/base/short_number.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

std::string nameOf(const Timeline& timeline, const Place& at)
{
    return actionText(timeline.schedule->at(at.position()).id());
}

std::string fsdpText(const Timeline& timeline, const Place& at)
{
    const Action& action = timeline.schedule->at(at.position());
    const std::uint32_t stage = action.stage().value;
    const std::string name = actionText(action.id());
    switch (action.kind()) {
    case ActionKind::Unshard:
        return fmt::format("gathers stage {}'s parameters ({})", stage, name);
    case ActionKind::Reshard:
        return fmt::format("frees stage {}'s parameters ({})", stage, name);
    case ActionKind::ReduceGrad:
        return fmt::format("reduces stage {}'s gradients ({})", stage, name);
    default:
        return fmt::format("waits until stage {}'s gradients are reduced ({})", stage, name);
    }
}

bool isReceive(ActionKind kind)
{
    return kind == ActionKind::ReceiveForward || kind == ActionKind::ReceiveBackward;
}

/// The compute action whose result a SEND or RECV moves. Whether a gradient is B's or I's is seen from the
/// nearest backward of the row.
std::string messageText(const Timeline& timeline, const Place& at)
{
    const Row& row = timeline.schedule->rows[at.rank];
    const Action& action = row[at.index];
    const bool forward = action.kind() == ActionKind::SendForward ||
                         action.kind() == ActionKind::ReceiveForward ||
                         action.kind() == ActionKind::WaitSendForward;
    ActionId id{action.stage(), ActionKind::Forward, action.microbatch()};
    if (isReceive(action.kind()))
        id.stage = StageId{forward ? id.stage.value - 1 : id.stage.value + 1};
    if (!forward) {
        id.kind = ActionKind::Backward;
        for (std::size_t away = 1; away < row.size(); ++away) {
            const std::size_t i = isReceive(action.kind()) ? at.index + away : at.index - away;
            if (i >= row.size())
                break;
            if (isInputGradient(row[i].kind())) {
                id.kind = row[i].kind();
                break;
            }
        }
    }
    return actionText(id);
}

std::string communicationText(const Timeline& timeline, const Bubble& bubble)
{
    const ActionKind kind = timeline.schedule->at(bubble.during.position()).kind();
    const std::string message = messageText(timeline, bubble.during);
    if (!bubble.waitsFor)
        return fmt::format("{} {}", isReceive(kind) ? "receives" : "sends", message);
    const std::uint32_t partner = bubble.waitsFor.rank;
    if (isReceive(kind))
        return fmt::format("{} {} from rank {}",
                           bubble.transfer < bubble.length ? "waits to receive" : "receives", message,
                           partner);
    const std::string first = isCompute(timeline.schedule->at(bubble.waitsFor.position()).kind())
                                  ? fmt::format(", which does {} first", nameOf(timeline, bubble.waitsFor))
                                  : "";
    if (kind == ActionKind::WaitSendForward || kind == ActionKind::WaitSendBackward)
        return fmt::format("waits until rank {}{} takes {}", partner, first.empty() ? "" : first + ",",
                           message);
    return fmt::format("{} {} to rank {}{}", bubble.transfer < bubble.length ? "waits to send" : "sends",
                       message, partner, first);
}

std::string inputText(const Timeline& timeline, const Bubble& bubble)
{
    std::string text = bubble.transfer < bubble.length ? "waits for " : "transfer of ";
    text += nameOf(timeline, bubble.waitsFor);
    if (bubble.waitsFor.rank != bubble.rank.value)
        text += fmt::format(" from rank {}", bubble.waitsFor.rank);
    return text;
}

std::string reasonText(const Timeline& timeline, const Bubble& bubble)
{
    if (bubble.during && isFsdp(timeline.schedule->at(bubble.during.position()).kind()))
        return fsdpText(timeline, bubble.during);
    if (!bubble.during && !bubble.waitsFor)
        return "waits";
    std::string text = bubble.during ? communicationText(timeline, bubble) : inputText(timeline, bubble);
    if (bubble.transfer > 0 && bubble.transfer < bubble.length)
        text += fmt::format(", {} of it transfer", shortNumber(bubble.transfer));
    return text;
}

} // namespace

std::string bubbleText(const Timeline& timeline, const Bubble& bubble)
{
    if (bubble.cause == BubbleCause::NothingLeft)
        return "nothing left to do";
    return reasonText(timeline, bubble);
}

} // namespace bubblescope
