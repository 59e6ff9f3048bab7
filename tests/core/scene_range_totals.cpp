// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/scene/actions_csv.h"
#include "core/scene/range_totals.h"
#include "tests/core/every_schedule.h"
#include "tests/core/explained_orders.h"
#include "tests/core/scene_support.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// By looking at every cell: independent of index and prefix sums.
RangeTotals addedUp(const Timeline& timeline, const std::vector<RankId>& ranks, Time from, Time to)
{
    RangeTotals totals;
    for (const RankId rank : ranks) {
        const Row& row = timeline.schedule->rows[rank.value];
        const LaneTimes& times = timeline.lanes[rank.value];
        RankRangeTotals own;
        own.rank = rank;
        for (std::size_t i = 0; i < row.size();) {
            const std::size_t end = cellEnd(row, i);
            const Time start = *std::min_element(times.start.begin() + std::ptrdiff_t(i),
                                                 times.start.begin() + std::ptrdiff_t(end));
            const Time stop = *std::max_element(times.end.begin() + std::ptrdiff_t(i),
                                                times.end.begin() + std::ptrdiff_t(end));
            const Time part = std::max(0.0, std::min(stop, to) - std::max(start, from));
            const Action& action = row[i];
            const std::size_t count = end - i;
            i = end;
            if (action.isBubble())
                continue;
            const bool begins = start >= from && start < to;
            totals.actionsBegun += begins ? count : 0;
            totals.actionsInside += begins && stop <= to ? count : 0;
            totals.actionsTouching += begins || (start < from && stop > from) ? count : 0;
            if (isCompute(action.kind())) {
                own.busy += part;
                totals.busy[static_cast<std::size_t>(fillClassOf(action))] += part;
            } else {
                (isFsdp(action.kind()) ? totals.fsdp : totals.communication) += part;
            }
        }
        own.idle = to - from - own.busy;
        totals.busyTime += own.busy;
        totals.idleTime += own.idle;
        totals.ranks.push_back(own);
    }
    return totals;
}

/// What differs, in words; empty if nothing does.
QString difference(const RangeTotals& found, const RangeTotals& wanted, Time scale)
{
    const auto differs = [&](Time a, Time b) { return std::abs(a - b) > 1e-9 * scale; };
    QStringList words;
    const auto say = [&](const char* what, double a, double b) {
        words << QStringLiteral("%1 is %2, not %3")
                     .arg(QLatin1String(what))
                     .arg(a, 0, 'g', 17)
                     .arg(b, 0, 'g', 17);
    };
    for (std::size_t fill = 0; fill < kFillClassCount; ++fill)
        if (differs(found.busy[fill], wanted.busy[fill]))
            say("busy of a class", found.busy[fill], wanted.busy[fill]);
    if (differs(found.fsdp, wanted.fsdp))
        say("fsdp", found.fsdp, wanted.fsdp);
    if (differs(found.busyTime, wanted.busyTime))
        say("busy", found.busyTime, wanted.busyTime);
    if (differs(found.idleTime, wanted.idleTime))
        say("idle", found.idleTime, wanted.idleTime);
    if (found.actionsBegun != wanted.actionsBegun)
        say("begun", double(found.actionsBegun), double(wanted.actionsBegun));
    if (found.actionsInside != wanted.actionsInside)
        say("inside", double(found.actionsInside), double(wanted.actionsInside));
    if (found.actionsTouching != wanted.actionsTouching)
        say("touching", double(found.actionsTouching), double(wanted.actionsTouching));
    for (std::size_t i = 0; i < wanted.ranks.size(); ++i)
        if (differs(found.ranks[i].idle, wanted.ranks[i].idle))
            say("idle of a rank", found.ranks[i].idle, wanted.ranks[i].idle);
    return words.join(QStringLiteral("; "));
}

std::vector<RankId> someRanks(const LaneIndex& index, std::mt19937& random)
{
    std::vector<RankId> ranks;
    for (std::uint32_t rank = 0; rank < index.laneCount(); ++rank)
        if (random() % 3 != 0)
            ranks.emplace_back(rank);
    return ranks.empty() ? allRanks(index) : ranks;
}

CostModel oddCosts()
{
    CostModel costs;
    costs.transfer.latency = 0.13;
    return costs;
}

} // namespace

/// Totals of a stretch of time: against adding up every cell, and over the whole run against the metrics.
class AnalyzeRangeTotals : public QObject
{
    Q_OBJECT

private slots:
    void readsAsItIsWritten()
    {
        const TimelinePtr timeline = timed("0F0@0-2 0F1@2-4 0B0@6-10\n1F0@2-4 1B0@4-6");
        RangeMeter meter(LaneIndex::build(timeline), nullptr);
        const RangeTotals totals = meter.totals(std::vector{RankId{0}, RankId{1}}, 3, 7);
        QCOMPARE(totals.length(), 4.0);
        QCOMPARE(totals.busy[std::size_t(FillClass::Forward)], 2.0);
        QCOMPARE(totals.busy[std::size_t(FillClass::Backward)], 3.0);
        QCOMPARE(totals.busyTime, 5.0);
        QCOMPARE(totals.idleTime, 3.0);
        QCOMPARE(totals.idleFraction, 0.375);
        QCOMPARE(totals.bubbleRate, 0.6);
        QCOMPARE(totals.ranks[0].idle, 2.0);
        QCOMPARE(totals.ranks[1].idle, 1.0);
        QCOMPARE(totals.actionsTouching, std::size_t{4}); // 0F1, 0B0, 1F0, 1B0
        QCOMPARE(totals.actionsBegun, std::size_t{2});    // 0B0, 1B0
        QCOMPARE(totals.actionsInside, std::size_t{1});   // 1B0
        QVERIFY(!totals.peakMemory);
    }

    void anEndBelongsToWhatComesAfter()
    {
        RangeMeter meter(LaneIndex::build(timed("0F0@0-2 0F1@2-4 0F2@4-6")), nullptr);
        const RangeTotals totals = meter.totals(std::vector{RankId{0}}, 2, 4);
        QCOMPARE(totals.actionsTouching, std::size_t{1});
        QCOMPARE(totals.actionsInside, std::size_t{1});
        QCOMPARE(totals.idleTime, 0.0);
        QCOMPARE(totals.bubbleRate, 0.0);
    }

    void nothingBusyHasNoRate()
    {
        RangeMeter meter(LaneIndex::build(timed("0F0@0-2 0F1@8-9")), nullptr);
        const RangeTotals totals = meter.totals(std::vector{RankId{0}}, 3, 7);
        QCOMPARE(totals.idleFraction, 1.0);
        QCOMPARE(totals.bubbleRate, 0.0);
        QCOMPARE(totals.actionsTouching, std::size_t{0});
    }

    void partsOfAnOverlappedCellCountEach()
    {
        RangeMeter meter(LaneIndex::build(timed("0F0@0-1 (0F1;0B0)OVERLAP_F_B@1-4 0B1@4-6")), nullptr);
        const RangeTotals totals = meter.totals(std::vector{RankId{0}}, 2, 5);
        QCOMPARE(totals.actionsTouching, std::size_t{3});
        QCOMPARE(totals.actionsBegun, std::size_t{1});
        QCOMPARE(totals.busy[std::size_t(FillClass::Overlap)], 2.0);
    }

    void overlappedCellsOfManyGroups_data()
    {
        QTest::addColumn<bool>("inOrder");
        QTest::newRow("as the row has them") << true;
        QTest::newRow("backwards") << false;
    }

    void overlappedCellsOfManyGroups()
    {
        QFETCH(bool, inOrder);
        constexpr int kCells = 192;
        std::string text;
        for (int i = 0; i < kCells; ++i) {
            const int at = 2 * (inOrder ? i : kCells - i);
            text += i % 3 == 0 ? fmt::format("(0F{};0B{})OVERLAP_F_B@{}-{} ", i, i, at, at + 1)
                               : fmt::format("0F{}@{}-{} ", i, at, at + 1);
        }
        const TimelinePtr timeline = timed(text);
        RangeMeter meter(LaneIndex::build(timeline), nullptr);
        const std::vector<RankId> ranks{RankId{0}};
        for (const auto& [from, to] :
             {std::pair{0.0, 500.0}, {0.0, 128.0}, {127.0, 129.5}, {30.5, 300.0}, {256.0, 384.0}}) {
            const QString differs = difference(meter.totals(ranks, from, to),
                                               addedUp(*timeline, ranks, from, to), timeline->makespan);
            QVERIFY2(differs.isEmpty(), qPrintable(differs));
        }
    }

    void everyOrderEqualsAddingUp()
    {
        std::mt19937 random(11);
        const auto share = [&random] { return static_cast<double>(random()) / 4294967296.0; };
        int compared = 0;
        for (const NamedOrder& order : smallOrders()) {
            const auto timeline = std::make_shared<const Timeline>(timelineOf(order.schedule, oddCosts()));
            const auto index = LaneIndex::build(timeline);
            RangeMeter meter(index, nullptr);
            for (int i = 0; i < 12; ++i) {
                Time from = timeline->makespan * (share() * 1.1 - 0.05);
                Time to = from + timeline->makespan * share() / (1 + i) + 1e-6;
                const std::vector<RankId> ranks = someRanks(*index, random);
                if (const auto& starts = timeline->lanes[ranks[0].value].start;
                    i % 3 == 0 && !starts.empty()) {
                    from = starts[random() % starts.size()]; // exactly at an edge
                    to = from + 3;
                }
                const QString differs = difference(meter.totals(ranks, from, to),
                                                   addedUp(*timeline, ranks, from, to), timeline->makespan);
                QVERIFY2(differs.isEmpty(), qPrintable(QStringLiteral("%1 [%2, %3): %4")
                                                           .arg(QString::fromStdString(order.name))
                                                           .arg(from)
                                                           .arg(to)
                                                           .arg(differs)));
                ++compared;
            }
        }
        qInfo("%d stretches compared", compared);
        QVERIFY(compared > 500);
    }

    void theWholeRunIsItsMetrics()
    {
        int compared = 0;
        for (const NamedSchedule& named : everySchedule()) {
            const CostModel costs = oddCosts();
            const auto timeline = std::make_shared<const Timeline>(timelineOf(named.schedule, costs));
            const auto index = LaneIndex::build(timeline);
            const Metrics metrics = measure(*timeline, costs);
            const auto memory = MemoryCurves::build(*timeline, costs);
            RangeMeter meter(index, memory);
            const RangeTotals totals = meter.totals(allRanks(*index), 0, timeline->makespan);
            const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-9 * (1 + std::abs(b)); };
            QVERIFY2(near(totals.idleFraction, metrics.idleFraction), named.request.c_str());
            QVERIFY2(near(totals.bubbleRate, metrics.bubbleRate), named.request.c_str());
            QVERIFY2(near(totals.peakMemory.value_or(-1), memory->highestPeak()), named.request.c_str());
            QVERIFY2(totals.actionsInside == totals.actionsTouching, named.request.c_str());
            for (std::size_t rank = 0; rank < metrics.perRank.size(); ++rank)
                QVERIFY2(near(totals.ranks[rank].idle, metrics.perRank[rank].idle), named.request.c_str());
            ++compared;
        }
        qInfo("%d runs compared", compared);
        QVERIFY(compared > 40);
    }

    void peakMemoryIsThatOfTheStretch()
    {
        const auto timeline =
            std::make_shared<const Timeline>(timelineOf(generated("1f1b:ranks=3,microbatches=6")));
        const auto memory = MemoryCurves::build(*timeline, CostModel{});
        RangeMeter meter(LaneIndex::build(timeline), memory);
        const std::vector<RankId> ranks{RankId{2}, RankId{0}};
        for (const auto& [from, to] : {std::pair{0.0, 0.5}, {0.0, 2.5}, {4.0, 9.0}, {10.0, 11.0}}) {
            const RangeTotals totals = meter.totals(ranks, from, to);
            double highest = -1;
            for (std::size_t i = 0; i < ranks.size(); ++i) {
                double own = memory->levelAt(ranks[i], from);
                for (const MemoryStep& step : memory->steps(ranks[i]))
                    if (step.time >= from && step.time < to)
                        own = std::max(own, step.level);
                QCOMPARE(totals.ranks[i].peakMemory.value_or(-1), own);
                highest = std::max(highest, own);
            }
            QCOMPARE(totals.peakMemory.value_or(-1), highest);
        }
    }

    void theActionsAreThoseCounted()
    {
        std::mt19937 random(5);
        for (const NamedOrder& order : smallOrders()) {
            const auto timeline = std::make_shared<const Timeline>(timelineOf(order.schedule, oddCosts()));
            const auto index = LaneIndex::build(timeline);
            RangeMeter meter(index, nullptr);
            const std::vector<RankId> ranks = someRanks(*index, random);
            const Time from = timeline->makespan * 0.3;
            const Time to = timeline->makespan * 0.6;
            const std::vector<ActionPosition> found = actionsTouching(*index, ranks, from, to);
            QVERIFY2(found.size() == meter.totals(ranks, from, to).actionsTouching, order.name.c_str());
            for (const ActionPosition& position : found)
                QVERIFY2(!timeline->schedule->at(position).isBubble(), order.name.c_str());
        }
    }

    void actionsAsCsv()
    {
        CostModel costs;
        costs.transfer.latency = 0.1;
        const Timeline timeline = timelineOf(generated("1f1b:ranks=2,microbatches=2"), costs);
        const std::vector<ActionPosition> actions{{RankId{1}, 0}, {RankId{1}, 1}, {RankId{0}, 0}};
        QCOMPARE(
            QString::fromStdString(actionsCsv(timeline, costs, actions)),
            QStringLiteral("action,rank,stage,kind,microbatch,start,end,duration,waits_for_rank,waits_for\n"
                           "1F0,1,1,F,0,1.1,2.1,1,0,0F0\n"
                           "1B0,1,1,B,0,2.1,4.1,1.9999999999999996,1,1F0\n"
                           "0F0,0,0,F,0,0,1,1,,\n"));
    }
};

BUBBLESCOPE_TEST(AnalyzeRangeTotals)
#include "scene_range_totals.moc"
