// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/bubble_ledger.h"
#include "core/base/quantity.h"
#include "core/validate/order_facts.h"

namespace bubblescope {

namespace {

std::string bubbleNameOf(const Timeline& timeline, const Place& at)
{
    return actionText(timeline.schedule->at(at.position()).id());
}

Sentence fsdpReason(const Timeline& timeline, const Place& at)
{
    const Action& action = timeline.schedule->at(at.position());
    const std::uint32_t stage = action.stage().value;
    const std::string name = actionText(action.id());
    switch (action.kind()) {
    case ActionKind::Unshard:
        return {{"bubble.gathers", "gathers stage {stage}'s parameters ({action})"}, stage, name};
    case ActionKind::Reshard:
        return {{"bubble.frees", "frees stage {stage}'s parameters ({action})"}, stage, name};
    case ActionKind::ReduceGrad:
        return {{"bubble.reduces", "reduces stage {stage}'s gradients ({action})"}, stage, name};
    default:
        return {
            {"bubble.waits-for-reduction", "waits until stage {stage}'s gradients are reduced ({action})"},
            stage,
            name};
    }
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

Sentence sendReason(bool waits, const std::string& message, std::uint32_t partner, const std::string& first)
{
    if (first.empty())
        return waits ? Sentence({"bubble.waits-to-send", "waits to send {message} to rank {rank}"}, message,
                                partner)
                     : Sentence({"bubble.sends-to", "sends {message} to rank {rank}"}, message, partner);
    return waits ? Sentence({"bubble.waits-to-send-first",
                             "waits to send {message} to rank {rank}, which does {first} first"},
                            message, partner, first)
                 : Sentence(
                       {"bubble.sends-to-first", "sends {message} to rank {rank}, which does {first} first"},
                       message, partner, first);
}

Sentence communicationReason(const Timeline& timeline, const Bubble& bubble)
{
    const ActionKind kind = timeline.schedule->at(bubble.during.position()).kind();
    const std::string message = messageText(timeline, bubble.during);
    const bool receives = isReceive(kind);
    if (!bubble.waitsFor)
        return receives ? Sentence({"bubble.receives", "receives {message}"}, message)
                        : Sentence({"bubble.sends", "sends {message}"}, message);
    const std::uint32_t partner = bubble.waitsFor.rank;
    const bool waits = bubble.transfer < bubble.length;
    if (receives)
        return waits ? Sentence({"bubble.waits-to-receive", "waits to receive {message} from rank {rank}"},
                                message, partner)
                     : Sentence({"bubble.receives-from", "receives {message} from rank {rank}"}, message,
                                partner);
    const std::string first = isCompute(timeline.schedule->at(bubble.waitsFor.position()).kind())
                                  ? bubbleNameOf(timeline, bubble.waitsFor)
                                  : "";
    if (kind != ActionKind::WaitSendForward && kind != ActionKind::WaitSendBackward)
        return sendReason(waits, message, partner, first);
    return first.empty()
               ? Sentence({"bubble.until-taken", "waits until rank {rank} takes {message}"}, partner, message)
               : Sentence({"bubble.until-taken-first",
                           "waits until rank {rank}, which does {first} first, takes {message}"},
                          partner, first, message);
}

Sentence inputReason(const Timeline& timeline, const Bubble& bubble)
{
    const std::string name = bubbleNameOf(timeline, bubble.waitsFor);
    const std::uint32_t rank = bubble.waitsFor.rank;
    const bool waits = bubble.transfer < bubble.length;
    if (rank == bubble.rank.value)
        return waits ? Sentence({"bubble.waits-for", "waits for {action}"}, name)
                     : Sentence({"bubble.transfer-of", "transfer of {action}"}, name);
    return waits
               ? Sentence({"bubble.waits-for-rank", "waits for {action} from rank {rank}"}, name, rank)
               : Sentence({"bubble.transfer-from-rank", "transfer of {action} from rank {rank}"}, name, rank);
}

} // namespace

std::string_view bubbleCauseId(BubbleCause cause) noexcept
{
    constexpr std::array<std::string_view, kBubbleCauseCount> kIds{
        "warm-up", "dependency", "transfer", "communication", "fsdp", "cool-down", "nothing-left"};
    return kIds[static_cast<std::size_t>(cause)];
}

Sentence bubbleReason(const Timeline& timeline, const Bubble& bubble)
{
    if (bubble.cause == BubbleCause::NothingLeft)
        return {{"bubble.nothing-left", "nothing left to do"}};
    if (bubble.during && isFsdp(timeline.schedule->at(bubble.during.position()).kind()))
        return fsdpReason(timeline, bubble.during);
    if (!bubble.during && !bubble.waitsFor)
        return {{"bubble.waits", "waits"}};
    Sentence reason = bubble.during ? communicationReason(timeline, bubble) : inputReason(timeline, bubble);
    if (bubble.transfer > 0 && bubble.transfer < bubble.length)
        return {{"bubble.part-transfer", "{reason}, {time} of it transfer"},
                std::move(reason),
                timeline.unit == "step" ? shortNumber(bubble.transfer)
                                        : timeInUnits(bubble.transfer, timeline.unit)};
    return reason;
}

} // namespace bubblescope
