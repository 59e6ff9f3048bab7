// SPDX-License-Identifier: Apache-2.0
// What holds for every search: complete orders within the limit, never below the bound, never slower than a
// family.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/generate/catalog.h"
#include "core/time/memory_curves.h"
#include "tests/search/search_support.h"
#include "tests/support/test_program.h"
#include "tests/trace/value_of.h"

#include <atomic>
#include <optional>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

class SearchProperties : public QObject
{
    Q_OBJECT

private slots:
    void foundIsValidWithinLimitAndBound()
    {
        int compared = 0;
        int proven = 0;
        for (const auto& [name, costs] : variedCosts())
            for (const auto& [ranks, microbatches] : {std::pair{1U, 3U}, {2U, 5U}, {4U, 8U}, {5U, 7U}})
                for (const double share : {0.5, 1.0, 3.0})
                    for (const auto objective : {SearchObjective::Makespan, SearchObjective::RankSpan}) {
                        const SearchProblem problem = problemOf(
                            costs, ranks, microbatches, 1 + share * ranks + 2 * staticSize(costs), objective);
                        const SearchResult result = searched(problem, iterationsAlone(60));
                        const FoundSchedule& best = *result.best;
                        const std::string text = fmt::format("{}: {}", name, textOf(problem));
                        QVERIFY2(problems(*best.timeline->schedule).empty(), text.c_str());
                        const Timeline again = timelineOf(best.timeline->schedule, best.costs);
                        QCOMPARE(again.makespan, best.timeline->makespan);
                        const auto memory = MemoryCurves::build(again, best.costs);
                        QVERIFY2(std::abs(memory->highestPeak() - best.peakMemory) < 1e-9, text.c_str());
                        QVERIFY2(best.peakMemory <= *problem.memoryLimit * (1 + 1e-9), text.c_str());
                        QCOMPARE(best.objective, objective == SearchObjective::Makespan
                                                     ? best.metrics.makespan
                                                     : best.metrics.longestRankSpan);
                        QVERIFY2(result.bound > 0 && result.bound <= best.objective, text.c_str());
                        QVERIFY(!result.boundText.empty());
                        for (const SearchCandidate& candidate : result.candidates)
                            if (candidate.fits)
                                QVERIFY2(*candidate.objective >= result.bound * (1 - 1e-9), text.c_str());
                        proven += result.gap() < 1e-9 ? 1 : 0;
                        ++compared;
                    }
        qInfo("%d of %d are as fast as the bound", proven, compared);
        QVERIFY(proven > compared / 4);
    }

    /// An independent walk over the registry, as a user would try the families one after the other.
    void neverSlowerThanAFamily()
    {
        const CostModel costs = costsOf(3, 4, 2, 0.3);
        for (const double limit : {2.0, 4.0, 8.0}) {
            const SearchResult result = searched(problemOf(costs, 4, 8, limit), iterationsAlone(0));
            int compared = 0;
            for (const ScheduleInfo& info : scheduleCatalog()) {
                ScheduleRequest request;
                request.schedule = info.name;
                request.ranks = 4;
                request.microbatches = 8;
                const std::uint32_t stages = stageCountOf(request);
                if (stages == 0 || microbatchCountOf(request) != 8)
                    continue;
                const double parts = stages / 4.0;
                CostModel own = costsOf(3 / parts, 4 / parts, 2 / parts, 0.3);
                own.activation = StageValues(1 / parts);
                const auto order = std::make_shared<const Schedule>(*generate(request, {.costs = own}));
                const Timeline timeline = timelineOf(order, own);
                if (MemoryCurves::build(timeline, own)->highestPeak() > limit)
                    continue;
                QVERIFY2(result.best->objective <= timeline.makespan * (1 + 1e-9), info.name.c_str());
                ++compared;
            }
            QVERIFY(compared > 0);
        }
    }

    void sameForAnyThreads()
    {
        SearchProblem problem = problemOf(costsOf(9, 14, 7, 0.5), 4, 8, 3.5);
        problem.schedules = {"zb-h1", "v-min"};
        SearchBudget budget = iterationsAlone(500);
        budget.threads = 1;
        const SearchResult one = searched(problem, budget);
        for (const unsigned threads : {2U, 3U, 8U}) {
            budget.threads = threads;
            const SearchResult other = searched(problem, budget);
            QVERIFY(*other.best->timeline->schedule == *one.best->timeline->schedule);
            QCOMPARE(other.best->origin, one.best->origin);
            QCOMPARE(other.bound, one.bound);
            QCOMPARE(other.candidates.size(), one.candidates.size());
        }
        QVERIFY(one.best->changes > 0);
    }

    void moreIterationsAreNeverSlower()
    {
        SearchProblem problem = problemOf(costsOf(9, 14, 7, 0.5), 4, 8, 3.5);
        problem.schedules = {"zb-h1", "v-min"};
        const double none = searched(problem, iterationsAlone(0)).best->objective;
        const double some = searched(problem, iterationsAlone(400)).best->objective;
        const double many = searched(problem, iterationsAlone(20'000)).best->objective;
        QVERIFY(some <= none);
        QVERIFY(many < none);
    }

    void tellsWhatFits()
    {
        const auto result = valueOf(searchSchedule(problemOf({}, 4, 8, 0.5), iterationsAlone(10)));
        QVERIFY(!result.best);
        QVERIFY(!result.candidates.empty());
        double least = std::numeric_limits<double>::infinity();
        for (const SearchCandidate& candidate : result.candidates) {
            QVERIFY(!candidate.fits);
            QVERIFY2(!candidate.reason.empty(), candidate.request.schedule.c_str());
            if (candidate.objective)
                least = std::min(least, candidate.peakMemory);
        }
        // One microbatch after the other.
        QCOMPARE(least, 1.0);
        QVERIFY(searchSchedule(problemOf({}, 4, 8, 1.0), iterationsAlone(10))->best);
    }

    void refusesInWords()
    {
        const auto refusal = [](const SearchProblem& problem) {
            const Result<SearchResult> result = searchSchedule(problem, iterationsAlone(1));
            return result ? std::string("accepted") : result.error().text();
        };
        SearchProblem problem;
        problem.ranks = 0;
        QCOMPARE(refusal(problem), "ranks is 0; expected 1 to 65536");
        problem = {};
        problem.layers = 8;
        QCOMPARE(refusal(problem),
                 "layers can be split only if the costs are given by block (embedding, layer, head)");
        problem = {};
        problem.memoryLimit = -1;
        QCOMPARE(refusal(problem), "memory_limit is -1; expected at least 0");
        problem = {};
        problem.costs.forward = StageValues(-1);
        QCOMPARE(refusal(problem), "forward is -1; expected a finite number of at least 0");
        problem = {};
        problem.schedules = {"zb-autp"};
        QVERIFY(refusal(problem).find("zb-auto") != std::string::npos);
    }

    void stops()
    {
        const CancelToken cancel;
        SearchBudget budget;
        budget.seconds = 60;
        std::atomic<int> told = 0;
        double share = 0;
        bool hasFallen = false;
        const auto result = valueOf(searchSchedule(
            problemOf(costsOf(9, 14, 7, 0.5), 4, 12, 2), budget,
            [&](const SearchProgress& progress) {
                hasFallen = hasFallen || progress.share < share;
                share = progress.share;
                ++told;
                if (progress.phase == SearchPhase::Improving)
                    cancel.cancel();
            },
            cancel));
        QVERIFY(result.wasStopped);
        QVERIFY(result.best);
        QVERIFY(problems(*result.best->timeline->schedule).empty());
        QVERIFY(told > 0);
        QVERIFY(!hasFallen);
        QCOMPARE(share, 1.0);
    }

    void listsOfStagesFitFamilies()
    {
        SearchProblem problem = problemOf({}, 2, 4, std::nullopt);
        problem.costs.forward = StageValues(std::vector<double>{1, 2, 3, 4});
        const SearchResult result = searched(problem, iterationsAlone(50));
        std::set<std::int64_t> stages;
        for (const SearchCandidate& candidate : result.candidates)
            if (candidate.fits)
                stages.insert(candidate.request.stagesPerRank.value_or(1));
        // Joined for one stage a rank, divided for four; three a rank are neither.
        QVERIFY(stages.contains(1) && stages.contains(2) && stages.contains(4) && !stages.contains(3));
        // Of all: F 10 and B 2 a stage, shared by two ranks, for four microbatches.
        QVERIFY(std::abs(result.best->metrics.idealTime - 4 * (10 + 4 * 2) / 2.0) < 1e-9);
    }
};

BUBBLESCOPE_TEST(SearchProperties)
#include "search_properties.moc"
