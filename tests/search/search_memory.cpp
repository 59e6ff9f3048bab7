// SPDX-License-Identifier: Apache-2.0
// What holds for searches under limits of memory: more of it is never slower, whatever the costs.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "tests/search/search_support.h"
#include "tests/support/test_program.h"
#include "tests/trace/value_of.h"

#include <limits>

using namespace bubblescope;
using namespace bubblescope::test;

class SearchMemory : public QObject
{
    Q_OBJECT

private slots:
    void moreMemoryIsNeverSlower()
    {
        int faster = 0;
        for (const auto& [name, costs] : variedCosts())
            for (const auto& [ranks, microbatches] : {std::pair{2U, 4U}, {3U, 5U}, {4U, 8U}})
                for (const auto objective : {SearchObjective::Makespan, SearchObjective::RankSpan}) {
                    double before = std::numeric_limits<double>::infinity();
                    const double fixed = staticSize(costs);
                    for (double held = 1; held <= microbatches + 1; held += ranks > 3 ? 1 : 0.5) {
                        const SearchProblem problem =
                            problemOf(costs, ranks, microbatches, fixed + held, objective);
                        const auto result = valueOf(searchSchedule(problem, iterationsAlone(40)));
                        if (!result.best)
                            continue;
                        const double found = result.best->objective;
                        QVERIFY2(
                            found <= before * (1 + 1e-9),
                            fmt::format("{}: {} after {} with less; {}", name, found, before, textOf(problem))
                                .c_str());
                        faster += found < before ? 1 : 0;
                        before = found;
                    }
                    const SearchResult unlimited = searched(
                        problemOf(costs, ranks, microbatches, std::nullopt, objective), iterationsAlone(40));
                    QVERIFY2(unlimited.best->objective <= before * (1 + 1e-9), name.c_str());
                }
        QVERIFY(faster > 20);
    }

    void memoryOfDeviceAndHostAreLimits()
    {
        SearchProblem problem;
        problem.schedules = {"1f1b"};
        problem.costs.deviceMemory = RankValues(3.0);
        problem.costs.offload = StageValues(0.1);
        problem.passes = {"offload"};
        const auto passOfBest = [&] {
            const SearchResult result = searchSchedule(problem, iterationsAlone(0)).value();
            return result.best ? result.best->pass : std::string("none");
        };
        QCOMPARE(passOfBest(), std::string("offload"));
        problem.costs.hostMemory = RankValues(0.5);
        QCOMPARE(passOfBest(), std::string("none"));
    }
};

BUBBLESCOPE_TEST(SearchMemory)
#include "search_memory.moc"
