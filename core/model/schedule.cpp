// SPDX-License-Identifier: Apache-2.0
#include "core/model/schedule.h"

#include <algorithm>

namespace bubblescope {

std::size_t Schedule::actionCount() const
{
    std::size_t count = 0;
    for (const Row& row : rows)
        count += static_cast<std::size_t>(
            std::count_if(row.begin(), row.end(), [](const Action& action) { return !action.isBubble(); }));
    return count;
}

std::uint32_t Schedule::stagesPerRank() const
{
    if (placement)
        return placement->kind == PlacementKind::Mirror ? std::min(2U, placement->ranks)
                                                        : placement->stagesPerRank;
    std::uint32_t most = 1;
    for (const Row& row : rows) {
        std::vector<std::uint32_t> stages;
        for (const Action& action : row)
            if (isCompute(action.kind()) && (stages.empty() || stages.back() != action.stage().value)) {
                const auto place = std::lower_bound(stages.begin(), stages.end(), action.stage().value);
                if (place == stages.end() || *place != action.stage().value)
                    stages.insert(place, action.stage().value);
            }
        most = std::max(most, static_cast<std::uint32_t>(stages.size()));
    }
    return most;
}

std::size_t cellEnd(std::span<const Action> row, std::size_t index)
{
    std::size_t end = index + 1;
    while (end < row.size() && !row[end].startsCell())
        ++end;
    return end;
}

std::string cellText(std::span<const Action> cell)
{
    if (cell.empty() || cell.front().isBubble())
        return {};
    if (cell.front().role() == CellRole::Single)
        return actionText(cell.front().id());
    std::string text = "(";
    for (std::size_t i = 0; i < cell.size(); ++i) {
        if (i > 0)
            text += ';';
        text += actionText(cell[i].id());
    }
    return text + (cell.front().role() == CellRole::OverlapBackwardForward ? ")OVERLAP_B_F" : ")OVERLAP_F_B");
}

Schedule withoutBubbles(const Schedule& schedule)
{
    Schedule result = schedule;
    for (Row& row : result.rows)
        std::erase_if(row, [](const Action& action) { return action.isBubble(); });
    return result;
}

void countStagesAndMicrobatches(Schedule& schedule)
{
    schedule.stageCount = 0;
    schedule.microbatchCount = 0;
    for (const Row& row : schedule.rows)
        for (const Action& action : row) {
            if (action.isBubble())
                continue;
            schedule.stageCount = std::max(schedule.stageCount, action.stage().value + 1);
            if (hasMicrobatch(action.kind()))
                schedule.microbatchCount = std::max(schedule.microbatchCount, action.microbatch().value + 1);
        }
}

} // namespace bubblescope
