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
        return Sentence({"time.rank-cell", "rank {rank} (cell {cell})"}, at.rank,
                        cellNumber(schedule.rows[at.rank], at.index));
    };
    const std::string name = actionText(schedule.at(first.position()).id());
    const std::string again = actionText(schedule.at(second.position()).id());
    TimingFailure failure;
    failure.kind = TimingFailure::Kind::DuplicateAction;
    failure.actions = {first.position(), second.position()};
    failure.message =
        name == again ? Sentence({"time.stands-again", "{action} is on {place} and again on {other_place}"},
                                 name, place(first), place(second))
                      : Sentence({"time.do-same-work",
                                  "{action} on {place} and {other} on {other_place} do the same work"},
                                 name, place(first), again, place(second));
    return failure;
}

std::optional<TimingFailure> meaninglessBlock(const Schedule& schedule)
{
    for (std::uint32_t r = 0; r < schedule.rows.size(); ++r) {
        const Row& row = schedule.rows[r];
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!row[i].isOverlapped() ||
                (isCompute(row[i].kind()) && !isPart(row[i].kind()) && !isVocabulary(row[i].kind())))
                continue;
            TimingFailure failure;
            failure.kind = TimingFailure::Kind::BadInput;
            failure.actions.push_back({RankId{r}, i});
            failure.message =
                Sentence({"time.cannot-overlap", "rank {rank} cell {cell}: {action} is not allowed in an "
                                                 "overlapped cell; only F, I, W and B are"},
                         r, cellNumber(row, i), actionText(row[i].id()));
            return failure;
        }
    }
    return std::nullopt;
}

std::optional<MisplacedTail> misplacedTail(const Row& row)
{
    std::optional<std::uint32_t> last;
    for (std::uint32_t i = 0; i < row.size(); ++i) {
        if (row[i].isBubble() || (!last && !isTail(row[i].kind())))
            continue;
        if (last && row[i].kind() <= row[*last].kind())
            return MisplacedTail{i, *last};
        last = i;
    }
    return std::nullopt;
}

Sentence tailSentence(const Schedule& schedule, std::uint32_t rank, const MisplacedTail& tail)
{
    const Row& row = schedule.rows[rank];
    return {{"time.behind-step-end",
             "rank {rank} runs {action} (cell {cell}) behind {tail} (cell {other}): a "
             "step ends with EMBED_GRAD, CLIP, OPTIMIZER and PARAM_GATHER, in this order"},
            rank,
            actionText(row[tail.action].id()),
            cellNumber(row, tail.action),
            actionText(row[tail.behind].id()),
            cellNumber(row, tail.behind)};
}

std::optional<TimingFailure> wrongStepEnd(const Schedule& schedule)
{
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        if (const auto tail = misplacedTail(schedule.rows[r]))
            return TimingFailure{TimingFailure::Kind::BadInput,
                                 tailSentence(schedule, r, *tail),
                                 {{RankId{r}, tail->action}, {RankId{r}, tail->behind}}};
    return std::nullopt;
}

std::optional<TimingFailure> noComputeAction(const Schedule& schedule)
{
    for (const Row& row : schedule.rows)
        for (const Action& action : row)
            if (isCompute(action.kind()))
                return std::nullopt;
    return TimingFailure{TimingFailure::Kind::MissingInput, Sentence(kNoComputeAction), {}};
}

TimingFailure outOfMemoryTiming(const Schedule& schedule)
{
    return {TimingFailure::Kind::BadInput,
            Sentence({"time.no-memory", "not enough memory to time {count} actions"}, schedule.actionCount()),
            {}};
}

TimingFailure cancelledTiming()
{
    return {TimingFailure::Kind::Cancelled, Sentence({"time.stopped", "timing was stopped"}), {}};
}

} // namespace bubblescope
