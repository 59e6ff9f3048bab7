// SPDX-License-Identifier: Apache-2.0
#include "core/lower/order_check.h"

#include "core/time/check_order.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace bubblescope {

namespace {

/// What stands for one stage.
struct StageCount
{
    std::uint64_t forwards = 0;
    std::uint64_t inputs = 0; ///< I
    std::uint64_t weights = 0;
    std::uint64_t backwards = 0; ///< B
    Place first;                 ///< on the first rank that runs the stage
    Place second;                ///< on another rank; nowhere for most
};

class CompletenessCheck
{
public:
    CompletenessCheck(const Schedule& schedule, const ActionTable& table)
        : m_schedule(schedule)
        , m_table(table)
        , m_stages(table.stageCount())
    {}

    std::optional<Error> run()
    {
        for (std::uint32_t r = 0; r < m_schedule.rankCount(); ++r)
            for (std::uint32_t i = 0; i < m_schedule.rows[r].size(); ++i)
                if (auto error = look({r, i}))
                    return error;
        if (auto error = split())
            return error;
        return lacking();
    }

private:
    std::optional<Error> look(const Place& at)
    {
        const Action& action = m_schedule.at(at.position());
        if (action.isBubble())
            return std::nullopt;
        count(action, at);
        if (isInputGradient(action.kind()))
            return needs(at, m_table.find(ActionClass::Forward, action.stage(), action.microbatch()),
                         ActionKind::Forward);
        if (action.kind() != ActionKind::BackwardWeight)
            return std::nullopt;
        Place input = m_table.find(ActionClass::InputGradient, action.stage(), action.microbatch());
        if (input && m_schedule.at(input.position()).kind() != ActionKind::BackwardInput)
            input = {};
        return needs(at, input, ActionKind::BackwardInput);
    }

    void count(const Action& action, const Place& at)
    {
        StageCount& stage = m_stages[action.stage().value];
        stage.forwards += isForward(action.kind()) ? 1 : 0;
        stage.inputs += action.kind() == ActionKind::BackwardInput ? 1 : 0;
        stage.weights += action.kind() == ActionKind::BackwardWeight ? 1 : 0;
        stage.backwards += action.kind() == ActionKind::Backward ? 1 : 0;
        m_hasBackward = m_hasBackward || !isForward(action.kind());
        if (!stage.first)
            stage.first = at;
        else if (stage.first.rank != at.rank && !stage.second)
            stage.second = at;
    }

    std::optional<Error> needs(const Place& at, const Place& input, ActionKind kind) const
    {
        if (input.rank == at.rank && input.index < at.index)
            return std::nullopt;
        const ActionId id = m_schedule.at(at.position()).id();
        return errorAt(ErrorKind::DoesNotHold, m_schedule, at,
                       Sentence({"lower.needs-before-rank", "{action} needs an earlier {other} on its rank"},
                                actionText(id), actionText({id.stage, kind, id.microbatch})));
    }

    bool isMirror() const
    {
        if (m_schedule.placement)
            return m_schedule.placement->kind == PlacementKind::Mirror;
        const std::uint32_t ranks = m_schedule.rankCount();
        const auto explains = [&](std::uint32_t s, const Place& at) {
            return !at || at.rank == s || at.rank == ranks - 1 - s;
        };
        for (std::uint32_t s = 0; s < m_stages.size(); ++s)
            if (!explains(s, m_stages[s].first) || !explains(s, m_stages[s].second))
                return false;
        return m_stages.size() == ranks;
    }

    std::optional<Error> split() const
    {
        const auto found = std::find_if(m_stages.begin(), m_stages.end(),
                                        [](const StageCount& stage) { return bool{stage.second}; });
        if (found == m_stages.end() || isMirror())
            return std::nullopt;
        return errorAt(ErrorKind::DoesNotHold, m_schedule, found->second,
                       Sentence({"lower.stands-here-rank-runs",
                                 "the order has {action}, but rank {rank} also runs {other} of that stage"},
                                actionText(m_schedule.at(found->second.position()).id()), found->first.rank,
                                actionText(m_schedule.at(found->first.position()).id())));
    }

    std::optional<Error> lacking() const
    {
        const std::uint64_t all = m_table.microbatchCount();
        for (std::uint32_t s = 0; s < m_stages.size(); ++s) {
            const StageCount& stage = m_stages[s];
            if (stage.forwards < all)
                return missing(s, ActionClass::Forward, ActionKind::Forward);
            if (m_hasBackward && stage.backwards + stage.inputs < all)
                return missing(s, ActionClass::InputGradient,
                               stage.inputs > 0 ? ActionKind::BackwardInput : ActionKind::Backward);
            if (stage.weights < stage.inputs)
                return missingWeight(s);
        }
        return std::nullopt;
    }

    Error missing(std::uint32_t stage, ActionClass of, ActionKind kind) const
    {
        // One of the first count + 1 numbers is not there.
        MicrobatchId microbatch{0};
        while (m_table.find(of, StageId{stage}, microbatch))
            ++microbatch.value;
        return lost({StageId{stage}, kind, microbatch});
    }

    Error missingWeight(std::uint32_t stage) const
    {
        MicrobatchId microbatch{0};
        const auto isWhole = [&] {
            const Place input = m_table.find(ActionClass::InputGradient, StageId{stage}, microbatch);
            return m_schedule.at(input.position()).kind() == ActionKind::Backward ||
                   m_table.find(ActionClass::Weight, StageId{stage}, microbatch);
        };
        while (isWhole())
            ++microbatch.value;
        return lost({StageId{stage}, ActionKind::BackwardWeight, microbatch});
    }

    static Error lost(const ActionId& id)
    {
        return {ErrorKind::DoesNotHold,
                Sentence({"lower.order-lacks", "the order has no {action}"}, actionText(id)), std::nullopt};
    }

    const Schedule& m_schedule;
    const ActionTable& m_table;
    std::vector<StageCount> m_stages;
    bool m_hasBackward = false;
};

} // namespace

std::optional<Error> incompleteOrder(const Schedule& schedule, const ActionTable& table)
{
    if (const auto nothing = noComputeAction(schedule))
        return nothing->toError();
    return CompletenessCheck(schedule, table).run();
}

} // namespace bubblescope
