// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/analyze/metrics.h"
#include "core/time/link_table.h"
#include "core/time/simulate_broken.h"
#include "tests/support/test_program.h"
#include "tests/support/timeline_text.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Latency 0.5 everywhere but on one link.
CostModel withLink(std::uint32_t from, std::uint32_t to, double latency)
{
    CostModel costs;
    costs.transfer.latency = 0.5;
    costs.transfer.links = {{from, to, latency, {}, {}}};
    return costs;
}

} // namespace

/// Links that differ from the others: text in, "action@start-end" out.
class TimeLinks : public QObject
{
    Q_OBJECT

private slots:
    void aTableTellsLinksApart()
    {
        CostModel costs;
        costs.transfer = TransferCost{0.5, 6, 2};
        costs.transfer.links = {
            {0, 1, 4.0, {}, {}}, {1, 0, {}, 8.0, {}}, {2, 3, 0.0, 8.0, 16.0}, {3, 2, {}, {}, 0.0}};
        const LinkTable table(costs);
        const auto text = [&](std::uint32_t from, std::uint32_t to) {
            const LinkTable::Line& line = table.of(from, to);
            return fmt::format("{:g} + {:g}", line.latency, line.occupied);
        };
        QCOMPARE(text(0, 1), "4 + 3");
        QCOMPARE(text(1, 0), "0.5 + 4");
        QCOMPARE(text(2, 3), "0 + 0.5");
        QCOMPARE(text(3, 2), "0.5 + 0");
        QCOMPARE(text(0, 2), "0.5 + 3");
        QCOMPARE(text(1, 1), "0.5 + 3");
        QCOMPARE(table.of(0, 1).time(), 7.0);
    }

    void latencyOfOneLink_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<uint>("from");
        QTest::addColumn<uint>("to");
        QTest::addColumn<QString>("profile");
        QTest::addColumn<QString>("expected");
        const auto add = [](const char* name, const char* order, uint from, uint to, const char* profile,
                            const char* expected) {
            QTest::newRow(name) << order << from << to << profile << expected;
        };
        const char* pair = "0F0 0B0\n1F0 1B0";
        add("down", pair, 0, 1, "strict", "0F0@0-1 0B0@6.5-8.5\n1F0@3-4 1B0@4-6");
        add("up", pair, 1, 0, "strict", "0F0@0-1 0B0@6.5-8.5\n1F0@1.5-2.5 1B0@2.5-4.5");
        add("not used", pair, 0, 7, "strict", "0F0@0-1 0B0@5-7\n1F0@1.5-2.5 1B0@2.5-4.5");
        add("none within a rank", "0F0 1F0 1B0 0B0", 0, 1, "strict", "0F0@0-1 1F0@1-2 1B0@2-4 0B0@4-6");
        add("ranks count, not stages", "1F0\n0F0", 1, 0, "strict", "1F0@3-4\n0F0@0-1");
        add("visualization: within a rank as on an unnamed link", "0F0 1F0\n2F0", 0, 1,
            "pp-schedule-visualization", "0F0@0-1 1F0@1.5-2.5\n2F0@4.5-5.5");
        add("sync: handed over as long as that link takes", "0F0 0F1 0B0 0B1\n1F0 1F1 1B0 1B1", 0, 1,
            "pp-schedule-visualization-sync",
            "0F0@0-1 0F1@3-4 0B0@9.5-11.5 0B1@12-14\n1F0@3-4 1F1@6-7 1B0@7-9 1B1@9.5-11.5");
        add("sent", "0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0 1RECV_F1 1F1", 0, 1, "strict",
            "0F0@0-1 0SEND_F0@1-1 0F1@1-2 0SEND_F1@2-2\n1RECV_F0@0-0 1F0@3-4 1RECV_F1@4-4 1F1@4-5");
        add("sent to another rank", "0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0\n1RECV_F1 1F1", 0, 2, "strict",
            "0F0@0-1 0SEND_F0@1-1 0F1@1-2 0SEND_F1@2-2\n1RECV_F0@0-0 1F0@1.5-2.5\n1RECV_F1@0-0 1F1@4-5");
    }

    void latencyOfOneLink()
    {
        QFETCH(QString, order);
        QFETCH(uint, from);
        QFETCH(uint, to);
        QFETCH(QString, profile);
        QFETCH(QString, expected);
        CostModel costs = withLink(from, to, 2);
        costs.profile = *profileFromName(profile.toStdString());
        QCOMPARE(QString::fromStdString(timed(order.toStdString(), costs)), expected);
    }

    void messagesQueueOnTheirOwnLink()
    {
        const char* order = "0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0 1RECV_F1 1F1";
        CostModel costs;
        costs.transfer.bytes = 6;
        costs.transfer.links = {{0, 1, {}, {}, 2.0}};
        QCOMPARE(timed(order, costs), "0F0@0-1 0SEND_F0@1-1 0F1@1-2 0SEND_F1@2-2\n"
                                      "1RECV_F0@0-0 1F0@4-5 1RECV_F1@5-5 1F1@7-8");
        // Without SEND actions each message has the link for itself.
        QCOMPARE(timed("0F0 0F1\n1F0 1F1", costs), "0F0@0-1 0F1@1-2\n1F0@4-5 1F1@5-6");
        // Two links out of one rank, of which one is faster.
        costs.transfer.bandwidth = 1;
        QCOMPARE(timed("0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0\n1RECV_F1 1F1", costs),
                 "0F0@0-1 0SEND_F0@1-1 0F1@1-2 0SEND_F1@2-2\n1RECV_F0@0-0 1F0@4-5\n1RECV_F1@0-0 1F1@8-9");
        // A link of its own without bandwidth takes no time and keeps nobody waiting.
        costs.transfer.links = {{0, 1, {}, {}, 0.0}};
        QCOMPARE(timed(order, costs), "0F0@0-1 0SEND_F0@1-1 0F1@1-2 0SEND_F1@2-2\n"
                                      "1RECV_F0@0-0 1F0@1-2 1RECV_F1@2-2 1F1@2-3");
    }

    void latencyOccupiesNothing()
    {
        CostModel costs = withLink(0, 1, 10);
        costs.transfer.links[0].bytes = 1;
        costs.transfer.links[0].bandwidth = 2;
        // 0.5 on the link each: the second, sent a whole step later, does not wait.
        QCOMPARE(timed("0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0 1RECV_F1 1F1", costs),
                 "0F0@0-1 0SEND_F0@1-1 0F1@1-2 0SEND_F1@2-2\n"
                 "1RECV_F0@0-0 1F0@11.5-12.5 1RECV_F1@12.5-12.5 1F1@12.5-13.5");
    }

    void rendezvousTakesItsLink()
    {
        CostModel costs = withLink(0, 1, 2);
        costs.transfer.mode = TransferMode::Rendezvous;
        QCOMPARE(timed("0F0 0SEND_F0 0F1\n1RECV_F0 1F0", costs),
                 "0F0@0-1 0SEND_F0@1-3 0F1@3-4\n1RECV_F0@0-3 1F0@3-4");
        QCOMPARE(timed("0F0 0SEND_F0 0F1 0WAIT_SEND_F0\n1RECV_F0 1F0", costs),
                 "0F0@0-1 0SEND_F0@1-1 0F1@1-2 0WAIT_SEND_F0@2-2\n1RECV_F0@0-3 1F0@3-4");
        costs.transfer.links[0].bytes = 6;
        costs.transfer.links[0].bandwidth = 2;
        QCOMPARE(timed("0F0 0SEND_F0 0F1\n1RECV_F0 1F0", costs),
                 "0F0@0-1 0SEND_F0@1-6 0F1@6-7\n1RECV_F0@0-6 1F0@6-7");
    }

    void pathsKnowLinks()
    {
        CostModel costs;
        costs.transfer.links = {{0, 1, {}, 10.0, 1.0}};
        const auto order =
            std::make_shared<const Schedule>(parse("0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0 1RECV_F1 1F1"));
        const auto timeline = simulate(order, costs);
        QVERIFY(timeline.has_value());
        std::string text;
        for (const ActionPosition& at : criticalPath(*timeline, costs).actions)
            text += (text.empty() ? "" : " ") + actionText(order->at(at).id());
        QCOMPARE(text, "0F0 0SEND_F0 0SEND_F1 1F1");
        QCOMPARE(timeline->makespan, 22.0);
    }

    void brokenOrdersKnowLinks()
    {
        // 1F1 lacks its input; 1F0 gets its own over the slow link.
        const auto timeline =
            simulateBroken(std::make_shared<const Schedule>(parse("0F0\n1F0 1F1")), withLink(0, 1, 2));
        QVERIFY(timeline.has_value());
        QCOMPARE(timesText(*timeline), "0F0@0-1\n1F0@3-4 1F1@4-5");
    }
};

BUBBLESCOPE_TEST(TimeLinks)
#include "time_links.moc"
