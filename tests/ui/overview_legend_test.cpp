// SPDX-License-Identifier: Apache-2.0
// The overview and the legend by keys, wheel and mouse.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/keyboard_support.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class OverviewLegendTest : public QObject
{
    Q_OBJECT

private slots:
    void theOverviewHasKeys_data()
    {
        addRows<Qt::Key, TimeRange>({
            // Of a run of 57 steps, 20 to 30 being shown.
            {"Left", Qt::Key_Left, {18.5, 28.5}},
            {"Right", Qt::Key_Right, {21.5, 31.5}},
            {"PageUp", Qt::Key_PageUp, {10.0, 20.0}},
            {"PageDown", Qt::Key_PageDown, {30.0, 40.0}},
            {"Home", Qt::Key_Home, {0.0, 10.0}},
            {"End", Qt::Key_End, {47.0, 57.0}},
            {"Plus", Qt::Key_Plus, {25 - 10 / 3.0, 25 + 10 / 3.0}},
            {"Minus", Qt::Key_Minus, {17.5, 32.5}},
            {"0", Qt::Key_0, {0.0, 57.0}},
        });
    }

    void theOverviewHasKeys()
    {
        const auto& [key, expected] = givenRow<Qt::Key, TimeRange>();
        KeyedWindow w;
        w.view().navigation().setRange({20, 30});
        w.view().setFocus();
        press(Qt::Key_Tab, Qt::ShiftModifier);
        QCOMPARE(focused(), w->pane()->overview());
        press(key);
        verifyRange(w.range(), expected.from, expected.to, 1e-9);
        press(Qt::Key_Escape);
        QVERIFY(w.hasFocus());
    }

    void theOverviewSaysItsRange()
    {
        KeyedWindow w;
        w.view().navigation().setRange({20, 30});
        QAccessibleInterface* item = QAccessible::queryAccessibleInterface(w->pane()->overview());
        QCOMPARE(item->text(QAccessible::Name), "Overview");
        QCOMPARE(item->text(QAccessible::Value), "20 to 30 of 57 steps");
        QAccessibleValueInterface* value = item->valueInterface();
        QVERIFY(value != nullptr);
        QCOMPARE(value->currentValue().toDouble(), 20.0);
        QCOMPARE(value->maximumValue().toDouble(), 47.0);
        value->setCurrentValue(40.0);
        QCOMPARE(w.range(), (TimeRange{40, 50}));
    }

    void theOverviewIsZoomedByTheWheel()
    {
        KeyedWindow w;
        OverviewStrip* overview = w->pane()->overview();
        const RectF& plot = w.view().geometry().plot;
        // A third from the left, which is at 19 steps.
        const QPointF place(plot.x + plot.width / 3, 24);
        sendWheel(overview, place, {0, 120});
        QVERIFY(isNear(widthOf(w.range()), 57 / 1.25, 1e-6));
        QVERIFY(isNear(w.range().from, 19 - 19 / 1.25, 0.05));
        const double width = widthOf(w.range());
        const double from = w.range().from;
        sendWheel(overview, place, {0, -120}, Qt::ShiftModifier);
        QVERIFY(isNear(w.range().from, from + 0.15 * width, 1e-6));
        QVERIFY(isNear(widthOf(w.range()), width, 1e-6));
        QTest::mouseDClick(overview, Qt::LeftButton, {}, place.toPoint());
        QCOMPARE(w.range(), (TimeRange{0, 57}));
    }

    void aDragBesideTheFrameMakesANewOne()
    {
        KeyedWindow w;
        OverviewStrip* overview = w->pane()->overview();
        const RectF plot = w.view().geometry().plot;
        const auto placeOf = [&](Time t) {
            return QPoint(static_cast<int>(std::lround(plot.x + plot.width * t / 57)), 24);
        };
        // All is shown: there is nothing to pan, so a drag chooses a part.
        drag(overview, Qt::LeftButton, placeOf(40), placeOf(20));
        verifyRange(w.range(), 20, 40, 0.1);
        drag(overview, Qt::LeftButton, placeOf(5), placeOf(10));
        verifyRange(w.range(), 5, 10, 0.1);
        // A click only brings the frame there.
        QTest::mouseClick(overview, Qt::LeftButton, {}, placeOf(50));
        QVERIFY(isNear(w.range().from, 47.5, 0.1));
        QVERIFY(isNear(widthOf(w.range()), 5, 0.2));
    }

    void theOverviewPointsAtWhatIsChosen()
    {
        KeyedWindow w;
        OverviewStrip* overview = w->pane()->overview();
        QTRY_VERIFY(w.view().explanation());
        QVERIFY(!overview->mark());
        const QImage before = overview->grab().toImage();
        w.view().chosen().select(actionAt(2, 3));
        const Timeline& timeline = *w.document().evaluation()->timeline;
        QCOMPARE(overview->mark(), std::optional(OverviewMark{RankId{2}, timeline.lanes[2].start[3],
                                                              timeline.lanes[2].end[3]}));
        QVERIFY(overview->grab().toImage() != before);
        w.key(Qt::Key_B);
        QCOMPARE(overview->mark(),
                 std::optional(OverviewMark{w.view().chosen().gap()->rank, w.view().chosen().gap()->from,
                                            w.view().chosen().gap()->to}));
        w.key(Qt::Key_Escape);
        QVERIFY(!overview->mark());
        QCOMPARE(overview->grab().toImage(), before);
    }

    void theLegendHasKeys()
    {
        KeyedWindow w;
        w.view().setFocus();
        QWidget* forward = w->pane()->legend()->itemOf(FillClass::Forward);
        QWidget* backward = w->pane()->legend()->itemOf(FillClass::Backward);
        QVERIFY(tabTo(forward));
        press(Qt::Key_Right);
        QCOMPARE(focused(), backward);
        press(Qt::Key_Right); // idle cannot be hidden: round to the first
        QCOMPARE(focused(), forward);
        press(Qt::Key_Left);
        QCOMPARE(focused(), backward);
        press(Qt::Key_Space);
        const auto bit = [](FillClass fill) { return 1U << static_cast<unsigned>(fill); };
        QCOMPARE(w.view().shownFills(), static_cast<FillMask>(kAllFills & ~bit(FillClass::Backward)));
        QCOMPARE(backward->accessibleName(), "B Backward, hidden");
        press(Qt::Key_Space);
        QCOMPARE(w.view().shownFills(), kAllFills);
        press(Qt::Key_Space, Qt::AltModifier);
        QCOMPARE(w.view().shownFills(), static_cast<FillMask>(bit(FillClass::Backward)));
        press(Qt::Key_Space, Qt::AltModifier);
        QCOMPARE(w.view().shownFills(), kAllFills);
    }

    void theLegendExplainsAllThatIsDrawn()
    {
        KeyedWindow w;
        w->resize(1800, 900);
        const auto listed = [&w] {
            QStringList names;
            for (const QAbstractButton* item : w->pane()->legend()->findChildren<QAbstractButton*>())
                if (item->isVisible() && !item->isCheckable())
                    names << item->accessibleName();
            return names.join(QStringLiteral(", "));
        };
        QTRY_COMPARE(listed(), "Later stage of the rank, Idle");
        w.trigger("timeline.criticalPath");
        QTRY_COMPARE(listed(), "Later stage of the rank, Idle, Critical path");
        w.setMicrobatches(800);
        QTRY_COMPARE(listed(),
                     "Later stage of the rank, Idle, Mixed where narrower than a pixel, Critical path");
        const TimeRange whole = w.range();
        w.setRange({whole.from, whole.from + 20});
        QTRY_COMPARE(listed(), "Later stage of the rank, Idle, Critical path");
    }

    void gesturesAreListed()
    {
        KeyedWindow w;
        QStringList listed;
        for (const Gesture& gesture : w->commands().gestures())
            listed << gesture.group + QStringLiteral(": ") + gesture.text;
        for (const char* wanted : {"Overview: Pan", "Overview: Zoom", "Overview: Show a new range",
                                   "Overview: Fit all", "Legend: Show a kind alone"})
            QVERIFY2(listed.contains(QLatin1String(wanted)), wanted);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, OverviewLegendTest)
#include "overview_legend_test.moc"
