// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/plain_turns.h"

namespace bubblescope {

std::uint32_t PlainTurns::heldUpBy(std::uint32_t rank) const
{
    const Row& row = m_timeline->schedule->rows[rank];
    const Turn& turn = m_turns[rank];
    std::uint32_t found = Place::kNowhere;
    const auto check = [&](const Place& at) {
        if (found == Place::kNowhere && at && at.index < m_turns[at.rank].end &&
            (at.rank != rank || at.index < turn.begin))
            found = at.rank;
    };
    const auto look = [&](ActionClass kind, std::uint32_t stage, const Action& like) {
        check(m_table->find(kind, StageId{stage}, like.microbatch()));
    };
    if (turn.after != Place::kNowhere && isReceive(row[turn.after].kind()))
        check(waitSendFor(row[turn.after]));
    for (std::uint32_t i = turn.begin; i < turn.end; ++i) {
        const Action& action = row[i];
        const std::uint32_t stage = action.stage().value;
        switch (action.kind()) {
        case ActionKind::Forward:
            look(ActionClass::Forward, stage + 1, action);
            look(ActionClass::InputGradient, stage, action);
            look(ActionClass::Recompute, stage, action);
            break;
        case ActionKind::Backward:
        case ActionKind::BackwardInput:
            look(ActionClass::InputGradient, stage - 1, action);
            look(ActionClass::Weight, stage, action);
            break;
        case ActionKind::Recompute:
            look(ActionClass::InputGradient, stage, action);
            break;
        case ActionKind::SendForward:
            if (arrivalOf({rank, i}) <= startOf({rank, i}))
                look(ActionClass::Forward, stage + 1, action);
            break;
        case ActionKind::SendBackward:
            if (arrivalOf({rank, i}) <= startOf({rank, i}))
                look(ActionClass::InputGradient, stage - 1, action);
            break;
        default:
            break;
        }
    }
    return found;
}

} // namespace bubblescope
