// SPDX-License-Identifier: Apache-2.0
#include "core/validate/rules.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

/// What a compute action of a rank receives, if its producer runs on another rank.
struct Message
{
    Place producer;
    ActionClass received;
    ActionKind receive;
};

std::optional<Message> messageFor(const OrderFacts& facts, const Action& action, std::uint32_t rank)
{
    const std::uint32_t stage = action.stage().value;
    Message message{};
    if (isForward(action.kind()) && stage > 0)
        message = {facts.table().find(ActionClass::Forward, StageId{stage - 1}, action.microbatch()),
                   ActionClass::ReceiveForward, ActionKind::ReceiveForward};
    else if (isInputGradient(action.kind()) && stage + 1 < facts.table().stageCount())
        message = {facts.table().find(ActionClass::InputGradient, StageId{stage + 1}, action.microbatch()),
                   ActionClass::ReceiveBackward, ActionKind::ReceiveBackward};
    if (!message.producer || message.producer.rank == rank)
        return std::nullopt;
    return message;
}

} // namespace

void findMissingReceives(OrderFacts& facts, ProblemList& problems)
{
    if (!facts.hasCommunication())
        return;
    const Schedule& schedule = facts.schedule();
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        for (std::uint32_t i = 0; i < schedule.rows[r].size(); ++i) {
            const Action& action = schedule.rows[r][i];
            const Place place{r, i};
            const std::optional<Message> message = messageFor(facts, action, r);
            // A producer or consumer on the wrong rank has lost its messages with that.
            if (!message || !facts.isCarried(message->producer) || facts.isExcused(message->producer) ||
                facts.isExcused(place))
                continue;
            if (facts.table().find(message->received, action.stage(), action.microbatch()))
                continue;
            if (problems.isFull()) {
                problems.addUnlisted(1);
                continue;
            }
            problems.add(
                Sentence(
                    {"validate.never-receives",
                     "rank {rank} {action} never receives {input} of rank {other}: no rank runs {receive}"},
                    r, facts.withCell(place), actionText(facts.at(message->producer).id()),
                    message->producer.rank,
                    actionText({action.stage(), message->receive, action.microbatch()})),
                {facts.problemAction(place)});
        }
}

} // namespace bubblescope
