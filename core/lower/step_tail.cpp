// SPDX-License-Identifier: Apache-2.0
#include "core/lower/step_tail.h"

#include "core/lower/order_check.h"

#include <algorithm>
#include <map>

namespace bubblescope {

namespace {

std::optional<Error> tailStandsAlready(const Schedule& schedule, const TailChoice& choice)
{
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        for (std::uint32_t i = 0; i < schedule.rows[r].size(); ++i) {
            const ActionKind kind = schedule.rows[r][i].kind();
            if (isTail(kind) || (choice.reduce != BucketPlace::None && kind == ActionKind::ReduceGrad))
                return errorAt(
                    ErrorKind::InvalidInput, schedule, {r, i},
                    Sentence({"lower.tail-stands-already", "the order has {action} already: tail adds it"},
                             actionText(schedule.rows[r][i].id())));
        }
    return std::nullopt;
}

bool makesGradientOfWeights(const Action& action)
{
    const ActionKind whole = wholeOf(action.kind());
    return isCompute(action.kind()) && (whole == ActionKind::Backward || whole == ActionKind::BackwardWeight);
}

/// Of each stage of a row the cell with its last weight gradient, by where that begins.
std::map<std::size_t, std::vector<StageId>> finishedStages(const Row& row)
{
    std::map<std::uint32_t, std::size_t> last;
    for (std::size_t i = 0; i < row.size();) {
        const std::size_t end = cellEnd(row, i);
        for (std::size_t k = i; k < end; ++k)
            if (makesGradientOfWeights(row[k]))
                last[row[k].stage().value] = i;
        i = end;
    }
    std::map<std::size_t, std::vector<StageId>> stages;
    for (const auto& [stage, cell] : last)
        stages[cell].push_back(StageId{stage});
    return stages;
}

void addReductions(const std::vector<StageId>& stages, Row& out)
{
    for (const StageId stage : stages)
        out.emplace_back(stage, ActionKind::ReduceGrad);
}

/// A row without bubbles, with its reductions.
Row reducedRow(const Row& row, BucketPlace place)
{
    const auto stages =
        place == BucketPlace::None ? std::map<std::size_t, std::vector<StageId>>() : finishedStages(row);
    Row out;
    out.reserve(row.size() + stages.size() + 4);
    for (std::size_t i = 0; i < row.size();) {
        const std::size_t end = cellEnd(row, i);
        if (!row[i].isBubble())
            out.insert(out.end(), row.begin() + static_cast<std::ptrdiff_t>(i),
                       row.begin() + static_cast<std::ptrdiff_t>(end));
        if (const auto found = stages.find(i); place == BucketPlace::Overlapped && found != stages.end())
            addReductions(found->second, out);
        i = end;
    }
    if (place == BucketPlace::End)
        for (const auto& [cell, finished] : stages)
            addReductions(finished, out);
    return out;
}

bool holdsTiedStage(const Schedule& schedule, const Row& row)
{
    return std::any_of(row.begin(), row.end(), [&](const Action& action) {
        return isCompute(action.kind()) &&
               (action.stage().value == 0 || action.stage().value + 1 == schedule.stageCount);
    });
}

} // namespace

Result<Schedule> addTail(const Schedule& schedule, const TailChoice& choice, const CancelToken& cancel)
{
    if (auto error = tailStandsAlready(schedule, choice))
        return tl::unexpected(*std::move(error));
    Schedule result = emptied(schedule);
    for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
        if (cancel.isCancelled())
            return tl::unexpected(cancelledLowering());
        const Row& row = schedule.rows[r];
        Row& out = result.rows[r] = reducedRow(row, choice.reduce);
        const auto add = [&out](bool isChosen, ActionKind kind) {
            if (isChosen)
                out.emplace_back(StageId{0}, kind);
        };
        add(choice.embedding && holdsTiedStage(schedule, row), ActionKind::EmbedGrad);
        add(choice.clip, ActionKind::Clip);
        add(choice.optimizer, ActionKind::Optimizer);
        add(choice.gather, ActionKind::ParamGather);
    }
    return result;
}

} // namespace bubblescope
