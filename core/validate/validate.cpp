// SPDX-License-Identifier: Apache-2.0
#include "core/validate/validate.h"

#include "core/validate/rules.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, 10> kKindNames{
    "deadlock",       "missing-action", "duplicate-action", "dependency-order", "wrong-rank",
    "unmatched-send", "unmatched-recv", "missing-recv",     "unshard-missing",  "syntax",
};

auto placeKey(const Problem& problem)
{
    if (problem.actions.empty())
        return std::tuple(RankId{}, std::optional<std::size_t>{}, ActionId{});
    const ProblemAction& first = problem.actions.front();
    return std::tuple(first.rank, first.index, first.action);
}

} // namespace

std::string_view problemKindName(ProblemKind kind) noexcept
{
    return kKindNames[static_cast<std::size_t>(kind)];
}

void ProblemList::add(Sentence message, std::vector<ProblemAction> actions, std::size_t length)
{
    if (isFull()) {
        ++m_unlisted;
        return;
    }
    Problem& problem = m_problems.emplace_back(length, Problem{}).second;
    problem.kind = m_kind;
    problem.message = std::move(message);
    problem.actions = std::move(actions);
}

std::vector<Problem> ProblemList::take()
{
    std::stable_sort(m_problems.begin(), m_problems.end(), [](const auto& a, const auto& b) {
        return std::pair(a.first, placeKey(a.second)) < std::pair(b.first, placeKey(b.second));
    });
    std::vector<Problem> problems;
    problems.reserve(m_problems.size());
    for (auto& each : m_problems)
        problems.push_back(std::move(each.second));
    if (m_unlisted > 0 || !m_isCounted) {
        Problem& rest = problems.emplace_back();
        rest.kind = m_kind;
        rest.message =
            m_unlisted == 0 ? Sentence({"validate.more-of-this-kind", "and more problems of this kind"})
            : m_isCounted
                ? Sentence({"validate.so-many-of-this-kind", "and {count} more problems of this kind"},
                           m_unlisted)
                : Sentence({"validate.at-least-so-many", "and at least {count} more problems of this kind"},
                           m_unlisted);
    }
    return problems;
}

std::vector<Problem> validate(const Schedule& schedule, const ValidateOptions& options)
{
    OrderFacts facts(schedule, options.absentRanks);
    std::vector<Problem> all;
    const auto apply = [&](ProblemKind kind, auto&&... rules) {
        ProblemList problems(kind);
        (rules(facts, problems), ...);
        std::vector<Problem> found = problems.take();
        std::move(found.begin(), found.end(), std::back_inserter(all));
    };
    const auto deadlocks = [&](OrderFacts& known, ProblemList& problems) {
        findDeadlocks(known, options.sends, problems);
    };
    apply(ProblemKind::DuplicateAction, findDuplicateActions, findRepeatedFsdp);
    apply(ProblemKind::MissingAction, findMissingActions, findMissingReshards, findMissingReductions,
          findMissingMeetings);
    apply(ProblemKind::WrongRank, findWrongRanks);
    apply(ProblemKind::DependencyOrder, findReductionOrder, findTailOrder, findDependencyOrder);
    apply(ProblemKind::UnmatchedSend, findUnmatchedSends);
    apply(ProblemKind::UnmatchedReceive, findUnmatchedReceives);
    apply(ProblemKind::MissingReceive, findMissingReceives);
    apply(ProblemKind::UnshardMissing, findUnshardMissing);
    apply(ProblemKind::Deadlock, deadlocks);
    return all;
}

} // namespace bubblescope
