// SPDX-License-Identifier: Apache-2.0
// The box that says how long frames take.
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "ui/timeline/frame_times.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class TimelineFrameTest : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { QLoggingCategory::setFilterRules({}); }

    void theBoxIsThereOnlyWhenItsCategoryIsOn()
    {
        ShownView shown;
        const QImage plain = shown.picture();
        QVERIFY(!FrameTimes::isShown());
        QCOMPARE(shown.picture(), plain);
        QLoggingCategory::setFilterRules("bubblescope.ui.frametime.debug=true");
        QVERIFY(FrameTimes::isShown());
        const QImage timed = shown.picture();
        const QRect corner(plain.width() - 400, plain.height() - 40, 400, 40);
        QVERIFY(timed.copy(corner) != plain.copy(corner));
        const QRect rest(0, 0, plain.width() - 400, plain.height() - 40);
        QCOMPARE(timed.copy(rest), plain.copy(rest));
    }

    void aDrawnFrameHasATime()
    {
        ShownView shown;
        shown.viewport()->repaint();
        QVERIFY(shown.view.lastFrameMs() > 0);
    }

    void theTextSaysLastMedianAndHighest()
    {
        FrameTimes times;
        QCOMPARE(times.lastMs(), 0.0);
        QCOMPARE(times.quantile(0.5), 0.0);
        for (int ms = 1; ms <= 100; ++ms)
            times.add(101 - ms, true);
        QCOMPARE(times.text(), "1.0 ms · median 51.0 · 99 % 99.0 · content drawn");
        times.add(0.26, false);
        QCOMPARE(times.lastMs(), 1.0);
        QCOMPARE(times.text(), "1.0 ms · median 51.0 · 99 % 99.0 · overlay alone: 0.3 ms");
    }

    void onlyTheLastFramesCount()
    {
        FrameTimes times;
        for (int i = 0; i < 10; ++i)
            times.add(1000, true);
        for (std::size_t i = 0; i < FrameTimes::kKept; ++i)
            times.add(2, true);
        QCOMPARE(times.quantile(1), 2.0);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TimelineFrameTest)
#include "timeline_frame_test.moc"
