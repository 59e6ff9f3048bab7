// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/plain_waits.h"

#include "core/time/dense_costs.h"

#include <array>

namespace bubblescope {

namespace {

constexpr KindMask kComputes = kindBit(ActionKind::Forward) | kindBit(ActionKind::BackwardInput) |
                               kindBit(ActionKind::BackwardWeight) | kindBit(ActionKind::Backward) |
                               kindBit(ActionKind::Recompute);

KindMask kindsThat(bool (*are)(ActionKind))
{
    KindMask kinds = 0;
    for (std::size_t k = 0; k < kActionKindCount; ++k)
        if (const auto kind = static_cast<ActionKind>(k); are(kind))
            kinds |= kindBit(kind);
    return kinds;
}

/// Beside streams an action may wait for one of its rank that does not end with its clock.
bool areToldByTimes(const Schedule& schedule, const CostModel& costs)
{
    KindMask alone = kComputes | kindBit(ActionKind::Bubble);
    if (costs.transfer.mode == TransferMode::Async)
        alone |= kindsThat(isCommunication);
    if (!costs.overlapsFsdp)
        alone |= kindsThat(isFsdp);
    KindMask kinds = 0;
    KindMask overlapped = 0;
    for (const Row& row : schedule.rows)
        for (const Action& action : row)
            (action.isOverlapped() ? overlapped : kinds) |= kindBit(action.kind());
    return (kinds & ~alone) == 0 && (overlapped & ~kComputes) == 0;
}

bool isSend(ActionKind kind)
{
    return kind == ActionKind::SendForward || kind == ActionKind::SendBackward;
}

} // namespace

PlainWaits::PlainWaits(const Timeline& timeline, const CostModel& costs, const ActionTable& table)
    : m_timeline(&timeline)
    , m_dependencies(*timeline.schedule, table, DependencyRule::Strict, costs.transfer.mode)
    , m_links(*timeline.schedule, costs, table)
{
    if (!m_links.lines().needsMessages() || !table.hasCommunication())
        return;
    for (std::uint32_t r = 0; r < timeline.lanes.size(); ++r)
        for (std::uint32_t i = 0; i < rowSize(r); ++i)
            if (isSend(timeline.schedule->rows[r][i].kind()))
                m_links.post({r, i}, startOf({r, i}));
}

std::optional<PlainWaits> PlainWaits::of(const Timeline& timeline, const CostModel& costs,
                                         const ActionTable& table)
{
    if (costs.communicators.policy != CommunicatorPolicy::None || !DenseCosts::fit(costs) ||
        !timeline.phases.empty() || timeline.head != 0 || !timeline.schedule->plan.empty() ||
        !areToldByTimes(*timeline.schedule, costs))
        return std::nullopt;
    return PlainWaits(timeline, costs, table);
}

Binding PlainWaits::decided(const Place& cell, Wait::Of of) const
{
    if (of == Wait::Of::Start)
        if (const Place before = doneBefore(cell); before && endOf(before) == startOf(cell))
            return {before};
    Binding by;
    forEachWait(cell, [&](const Wait& wait) {
        if (!by.action && wait.of == of && wait.margin == 0)
            by = wait.by;
    });
    return by;
}

Time PlainWaits::rankEnd(std::uint32_t rank) const
{
    const Place last = doneBefore({rank, rowSize(rank)});
    return last ? endOf(last) : 0;
}

bool PlainWaits::arrivesAtOnce(const Place& send) const
{
    const LinkClock::Message* message = m_links.messageOf(send);
    const Time arrival = message != nullptr ? m_links.arrivalOf(send, *message)
                                            : endOf(send) + m_links.lines().of(send.rank, send.rank).time();
    return arrival <= startOf(send);
}

std::uint32_t PlainWaits::heldUpBy(std::uint32_t rank, const std::vector<Turn>& turns) const
{
    const ActionTable& table = m_dependencies.table();
    const Row& row = m_timeline->schedule->rows[rank];
    const Turn& turn = turns[rank];
    std::uint32_t found = Place::kNowhere;
    const auto look = [&](ActionClass kind, std::uint32_t stage, const Action& like) {
        if (found != Place::kNowhere)
            return;
        const Place at = table.find(kind, StageId{stage}, like.microbatch());
        if (at && at.index < turns[at.rank].end && (at.rank != rank || at.index < turn.begin))
            found = at.rank;
    };
    if (turn.after != Place::kNowhere) {
        const Action& after = row[turn.after];
        if (after.kind() == ActionKind::ReceiveForward)
            look(ActionClass::WaitSendForward, after.stage().value - 1, after);
        else if (after.kind() == ActionKind::ReceiveBackward)
            look(ActionClass::WaitSendBackward, after.stage().value + 1, after);
    }
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
            if (arrivesAtOnce({rank, i}))
                look(ActionClass::Forward, stage + 1, action);
            break;
        case ActionKind::SendBackward:
            if (arrivesAtOnce({rank, i}))
                look(ActionClass::InputGradient, stage - 1, action);
            break;
        default:
            break;
        }
    }
    return found;
}

} // namespace bubblescope
