// SPDX-License-Identifier: Apache-2.0
// While a parameter is refused the timeline says that it shows the last ones that worked.
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/panels/stale_picture.h"

namespace bubblescope::test {

using namespace ui;

namespace {

/// Four ranks of a schedule that wants at least twice as many microbatches.
void startDualPipeV(ShownWindow& w)
{
    ScheduleRequest request;
    request.schedule = "dualpipev";
    request.ranks = 4;
    request.microbatches = 8;
    w->files().startNew(request);
    QTRY_COMPARE(w.schedule().name, "dualpipev");
}

StalePicture& veilOf(ShownWindow& w)
{
    return *w->findChild<StalePicture*>("stale-picture");
}

} // namespace

class WindowStaleTest : public QObject
{
    Q_OBJECT

private slots:
    void aRefusedParameterVeilsTheTimeline()
    {
        ShownWindow w;
        startDualPipeV(w);
        StalePicture& veil = veilOf(w);
        QCOMPARE(veil.text(), QString());
        const QRect before = w.view().QWidget::geometry();
        const QImage working = w.view().grab().toImage();
        w.type(w.number("microbatches"), "3");
        QTRY_VERIFY(!w.document().draftProblems().empty());
        QCOMPARE(veil.text(),
                 QString("Last working parameters · ") +
                     QString::fromStdString(w.document().draftProblems().front().message.text()));
        QVERIFY(veil.text().contains("Microbatches is 3"));
        QVERIFY(veil.isVisible());
        QCOMPARE(veil.size(), w.view().size());
        QCOMPARE(w.view().QWidget::geometry(), before);
        QVERIFY(w.view().grab().toImage() != working);
        w->resize(1400, 900);
        QTRY_COMPARE(veil.size(), w.view().size());

        w.setMicrobatches(16);
        QCOMPARE(veil.text(), QString());
        QVERIFY(veil.isHidden());
    }

    void theVeilTakesNoClicks()
    {
        ShownWindow w;
        startDualPipeV(w);
        w.type(w.number("microbatches"), "3");
        QTRY_VERIFY(veilOf(w).isVisible());
        const TimelineGeometry& geometry = w.view().geometry();
        const QPoint first(static_cast<int>(geometry.plot.x) + 4,
                           static_cast<int>(geometry.laneTop(0) + geometry.laneHeight / 2));
        const QPoint inWindow = w.view().viewport()->mapTo(&w.window(), first);
        QTest::mouseClick(w->windowHandle(), Qt::LeftButton, {}, inWindow);
        QTRY_VERIFY(w.chosen());
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowStaleTest)
#include "window_stale_test.moc"
