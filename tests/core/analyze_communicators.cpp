// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/analyze/bounds.h"
#include "core/analyze/explanation.h"
#include "core/time/issue_plan.h"
#include "core/time/message_rounds.h"
#include "core/time/simulate.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr double kNear = 1e-9;

/// Orders and costs at random, the same for a seed.
class RandomRuns
{
public:
    explicit RandomRuns(std::uint64_t seed) : m_random(seed) {}

    /// Some stages on some ranks, one after the other or in a V, of which a rank runs any that is ready.
    SchedulePtr order()
    {
        const std::uint32_t ranks = number(1, 5);
        const std::uint32_t chunks = number(1, 3);
        const std::uint32_t stages = ranks * chunks;
        const std::uint32_t microbatches = number(1, 7);
        const bool isV = number(0, 1) == 1;
        const bool splits = number(0, 1) == 1;
        Schedule schedule;
        schedule.rows.resize(ranks);
        schedule.stageCount = stages;
        schedule.microbatchCount = microbatches;
        std::vector<std::vector<int>> done(stages, std::vector<int>(microbatches, 0));
        const auto isReady = [&](std::uint32_t s, std::uint32_t m) {
            switch (done[s][m]) {
            case 0:
                return s == 0 || done[s - 1][m] >= 1;
            case 1:
                return s + 1 == stages || done[s + 1][m] >= 2;
            default:
                return splits && done[s][m] == 2;
            }
        };
        for (std::uint32_t left = stages * microbatches * (splits ? 3 : 2); left > 0;) {
            const std::uint32_t rank = number(0, ranks - 1);
            std::vector<std::pair<std::uint32_t, std::uint32_t>> ready;
            for (std::uint32_t s = 0; s < stages; ++s) {
                const std::uint32_t place = s % ranks;
                if ((isV && (s / ranks) % 2 == 1 ? ranks - 1 - place : place) != rank)
                    continue;
                for (std::uint32_t m = 0; m < microbatches; ++m)
                    if (isReady(s, m))
                        ready.emplace_back(s, m);
            }
            if (ready.empty())
                continue;
            const auto [s, m] = ready[number(0, static_cast<std::uint32_t>(ready.size()) - 1)];
            const ActionKind kind = done[s][m] == 0   ? ActionKind::Forward
                                    : done[s][m] == 2 ? ActionKind::BackwardWeight
                                    : splits          ? ActionKind::BackwardInput
                                                      : ActionKind::Backward;
            schedule.rows[rank].emplace_back(StageId{s}, kind, MicrobatchId{m});
            ++done[s][m];
            --left;
        }
        return std::make_shared<const Schedule>(std::move(schedule));
    }

    CostModel costs()
    {
        CostModel costs;
        Communicators& own = costs.communicators;
        own.policy = static_cast<CommunicatorPolicy>(number(1, 4));
        for (double* time : {&own.sent, &own.arrival, &own.receive})
            *time = time01(1);
        for (double* time :
             {&own.further, &own.transferGap, &own.launch, &own.transferHost, &own.synchronize})
            *time = time01(0.1);
        own.kernelGap = time01(0.01);
        for (IssueCosts* issue : {&own.forward, &own.backward, &own.backwardInput, &own.backwardWeight}) {
            issue->host = StageValues(time01(1.5));
            issue->kernels = StageValues(number(0, 9));
            issue->lead = time01(0.2);
            issue->tail = time01(0.2);
        }
        costs.forward = StageValues(0.5 + time01(1.5));
        costs.backward = StageValues(1 + time01(2));
        return costs;
    }

    std::uint32_t number(std::uint32_t from, std::uint32_t to)
    {
        return from + static_cast<std::uint32_t>(m_random() % (to - from + 1));
    }

private:
    /// 0, or up to `most`.
    double time01(double most)
    {
        return number(0, 2) == 0 ? 0 : most * static_cast<double>(m_random() >> 11U) * 0x1.0p-53;
    }

    std::mt19937_64 m_random;
};

/// Puts the messages of an order into its rows.
struct MessageWriter
{
    const Schedule& schedule;
    std::vector<Row> rows;

    void cell(std::uint32_t rank, std::uint32_t begin, std::uint32_t end)
    {
        for (std::uint32_t i = begin; i < end; ++i)
            rows[rank].push_back(schedule.rows[rank][i]);
    }
    void message(const Place& from, const Place& to)
    {
        const Action& action = schedule.at(from.position());
        rows[from.rank].push_back(sendOf(action));
        rows[to.rank].push_back(receiveOf(action));
    }
};

SchedulePtr withMessages(const SchedulePtr& schedule)
{
    const ActionTable table(*schedule);
    MessageWriter writer{*schedule, std::vector<Row>(schedule->rows.size())};
    static_cast<void>(MessageRounds(*schedule, table, writer).run({}));
    Schedule lowered = *schedule;
    lowered.rows = std::move(writer.rows);
    return std::make_shared<const Schedule>(std::move(lowered));
}

/// From the first start of a cell to the last end, of messages too where the order has them.
Time spanOf(const std::vector<IssueQueue>& queues, const CreditOf& credit, bool ofMessages)
{
    const IssueTimes times = runIssues(queues, {}, credit).value();
    Time first = std::numeric_limits<Time>::infinity();
    Time last = 0;
    for (std::size_t r = 0; r < queues.size(); ++r)
        for (std::size_t i = 0; i < queues[r].issues.size(); ++i) {
            const Issue::Kind kind = queues[r].issues[i].kind;
            if (kind == Issue::Kind::Compute)
                first = std::min(first, times.ofRank[r].start[i]);
            if (kind == Issue::Kind::Compute || (ofMessages && kind == Issue::Kind::Transfer))
                last = std::max(last, times.ofRank[r].end[i]);
        }
    return last - first;
}

SchedulePtr orderOf(std::string_view text)
{
    return std::make_shared<const Schedule>(parse(text));
}

CostModel costsOfMessages(CommunicatorPolicy policy)
{
    CostModel costs;
    costs.communicators.policy = policy;
    costs.communicators.sent = costs.communicators.receive = 0.1;
    costs.communicators.arrival = 0.2;
    return costs;
}

/// By the action that ends them.
std::map<std::string, Bubble> bubblesBefore(const SchedulePtr& schedule, const CostModel& costs)
{
    const Timeline timeline = simulate(schedule, costs).value();
    std::map<std::string, Bubble> bubbles;
    const Explanation explanation = explain(timeline, costs).value();
    for (const Bubble& bubble : explanation.ledger.bubbles)
        if (bubble.next)
            bubbles.emplace(actionText(schedule->at(bubble.next.position()).id()), bubble);
    return bubbles;
}

} // namespace

/// Critical path, slack, causes and bounds under a policy of communicators.
class AnalyzeCommunicators : public QObject
{
    Q_OBJECT

private slots:
    void pathAddsUpAndBoundsAreBelow()
    {
        RandomRuns random(1);
        int timed = 0;
        for (int run = 0; run < 300; ++run) {
            SchedulePtr schedule = random.order();
            if (random.number(0, 1) == 1)
                schedule = withMessages(schedule);
            CostModel costs = random.costs();
            if (random.number(0, 3) == 0)
                costs.transfer.mode = TransferMode::Rendezvous;
            else if (random.number(0, 1) == 1)
                costs.communicators.credit = random.number(1, 3);
            if (random.number(0, 1) == 1)
                costs.communicators.forward.slowdown = costs.communicators.backward.slowdown = 1.4;
            const auto timeline = simulate(schedule, costs);
            if (!timeline)
                continue; // messages of random orders may stop each other
            ++timed;
            const Explanation why = explain(*timeline, costs).value();
            Time until = 0;
            for (const PathPart& part : why.criticalPath.parts) {
                QVERIFY(std::abs(part.start - until) < kNear);
                QVERIFY(part.end > part.start);
                until = part.end;
            }
            QVERIFY(std::abs(until - timeline->makespan) < kNear);
            QCOMPARE(why.criticalPath.length, timeline->makespan);
            QCOMPARE(timeline->endOf(why.criticalPath.actions.back()), timeline->makespan);
            const std::vector<Bound> bounds = lowerBounds(*timeline, costs);
            QCOMPARE(bounds.size(), std::size_t{4}); // none is beyond the makespan
            for (const Bound& bound : bounds)
                QVERIFY2(bound.value <= timeline->makespan, bound.id.c_str());
        }
        QVERIFY(timed > 200);
    }

    /// With head and tail the path begins with the head that holds the actions up, and ends with the step.
    void pathGoesThroughHeadAndTail()
    {
        RandomRuns random(5);
        int timed = 0;
        for (int run = 0; run < 200; ++run) {
            const SchedulePtr schedule = random.order();
            CostModel costs = random.costs();
            std::vector<double> heads;
            for (std::uint32_t rank = 0; rank < schedule->rankCount(); ++rank)
                heads.push_back(random.number(0, 4));
            costs.step.head = RankValues(heads);
            costs.step.reduceGradients = StageValues(random.number(1, 3));
            if (random.number(0, 1) == 1)
                costs.step.clip = StageValues(0.5);
            costs.step.optimizer = StageValues(random.number(1, 2));
            if (random.number(0, 1) == 1)
                costs.step.replicaFactor = {{1, 1.0 + random.number(0, 3) / 10.0}};
            const auto timeline = simulate(schedule, costs);
            if (!timeline)
                continue;
            ++timed;
            const CriticalPath path = criticalPath(*timeline, costs);
            Time until = 0;
            for (const PathPart& part : path.parts) {
                QVERIFY2(std::abs(part.start - until) < kNear,
                         fmt::format("{}: {} … {}", pathPartId(part.kind), until, part.start).c_str());
                until = part.end;
            }
            QVERIFY(std::abs(until - timeline->makespan) < kNear);
            QVERIFY(path.parts.back().kind == PathPart::Kind::Phase);
            QVERIFY(path.parts.back().phase == StepPhase::Optimizer);
            QCOMPARE(path.parts.front().kind == PathPart::Kind::Phase, timeline->head > 0);
        }
        QVERIFY(timed > 100);
    }

    /// An action that ends later by less than its slack does not lengthen the step, one that ends later by
    /// more does: each is made longer and all is run again.
    void slackIsWhatADelayMayTake()
    {
        RandomRuns random(2);
        int delayed = 0;
        for (int run = 0; run < 200; ++run) {
            SchedulePtr schedule = random.order();
            const bool isWritten = random.number(0, 1) == 1;
            if (isWritten)
                schedule = withMessages(schedule);
            CostModel costs = random.costs();
            const std::uint32_t window = random.number(0, 3);
            CreditOf credit;
            if (window == 0)
                costs.transfer.mode = TransferMode::Rendezvous;
            if (window < 3)
                credit = [window](std::uint32_t, std::uint32_t) { return window; };
            costs.communicators.credit = window < 3 ? window : 0;
            const auto timeline = simulate(schedule, costs);
            if (!timeline)
                continue;
            const Explanation why = explain(*timeline, costs).value();
            const ActionTable table(*schedule);
            std::vector<IssueQueue> queues =
                planIssues(*schedule, table, costs.forStages(table.stageCount()), {});
            const IssueTimes times = runIssues(queues, {}, credit).value();
            const Time usual = spanOf(queues, credit, isWritten);
            QVERIFY(std::abs(usual - timeline->makespan) < kNear);
            for (int i = 0; i < 10; ++i) {
                const std::uint32_t rank = random.number(0, schedule->rankCount() - 1);
                const auto count = static_cast<std::uint32_t>(queues[rank].issues.size());
                const std::uint32_t at = count == 0 ? 0 : random.number(0, count - 1);
                if (count == 0 || queues[rank].issues[at].kind != Issue::Kind::Compute)
                    continue;
                Issue& issue = queues[rank].issues[at];
                const Issue before = issue;
                const Time slack = why.slack[rank][issue.target];
                const auto spanWith = [&](Time later) {
                    issue.work =
                        before.gap + times.ofRank[rank].end[at] - times.ofRank[rank].start[at] + later;
                    const Time span = spanOf(queues, credit, isWritten);
                    issue = before;
                    return span;
                };
                ++delayed;
                QVERIFY(std::isfinite(slack));
                QVERIFY(spanWith(0.999 * slack) < usual + kNear);
                QVERIFY(spanWith(slack + 0.1) > usual + 0.1 - kNear);
            }
        }
        QVERIFY(delayed > 300);
    }

    /// Rank 1's gradient is received before activation 1 is sent, which has been ready: rank 1 waits for it.
    void bubbleNamesTheReceiveThatHoldsUpTheSend()
    {
        CostModel costs;
        costs.communicators.policy = CommunicatorPolicy::Torch;
        costs.communicators.sent = costs.communicators.receive = 1;
        costs.communicators.arrival = 2;
        const SchedulePtr schedule = orderOf("0F0 0SEND_F0 0RECV_B0 0F1 0SEND_F1 0B0 0RECV_B1 0B1\n"
                                             "1RECV_F0 1F0 1B0 1SEND_B0 1RECV_F1 1F1 1B1 1SEND_B1");
        const Timeline timeline = simulate(schedule, costs).value();
        const Explanation why = explain(timeline, costs).value();
        const auto held = std::find_if(why.ledger.bubbles.begin(), why.ledger.bubbles.end(),
                                       [](const Bubble& bubble) { return bubble.heldBy.has_value(); });
        QVERIFY(held != why.ledger.bubbles.end());
        QCOMPARE(held->rank.value, 1U);
        QCOMPARE(held->cause, BubbleCause::Communication);
        const std::string said = bubbleReason(timeline, *held).text();
        QVERIFY2(
            said.starts_with("waits for 0F1: rank 0 waits for the receive of 1B0 that was posted before its "
                             "send of 0F1"),
            said.c_str());
        QVERIFY(bubblesJson(timeline, why.ledger).find(R"("held_by": {"rank": 0, "receive": "1B0"})") !=
                std::string::npos);
        QVERIFY(bubblesCsv(timeline, why.ledger).find(",0,receive of 1B0,") != std::string::npos);
    }

    void lateHostsAreACauseOfTheirOwn()
    {
        CostModel costs;
        costs.communicators.policy = CommunicatorPolicy::Torch;
        costs.communicators.forward.host = StageValues(3.0);
        costs.communicators.forward.lead = 3;
        const Timeline timeline = simulate(orderOf("0F0 0F1 0B0 0B1"), costs).value();
        const Explanation why = explain(timeline, costs).value();
        QVERIFY(!why.ledger.bubbles.empty());
        QCOMPARE(why.ledger.bubbles.front().cause, BubbleCause::Host);
        QCOMPARE(why.criticalPath.parts.front().kind, PathPart::Kind::Host);
        QCOMPARE(bubbleReason(timeline, why.ledger.bubbles.front()).text(),
                 std::string("its host issues 0F1 late, or its kernels are apart"));
    }

    /// Megatron's host waits for its device behind each exchange of messages: what a rank waits for is then
    /// the same message as where the host goes on, and not a late host.
    void hostThatWaitsForItsDeviceIsNotLate()
    {
        const SchedulePtr schedule = orderOf("0F0 0F1 0B0 0F2 0B1 0B2\n1F0 1B0 1F1 1B1 1F2 1B2");
        CostModel costs = costsOfMessages(CommunicatorPolicy::TorchSingleStage);
        const std::map<std::string, Bubble> goingOn = bubblesBefore(schedule, costs);
        costs.communicators.policy = CommunicatorPolicy::Megatron;
        costs.communicators.synchronize = 0.01;
        const std::map<std::string, Bubble> waiting = bubblesBefore(schedule, costs);
        QVERIFY(goingOn.size() > 4);
        for (const auto& [next, bubble] : goingOn) {
            QVERIFY2(waiting.contains(next), next.c_str());
            QVERIFY2(waiting.at(next).cause == bubble.cause, next.c_str());
            QVERIFY2(waiting.at(next).waitsFor == bubble.waitsFor, next.c_str());
        }
        QCOMPARE(waiting.at("0F1").cause, BubbleCause::Transfer); // its own send
    }

    /// What is left of a gap once the host has gone on is the host's.
    void hostThatIsLateBehindItsWaitIsLate()
    {
        CostModel costs = costsOfMessages(CommunicatorPolicy::Megatron);
        costs.communicators.backward.host = StageValues(5.0);
        costs.communicators.backward.lead = 5;
        const auto bubbles = bubblesBefore(orderOf("0F0 0B0 0F1 0B1\n1F0 1B0 1F1 1B1"), costs);
        QCOMPARE(bubbles.at("1B0").cause, BubbleCause::Host);
    }

    /// A receive that is posted after its message was sent waits for no rank: 1F1's is behind the send of
    /// 1F0.
    void receiveThatIsPostedLateIsTheHosts()
    {
        CostModel costs = costsOfMessages(CommunicatorPolicy::Torch);
        costs.communicators.transferHost = 1;
        const auto bubbles =
            bubblesBefore(orderOf("0F0 0F1 0B0 0B1\n1F0 1F1 1B0 1B1\n2F0 2F1 2B0 2B1"), costs);
        QVERIFY(bubbles.at("1F1").length > 0.5);
        QCOMPARE(bubbles.at("1F1").cause, BubbleCause::Host);
    }

    void orderWithoutPolicyHasNoParts()
    {
        const CostModel costs;
        const Timeline timeline = simulate(orderOf("0F0 0B0"), costs).value();
        QVERIFY(criticalPath(timeline, costs).parts.empty());
    }
};

BUBBLESCOPE_TEST(AnalyzeCommunicators)
#include "analyze_communicators.moc"
