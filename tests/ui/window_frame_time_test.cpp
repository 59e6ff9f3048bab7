// SPDX-License-Identifier: GPL-3.0-or-later
// How long the timeline's content took to draw, in the status bar.

#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/panels/frame_time_label.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class WindowFrameTimeTest : public QObject
{
    Q_OBJECT

private slots:
    void figures_data()
    {
        addRows<double, QString>({
            {"hardly any", 0.04, "0.0"},
            {"less than one", 0.84, "0.8"},
            {"below ten", 9.94, "9.9"},
            {"rounds to ten", 9.96, "10"},
            {"many", 16.7, "17"},
        });
    }
    void figures()
    {
        const auto& [ms, figure] = givenRow<double, QString>();
        QCOMPARE(FrameTimeLabel::figure(ms), figure);
    }

    void statusBarTellsTheLastFrame()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().evaluation());
        auto* const label = w->findChild<FrameTimeLabel*>();
        QVERIFY(label != nullptr);
        const auto told = [&] {
            return QString("drawn in %1 ms").arg(FrameTimeLabel::figure(w.view().lastFrameMs()));
        };
        QTRY_VERIFY(w.view().lastFrameMs() > 0);
        QTRY_COMPARE(label->text(), told());
        const int rebuilds = w.view().contentRebuilds();
        w.setRange({1, 4});
        QTRY_VERIFY(w.view().contentRebuilds() > rebuilds);
        QTRY_COMPARE(label->text(), told());
    }

    void aMovingPointerIsNotTold()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().evaluation());
        auto* const label = w->findChild<FrameTimeLabel*>();
        QTRY_VERIFY(!label->text().isEmpty());
        QTest::qWait(600); // what opening the window still had to tell
        const int rebuilds = w.view().contentRebuilds();
        label->setText("as it was");
        for (int x = 120; x < 320; x += 20) {
            QTest::mouseMove(w.view().viewport(), QPoint(x, 60));
            QTest::qWait(30);
        }
        QTest::qWait(300);
        QCOMPARE(w.view().contentRebuilds(), rebuilds);
        QCOMPARE(label->text(), "as it was");
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowFrameTimeTest)
#include "window_frame_time_test.moc"
