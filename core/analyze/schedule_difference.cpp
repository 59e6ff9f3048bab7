// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/schedule_difference.h"

#include "core/analyze/waiting_actions.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Actions between two looks at the token.
constexpr std::size_t kLookEvery = 1U << 16U;

/// Where each row begins among all actions; false if these are too many to be counted.
bool countRows(const Schedule& schedule, std::uint32_t most, std::vector<std::uint32_t>& begins)
{
    std::size_t total = 0;
    begins.reserve(schedule.rows.size() + 1);
    begins.push_back(0);
    for (const Row& row : schedule.rows) {
        total += row.size();
        if (total > most)
            return false;
        begins.push_back(static_cast<std::uint32_t>(total));
    }
    return true;
}

/// Calls `take(action, number)` for a row's actions; false once cancelled.
template <typename Take>
bool forEachAction(const Row& row, std::uint32_t begin, const CancelToken& cancel, const Take& take)
{
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i % kLookEvery == 0 && cancel.isCancelled())
            return false;
        if (!row[i].isBubble())
            take(row[i], begin + static_cast<std::uint32_t>(i));
    }
    return true;
}

/// How many actions before `action` on its rank are the same.
std::size_t sameBefore(const Row& row, const ActionPosition& action)
{
    const ActionId id = row[action.index].id();
    return static_cast<std::size_t>(std::count_if(row.begin(),
                                                  row.begin() + static_cast<std::ptrdiff_t>(action.index),
                                                  [&](const Action& other) { return other.id() == id; }));
}

} // namespace

bool haveSameUnit(const Timeline& a, const Timeline& b)
{
    return a.unit == b.unit;
}

Result<ScheduleDifference> ScheduleDifference::compare(TimelinePtr reference, TimelinePtr current,
                                                       const CancelToken& cancel)
{
    ScheduleDifference difference;
    difference.m_reference = std::move(reference);
    difference.m_current = std::move(current);
    if (!countRows(*difference.m_reference->schedule, kNone - 1, difference.m_referenceBegin) ||
        !countRows(*difference.m_current->schedule, kNone - 1, difference.m_currentBegin))
        return invalidInput({"analyze.more-than-actions-cannot", "cannot compare more than {most} actions"},
                            kNone - 1);
    if (!difference.match(cancel) || !difference.addUp(cancel))
        return failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
    return difference;
}

void ScheduleDifference::pair(std::uint32_t current, std::uint32_t reference)
{
    m_partner[current] = reference;
    m_matched[reference] = true;
}

bool ScheduleDifference::match(const CancelToken& cancel)
{
    const std::vector<Row>& before = m_reference->schedule->rows;
    const std::vector<Row>& now = m_current->schedule->rows;
    m_partner.assign(m_currentBegin.back(), kNone);
    m_matched.assign(m_referenceBegin.back(), false);
    WaitingActions waiting;
    const auto add = [&](const Action& action, std::uint32_t number) { waiting.add(action.id(), number); };
    const auto take = [&](const Action& action, std::uint32_t number) {
        if (const std::uint32_t partner = waiting.take(action.id()); partner != WaitingActions::kNone)
            pair(number, partner);
    };
    for (std::size_t rank = 0; rank < std::min(before.size(), now.size()); ++rank) {
        waiting.reset(before[rank].size());
        if (!forEachAction(before[rank], m_referenceBegin[rank], cancel, add) ||
            !forEachAction(now[rank], m_currentBegin[rank], cancel, take))
            return false;
    }
    waiting.reset(static_cast<std::size_t>(std::count(m_matched.begin(), m_matched.end(), false)));
    for (std::size_t rank = 0; rank < before.size(); ++rank)
        if (!forEachAction(before[rank], m_referenceBegin[rank], cancel,
                           [&](const Action& action, std::uint32_t number) {
                               if (!m_matched[number])
                                   add(action, number);
                           }))
            return false;
    for (std::size_t rank = 0; rank < now.size(); ++rank)
        if (!forEachAction(now[rank], m_currentBegin[rank], cancel,
                           [&](const Action& action, std::uint32_t number) {
                               if (m_partner[number] == kNone)
                                   take(action, number);
                           }))
            return false;
    return true;
}

bool ScheduleDifference::addUp(const CancelToken& cancel)
{
    const Time rounding = tolerance();
    const std::vector<Row>& now = m_current->schedule->rows;
    for (std::uint32_t rank = 0; rank < now.size(); ++rank) {
        const auto count = [&](const Action& /*action*/, std::uint32_t number) {
            const ActionPosition own{RankId{rank}, number - m_currentBegin[rank]};
            const std::optional<ActionPosition> partner = referenceOf(own);
            if (!partner) {
                ++m_totals.onlyCurrent;
                return;
            }
            const Time delta = m_current->startOf(own) - m_reference->startOf(*partner);
            ++m_totals.matched;
            m_totals.onOtherRank += partner->rank == own.rank ? 0 : 1;
            m_totals.earlier += delta < -rounding ? 1 : 0;
            m_totals.later += delta > rounding ? 1 : 0;
            m_totals.mostEarlier = std::min(m_totals.mostEarlier, delta);
            m_totals.mostLater = std::max(m_totals.mostLater, delta);
        };
        if (!forEachAction(now[rank], m_currentBegin[rank], cancel, count))
            return false;
    }
    m_totals.onlyReference = m_reference->schedule->actionCount() - m_totals.matched;
    return true;
}

std::optional<ActionPosition> ScheduleDifference::referenceOf(const ActionPosition& current) const
{
    const std::uint32_t partner = m_partner[m_currentBegin[current.rank.value] + current.index];
    if (partner == kNone)
        return std::nullopt;
    // Mostly it is the same rank.
    std::size_t rank = current.rank.value;
    if (rank + 1 >= m_referenceBegin.size() || partner < m_referenceBegin[rank] ||
        partner >= m_referenceBegin[rank + 1])
        rank = static_cast<std::size_t>(
            std::upper_bound(m_referenceBegin.begin(), m_referenceBegin.end(), partner) -
            m_referenceBegin.begin() - 1);
    return ActionPosition{RankId{static_cast<std::uint32_t>(rank)}, partner - m_referenceBegin[rank]};
}

std::optional<Time> ScheduleDifference::startDelta(const ActionPosition& current) const
{
    const std::optional<ActionPosition> partner = referenceOf(current);
    if (!partner)
        return std::nullopt;
    return m_current->startOf(current) - m_reference->startOf(*partner);
}

Time ScheduleDifference::tolerance() const
{
    constexpr double kRounding = 1e-9;
    return kRounding * std::max(m_reference->makespan, m_current->makespan);
}

std::optional<ActionPosition> counterpartOf(const Schedule& own, const ActionPosition& action,
                                            const Schedule& other)
{
    const Row& row = own.rows[action.rank.value];
    const ActionId id = row[action.index].id();
    if (row[action.index].isBubble())
        return std::nullopt;
    const auto isSame = [&](const Action& candidate) { return candidate.id() == id; };
    if (action.rank.value < other.rows.size()) {
        const Row& there = other.rows[action.rank.value];
        auto found = std::find_if(there.begin(), there.end(), isSame);
        for (std::size_t left = sameBefore(row, action); left > 0 && found != there.end(); --left)
            found = std::find_if(found + 1, there.end(), isSame);
        if (found != there.end())
            return ActionPosition{action.rank, static_cast<std::size_t>(found - there.begin())};
    }
    for (std::uint32_t rank = 0; rank < other.rankCount(); ++rank) {
        if (rank == action.rank.value)
            continue;
        const Row& there = other.rows[rank];
        const auto found = std::find_if(there.begin(), there.end(), isSame);
        if (found != there.end())
            return ActionPosition{RankId{rank}, static_cast<std::size_t>(found - there.begin())};
    }
    return std::nullopt;
}

} // namespace bubblescope
