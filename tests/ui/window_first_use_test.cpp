// SPDX-License-Identifier: Apache-2.0
// What somebody meets who uses the window for the first time.
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/timeline_viewport.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

QStringList panelsMenu(ShownWindow& w)
{
    QStringList texts;
    for (const QAction* action : w->findChild<QMenu*>("view.panels")->actions())
        texts << ui::plainText(action->text());
    return texts;
}

} // namespace

class WindowFirstUseTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void keysReachTheTimelineAfterAClickOnASchedule()
    {
        w.stayStill();
        ui::ScheduleList* list = w.gallery().list();
        const QListWidgetItem* card = w.card("gpipe");
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(card).center());
        QTRY_COMPARE(w.document().draft().schedule, "gpipe");
        w.settle();
        QTRY_VERIFY(w.view().hasFocus());
        const TimeRange before = w.range();
        QTest::keyClick(w->focusWidget(), Qt::Key_W);
        QVERIFY(w.range().to - w.range().from < before.to - before.from);
    }

    void docksHaveTheirPlainNamesInTheMenu()
    {
        QTRY_VERIFY(w->findChild<QDockWidget*>("bubbles-dock")->windowTitle() != "Bubbles");
        const QStringList menu = panelsMenu(w);
        for (const char* name :
             {"Schedule", "Inspector", "Bubbles", "Problems", "Figures", "Charts", "Lost time"})
            QVERIFY2(menu.contains(QLatin1String(name)), qPrintable(menu.join(", ")));
    }

    void allRanksFitWhenAskedTwice()
    {
        w.stayStill();
        w.type(w.number("microbatches"), "512");
        w.setRanks(256);
        const TimelineGeometry& geometry = w.view().geometry();
        w.key(Qt::Key_0);
        QVERIFY(!w.view().navigation().areRanksFitted());
        w.key(Qt::Key_W);
        w.key(Qt::Key_0);
        const double pitch = w.view().navigation().lanePitch();
        QVERIFY(geometry.contentHeight() > w.view().viewport()->height());
        w.key(Qt::Key_0);
        QVERIFY2(geometry.contentHeight() <= w.view().viewport()->height(),
                 qPrintable(QString::number(geometry.contentHeight())));
        w.view().viewport()->grab();
        w.key(Qt::Key_0);
        QCOMPARE(w.view().navigation().lanePitch(), pitch);
        // Other ranks begin anew.
        w.key(Qt::Key_0);
        w.setRanks(8);
        QVERIFY(!w.view().navigation().areRanksFitted());
    }

    void memoryThatIsLeftOutIsTold()
    {
        const QAction* memory = w.action("view.memory");
        QVERIFY(memory->isChecked());
        QCOMPARE(ui::plainText(memory->text()), "Memory under the lanes");
        w.type(w.number("microbatches"), "64");
        w.setRanks(64);
        QVERIFY(!memory->isChecked());
        QCOMPARE(ui::plainText(memory->text()), "Memory under the lanes (hidden with more than 32 ranks)");
        w.trigger("view.memory");
        QVERIFY(w.view().showsMemory());
        QCOMPARE(ui::plainText(memory->text()), "Memory under the lanes");
    }

    void thePanelOfSchedulesIsWideEnough()
    {
        auto* dock = w->findChild<QDockWidget*>("schedule-dock");
        w->resizeDocks({dock}, {10}, Qt::Horizontal);
        QCoreApplication::processEvents();
        QVERIFY2(w->schedulePanel()->width() >= w->schedulePanel()->minimumSizeHint().width(),
                 qPrintable(QString("%1 of %2")
                                .arg(w->schedulePanel()->width())
                                .arg(w->schedulePanel()->minimumSizeHint().width())));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowFirstUseTest)
#include "window_first_use_test.moc"
