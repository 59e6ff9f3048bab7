// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/order_oracle.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::test {

namespace {

std::string named(std::int64_t stage, const char* kind, const Action& action)
{
    return std::to_string(stage) + kind + std::to_string(action.microbatch().value); // millions of times
}

} // namespace

std::size_t cellIndex(const Row& row, std::size_t index)
{
    std::size_t cell = 0;
    for (std::size_t i = 1; i <= index; ++i)
        cell += row[i].startsCell();
    return cell;
}

std::string problemKey(const std::string& kind, std::size_t rank, const std::string& cell,
                       const std::string& action)
{
    return fmt::format("{} rank {} cell {} {}", kind, rank, cell, action);
}

std::string problemKeyAt(const std::string& kind, const Schedule& schedule, const ActionPosition& at)
{
    return problemKey(kind, at.rank.value, std::to_string(cellIndex(schedule.rows[at.rank.value], at.index)),
                      actionText(schedule.at(at).id()));
}

Keys verdicts(const std::vector<Problem>& problems)
{
    Keys keys;
    for (const Problem& problem : problems) {
        const ProblemAction& first = problem.actions.front();
        keys.insert(problemKey(std::string(problemKindName(problem.kind)), first.rank.value,
                               first.index ? std::to_string(*first.index) : "-", actionText(first.action)));
    }
    return keys;
}

std::string text(const Keys& keys)
{
    std::string all;
    for (const std::string& key : keys)
        all += key + "; ";
    return all;
}

OrderOracle::OrderOracle(const Schedule& schedule) : m_schedule(schedule)
{
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        for (std::size_t i = 0; i < schedule.rows[r].size(); ++i) {
            const Action& action = schedule.rows[r][i];
            if (action.isBubble())
                continue;
            m_lastStage = std::max(m_lastStage, action.stage().value);
            if (hasMicrobatch(action.kind()))
                m_rankOf.emplace(actionText(action.id()), ActionPosition{RankId{r}, i});
        }
}

std::vector<std::string> OrderOracle::needsOf(const Action& action) const
{
    const std::int64_t s = action.stage().value;
    // All that could be needed; what does not stand in the order is no need.
    std::vector<std::string> needs;
    const auto need = [&](std::int64_t stage, std::initializer_list<const char*> kinds) {
        for (const char* kind : kinds)
            if (has(named(stage, kind, action)))
                needs.push_back(named(stage, kind, action));
    };
    const auto needOne = [&](const char* received, std::int64_t stage,
                             std::initializer_list<const char*> kinds) {
        if (has(named(s, received, action)))
            need(s, {received});
        else
            need(stage, kinds);
    };
    switch (action.kind()) {
    case ActionKind::Forward:
        needOne("RECV_F", s - 1, {"F"});
        break;
    case ActionKind::Backward:
    case ActionKind::BackwardInput:
        need(s, {"F"});
        needOne("RECV_B", s + 1, {"B", "I"});
        break;
    case ActionKind::BackwardWeight:
        need(s, {"I"});
        break;
    case ActionKind::SendForward:
        need(s, {"F"});
        break;
    case ActionKind::SendBackward:
        need(s, {"B", "I"});
        break;
    case ActionKind::ReceiveForward:
        need(s - 1, {"SEND_F"});
        break;
    case ActionKind::ReceiveBackward:
        need(s + 1, {"SEND_B"});
        break;
    case ActionKind::WaitSendForward:
        need(s, {"SEND_F"});
        break;
    case ActionKind::WaitSendBackward:
        need(s, {"SEND_B"});
        break;
    default:
        break;
    }
    return needs;
}

std::vector<std::string> OrderOracle::meetsOf(const Action& action, bool rendezvous) const
{
    const std::int64_t s = action.stage().value;
    switch (action.kind()) {
    case ActionKind::SendForward:
        if (!rendezvous || has(named(s, "WAIT_SEND_F", action)))
            return {};
        return {named(s + 1, "RECV_F", action)};
    case ActionKind::SendBackward:
        if (!rendezvous || has(named(s, "WAIT_SEND_B", action)))
            return {};
        return {named(s - 1, "RECV_B", action)};
    case ActionKind::WaitSendForward:
        return {named(s + 1, "RECV_F", action)};
    case ActionKind::WaitSendBackward:
        return {named(s - 1, "RECV_B", action)};
    default:
        return {};
    }
}

std::set<std::string> OrderOracle::misplaced() const
{
    std::set<std::string> found;
    for (const auto& [name, at] : m_rankOf)
        for (const std::string& need : needsOf(m_schedule.at(at))) {
            const ActionPosition& other = m_rankOf.at(need);
            const Row& row = m_schedule.rows[at.rank.value];
            if (other.rank == at.rank && cellIndex(row, other.index) >= cellIndex(row, at.index))
                found.insert(problemKeyAt("dependency-order", m_schedule, at));
        }
    return found;
}

bool OrderOracle::runs(bool rendezvous) const
{
    std::vector<std::size_t> next(m_schedule.rows.size(), 0);
    const auto isDone = [&](const std::string& name) {
        const ActionPosition& at = m_rankOf.at(name);
        return next[at.rank.value] > at.index;
    };
    const auto isReached = [&](const std::string& name) {
        const auto at = m_rankOf.find(name);
        return at == m_rankOf.end() || next[at->second.rank.value] >= at->second.index;
    };
    const auto isReady = [&](const Action& action) {
        const bool receives =
            action.kind() == ActionKind::ReceiveForward || action.kind() == ActionKind::ReceiveBackward;
        for (const std::string& need : needsOf(action))
            if (!(rendezvous && receives ? isReached(need) : isDone(need)))
                return false;
        const auto meets = meetsOf(action, rendezvous);
        return std::all_of(meets.begin(), meets.end(), isReached);
    };
    bool moved = true;
    while (moved) {
        moved = false;
        for (std::size_t r = 0; r < next.size(); ++r) {
            const Row& row = m_schedule.rows[r];
            while (next[r] < row.size()) {
                const std::size_t end = cellEnd(row, next[r]);
                if (!std::all_of(row.begin() + static_cast<std::ptrdiff_t>(next[r]),
                                 row.begin() + static_cast<std::ptrdiff_t>(end), isReady))
                    break;
                next[r] = end;
                moved = true;
            }
        }
    }
    for (std::size_t r = 0; r < next.size(); ++r)
        if (next[r] < m_schedule.rows[r].size())
            return false;
    return true;
}

} // namespace bubblescope::test
