// SPDX-License-Identifier: Apache-2.0
// Parts of blocks as actions: how they are written, what they wait for, take and hold, and the pass that
// interleaves them.
#include <QTest>

#include "core/analyze/activation_slots.h"
#include "core/analyze/explanation.h"
#include "core/analyze/metrics.h"
#include "core/chart/kind_times.h"
#include "core/generate/generate.h"
#include "core/io/chrome_trace.h"
#include "core/io/costs_json.h"
#include "core/io/document.h"
#include "core/io/perfetto_trace.h"
#include "core/io/schedule_csv.h"
#include "core/lower/pass.h"
#include "core/lower/pass_costs.h"
#include "core/scene/lane_index.h"
#include "core/time/memory_curves.h"
#include "core/time/simulate.h"
#include "core/time/simulate_general.h"
#include "core/time/what_if.h"
#include "core/validate/validate.h"
#include "tests/support/test_program.h"

using namespace bubblescope;

namespace {

SchedulePtr partsOrder(const std::string& csv)
{
    return std::make_shared<const Schedule>(readScheduleCsv(csv, "order").value().schedule);
}

/// An F and a B of another microbatch on one rank, the B's F before and the F's B behind them.
constexpr const char* kPartsPair =
    "0F0,0B0@combine,0F1@attention,0B0@experts,0F1@dispatch,0B0@dispatch,0F1@experts,0B0@attention,"
    "0F1@combine,0B1\n";

/// Times that tell all parts apart.
CostModel partsCosts()
{
    CostModel costs;
    costs.forward = StageValues(10.0);
    costs.backward = StageValues(20.0);
    costs.parts.forward = {StageValues(3.0), StageValues(2.0), StageValues(4.0), StageValues(1.0)};
    costs.parts.backward = {StageValues(6.0), StageValues(2.5), StageValues(8.0), StageValues(1.5)};
    return costs;
}

std::vector<std::string> partsProblems(const std::string& csv)
{
    std::vector<std::string> said;
    for (const Problem& problem : validate(*partsOrder(csv)))
        said.push_back(problem.message.text());
    return said;
}

} // namespace

class TimeParts : public QObject
{
    Q_OBJECT

private slots:
    void partsAreWrittenAroundTheirMicrobatch()
    {
        const SchedulePtr order = partsOrder(kPartsPair);
        QCOMPARE(writeScheduleCsv(*order), std::string(kPartsPair));
        QCOMPARE(actionText(order->rows[0][2].id()), std::string("0F1@attention"));
        QCOMPARE(sizeof(Action), std::size_t{8});
        const ScheduleCsv read = readScheduleCsv(kPartsPair, "order.csv").value();
        QCOMPARE(read.warnings.size(), std::size_t{1});
        QCOMPARE(std::string(read.warnings.front().message.code().key), std::string(kBeyondTorch.key));
        ProjectDocument document;
        document.source = *order;
        const std::string text = writeDocument(document);
        QVERIFY(text.starts_with("{\n  \"bubblescopeFormat\": 2,"));
        QVERIFY(std::get<Schedule>(readDocument(text, "a.bubble").value().source).rows == order->rows);
    }

    void wrongPartsAreRefused_data()
    {
        QTest::addColumn<QString>("cell");
        QTest::newRow("no part") << "0F0@mlp";
        QTest::newRow("a weight gradient has no exchange") << "0W0@dispatch";
        QTest::newRow("a recomputation has no parts") << "0R0@attention,0B0";
        QTest::newRow("no part in an overlapped cell") << "(0F1@attention;0B0)OVERLAP_F_B";
    }

    void wrongPartsAreRefused()
    {
        QFETCH(QString, cell);
        const Result<ScheduleCsv> read = readScheduleCsv(cell.toStdString() + "\n", "order.csv");
        QVERIFY(!read || read->warnings.front().message.code().key != kBeyondTorch.key);
    }

    void exchangesRunBesideCompute()
    {
        const SchedulePtr order = partsOrder(kPartsPair);
        const Timeline timeline = simulate(order, partsCosts()).value();
        const LaneTimes& lane = timeline.lanes[0];
        // F0 10; B0@combine on the expert stream beside F1@attention.
        QCOMPARE(lane.start[1], 10.0);
        QCOMPARE(lane.end[1], 11.5);
        QCOMPARE(lane.start[2], 10.0);
        QCOMPARE(lane.start[3], 13.0); // B0@experts behind F1@attention
        QCOMPARE(lane.start[4], 13.0); // F1@dispatch beside it
        QCOMPARE(lane.start[5], 21.0); // B0@dispatch, when the experts have ended
        QCOMPARE(lane.start[6], 21.0); // F1@experts
        QCOMPARE(lane.start[7], 25.0); // B0@attention
        QCOMPARE(lane.start[8], 25.0); // F1@combine beside it
        QCOMPARE(lane.start[9], 31.0);
        QCOMPARE(timeline.makespan, 51.0);
        const RankMetrics rank = measure(timeline, partsCosts()).perRank[0];
        QCOMPARE(rank.busy, 51.0);
        QCOMPARE(rank.exchange, 7.0);
        QCOMPARE(rank.exchangeExposed, 0.0);
    }

    void everyStreamHasALaneOfItsOwn()
    {
        CostModel costs = partsCosts();
        costs.offload = StageValues(2.0);
        const SchedulePtr order =
            partsOrder("0F0@attention,0F0@dispatch,0F0@experts,0F0@combine,0O0,0L0,0B0\n");
        const auto index = LaneIndex::build(std::make_shared<const Timeline>(simulate(order, costs).value()));
        QCOMPARE(index->subTracksInUse(), (std::vector{Track::Experts, Track::Stores, Track::Loads}));
        QCOMPARE(index->blockCount({RankId{0}, Track::Experts}), std::size_t{2});
        QCOMPARE(index->blockCount(RankId{0}), std::size_t{3});
        QCOMPARE(index->busy({RankId{0}, Track::Loads}, 0, 100)[static_cast<std::size_t>(FillClass::Copy)],
                 2.0);
        // F@attention 3, F@experts 4 and B 20 compute; F@dispatch 2, F@combine 1, O and L 2 each beside
        // nothing.
        const KindTimes times = kindTimes(*index, RankId{0}, {0, index->timeline().makespan});
        QCOMPARE(times.of(TimeKind::Exchange), 3.0);
        QCOMPARE(times.of(TimeKind::Copy), 4.0);
        QCOMPARE(times.of(TimeKind::Communication), 0.0);
        QCOMPARE(times.of(TimeKind::Idle), 0.0);
    }

    void whatIsNotGivenIsAnEqualShare()
    {
        CostModel costs;
        costs.forward = StageValues(8.0);
        QCOMPARE(costs.durationOf(ActionKind::ForwardDispatch, StageId{0}), 2.0);
        QCOMPARE(costs.durationOf(ActionKind::WeightExperts, StageId{0}), 0.5);
        costs = withPassCosts(costs, {"parts:attention=0.5,experts=0.25"}, 1);
        QCOMPARE(costs.durationOf(ActionKind::ForwardAttention, StageId{0}), 4.0);
        QCOMPARE(costs.durationOf(ActionKind::ForwardDispatch, StageId{0}), 2.0);
        QCOMPARE(costs.durationOf(ActionKind::WeightAttention, StageId{0}), 2.0 / 3);
        const CostModel given = readCosts(writeCosts(partsCosts()), "costs.json").value();
        QVERIFY(given == partsCosts());
        QVERIFY(writeCosts(given).find("\"F@attention\": 3") != std::string::npos);
    }

    void aWhatIfOnAKindIsOneOnItsParts()
    {
        WhatIf factors;
        factors.kinds[ActionKind::Forward] = 2;
        const CostModel slow = scaled(partsCosts(), factors, 1);
        QCOMPARE(slow.durationOf(ActionKind::ForwardAttention, StageId{0}), 6.0);
        QCOMPARE(slow.durationOf(ActionKind::BackwardAttention, StageId{0}), 6.0);
    }

    void aGapMayWaitForADispatch()
    {
        CostModel costs = partsCosts();
        costs.parts.forward.dispatch = StageValues(20.0);
        const Timeline timeline = simulate(partsOrder(kPartsPair), costs).value();
        QCOMPARE(timeline.lanes[0].start[6], 33.0);
        QCOMPARE(measure(timeline, costs).perRank[0].exchangeExposed, 12.0);
        const Explanation why = explain(timeline, costs).value();
        QCOMPARE(why.ledger.bubbles.size(), std::size_t{1});
        QCOMPARE(bubbleReason(timeline, why.ledger.bubbles.front()).text(),
                 std::string("transfer of 0F1@dispatch"));
    }

    void activationsAreHeldFromAttentionToAttention()
    {
        const CostModel costs = partsCosts();
        const Timeline timeline = simulate(partsOrder(kPartsPair), costs).value();
        const MemoryCurvesPtr memory = MemoryCurves::build(timeline, costs);
        QCOMPARE(memory->levelAt(RankId{0}, 9), 1.0);
        QCOMPARE(memory->levelAt(RankId{0}, 12), 2.0);
        QCOMPARE(memory->levelAt(RankId{0}, 30), 2.0);
        QCOMPARE(memory->levelAt(RankId{0}, 40), 1.0);
        QCOMPARE(measure(timeline, costs).peakActivations, 2.0);
        const auto buffers = activationSlots(*partsOrder(kPartsPair));
        QVERIFY(buffers.has_value());
        QCOMPARE(buffers->stageMicrobatch, std::vector<std::uint32_t>{2});
        QCOMPARE(buffers->microbatch, std::vector<std::uint32_t>{2});
    }

    void problemsOfPartsAreTold()
    {
        QVERIFY(partsProblems(kPartsPair).empty());
        QCOMPARE(partsProblems("0F0@attention,0F0@experts,0F0@dispatch,0F0@combine,0B0\n"),
                 std::vector<std::string>{"rank 0 runs 0F0@experts (cell 1) before 0F0@dispatch (cell 2)"});
        QCOMPARE(partsProblems("0F0@attention,0F0@dispatch,0F0@combine,0B0\n"),
                 std::vector<std::string>{"rank 0 does not run 0F0@experts"});
        QCOMPARE(partsProblems("0F0,0I0@combine,0I0@experts,0I0@attention,0W0@experts\n"),
                 (std::vector<std::string>{"rank 0 does not run 0I0@dispatch",
                                           "rank 0 does not run 0W0@attention"}));
        QCOMPARE(partsProblems("0F0@attention,0F0@dispatch,0F0@dispatch,0F0@experts,0F0@combine,0B0\n"),
                 std::vector<std::string>{"rank 0 runs 0F0@dispatch twice, in cells 1 and 2"});
        QCOMPARE(partsProblems("0F0,0F0@dispatch,0B0\n"),
                 std::vector<std::string>{
                     "rank 0 0F0@dispatch (cell 1) repeats the work of 0F0 (cell 0) on rank 0"});
        QVERIFY(!simulate(partsOrder("0F0@attention,0F0@experts,0F0@combine,0B0\n"), CostModel()));
    }

    void thePassInterleavesOverlappedCells()
    {
        const Schedule order = applyPass("parts", *partsOrder("0F0,(0F1;0B0)OVERLAP_F_B,0B1\n")).value();
        QCOMPARE(writeScheduleCsv(order), std::string(kPartsPair));
        QVERIFY(!applyPass("parts", *partsOrder("0F0,0B0\n")));
        QCOMPARE(writeScheduleCsv(applyPass("parts:cells=all", *partsOrder("0F0,0I0,0W0\n")).value()),
                 std::string("0F0@attention,0F0@dispatch,0F0@experts,0F0@combine,0I0@combine,0I0@experts,"
                             "0I0@dispatch,0I0@attention,0W0@experts,0W0@attention\n"));
        QVERIFY(!applyPass("parts", order));
        QVERIFY(!applyPass("send-recv", order));
        QVERIFY(!applyPass("recompute", order));
        QCOMPARE(writeScheduleCsv(applyPass("strip", order).value()), std::string("0F0,0B0,0F1,0B1\n"));
    }

    void bothEnginesAgree()
    {
        CostModel costs = partsCosts();
        costs.offload = StageValues(7.0);
        costs.transfer.latency = 0.25;
        for (const char* text : {"1f1b", "zbv", "interleaved-1f1b", "zb-h1", "dualpipev"})
            for (const auto& [pass, inFlight] :
                 {std::pair{"offload", -1}, {"offload", 0}, {"offload", 2}, {"parts:cells=all", 0}}) {
                costs.offloadsInFlight =
                    inFlight < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(inFlight));
                const auto order = std::make_shared<const Schedule>(
                    applyPass(pass, generate(requestFromText(text).value()).value()).value());
                const Timeline dense = simulate(order, costs).value();
                const Timeline general = simulateGeneral(order, costs).value();
                QVERIFY2(dense.lanes == general.lanes && dense.makespan == general.makespan, text);
            }
    }

    void schedulesInPartsRunAndAreNoSlowerThanTheirCells()
    {
        for (const char* request :
             {"megatron-interleaved:ranks=4,microbatches=8,stages-per-rank=2,overlap=true", "dualpipev",
              "dualpipe", "1f1b-overlap"}) {
            const Schedule order = generate(requestFromText(request).value()).value();
            const auto parts = std::make_shared<const Schedule>(applyPass("parts:cells=all", order).value());
            QVERIFY2(validate(*parts).empty(), request);
            CostModel costs;
            costs.transfer.latency = 0.25;
            const Timeline timeline = simulate(parts, costs).value();
            const Timeline general = simulateGeneral(parts, costs).value();
            QVERIFY2(timeline.lanes == general.lanes && timeline.makespan == general.makespan, request);
            const Timeline whole = simulate(std::make_shared<const Schedule>(order), costs).value();
            QVERIFY2(timeline.makespan <= whole.makespan + 1e-9, request);
            const Explanation why = explain(timeline, costs).value();
            QVERIFY(!why.criticalPath.actions.empty());
            // Traces name what the letters of PyTorch's file do not say.
            const std::string chrome = writeChromeTrace(timeline);
            QVERIFY(chrome.find("\"experts\"") != std::string::npos);
            QVERIFY(chrome.find("\"name\":\"Forward: dispatch\"") != std::string::npos);
            QVERIFY(writePerfettoTrace(timeline, costs, nullptr).find("Forward: dispatch") !=
                    std::string::npos);
        }
    }
};

BUBBLESCOPE_TEST(TimeParts)
#include "time_parts.moc"
