// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/generate/catalog.h"
#include "tests/core/generate_support.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <fmt/format.h>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Highest number of activations that each rank holds, counted here from the order alone.
std::vector<int> peaksOf(const Schedule& schedule)
{
    std::vector<int> peaks;
    for (const Row& row : schedule.rows) {
        int held = 0;
        int peak = 0;
        for (const Action& action : row) {
            if (action.kind() == ActionKind::Forward)
                ++held;
            else if (action.kind() != ActionKind::BackwardInput)
                --held;
            peak = std::max(peak, held);
        }
        peaks.push_back(peak);
    }
    return peaks;
}

int highestPeak(const Schedule& schedule)
{
    const std::vector<int> peaks = peaksOf(schedule);
    return *std::max_element(peaks.begin(), peaks.end());
}

double makespanOf(Schedule schedule, const CostModel& costs = {})
{
    const auto timeline = simulate(std::make_shared<const Schedule>(std::move(schedule)), costs);
    return timeline ? measure(*timeline, costs).makespan : -1;
}

CostModel costs(double forward, double input, double weight, double latency)
{
    CostModel costs;
    costs.forward = StageValues(forward);
    costs.backwardInput = StageValues(input);
    costs.backwardWeight = StageValues(weight);
    costs.transfer.latency = latency;
    return costs;
}

/// Time by which V-Min and V-Half are longer than a rank's work, for equal times and three microbatches a
/// rank.
int bubbleOf(const std::string& name, int ranks)
{
    if (name == "v-min")
        return 4 * ranks - 5 - (ranks % 3 == 0 ? 2 : 0);
    if (ranks % 2 == 1)
        return 3 * ranks - 4;
    return ranks == 2 ? 1 : 3 * ranks - 7;
}

} // namespace

class GenerateVShape : public QObject
{
    Q_OBJECT

private slots:
    void orders_data()
    {
        test::addRows<std::string, std::string>({
            {"V-Min on one rank", "v-min:ranks=1,microbatches=2",
             "0F0 1F0 1I0 0I0 1W0 0W0 0F1 1F1 1I1 0I1 1W1 0W1"},
            {"one microbatch", "v-min:ranks=2,microbatches=1",
             "0F0 3F0 3I0 3W0 0I0 0W0\n1F0 2F0 2I0 1I0 2W0 1W0"},
        });
    }

    void orders()
    {
        const auto [request, expected] = test::givenRow<std::string, std::string>();
        QCOMPARE(renderedOrRefusal(request), expected);
    }

    void refusals_data()
    {
        test::addRows<std::string, std::string>({
            {"below the shortest block", "v-adaptive:ranks=4,microbatches=8,memory_limit=3",
             "memory_limit is 3, but v-adaptive needs at least 4 with 4 ranks and 8 microbatches; nearest "
             "that work: 4"},
            {"parts of an activation do not help", "v-adaptive:ranks=5,microbatches=12,memory_limit=5.9",
             "memory_limit is 5.9, but v-adaptive needs at least 6 with 5 ranks and 12 microbatches; nearest "
             "that work: 6"},
            {"one microbatch", "v-adaptive:ranks=8,microbatches=1,memory_limit=1",
             "memory_limit is 1, but v-adaptive needs at least 2 with 8 ranks and 1 microbatches; nearest "
             "that work: 2"},
            {"V-Min's own peak", "v-min:ranks=8,microbatches=16,memory_limit=7",
             "memory_limit is 7, but v-min needs at least 8 with 8 ranks and 16 microbatches; nearest that "
             "work: 8"},
            {"V-Half's own peak", "v-half:ranks=8,microbatches=16,memory_limit=9.5",
             "memory_limit is 9.5, but v-half needs at least 10 with 8 ranks and 16 microbatches; nearest "
             "that work: 10"},
            {"below any limit", "v-min:ranks=8,microbatches=16,memory_limit=-1",
             "memory_limit is -1, but v-min needs at least 0; nearest that work: 8"},
            {"no number", "v-adaptive:memory_limit=some",
             "memory_limit is 'some'; expected a number or auto; nearest that work: auto"},
            {"search over too many ranks", "v-adaptive:ranks=257,microbatches=8",
             "ranks is 257, but v-adaptive needs at most 256: cannot compare more building blocks; nearest "
             "that work: 256"},
            {"more ranks than can be placed", "v-half:ranks=1025,microbatches=8",
             "ranks is 1025, but v-half needs at most 1024: its work grows with the cube of the ranks; "
             "nearest that work: 1024"},
            {"no option of V 1F1B", "v1f1b:reorder=false",
             "unknown parameter 'reorder': v1f1b takes ranks, microbatches, stages-per-rank, placement, "
             "variant"},
            {"reorder is a switch", "v-half:reorder=maybe",
             "reorder is 'maybe'; expected true or false; nearest that work: true, false"},
        });
    }

    void refusals()
    {
        const auto [request, expected] = test::givenRow<std::string, std::string>();
        QCOMPARE(renderedOrRefusal(request), expected);
    }

    /// The limit that a refusal names is enough, and one less is refused, for every small pipeline.
    void theLeastLimitWorks()
    {
        for (int ranks = 1; ranks <= 6; ++ranks)
            for (int microbatches = 1; microbatches <= 2 * ranks + 1; ++microbatches) {
                const std::string text =
                    fmt::format("v-adaptive:ranks={},microbatches={},memory_limit=", ranks, microbatches);
                int limit = 0;
                while (!tryGenerate(fmt::format("{}{}", text, limit)) && limit < 2 * ranks)
                    ++limit;
                const Result<Schedule> least = tryGenerate(fmt::format("{}{}", text, limit));
                QVERIFY2(least, text.c_str());
                QVERIFY2(highestPeak(*least) == limit, text.c_str());
                const Result<Schedule> refused = tryGenerate(fmt::format("{}{}", text, limit - 0.5));
                QVERIFY2(!refused && refused.error().text().find(fmt::format("at least {} with", limit)) !=
                                         std::string::npos,
                         text.c_str());
            }
    }

    void peaksAndBubblesAreThoseOfThePaper_data()
    {
        test::addRows<QString>({
            {"V-Min", "v-min"},
            {"V-Half", "v-half"},
        });
    }

    void peaksAndBubblesAreThoseOfThePaper()
    {
        const auto [name] = test::givenRow<QString>();
        for (int ranks = 2; ranks <= 16; ++ranks) {
            const std::string text =
                fmt::format("{}:ranks={},microbatches={}", name.toStdString(), ranks, 3 * ranks);
            const Result<Schedule> schedule = tryGenerate(text);
            QVERIFY2(schedule, text.c_str());
            QCOMPARE(highestPeak(*schedule),
                     name == "v-min" ? 2 * ((ranks + 1) / 3) + 2 : 2 * (ranks / 2) + 2);
            QCOMPARE(makespanOf(*schedule), 6.0 * 3 * ranks + bubbleOf(name.toStdString(), ranks));
        }
    }

    void wholeBackwardHoldsTwoThirds()
    {
        for (int ranks = 1; ranks <= 24; ++ranks)
            for (const int microbatches : {1, ranks, 3 * ranks}) {
                const auto schedule = test::succeeded(
                    tryGenerate(fmt::format("v1f1b:ranks={},microbatches={}", ranks, microbatches)));
                QCOMPARE(highestPeak(*schedule), std::min(2 * microbatches, 2 * (2 * ranks / 3) + 2));
            }
    }

    void everyOrderIsValid_data()
    {
        test::addRows<QString, int>({
            {"V-Min", "v-min", 20},
            {"V-Min without reordering", "v-min:reorder=false", 20},
            {"V-Half", "v-half", 20},
            {"V-Half without reordering", "v-half:reorder=false", 20},
            {"adaptive V", "v-adaptive", 6},
            {"V 1F1B", "v1f1b", 20},
        });
    }

    void everyOrderIsValid()
    {
        const auto [name, mostRanks] = test::givenRow<QString, int>();
        for (int ranks = 1; ranks <= mostRanks; ++ranks)
            for (int microbatches = 1; microbatches <= 2 * ranks + 3; ++microbatches) {
                const std::string text = fmt::format("{}{}ranks={},microbatches={}", name.toStdString(),
                                                     name.contains(':') ? "," : ":", ranks, microbatches);
                const Result<Schedule> schedule = tryGenerate(text);
                QVERIFY2(schedule, (text + (schedule ? "" : schedule.error().text())).c_str());
                const std::vector<Problem> problems = validate(*schedule);
                QVERIFY2(problems.empty(),
                         (text + (problems.empty() ? "" : problems.front().message.text())).c_str());
                QCOMPARE(schedule->microbatchCount, static_cast<std::uint32_t>(microbatches));
                QCOMPARE(schedule->stageCount, static_cast<std::uint32_t>(2 * ranks));
            }
    }

    /// W's that are put by the real times: no longer than the order for equal times, no rank holds more, and
    /// shorter for some.
    void unequalTimesNeverMakeItWorse()
    {
        std::mt19937 random(20242);
        const auto upTo = [&](unsigned bound) { return static_cast<int>(1 + random() % bound); };
        int shorter = 0;
        for (int k = 0; k < 200; ++k) {
            const std::string text = fmt::format("{}:ranks={},microbatches={}",
                                                 k % 2 == 0 ? "v-half" : "v-min", upTo(10), upTo(30));
            CostModel model = costs(upTo(20), upTo(20), upTo(20), upTo(4) - 1);
            if (k % 3 == 0)
                model.rankFactor[0] = 1.5;
            const Result<Schedule> theirs = tryGenerate(text);
            const Result<Schedule> ours = tryGenerate(text, {.costs = model});
            QVERIFY(theirs && ours);
            QVERIFY2(validate(*ours).empty(), text.c_str());
            const double before = makespanOf(*theirs, model);
            const double after = makespanOf(*ours, model);
            QVERIFY2(after <= before, text.c_str());
            shorter += after < before ? 1 : 0;
            const std::vector<int> most = peaksOf(*theirs);
            const std::vector<int> held = peaksOf(*ours);
            QVERIFY2(std::equal(held.begin(), held.end(), most.begin(), std::less_equal<>()), text.c_str());
        }
        QVERIFY(shorter > 20);
    }

    void adaptiveHoldsNoMoreThanTheLimit()
    {
        std::mt19937 random(20241);
        const auto below = [&](unsigned bound) { return static_cast<int>(random() % bound); };
        int built = 0;
        for (int k = 0; k < 60; ++k) {
            const int ranks = 1 + below(7);
            const int limit = 1 + below(2 * static_cast<unsigned>(ranks) + 2);
            const std::string text = fmt::format("v-adaptive:ranks={},microbatches={},memory_limit={}", ranks,
                                                 1 + below(20), limit);
            const CostModel model = costs(1 + below(20), 1 + below(20), 1 + below(20), below(4));
            const Result<Schedule> schedule = tryGenerate(text, {.costs = model});
            if (!schedule) {
                QVERIFY2(schedule.error().text().find("needs at least") != std::string::npos, text.c_str());
                continue;
            }
            QVERIFY2(validate(*schedule).empty(), text.c_str());
            QVERIFY2(highestPeak(*schedule) <= limit, text.c_str());
            ++built;
        }
        QVERIFY(built > 30);
    }

    void adaptiveIsNeverLongerWithMoreMemory()
    {
        double before = -1;
        for (int limit = 4; limit <= 8; ++limit) {
            const auto schedule = test::succeeded(
                tryGenerate(fmt::format("v-adaptive:ranks=4,microbatches=12,memory_limit={}", limit)));
            const double makespan = makespanOf(*schedule);
            QVERIFY(before < 0 || makespan <= before);
            before = makespan;
        }
    }

    void adaptiveLooksAtTheCosts()
    {
        const CostModel model = costs(1, 3, 1, 0);
        const std::string text = "v-adaptive:ranks=4,microbatches=12,memory_limit=6";
        const Result<Schedule> forThese = tryGenerate(text, {.costs = model});
        const Result<Schedule> forEqual = tryGenerate(text);
        QVERIFY(forThese && forEqual);
        QVERIFY(makespanOf(*forThese, model) < makespanOf(*forEqual, model));
    }

    /// Beyond the bound of the search the order comes from a few blocks; it is still one of an exact search's
    /// kind.
    void adaptiveShortlistsLargeSearches()
    {
        const auto schedule =
            test::succeeded(tryGenerate("v-adaptive:ranks=4,microbatches=40000,memory_limit=4"));
        QVERIFY(validate(*schedule).empty());
        QCOMPARE(highestPeak(*schedule), 4);
        const auto small = test::succeeded(tryGenerate("v-adaptive:ranks=4,microbatches=40,memory_limit=4"));
        QCOMPARE(makespanOf(*schedule) - 6.0 * 40000, makespanOf(*small) - 6.0 * 40);
    }

    void sayThatTheyAreForEqualTimes()
    {
        for (const char* name : {"v-min", "v-half"}) {
            const ScheduleInfo* info = findSchedule(name);
            QVERIFY(info->isMadeForCosts);
            QVERIFY(info->help.find("Built for equal times of forward, input and weight gradient") !=
                    std::string::npos);
        }
    }

    void stopWhenTold_data()
    {
        QTest::addColumn<QString>("request");
        for (const char* name : {"v-min", "v-half", "v-adaptive", "v1f1b"})
            QTest::newRow(name) << QString("%1:ranks=8,microbatches=64").arg(name);
    }

    void stopWhenTold()
    {
        QFETCH(QString, request);
        const Result<Schedule> schedule = tryGenerate(request.toStdString(), {}, cancelled());
        QVERIFY(!schedule);
        QCOMPARE(static_cast<int>(schedule.error().kind), static_cast<int>(ErrorKind::Cancelled));
    }
};

BUBBLESCOPE_TEST(GenerateVShape)
#include "generate_vshape.moc"
