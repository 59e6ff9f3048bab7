// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/dependency_links.h"

#include "core/time/link_table.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

/// The same for messages: made of compute, met by their other end, for compute.
bool carries(const ActionId& producer, const ActionId& consumer)
{
    const std::uint32_t from = producer.stage.value;
    const std::uint32_t to = consumer.stage.value;
    switch (consumer.kind) {
    case ActionKind::SendForward:
        return isForward(producer.kind) && from == to;
    case ActionKind::SendBackward:
        return isInputGradient(producer.kind) && from == to;
    case ActionKind::ReceiveForward:
        return producer.kind == ActionKind::SendForward && from + 1 == to;
    case ActionKind::ReceiveBackward:
        return producer.kind == ActionKind::SendBackward && from == to + 1;
    case ActionKind::WaitSendForward:
        return producer.kind == ActionKind::SendForward && from == to;
    case ActionKind::WaitSendBackward:
        return producer.kind == ActionKind::SendBackward && from == to;
    default:
        return false;
    }
}

/// True if `consumer` needs what `producer` makes, of one microbatch.
bool feeds(const ActionId& producer, const ActionId& consumer)
{
    const std::uint32_t from = producer.stage.value;
    const std::uint32_t to = consumer.stage.value;
    if (isCommunication(consumer.kind))
        return carries(producer, consumer);
    if (isForward(consumer.kind))
        return (isForward(producer.kind) && from + 1 == to) ||
               (producer.kind == ActionKind::ReceiveForward && from == to);
    if (consumer.kind == ActionKind::BackwardWeight)
        return producer.kind == ActionKind::BackwardInput && from == to;
    if (!isInputGradient(consumer.kind))
        return false;
    if (isInputGradient(producer.kind))
        return from == to + 1;
    return (isForward(producer.kind) || producer.kind == ActionKind::ReceiveBackward) && from == to;
}

} // namespace

DependencyLinks dependencyLinks(const Schedule& schedule, const ActionPosition& action)
{
    const Action selected = schedule.at(action);
    DependencyLinks links;
    if (!hasMicrobatch(selected.kind()))
        return links;
    // Between compute actions only what is computed; the message between them has links of its own.
    const bool compute = isCompute(selected.kind());
    for (std::uint32_t rank = 0; rank < schedule.rankCount(); ++rank) {
        const Row& row = schedule.rows[rank];
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (row[i].microbatch() != selected.microbatch() || !hasMicrobatch(row[i].kind()) ||
                (compute && !isCompute(row[i].kind())))
                continue;
            if (feeds(row[i].id(), selected.id()))
                links.producers.push_back({RankId{rank}, i});
            if (feeds(selected.id(), row[i].id()))
                links.consumers.push_back({RankId{rank}, i});
        }
    }
    return links;
}

void addTransfers(DependencyLinks& links, const Timeline& timeline, const CostModel& costs,
                  const ActionPosition& action)
{
    const LinkTable table(costs.transfer);
    const auto between = [&](const ActionPosition& from, const ActionPosition& to) {
        if (from.rank == to.rank || !isCompute(timeline.schedule->at(from).kind()) ||
            !isCompute(timeline.schedule->at(to).kind()))
            return Time{0};
        const Time room = std::max(Time{0}, timeline.startOf(to) - timeline.endOf(from));
        return std::min(room, table.of(from.rank.value, to.rank.value).time());
    };
    links.transfersIn.clear();
    links.transfersOut.clear();
    for (const ActionPosition& producer : links.producers)
        links.transfersIn.push_back(between(producer, action));
    for (const ActionPosition& consumer : links.consumers)
        links.transfersOut.push_back(between(action, consumer));
}

std::optional<ActionPosition> latestProducer(const DependencyLinks& links, const Timeline& timeline)
{
    const auto& ends = links.producers;
    const auto latest = std::max_element(ends.begin(), ends.end(), [&](const auto& a, const auto& b) {
        return timeline.endOf(a) < timeline.endOf(b);
    });
    return latest == ends.end() ? std::nullopt : std::optional(*latest);
}

std::optional<ActionPosition> firstConsumer(const DependencyLinks& links, const Timeline& timeline)
{
    const auto& ends = links.consumers;
    const auto first = std::min_element(ends.begin(), ends.end(), [&](const auto& a, const auto& b) {
        return timeline.startOf(a) < timeline.startOf(b);
    });
    return first == ends.end() ? std::nullopt : std::optional(*first);
}

} // namespace bubblescope::ui
