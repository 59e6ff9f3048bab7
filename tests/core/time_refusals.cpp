// SPDX-License-Identifier: Apache-2.0
#include "core/time/simulate.h"
#include "tests/core/change_support.h"
#include "tests/core/order_support.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <limits>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// The words of a refusal; empty if the order is timed.
std::string refusal(std::string_view text, const CostModel& costs)
{
    return messageOf(simulate(orderFrom(text), costs));
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
        QCOMPARE(refusal("0F0", costs), "forward is -1; expected a finite number of at least 0");
        costs.forward = StageValues(std::vector<double>{1, std::numeric_limits<double>::quiet_NaN()});
        QCOMPARE(refusal("0F0\n1F0", costs),
                 "forward of stage 1 is nan; expected a finite number of at least 0");
        const auto profile = profileFromName("lenient");
        QCOMPARE(messageOf(profile), "unknown profile 'lenient'; the profiles are strict, "
                                     "pp-schedule-visualization and pp-schedule-visualization-sync");
    }

    void timesBeyondNumbers_data()
    {
        const std::string pair = "0F0 0B0\n1F0 1B0";
        const auto say = [](const std::string& largest) {
            return "the sum of the times is too large: the largest is " + largest +
                   "; give smaller times or a larger time unit";
        };
        addRows<std::string, Change, std::string>({
            {"forward", pair, given(&CostModel::forward, 1e308), say("forward, 1e+308")},
            {"both halves of a backward", pair,
             [](CostModel& c) {
                 c.backwardInput = c.backwardWeight = StageValues(1.5e308);
                 // No number times infinity.
                 c.rankFactor = {{0, 0.0}, {1, 0.0}};
             },
             say("backward_input, 1.5e+308")},
            {"latency", pair, [](CostModel& c) { c.transfer.latency = 1e308; }, say("p2p latency, 1e+308")},
            {"bytes", pair,
             [](CostModel& c) {
                 c.transfer = TransferCost{0, 1e308, 0.1};
             },
             say("p2p bytes / bandwidth, inf")},
            {"a straggler", pair, [](CostModel& c) { c.rankFactor[1] = 1e308; },
             say("rank_factor of rank 1, 1e+308")},
            {"a time of communicators", pair,
             [](CostModel& c) {
                 c.communicators.policy = CommunicatorPolicy::Torch;
                 c.communicators.sent = c.communicators.arrival = 1e308;
             },
             say("communicators sent, 1e+308")},
            {"a head", pair, [](CostModel& c) { c.step.head = c.step.finish = RankValues(1e308); },
             say("step head, 1e+308")},
            {"activations", "0F0 0F1", given(&CostModel::activation, 1e308),
             "the sum of the activations is too large: the largest is activation, 1e+308; give smaller ones"},
            {"large, and held", pair, given(&CostModel::forward, 1e280), ""},
        });
    }

    void timesBeyondNumbers()
    {
        const auto [order, change, expected] = givenRow<std::string, Change, std::string>();
        const auto timeline = simulate(orderFrom(order), changed(change));
        QCOMPARE(messageOf(timeline), expected);
        if (!timeline)
            QCOMPARE(timeline.error().kind, TimingFailure::Kind::BadInput);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, TimeRefusals)
#include "time_refusals.moc"
