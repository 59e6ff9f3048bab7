// SPDX-License-Identifier: Apache-2.0
// Every small case solved exactly: the bound is never above what can be, and the search finds that.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "tests/search/exact_order.h"
#include "tests/search/search_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr double kStep = 0.25;
constexpr double kRounding = 1e-6;

} // namespace

class SearchExact : public QObject
{
    Q_OBJECT

private slots:
    void cases_data()
    {
        addRows<int, int, int, int>({
            {"a stage a rank", 1, 3, 4, 100},
            {"two stages in a V", 2, 2, 3, 100},
        });
    }

    void cases()
    {
        const auto& [stagesPerRank, mostRanks, mostMicrobatches, leastProven] =
            givenRow<int, int, int, int>();
        int solved = 0;
        int equal = 0;
        int byBound = 0;
        for (const CostModel& costs : {costsOf(1, 1, 1), costsOf(9, 14, 7, 0.5, 0.5), costsOf(2, 1, 3),
                                       costsOf(1, 2, 1, 1), costsOf(3, 2, 2, 0.25, 0.25)})
            for (int ranks = 1; ranks <= mostRanks; ++ranks)
                for (int microbatches = 1; microbatches <= mostMicrobatches; ++microbatches)
                    for (int limit = stagesPerRank;
                         limit <= std::min(microbatches, 2 * ranks) * stagesPerRank; ++limit) {
                        SearchProblem problem;
                        problem.ranks = static_cast<std::uint32_t>(ranks);
                        problem.microbatches = static_cast<std::uint32_t>(microbatches);
                        problem.costs = costs;
                        problem.costsPerStage = true;
                        problem.memoryLimit = limit;
                        problem.stagesPerRank = static_cast<std::uint32_t>(stagesPerRank);
                        problem.placement = stagesPerRank == 1 ? PlacementKind::Loop : PlacementKind::V;
                        const Result<SearchResult> result = searchSchedule(problem, iterationsAlone(4000));
                        if (!result || !result->best)
                            continue; // no family goes below that
                        const double found = result->best->objective;
                        // All times are multiples of the step, so less is less by a step.
                        const ExactAnswer faster = solveExactly(
                            {Placement{*problem.placement, problem.ranks, *problem.stagesPerRank},
                             problem.microbatches, costs, static_cast<double>(limit),
                             found - kStep + kRounding});
                        if (!faster.isProven) {
                            qInfo("not solved: %s", textOf(problem).c_str());
                            continue;
                        }
                        ++solved;
                        const double least = faster.makespan.value_or(found);
                        QVERIFY2(result->bound <= least + kRounding,
                                 fmt::format("bound {} above {}: {}", result->bound, least, textOf(problem))
                                     .c_str());
                        equal += faster.makespan ? 0 : 1;
                        if (faster.makespan)
                            qInfo("%g found, %g possible: %s", found, least, textOf(problem).c_str());
                        byBound += result->bound >= least - kRounding ? 1 : 0;
                    }
        qInfo("%d solved exactly; found in %d, proven by the bound alone in %d", solved, equal, byBound);
        QVERIFY(solved > 30);
        QVERIFY(100 * equal >= leastProven * solved);
    }
};

BUBBLESCOPE_TEST(SearchExact)
#include "search_exact.moc"
