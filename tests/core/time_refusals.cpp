// SPDX-License-Identifier: Apache-2.0
#include "core/time/simulate.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <limits>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

SchedulePtr order(std::string_view text)
{
    return std::make_shared<const Schedule>(parse(text));
}

/// The words of a refusal; empty if the order is timed.
std::string refusal(std::string_view text, const CostModel& costs)
{
    const auto timeline = simulate(order(text), costs);
    return timeline ? std::string() : timeline.error().message.text();
}

} // namespace

/// Costs that the simulation refuses, in which words.
class TimeRefusals : public QObject
{
    Q_OBJECT

private slots:
    void badCosts()
    {
        CostModel costs;
        costs.forward = StageValues(std::vector<double>{1, 2, 3});
        QCOMPARE(refusal("0F0\n1F0", costs), "forward has 3 values, but the schedule has 2 stages: give one "
                                             "value for all or one for each stage");
        costs.forward = StageValues(-1.0);
        QCOMPARE(refusal("0F0", costs), "forward is -1, but must be a finite number of at least 0");
        costs.forward = StageValues(std::vector<double>{1, std::numeric_limits<double>::quiet_NaN()});
        QCOMPARE(refusal("0F0\n1F0", costs),
                 "forward of stage 1 is nan, but must be a finite number of at least 0");
        const auto profile = profileFromName("lenient");
        QVERIFY(!profile.has_value());
        QCOMPARE(profile.error().message.text(),
                 "unknown profile 'lenient': use strict, pp-schedule-visualization or "
                 "pp-schedule-visualization-sync");
    }

    void timesBeyondNumbers_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("expected");
        const auto add = [](const char* row, const char* text, const char* name, double value,
                            const char* expected) {
            QTest::newRow(row) << text << name << value << expected;
        };
        const char* pair = "0F0 0B0\n1F0 1B0";
        const char* advice = "; give smaller times or a larger time unit";
        const auto say = [&](const char* largest) {
            return std::string("the times add up to more than a number can hold: the largest is ") + largest +
                   advice;
        };
        add("forward", pair, "forward", 1e308, say("forward, 1e+308").c_str());
        add("both halves of a backward", pair, "halves", 1.5e308, say("backward_input, 1.5e+308").c_str());
        add("latency", pair, "latency", 1e308, say("p2p latency, 1e+308").c_str());
        add("bytes", pair, "bytes", 1e308, say("p2p bytes / bandwidth, inf").c_str());
        add("a straggler", pair, "rank_factor", 1e308, say("rank_factor of rank 1, 1e+308").c_str());
        add("activations", "0F0 0F1", "activation", 1e308,
            "the activations add up to more than a number can hold: the largest is activation, 1e+308; give "
            "smaller ones");
        add("large, and held", pair, "forward", 1e280, "");
    }

    void timesBeyondNumbers()
    {
        QFETCH(QString, order);
        QFETCH(QString, name);
        QFETCH(double, value);
        QFETCH(QString, expected);
        CostModel costs;
        if (name == "forward")
            costs.forward = StageValues(value);
        if (name == "halves") {
            costs.backwardInput = StageValues(value);
            costs.backwardWeight = StageValues(value);
            // No number times infinity.
            costs.rankFactor = {{0, 0.0}, {1, 0.0}};
        }
        if (name == "latency")
            costs.transfer.latency = value;
        if (name == "bytes") {
            costs.transfer.bytes = value;
            costs.transfer.bandwidth = 0.1;
        }
        if (name == "rank_factor")
            costs.rankFactor[1] = value;
        if (name == "activation")
            costs.activation = StageValues(value);
        const auto timeline = simulate(::order(order.toStdString()), costs);
        QCOMPARE(QString::fromStdString(timeline ? "" : timeline.error().message.text()), expected);
        if (!timeline)
            QCOMPARE(timeline.error().kind, TimingFailure::Kind::BadInput);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, TimeRefusals)
#include "time_refusals.moc"
