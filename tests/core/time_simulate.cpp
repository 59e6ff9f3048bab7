// SPDX-License-Identifier: Apache-2.0
#include "core/lower/strip.h"
#include "core/time/simulate.h"
#include "tests/core/order_support.h"
#include "tests/core/rows_support.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"
#include "tests/support/timeline_text.h"

#include <QtTest>
#include <algorithm>
#include <fmt/format.h>
#include <limits>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

CostModel withLatency(double latency, TimingProfile profile = TimingProfile::Strict)
{
    CostModel costs;
    costs.transfer.latency = latency;
    costs.profile = profile;
    return costs;
}

} // namespace

/// When actions start: text in, "action@start-end" out.
class TimeSimulate : public QObject
{
    Q_OBJECT

private slots:
    void times_data()
    {
        addRows<std::string, double, std::string, std::string>({
            {"forward and backward over two ranks", "0F0 0B0\n1F0 1B0", 0, "strict",
             "0F0@0-1 0B0@4-6\n1F0@1-2 1B0@2-4"},
            {"latency between ranks", "0F0 0B0\n1F0 1B0", 0.5, "strict",
             "0F0@0-1 0B0@5-7\n1F0@1.5-2.5 1B0@2.5-4.5"},
            {"no latency inside a rank", "0F0 1F0 1B0 0B0", 0.5, "strict", "0F0@0-1 1F0@1-2 1B0@2-4 0B0@4-6"},
            {"a weight gradient pays no latency", "0F0 0I0 0W0\n1F0 1I0 1W0", 1, "strict",
             "0F0@0-1 0I0@5-6 0W0@6-7\n1F0@2-3 1I0@3-4 1W0@4-5"},
            {"bubbles take no time", ". 0F0 . .\n. . 1F0", 0, "strict",
             ".@0-0 0F0@0-1 .@1-1 .@1-1\n.@0-0 .@0-0 1F0@1-2"},
            {"only forwards", "0F0 0F1\n1F0 1F1", 0, "strict", "0F0@0-1 0F1@1-2\n1F0@1-2 1F1@2-3"},
            {"a block waits for the inputs of both parts and ends as one",
             "0F0 (0F1;0B0)OVERLAP_F_B 0B1\n1F0 1B0 1F1 1B1", 0, "strict",
             "0F0@0-1 0F1@4-7 0B0@4-7 0B1@10-12\n1F0@1-2 1B0@2-4 1F1@7-8 1B1@8-10"},
            {"two directions need no placement", "0F0 1F1 1B1 0B0\n1F0 0F1 1B0 0B1", 0, "strict",
             "0F0@0-1 1F1@3-4 1B1@4-6 0B0@6-8\n1F0@1-2 0F1@2-3 1B0@3-5 0B1@6-8"},
            {"visualization: latency inside a rank, and before every W but the last stage's",
             "0F0 1F0 1I0 1W0 0I0 0W0", 0.5, "pp-schedule-visualization",
             "0F0@0-1 1F0@1.5-2.5 1I0@2.5-3.5 1W0@3.5-4.5 0I0@4.5-5.5 0W0@6-7"},
            {"visualization: no B waits for its own F", "0B0 0F0\n1F0 1B0", 0, "pp-schedule-visualization",
             "deadlock: rank 0 0B0 (cell 0) waits for 1B0 on rank 1, which stands behind 1F0; rank 1 1F0 "
             "(cell 0) waits for 0F0 on rank 0, which stands behind 0B0"},
            {"sync: a message is handed over before the next of its kind", "0F0 0F1 0B0 0B1\n1F0 1F1 1B0 1B1",
             0.5, "pp-schedule-visualization-sync",
             "0F0@0-1 0F1@1.5-2.5 0B0@6.5-8.5 0B1@9-11\n1F0@1.5-2.5 1F1@3-4 1B0@4-6 1B1@6.5-8.5"},
        });
    }

    void times()
    {
        const auto [text, latency, profile, expected] =
            fetchRow<std::string, double, std::string, std::string>();
        const auto named = succeeded(profileFromName(profile));
        QCOMPARE(timed(text, withLatency(latency, *named)), expected);
    }

    void failures_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("actions");
        using Kind = TimingFailure::Kind;
        const auto add = [](const char* name, const char* text, Kind kind, const char* message,
                            const char* actions) {
            QTest::newRow(name) << text << static_cast<int>(kind) << message << actions;
        };
        add("backward before its own forward", "0B0 0F0", Kind::Deadlock,
            "deadlock: rank 0 0B0 (cell 0) waits for 0F0, which stands behind it", "0B0 0F0");
        add("two ranks", "0F0 0B0 0F1\n1F0 1F1 1B0 1B1", Kind::Deadlock,
            "deadlock: rank 0 0B0 (cell 1) waits for 1B0 on rank 1, which stands behind 1F1; rank 1 1F1 "
            "(cell 1) waits for 0F1 on rank 0, which stands behind 0B0",
            "0B0 1B0 1F1 0F1");
        add("through the head of another rank", "2F0 0F0\n1F0", Kind::Deadlock,
            "deadlock: rank 0 2F0 (cell 0) waits for 1F0 on rank 1; rank 1 1F0 (cell 0) waits for 0F0 on "
            "rank 0, which stands behind 2F0",
            "2F0 1F0 0F0");
        add("inside one block", "(0F0;0B0)OVERLAP_F_B", Kind::Deadlock,
            "deadlock: rank 0 (0F0;0B0)OVERLAP_F_B (cell 0) waits for 0F0 of the same cell", "0B0 0F0");
        add("bubbles count as cells", ". . 0B0 0F0", Kind::Deadlock,
            "deadlock: rank 0 0B0 (cell 2) waits for 0F0, which stands behind it", "0B0 0F0");
        add("a forward that nobody runs", "0F0\n2F0", Kind::MissingInput,
            "rank 1 2F0 needs 1F0, which no rank runs", "2F0");
        add("a backward without its forward", "0F0 0B0 0B1", Kind::MissingInput,
            "rank 0 0B1 needs 0F1, which no rank runs", "0B1");
        add("a weight gradient after a full backward", "0F0 0B0 0W0", Kind::MissingInput,
            "rank 0 0W0 needs 0I0, which no rank runs", "0W0");
        add("twice on one rank", "0F0 0F1 0F0", Kind::DuplicateAction,
            "0F0 stands on rank 0 (cell 0) and again on rank 0 (cell 2)", "0F0 0F0");
        add("both backwards", "0F0 0B0 0I0", Kind::DuplicateAction,
            "0B0 on rank 0 (cell 1) and 0I0 on rank 0 (cell 2) do the same work", "0B0 0I0");
        add("a message inside a block", "0F0 (0F1;0SEND_F0)OVERLAP_F_B", Kind::BadInput,
            "rank 0 cell 1: 0SEND_F0 cannot stand in an overlapped cell; only F, I, W and B can", "0SEND_F0");
        add("no action at all", "\n", Kind::MissingInput, "the order has no compute action", "");
        add("only parameters and bubbles", "0UNSHARD . 0RESHARD", Kind::MissingInput,
            "the order has no compute action", "");
        add("a message that is never sent", "0F0 0SEND_F0 0F1\n1RECV_F0 1F0 1RECV_F1 1F1", Kind::MissingInput,
            "rank 1 1F1 needs 0SEND_F1, which no rank runs", "1F1");
        add("a message that is never received", "0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0 1F1",
            Kind::MissingInput, "rank 1 1F1 needs 1RECV_F1, which no rank runs", "1F1");
        add("a gradient that is never sent",
            "0F0 0SEND_F0 0F1 0SEND_F1 0RECV_B0 0B0 0RECV_B1 0B1\n1RECV_F0 1F0 1B0 1SEND_B0 1RECV_F1 1F1 1B1",
            Kind::MissingInput, "rank 0 0B1 needs 1SEND_B1, which no rank runs", "0B1");
        add("hostile numbers", "0F0 4000000F4000000000", Kind::MissingInput,
            "rank 0 4000000F4000000000 needs 3999999F4000000000, which no rank runs", "4000000F4000000000");
        add("a wait for a message that nobody takes", "0F0 0SEND_F0 0WAIT_SEND_F0\n1F0", Kind::MissingInput,
            "rank 0 0WAIT_SEND_F0 needs 1RECV_F0, which no rank runs", "0WAIT_SEND_F0");
    }

    void failures()
    {
        QFETCH(QString, text);
        QFETCH(int, kind);
        QFETCH(QString, message);
        QFETCH(QString, actions);
        const SchedulePtr schedule = orderFrom(text.toStdString());
        const auto timeline = simulate(schedule, {});
        QCOMPARE(QString::fromStdString(messageOf(timeline)), message);
        QCOMPARE(static_cast<int>(timeline.error().kind), kind);
        QStringList names;
        for (const ActionPosition& at : timeline.error().actions)
            names << QString::fromStdString(actionText(schedule->at(at).id()));
        QCOMPARE(names.join(' '), actions);
        QCOMPARE(timeline.error().toError().kind, timeline.error().kind == TimingFailure::Kind::BadInput
                                                      ? ErrorKind::InvalidInput
                                                      : ErrorKind::DoesNotHold);
    }

    void perStageTimesAndStragglers()
    {
        CostModel costs;
        costs.forward = StageValues(std::vector<double>{1, 3});
        costs.backward = StageValues(std::vector<double>{4, 2});
        costs.rankFactor[1] = 2;
        QCOMPARE(timed("0F0 0B0\n1F0 1B0", costs), "0F0@0-1 0B0@11-15\n1F0@1-7 1B0@7-11");
        costs.overlap.times[{ActionKind::Forward, ActionKind::Backward}] =
            OverlapTime(StageValues(std::vector<double>{2.5, 9}));
        QCOMPARE(
            timed("1F0 (0F1;1B0)OVERLAP_F_B 1F1 1B1 0B1\n0F0 0B0", costs),
            "1F0@2-5 0F1@5-7.5 1B0@5-7.5 1F1@7.5-10.5 1B1@10.5-12.5 0B1@12.5-16.5\n0F0@0-2 0B0@7.5-15.5");
        costs.overlap.times.clear();
        costs.overlap.fallback = OverlapRule::Fallback::Max;
        QVERIFY(timed("1F0 (0F1;1B0)OVERLAP_F_B\n0F0", costs).starts_with("1F0@2-5 0F1@5-7 1B0@5-7"));
    }

    void bandwidthQueuesOnALink()
    {
        CostModel costs = withLatency(0.5);
        costs.transfer.bytes = 6;
        costs.transfer.bandwidth = 2;
        // Without SEND actions each message has the wire for itself; with them the second waits for the
        // first.
        QCOMPARE(timed("0F0 0F1\n1F0 1F1", costs), "0F0@0-1 0F1@1-2\n1F0@4.5-5.5 1F1@5.5-6.5");
        QCOMPARE(timed("0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0 1RECV_F1 1F1", costs),
                 "0F0@0-1 0SEND_F0@1-1 0F1@1-2 0SEND_F1@2-2\n1RECV_F0@0-0 1F0@4.5-5.5 1RECV_F1@5.5-5.5 "
                 "1F1@7.5-8.5");
    }

    void aMessageTakesTheLinkToItsReceiver()
    {
        CostModel costs;
        costs.transfer.bytes = 10;
        costs.transfer.bandwidth = 1;
        // Rank 2 receives what rank 1 computes with: that message is on the link from 0 to 2, as the next one
        // is.
        QCOMPARE(timed("0F0 0SEND_F0 0F1 0SEND_F1\n1F0\n1RECV_F0 1RECV_F1 1F1", costs),
                 "0F0@0-1 0SEND_F0@1-1 0F1@1-2 0SEND_F1@2-2\n1F0@11-12\n1RECV_F0@0-0 1RECV_F1@0-0 1F1@21-22");
    }

    void rendezvousBlocksBothSides()
    {
        CostModel costs = withLatency(0.5);
        costs.transfer.mode = TransferMode::Rendezvous;
        QCOMPARE(timed("0F0 0SEND_F0 0F1\n1RECV_F0 1F0", costs),
                 "0F0@0-1 0SEND_F0@1-1.5 0F1@1.5-2.5\n1RECV_F0@0-1.5 1F0@1.5-2.5");
        // With a WAIT_SEND the SEND only posts.
        QCOMPARE(timed("0F0 0SEND_F0 0F1 0WAIT_SEND_F0\n1RECV_F0 1F0", costs),
                 "0F0@0-1 0SEND_F0@1-1 0F1@1-2 0WAIT_SEND_F0@2-2\n1RECV_F0@0-1.5 1F0@1.5-2.5");
        // Both send first: nobody receives.
        QCOMPARE(
            timed("0F0 0SEND_F0 1RECV_F1 1F1\n0F1 0SEND_F1 1RECV_F0 1F0", costs),
            "deadlock: rank 0 0SEND_F0 (cell 1) waits for 1RECV_F0 on rank 1, which stands behind 0SEND_F1; "
            "rank 1 0SEND_F1 (cell 1) waits for 1RECV_F1 on rank 0, which stands behind 0SEND_F0");
        costs.transfer.mode = TransferMode::Async;
        QVERIFY(
            simulate(orderFrom("0F0 0SEND_F0 1RECV_F1 1F1\n0F1 0SEND_F1 1RECV_F0 1F0"), costs).has_value());
    }

    void lostMessagesAreMissed()
    {
        int lost = 0;
        for (const char* file : {"conformance/orders/1F1B.json", "conformance/orders/Interleaved1F1B.json"})
            for (const auto& record : sharedJson(file)) {
                if (!record.contains("order") || record.value("kind", "") != "sendrecv")
                    continue;
                const Schedule whole = scheduleFromCells(record["order"]);
                std::size_t messages = 0;
                for (const Row& row : whole.rows)
                    messages += std::count_if(row.begin(), row.end(),
                                              [](const Action& a) { return isCommunication(a.kind()); });
                for (std::size_t which = 0; which < messages; which += 1 + messages / 3) {
                    auto broken = std::make_shared<Schedule>(whole);
                    std::size_t count = 0;
                    for (Row& row : broken->rows)
                        std::erase_if(row, [&](const Action& a) {
                            return isCommunication(a.kind()) && count++ == which;
                        });
                    const auto timeline = simulate(broken, {});
                    QVERIFY2(!timeline, record.dump().c_str());
                    QCOMPARE(timeline.error().kind, TimingFailure::Kind::MissingInput);
                    ++lost;
                }
            }
        qInfo("%d messages lost", lost);
        QVERIFY(lost > 20);
    }

    void recordedLoweredOrdersRun()
    {
        int ran = 0;
        const auto run = [&](const nlohmann::json& cells, const std::string& name) {
            const auto timeline = simulate(std::make_shared<const Schedule>(scheduleFromCells(cells)), {});
            ++ran;
            return timeline ? std::string() : timeline.error().message.text() + " in " + name;
        };
        for (const std::string& file : sharedFiles("conformance/orders"))
            for (const auto& record : sharedJson(file)) {
                if (!record.is_object())
                    continue;
                const std::string kind = record.value("kind", "");
                std::string wrong;
                if (record.contains("order") && (kind == "comms" || kind == "fsdp" || kind == "sendrecv"))
                    wrong = run(record["order"], file + " " + kind);
                for (const char* lowered : {"sendrecv", "comms"})
                    if (wrong.empty() && record.contains(lowered) && record[lowered].is_array())
                        wrong = run(record[lowered], file + " " + lowered);
                QVERIFY2(wrong.empty(), wrong.c_str());
            }
        qInfo("%d lowered orders ran", ran);
        QVERIFY(ran > 500);
    }

    void loweredOrdersTakeAsLongAsTheirCompute()
    {
        const CostModel costs = withLatency(0.25);
        int compared = 0;
        for (const std::string& file : sharedFiles("conformance/orders")) {
            for (const auto& record : sharedJson(file)) {
                if (!record.is_object() || !record.contains("order") || !record.contains("kind") ||
                    (record["kind"] != "comms" && record["kind"] != "fsdp" &&
                     (record["kind"] != "sendrecv" ||
                      record["source"].get<std::string>().starts_with("hyper"))))
                    continue;
                const auto lowered = std::make_shared<const Schedule>(scheduleFromCells(record["order"]));
                const auto compute = succeeded(strip(*lowered));
                const auto with = simulate(lowered, costs);
                QVERIFY2(with.has_value(), (with ? "" : with.error().message.text()).c_str());
                const auto without = succeeded(simulate(std::make_shared<const Schedule>(*compute), costs));
                // Torch's WAIT_SEND may hold a rank until its receiver comes; it is never faster.
                if (record["kind"] == "comms")
                    QVERIFY(with->makespan >= without->makespan);
                else
                    QCOMPARE(with->makespan, without->makespan);
                ++compared;
            }
        }
        qInfo("%d lowered orders timed", compared);
        QVERIFY(compared > 500);
    }

    void aCancelledRunSaysSo()
    {
        Schedule schedule;
        schedule.rows.resize(1);
        for (std::uint32_t m = 0; m < 200'000; ++m)
            schedule.rows[0].emplace_back(StageId{0}, ActionKind::Forward, MicrobatchId{m});
        countStagesAndMicrobatches(schedule);
        const auto timeline =
            simulate(std::make_shared<const Schedule>(std::move(schedule)), {}, cancelled());
        QVERIFY(!timeline.has_value());
        QCOMPARE(timeline.error().toError().kind, ErrorKind::Cancelled);
    }

    void aLongCycleIsCutInWordsOnly()
    {
        constexpr std::uint32_t kRing = 40;
        Schedule schedule;
        for (std::uint32_t r = 0; r < kRing; ++r)
            schedule.rows.push_back({{StageId{1}, ActionKind::Forward, MicrobatchId{r}},
                                     {StageId{0}, ActionKind::Forward, MicrobatchId{(r + 1) % kRing}}});
        countStagesAndMicrobatches(schedule);
        const auto timeline = simulate(std::make_shared<const Schedule>(std::move(schedule)), {});
        QVERIFY(!timeline.has_value());
        QVERIFY(timeline.error().message.text().starts_with(
            "deadlock: rank 0 1F0 (cell 0) waits for 0F0 on rank 39, which stands behind 1F39; rank 39 1F39 "
            "(cell 0) "));
        QVERIFY(timeline.error().message.text().ends_with("; and 24 more ranks round to rank 0"));
        QCOMPARE(timeline.error().actions.size(), std::size_t{2 * kRing});
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, TimeSimulate)
#include "time_simulate.moc"
