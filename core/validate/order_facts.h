// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/action_table.h"
#include "core/validate/validate.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// What the rules ask of an order, worked out once; and what earlier rules have reported, so that a later one
/// does not report its consequences.
class OrderFacts
{
public:
    explicit OrderFacts(const Schedule& schedule);

    [[nodiscard]] const Schedule& schedule() const { return m_schedule; }
    [[nodiscard]] const ActionTable& table() const { return m_table; }
    [[nodiscard]] const Action& at(const Place& place) const
    {
        return m_schedule.rows[place.rank][place.index];
    }
    [[nodiscard]] bool hasBackward() const { return m_hasBackward; }
    [[nodiscard]] bool hasFullBackward() const { return m_hasFullBackward; }
    [[nodiscard]] bool hasSplitBackward() const { return m_hasSplitBackward; }
    [[nodiscard]] bool hasUnshard() const { return m_hasUnshard; }
    [[nodiscard]] bool hasCommunication() const { return m_hasCommunication; }

    /// Where an action belongs: by the placement if the schedule has one, by the mirror if that explains
    /// every stage, else on the rank that holds most of its stage. Nothing for a stage that no rank runs.
    [[nodiscard]] std::optional<std::uint32_t> rankFor(const ActionId& action) const;
    /// A stage stands on two ranks, one for the microbatches of each direction.
    [[nodiscard]] bool isMirrored() const { return m_mirror; }
    /// The rank is right for the action.
    [[nodiscard]] bool belongs(const ActionId& action, std::uint32_t rank) const;

    /// Number of the action's cell in its row, bubbles counted. O(1) after the row's first question.
    [[nodiscard]] std::size_t cell(const Place& place) const;
    [[nodiscard]] ProblemAction problemAction(const Place& place) const;
    /// "1F0 (cell 3)"
    [[nodiscard]] std::string withCell(const Place& place) const;

    /// The action is part of a reported problem.
    void excuse(const Place& place);
    [[nodiscard]] bool isExcused(const Place& place) const
    {
        return !m_excused.empty() && !m_excused[place.rank].empty() && m_excused[place.rank][place.index];
    }

private:
    void look();
    void findHomes(const std::vector<std::unordered_map<std::uint32_t, std::uint32_t>>& countsByRank);
    [[nodiscard]] bool
    mirrorExplains(const std::vector<std::unordered_map<std::uint32_t, std::uint32_t>>& countsByRank) const;
    void findDirections();
    [[nodiscard]] std::uint32_t mirrored(std::uint32_t stage) const
    {
        return m_schedule.rankCount() - 1 - stage;
    }

    const Schedule& m_schedule;
    ActionTable m_table;
    bool m_hasBackward = false;
    bool m_hasFullBackward = false;
    bool m_hasSplitBackward = false;
    bool m_hasUnshard = false;
    bool m_hasCommunication = false;
    bool m_mirror = false;
    std::unordered_map<std::uint32_t, std::uint32_t> m_home;  ///< rank by stage
    std::unordered_map<std::uint32_t, std::int64_t> m_upward; ///< by microbatch: actions up less actions down
    mutable std::vector<std::vector<std::uint32_t>>
        m_cells; ///< cell numbers of rows that have been asked for
    std::vector<std::vector<bool>> m_excused;
};

} // namespace bubblescope
