// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/critical_path.h"
#include "core/analyze/explanation.h"
#include "core/analyze/metrics.h"
#include "core/time/simulate.h"
#include "tests/core/order_support.h"
#include "tests/core/results_support.h"
#include "tests/support/conformance_data.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <fmt/format.h>
#include <random>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string pathText(const Timeline& timeline, const CriticalPath& path)
{
    std::string text;
    for (const ActionPosition& at : path.actions)
        text += (text.empty() ? "" : " ") + fmt::format("{}@{:g}-{:g}",
                                                        actionText(timeline.schedule->at(at).id()),
                                                        timeline.startOf(at), timeline.endOf(at));
    return text;
}

/// Times are sums of quarters, so they are exact.
CostModel randomCosts(std::mt19937& random, TimingProfile profile, TransferMode mode)
{
    const auto below = [&](unsigned most) { return static_cast<double>(random() % most); };
    const auto quarters = [&](unsigned most) { return 0.25 * (1 + below(most)); };
    CostModel costs;
    costs.profile = profile;
    costs.transfer.mode = mode;
    costs.forward = StageValues(quarters(8));
    costs.backwardInput = StageValues(quarters(8));
    costs.backwardWeight = StageValues(quarters(8));
    costs.transfer.latency = 0.25 * below(5);
    costs.transfer.bytes = 0.5 * below(9);
    costs.transfer.bandwidth = below(2);
    costs.rankFactor[0] = 1 + below(2);
    return costs;
}

/// How a step of the path was reached: by the end of the action (below 0), or by its message, which got onto
/// its link then.
using Reached = std::set<Time>;
constexpr Time kByItsEnd = -1;

/// All ways in which the times allow `next` to follow `before`.
Reached reachedNext(const Timeline& timeline, const CostModel& costs, const Reached& ways,
                    const ActionPosition& before, const ActionPosition& next)
{
    const Schedule& schedule = *timeline.schedule;
    const Time link = costs.transfer.time() - costs.transfer.latency;
    const Time start = timeline.startOf(next);
    const Time gap = start - timeline.endOf(before);
    const bool sends =
        isSend(schedule.at(before).kind()) && isSend(schedule.at(next).kind()) && before.rank == next.rank;
    Reached result;
    for (const Time way : ways) {
        const Time sent = way == kByItsEnd ? timeline.startOf(before) : way;
        if (way == kByItsEnd ? gap == 0 || gap == costs.transfer.time() ||
                                   (gap == costs.transfer.latency && before.rank == next.rank)
                             : start == sent + costs.transfer.time())
            result.insert(kByItsEnd);
        if (sends && gap >= 0 && start < sent + link)
            result.insert(sent + link);
    }
    return result;
}

/// The first step of the path that its times do not explain, in words; empty if there is none.
std::string unexplained(const Timeline& timeline, const CostModel& costs, const CriticalPath& path)
{
    if (path.length != timeline.makespan)
        return fmt::format("length {}, makespan {}", path.length, timeline.makespan);
    if (timeline.startOf(path.actions.front()) != 0)
        return "does not begin at 0";
    Reached ways{kByItsEnd};
    for (std::size_t i = 1; i < path.actions.size(); ++i) {
        const ActionPosition& next = path.actions[i];
        ways = reachedNext(timeline, costs, ways, path.actions[i - 1], next);
        if (ways.empty())
            return fmt::format("no reason for the start of {} in {}",
                               actionText(timeline.schedule->at(next).id()), pathText(timeline, path));
    }
    if (!ways.contains(kByItsEnd) || timeline.endOf(path.actions.back()) != timeline.makespan)
        return "does not end with the makespan";
    return {};
}

std::vector<SchedulePtr> recordedOrders()
{
    std::vector<SchedulePtr> orders;
    std::size_t seen = 0;
    const auto take = [&](const nlohmann::json& cells) {
        orders.push_back(std::make_shared<const Schedule>(scheduleFromCells(cells)));
    };
    for (const std::string& file : sharedFiles("conformance/orders"))
        for (const auto& record : sharedJson(file)) {
            if (!record.is_object())
                continue;
            const std::string kind = record.value("kind", "");
            if (record.contains("order") && (kind == "compute" || kind == "sendrecv" || kind == "comms") &&
                seen++ % 9 == 0)
                take(record["order"]);
            for (const char* lowered : {"sendrecv", "comms"})
                if (record.contains(lowered) && record[lowered].is_array())
                    take(record[lowered]);
        }
    return orders;
}

} // namespace

/// The chain that makes the makespan: every wait on it is explained.
class AnalyzeCriticalPath : public QObject
{
    Q_OBJECT

private slots:
    void paths_data()
    {
        addRows<std::string, double, double, bool, std::string, std::string>({
            {"a message that waits for its link", "0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0 1RECV_F1 1F1", 0,
             10, false, "strict", "0F0@0-1 0SEND_F0@1-1 0SEND_F1@2-2 1F1@21-22"},
            {"a receiver that waits for its sender", "0F0 0SEND_F0\n1RECV_F0 1F0", 0, 10, true, "strict",
             "0F0@0-1 0SEND_F0@1-11 1F0@11-12"},
            {"a sender that waits for its receiver", "0F0 0SEND_F0 0F3\n0F1 0F2 1RECV_F0 1F0", 0, 2, true,
             "strict", "0F1@0-1 0F2@1-2 1RECV_F0@2-4 0F3@4-5"},
            {"a message posted early", "0F0 0SEND_F0 0F1 0WAIT_SEND_F0\n1RECV_F0 1F0", 0, 10, true, "strict",
             "0F0@0-1 0SEND_F0@1-1 1F0@11-12"},
            {"handed over before the next of its kind", "0F0 0F1\n1F0 1F1", 0.5, 0, false,
             "pp-schedule-visualization-sync", "0F0@0-1 0F1@1.5-2.5 1F1@3-4"},
        });
    }

    void paths()
    {
        const auto [order, latency, bytes, rendezvous, profile, expected] =
            givenRow<std::string, double, double, bool, std::string, std::string>();
        CostModel costs;
        costs.transfer = {latency, bytes, 1, rendezvous ? TransferMode::Rendezvous : TransferMode::Async};
        costs.profile = *profileFromName(profile);
        const auto timeline = succeeded(simulate(orderFrom(order), costs));
        const CriticalPath path = criticalPath(*timeline, costs);
        QCOMPARE(pathText(*timeline, path), expected);
        QCOMPARE(path.length, timeline->makespan);
    }

    void everyStepIsExplained_data()
    {
        QTest::addColumn<int>("profile");
        QTest::addColumn<bool>("rendezvous");
        for (const auto profile : {TimingProfile::Strict, TimingProfile::PpScheduleVisualization,
                                   TimingProfile::PpScheduleVisualizationSync})
            for (const bool rendezvous : {false, true})
                QTest::newRow(
                    fmt::format("{}, {}", profileName(profile), rendezvous ? "rendezvous" : "async").c_str())
                    << static_cast<int>(profile) << rendezvous;
    }

    void everyStepIsExplained()
    {
        QFETCH(int, profile);
        QFETCH(bool, rendezvous);
        static const std::vector<SchedulePtr> orders = recordedOrders();
        std::mt19937 random(5);
        int explained = 0;
        for (const SchedulePtr& order : orders)
            for (int draw = 0; draw < 3; ++draw) {
                const CostModel costs =
                    randomCosts(random, static_cast<TimingProfile>(profile),
                                rendezvous ? TransferMode::Rendezvous : TransferMode::Async);
                const auto timeline = simulate(order, costs);
                // Not every order that runs with buffers runs without.
                if (!timeline)
                    continue;
                const std::string wrong = unexplained(*timeline, costs, criticalPath(*timeline, costs));
                QVERIFY2(wrong.empty(), (wrong + "\nin\n" + render(*order)).c_str());
                ++explained;
            }
        qInfo("%d paths explained", explained);
        QVERIFY(explained > 300);
    }

    void sharesOfGaps_data()
    {
        // Both ranks wait for the path, one after the other; what follows a rank's last action is no wait.
        addRows<std::string, QString>({
            {"the path goes there and back", "0F0 0B0\n1F0 1B0", "0@1:3/6 1@0:1/6 1@4:0/6"},
            // 0F1 fills a part of the wait; 1F1 starts at once when 1F0 has ended.
            {"some gaps are beside the path", "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1",
             "0@2:0/9 0@6:1/9 1@0:1/9 1@7:0/9"},
        });
    }

    void sharesOfGaps()
    {
        const auto [order, expected] = givenRow<std::string, QString>();
        const CostModel costs;
        const auto timeline = succeeded(simulate(orderFrom(order.c_str()), costs));
        const auto explanation = succeeded(explain(*timeline, costs));
        QStringList shares;
        for (const Bubble& bubble : explanation->ledger.bubbles)
            shares << QStringLiteral("%1@%2:%3/%4")
                          .arg(bubble.rank.value)
                          .arg(bubble.start)
                          .arg(pathShare(*timeline, explanation->criticalPath, bubble) *
                               explanation->criticalPath.length)
                          .arg(timeline->makespan);
        QCOMPARE(shares.join(QLatin1Char(' ')), expected);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, AnalyzeCriticalPath)
#include "analyze_critical_path.moc"
