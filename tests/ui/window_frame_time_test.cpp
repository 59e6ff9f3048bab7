// SPDX-License-Identifier: GPL-3.0-or-later
// How long the timeline's content took to draw, in the status bar.
#include <QTest>

#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/panels/frame_time_label.h"

#include <QSignalSpy>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class WindowFrameTimeTest : public QObject
{
    Q_OBJECT

private slots:
    void figures_data()
    {
        QTest::addColumn<double>("ms");
        QTest::addColumn<QString>("figure");
        QTest::newRow("hardly any") << 0.04 << QStringLiteral("0.0");
        QTest::newRow("less than one") << 0.84 << QStringLiteral("0.8");
        QTest::newRow("below ten") << 9.94 << QStringLiteral("9.9");
        QTest::newRow("rounds to ten") << 9.96 << QStringLiteral("10");
        QTest::newRow("many") << 16.7 << QStringLiteral("17");
    }
    void figures()
    {
        QFETCH(double, ms);
        QTEST(FrameTimeLabel::figure(ms), "figure");
    }

    void statusBarTellsTheLastFrame()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().evaluation());
        auto* const label = w->findChild<FrameTimeLabel*>();
        QVERIFY(label != nullptr);
        const auto told = [&] {
            return QStringLiteral("drawn in %1 ms").arg(FrameTimeLabel::figure(w.view().lastFrameMs()));
        };
        QTRY_VERIFY(w.view().lastFrameMs() > 0);
        QTRY_COMPARE(label->text(), told());
        const int rebuilds = w.view().contentRebuilds();
        w.view().navigation().setRange({1, 4});
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
        label->setText(QStringLiteral("as it was"));
        for (int x = 120; x < 320; x += 20) {
            QTest::mouseMove(w.view().viewport(), QPoint(x, 60));
            QTest::qWait(30);
        }
        QTest::qWait(300);
        QCOMPARE(w.view().contentRebuilds(), rebuilds);
        QCOMPARE(label->text(), QStringLiteral("as it was"));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowFrameTimeTest)
#include "window_frame_time_test.moc"
