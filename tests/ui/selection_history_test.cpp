// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/selection_history.h"

#include <QSignalSpy>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

constexpr ActionPosition kFirst{RankId{0}, 0};
constexpr ActionPosition kSecond{RankId{0}, 1};
constexpr ActionPosition kThird{RankId{1}, 1};

/// The same order in other times.
EvaluationPtr retimed(const EvaluationPtr& before, const std::function<Time(Time)>& at)
{
    auto timeline = std::make_shared<Timeline>(*before->timeline);
    for (LaneTimes& lane : timeline->lanes)
        for (std::size_t i = 0; i < lane.start.size(); ++i) {
            lane.start[i] = at(lane.start[i]);
            lane.end[i] = at(lane.end[i]);
        }
    timeline->makespan = at(timeline->makespan);
    auto evaluation = std::make_shared<Evaluation>();
    evaluation->timeline = timeline;
    evaluation->index = LaneIndex::build(timeline);
    return evaluation;
}

} // namespace

/// Back and forward among what was chosen.
class SelectionHistoryTest : public QObject
{
    Q_OBJECT

private slots:
    void goesBackAndForward()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        TimelineView& view = shown.view;
        QVERIFY(!view.chosen().canGoBack());
        view.chosen().select(kFirst);
        QVERIFY(!view.chosen().canGoBack());
        view.chosen().setGap(Gap{RankId{0}, 2, 5});
        view.chosen().select(kThird);
        QVERIFY(view.chosen().canGoBack());
        QVERIFY(!view.chosen().canGoForward());
        view.chosen().back();
        QCOMPARE(view.chosen().gap(), std::optional(Gap{RankId{0}, 2, 5}));
        QVERIFY(!view.chosen().action());
        view.chosen().back();
        QCOMPARE(view.chosen().action(), std::optional(kFirst));
        QVERIFY(!view.chosen().gap());
        QVERIFY(!view.chosen().canGoBack());
        view.chosen().back(); // there is nothing
        QCOMPARE(view.chosen().action(), std::optional(kFirst));
        view.chosen().forward();
        view.chosen().forward();
        QCOMPARE(view.chosen().action(), std::optional(kThird));
        QVERIFY(!view.chosen().canGoForward());
    }

    void aNewChoiceForgetsWhatWasAhead()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        TimelineView& view = shown.view;
        view.chosen().select(kFirst);
        view.chosen().select(kSecond);
        view.chosen().back();
        view.chosen().select(kThird);
        QVERIFY(!view.chosen().canGoForward());
        view.chosen().back();
        QCOMPARE(view.chosen().action(), std::optional(kFirst));
    }

    void afterAClearBackReturnsToIt()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        TimelineView& view = shown.view;
        view.chosen().select(kFirst);
        view.clearSelection();
        QVERIFY(view.chosen().canGoBack());
        view.chosen().back();
        QCOMPARE(view.chosen().action(), std::optional(kFirst));
    }

    void gapsMoveWithTheTimes()
    {
        const EvaluationPtr before = evaluationOf(kTwoRanks);
        ShownView shown(before);
        TimelineView& view = shown.view;
        view.chosen().setGap(Gap{RankId{0}, 2, 5});
        view.chosen().setGap(Gap{RankId{1}, 0, 1}); // before the first
        view.chosen().setGap(Gap{RankId{1}, 5, 8}); // after the last
        view.chosen().select(kFirst);
        view.setEvaluation(retimed(before, [](Time t) { return 3 * t; }));
        QCOMPARE(view.chosen().action(), std::optional(kFirst));
        view.chosen().back();
        QCOMPARE(view.chosen().gap(), std::optional(Gap{RankId{1}, 15, 24}));
        view.chosen().back();
        QCOMPARE(view.chosen().gap(), std::optional(Gap{RankId{1}, 0, 3}));
        view.chosen().back();
        QCOMPARE(view.chosen().gap(), std::optional(Gap{RankId{0}, 6, 15}));
    }

    void aGapThatCloses()
    {
        const EvaluationPtr before = evaluationOf(kTwoRanks);
        ShownView shown(before);
        TimelineView& view = shown.view;
        view.chosen().select(kFirst);
        view.chosen().setGap(Gap{RankId{0}, 2, 5});
        view.chosen().select(kFirst);
        // 2 to 5 shrinks to nothing.
        view.setEvaluation(retimed(before, [](Time t) { return t <= 2 ? t : std::max(2.0, t - 3); }));
        QVERIFY2(!view.chosen().canGoBack(), "both ends of what closed are the same action");
        view.chosen().select(kSecond);
        view.chosen().back();
        QCOMPARE(view.chosen().action(), std::optional(kFirst));
    }

    void anotherOrderForgetsThem()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        TimelineView& view = shown.view;
        view.chosen().select(kSecond);
        view.chosen().select(kFirst);
        view.setEvaluation(evaluationOf("0F0 0B0"));
        QCOMPARE(view.chosen().action(), std::optional(kFirst)); // still runs
        QVERIFY(!view.chosen().canGoBack());
        view.chosen().select(ActionPosition{RankId{0}, 1});
        view.chosen().back();
        QCOMPARE(view.chosen().action(), std::optional(kFirst));
        view.setEvaluation(nullptr);
        QVERIFY(!view.chosen().canGoBack());
        QVERIFY(!view.chosen().canGoForward());
        view.chosen().back();
    }

    void keysInTheWindow()
    {
        ShownWindow w;
        w.view().navigation().setReducedMotion(true);
        QAction* back = w->commands().action("timeline.selectionBack");
        QAction* forward = w->commands().action("timeline.selectionForward");
        QVERIFY(!back->isEnabled());
        w.view().chosen().select(kFirst);
        w.view().chosen().select(kThird);
        QVERIFY(back->isEnabled());
        QVERIFY(!forward->isEnabled());
        // What is gone back to is revealed.
        w.view().navigation().setRange({20, 24});
        w.key(Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(w.view().chosen().action(), std::optional(kFirst));
        QVERIFY(w.view().navigation().range().from <= 0);
        QVERIFY(!back->isEnabled());
        QVERIFY(forward->isEnabled());
        w.key(Qt::Key_Right, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(w.view().chosen().action(), std::optional(kThird));
    }

    void aBubbleKnownLaterStaysOneChoice()
    {
        ShownWindow w;
        QTRY_VERIFY(w.view().explanation());
        const ExplanationPtr explanation = w.view().explanation();
        w.view().chosen().select(kFirst);
        w.view().setExplanation(nullptr);
        const Bubble& bubble = explanation->ledger.bubbles.front();
        const Time middle = bubble.start + (bubble.end() - bubble.start) / 2;
        w.view().chosen().setGap(Gap{bubble.rank, bubble.start, middle});
        w.view().setExplanation(explanation);
        QCOMPARE(w.view().chosen().gap(), std::optional(Gap{bubble.rank, bubble.start, bubble.end()}));
        w.view().chosen().back();
        QCOMPARE(w.view().chosen().action(), std::optional(kFirst));
        w.view().chosen().forward();
        QCOMPARE(w.view().chosen().gap(), std::optional(Gap{bubble.rank, bubble.start, bubble.end()}));
    }

    void theViewsButtonsFollow()
    {
        ShownWindow w;
        w.view().navigation().setReducedMotion(true);
        QAction* back = w->commands().action("timeline.back");
        QAction* forward = w->commands().action("timeline.forward");
        QVERIFY(!back->isEnabled() && !forward->isEnabled());
        w.key(Qt::Key_W);
        QVERIFY(back->isEnabled() && !forward->isEnabled());
        w.key(Qt::Key_Left, Qt::AltModifier);
        QVERIFY(!back->isEnabled() && forward->isEnabled());
        w.key(Qt::Key_Right, Qt::AltModifier);
        QVERIFY(back->isEnabled() && !forward->isEnabled());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, SelectionHistoryTest)
#include "selection_history_test.moc"
