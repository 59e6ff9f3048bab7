// SPDX-License-Identifier: Apache-2.0
// How the list of bubbles and the timeline lead to each other.
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_bubbles_support.h"
#include "ui/panels/bubbles_model.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/panels/idle_bar.h"
#include "ui/timeline/hit_test.h"

namespace bubblescope::test {

using namespace ui;

namespace {

QDockWidget* bubblesDockOf(ShownWindow& w)
{
    return w->findChild<QDockWidget*>("bubbles-dock");
}

} // namespace

class WindowBubblesDockTest : public QObject
{
    Q_OBJECT

private slots:
    void theTimelineMarksAGap()
    {
        const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
        ShownView shown(evaluation);
        TimelineView& view = shown.view;
        view.setExplanation(twoRankGaps(*evaluation->timeline));
        view.chosen().select(ActionPosition{RankId{0}, 0});
        QSignalSpy gaps(&view.chosen(), &TimelineSelection::gapChanged);
        QSignalSpy selections(&view.chosen(), &TimelineSelection::actionChanged);
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, at(view, 0, 3.5));
        QVERIFY(view.chosen().gap() == (Gap{RankId{0}, 2, 5}));
        QCOMPARE(view.chosen().bubble(), std::optional<std::size_t>{0});
        QVERIFY(!view.chosen().action());
        QCOMPARE(gaps.count(), 1);
        QCOMPARE(selections.count(), 1);
        // The frame stands on the lane's edges, right where the gap begins.
        QTest::mouseMove(shown.viewport(), QPoint(2, 2));
        const QImage image = shown.viewport()->grab().toImage();
        const TimelineGeometry& geometry = view.geometry();
        const QColor frame =
            image.pixelColor(static_cast<int>(geometry.xOf(3)), static_cast<int>(geometry.laneTop(0)));
        QCOMPARE(frame, QColor(0x1d, 0x27, 0x33));
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!view.chosen().gap() && !view.chosen().bubble());
        QCOMPARE(gaps.count(), 2);
        // Between the lanes is no gap.
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, at(view, 0, 3.5));
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, at(view, 0, 0.5));
        QVERIFY(!view.chosen().gap());
        QCOMPARE(textAt(view), "0F0");
        QTest::mouseDClick(shown.viewport(), Qt::LeftButton, {}, at(view, 1, 6));
        QCOMPARE(view.chosen().bubble(), std::optional<std::size_t>{3});
        QVERIFY(isNear(widthOf(view.navigation().range()), 3 / 0.4, 0.5));
    }

    void bubblesAreWalkedByKeys()
    {
        const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
        ShownView shown(evaluation);
        TimelineView& view = shown.view;
        view.chosen().toNextBubble();
        QVERIFY(!view.chosen().gap());
        view.setExplanation(twoRankGaps(*evaluation->timeline));
        std::vector<std::size_t> seen;
        for (int i = 0; i < 6; ++i) {
            view.chosen().toNextBubble();
            seen.push_back(view.chosen().bubble().value_or(99));
        }
        QCOMPARE(seen, (std::vector<std::size_t>{0, 1, 2, 3, 3, 3}));
        view.chosen().toPreviousBubble();
        QCOMPARE(view.chosen().bubble(), std::optional<std::size_t>{2});
        // From an action on, along its lane.
        view.chosen().select(ActionPosition{RankId{1}, 2});
        view.chosen().toNextBubble();
        QCOMPARE(view.chosen().bubble(), std::optional<std::size_t>{3});
        view.chosen().select(ActionPosition{RankId{0}, 5});
        view.chosen().toPreviousBubble();
        QCOMPARE(view.chosen().bubble(), std::optional<std::size_t>{0});
        QVERIFY(view.accessibleDescription().startsWith("Selected: idle · rank 0"));
        // Zoomed elsewhere, it is brought into view.
        view.navigation().setRange({0, 1});
        view.chosen().toNextBubble();
        QVERIFY(view.navigation().range().from <= 6 && view.navigation().range().to >= 7);
    }

    void aGapThatComesBeforeItsCause()
    {
        const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
        ShownView shown(evaluation);
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, at(shown.view, 1, 6));
        QVERIFY(shown.view.chosen().gap() == (Gap{RankId{1}, 5, 8}));
        QVERIFY(!shown.view.chosen().bubble());
        QSignalSpy gaps(&shown.view.chosen(), &TimelineSelection::gapChanged);
        shown.view.setExplanation(twoRankGaps(*evaluation->timeline));
        QCOMPARE(shown.view.chosen().bubble(), std::optional<std::size_t>{3});
        QCOMPARE(gaps.count(), 1);
        shown.view.setEvaluation(evaluationOf("0F0 0B0"));
        QVERIFY(!shown.view.chosen().gap() && !shown.view.chosen().bubble());
        QCOMPARE(gaps.count(), 2);
    }

    void rowAndGapLeadToEachOther()
    {
        ShownWindow w;
        w.explained();
        const BubbleLedger& ledger = w.document().explanation()->ledger;
        QVERIFY(ledger.bubbles.size() > 3);
        QCOMPARE(bubblesDockOf(w)->windowTitle(), QString("Bubbles %1").arg(ledger.bubbles.size()));
        QTreeView* list = w->bubbles()->list();
        BubblesModel& model = *w->bubbles()->model();
        QVERIFY(list->isVisible());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(model.index(0, 1)).center());
        QCOMPARE(w.bubble(), model.bubbleAt(model.index(0, 0)));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(w.bubble(), model.bubbleAt(model.index(1, 0)));
        // And from the lane to the row.
        const Bubble& bubble = ledger.bubbles.front();
        w.view().setFocus();
        w.click(w.at(bubble.rank.value, bubble.start + bubble.length / 2));
        QCOMPARE(w.bubble(), std::optional<std::size_t>{0});
        QCOMPARE(model.bubbleAt(list->currentIndex()), std::optional<std::size_t>{0});
        w.key(Qt::Key_B);
        QCOMPARE(w.bubble(), std::optional<std::size_t>{1});
        QCOMPARE(model.bubbleAt(list->currentIndex()), std::optional<std::size_t>{1});
        w.key(Qt::Key_B, Qt::ShiftModifier);
        QCOMPARE(w.bubble(), std::optional<std::size_t>{0});
        w.key(Qt::Key_Escape);
        QVERIFY(list->selectionModel()->selectedRows().isEmpty());
        // Zoomed to by a double click.
        const Time before = widthOf(w.range());
        list->scrollToTop();
        QTest::mouseDClick(list->viewport(), Qt::LeftButton, {},
                           list->visualRect(model.index(0, 1)).center());
        QVERIFY(widthOf(w.range()) < before);
    }

    void theInspectorSaysWhatABubbleIs()
    {
        ShownWindow w;
        w.explained();
        const BubbleLedger& ledger = w.document().explanation()->ledger;
        QVERIFY(w.inspector().contains("Why ranks are idle"));
        const auto found =
            std::find_if(ledger.bubbles.begin(), ledger.bubbles.end(), [](const Bubble& bubble) {
                return bubble.waitsFor && bubble.next && bubble.waitsFor.rank != bubble.rank.value;
            });
        QVERIFY(found != ledger.bubbles.end());
        const auto number = static_cast<std::size_t>(found - ledger.bubbles.begin());
        w.view().chosen().showBubble(number);
        w.unfoldInspector();
        const Schedule& schedule = w.schedule();
        const QString text = w.inspector();
        const std::span<const Place> chain = ledger.chains.of(number);
        QVERIFY(chain.size() > 2);
        verifyBegins(text, QString("Bubble\n") +
                               QString::fromStdString(chainSentence(w.timeline(), *found, chain).text()));
        QVERIFY(text.contains("Length: ") && text.contains("When: ") && text.contains("Why: "));
        const QString awaited =
            QString::fromStdString(actionText(schedule.at(found->waitsFor.position()).id()));
        const QString next = QString::fromStdString(actionText(schedule.at(found->next.position()).id()));
        verifyContains(text,
                       {QString("Why, step by step\n%1, rank %2, starts ").arg(next).arg(found->rank.value),
                        QString("\n%1, rank %2, ").arg(awaited).arg(found->waitsFor.rank)});
        // The link goes there.
        for (QAbstractButton* link : w->inspector()->findChildren<QAbstractButton*>())
            if (link->isVisible() && link->accessibleName().startsWith(awaited + QString(", rank")))
                QTest::mouseClick(link, Qt::LeftButton);
        QVERIFY(w.chosen() == found->waitsFor.position());
        QVERIFY(!w.gap());
    }

    void columnsGiveWayToTheReason()
    {
        ShownWindow w;
        w->resize(1280, 800);
        w.explained();
        w.unfoldInspector();
        const QTreeView* list = w->bubbles()->findChild<QTreeView*>();
        QTRY_VERIFY(list->isColumnHidden(6));
        QVERIFY2(list->columnWidth(4) >= 200, qPrintable(QString::number(list->columnWidth(4))));
        w->resize(1800, 900);
        QTRY_VERIFY(!list->isColumnHidden(5) && !list->isColumnHidden(6));
        QVERIFY(list->columnWidth(4) >= 200);
    }

    /// Reasons are longer where there are transfers: the shares go before one is cut.
    void longReasonsAreWhole()
    {
        ShownWindow w;
        w->resize(1280, 800);
        CostModel costs;
        costs.unit = "us";
        costs.forward = StageValues(25'320.0);
        costs.transfer.latency = 179.5;
        w.document().setCosts(costs, "Costs");
        w.settle();
        w.explained();
        const QTreeView* list = w->bubbles()->findChild<QTreeView*>();
        const QFontMetrics metrics(list->font());
        const auto widest = [&] {
            int width = 0;
            for (int row = 0; row < list->model()->rowCount(); ++row)
                width = std::max(width,
                                 metrics.horizontalAdvance(list->model()->index(row, 4).data().toString()));
            return width;
        };
        QTRY_VERIFY(widest() > 240);
        QTRY_VERIFY2(list->columnWidth(4) > widest(), qPrintable(QString::number(list->columnWidth(4))));
    }

    void docksShareATabBar()
    {
        ShownWindow w;
        auto* problems = w->findChild<QDockWidget*>("problems-dock");
        QVERIFY(w->tabifiedDockWidgets(bubblesDockOf(w)).contains(problems));
        QVERIFY(w->bubbles()->isVisible());
        QVERIFY(!w->bubbles()->visibleRegion().isEmpty());
        w.open("broken.csv", "0F0,0B0,0F1,0B1\n1F1,1B1,1F0,1B0\n");
        QTRY_VERIFY(w->problems()->problemCount());
        // What keeps the order from running comes to the front.
        QTRY_VERIFY(!w->problems()->visibleRegion().isEmpty());
        bubblesDockOf(w)->raise();
        QTRY_VERIFY(!w->bubbles()->visibleRegion().isEmpty());
        QCOMPARE(labelText(*w->bubbles(), "bubbles-empty"),
                 "This order cannot run, so its gaps have no cause yet. Problems shows why.");
        QCOMPARE(w.metric("critical-path"), "–");
        QVERIFY(!w.action("timeline.nextBubble")->isEnabled());
    }

    void metricsAreNotCut()
    {
        ShownWindow w;
        w.explained();
        QTRY_COMPARE(w.metric("problems"), "0");
        const auto allFit = [&] {
            for (QLabel* label : w->metrics()->findChildren<QLabel*>()) {
                if (!label->isVisible())
                    continue;
                const QRect rect(label->mapTo(w->metrics(), QPoint()), label->size());
                if (rect.right() > w->metrics()->width() || label->width() < label->sizeHint().width())
                    return false;
            }
            return true;
        };
        for (const int width : {1280, 1600, 2560}) {
            w->resize(width, 800);
            QTRY_VERIFY(allFit());
            for (const char* name : {"makespan", "idle-fraction", "peak-memory", "problems"})
                QVERIFY2(w->metrics()->findChild<QLabel*>(QLatin1String(name))->isVisible(), name);
        }
        QVERIFY(w->metrics()->idle()->isVisible());
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowBubblesDockTest)
#include "window_bubbles_dock_test.moc"
