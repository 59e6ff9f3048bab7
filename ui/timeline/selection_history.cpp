// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/selection_history.h"

#include <cassert>
#include <utility>

namespace bubblescope::ui {

void SelectionHistory::clear()
{
    m_choices.clear();
    m_current = 0;
}

void SelectionHistory::visit(const Choice& choice)
{
    if (!m_choices.empty() && m_choices[m_current] == choice)
        return;
    if (!m_choices.empty())
        m_choices.resize(m_current + 1);
    m_choices.push_back(choice);
    if (m_choices.size() > kLimit)
        m_choices.erase(m_choices.begin());
    m_current = m_choices.size() - 1;
}

void SelectionHistory::amend(const Choice& choice)
{
    if (m_choices.empty())
        visit(choice);
    else
        m_choices[m_current] = choice;
}

void SelectionHistory::retime(const std::function<std::optional<Gap>(const Gap&)>& moved)
{
    const std::size_t current = std::exchange(m_current, 0);
    const std::vector<Choice> before = std::exchange(m_choices, {});
    for (std::size_t i = 0; i < before.size(); ++i) {
        std::optional<Choice> kept = before[i];
        if (const auto* gap = std::get_if<Gap>(&before[i])) {
            const std::optional<Gap> place = moved(*gap);
            kept = place ? std::optional<Choice>(*place) : std::nullopt;
        }
        // What stood between two equal ones may have closed.
        if (kept && (m_choices.empty() || m_choices.back() != *kept))
            m_choices.push_back(*kept);
        if (i <= current && !m_choices.empty())
            m_current = m_choices.size() - 1;
    }
}

const Choice& SelectionHistory::back(bool isChosen)
{
    assert(canGoBack(isChosen));
    return m_choices[isChosen ? --m_current : m_current];
}

const Choice& SelectionHistory::forward()
{
    assert(canGoForward());
    return m_choices[++m_current];
}

std::optional<Gap> gapAfterRetiming(const LaneIndex& before, const LaneIndex& after, const Gap& gap)
{
    const LaneId lane{gap.rank};
    if (gap.rank.value >= before.laneCount() || gap.rank.value >= after.laneCount() ||
        before.blockCount(lane) != after.blockCount(lane))
        return std::nullopt;
    const std::size_t next = before.firstBlockEndingAfter(lane, gap.from + (gap.to - gap.from) / 2);
    const Time from = next > 0 ? after.block(lane, next - 1).end : 0;
    const Time to = next < after.blockCount(lane) ? after.block(lane, next).start : after.timeline().makespan;
    return from < to ? std::optional(Gap{gap.rank, from, to}) : std::nullopt;
}

} // namespace bubblescope::ui
