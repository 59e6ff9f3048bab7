// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/analyze/explanation.h"
#include "tests/core/explained_orders.h"
#include "tests/core/order_support.h"
#include "tests/core/rows_support.h"
#include "tests/core/slack_oracle.h"
#include "tests/support/test_program.h"

#include <cmath>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string slackText(const std::string& order, const CostModel& costs)
{
    const Timeline timeline = timelineOf(orderFrom(order), costs);
    const auto explanation = explain(timeline, costs);
    if (!explanation)
        return explanation.error().message.text();
    std::string text;
    for (std::size_t r = 0; r < explanation->slack.size(); ++r) {
        text += r > 0 ? "\n" : "";
        for (std::size_t i = 0; i < explanation->slack[r].size(); ++i)
            text += fmt::format("{}{:g}", i > 0 ? " " : "", explanation->slack[r][i]);
    }
    return text;
}

/// The first action whose slack is not what making it longer shows; empty if all are right.
std::string wrongSlack(const Timeline& timeline, const CostModel& costs, const Explanation& explanation,
                       Dice& dice)
{
    constexpr Time kTiny = 1e-9;
    SlackOracle oracle(timeline, costs);
    const Time makespan = oracle.makespan();
    const std::size_t actions = timeline.schedule->actionCount();
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r)
        for (std::size_t i = 0; i < timeline.lanes[r].end.size(); ++i)
            if (std::abs(oracle.endOf(r, i) - timeline.lanes[r].end[i]) > kTiny)
                return fmt::format("{} on rank {} ends at {}, for the oracle at {}",
                                   actionText(timeline.schedule->rows[r][i].id()), r,
                                   timeline.lanes[r].end[i], oracle.endOf(r, i));
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r)
        for (std::size_t i = 0; i < timeline.lanes[r].end.size(); ++i) {
            if (timeline.schedule->rows[r][i].isBubble() ||
                dice.below(static_cast<std::uint32_t>(actions)) > 12)
                continue;
            const Time slack = explanation.slack[r][i];
            const Time within = oracle.makespan(r, i, slack);
            const Time beyond = oracle.makespan(r, i, slack + 0.5);
            if (slack < 0 || std::abs(within - makespan) > kTiny || std::abs(beyond - makespan - 0.5) > kTiny)
                return fmt::format("slack {} of {} on rank {} index {}: {} becomes {}, and {} with 0.5 more",
                                   slack, actionText(timeline.schedule->rows[r][i].id()), r, i, makespan,
                                   within, beyond);
        }
    return {};
}

void addModes()
{
    QTest::addColumn<bool>("rendezvous");
    QTest::addColumn<bool>("foreign");
    QTest::newRow("async") << false << false;
    QTest::newRow("rendezvous") << true << false;
    QTest::newRow("pp-schedule-visualization") << false << true;
}

} // namespace

/// How much later each action may be, against a simulator that makes one action longer and looks.
class AnalyzeSlack : public QObject
{
    Q_OBJECT

private slots:
    void texts_data()
    {
        addRows<std::string, double, double, bool, std::string>({
            {"1F1B of two ranks", "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1", 0.0, 0.0, false, "0 2 1 0\n0 0 0 0"},
            {"a rank that has time", "0F0 0F1\n1F0", 0.0, 0.0, false, "0 0\n0"},
            {"bubbles have none", "0F0 . 0F1\n. 1F0", 0.5, 0.0, false, "0 0 0.5\n0 0"},
            {"a block is one", "(0F0;0F1)OVERLAP_F_B 0F2\n1F1", 0.0, 0.0, false, "0 0 0\n0"},
            {"messages on one link", "0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0 1RECV_F1 1F1", 0.0, 10.0, false,
             "0 0 9 0\n20 9 9 0"},
        });
    }

    void texts()
    {
        const auto [order, latency, bytes, rendezvous, expected] =
            fetchRow<std::string, double, double, bool, std::string>();
        CostModel costs;
        costs.transfer.latency = latency;
        costs.transfer.bytes = bytes;
        costs.transfer.bandwidth = 1;
        costs.transfer.mode = rendezvous ? TransferMode::Rendezvous : TransferMode::Async;
        QCOMPARE(slackText(order, costs), expected);
    }

    void exactOnEverySchedule_data() { addModes(); }

    void exactOnEverySchedule()
    {
        QFETCH(bool, rendezvous);
        QFETCH(bool, foreign);
        Dice dice(7);
        int compared = 0;
        for (const NamedOrder& order : smallOrders()) {
            CostModel costs = mixedCosts(dice, rendezvous ? TransferMode::Rendezvous : TransferMode::Async);
            if (foreign)
                costs.profile = TimingProfile::PpScheduleVisualization;
            const auto timeline = simulate(order.schedule, costs);
            // Not every order that runs with buffers runs without.
            if (!timeline)
                continue;
            const auto explanation = succeeded(explain(*timeline, costs));
            const std::string wrong = wrongSlack(*timeline, costs, *explanation, dice);
            QVERIFY2(wrong.empty(), (order.name + ": " + wrong + "\n" + render(*order.schedule)).c_str());
            ++compared;
        }
        qInfo("%d orders", compared);
        QVERIFY(compared > 100);
    }

    void noneOnTheCriticalPath_data() { addProfilesAndModes(); }

    void noneOnTheCriticalPath()
    {
        QFETCH(int, profile);
        QFETCH(bool, rendezvous);
        Dice dice(11);
        int paths = 0;
        for (const NamedOrder& order : smallOrders()) {
            CostModel costs = mixedCosts(dice, rendezvous ? TransferMode::Rendezvous : TransferMode::Async);
            costs.profile = static_cast<TimingProfile>(profile);
            // Times that are no sums of quarters: what decided is still without any margin.
            costs.forward = StageValues(1.0 / (3 + dice.below(7)));
            const auto timeline = simulate(order.schedule, costs);
            if (!timeline)
                continue;
            const auto explanation = succeeded(explain(*timeline, costs));
            QCOMPARE(explanation->criticalPath.length, timeline->makespan);
            QVERIFY(!explanation->criticalPath.actions.empty());
            QVERIFY(explanation->criticalPath.actions == criticalPath(*timeline, costs).actions);
            for (const ActionPosition& at : explanation->criticalPath.actions)
                QVERIFY2(explanation->slack[at.rank.value][at.index] == 0,
                         (order.name + ": " + actionText(order.schedule->at(at).id())).c_str());
            for (const auto& row : explanation->slack)
                for (const Time slack : row)
                    QVERIFY(slack >= 0 && slack <= timeline->makespan);
            ++paths;
        }
        qInfo("%d paths", paths);
        QVERIFY(paths > 100);
    }

    void ofAnOrderThatCannotRun()
    {
        Timeline timeline;
        timeline.schedule = orderFrom("0F0 0B0\n1B0 1F0");
        timeline.lanes.resize(2);
        for (LaneTimes& lane : timeline.lanes)
            lane.start = lane.end = {0, 0};
        const auto explanation = explain(timeline, {});
        QCOMPARE(messageOf(explanation), simulate(timeline.schedule, {}).error().message.text());
        QVERIFY(explanation.error().kind == ErrorKind::DoesNotHold);
    }

    void cancelled()
    {
        const Timeline timeline = timelineOf(generated("1f1b:ranks=2,microbatches=4"), {});
        const auto explanation = explain(timeline, {}, test::cancelled());
        QVERIFY(!explanation.has_value());
        QVERIFY(explanation.error().kind == ErrorKind::Cancelled);
        QCOMPARE(explanation.error().message.text(), "timing was stopped");
    }
};

BUBBLESCOPE_TEST(AnalyzeSlack)
#include "analyze_slack.moc"
