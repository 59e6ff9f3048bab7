// SPDX-License-Identifier: Apache-2.0
#include "core/validate/by_stage.h"
#include "core/validate/rules.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

enum class Parameters : std::uint8_t { NeverUnsharded, Sharded, Unsharded, Reported };

class UnshardRule
{
public:
    UnshardRule(OrderFacts& facts, ProblemList& problems) : m_facts(facts), m_problems(problems) {}

    void run()
    {
        const Schedule& schedule = m_facts.schedule();
        for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
            m_stages.clear();
            for (std::uint32_t i = 0; i < schedule.rows[r].size(); ++i)
                look({r, i});
        }
    }

private:
    void look(const Place& place)
    {
        const Action& action = m_facts.at(place);
        const bool gathers = action.kind() == ActionKind::Unshard || action.kind() == ActionKind::Reshard;
        if ((!isCompute(action.kind()) && !gathers) || m_facts.isExcused(place))
            return;
        Parameters& state = m_stages[action.stage().value];
        if (action.kind() == ActionKind::Unshard) {
            state = Parameters::Unsharded;
        } else if (action.kind() == ActionKind::Reshard) {
            if (state == Parameters::NeverUnsharded)
                report(place);
            state = Parameters::Sharded;
        } else if (state == Parameters::NeverUnsharded || state == Parameters::Sharded) {
            state = Parameters::Reported;
            report(place);
        }
    }

    void report(const Place& place)
    {
        if (m_problems.isFull()) {
            m_problems.addUnlisted(1);
            return;
        }
        const std::uint32_t stage = m_facts.at(place).stage().value;
        m_problems.add(
            Sentence({"validate.runs-while-sharded", "rank {rank} runs {action} while stage {stage} is "
                                                     "sharded: no {stage}UNSHARD stands before it"},
                     place.rank, m_facts.withCell(place), stage),
            {m_facts.problemAction(place)});
    }

    OrderFacts& m_facts;
    ProblemList& m_problems;
    ByStage<Parameters> m_stages;
};

} // namespace

void findUnshardMissing(OrderFacts& facts, ProblemList& problems)
{
    if (facts.hasUnshard())
        UnshardRule(facts, problems).run();
}

} // namespace bubblescope
