// SPDX-License-Identifier: Apache-2.0
#include "core/time/check_order.h"

#include "core/time/stuck.h"

#include <fmt/format.h>

namespace bubblescope {

std::optional<TimingFailure> repeatedAction(const Schedule& schedule, const ActionTable& table)
{
    if (table.duplicates().empty())
        return std::nullopt;
    const auto& [first, second] = table.duplicates().front();
    const auto place = [&](const Place& at) {
        return fmt::format("rank {} (cell {})", at.rank, cellNumber(schedule.rows[at.rank], at.index));
    };
    const std::string name = actionText(schedule.at(first.position()).id());
    const std::string again = actionText(schedule.at(second.position()).id());
    TimingFailure failure;
    failure.kind = TimingFailure::Kind::DuplicateAction;
    failure.actions = {first.position(), second.position()};
    failure.message =
        name == again
            ? fmt::format("{} stands on {} and again on {}", name, place(first), place(second))
            : fmt::format("{} on {} and {} on {} do the same work", name, place(first), again, place(second));
    return failure;
}

std::optional<TimingFailure> meaninglessBlock(const Schedule& schedule)
{
    for (std::uint32_t r = 0; r < schedule.rows.size(); ++r) {
        const Row& row = schedule.rows[r];
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!row[i].isOverlapped() || isCompute(row[i].kind()))
                continue;
            TimingFailure failure;
            failure.kind = TimingFailure::Kind::BadInput;
            failure.actions.push_back({RankId{r}, i});
            failure.message =
                fmt::format("rank {} cell {}: {} cannot stand in an overlapped cell; only F, I, W and B can",
                            r, cellNumber(row, i), actionText(row[i].id()));
            return failure;
        }
    }
    return std::nullopt;
}

std::optional<TimingFailure> noComputeAction(const Schedule& schedule)
{
    for (const Row& row : schedule.rows)
        for (const Action& action : row)
            if (isCompute(action.kind()))
                return std::nullopt;
    return TimingFailure{TimingFailure::Kind::MissingInput, std::string(kNoComputeAction), {}};
}

TimingFailure outOfMemoryTiming(const Schedule& schedule)
{
    return {TimingFailure::Kind::BadInput,
            fmt::format("not enough memory to time {} actions", schedule.actionCount()),
            {}};
}

TimingFailure cancelledTiming()
{
    return {TimingFailure::Kind::Cancelled, "timing was stopped", {}};
}

} // namespace bubblescope
