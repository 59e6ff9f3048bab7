// SPDX-License-Identifier: Apache-2.0
// A memory limit for each rank: in files and checks, in curves and strips, in a sweep and in a search.
#include <QTest>

#include "core/analyze/number_json.h"
#include "core/generate/catalog.h"
#include "core/io/calibration.h"
#include "core/io/costs_json.h"
#include "core/scene/memory_strip.h"
#include "core/search/search.h"
#include "core/sweep/sweep.h"
#include "core/time/simulate.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string fileOf(const std::string& limit)
{
    return "{\n  \"format\": \"bubblescope-costs\",\n  \"version\": 1,\n  \"memory_limit\": " + limit +
           "\n}\n";
}

CostModel limited(std::vector<double> limits)
{
    CostModel costs;
    costs.memoryLimit = RankValues(std::move(limits));
    return costs;
}

/// 1F1B of four ranks and eight microbatches: rank r holds 4 - r.
SchedulePtr oneFOneB()
{
    return std::make_shared<const Schedule>(
        *generate(*requestFromText("1f1b:ranks=4,microbatches=8"), {false, {}}));
}

SearchProblem problemOf(CostModel costs)
{
    SearchProblem problem;
    problem.ranks = 4;
    problem.microbatches = 6;
    problem.costs = std::move(costs);
    return problem;
}

SearchResult searched(const SearchProblem& problem)
{
    SearchBudget budget;
    budget.seconds.reset();
    budget.iterations = 300;
    budget.threads = 1;
    return searchSchedule(problem, budget).value();
}

} // namespace

class TimeRankLimits : public QObject
{
    Q_OBJECT

private slots:
    void aNumberIsWrittenAsANumberAndAListAsAList()
    {
        for (const std::string limit : {"8.0", "[\n    8.0,\n    6.5\n  ]"}) {
            const Result<CostModel> read = readCosts(fileOf(limit), "costs.json");
            QVERIFY(read.has_value());
            QCOMPARE(writeCosts(*read), fileOf(limit));
        }
        QVERIFY(readCosts(fileOf("8"), "costs.json")->memoryLimit == 8.0);
        QVERIFY(readCosts(fileOf("[8, 6]"), "costs.json")->memoryLimit == RankValues({8, 6}));
    }

    void whatIsNoListOfLimitsIsRefused_data()
    {
        QTest::addColumn<QByteArray>("limit");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("empty") << QByteArray("[]")
                               << QByteArray(
                                      "memory_limit: expected a number >= 0, or a list with one for each "
                                      "rank, found an empty list");
        QTest::newRow("below 0") << QByteArray("[1, -1]")
                                 << QByteArray("memory_limit[1]: expected a number >= 0, found -1");
        QTest::newRow("a string") << QByteArray("\"8\"")
                                  << QByteArray(
                                         "memory_limit: expected a number >= 0, or a list with one for each "
                                         "rank, found \"8\"");
    }

    void whatIsNoListOfLimitsIsRefused()
    {
        QFETCH(QByteArray, limit);
        QFETCH(QByteArray, said);
        const Result<CostModel> read = readCosts(fileOf(limit.toStdString()), "costs.json");
        QVERIFY(!read.has_value());
        QVERIFY2(read.error().headline().ends_with(said.toStdString()), read.error().headline().c_str());
    }

    void aListHasAsManyValuesAsRanks()
    {
        const CostModel costs = limited({8, 6});
        QVERIFY(costs.check(4).has_value());
        QVERIFY(costs.check(4, 2).has_value());
        const std::string said =
            "memory_limit has 2 values, but the schedule has 4 ranks: give one value for all "
            "or one for each rank";
        QCOMPARE(costs.check(4, 4).error().message.text(), said);
        const auto simulated = simulate(oneFOneB(), costs);
        QVERIFY(!simulated.has_value());
        QCOMPARE(simulated.error().message.text(), said);
        // Of a file with its place.
        const Result<CostsFile> file = readCostsFile(fileOf("[8, 6]"), "costs.json");
        QCOMPARE(checkPlaced(file->costs, 4, file->lists, 4).error().headline(), "costs.json:4:19: " + said);
        QCOMPARE(limited({8, -1}).check(4, 2).error().message.text(),
                 "memory_limit of rank 1 is -1; expected a finite number of at least 0");
    }

    void eachRankCrossesItsOwnLimit()
    {
        const CostModel costs = limited({4, 2, 2, 0.5});
        const MemoryCurvesPtr curves = MemoryCurves::build(timelineOf(oneFOneB(), costs), costs);
        for (std::uint32_t r = 0; r < 4; ++r) {
            QCOMPARE(curves->peak(RankId{r}).level, 4.0 - r);
            QCOMPARE(curves->limit(RankId{r}), std::optional(costs.memoryLimit->at(RankId{r})));
            QCOMPARE(curves->crossing(RankId{r}).has_value(), r == 1 || r == 3);
        }
        QCOMPARE(memoryScale(*curves), 4.0);
    }

    void textsSayTheSpan()
    {
        QCOMPARE(levelText(RankValues(8), MemoryUnit::Own), "8");
        QCOMPARE(levelText(RankValues({8, 6, 7}), MemoryUnit::Own), "6–8");
        QCOMPARE(levelText(RankValues({8, 8}), MemoryUnit::Own), "8");
        QCOMPARE(jsonNumbers(std::nullopt), "null");
        QCOMPARE(jsonNumbers(RankValues(8)), "8.0");
        QCOMPARE(jsonNumbers(RankValues({8, 6.5})), "[8.0, 6.5]");
    }

    void aSweepJudgesEachRankByItsOwn()
    {
        SweepPlan plan;
        plan.schedules = {*requestFromText("1f1b")};
        plan.ranks = {4};
        plan.microbatches = {8};
        plan.costs = limited({4, 3, 2, 1});
        QVERIFY(checkPlan(plan).has_value());
        QVERIFY(runConfiguration(plan, configurationAt(plan, 0))->status == SweepStatus::Done);
        plan.costs = limited({9, 9, 1, 9});
        const SweepRow row = *runConfiguration(plan, configurationAt(plan, 0));
        QVERIFY(row.status == SweepStatus::OverLimit);
        QCOMPARE(row.reason, "rank 2 holds 2, more than its limit of 1");
    }

    void aSweepOverRanksRefusesAList()
    {
        SweepPlan plan;
        plan.schedules = {*requestFromText("1f1b")};
        plan.microbatches = {8};
        plan.costs = limited({4, 3, 2, 1});
        plan.ranks = {4, 8};
        QCOMPARE(checkPlan(plan).error().message.text(),
                 "memory_limit has 4 values, one for each rank, but the sweep covers 2 numbers of ranks: "
                 "give one value for all, or sweep one number of ranks");
        plan.ranks = {8};
        QCOMPARE(
            checkPlan(plan).error().message.text(),
            "memory_limit has 4 values, but the schedules have 8 ranks: give one value for all or one for "
            "each rank");
        plan.memoryLimit = 5; // the plan's own stands over it
        QVERIFY(checkPlan(plan).has_value());
    }

    void aSearchStaysWithinEachLimit()
    {
        const std::vector<double> limits{3, 4, 2, 2};
        const SearchResult result = searched(problemOf(limited(limits)));
        QVERIFY(result.best != nullptr);
        const MemoryCurvesPtr curves = MemoryCurves::build(*result.best->timeline, result.best->costs);
        for (std::uint32_t r = 0; r < 4; ++r)
            QVERIFY(curves->peak(RankId{r}).level <= limits[r] * (1 + 1e-9));
        QVERIFY(result.best->objective >= searched(problemOf(limited({4}))).best->objective);
        QVERIFY(result.bound <= result.best->objective * (1 + 1e-9));
        SearchProblem other = problemOf(limited({3, 4}));
        QVERIFY(!searchSchedule(other, {}).has_value());
    }

    void equalLimitsAreOneLimit()
    {
        const SearchResult one = searched(problemOf(limited({3})));
        const SearchResult four = searched(problemOf(limited({3, 3, 3, 3})));
        QCOMPARE(four.best->objective, one.best->objective);
        QCOMPARE(four.best->origin, one.best->origin);
        QCOMPARE(four.bound, one.bound);
    }
};

BUBBLESCOPE_TEST(TimeRankLimits)
#include "time_rank_limits.moc"
