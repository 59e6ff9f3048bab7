// SPDX-License-Identifier: Apache-2.0
// Where a timeline goes and what is chosen in it, without a view.
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "ui/timeline/timeline_navigation.h"
#include "ui/timeline/timeline_selection.h"

using namespace bubblescope;
using namespace bubblescope::ui;
using namespace bubblescope::test;

namespace {

/// A timeline on a plot of some 900 x 100 pixels.
struct Parts
{
    explicit Parts(const EvaluationPtr& shown = evaluationOf(kTwoRanks))
    {
        navigation.viewport().setSize(1000, 130, 1);
        show(shown);
    }
    void show(const EvaluationPtr& shown)
    {
        selection.beginEvaluation(shown);
        navigation.setContent(shown->index, shown->timeline->makespan, false);
        selection.endEvaluation(false);
        evaluation = shown;
    }
    [[nodiscard]] std::string chosen() const
    {
        const auto action = selection.action();
        return action ? actionText(evaluation->timeline->schedule->at(*action).id()) : "nothing";
    }
    /// What is chosen after each of these.
    [[nodiscard]] std::string walk(std::initializer_list<void (TimelineSelection::*)()> steps)
    {
        std::string walked;
        for (const auto step : steps) {
            (selection.*step)();
            walked += (walked.empty() ? "" : " ") + chosen();
        }
        return walked;
    }
    EvaluationPtr evaluation;
    TimelineNavigation navigation;
    TimelineSelection selection{navigation};
};

} // namespace

class TimelineNavigationTest : public QObject
{
    Q_OBJECT

private slots:
    void zoomsAroundTheMiddleOrThePointer()
    {
        Parts p;
        QVERIFY(p.navigation.showsAll());
        p.navigation.zoomIn();
        QVERIFY(!p.navigation.showsAll());
        QVERIFY(isNear((p.navigation.range().from + p.navigation.range().to) / 2, 4));
        p.navigation.fitAll();
        const RectF& plot = p.navigation.geometry().plot;
        p.navigation.setPointerColumn(plot.x + plot.width / 4);
        p.navigation.zoomIn();
        QVERIFY(isNear(p.navigation.range().from + widthOf(p.navigation.range()) / 4, 2));
    }

    void goesBackAndForward()
    {
        Parts p;
        QSignalSpy moved(&p.navigation, &TimelineNavigation::rangeChanged);
        QVERIFY(!p.navigation.canGoBack());
        p.navigation.jumpTo({2, 4});
        p.navigation.jumpTo({5, 6});
        p.navigation.back();
        QCOMPARE(p.navigation.range(), (TimeRange{2, 4}));
        p.navigation.back();
        QVERIFY(p.navigation.showsAll());
        QVERIFY(!p.navigation.canGoBack());
        p.navigation.forward();
        QCOMPARE(p.navigation.range(), (TimeRange{2, 4}));
        QCOMPARE(moved.size(), 5);
    }

    void scrollsAsFarAsThereAreLanes()
    {
        Parts p(manyForwards(64, 4));
        QSignalSpy scrolled(&p.navigation, &TimelineNavigation::scrolled);
        p.navigation.scrollLanes(3);
        QCOMPARE(scrolled.size(), 1);
        QVERIFY(isNear(p.navigation.geometry().scrollY, 3 * p.navigation.lanePitch()));
        p.navigation.scrollLanes(1000);
        QVERIFY(isNear(p.navigation.geometry().scrollY, p.navigation.viewport().maxScrollY()));
        p.navigation.scrollLanes(1);
        QCOMPARE(scrolled.size(), 2);
        p.navigation.scrollToRank(RankId{0});
        QCOMPARE(p.navigation.geometry().scrollY, 0.0);
    }

    void revealingAsksForTheLane()
    {
        Parts p(manyForwards(64, 40));
        p.navigation.jumpTo({0, 4});
        std::vector<RankId> asked;
        connect(&p.navigation, &TimelineNavigation::laneAsked, this, [&](RankId rank, bool unfolded) {
            QVERIFY(!unfolded);
            asked.push_back(rank);
        });
        p.navigation.reveal(actionAt(50, 20));
        QCOMPARE(asked, std::vector{RankId{50}});
        QVERIFY(p.navigation.range().from <= 20 && p.navigation.range().to >= 21);
        QVERIFY(isNear(widthOf(p.navigation.range()), 4));
        QVERIFY(p.navigation.geometry().scrollY > 0);
    }

    void walksAlongAndAcrossLanes()
    {
        Parts p;
        using S = TimelineSelection;
        QCOMPARE(p.walk({&S::toNext, &S::toNext, &S::toLaneBelow, &S::toWaitedFor, &S::toNeedingIt}),
                 "0F0 0F1 1F0 0F0 1F0");
        p.selection.select(std::nullopt);
        QCOMPARE(p.chosen(), "nothing");
        QVERIFY(p.selection.links().producers.empty());
    }

    void goesBackToWhatWasChosen()
    {
        Parts p;
        const Gap gap{RankId{0}, 2, 5};
        p.selection.select(actionAt(0, 0));
        p.selection.setGap(gap);
        QVERIFY(!p.selection.action());
        p.selection.select(actionAt(1, 1));
        p.selection.back();
        QCOMPARE(p.selection.gap(), std::optional(gap));
        p.selection.back();
        QCOMPARE(p.selection.action(), std::optional(actionAt(0, 0)));
        QVERIFY(!p.selection.canGoBack());
        p.selection.forward();
        QCOMPARE(p.selection.gap(), std::optional(gap));
    }

    void followsItsActionIntoAnotherEvaluation()
    {
        Parts p;
        p.selection.select(actionAt(1, 1)); // 1F0; a bubble is before it
        QCOMPARE(p.chosen(), "1F0");
        QSignalSpy changes(&p.selection, &TimelineSelection::actionChanged);
        p.show(evaluationOf("0F0 0F1 .   0B0 0B1\n.   .   1F0 1B0 ."));
        QCOMPARE(p.chosen(), "1F0");
        QCOMPARE(changes.size(), 1); // its place in the row is another
        p.show(evaluationOf("0F0 0B0"));
        QCOMPARE(p.chosen(), "nothing");
    }

    void theChoiceIsAStretch()
    {
        Parts p;
        QVERIFY(!p.selection.stretch());
        p.selection.select(actionAt(0, 1));
        QCOMPARE(p.selection.stretch(), std::optional(Gap{RankId{0}, 1, 2}));
        p.selection.setGap(Gap{RankId{0}, 2, 5});
        QCOMPARE(p.selection.stretch(), std::optional(Gap{RankId{0}, 2, 5}));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TimelineNavigationTest)
#include "timeline_navigation_test.moc"
