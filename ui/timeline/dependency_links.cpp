// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/dependency_links.h"

namespace bubblescope::ui {

namespace {

/// True if `consumer` needs what `producer` makes, of one microbatch.
bool feeds(const ActionId& producer, const ActionId& consumer)
{
    const std::uint32_t from = producer.stage.value;
    const std::uint32_t to = consumer.stage.value;
    if (isForward(consumer.kind))
        return isForward(producer.kind) && from + 1 == to;
    if (consumer.kind == ActionKind::BackwardWeight)
        return producer.kind == ActionKind::BackwardInput && from == to;
    if (!isInputGradient(consumer.kind))
        return false;
    if (isInputGradient(producer.kind))
        return from == to + 1;
    return isForward(producer.kind) && from == to;
}

} // namespace

DependencyLinks dependencyLinks(const Schedule& schedule, const ActionPosition& action)
{
    const Action selected = schedule.at(action);
    DependencyLinks links;
    if (!isCompute(selected.kind()))
        return links;
    for (std::uint32_t rank = 0; rank < schedule.rankCount(); ++rank) {
        const Row& row = schedule.rows[rank];
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (row[i].microbatch() != selected.microbatch() || !isCompute(row[i].kind()))
                continue;
            if (feeds(row[i].id(), selected.id()))
                links.producers.push_back({RankId{rank}, i});
            if (feeds(selected.id(), row[i].id()))
                links.consumers.push_back({RankId{rank}, i});
        }
    }
    return links;
}

} // namespace bubblescope::ui
