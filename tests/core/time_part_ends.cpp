// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/analyze/metrics.h"
#include "tests/support/test_program.h"
#include "tests/support/timeline_text.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr std::pair kForwardBackward{ActionKind::Forward, ActionKind::Backward};

/// F 1, B 2; F and B overlapped take 4, and are done at these shares of it.
CostModel partsDone(double first, double second)
{
    CostModel costs;
    OverlapTime& rule = costs.overlap.times[kForwardBackward];
    rule.time = StageValues(4.0);
    rule.firstDone = first;
    rule.secondDone = second;
    return costs;
}

std::string pathText(std::string_view order, const CostModel& costs)
{
    const auto timeline = simulate(std::make_shared<const Schedule>(parse(order)), costs);
    std::string text;
    for (const ActionPosition& at : criticalPath(*timeline, costs).actions)
        text += (text.empty() ? "" : " ") + actionText(timeline->schedule->at(at).id());
    return text;
}

} // namespace

/// Overlapped cells whose parts are done at different times, or that take a share of their parts' sum.
class TimePartEnds : public QObject
{
    Q_OBJECT

private slots:
    void consumersStartFromThePart()
    {
        const char* order = "0F0 (0F1;0B0)OVERLAP_F_B 0B1\n1F0 1B0 1F1 1B1";
        QCOMPARE(timed(order, partsDone(1, 1)),
                 "0F0@0-1 0F1@4-8 0B0@4-8 0B1@11-13\n1F0@1-2 1B0@2-4 1F1@8-9 1B1@9-11");
        QCOMPARE(timed(order, partsDone(0.25, 1)),
                 "0F0@0-1 0F1@4-5 0B0@4-8 0B1@8-10\n1F0@1-2 1B0@2-4 1F1@5-6 1B1@6-8");
        QCOMPARE(timed(order, partsDone(0, 1)),
                 "0F0@0-1 0F1@4-4 0B0@4-8 0B1@8-10\n1F0@1-2 1B0@2-4 1F1@4-5 1B1@5-7");
    }

    void theRankIsBusyForTheWholeBlock()
    {
        // The last part of the row ends early; the rank does not.
        const CostModel costs = partsDone(1, 0.5);
        const auto order = std::make_shared<const Schedule>(parse("0F0 (0F1;0B0)OVERLAP_F_B"));
        const auto timeline = simulate(order, costs);
        QVERIFY(timeline.has_value());
        QCOMPARE(timesText(*timeline), "0F0@0-1 0F1@1-5 0B0@1-3");
        QCOMPARE(timeline->makespan, 5.0);
        QCOMPARE(measure(*timeline, costs).perRank[0].busy, 5.0);
        QCOMPARE(timed("0F0 (0F1;0B0)OVERLAP_F_B 0F2", costs), "0F0@0-1 0F1@1-5 0B0@1-3 0F2@5-6");
    }

    void pathsTakeThePartThatHeldThemUp()
    {
        QCOMPARE(pathText("0F0 (0F1;0B0)OVERLAP_F_B 0F2", partsDone(1, 0.5)), "0F0 0F1 0F2");
        QCOMPARE(pathText("0F0 (0F1;0B0)OVERLAP_F_B 0F2", partsDone(0.5, 1)), "0F0 0B0 0F2");
        QCOMPARE(pathText("0F0 (0F1;0B0)OVERLAP_F_B\n1F0 1B0 1F1 1B1 1F9\n0F9", partsDone(0.75, 1)),
                 "0F0 1F0 1B0 0F1 1F1 1B1 1F9");
    }

    void sharesOfTheSum()
    {
        CostModel costs;
        OverlapTime& rule = costs.overlap.times[kForwardBackward];
        rule.time = StageValues(std::vector<double>{0.5, 0.75});
        rule.isShareOfSum = true;
        costs.forward = StageValues(std::vector<double>{2, 6});
        costs.backward = StageValues(std::vector<double>{4, 10});
        // Half of 0F (2) and 1B (10).
        const char* order = "0F0 1F0 (0F1;1B0)OVERLAP_F_B 0B0";
        QCOMPARE(timed(order, costs), "0F0@0-2 1F0@2-8 0F1@8-14 1B0@8-14 0B0@14-18");
        // That tool takes both parts at the stage of the first: half of 2 and 4.
        costs.profile = TimingProfile::PpScheduleVisualization;
        QCOMPARE(timed(order, costs), "0F0@0-2 1F0@2-8 0F1@8-11 1B0@8-11 0B0@11-15");
        costs.profile = TimingProfile::Strict;
        costs.rankFactor[0] = 2;
        rule.firstDone = 0.5;
        QCOMPARE(timed(order, costs), "0F0@0-4 1F0@4-16 0F1@16-22 1B0@16-28 0B0@28-36");
    }
};

BUBBLESCOPE_TEST(TimePartEnds)
#include "time_part_ends.moc"
