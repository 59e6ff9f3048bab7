// SPDX-License-Identifier: Apache-2.0
#include "core/validate/rules.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

struct Partner
{
    ActionClass kind;
    ActionKind action;
    int step; ///< from the action's stage to its partner's
};

std::optional<Partner> partnerOf(ActionKind kind)
{
    switch (kind) {
    case ActionKind::SendForward:
        return Partner{ActionClass::ReceiveForward, ActionKind::ReceiveForward, 1};
    case ActionKind::SendBackward:
        return Partner{ActionClass::ReceiveBackward, ActionKind::ReceiveBackward, -1};
    case ActionKind::ReceiveForward:
        return Partner{ActionClass::SendForward, ActionKind::SendForward, -1};
    case ActionKind::ReceiveBackward:
        return Partner{ActionClass::SendBackward, ActionKind::SendBackward, 1};
    default:
        return std::nullopt;
    }
}

void findUnmatched(OrderFacts& facts, bool sends, ProblemList& problems)
{
    const Schedule& schedule = facts.schedule();
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        for (std::uint32_t i = 0; i < schedule.rows[r].size(); ++i) {
            const Action& action = schedule.rows[r][i];
            const std::optional<Partner> partner = partnerOf(action.kind());
            const bool isSend =
                action.kind() == ActionKind::SendForward || action.kind() == ActionKind::SendBackward;
            if (!partner || isSend != sends)
                continue;
            const std::int64_t stage = std::int64_t{action.stage().value} + partner->step;
            const bool exists = stage >= 0 && stage < facts.table().stageCount();
            const StageId other{static_cast<std::uint32_t>(exists ? stage : 0)};
            if (exists && facts.table().find(partner->kind, other, action.microbatch()))
                continue;
            if (stage >= 0 &&
                facts.mayRunUnseen(StageId{static_cast<std::uint32_t>(stage)}, action.microbatch()))
                continue;
            const Place place{r, i};
            facts.excuse(place);
            if (problems.isFull()) {
                problems.addUnlisted(1);
                continue;
            }
            const Sentence needed =
                exists              ? Sentence({"validate.no-rank-runs-it", "no rank runs {action}"},
                                               actionText({other, partner->action, action.microbatch()}))
                : partner->step > 0 ? Sentence({"validate.no-stage-after", "there is no stage after it"})
                                    : Sentence({"validate.no-stage-before", "there is no stage before it"});
            problems.add(
                sends ? Sentence({"validate.no-receiver", "rank {rank} {action} has no receiver: {why}"}, r,
                                 facts.withCell(place), needed)
                      : Sentence({"validate.no-sender", "rank {rank} {action} has no sender: {why}"}, r,
                                 facts.withCell(place), needed),
                {facts.problemAction(place)});
        }
}

} // namespace

void findUnmatchedSends(OrderFacts& facts, ProblemList& problems)
{
    findUnmatched(facts, true, problems);
}

void findUnmatchedReceives(OrderFacts& facts, ProblemList& problems)
{
    findUnmatched(facts, false, problems);
}

} // namespace bubblescope
