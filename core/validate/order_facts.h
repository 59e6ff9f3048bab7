// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/action_table.h"
#include "core/validate/validate.h"

#include <array>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// What the rules ask of an order, worked out once; and what earlier rules have reported, so that a later one
/// does not report its consequences.
class OrderFacts
{
public:
    /// `absentRanks`: ValidateOptions::absentRanks.
    explicit OrderFacts(const Schedule& schedule, const std::vector<std::uint32_t>& absentRanks = {});

    [[nodiscard]] const Schedule& schedule() const { return m_schedule; }
    [[nodiscard]] const ActionTable& table() const { return m_table; }
    [[nodiscard]] const Action& at(const Place& place) const
    {
        return m_schedule.rows[place.rank][place.index];
    }
    /// The first action of the id's class, stage and microbatch. Not for FSDP actions.
    [[nodiscard]] Place find(const ActionId& id) const
    {
        return m_table.find(*classOf(id.kind), id.stage, id.microbatch);
    }
    [[nodiscard]] bool has(ActionKind kind) const { return m_has[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] bool hasAny(bool (*isOne)(ActionKind)) const
    {
        for (std::size_t k = 0; k < kActionKindCount; ++k)
            if (m_has[k] && isOne(static_cast<ActionKind>(k)))
                return true;
        return false;
    }
    [[nodiscard]] bool hasBackward() const { return hasFullBackward() || hasSplitBackward(); }
    [[nodiscard]] bool hasFullBackward() const { return has(ActionKind::Backward); }
    [[nodiscard]] bool hasSplitBackward() const
    {
        return has(ActionKind::BackwardInput) || has(ActionKind::BackwardWeight);
    }
    [[nodiscard]] bool hasUnshard() const { return has(ActionKind::Unshard) || has(ActionKind::Reshard); }
    [[nodiscard]] bool hasFsdp() const
    {
        return hasUnshard() || has(ActionKind::ReduceGrad) || has(ActionKind::WaitReduceGrad);
    }
    [[nodiscard]] bool hasCommunication() const { return m_hasCommunication; }
    /// The order has messages, and carries this one: what `producer` made goes to another rank. An order in
    /// which no gradient of an I is sent or received (hyper_parallel's) leaves those to the reader, as one
    /// without messages does.
    [[nodiscard]] bool isCarried(const Place& producer) const
    {
        return m_hasCommunication &&
               (m_carriesSplitGradients || wholeOf(at(producer).kind()) != ActionKind::BackwardInput);
    }

    /// Where an action belongs: by the placement if the schedule has one, by the mirror if that explains
    /// every stage, else on the rank that holds most of its stage. Nothing for a stage that no rank runs.
    [[nodiscard]] std::optional<std::uint32_t> rankFor(const ActionId& action) const;
    /// A stage stands on two ranks, one for the microbatches of each direction.
    [[nodiscard]] bool isMirrored() const { return m_mirror; }
    /// The rank is right for the action.
    [[nodiscard]] bool belongs(const ActionId& action, std::uint32_t rank) const;

    [[nodiscard]] bool hasAbsentRanks() const { return !m_absentRanks.empty(); }
    /// What this stage does for the microbatch may stand on a rank of which nothing is known: no rank shows
    /// any of it, and no placement gives the stage to one that is known.
    [[nodiscard]] bool mayRunUnseen(StageId stage, MicrobatchId microbatch) const;

    /// Number of the action's cell in its row, bubbles counted. O(1) after the row's first question.
    [[nodiscard]] std::size_t cell(const Place& place) const;
    [[nodiscard]] ProblemAction problemAction(const Place& place) const;
    /// "1F0 (cell 3)"
    [[nodiscard]] Sentence withCell(const Place& place) const;

    /// The action is part of a reported problem.
    void excuse(const Place& place);
    [[nodiscard]] bool isExcused(const Place& place) const
    {
        return !m_excused.empty() && !m_excused[place.rank].empty() && m_excused[place.rank][place.index];
    }

private:
    void look();
    [[nodiscard]] bool carriesSplitGradients() const;
    void findHomes(const std::vector<std::unordered_map<std::uint32_t, std::uint32_t>>& countsByRank);
    [[nodiscard]] bool
    mirrorExplains(const std::vector<std::unordered_map<std::uint32_t, std::uint32_t>>& countsByRank) const;
    void findDirections();
    [[nodiscard]] std::uint32_t mirrored(std::uint32_t stage) const
    {
        return m_schedule.rankCount() - 1 - stage;
    }

    [[nodiscard]] bool isAbsent(std::uint32_t rank) const { return m_absentRanks.contains(rank); }

    const Schedule& m_schedule;
    std::set<std::uint32_t> m_absentRanks;
    ActionTable m_table;
    std::array<bool, kActionKindCount> m_has{};
    bool m_hasCommunication = false;
    bool m_carriesSplitGradients = false;
    bool m_mirror = false;
    std::unordered_map<std::uint32_t, std::uint32_t> m_home;  ///< rank by stage
    std::unordered_map<std::uint32_t, std::int64_t> m_upward; ///< by microbatch: actions up less actions down
    mutable std::vector<std::vector<std::uint32_t>>
        m_cells; ///< cell numbers of rows that have been asked for
    std::vector<std::vector<bool>> m_excused;
};

/// Calls `visit(action, place)` for each action of an order, rank by rank.
template <typename Visit>
void forEachAction(const OrderFacts& facts, Visit&& visit)
{
    const Schedule& schedule = facts.schedule();
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        for (std::uint32_t i = 0; i < schedule.rows[r].size(); ++i)
            visit(schedule.rows[r][i], Place{r, i});
}

/// What is at the other end of a message: the RECV of a SEND or WAIT_SEND, the SEND of a RECV. Nothing for
/// other actions; before the first stage is one that no action has.
[[nodiscard]] std::optional<ActionId> otherEnd(const Action& action);
/// What brings a message to an action: the RECV of a compute action, the SEND of a RECV.
[[nodiscard]] std::optional<ActionId> bringerOf(const Action& action);

} // namespace bubblescope
