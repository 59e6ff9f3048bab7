// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/selection_history.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

constexpr ActionPosition kFirst{RankId{0}, 0};
constexpr ActionPosition kSecond{RankId{0}, 1};
constexpr ActionPosition kThird{RankId{1}, 1};
constexpr Gap kGap{RankId{0}, 2, 5};

} // namespace

/// Back and forward among what was chosen.
class SelectionHistoryTest : public QObject
{
    Q_OBJECT

private slots:
    void goesBackAndForward()
    {
        ShownView shown;
        QVERIFY(!shown.chosen.canGoBack());
        shown.chosen.select(kFirst);
        QVERIFY(!shown.chosen.canGoBack());
        shown.chosen.setGap(kGap);
        shown.chosen.select(kThird);
        QVERIFY(shown.chosen.canGoBack());
        QVERIFY(!shown.chosen.canGoForward());
        shown.chosen.back();
        QCOMPARE(shown.chosen.gap(), std::optional(kGap));
        QVERIFY(!shown.chosen.action());
        shown.chosen.back();
        QCOMPARE(shown.chosen.action(), std::optional(kFirst));
        QVERIFY(!shown.chosen.gap());
        QVERIFY(!shown.chosen.canGoBack());
        shown.chosen.back(); // there is nothing
        QCOMPARE(shown.chosen.action(), std::optional(kFirst));
        shown.chosen.forward();
        shown.chosen.forward();
        QCOMPARE(shown.chosen.action(), std::optional(kThird));
        QVERIFY(!shown.chosen.canGoForward());
    }

    void aNewChoiceForgetsWhatWasAhead()
    {
        ShownView shown;
        shown.chosen.select(kFirst);
        shown.chosen.select(kSecond);
        shown.chosen.back();
        shown.chosen.select(kThird);
        QVERIFY(!shown.chosen.canGoForward());
        shown.chosen.back();
        QCOMPARE(shown.chosen.action(), std::optional(kFirst));
    }

    void afterAClearBackReturnsToIt()
    {
        ShownView shown;
        shown.chosen.select(kFirst);
        shown.view.clearSelection();
        QVERIFY(shown.chosen.canGoBack());
        shown.chosen.back();
        QCOMPARE(shown.chosen.action(), std::optional(kFirst));
    }

    void gapsMoveWithTheTimes()
    {
        const EvaluationPtr before = evaluationOf(kTwoRanks);
        ShownView shown(before);
        shown.chosen.setGap(kGap);
        shown.chosen.setGap(Gap{RankId{1}, 0, 1}); // before the first
        shown.chosen.setGap(Gap{RankId{1}, 5, 8}); // after the last
        shown.chosen.select(kFirst);
        shown.view.setEvaluation(retimed(before, [](Time t) { return 3 * t; }));
        QCOMPARE(shown.chosen.action(), std::optional(kFirst));
        for (const Gap& gap : {Gap{RankId{1}, 15, 24}, {RankId{1}, 0, 3}, {RankId{0}, 6, 15}}) {
            shown.chosen.back();
            QCOMPARE(shown.chosen.gap(), std::optional(gap));
        }
    }

    void aGapThatCloses()
    {
        const EvaluationPtr before = evaluationOf(kTwoRanks);
        ShownView shown(before);
        shown.chosen.select(kFirst);
        shown.chosen.setGap(kGap);
        shown.chosen.select(kFirst);
        // 2 to 5 shrinks to nothing.
        shown.view.setEvaluation(retimed(before, [](Time t) { return t <= 2 ? t : std::max(2.0, t - 3); }));
        QVERIFY2(!shown.chosen.canGoBack(), "both ends of what closed are the same action");
        shown.chosen.select(kSecond);
        shown.chosen.back();
        QCOMPARE(shown.chosen.action(), std::optional(kFirst));
    }

    void anotherOrderForgetsThem()
    {
        ShownView shown;
        shown.chosen.select(kSecond);
        shown.chosen.select(kFirst);
        shown.view.setEvaluation(evaluationOf("0F0 0B0"));
        QCOMPARE(shown.chosen.action(), std::optional(kFirst)); // still runs
        QVERIFY(!shown.chosen.canGoBack());
        shown.chosen.select(ActionPosition{RankId{0}, 1});
        shown.chosen.back();
        QCOMPARE(shown.chosen.action(), std::optional(kFirst));
        shown.view.setEvaluation(nullptr);
        QVERIFY(!shown.chosen.canGoBack());
        QVERIFY(!shown.chosen.canGoForward());
        shown.chosen.back();
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
        TimelineSelection& chosen = w.view().chosen();
        chosen.select(kFirst);
        w.view().setExplanation(nullptr);
        const Bubble& bubble = explanation->ledger.bubbles.front();
        const Gap whole{bubble.rank, bubble.start, bubble.end()};
        const Time middle = bubble.start + (bubble.end() - bubble.start) / 2;
        chosen.setGap(Gap{bubble.rank, bubble.start, middle});
        w.view().setExplanation(explanation);
        QCOMPARE(chosen.gap(), std::optional(whole));
        chosen.back();
        QCOMPARE(chosen.action(), std::optional(kFirst));
        chosen.forward();
        QCOMPARE(chosen.gap(), std::optional(whole));
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
