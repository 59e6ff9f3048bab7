// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/dependencies.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

std::vector<ActionId> inputsOf(const ActionId& id, std::uint32_t stageCount)
{
    std::vector<ActionId> inputs;
    if (id.kind == ActionKind::Forward && id.stage.value > 0)
        inputs.push_back({StageId{id.stage.value - 1}, ActionKind::Forward, id.microbatch});
    if (isInputGradient(id.kind)) {
        if (id.stage.value + 1 < stageCount)
            for (const ActionKind kind : {ActionKind::Backward, ActionKind::BackwardInput})
                inputs.push_back({StageId{id.stage.value + 1}, kind, id.microbatch});
        inputs.push_back({id.stage, ActionKind::Forward, id.microbatch});
    }
    if (id.kind == ActionKind::BackwardWeight)
        inputs.push_back({id.stage, ActionKind::BackwardInput, id.microbatch});
    return inputs;
}

std::vector<ActionId> usersOf(const ActionId& id, std::uint32_t stageCount)
{
    std::vector<ActionId> users;
    if (id.kind == ActionKind::Forward) {
        if (id.stage.value + 1 < stageCount)
            users.push_back({StageId{id.stage.value + 1}, ActionKind::Forward, id.microbatch});
        for (const ActionKind kind : {ActionKind::Backward, ActionKind::BackwardInput})
            users.push_back({id.stage, kind, id.microbatch});
    }
    if (isInputGradient(id.kind) && id.stage.value > 0)
        for (const ActionKind kind : {ActionKind::Backward, ActionKind::BackwardInput})
            users.push_back({StageId{id.stage.value - 1}, kind, id.microbatch});
    if (id.kind == ActionKind::BackwardInput)
        users.push_back({id.stage, ActionKind::BackwardWeight, id.microbatch});
    return users;
}

bool runsOneOf(const LaneIndex& index, RankId rank, const std::vector<ActionId>& wanted)
{
    const std::vector<StageId>& stages = index.stagesOf(rank);
    return std::any_of(wanted.begin(), wanted.end(), [&](const ActionId& id) {
        return std::binary_search(stages.begin(), stages.end(), id.stage);
    });
}

std::vector<ActionPosition> find(const LaneIndex& index, const std::vector<ActionId>& wanted)
{
    std::vector<ActionPosition> found;
    const Schedule& schedule = *index.timeline().schedule;
    for (std::uint32_t rank = 0; rank < schedule.rankCount(); ++rank) {
        if (!runsOneOf(index, RankId{rank}, wanted))
            continue;
        const Row& row = schedule.rows[rank];
        for (std::size_t i = 0; i < row.size(); ++i)
            if (std::find(wanted.begin(), wanted.end(), row[i].id()) != wanted.end())
                found.push_back({RankId{rank}, i});
    }
    return found;
}

} // namespace

Dependencies dependenciesOf(const LaneIndex& index, const ActionPosition& action)
{
    const Timeline& timeline = index.timeline();
    const ActionId id = timeline.schedule->at(action).id();
    const std::uint32_t stageCount = timeline.schedule->stageCount;
    Dependencies found{find(index, inputsOf(id, stageCount)), find(index, usersOf(id, stageCount))};
    // The one that came last decided the start: it is named first.
    std::stable_sort(found.waitsFor.begin(), found.waitsFor.end(),
                     [&](const auto& a, const auto& b) { return timeline.endOf(a) > timeline.endOf(b); });
    std::stable_sort(found.neededBy.begin(), found.neededBy.end(),
                     [&](const auto& a, const auto& b) { return timeline.startOf(a) < timeline.startOf(b); });
    return found;
}

} // namespace bubblescope::ui
