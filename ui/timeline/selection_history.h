// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/hit_test.h"

#include <cstddef>
#include <functional>
#include <variant>
#include <vector>

namespace bubblescope::ui {

/// What can be chosen in the timeline.
using Choice = std::variant<ActionPosition, Gap>;

/// The actions and gaps of one order that were chosen, for "selection back" and "selection forward".
class SelectionHistory
{
public:
    void clear();
    /// What was chosen anew; what could be gone forward to is forgotten.
    void visit(const Choice& choice);
    /// Puts another choice in place of the present one: the same gap, known better.
    void amend(const Choice& choice);
    /// Gaps move with the times: `moved` tells where one is now, nothing where it has closed.
    void retime(const std::function<std::optional<Gap>(const Gap&)>& moved);

    /// `isChosen`: the present entry is chosen at this moment. After a clear, going back returns to it.
    [[nodiscard]] bool canGoBack(bool isChosen) const
    {
        return isChosen ? m_current > 0 : !m_choices.empty();
    }
    [[nodiscard]] bool canGoForward() const { return m_current + 1 < m_choices.size(); }
    /// Requires canGoBack().
    const Choice& back(bool isChosen);
    /// Requires canGoForward().
    const Choice& forward();

private:
    static constexpr std::size_t kLimit = 200;
    std::vector<Choice> m_choices;
    std::size_t m_current = 0;
};

/// Where a gap is once the same order has other times: between the same blocks of its lane. Nothing where
/// they now follow each other at once. O(log n).
[[nodiscard]] std::optional<Gap> gapAfterRetiming(const LaneIndex& before, const LaneIndex& after,
                                                  const Gap& gap);

} // namespace bubblescope::ui
