// SPDX-License-Identifier: Apache-2.0
// What a comparison keeps when orders, states and kinds change under it.
#include "tests/support/test_program.h"
#include "tests/ui/compare_support.h"
#include "tests/ui/timeline_support.h"
#include "ui/widgets/figures.h"

using namespace bubblescope;
using namespace bubblescope::test;

class WindowCompareStepTest : public QObject
{
    Q_OBJECT

private slots:
    void theSelectionStaysInItsOrder()
    {
        ShownWindow w;
        w.setMicrobatches(4);
        const Row& row = w.schedule().rows[0];
        const auto last = std::find_if(row.begin(), row.end(),
                                       [](const Action& action) { return actionText(action.id()) == "0B0"; });
        w.select(0, static_cast<std::size_t>(last - row.begin()));
        pressBackslash(w);
        w.setMicrobatches(2000); // its place is far behind what the rows before had
        QCOMPARE(textAt(w.view()), "0B0");
        const Timeline& now = w.timeline();
        const double start = now.startOf(*w.chosen());
        QCOMPARE(cell(w, "Start of 0B0 (steps)", 1), ui::timeCell(start, "step"));
    }

    void turningKeepsWhatIsSeen()
    {
        ShownWindow w;
        pressBackslash(w);
        w.setMicrobatches(4);
        const Time end = w.timeline().makespan;
        w.setRange({end - 2, end + 6}); // where the reference alone goes on
        const TimeRange seen = w.range();
        QVERIFY(seen.to > end + 5);
        pressBackslash(w, 2);
        QCOMPARE(checkedMode(w), "compare.difference");
        QVERIFY(w.range() == seen);
        QSignalSpy moved(&w.view().navigation(), &ui::TimelineNavigation::rangeChanged);
        pressBackslash(w); // off: the axis ends with the schedule
        QVERIFY(w.range().to < end + 5);
        QCOMPARE(moved.count(), 1);
    }

    void theReferenceHasItsBubblesAndKinds()
    {
        ShownWindow w;
        pressBackslash(w);
        other(w).setFocus();
        QTRY_VERIFY(other(w).explanation() != nullptr);
        QTest::keyClick(&other(w), Qt::Key_B);
        QVERIFY(other(w).chosen().bubble().has_value());
        QTest::keyClick(&other(w), Qt::Key_1);
        QCOMPARE(w.view().shownFills(), other(w).shownFills());
        QVERIFY(w.view().shownFills() != kAllFills);
        QTest::keyClick(&other(w), Qt::Key_1);
        // Colours are of the difference: there is no kind to hide.
        pressBackslash(w, 2);
        w.key(Qt::Key_1);
        QCOMPARE(w.view().shownFills(), kAllFills);
        pressBackslash(w);
        w.key(Qt::Key_1);
        QVERIFY(w.view().shownFills() != kAllFills);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowCompareStepTest)
#include "window_compare_step_test.moc"
