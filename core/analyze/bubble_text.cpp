// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/bubble_ledger.h"
#include "core/base/quantity.h"
#include "core/time/planned_times.h"
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

/// A message was posted before the one that the rank waits for.
Sentence heldReason(const Timeline& timeline, const Bubble& bubble)
{
    const std::string name = bubbleNameOf(timeline, bubble.waitsFor);
    const std::string held = bubbleNameOf(timeline, bubble.heldBy->maker);
    const std::uint32_t rank = bubble.heldBy->rank;
    const std::uint32_t from = bubble.waitsFor.rank;
    if (rank != bubble.rank.value)
        return bubble.heldBy->isSend
                   ? Sentence({"bubble.held-by-send-there",
                               "waits for {action}: rank {rank} waits for the send of {held} that was posted "
                               "before its send of {action}"},
                              name, rank, held)
                   : Sentence({"bubble.held-by-receive-there",
                               "waits for {action}: rank {rank} waits for the receive of {held} that was "
                               "posted before its send of {action}"},
                              name, rank, held);
    return bubble.heldBy->isSend
               ? Sentence({"bubble.held-by-send-here",
                           "waits for {action} from rank {rank}: the send of {held} was posted before its "
                           "receive"},
                          name, from, held)
               : Sentence({"bubble.held-by-receive-here",
                           "waits for {action} from rank {rank}: the receive of {held} was posted before its "
                           "receive"},
                          name, from, held);
}

Sentence inputReason(const Timeline& timeline, const Bubble& bubble)
{
    if (bubble.heldBy)
        return heldReason(timeline, bubble);
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

/// Nothing held up the action that ends the gap but the time at which its order's plan begins it.
bool isByPlan(const Timeline& timeline, const Bubble& bubble)
{
    return bubble.next &&
           !isGap(PlannedTimes(*timeline.schedule).startOf(timeline.schedule->at(bubble.next.position())),
                  bubble.end(), timeline.makespan);
}

std::string bubbleTime(const Timeline& timeline, Time time)
{
    return durationText(time, timeline.unit);
}

Sentence phaseReason(const Timeline& timeline, const Bubble& bubble)
{
    Sentence phase = phaseWords(*bubble.before);
    if (bubble.lastReplica != 0)
        return {{"bubble.phase-replica", "waits for replica {replica} before {phase}"},
                bubble.lastReplica,
                std::move(phase)};
    if (!bubble.waitsFor)
        return {{"bubble.phase", "waits before {phase}"}, std::move(phase)};
    return {{"bubble.phase-rank", "waits for {action} of rank {rank} before {phase}"},
            bubbleNameOf(timeline, bubble.waitsFor),
            bubble.waitsFor.rank,
            std::move(phase)};
}

} // namespace

std::string_view bubbleCauseId(BubbleCause cause) noexcept
{
    constexpr std::array<std::string_view, kBubbleCauseCount> kIds{
        "warm-up",   "dependency",   "transfer", "communication", "fsdp",
        "cool-down", "nothing-left", "host",     "step-phase"};
    return kIds[static_cast<std::size_t>(cause)];
}

Sentence phaseWords(StepPhase phase)
{
    switch (phase) {
    case StepPhase::Head:
        return {{"bubble.phase-head", "the head of the step"}};
    case StepPhase::HeadGather:
    case StepPhase::GatherParameters:
        return {{"bubble.phase-gather", "gathering parameters"}};
    case StepPhase::ReduceGradients:
        return {{"bubble.phase-reduce", "reducing gradients"}};
    case StepPhase::TiedEmbedding:
        return {{"bubble.phase-embedding", "summing the tied embedding's gradients"}};
    case StepPhase::Clip:
        return {{"bubble.phase-clip", "clipping gradients"}};
    case StepPhase::Optimizer:
        return {{"bubble.phase-optimizer", "the optimizer"}};
    case StepPhase::Finish:
        break;
    }
    return {{"bubble.phase-finish", "the end of the step"}};
}

BubbleWhy whyOf(const Timeline& timeline, const Bubble& bubble)
{
    switch (bubble.cause) {
    case BubbleCause::Transfer:
        return BubbleWhy::Transfer;
    case BubbleCause::Communication:
        return BubbleWhy::Communication;
    case BubbleCause::Fsdp:
        return BubbleWhy::Fsdp;
    case BubbleCause::Host:
        return BubbleWhy::Host;
    case BubbleCause::NothingLeft:
        return BubbleWhy::NothingLeft;
    default:
        break;
    }
    if (!bubble.waitsFor)
        return BubbleWhy::Waits;
    switch (wholeOf(timeline.schedule->at(bubble.waitsFor.position()).kind())) {
    case ActionKind::Forward:
        return BubbleWhy::WaitsForF;
    case ActionKind::Backward:
        return BubbleWhy::WaitsForB;
    case ActionKind::BackwardInput:
        return BubbleWhy::WaitsForI;
    case ActionKind::BackwardWeight:
        return BubbleWhy::WaitsForW;
    default:
        return BubbleWhy::Waits;
    }
}

Sentence bubbleReason(const Timeline& timeline, const Bubble& bubble)
{
    if (bubble.cause == BubbleCause::NothingLeft)
        return {{"bubble.nothing-left", "nothing left to do"}};
    if (bubble.before)
        return phaseReason(timeline, bubble);
    if (bubble.cause == BubbleCause::Host)
        return {{"bubble.host", "its host issues {action} late, or its kernels are apart"},
                bubbleNameOf(timeline, bubble.next)};
    if (bubble.during && isFsdp(timeline.schedule->at(bubble.during.position()).kind()))
        return fsdpReason(timeline, bubble.during);
    if (!bubble.during && !bubble.waitsFor)
        return isByPlan(timeline, bubble)
                   ? Sentence({"bubble.plan", "the order's plan begins {action} at {time}"},
                              bubbleNameOf(timeline, bubble.next), bubbleTime(timeline, bubble.end()))
                   : Sentence({"bubble.waits", "waits"});
    Sentence reason = bubble.during ? communicationReason(timeline, bubble) : inputReason(timeline, bubble);
    if (bubble.transfer > 0 && bubble.transfer < bubble.length)
        return {{"bubble.part-transfer", "{reason}, {time} of it transfer"},
                std::move(reason),
                bubbleTime(timeline, bubble.transfer)};
    return reason;
}

} // namespace bubblescope
