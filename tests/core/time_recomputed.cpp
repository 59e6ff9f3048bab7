// SPDX-License-Identifier: Apache-2.0
// Forwards that are run again and activations that are moved away: what they wait for, take and hold.
#include <QTest>

#include "core/analyze/explanation.h"
#include "core/analyze/metrics.h"
#include "core/generate/generate.h"
#include "core/io/costs_json.h"
#include "core/io/document.h"
#include "core/io/schedule_csv.h"
#include "core/lower/pass.h"
#include "core/time/memory_curves.h"
#include "core/time/simulate.h"
#include "core/time/simulate_general.h"
#include "core/validate/validate.h"
#include "tests/support/test_program.h"

using namespace bubblescope;

namespace {

SchedulePtr recomputedOrder(const char* csv)
{
    return std::make_shared<const Schedule>(readScheduleCsv(csv, "order").value().schedule);
}

Schedule recomputedFrom(const char* request)
{
    return generate(requestFromText(request).value()).value();
}

/// Costs that tell every kind and stage apart.
CostModel recomputedCosts(std::uint32_t stages)
{
    CostModel costs;
    std::vector<double> forward, recompute;
    for (std::uint32_t s = 0; s < stages; ++s) {
        forward.push_back(1 + 0.125 * s);
        recompute.push_back(0.5 + 0.25 * s);
    }
    costs.forward = StageValues(forward);
    costs.recompute = StageValues(recompute);
    costs.transfer.latency = 0.25;
    return costs;
}

} // namespace

class TimeRecomputed : public QObject
{
    Q_OBJECT

private slots:
    void anRTakesWhatAnFTakesUnlessTheCostsSayOtherwise()
    {
        CostModel costs;
        costs.forward = StageValues(3.0);
        const SchedulePtr order = recomputedOrder("0F0,0R0,0B0\n");
        QCOMPARE(simulate(order, costs).value().makespan, 3.0 + 3 + 2);
        costs.recompute = StageValues(0.5);
        QCOMPARE(simulate(order, costs).value().makespan, 3.0 + 0.5 + 2);
    }

    void bothEnginesAgree()
    {
        for (const char* request : {"1f1b", "zb-h1", "interleaved-1f1b", "zbv", "group-interleaved-1f1b"}) {
            const auto order = std::make_shared<const Schedule>(
                applyPass("recompute:chunks=1", recomputedFrom(request)).value());
            const CostModel costs = recomputedCosts(order->stageCount);
            const Timeline dense = simulate(order, costs).value();
            const Timeline general = simulateGeneral(order, costs, {}).value();
            QVERIFY2(dense.lanes == general.lanes, request);
            QVERIFY(validate(*order).empty());
            QVERIFY(explain(dense, costs).has_value());
        }
    }

    void anRBehindItsBackwardIsNamed()
    {
        const SchedulePtr order = recomputedOrder("0F0,0B0,0R0\n");
        QVERIFY(!simulate(order, CostModel{}));
        const std::vector<Problem> problems = validate(*order);
        QVERIFY(!problems.empty());
        QCOMPARE(problems.front().message.text(),
                 std::string("rank 0 runs 0B0 (cell 1) before 0R0 (cell 2)"));
    }

    void whatIsRecomputedIsHeldFromRToItsBackward()
    {
        const CostModel costs;
        const SchedulePtr order = recomputedOrder("0F0,0F1,0F2,0R0,0B0,0R1,0B1,0R2,0B2\n");
        const Timeline timeline = simulate(order, costs).value();
        QCOMPARE(measure(timeline, costs).peakActivations, 1.0);
        const MemoryCurvesPtr memory = MemoryCurves::build(timeline, costs);
        QCOMPARE(memory->levelAt(RankId{0}, 2.5), 0.0);
        QCOMPARE(memory->levelAt(RankId{0}, 3.5), 1.0);
        CostModel parts;
        parts.activationRecomputed = StageValues(0.75);
        QCOMPARE(measure(timeline, parts).peakActivations, 3 * 0.25 + 0.75);
    }

    void copiesRunBesideComputeAndAreWaitedFor()
    {
        CostModel costs;
        costs.offload = StageValues(1.5);
        const SchedulePtr order = recomputedOrder("0F0,0O0,0F1,0L0,0B1,0B0\n");
        const Timeline timeline = simulate(order, costs).value();
        const LaneTimes& lane = timeline.lanes[0];
        QCOMPARE(lane.start[1], 1.0); // O, when its F has ended
        QCOMPARE(lane.start[2], 1.0); // the next F does not wait
        QCOMPARE(lane.start[3], 2.5); // L, when O has ended
        QCOMPARE(lane.start[4], 2.0);
        QCOMPARE(lane.start[5], 4.0); // the B of microbatch 1 ends with L
        const MemoryCurvesPtr memory = MemoryCurves::build(timeline, costs);
        QCOMPARE(memory->levelAt(RankId{0}, 1.5), 2.0);
        QCOMPARE(memory->levelAt(RankId{0}, 2.49),
                 3.0);                                // L begins during this B and has room from its start on
        QCOMPARE(memory->levelAt(RankId{0}, 3), 2.0); // O has freed its own
        QCOMPARE(memory->peak(RankId{0}).level, measure(timeline, costs).peakActivations);
        costs.offload = StageValues(4.0);
        const Timeline slow = simulate(order, costs).value();
        QCOMPARE(slow.lanes[0].start[5], 9.0); // waits for L
        const Explanation why = explain(slow, costs).value();
        QVERIFY(!why.ledger.bubbles.empty());
        QCOMPARE(bubbleReason(slow, why.ledger.bubbles.front()).text(), std::string("transfer of 0L0"));
    }

    void computeWaitsForCopiesBeyondThoseInFlight()
    {
        CostModel costs;
        costs.offload = StageValues(4.0);
        const SchedulePtr order =
            recomputedOrder("0F0,0O0,0F1,0O1,0F2,0O2,0F3,0L2,0B3,0B2,0L1,0B1,0L0,0B0\n");
        const auto startsOf = [&](std::optional<std::uint64_t> inFlight) {
            costs.offloadsInFlight = inFlight;
            const Timeline dense = simulate(order, costs).value();
            if (dense.lanes != simulateGeneral(order, costs).value().lanes)
                return std::vector<Time>();
            const LaneTimes& lane = dense.lanes[0];
            return std::vector<Time>{lane.start[0], lane.start[2], lane.start[4], lane.start[6]};
        };
        QCOMPARE(startsOf(std::nullopt), (std::vector<Time>{0, 1, 2, 3}));
        QCOMPARE(startsOf(2), (std::vector<Time>{0, 1, 2, 5})); // F3 waits for O0, which ends at 5
        QCOMPARE(startsOf(1), (std::vector<Time>{0, 1, 5, 9}));
        QCOMPARE(startsOf(0), (std::vector<Time>{0, 5, 10, 15})); // each F for the O before it
        QCOMPARE(startsOf(3), startsOf(std::nullopt));
    }

    void whatACopyHoldsUpIsExplainedByIt()
    {
        CostModel costs;
        costs.offload = StageValues(4.0);
        costs.offloadsInFlight = 1;
        const Timeline timeline =
            simulate(recomputedOrder("0F0,0O0,0F1,0O1,0F2,0B2,0L1,0B1,0L0,0B0\n"), costs).value();
        const Explanation why = explain(timeline, costs).value();
        QVERIFY(!why.ledger.bubbles.empty());
        const Bubble& bubble = why.ledger.bubbles.front();
        QCOMPARE(bubble.start, 2.0);
        QCOMPARE(bubble.end(), 5.0);
        QCOMPARE(bubbleReason(timeline, bubble).text(), std::string("transfer of 0O0"));
        QCOMPARE(why.slack[0][1], 0.0); // O0, behind it O1 and L1
        QCOMPARE(why.slack[0][2], 3.0); // F1, for which O1 does not wait
    }

    void aCopyWithoutItsOtherHalfIsMissing()
    {
        QVERIFY(!validate(*recomputedOrder("0F0,0O0,0B0\n")).empty());
        QVERIFY(!validate(*recomputedOrder("0F0,0L0,0B0\n")).empty());
        QVERIFY(validate(*recomputedOrder("0F0,0O0,0L0,0B0\n")).empty());
    }

    void aWrongCopyIsNamed_data()
    {
        QTest::addColumn<QString>("csv");
        QTest::addColumn<QString>("said");
        QTest::newRow("a reload behind its use") << "0F0,0O0,0B0,0L0\n"
                                                 << "rank 0 runs 0B0 (cell 2) before 0L0 (cell 3)";
        QTest::newRow("a store of what is not there yet") << "0O0,0F0,0L0,0B0\n"
                                                          << "rank 0 runs 0O0 (cell 0) before 0F0 (cell 1)";
        QTest::newRow("a reload before its store") << "0F0,0L0,0O0,0B0\n"
                                                   << "rank 0 runs 0L0 (cell 1) before 0O0 (cell 2)";
        QTest::newRow("a store twice") << "0F0,0O0,0O0,0L0,0B0\n"
                                       << "rank 0 runs 0O0 twice, in cells 1 and 2";
    }

    void aWrongCopyIsNamed()
    {
        QFETCH(QString, csv);
        QFETCH(QString, said);
        const std::vector<Problem> problems = validate(*recomputedOrder(csv.toUtf8().constData()));
        QVERIFY(!problems.empty());
        QCOMPARE(QString::fromStdString(problems.front().message.text()), said);
        QVERIFY(!validate(*recomputedOrder("0F0,0B0\n0O0,0L0\n")).empty()); // not where it is held
    }

    void filesReadBackAndWarn()
    {
        const Schedule order = applyPass("offload", recomputedFrom("1f1b")).value();
        const std::string csv = writeScheduleCsv(order);
        const ScheduleCsv read = readScheduleCsv(csv, "file.csv").value();
        QVERIFY(read.schedule.rows == order.rows);
        QCOMPARE(read.warnings.size(), std::size_t{1});
        QCOMPARE(std::string(read.warnings.front().message.code().key), std::string(kBeyondTorch.key));

        ProjectDocument document;
        document.source = order;
        const std::string text = writeDocument(document);
        QVERIFY(text.starts_with("{\n  \"bubblescopeFormat\": 2,"));
        QVERIFY(std::get<Schedule>(readDocument(text, "a.bubble").value().source).rows == order.rows);
        document.source = ScheduleRequest{};
        QVERIFY(writeDocument(document).starts_with("{\n  \"bubblescopeFormat\": 1,"));
        document.passes = {"recompute:style=full"};
        QVERIFY(writeDocument(document).starts_with("{\n  \"bubblescopeFormat\": 2,"));
        CostModel costs;
        QVERIFY(writeCosts(costs).find("\"version\": 1") != std::string::npos);
        costs.offload = StageValues(2.0);
        QVERIFY(writeCosts(costs).find("\"version\": 2") != std::string::npos);
        QVERIFY(readCosts(writeCosts(costs), "a.json").value() == costs);
    }
};

BUBBLESCOPE_TEST(TimeRecomputed)
#include "time_recomputed.moc"
