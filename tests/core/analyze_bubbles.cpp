// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/analyze/explanation.h"
#include "tests/core/explained_orders.h"
#include "tests/core/order_support.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

BubbleLedger ledgerOf(const Timeline& timeline, const CostModel& costs)
{
    auto explanation = explain(timeline, costs);
    if (!explanation)
        throw std::invalid_argument(explanation.error().message.text());
    return std::move(explanation->ledger);
}

/// "1 0-1 waits for 0F0 from rank 0 [warm-up]", a line a gap.
std::string ledgerText(const Timeline& timeline, const BubbleLedger& ledger)
{
    std::string text;
    for (const Bubble& bubble : ledger.bubbles)
        text +=
            fmt::format("{}{} {:g}-{:g} {} [{}]", text.empty() ? "" : "\n", bubble.rank.value, bubble.start,
                        bubble.end(), bubbleReason(timeline, bubble).text(), bubbleCauseId(bubble.cause));
    return text;
}

/// When the cell of an action ends: a SEND stands behind the whole block.
Time cellEndTime(const Timeline& timeline, Place at)
{
    const Row& row = timeline.schedule->rows[at.rank];
    while (!row[at.index].startsCell())
        --at.index;
    Time end = 0;
    for (std::size_t i = at.index; i < cellEnd(row, at.index); ++i)
        end = std::max(end, timeline.lanes[at.rank].end[i]);
    return end;
}

/// What is wrong with one gap, in words; empty if nothing is.
std::string wrongBubble(const Timeline& timeline, const Bubble& bubble)
{
    const Schedule& schedule = *timeline.schedule;
    if (!(bubble.length > 0) || bubble.transfer < 0 || bubble.transfer > bubble.length)
        return "length or transfer";
    if (static_cast<bool>(bubble.next) != (bubble.cause != BubbleCause::NothingLeft))
        return "next";
    if (bubble.next && std::abs(timeline.startOf(bubble.next.position()) - bubble.end()) > 1e-9)
        return "the next action does not begin with its end";
    if (bubble.cause != BubbleCause::NothingLeft && !bubble.waitsFor)
        return "waits for nothing";
    if (bubble.cause == BubbleCause::Transfer && bubble.transfer != bubble.length)
        return "a transfer that is not all of it";
    if (bubble.cause == BubbleCause::CoolDown && bubble.phase != RankPhase::CoolDown)
        return "cool-down in another phase";
    const bool waitsForInput = bubble.cause == BubbleCause::Dependency ||
                               bubble.cause == BubbleCause::Transfer || bubble.cause == BubbleCause::CoolDown;
    if (waitsForInput && !isCompute(schedule.at(bubble.waitsFor.position()).kind()))
        return "an input that is not computed";
    if (bubble.cause == BubbleCause::Dependency &&
        cellEndTime(timeline, bubble.waitsFor) + 1e-9 < bubble.start)
        return "was there before";
    return {};
}

/// Time in which a rank computes, cell by cell.
Time coveredOf(const Timeline& timeline, std::size_t rank)
{
    Time covered = 0;
    const Row& row = timeline.schedule->rows[rank];
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!isCompute(row[i].kind()) || !row[i].startsCell())
            continue;
        covered += cellEndTime(timeline, {static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(i)}) -
                   timeline.lanes[rank].start[i];
    }
    return covered;
}

} // namespace

/// Every gap with its cause.
class AnalyzeBubbles : public QObject
{
    Q_OBJECT

private slots:
    void ledgers_data()
    {
        addRows<std::string, double, double, bool, bool, std::string>({
            {"1F1B of two ranks", "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1", 0, 0, false, false,
             "0 2-4 waits for 1B0 from rank 1 [warm-up]\n"
             "0 6-7 waits for 1B1 from rank 1 [cool-down]\n"
             "1 0-1 waits for 0F0 from rank 0 [warm-up]\n"
             "1 7-9 nothing left to do [nothing-left]"},
            {"with latency", "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1", 0.5, 0, false, false,
             "0 2-5 waits for 1B0 from rank 1, 0.5 of it transfer [warm-up]\n"
             "0 7-8 waits for 1B1 from rank 1, 0.5 of it transfer [cool-down]\n"
             "1 0-1.5 waits for 0F0 from rank 0, 0.5 of it transfer [warm-up]\n"
             "1 7.5-10 nothing left to do [nothing-left]"},
            {"a message that waits for its link", "0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0 1RECV_F1 1F1", 0,
             10, false, false,
             "0 2-22 nothing left to do [nothing-left]\n"
             "1 0-11 waits for 0F0 from rank 0, 10 of it transfer [warm-up]\n"
             "1 12-21 transfer of 0F1 from rank 0 [transfer]"},
            {"a sender that blocks", "0F0 0SEND_F0 0F1\n1RECV_F0 1F0", 0, 10, true, false,
             "0 1-11 sends 0F0 to rank 1 [communication]\n"
             "1 0-11 waits to receive 0F0 from rank 0, 10 of it transfer [warm-up]"},
            {"a sender that waits for its receiver", "0F0 0SEND_F0 0F3\n0F1 0F2 1RECV_F0 1F0", 0, 2, true,
             false,
             "0 1-4 waits to send 0F0 to rank 1, which does 0F2 first, 2 of it transfer [communication]\n"
             "1 2-4 receives 0F0 from rank 0 [communication]"},
            {"a receiver that waits for its sender", "0F0 0F1 0SEND_F1 0F2\n0F4 1RECV_F1 1F1", 0, 2, true,
             false,
             "0 2-4 sends 0F1 to rank 1 [communication]\n"
             "1 1-4 waits to receive 0F1 from rank 0, 2 of it transfer [communication]"},
            {"a WAIT_SEND", "0F0 0SEND_F0 0WAIT_SEND_F0 0F3\n0F1 0F2 1RECV_F0 1F0", 0, 2, true, false,
             "0 1-2 waits until rank 1, which does 0F2 first, takes 0F0 [communication]\n"
             "0 3-5 nothing left to do [nothing-left]\n"
             "1 2-4 receives 0F0 from rank 0 [communication]"},
            {"input gradients that are sent", "0F0 0SEND_F0 0RECV_B0 0I0 0W0\n1RECV_F0 1F0 1I0 1SEND_B0 1W0",
             0, 2, true, false,
             "0 1-7 waits to receive 1I0 from rank 1, 2 of it transfer [communication]\n"
             "1 0-3 waits to receive 0F0 from rank 0, 2 of it transfer [warm-up]\n"
             "1 5-7 sends 1I0 to rank 0 [communication]\n"
             "1 8-9 nothing left to do [nothing-left]"},
            {"FSDP, then longer for an input", "0F0 0F1 0F2\n0F3 1UNSHARD 1F2", 0, 0, false, false,
             "0 3-4 nothing left to do [nothing-left]\n"
             "1 1-3 waits for 0F2 from rank 0 [warm-up]"},
            {"FSDP, then shorter for an input", "0F0 0F1\n0F3 1UNSHARD 1F1", 0, 0, false, false,
             "0 2-3 nothing left to do [nothing-left]\n"
             "1 1-2 gathers stage 1's parameters (1UNSHARD) [fsdp]"},
            {"FSDP at the beginning", "0F0\n1UNSHARD 1UNSHARD 1F0", 0, 0, false, false,
             "0 1-2.5 nothing left to do [nothing-left]\n"
             "1 0-1.5 gathers stage 1's parameters (1UNSHARD) [warm-up]"},
            {"FSDP beside compute", "0F0\n0F1 1UNSHARD 1F0 1RESHARD 1F1", 0, 0, false, true,
             "0 1-3.75 nothing left to do [nothing-left]\n"
             "1 1-1.75 gathers stage 1's parameters (1UNSHARD) [fsdp]"},
            {"gradients and parameters", "0F0 0B0 0REDUCE_GRAD 0RESHARD 0F1 0B1 0RESHARD 0F2", 0, 0, false,
             false,
             "0 3-3.75 reduces stage 0's gradients (0REDUCE_GRAD) [fsdp]\n"
             "0 6.75-7 frees stage 0's parameters (0RESHARD) [fsdp]"},
            {"gradients reduced beside compute",
             "0F0 0B0 0REDUCE_GRAD 0F1 0REDUCE_GRAD 0WAIT_REDUCE_GRAD 0F2", 0, 0, false, true,
             "0 4-4.5 reduces stage 0's gradients (0REDUCE_GRAD) [fsdp]"},
            {"a rank with nothing", "0F0\n.", 0, 0, false, false, "1 0-1 nothing left to do [nothing-left]"},
        });
    }

    void ledgers()
    {
        const auto [order, latency, bytes, rendezvous, overlapsFsdp, expected] =
            givenRow<std::string, double, double, bool, bool, std::string>();
        CostModel costs;
        costs.transfer.latency = latency;
        costs.transfer.bytes = bytes;
        costs.transfer.bandwidth = 1;
        costs.transfer.mode = rendezvous ? TransferMode::Rendezvous : TransferMode::Async;
        costs.unshard = StageValues(0.75);
        costs.reshard = StageValues(0.25);
        costs.reduceGrad = StageValues(0.5);
        costs.overlapsFsdp = overlapsFsdp;
        const Timeline timeline = timelineOf(orderFrom(order), costs);
        QCOMPARE(ledgerText(timeline, ledgerOf(timeline, costs)), expected);
    }

    void phases()
    {
        CostModel costs;
        costs.transfer.latency = 0.5;
        const Timeline timeline =
            timelineOf(orderFrom("0F0 0F1 0B0 0F2 0B1 0B2\n1F0 1B0 1F1 1B1 1F2 1B2"), costs);
        std::string text;
        for (const Bubble& bubble : ledgerOf(timeline, costs).bubbles)
            text += fmt::format("{} {:g}-{:g} {} {}\n", bubble.rank.value, bubble.start, bubble.end(),
                                rankPhaseId(bubble.phase), bubbleCauseId(bubble.cause));
        QCOMPARE(text, "0 2-5 warm-up warm-up\n"
                       "0 10-12 cool-down cool-down\n"
                       "1 0-1.5 warm-up warm-up\n"
                       "1 7.5-8.5 steady dependency\n"
                       "1 11.5-14 cool-down nothing-left\n");
    }

    void sumsAreTheIdleTime_data() { addProfilesAndModes(); }

    void sumsAreTheIdleTime()
    {
        QFETCH(int, profile);
        QFETCH(bool, rendezvous);
        Dice dice(5);
        std::array<int, kBubbleCauseCount> seen{};
        int compared = 0;
        for (const NamedOrder& order : smallOrders())
            for (int draw = 0; draw < 2; ++draw) {
                CostModel costs =
                    mixedCosts(dice, rendezvous ? TransferMode::Rendezvous : TransferMode::Async);
                costs.profile = static_cast<TimingProfile>(profile);
                if (draw == 1)
                    costs.forward = StageValues(1.0 / (3 + dice.below(7)));
                const auto timeline = simulate(order.schedule, costs);
                if (!timeline)
                    continue;
                const BubbleLedger ledger = ledgerOf(*timeline, costs);
                const Metrics metrics = measure(*timeline, costs);
                std::vector<Time> idle(order.schedule->rankCount(), 0);
                Time total = 0;
                for (const Bubble& bubble : ledger.bubbles) {
                    idle[bubble.rank.value] += bubble.length;
                    ++seen[static_cast<std::size_t>(bubble.cause)];
                    const std::string wrong = wrongBubble(*timeline, bubble);
                    if (!wrong.empty()) // all of the text, for every bubble, would take most of the test's
                                        // time
                        QFAIL((order.name + ": " + wrong + " in " + bubbleReason(*timeline, bubble).text() +
                               "\n" + ledgerText(*timeline, ledger))
                                  .c_str());
                }
                for (std::uint32_t r = 0; r < order.schedule->rankCount(); ++r) {
                    QVERIFY(idle[r] == ledger.idlePerRank[r]);
                    QVERIFY(idle[r] == metrics.perRank[r].idle);
                    QVERIFY(std::abs(timeline->makespan - coveredOf(*timeline, r) - idle[r]) < 1e-9);
                    total += idle[r];
                }
                QVERIFY(total == ledger.total);
                Time byCause = 0;
                for (const Time time : ledger.byCause)
                    byCause += time;
                QVERIFY(std::abs(byCause - total) < 1e-9);
                ++compared;
            }
        qInfo("%d ledgers: %d warm-up, %d dependency, %d transfer, %d communication, %d fsdp, %d cool-down, "
              "%d nothing left",
              compared, seen[0], seen[1], seen[2], seen[3], seen[4], seen[5], seen[6]);
        QVERIFY(compared > 300);
        QCOMPARE(seen[static_cast<std::size_t>(BubbleCause::Host)], 0);      // only with communicators
        QCOMPARE(seen[static_cast<std::size_t>(BubbleCause::StepPhase)], 0); // only with head and tail
        QVERIFY(std::count(seen.begin(), seen.end() - 2, 0) <= (rendezvous ? 0 : 1));
    }

    void ids()
    {
        std::string text;
        for (std::size_t cause = 0; cause < kBubbleCauseCount; ++cause)
            text += std::string(bubbleCauseId(static_cast<BubbleCause>(cause))) + " ";
        QCOMPARE(text, "warm-up dependency transfer communication fsdp cool-down nothing-left host "
                       "step-phase ");
    }

    void json()
    {
        CostModel costs;
        costs.transfer.latency = 0.1;
        const Timeline timeline = timelineOf(orderFrom("0F0 0B0\n1F0 1B0"), costs);
        const std::string text = bubblesJson(timeline, ledgerOf(timeline, costs));
        QCOMPARE(text, R"([
  {"rank": 0, "start": 1.0, "length": 3.1999999999999993, "cause": "warm-up", "phase": "warm-up", "waits_for": {"rank": 1, "action": "1B0"}, "next": "0B0", "transfer": 0.1, "chain": [{"rank": 0, "action": "0B0"}, {"rank": 1, "action": "1B0"}, {"rank": 1, "action": "1F0"}, {"rank": 0, "action": "0F0"}], "chain_parts": {"compute": 3.0, "transfer": 0.2, "fsdp": 0.0, "other": 0.0}},
  {"rank": 1, "start": 0.0, "length": 1.1, "cause": "warm-up", "phase": "warm-up", "waits_for": {"rank": 0, "action": "0F0"}, "next": "1F0", "transfer": 0.1, "chain": [{"rank": 1, "action": "1F0"}, {"rank": 0, "action": "0F0"}], "chain_parts": {"compute": 1.0, "transfer": 0.1, "fsdp": 0.0, "other": 0.0}},
  {"rank": 1, "start": 4.1, "length": 2.0999999999999996, "cause": "nothing-left", "phase": "cool-down", "waits_for": null, "next": null, "transfer": 0.0, "chain": []}])");
        QVERIFY(nlohmann::json::accept(text));
        QCOMPARE(bubblesJson(timeline, {}), "[]");
    }

    void csv()
    {
        CostModel costs;
        costs.transfer.latency = 0.1;
        const Timeline timeline = timelineOf(orderFrom("0F0 0B0\n1F0 1B0"), costs);
        QCOMPARE(
            bubblesCsv(timeline, ledgerOf(timeline, costs)),
            "rank,start,length,cause,phase,waits_for_rank,waits_for,next,transfer,held_by_rank,held_by,text,"
            "chain\n"
            "0,1,3.2,warm-up,warm-up,1,1B0,0B0,0.1,,,\"waits for 1B0 from rank 1, 0.1 of it "
            "transfer\",\"0B0 ← 1B0 ← 1F0 ← 0F0\"\n"
            "1,0,1.1,warm-up,warm-up,0,0F0,1F0,0.1,,,\"waits for 0F0 from rank 0, 0.1 of it "
            "transfer\",\"1F0 ← 0F0\"\n"
            "1,4.1,2.1,nothing-left,cool-down,,,,0,,,\"nothing left to do\",\"\"\n");
    }
};

BUBBLESCOPE_TEST(AnalyzeBubbles)
#include "analyze_bubbles.moc"
