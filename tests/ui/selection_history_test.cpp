// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/selection_history.h"

#include <QSignalSpy>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

/// Back and forward among what was chosen.
class SelectionHistoryTest : public QObject
{
    Q_OBJECT

private slots:
    void goesBackAndForward();
    void aNewChoiceForgetsWhatWasAhead();
    void afterAClearBackReturnsToIt();
    void gapsMoveWithTheTimes();
    void aGapThatCloses();
    void anotherOrderForgetsThem();
    void keysInTheWindow();
    void aBubbleKnownLaterStaysOneChoice();
    void theViewsButtonsFollow();
};

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

void SelectionHistoryTest::goesBackAndForward()
{
    ShownView shown(evaluationOf(kTwoRanks));
    TimelineView& view = shown.view;
    QVERIFY(!view.canSelectBack());
    view.setSelection(kFirst);
    QVERIFY(!view.canSelectBack());
    view.setGap(Gap{RankId{0}, 2, 5});
    view.setSelection(kThird);
    QVERIFY(view.canSelectBack());
    QVERIFY(!view.canSelectForward());
    view.selectionBack();
    QCOMPARE(view.gap(), std::optional(Gap{RankId{0}, 2, 5}));
    QVERIFY(!view.selection());
    view.selectionBack();
    QCOMPARE(view.selection(), std::optional(kFirst));
    QVERIFY(!view.gap());
    QVERIFY(!view.canSelectBack());
    view.selectionBack(); // there is nothing
    QCOMPARE(view.selection(), std::optional(kFirst));
    view.selectionForward();
    view.selectionForward();
    QCOMPARE(view.selection(), std::optional(kThird));
    QVERIFY(!view.canSelectForward());
}

void SelectionHistoryTest::aNewChoiceForgetsWhatWasAhead()
{
    ShownView shown(evaluationOf(kTwoRanks));
    TimelineView& view = shown.view;
    view.setSelection(kFirst);
    view.setSelection(kSecond);
    view.selectionBack();
    view.setSelection(kThird);
    QVERIFY(!view.canSelectForward());
    view.selectionBack();
    QCOMPARE(view.selection(), std::optional(kFirst));
}

void SelectionHistoryTest::afterAClearBackReturnsToIt()
{
    ShownView shown(evaluationOf(kTwoRanks));
    TimelineView& view = shown.view;
    view.setSelection(kFirst);
    view.clearSelection();
    QVERIFY(view.canSelectBack());
    view.selectionBack();
    QCOMPARE(view.selection(), std::optional(kFirst));
}

void SelectionHistoryTest::gapsMoveWithTheTimes()
{
    const EvaluationPtr before = evaluationOf(kTwoRanks);
    ShownView shown(before);
    TimelineView& view = shown.view;
    view.setGap(Gap{RankId{0}, 2, 5});
    view.setGap(Gap{RankId{1}, 0, 1}); // before the first
    view.setGap(Gap{RankId{1}, 5, 8}); // after the last
    view.setSelection(kFirst);
    view.setEvaluation(retimed(before, [](Time t) { return 3 * t; }));
    QCOMPARE(view.selection(), std::optional(kFirst));
    view.selectionBack();
    QCOMPARE(view.gap(), std::optional(Gap{RankId{1}, 15, 24}));
    view.selectionBack();
    QCOMPARE(view.gap(), std::optional(Gap{RankId{1}, 0, 3}));
    view.selectionBack();
    QCOMPARE(view.gap(), std::optional(Gap{RankId{0}, 6, 15}));
}

void SelectionHistoryTest::aGapThatCloses()
{
    const EvaluationPtr before = evaluationOf(kTwoRanks);
    ShownView shown(before);
    TimelineView& view = shown.view;
    view.setSelection(kFirst);
    view.setGap(Gap{RankId{0}, 2, 5});
    view.setSelection(kFirst);
    // 2 to 5 shrinks to nothing.
    view.setEvaluation(retimed(before, [](Time t) { return t <= 2 ? t : std::max(2.0, t - 3); }));
    QVERIFY2(!view.canSelectBack(), "both ends of what closed are the same action");
    view.setSelection(kSecond);
    view.selectionBack();
    QCOMPARE(view.selection(), std::optional(kFirst));
}

void SelectionHistoryTest::anotherOrderForgetsThem()
{
    ShownView shown(evaluationOf(kTwoRanks));
    TimelineView& view = shown.view;
    view.setSelection(kSecond);
    view.setSelection(kFirst);
    view.setEvaluation(evaluationOf("0F0 0B0"));
    QCOMPARE(view.selection(), std::optional(kFirst)); // still runs
    QVERIFY(!view.canSelectBack());
    view.setSelection(ActionPosition{RankId{0}, 1});
    view.selectionBack();
    QCOMPARE(view.selection(), std::optional(kFirst));
    view.setEvaluation(nullptr);
    QVERIFY(!view.canSelectBack());
    QVERIFY(!view.canSelectForward());
    view.selectionBack();
}

void SelectionHistoryTest::keysInTheWindow()
{
    ShownWindow w;
    w.view().setReducedMotion(true);
    QAction* back = w->commands().action("timeline.selectionBack");
    QAction* forward = w->commands().action("timeline.selectionForward");
    QVERIFY(!back->isEnabled());
    w.view().setSelection(kFirst);
    w.view().setSelection(kThird);
    QVERIFY(back->isEnabled());
    QVERIFY(!forward->isEnabled());
    // What is gone back to is revealed.
    w.view().setRange({20, 24});
    w.key(Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(w.view().selection(), std::optional(kFirst));
    QVERIFY(w.view().range().from <= 0);
    QVERIFY(!back->isEnabled());
    QVERIFY(forward->isEnabled());
    w.key(Qt::Key_Right, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(w.view().selection(), std::optional(kThird));
}

void SelectionHistoryTest::aBubbleKnownLaterStaysOneChoice()
{
    ShownWindow w;
    QTRY_VERIFY(w.view().explanation());
    const ExplanationPtr explanation = w.view().explanation();
    w.view().setSelection(kFirst);
    w.view().setExplanation(nullptr);
    const Bubble& bubble = explanation->ledger.bubbles.front();
    const Time middle = bubble.start + (bubble.end() - bubble.start) / 2;
    w.view().setGap(Gap{bubble.rank, bubble.start, middle});
    w.view().setExplanation(explanation);
    QCOMPARE(w.view().gap(), std::optional(Gap{bubble.rank, bubble.start, bubble.end()}));
    w.view().selectionBack();
    QCOMPARE(w.view().selection(), std::optional(kFirst));
    w.view().selectionForward();
    QCOMPARE(w.view().gap(), std::optional(Gap{bubble.rank, bubble.start, bubble.end()}));
}

void SelectionHistoryTest::theViewsButtonsFollow()
{
    ShownWindow w;
    w.view().setReducedMotion(true);
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

BUBBLESCOPE_TEST_WITH(QApplication, SelectionHistoryTest)
#include "selection_history_test.moc"
