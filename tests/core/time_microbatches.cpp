// SPDX-License-Identifier: Apache-2.0
// Microbatches of unequal length: by what times and sizes are multiplied, in both engines, and what follows.
#include <QTest>

#include "core/analyze/closed_form.h"
#include "core/analyze/memory_parts.h"
#include "core/analyze/metrics.h"
#include "core/io/costs_json.h"
#include "core/io/number_list.h"
#include "core/io/schedule_csv.h"
#include "core/lower/pass.h"
#include "core/search/peak_memory.h"
#include "core/time/cost_fit.h"
#include "core/time/memory_curves.h"
#include "core/time/what_if.h"
#include "tests/core/order_support.h"
#include "tests/core/results_support.h"
#include "tests/core/time_dense_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <limits>
#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

SchedulePtr unequalOrder(const std::string& csv)
{
    return std::make_shared<const Schedule>(readScheduleCsv(csv, "order").value().schedule);
}

CostModel withTimes(std::vector<double> times)
{
    CostModel costs;
    costs.microbatches.times.values = std::move(times);
    return costs;
}

CostModel withLengths(std::vector<double> lengths, double attention = 0, std::uint64_t slices = 1)
{
    CostModel costs;
    costs.microbatches.lengths.values = std::move(lengths);
    costs.microbatches.attention = attention;
    costs.microbatches.slices = slices;
    return costs;
}

std::vector<double> factorsOf(const CostModel& costs, std::uint32_t count)
{
    const MicrobatchFactors factors(costs.microbatches);
    std::vector<double> all;
    for (std::uint32_t m = 0; m < count; ++m)
        all.push_back(factors.timeOf(MicrobatchId{m}));
    return all;
}

Metrics metricsOf(const SchedulePtr& order, const CostModel& costs)
{
    return measure(simulate(order, costs).value(), costs);
}

} // namespace

class TimeMicrobatches : public QObject
{
    Q_OBJECT

private slots:
    void factorsFollowFromLengths()
    {
        QVERIFY(MicrobatchFactors(MicrobatchCosts{}).areOne());
        QCOMPARE(factorsOf(withTimes({1, 0.5, 3}), 4), (std::vector<double>{1, 0.5, 3, 1}));
        QCOMPARE(factorsOf(withLengths({1, 0.5, 2}), 3), (std::vector<double>{1, 0.5, 2}));
        // Half of the time grows with the square.
        QCOMPARE(factorsOf(withLengths({1, 0.5, 2}, 0.5), 3), (std::vector<double>{1, 0.375, 3}));
        QCOMPARE(factorsOf(withLengths({1, 0.5, 2}, 1), 3), (std::vector<double>{1, 0.25, 4}));
        // Slices of two: the second one's tokens see the first one's, too.
        QCOMPARE(factorsOf(withLengths({1, 1, 2, 0.5}, 1, 2), 4), (std::vector<double>{1, 3, 4, 2.25}));
        QCOMPARE(factorsOf(withLengths({}, 0.25, 3), 6), (std::vector<double>{1, 1.5, 2, 1, 1.5, 2}));
        // Given times stand over what follows from lengths.
        CostModel both = withLengths({2, 2}, 1);
        both.microbatches.times.values = {5, 7};
        QCOMPARE(factorsOf(both, 2), (std::vector<double>{5, 7}));
        QCOMPARE(MicrobatchFactors(both.microbatches).sizeOf(MicrobatchId{1}), 2.0);
    }

    void attentionOfSlicesIsThatOfTheirSequence()
    {
        Dice dice(3);
        for (int i = 0; i < 50; ++i) {
            std::vector<double> lengths(1 + dice.below(9));
            for (double& length : lengths)
                length = anyTime(dice);
            const double whole = std::accumulate(lengths.begin(), lengths.end(), 0.0);
            const auto count = static_cast<std::uint32_t>(lengths.size());
            const std::vector<double> factors = factorsOf(withLengths(lengths, 1, count), count);
            QVERIFY(std::abs(std::accumulate(factors.begin(), factors.end(), 0.0) - whole * whole) <
                    1e-9 * (1 + whole * whole));
        }
    }

    void actionsTakeTheirMicrobatchsTime()
    {
        const SchedulePtr order = unequalOrder("0F0,0F1,0B0,0I1,0W1\n");
        const Timeline timeline = simulate(order, withTimes({2, 0.5})).value();
        QCOMPARE(timeline.lanes[0].start, (std::vector<Time>{0, 2, 2.5, 6.5, 7}));
        QCOMPARE(timeline.makespan, 7.5);
        // The host takes as long as before, and a what-if comes on top.
        CostModel costs = withTimes({2, 0.5});
        costs.hostOverhead = 0.25;
        QCOMPARE(simulate(order, costs).value().lanes[0].end.front(), 0.25 + 2 * 0.75);
        WhatIf twice;
        twice.kinds[ActionKind::Forward] = 2;
        QCOMPARE(simulate(order, scaled(withTimes({2, 0.5}), twice, 1)).value().makespan, 10.0);
    }

    void blocksTakeTheTimeOfBoth()
    {
        const SchedulePtr order = unequalOrder("0F0,(0F1;0B0)OVERLAP_F_B,0B1\n");
        CostModel costs = withTimes({2, 0.5});
        QCOMPARE(simulate(order, costs).value().makespan, 2 + (0.5 + 4) + 1.0);
        costs.overlap.fallback = OverlapRule::Fallback::Max;
        QCOMPARE(simulate(order, costs).value().makespan, 2 + 4 + 1.0);
        // A time of the pair grows as its parts one after the other: 4.5 instead of 3.
        costs.overlap.times[{ActionKind::Forward, ActionKind::Backward}] = OverlapTime(StageValues(2.0));
        QCOMPARE(simulate(order, costs).value().makespan, 2 + 3 + 1.0);
    }

    void enginesAgreeToTheLastBit()
    {
        Dice dice(24);
        int dense = 0;
        for (const char* text :
             {"1f1b:ranks=4,microbatches=6", "zbv:ranks=3,microbatches=7", "zb-h1:ranks=3,microbatches=5",
              "dualpipe:ranks=4,microbatches=10", "dualpipev:ranks=2,microbatches=6",
              "interleaved-1f1b:ranks=2,microbatches=4,stages-per-rank=3"}) {
            const Schedule made = *generated(text);
            for (const char* passes : {"", "offload", "recompute", "parts:cells=all"}) {
                Schedule changed = made;
                if (*passes != 0)
                    changed = applyPass(passes, made).value_or(made);
                const auto order = std::make_shared<const Schedule>(std::move(changed));
                for (int i = 0; i < 12; ++i) {
                    CostModel costs = anyCosts(dice, *order);
                    costs.offload = StageValues(anyTime(dice));
                    if (dice.below(3) == 0)
                        costs.hostOverhead = anyTime(dice) / 8;
                    auto& numbers =
                        dice.below(2) == 0 ? costs.microbatches.times : costs.microbatches.lengths;
                    for (std::uint32_t m = 0; m < order->microbatchCount; ++m)
                        numbers.values.push_back(anyTime(dice));
                    costs.microbatches.attention = dice.below(5) / 4.0;
                    costs.microbatches.slices = 1 + dice.below(4);
                    const std::string wrong = disagreement(order, costs);
                    QVERIFY2(wrong.empty(), (std::string(text) + " " + passes + ": " + wrong).c_str());
                    dense += isTimedDense(order, costs) ? 1 : 0;
                }
            }
        }
        QVERIFY(dense > 150);
    }

    void allAlikeIsWhatItWasToTheLastBit()
    {
        const SchedulePtr order = generated("zbv:ranks=4,microbatches=8");
        CostModel plain;
        plain.forward = StageValues(1.0 / 3);
        for (const CostModel& alike :
             {withTimes(std::vector<double>(8, 1.0)), withLengths(std::vector<double>(8, 1.0), 0.3)}) {
            CostModel costs = alike;
            costs.forward = plain.forward;
            const std::string wrong =
                bitDifference(simulate(order, plain).value(), simulate(order, costs).value());
            QVERIFY2(wrong.empty(), wrong.c_str());
            QCOMPARE(metricsOf(order, costs).bubbleRateFb, metricsOf(order, plain).bubbleRateFb);
        }
    }

    void activationsAreAsLong()
    {
        const SchedulePtr order = unequalOrder("0F0,0F1,0B0,0I1,0W1\n");
        CostModel costs = withLengths({2, 0.5});
        costs.activation = StageValues(10.0);
        const Timeline timeline = simulate(order, costs).value();
        QCOMPARE(MemoryCurves::build(timeline, costs)->peak(RankId{0}).level, 25.0);
        QCOMPARE(search::peakMemory(*order, costs), 25.0);
        QCOMPARE(measure(timeline, costs).peakActivations, 2.5);
        // Times alone say nothing of sizes.
        CostModel timed = withTimes({2, 0.5});
        timed.activation = StageValues(10.0);
        QCOMPARE(MemoryCurves::build(simulate(order, timed).value(), timed)->peak(RankId{0}).level, 20.0);
    }

    void partsOfMemoryAddUp()
    {
        for (const char* passes : {"offload", "recompute", "parts:cells=all"}) {
            const Schedule made = applyPass(passes, *generated("1f1b:ranks=3,microbatches=6")).value();
            const auto order = std::make_shared<const Schedule>(made);
            CostModel costs = withLengths({1, 0.5, 2, 0.25, 3, 1});
            costs.activation = StageValues(7.0);
            costs.activationKeptUntilWeight = StageValues(0.5);
            costs.offload = StageValues(0.25);
            const Timeline timeline = simulate(order, costs).value();
            const MemoryCurvesPtr curves = MemoryCurves::build(timeline, costs);
            const std::vector<RankMemory> ranks = memoryByPart(timeline, costs);
            for (std::uint32_t r = 0; r < 3; ++r) {
                double device = 0;
                for (std::size_t part = 0; part < kMemoryPartCount; ++part)
                    if (static_cast<MemoryPart>(part) != MemoryPart::Offloaded)
                        device += ranks[r].atPeak[part];
                QCOMPARE(ranks[r].device.level, curves->peak(RankId{r}).level);
                QVERIFY(std::abs(device - ranks[r].device.level) < 1e-9);
                QVERIFY(std::abs(curves->steps(RankId{r}).back().level) < 1e-9);
            }
        }
    }

    void copiesAreAsLong()
    {
        const Schedule made = applyPass("offload", *generated("1f1b:ranks=2,microbatches=4")).value();
        const auto order = std::make_shared<const Schedule>(made);
        CostModel costs = withLengths({1, 0.5, 2, 1}, 1);
        costs.offload = StageValues(0.125);
        const Timeline timeline = simulate(order, costs).value();
        int copies = 0;
        for (std::size_t i = 0; i < order->rows[0].size(); ++i)
            if (const Action& action = order->rows[0][i]; isCopy(action.kind())) {
                const double length = costs.microbatches.lengths.values[action.microbatch().value];
                QCOMPARE(timeline.lanes[0].end[i] - timeline.lanes[0].start[i], 0.125 * length);
                ++copies;
            }
        QVERIFY(copies > 0);
    }

    void messagesAreAsLong_data()
    {
        QTest::addColumn<QString>("csv");
        QTest::newRow("not in the order") << "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n";
        QTest::newRow("in the order") << "0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1\n"
                                         "1RECV_F0,1F0,1B0,1SEND_B0,1RECV_F1,1F1,1B1,1SEND_B1\n";
    }
    /// Bytes grow with the length, latency does not.
    void messagesAreAsLong()
    {
        QFETCH(QString, csv);
        const SchedulePtr order = unequalOrder(csv.toStdString());
        CostModel costs = withLengths({4, 0.5});
        costs.transfer.latency = 0.25;
        costs.transfer.bytes = 6;
        costs.transfer.bandwidth = 2;
        const auto startOf = [&](const char* action) {
            const Timeline timeline = simulate(order, costs).value();
            for (std::size_t i = 0; i < order->rows[1].size(); ++i)
                if (actionText(order->rows[1][i].id()) == action)
                    return timeline.lanes[1].start[i];
            return -1.0;
        };
        // F0 takes 4, its message 0.25 + 4 · 6 / 2.
        QCOMPARE(startOf("1F0"), 4 + 0.25 + 12);
        costs.transfer.links = {{0, 1, {}, {}, 1.0}};
        QCOMPARE(startOf("1F0"), 4 + 0.25 + 24);
        // Times alone say nothing of sizes.
        costs.microbatches.times.values = costs.microbatches.lengths.values;
        costs.microbatches.lengths.values.clear();
        QCOMPARE(startOf("1F0"), 4 + 0.25 + 6);
    }

    void closedFormsAreLeftOut()
    {
        const SchedulePtr order = generated("1f1b:ranks=4,microbatches=4");
        const auto formsOf = [&](const CostModel& costs) {
            const Timeline timeline = simulate(order, costs).value();
            return closedForms(timeline, costs, measure(timeline, costs)).size();
        };
        QVERIFY(formsOf({}) > 0);
        QCOMPARE(formsOf(withTimes({1, 2, 1, 1})), std::size_t{0});
        QCOMPARE(formsOf(withLengths({}, 0.5, 2)), std::size_t{0});
        QVERIFY(CostModel().hasEqualTimes() && !withTimes({1, 2, 1, 1}).hasEqualTimes());
    }

    void wrongNumbersAreRefused_data()
    {
        constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
        addRows<CostModel, const char*>({
            {"count of times", withTimes({1, 2}),
             "microbatch times has 2 values, but the schedule has 3 microbatches: give one value for each "
             "microbatch"},
            {"count of lengths", withLengths({1, 2, 3, 4}),
             "microbatch lengths has 4 values, but the schedule has 3 microbatches: give one value for each "
             "microbatch"},
            {"negative", withTimes({1, -2, 1}),
             "microbatch times of microbatch 1 is -2; expected a finite number of at least 0"},
            {"no number", withLengths({1, 1, kNan}),
             "microbatch lengths of microbatch 2 is nan; expected a finite number of at least 0"},
            {"share", withLengths({1, 1, 1}, 1.5),
             "microbatch attention is 1.5; expected a share from 0 to 1"},
            {"slices", withLengths({1, 1, 1}, 0.5, 0),
             "microbatch slices is 0; expected a number of at least 1"},
            {"too long", withTimes({1, 1e300, 1}),
             "the sum of the times is too large: the largest is microbatch times of microbatch 1, 1e+300; "
             "give smaller times or a larger time unit"},
        });
    }

    void wrongNumbersAreRefused()
    {
        const auto& [costs, words] = givenRow<CostModel, const char*>();
        const SchedulePtr order = generated("1f1b:ranks=2,microbatches=3");
        for (const auto& timeline : {simulate(order, costs), simulateGeneral(order, costs)}) {
            QVERIFY(!timeline);
            QCOMPARE(timeline.error().message.text(), std::string(words));
        }
        QVERIFY(!misfitOf(withTimes({1, 2}), 2, 2));
        QVERIFY(misfitOf(withTimes({1, 2}), 2, 2, 3)->isOfMicrobatches);
    }

    void filesHaveThem()
    {
        CostModel costs = withLengths({1, 0.5, 2}, 0.25, 3);
        costs.microbatches.times.values = {1, 2, 3};
        const std::string text = writeCosts(costs);
        QVERIFY(text.find("\"version\": 2") != std::string::npos);
        QVERIFY(readCosts(text, "costs.json").value() == costs);
        const auto refusal = [](const char* members) {
            return readCosts(std::string("{\"format\": \"bubblescope-costs\", \"version\": 2, ") + members +
                                 "}",
                             "c.json")
                .error()
                .headline();
        };
        QCOMPARE(refusal("\"microbatches\": {\"times\": 2}"),
                 std::string("c.json:1:73: microbatches.times: expected a list with a number >= 0 for each "
                             "microbatch, found 2"));
        QCOMPARE(refusal("\"microbatches\": {\"times\": [1, -1]}"),
                 std::string("c.json:1:77: microbatches.times[1]: expected a number >= 0, found -1"));
    }

    void listsAreRead_data()
    {
        addRows<const char*, std::vector<double>, const char*>({
            {"commas", "1,0.5, 2", {1, 0.5, 2}, ""},
            {"lines", "# lengths\n1 0.5\r\n2 # the last one\n", {1, 0.5, 2}, ""},
            {"no number", "1\n2, x3\n", {}, "l.txt:2:4: 'x3' is not a number of 0 or more"},
            {"negative", "1 -2", {}, "l.txt:1:3: '-2' is not a number of 0 or more"},
            {"infinite", "inf", {}, "l.txt:1:1: 'inf' is not a number of 0 or more"},
            {"empty", "# nothing\n", {}, "l.txt:2:1: there is no number: write e.g. 1, 0.8, 1.2"},
        });
    }

    void listsAreRead()
    {
        const auto& [text, numbers, refusal] = givenRow<const char*, std::vector<double>, const char*>();
        const auto read = numbersFromText(text, "l.txt");
        QCOMPARE(read ? std::string() : read.error().headline(), std::string(refusal));
        if (read)
            QCOMPARE(*read, numbers);
    }

    void rateOfForwardAndBackwardCountsWhatIsComputed()
    {
        // Exchanges run beside what computes: counting them gave rates below 0.
        const Schedule made =
            applyPass("parts:cells=all", *generated("dualpipev:ranks=4,microbatches=12")).value();
        const auto order = std::make_shared<const Schedule>(made);
        for (const double exchange : {0.0, 0.25, 1.0}) {
            CostModel costs;
            costs.parts.forward.dispatch = costs.parts.forward.combine = StageValues(exchange);
            const Metrics metrics = metricsOf(order, costs);
            QVERIFY2(metrics.bubbleRateFb >= 0, std::to_string(metrics.bubbleRateFb).c_str());
            QVERIFY(std::abs(metrics.bubbleRateFb - metrics.bubbleRate) < 1e-9);
        }
        const Metrics unequal =
            metricsOf(generated("1f1b:ranks=3,microbatches=5"), withTimes({1, 3, 0.5, 2, 1}));
        QVERIFY(std::abs(unequal.bubbleRateFb - unequal.bubbleRate) < 1e-9);
    }
};

BUBBLESCOPE_TEST(TimeMicrobatches)
#include "time_microbatches.moc"
