// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"
#include "core/validate/validate.h"

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace bubblescope::test {

/// Number of the cell that holds an action of a row.
[[nodiscard]] std::size_t cellIndex(const Row& row, std::size_t index);
/// "KIND rank R cell C ACTION", the form in which problems are compared; "-" for an action that is not there.
[[nodiscard]] std::string problemKey(const std::string& kind, std::size_t rank, const std::string& cell,
                                     const std::string& action);
/// The same for an action that stands in the order.
[[nodiscard]] std::string problemKeyAt(const std::string& kind, const Schedule& schedule,
                                       const ActionPosition& at);

using Keys = std::set<std::string>;

/// The key of each problem.
[[nodiscard]] Keys verdicts(const std::vector<Problem>& problems);
/// All of them in one text.
[[nodiscard]] std::string text(const Keys& keys);

/// What an action needs, by its text: everything of this must be done before it. Worked out from the rules
/// (docs/cost-model.md, "When an action starts") in the plainest way, apart from the product's code. Requires
/// that no action stands twice.
class OrderOracle
{
public:
    explicit OrderOracle(const Schedule& schedule);

    /// "dependency-order rank R cell C ACTION" of each action that stands before, or in one cell with, one of
    /// its own rank that it needs.
    [[nodiscard]] std::set<std::string> misplaced() const;
    /// Every rank comes to its end, if cells are tried again and again; with rendezvous, SEND and RECV meet.
    [[nodiscard]] bool runs(bool rendezvous) const;

private:
    [[nodiscard]] std::vector<std::string> needsOf(const Action& action) const;
    /// Actions that must at least be next on their rank.
    [[nodiscard]] std::vector<std::string> meetsOf(const Action& action, bool rendezvous) const;
    [[nodiscard]] bool has(const std::string& name) const { return m_rankOf.contains(name); }

    const Schedule& m_schedule;
    std::unordered_map<std::string, ActionPosition> m_rankOf;
    std::uint32_t m_lastStage = 0;
};

} // namespace bubblescope::test
