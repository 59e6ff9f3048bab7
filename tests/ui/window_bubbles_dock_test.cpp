// SPDX-License-Identifier: Apache-2.0
// How the list of bubbles and the timeline lead to each other.
#include "tests/support/test_program.h"
#include "tests/ui/window_bubbles_support.h"
#include "ui/panels/bubbles_model.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/timeline/hit_test.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QSignalSpy>
#include <QTreeView>

namespace bubblescope::test {

using namespace ui;

namespace {

QDockWidget* dockOf(ShownWindow& w)
{
    return w->findChild<QDockWidget*>(QStringLiteral("bubbles-dock"));
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
        QCOMPARE(textAt(view), std::string("0F0"));
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
        QVERIFY(view.accessibleDescription().startsWith(QStringLiteral("Selected: idle · rank 0")));
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
        QTRY_VERIFY(w.document().explanation());
        const BubbleLedger& ledger = w.document().explanation()->ledger;
        QVERIFY(ledger.bubbles.size() > 3);
        QCOMPARE(dockOf(w)->windowTitle(), QStringLiteral("Bubbles %1").arg(ledger.bubbles.size()));
        QTreeView* list = w->bubbles()->list();
        BubblesModel& model = *w->bubbles()->model();
        QVERIFY(list->isVisible());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(model.index(0, 1)).center());
        QCOMPARE(w.view().chosen().bubble(), model.bubbleAt(model.index(0, 0)));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(w.view().chosen().bubble(), model.bubbleAt(model.index(1, 0)));
        // And from the lane to the row.
        const Bubble& bubble = ledger.bubbles.front();
        w.view().setFocus();
        QTest::mouseClick(w.view().viewport(), Qt::LeftButton, {},
                          at(w.view(), bubble.rank.value, bubble.start + bubble.length / 2));
        QCOMPARE(w.view().chosen().bubble(), std::optional<std::size_t>{0});
        QCOMPARE(model.bubbleAt(list->currentIndex()), std::optional<std::size_t>{0});
        w.key(Qt::Key_B);
        QCOMPARE(w.view().chosen().bubble(), std::optional<std::size_t>{1});
        QCOMPARE(model.bubbleAt(list->currentIndex()), std::optional<std::size_t>{1});
        w.key(Qt::Key_B, Qt::ShiftModifier);
        QCOMPARE(w.view().chosen().bubble(), std::optional<std::size_t>{0});
        w.key(Qt::Key_Escape);
        QVERIFY(list->selectionModel()->selectedRows().isEmpty());
        // Zoomed to by a double click.
        const Time before = widthOf(w.view().navigation().range());
        list->scrollToTop();
        QTest::mouseDClick(list->viewport(), Qt::LeftButton, {},
                           list->visualRect(model.index(0, 1)).center());
        QVERIFY(widthOf(w.view().navigation().range()) < before);
    }

    void theInspectorSaysWhatABubbleIs()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().explanation());
        const BubbleLedger& ledger = w.document().explanation()->ledger;
        QVERIFY(w->inspector()->plainText().contains(QStringLiteral("Idle time by cause")));
        const auto found =
            std::find_if(ledger.bubbles.begin(), ledger.bubbles.end(), [](const Bubble& bubble) {
                return bubble.waitsFor && bubble.next && bubble.waitsFor.rank != bubble.rank.value;
            });
        QVERIFY(found != ledger.bubbles.end());
        w.view().chosen().showBubble(static_cast<std::size_t>(found - ledger.bubbles.begin()));
        const Schedule& schedule = *w.document().evaluation()->timeline->schedule;
        const QString text = w->inspector()->plainText();
        QVERIFY2(text.startsWith(QStringLiteral("Bubble\n") +
                                 QString::fromStdString(
                                     bubbleReason(*w.document().evaluation()->timeline, *found).text())),
                 qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("Length: ")) && text.contains(QStringLiteral("Phase: ")));
        const QString awaited =
            QString::fromStdString(actionText(schedule.at(found->waitsFor.position()).id()));
        QVERIFY2(
            text.contains(QStringLiteral("Waits for\n%1, rank %2").arg(awaited).arg(found->waitsFor.rank)),
            qPrintable(text));
        // The link goes there.
        for (QAbstractButton* link : w->inspector()->findChildren<QAbstractButton*>())
            if (link->isVisible() && link->accessibleName().startsWith(awaited + QStringLiteral(", rank")))
                QTest::mouseClick(link, Qt::LeftButton);
        QVERIFY(w.view().chosen().action() == found->waitsFor.position());
        QVERIFY(!w.view().chosen().gap());
    }

    void docksShareATabBar()
    {
        ShownWindow w;
        auto* problems = w->findChild<QDockWidget*>(QStringLiteral("problems-dock"));
        QVERIFY(w->tabifiedDockWidgets(dockOf(w)).contains(problems));
        QVERIFY(w->bubbles()->isVisible());
        QVERIFY(!w->bubbles()->visibleRegion().isEmpty());
        w.openFile(w.write(QStringLiteral("broken.csv"), "0F0,0B0,0F1,0B1\n1F1,1B1,1F0,1B0\n"));
        QTRY_VERIFY(w->problems()->problemCount());
        // What keeps the order from running comes to the front.
        QTRY_VERIFY(!w->problems()->visibleRegion().isEmpty());
        dockOf(w)->raise();
        QTRY_VERIFY(!w->bubbles()->visibleRegion().isEmpty());
        QCOMPARE(labelText(*w->bubbles(), "bubbles-empty"),
                 QStringLiteral("This order cannot run, so its gaps have no cause yet. Problems says why."));
        QCOMPARE(w.metric("critical-path"), QStringLiteral("–"));
        QVERIFY(!w->commands().action(QStringLiteral("timeline.nextBubble"))->isEnabled());
    }

    void metricsAreNotCut()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().explanation());
        QTRY_COMPARE(w.metric("problems"), QStringLiteral("0"));
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
            for (const char* name :
                 {"makespan", "bubble-rate", "peak-activations", "critical-path", "problems"})
                QVERIFY2(w->metrics()->findChild<QLabel*>(QLatin1String(name))->isVisible(), name);
        }
        QVERIFY(w->metrics()->findChild<QLabel*>(QStringLiteral("size"))->isVisible());
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowBubblesDockTest)
#include "window_bubbles_dock_test.moc"
