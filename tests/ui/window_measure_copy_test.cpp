// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/window_measure_support.h"

#include "tests/support/test_program.h"
#include "ui/timeline/selection_csv.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

/// What is copied of a measured area, an action or a gap.
class WindowMeasureCopyTest : public QObject
{
    Q_OBJECT

    MeasureWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void copyKeyTakesTheArea()
    {
        w.tool().setArea(MeasuredArea{{3.5, 10.5}, {RankId{0}, RankId{1}}});
        w.key(Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(copiedText(), selectionCsv(w.view()));
        QVERIFY(!copiedText().isEmpty());
    }

    void csvOfAnArea()
    {
        w.tool().setArea(MeasuredArea{{3.5, 10.5}, {RankId{0}, RankId{1}}});
        QCOMPARE(selectionCsv(w.view()),
                 "action,rank,stage,kind,microbatch,start,end,duration,waits_for_rank,waits_for\n"
                 "0F3,0,0,F,3,3,4,1,,\n"
                 "0B0,0,0,B,0,10,12,2,1,1B0\n"
                 "1F2,1,1,F,2,3,4,1,0,0F2\n"
                 "1B0,1,1,B,0,8,10,2,2,2B0\n"
                 "1F3,1,1,F,3,10,11,1,0,0F3\n");
    }

    void csvOfAnAction()
    {
        w.click(w.at(0, 11));
        QCOMPARE(selectionCsv(w.view()).section('\n', 1), "0B0,0,0,B,0,10,12,2,1,1B0\n");
    }

    void csvOfAGap()
    {
        w.explained();
        w.click(w.at(0, 7));
        const QStringList lines = selectionCsv(w.view()).split('\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0],
                 "rank,start,length,cause,phase,waits_for_rank,waits_for,next,transfer,held_by_rank,"
                 "held_by,text,chain");
        QCOMPARE(lines[1], "0,4,6,warm-up,warm-up,1,1B0,0B0,0,,,\"waits for 1B0 from rank 1\",\"0B0 ← 1B0 ← "
                           "2B0 ← 3B0 ← 3F0\"");
        w.view().setExplanation(nullptr);
        w.view().chosen().setGap(Gap{RankId{1}, 4, 8});
        QCOMPARE(selectionCsv(w.view()).section('\n', 1, 1), "1,4,4,,,,,,,,,,");
    }

    void csvOfNothingAndOfTooMuch()
    {
        QCOMPARE(selectionCsv(w.view()), QString());
        QCOMPARE(selectionCsvRefusal(w.view()), QString());
        w.tool().setArea(MeasuredArea{{0, 33}, {RankId{0}, RankId{1}}});
        QVERIFY(!selectionCsv(w.view(), 32).isEmpty());
        QCOMPARE(selectionCsv(w.view(), 31), QString());
        QCOMPARE(
            selectionCsvRefusal(w.view(), 31),
            QStringLiteral(
                "The measured area has 32 actions, but at most 31 can be copied. Measure a smaller area."));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowMeasureCopyTest)
#include "window_measure_copy_test.moc"
