// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/analyze/explanation.h"
#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/time/issue_queue.h"
#include "core/time/simulate.h"
#include "core/time/what_if.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <cmath>
#include <fmt/format.h>
#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// What a host issues, put together a line at a time. A transfer takes 2 to send, 3 from its late sender's
/// start, 1 from an early sender.
class Host
{
public:
    Host& compute(Time work, double slowdown = 1, Time host = 0)
    {
        Issue issue;
        issue.host = host;
        issue.work = work;
        issue.bound = host;
        issue.slowdown = slowdown;
        issue.target = 0;
        m_queue.issues.push_back(issue);
        return *this;
    }
    Host& transfer(const std::vector<TransferOperation>& operations, std::uint32_t stream = 0)
    {
        IssuedTransfer one;
        one.stream = stream;
        one.first = static_cast<std::uint32_t>(m_queue.operations.size());
        one.count = static_cast<std::uint32_t>(operations.size());
        one.sent = 2;
        one.arrival = 3;
        one.receive = 1;
        m_queue.operations.insert(m_queue.operations.end(), operations.begin(), operations.end());
        add(Issue::Kind::Transfer, static_cast<std::uint32_t>(m_queue.transfers.size()));
        m_queue.transfers.push_back(one);
        return *this;
    }
    Host& send(std::uint32_t to, std::uint32_t stream = 0) { return transfer({{to, 0, true}}, stream); }
    Host& receive(std::uint32_t from, std::uint32_t stream = 0)
    {
        return transfer({{from, 0, false}}, stream);
    }
    Host& wait(std::uint32_t transfer) { return add(Issue::Kind::Wait, transfer); }
    Host& synchronize() { return add(Issue::Kind::Synchronize, Issue::kNone); }
    [[nodiscard]] IssueQueue queue() const { return m_queue; }

private:
    Host& add(Issue::Kind kind, std::uint32_t target)
    {
        Issue issue;
        issue.kind = kind;
        issue.target = target;
        m_queue.issues.push_back(issue);
        return *this;
    }

    IssueQueue m_queue;
};

/// "0-5 5-7 | 0-8": the issues of each rank.
QString timesOf(const std::vector<IssueQueue>& queues, std::uint32_t credit = kUnlimitedCredit)
{
    const std::optional<IssueTimes> times =
        runIssues(queues, {}, [credit](std::uint32_t, std::uint32_t) { return credit; });
    if (!times)
        return "stuck";
    std::string text;
    for (const LaneTimes& rank : times->ofRank) {
        text += text.empty() ? "" : " |";
        for (std::size_t i = 0; i < rank.start.size(); ++i)
            text += fmt::format("{}{:g}-{:g}", text.empty() ? "" : " ", rank.start[i], rank.end[i]);
    }
    return QString::fromStdString(text);
}

SchedulePtr made(const char* family, std::uint32_t ranks, std::uint32_t microbatches)
{
    ScheduleRequest request;
    request.schedule = family;
    request.ranks = ranks;
    request.microbatches = microbatches;
    return std::make_shared<const Schedule>(generate(request).value());
}

CostModel withPolicy(CommunicatorPolicy policy)
{
    CostModel costs;
    costs.communicators.policy = policy;
    return costs;
}

} // namespace

/// Messages and hosts that take their turn.
class TimeCommunicators : public QObject
{
    Q_OBJECT

private slots:
    void lateSenderHoldsUpWhatIsBehindItsReceive()
    {
        // The send of rank 0 is ready at 0, but stands behind a receive that ends at 5 + 3.
        QCOMPARE(timesOf({Host().receive(1).send(1).queue(), Host().compute(5).send(0).receive(0).queue()}),
                 "0-8 8-10 | 0-5 5-7 7-11");
    }

    void streamsDoNotHoldEachOtherUp()
    {
        QCOMPARE(timesOf({Host().receive(1, 0).send(1, 1).queue(),
                          Host().compute(5).send(0, 0).receive(0, 1).queue()}),
                 "0-8 0-2 | 0-5 5-7 5-6");
    }

    void operationsOfOneKernelGoOnIndependently()
    {
        // It ends with its receive; its send was there from the start, so rank 1's receive takes 1 from 5.
        QCOMPARE(timesOf({Host().transfer({{1, 0, true}, {1, 0, false}}).queue(),
                          Host().compute(5).transfer({{0, 0, true}, {0, 0, false}}).queue()}),
                 "0-8 | 0-5 5-7");
    }

    void computeWaitsAndHostsDoNot()
    {
        // The wait costs the host nothing: the second send is issued at once and runs behind what waits.
        QCOMPARE(timesOf({Host().compute(4).send(1).queue(), Host().receive(0).wait(0).compute(2).queue()}),
                 "0-4 4-6 | 0-7 0-0 7-9");
    }

    void hostsWaitForTheDeviceWhereTheySynchronize()
    {
        QCOMPARE(timesOf({Host().compute(4).synchronize().compute(1, 1, 3).queue()}), "0-4 0-4 4-7");
        QCOMPARE(timesOf({Host().compute(4).compute(1, 1, 3).queue()}), "0-4 4-5");
    }

    void computeIsSlowerBesideATransferAndOnlyThen()
    {
        // The transfer is there from 0 to 1 and from 1 to 2: at half the speed 1 of 10 is done by then.
        QCOMPARE(timesOf({Host().receive(9).receive(9).compute(10, 2).queue()}), "0-1 1-2 0-11");
    }

    void transferThatWaitsForWhatItSlowsIsThereForAllOfIt()
    {
        const auto text = timesOf({Host().receive(1, 0).compute(10, 2).send(1, 1).queue(),
                                   Host().receive(0, 0).wait(0).compute(1).send(0, 1).queue()});
        QCOMPARE(text, "0-27 0-20 20-22 | 0-23 0-0 23-24 24-26");
    }

    void receivesThatNobodySendsToAreEarlyAndCyclesAreTold()
    {
        QCOMPARE(timesOf({Host().receive(7).wait(0).compute(1).queue()}), "0-1 0-0 1-2");
        QCOMPARE(timesOf({Host().receive(1).send(1).queue(), Host().receive(0).send(0).queue()}), "stuck");
    }

    void sendsWaitForTheirReceiversWithoutCredit()
    {
        // Both kernels are there at 5: the send takes 2 from then on, the message 3.
        QCOMPARE(timesOf({Host().send(1).queue(), Host().compute(5).receive(0).queue()}, 0), "0-7 | 0-5 5-8");
        const std::vector<IssueQueue> both{Host().send(1).receive(1).queue(),
                                           Host().send(0).receive(0).queue()};
        QCOMPARE(timesOf(both), "0-2 2-3 | 0-2 2-3");
        QCOMPARE(timesOf(both, 0), "stuck");
    }

    void sendsGoAheadAsFarAsThereIsCredit()
    {
        const std::vector<IssueQueue> queues{Host().send(1).send(1).send(1).queue(),
                                             Host().compute(5).receive(0).receive(0).receive(0).queue()};
        QCOMPARE(timesOf(queues), "0-2 2-4 4-6 | 0-5 5-6 6-7 7-8");
        // The third departs when the first has been received, at 6.
        QCOMPARE(timesOf(queues, 2), "0-2 2-4 4-8 | 0-5 5-6 6-7 7-9");
        // The second departs at 6, the third when that has been received, at 9.
        QCOMPARE(timesOf(queues, 1), "0-2 2-8 8-11 | 0-5 5-6 6-9 9-12");
    }

    /// Credit is in the unit of the messages' size; without a size it is a number of messages.
    void creditIsInBytesOrMessages()
    {
        const auto schedule = std::make_shared<const Schedule>(
            parse("0F0 0SEND_F0 0F1 0SEND_F1 0F2 0SEND_F2 0RECV_B0 0B0 0RECV_B1 0B1 0RECV_B2 0B2\n"
                  "1RECV_F0 1F0 1RECV_F1 1F1 1RECV_F2 1F2 1B0 1SEND_B0 1B1 1SEND_B1 1B2 1SEND_B2"));
        CostModel costs = withPolicy(CommunicatorPolicy::Torch);
        costs.forward = StageValues(std::vector<double>{0.25, 4});
        costs.communicators.sent = 0.25;
        const auto endOfThirdSend = [&] { return simulate(schedule, costs).value().lanes[0].end[5]; };
        QCOMPARE(endOfThirdSend(), 1.0);
        costs.communicators.credit = 2;
        const Time limited = endOfThirdSend();
        costs.transfer.bytes = 50;
        QVERIFY(limited == 1.0); // the first was received at 0.25
        costs.communicators.credit = 99;
        QVERIFY(endOfThirdSend() > 4); // one at a time: the second is received when 1F0 is over
        costs.communicators.credit = 100;
        QCOMPARE(endOfThirdSend(), limited);
        costs.transfer.bytes = 0;
        costs.communicators.credit = 1;
        QVERIFY(endOfThirdSend() > 4);
    }

    void freeCommunicatorsChangeNothing_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<int>("policy");
        for (const char* family : {"gpipe", "1f1b"})
            for (const auto policy : {CommunicatorPolicy::TorchSingleStage, CommunicatorPolicy::Megatron})
                QTest::addRow("%s %d", family, static_cast<int>(policy))
                    << QString(family) << static_cast<int>(policy);
    }

    void freeCommunicatorsChangeNothing()
    {
        QFETCH(QString, family);
        QFETCH(int, policy);
        const SchedulePtr schedule = made(family.toLatin1().constData(), 4, 8);
        const Timeline plain = simulate(schedule, {}).value();
        const Timeline timed =
            simulate(schedule, withPolicy(static_cast<CommunicatorPolicy>(policy))).value();
        QCOMPARE(timed.makespan, plain.makespan);
        QVERIFY(timed.lanes == plain.lanes);
    }

    void hostsThatAreLateDelayTheirRank()
    {
        CostModel costs = withPolicy(CommunicatorPolicy::TorchSingleStage);
        costs.communicators.forward.host = costs.communicators.backward.host = StageValues(10.0);
        const Timeline late = simulate(made("1f1b", 2, 2), costs).value();
        costs.communicators.hostFactor = 0;
        const Timeline early = simulate(made("1f1b", 2, 2), costs).value();
        QVERIFY(late.makespan > early.makespan + 10);
        QCOMPARE(early.makespan, simulate(made("1f1b", 2, 2), {}).value().makespan);
    }

    void bubblesOfAnOrderChangeNothing()
    {
        const auto plain = std::make_shared<const Schedule>(parse("0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1"));
        const auto padded =
            std::make_shared<const Schedule>(parse("0F0 . 0F1 . 0B0 . 0B1 .\n. 1F0 1B0 . 1F1 1B1 . ."));
        for (const auto policy : {CommunicatorPolicy::Torch, CommunicatorPolicy::TorchSingleStage,
                                  CommunicatorPolicy::Megatron, CommunicatorPolicy::MegatronOverlapped}) {
            CostModel costs = withPolicy(policy);
            costs.communicators.arrival = costs.communicators.synchronize = 0.5;
            costs.communicators.forward.host = StageValues(0.25);
            QCOMPARE(simulate(padded, costs).value().makespan, simulate(plain, costs).value().makespan);
        }
    }

    void actionsTakeTheirTimeHoweverLateTheHostIs()
    {
        CostModel costs = withPolicy(CommunicatorPolicy::Megatron);
        costs.communicators.synchronize = 10;
        const Timeline timeline = simulate(made("1f1b", 2, 2), costs).value();
        for (std::size_t rank = 0; rank < timeline.lanes.size(); ++rank)
            for (std::size_t i = 0; i < timeline.lanes[rank].start.size(); ++i)
                QCOMPARE(timeline.lanes[rank].end[i] - timeline.lanes[rank].start[i],
                         isForward(timeline.schedule->rows[rank][i].kind()) ? 1.0 : 2.0);
    }

    void slowerTransfersAreNotFree()
    {
        CostModel costs = withPolicy(CommunicatorPolicy::TorchSingleStage);
        costs.communicators.sent = costs.communicators.arrival = costs.communicators.receive = 1;
        WhatIf factors;
        factors.transfers = 10;
        const SchedulePtr schedule = made("1f1b", 2, 2);
        QVERIFY(simulate(schedule, scaled(costs, factors, 2)).value().makespan >
                simulate(schedule, costs).value().makespan + 9);
    }

    /// PyTorch's pull request 165664: the receive of a gradient stands before a send that is ready.
    void receiveThatIsPostedTooEarlyHoldsUpASend()
    {
        CostModel costs = withPolicy(CommunicatorPolicy::Torch);
        costs.communicators.sent = costs.communicators.receive = 1;
        costs.communicators.arrival = 2;
        const auto makespanOf = [&](const char* first) {
            const std::string second = "\n1RECV_F0 1F0 1B0 1SEND_B0 1RECV_F1 1F1 1B1 1SEND_B1";
            return simulate(std::make_shared<const Schedule>(parse(first + second)), costs).value().makespan;
        };
        const Time inTime = makespanOf("0F0 0SEND_F0 0F1 0SEND_F1 0RECV_B0 0B0 0RECV_B1 0B1");
        const Time tooEarly = makespanOf("0F0 0SEND_F0 0RECV_B0 0F1 0SEND_F1 0B0 0RECV_B1 0B1");
        QCOMPARE(inTime, 15.0);
        QCOMPARE(tooEarly, 17.0);
    }

    /// The figures of docs/predictions.md: messages of interleaved 1F1B where PyTorch posts them, and as late
    /// as their use allows.
    void cascadeOfReceivesGrowsWithTheRanks_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<double>("plain");
        QTest::addColumn<double>("posted");
        QTest::addColumn<double>("deferred");
        QTest::addRow("4 ranks") << 4 << 59.8 << 74.0 << 62.8;
        QTest::addRow("8 ranks") << 8 << 123.0 << 187.7 << 129.2;
        QTest::addRow("16 ranks") << 16 << 249.4 << 553.4 << 262.0;
    }

    void cascadeOfReceivesGrowsWithTheRanks()
    {
        QFETCH(int, ranks);
        QFETCH(double, plain);
        QFETCH(double, posted);
        QFETCH(double, deferred);
        const Schedule order =
            generate(
                requestFromText(fmt::format("interleaved-1f1b:stages-per-rank=2,ranks={},microbatches={}",
                                            ranks, 2 * ranks))
                    .value())
                .value();
        const auto makespanOf = [](const Schedule& schedule, const CostModel& costs) {
            return simulate(std::make_shared<const Schedule>(schedule), costs).value().makespan;
        };
        CostModel latency;
        latency.transfer.latency = 0.2;
        CostModel costs = withPolicy(CommunicatorPolicy::Torch);
        costs.communicators.sent = costs.communicators.receive = 0.1;
        costs.communicators.arrival = 0.2;
        const auto isNear = [](Time time, double told) { return std::abs(time - told) < 0.0005 * told; };
        QVERIFY(isNear(makespanOf(order, latency), plain));
        QVERIFY(isNear(makespanOf(order, costs), posted));
        QVERIFY(isNear(makespanOf(applyPass("send-recv", order).value(), costs), posted));
        const Schedule late = applyPass("torch:defer_pp_recv=true", order).value();
        QVERIFY(isNear(makespanOf(late, costs), deferred));
        const std::string early = render(applyPass("send-recv", order).value());
        if (ranks == 4) {
            QVERIFY(early.starts_with("0F0 0SEND_F0 4RECV_F0 0F1 0SEND_F1 4RECV_F1 0F2 0SEND_F2 4RECV_F2"));
            QVERIFY(render(late).starts_with("0UNSHARD 4UNSHARD 0F0 0SEND_F0 0F1 0SEND_F1 0F2 0SEND_F2 0F3 "
                                             "0SEND_F3 4RECV_F0 4F0"));
        }
    }

    void deadlockOfMessagesNamesActionsAndRanks()
    {
        const auto schedule =
            std::make_shared<const Schedule>(parse("0F0 0SEND_F0 0RECV_B0 0F1 0SEND_F1 0B0 0RECV_B1 0B1\n"
                                                   "1RECV_F0 1F0 1RECV_F1 1F1 1B0 1SEND_B0 1B1 1SEND_B1"));
        QVERIFY(simulate(schedule, {}));
        const auto failed = simulate(schedule, withPolicy(CommunicatorPolicy::Torch));
        QVERIFY(!failed);
        QCOMPARE(failed.error().kind, TimingFailure::Kind::Deadlock);
        QCOMPARE(failed.error().toError().kind, ErrorKind::DoesNotHold);
        QCOMPARE(
            failed.error().message.text(),
            std::string("deadlock: rank 0 0RECV_B0 (cell 2) waits for 1SEND_B0 on rank 1, which comes after "
                        "1RECV_F1; rank 1 1RECV_F1 (cell 2) waits for 0SEND_F1 on rank 0, which comes after "
                        "0RECV_B0"));
        const std::vector<ActionPosition> expected{
            {RankId{0}, 2}, {RankId{1}, 5}, {RankId{1}, 2}, {RankId{0}, 4}};
        QVERIFY(failed.error().actions == expected);
    }

    void deadlockWithoutMessagesInTheOrderNamesWhoseTheyAre()
    {
        // Rank 1 exchanges what 2F1 and 2B1 need before both.
        const auto schedule = std::make_shared<const Schedule>(
            parse("0F0 0F1 3F0 3B0 0B0 3F1 3B1 0B1\n1F0 2F0 1F1 2B0 1B0 2F1 2B1 1B1"));
        QVERIFY(simulate(schedule, {}));
        const auto failed = simulate(schedule, withPolicy(CommunicatorPolicy::Megatron));
        QVERIFY(!failed);
        QCOMPARE(
            failed.error().message.text(),
            std::string("deadlock: rank 0 waits to receive 2F1 for 3F1 (cell 5), which rank 1 sends only "
                        "after receiving 3B1; rank 1 waits to receive 3B1 for 2B1 (cell 6), which rank 0 "
                        "sends only after receiving 2F1"));
    }

    void messagesOfAnOrderLastAsLongAsTheirKernels()
    {
        CostModel costs = withPolicy(CommunicatorPolicy::Torch);
        costs.communicators.sent = 1;
        costs.communicators.arrival = 2;
        const auto schedule =
            std::make_shared<const Schedule>(parse("0F0 0SEND_F0 0RECV_B0 0B0\n1RECV_F0 1F0 1B0 1SEND_B0"));
        const Timeline timeline = simulate(schedule, costs).value();
        const LaneTimes first{{0, 1, 2, 8}, {1, 2, 8, 10}};
        const LaneTimes second{{0, 3, 4, 6}, {3, 4, 6, 7}};
        QVERIFY(timeline.lanes[0] == first);
        QVERIFY(timeline.lanes[1] == second);
    }

    void orderWithMessagesMustHaveThemAll()
    {
        const auto schedule = std::make_shared<const Schedule>(parse("0F0 0SEND_F0 0B0\n1RECV_F0 1F0 1B0"));
        QVERIFY(simulate(schedule, {}));
        const auto failed = simulate(schedule, withPolicy(CommunicatorPolicy::Torch));
        QVERIFY(!failed);
        QCOMPARE(failed.error().message.text(),
                 std::string("rank 0 0B0 has no receive before it for 1B0 of rank 1: under a policy of "
                             "communicators an order with messages must have all of them"));
    }

    void linksMakeMessagesLater()
    {
        CostModel costs = withPolicy(CommunicatorPolicy::TorchSingleStage);
        const SchedulePtr schedule = made("gpipe", 2, 1);
        QCOMPARE(simulate(schedule, costs).value().makespan, 6.0);
        costs.transfer.latency = 0.5;
        QCOMPARE(simulate(schedule, costs).value().makespan, 7.0);
        costs.communicators.arrival = 0.75; // is longer than a link takes
        QCOMPARE(simulate(schedule, costs).value().makespan, 7.5);
        costs.transfer.links.push_back({0, 1, 2.5, {}, {}});
        QCOMPARE(simulate(schedule, costs).value().makespan, 9.5);
        costs.transfer.bytes = 8;
        costs.transfer.bandwidth = 4;
        QCOMPARE(simulate(schedule, costs).value().makespan, 6 + 4.5 + 2.5);
    }

    void fsdpRunsBesideComputeUnderAPolicy()
    {
        const auto schedule = std::make_shared<const Schedule>(
            parse("0UNSHARD 1UNSHARD 0F0 1F0 1B0 1REDUCE_GRAD 0B0 0REDUCE_GRAD 1WAIT_REDUCE_GRAD"));
        CostModel costs;
        costs.unshard = StageValues(2.0);
        costs.reduceGrad = StageValues(3.0);
        for (const bool overlaps : {false, true}) {
            costs.overlapsFsdp = overlaps;
            const Timeline plain = simulate(schedule, costs).value();
            CostModel with = costs;
            with.communicators.policy = CommunicatorPolicy::Torch;
            QVERIFY(simulate(schedule, with).value().lanes == plain.lanes);
        }
    }

    void unshardThatCostsNothingIsNoStart()
    {
        const auto schedule = std::make_shared<const Schedule>(parse("0UNSHARD 0F0 0B0"));
        CostModel costs = withPolicy(CommunicatorPolicy::Torch);
        costs.communicators.launch = 1;
        for (const bool overlaps : {false, true}) {
            costs.overlapsFsdp = overlaps;
            QCOMPARE(simulate(schedule, costs).value().lanes[0].start[1], 0.0);
        }
    }

    void slowdownBelowOneIsRefused()
    {
        CostModel costs = withPolicy(CommunicatorPolicy::Torch);
        costs.communicators.backward.slowdown = 0.5;
        QCOMPARE(costs.check(1).error().message.text(),
                 std::string("backward_slowdown is 0.5; expected a number of at least 1"));
    }

    void bubblesAreExplained()
    {
        CostModel costs = withPolicy(CommunicatorPolicy::Torch);
        costs.communicators.arrival = costs.communicators.receive = 0.5;
        costs.communicators.forward.host = StageValues(0.25);
        const Timeline timeline = simulate(made("zbv", 4, 8), costs).value();
        const Explanation why = explain(timeline, costs).value();
        QVERIFY(!why.criticalPath.actions.empty());
        QCOMPARE(timeline.endOf(why.criticalPath.actions.back()), timeline.makespan);
        QCOMPARE(timeline.startOf(why.criticalPath.actions.front()), 0.0);
        const double told = std::accumulate(why.ledger.byCause.begin(), why.ledger.byCause.end(), 0.0);
        QVERIFY(std::abs(told - why.ledger.total) < 1e-9);
        for (const std::vector<Time>& rank : why.slack)
            for (const Time slack : rank)
                QVERIFY(slack >= 0);
    }
};

BUBBLESCOPE_TEST(TimeCommunicators)
#include "time_communicators.moc"
