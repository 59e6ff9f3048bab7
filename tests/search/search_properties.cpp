// SPDX-License-Identifier: Apache-2.0
// What holds for every search: complete orders within the limit, never below the bound, never slower than a
// family, and never slower with more memory.
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

namespace {

/// Costs of every kind that the search treats in its own way.
std::vector<std::pair<std::string, CostModel>> variedCosts()
{
    std::vector<std::pair<std::string, CostModel>> all{{"equal", costsOf(1, 1, 1)},
                                                       {"unequal", costsOf(9, 14, 7, 0.5, 0.5)},
                                                       {"long transfers", costsOf(2, 3, 1, 2.5)},
                                                       {"long weights", costsOf(2, 2, 5, 0, 0.3)}};
    CostModel straggler = costsOf(3, 4, 2, 0.1);
    straggler.rankFactor[1] = 1.7;
    straggler.transfer.links.push_back({0, 1, 2.0, std::nullopt, std::nullopt});
    all.emplace_back("a straggler", straggler);
    CostModel overlap;
    overlap.overlap.fallback = OverlapRule::Fallback::Max;
    all.emplace_back("overlap", overlap);
    CostModel backward = costsOf(2, 3, 3);
    backward.backward = StageValues(4.5);
    all.emplace_back("B is less than I and W", backward);
    CostModel sizes = costsOf(1, 1.5, 0.5, 0.2);
    sizes.parameters = StageValues(0.5);
    sizes.gradients = StageValues(0.25);
    sizes.optimizer = StageValues(0.25);
    all.emplace_back("parameters", sizes);
    CostModel jitter = costsOf(4, 5, 3);
    jitter.jitter = {0.1, 3};
    all.emplace_back("jitter", jitter);
    CostModel profile = costsOf(4, 5, 3, 0.5);
    profile.profile = TimingProfile::PpScheduleVisualizationSync;
    all.emplace_back("another profile", profile);
    CostModel slices = costsOf(2, 3, 1, 0.2);
    slices.microbatches.attention = 0.4;
    slices.microbatches.slices = 3;
    all.emplace_back("slices of sequences", slices);
    // Cut to the number of microbatches.
    CostModel lengths = costsOf(3, 4, 2, 0.3, 0.5);
    lengths.overlap.fallback = OverlapRule::Fallback::Max;
    lengths.microbatches.lengths.values = {0.5, 1, 0.75, 0.25, 1, 0.6, 0.9, 0.3};
    lengths.microbatches.attention = 0.25;
    all.emplace_back("lengths", lengths);
    CostModel times = costsOf(3, 4, 2, 0.3);
    times.microbatches.times.values = {0, 1, 0.5, 2, 1, 3, 1, 1};
    all.emplace_back("times", times);
    return all;
}

SearchProblem problemOf(const CostModel& costs, std::uint32_t ranks, std::uint32_t microbatches,
                        std::optional<double> limit, SearchObjective objective = SearchObjective::Makespan)
{
    SearchProblem problem;
    problem.ranks = ranks;
    problem.microbatches = microbatches;
    problem.costs = costs;
    problem.memoryLimit = limit;
    problem.objective = objective;
    for (MicrobatchValues MicrobatchCosts::*numbers : {&MicrobatchCosts::times, &MicrobatchCosts::lengths})
        if (!(problem.costs.microbatches.*numbers).values.empty())
            (problem.costs.microbatches.*numbers).values.resize(microbatches);
    return problem;
}

double staticSize(const CostModel& costs)
{
    const StageId first{0};
    return costs.parameters.at(first) + costs.gradients.at(first) + costs.optimizer.at(first);
}

} // namespace

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

    void moreMemoryIsNeverSlower()
    {
        int faster = 0;
        for (const auto& [name, costs] : variedCosts())
            for (const auto& [ranks, microbatches] : {std::pair{2U, 4U}, {3U, 5U}, {4U, 8U}})
                for (const auto objective : {SearchObjective::Makespan, SearchObjective::RankSpan}) {
                    double before = std::numeric_limits<double>::infinity();
                    const double fixed = staticSize(costs);
                    for (double held = 1; held <= microbatches + 1; held += 0.5) {
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
