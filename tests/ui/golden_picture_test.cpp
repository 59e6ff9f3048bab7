// SPDX-License-Identifier: Apache-2.0
// The real timeline and window as pictures, within a tolerance. Drawn with Inter (fonts-inter); skipped
// without.
#include "tests/support/golden_picture.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/picture_support.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/widgets/look.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class GoldenPictureTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!QFontDatabase::families().contains("Inter"))
            QSKIP("the pictures are drawn with Inter");
    }

    void aChangedPictureFails()
    {
        QImage a(100, 100, QImage::Format_RGB32);
        a.fill(QColor(100, 100, 100));
        QImage b = a;
        QImage marked;
        b.setPixel(5, 5, qRgb(108, 100, 92));
        QCOMPARE(differingPixels(a, b, marked), qsizetype{0});
        b.setPixel(7, 9, qRgb(100, 109, 100));
        QCOMPARE(differingPixels(a, b, marked), qsizetype{1});
        QCOMPARE(marked.pixel(7, 9), qRgb(255, 0, 0));
    }

    void timelineIsTheGoldenOne_data()
    {
        const TimeRange all{0, 0};
        addRows<std::string, ThemeName, TimeRange, bool, bool>({
            {"timeline-light",
             "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2",
             ThemeName::Light,
             {10, 40},
             true,
             false},
            {"timeline-dark", "dualpipev:ranks=4,microbatches=12", ThemeName::Dark, {8, 30}, true, false},
            {"timeline-ghosts", "1f1b:ranks=4,microbatches=8", ThemeName::Light, all, false, true},
            {"timeline-256-ranks", "1f1b:ranks=256,microbatches=512", ThemeName::Dark, all, false, false},
        });
    }

    void timelineIsTheGoldenOne()
    {
        const auto& [request, theme, range, selects, hidesBackward] =
            givenRow<std::string, ThemeName, TimeRange, bool, bool>();
        Look::instance().apply(theme);
        TimelinePane pane;
        pane.resize(600, 280);
        pane.view()->navigation().setReducedMotion(true);
        pane.view()->setThemeName(theme);
        pane.view()->setEvaluation(evaluated(request));
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        if (range.from < range.to)
            pane.view()->navigation().setRange(range);
        if (selects)
            pane.view()->chosen().select(ActionPosition{RankId{1}, 12});
        if (hidesBackward)
            pane.view()->toggleFill(FillClass::Backward);
        compareWithGoldenPicture(QLatin1String(QTest::currentDataTag()), pane.grab().toImage());
    }

    void windowIsTheGoldenOne()
    {
        ShownWindow w;
        w->resize(1024, 640);
        QTRY_VERIFY(w.view().explanation());
        w.view().navigation().setReducedMotion(true);
        w.key(Qt::Key_B);
        QTRY_VERIFY(w.view().chosen().bubble());
        compareWithGoldenPicture("window-centre-light", w->pane()->grab().toImage());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, GoldenPictureTest)
#include "golden_picture_test.moc"
