// SPDX-License-Identifier: Apache-2.0
#include "core/time/dependencies.h"
#include "core/validate/rules.h"

namespace bubblescope {

namespace {

class OrderRule
{
public:
    OrderRule(OrderFacts& facts, ProblemList& problems)
        : m_facts(facts)
        , m_problems(problems)
        , m_dependencies(facts.schedule(), facts.table(), DependencyRule::Strict, TransferMode::Async)
    {}

    void run()
    {
        lookAtAll();
        // Only now, or the second of two problems with one action would be lost.
        for (const Place& place : m_reported)
            m_facts.excuse(place);
    }

private:
    void lookAtAll()
    {
        const Schedule& schedule = m_facts.schedule();
        for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
            const Row& row = schedule.rows[r];
            for (std::uint32_t begin = 0; begin < row.size();) {
                const auto end = row[begin].role() == CellRole::Single
                                     ? begin + 1
                                     : static_cast<std::uint32_t>(cellEnd(row, begin));
                for (std::uint32_t i = begin; i < end; ++i)
                    checkAction({r, i}, begin, end);
                begin = end;
            }
        }
    }

    void checkAction(const Place& place, std::uint32_t cellBegin, std::uint32_t cellEnd)
    {
        const Action& action = m_facts.at(place);
        for (const Input& input : m_dependencies.inputsOf(action, place.rank))
            if (!input.reachedOnly)
                checkNeed(place, input.producer, cellBegin, cellEnd);
        if (!m_facts.hasCommunication())
            return;
        if (const std::optional<ActionId> bringer = bringerOf(action))
            checkNeed(place, m_facts.find(*bringer), cellBegin, cellEnd);
    }

    void checkNeed(const Place& place, const Place& needed, std::uint32_t cellBegin, std::uint32_t cellEnd)
    {
        if (!needed || needed.rank != place.rank || needed.index < cellBegin || m_facts.isExcused(needed))
            return;
        const bool together = needed.index < cellEnd;
        if (!m_problems.isFull())
            m_reported.insert(m_reported.end(), {place, needed});
        m_problems.add(m_facts, {place, needed}, [&] {
            return together
                       ? Sentence(
                             {"validate.runs-in-one-cell",
                              "rank {rank} runs {action} in one cell with {needed}, which must run first"},
                             place.rank, m_facts.withCell(place), actionText(m_facts.at(needed).id()))
                       : Sentence({"validate.runs-before", "rank {rank} runs {action} before {needed}"},
                                  place.rank, m_facts.withCell(place), m_facts.withCell(needed));
        });
    }

    OrderFacts& m_facts;
    ProblemList& m_problems;
    Dependencies m_dependencies;
    std::vector<Place> m_reported;
};

} // namespace

void findDependencyOrder(OrderFacts& facts, ProblemList& problems)
{
    OrderRule(facts, problems).run();
}

} // namespace bubblescope
