// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/plain_waits.h"

#include "core/base/parallel_for.h"
#include "core/time/dense_costs.h"

#include <array>
#include <atomic>

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

/// What the rank of a SEND or WAIT_SEND has to have run before it, wherever that is.
Place madeFor(const ActionTable& table, const Action& action)
{
    switch (action.kind()) {
    case ActionKind::SendForward:
        return table.find(ActionClass::Forward, action.stage(), action.microbatch());
    case ActionKind::SendBackward:
        return table.find(ActionClass::InputGradient, action.stage(), action.microbatch());
    case ActionKind::WaitSendForward:
        return table.find(ActionClass::SendForward, action.stage(), action.microbatch());
    case ActionKind::WaitSendBackward:
        return table.find(ActionClass::SendBackward, action.stage(), action.microbatch());
    default:
        return {};
    }
}

} // namespace

PlainWaits::PlainWaits(const Timeline& timeline, const CostModel& costs, const ActionTable& table)
    : m_timeline(&timeline)
    , m_dependencies(*timeline.schedule, table, DependencyRule::Strict, costs.transfer.mode)
    , m_links(*timeline.schedule, costs, table)
{}

bool PlainWaits::takeMessages(std::uint32_t rank)
{
    const Row& row = m_timeline->schedule->rows[rank];
    for (std::uint32_t i = 0; i < row.size(); ++i) {
        const ActionKind kind = row[i].kind();
        if (!isCommunication(kind))
            continue;
        if (const Place made = madeFor(m_dependencies.table(), row[i]); made && made.rank != rank)
            return false;
        if (isSend(kind))
            m_links.post({rank, i}, startOf({rank, i}));
    }
    return true;
}

bool PlainWaits::takeMessages()
{
    constexpr std::size_t kWorthThreads = 20'000;
    const Schedule& schedule = *m_timeline->schedule;
    std::atomic<bool> areTold = true;
    parallelFor(schedule.rankCount(),
                [&](std::uint32_t rank) {
                    if (!takeMessages(rank))
                        areTold = false;
                },
                {.threads = threadsIf(schedule.actionCount() >= kWorthThreads)});
    return areTold;
}

std::optional<PlainWaits> PlainWaits::of(const Timeline& timeline, const CostModel& costs,
                                         const ActionTable& table)
{
    if (costs.communicators.policy != CommunicatorPolicy::None || !DenseCosts::fit(costs) ||
        !timeline.phases.empty() || timeline.head != 0 || !timeline.schedule->plan.empty() ||
        !areToldByTimes(*timeline.schedule, costs))
        return std::nullopt;
    PlainWaits waits(timeline, costs, table);
    if (table.hasCommunication() && !waits.takeMessages())
        return std::nullopt;
    return waits;
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

} // namespace bubblescope
