// SPDX-License-Identifier: Apache-2.0
// The dock's page of what stragglers cost.
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_trace_support.h"
#include "ui/trace/slowdown_page.h"
#include "ui/trace/slowdown_view.h"

using namespace bubblescope;
using namespace bubblescope::test;

class WindowSlowdownTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

    /// The page, with the figures of the job that slowdown_jobs works out.
    ui::SlowdownPage& openJob()
    {
        openProfiles(
            w, {QString::fromStdString((testsFolder() / "data" / "slowdown" / "dp2_pp2.json").string())});
        ui::SlowdownPage& page = *lostTime(w).slowdown();
        [&] { QTRY_VERIFY_WITH_TIMEOUT(!page.text().isEmpty(), 60000); }();
        return page;
    }

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void saysWhatStragglersCost()
    {
        const ui::SlowdownPage& page = openJob();
        QVERIFY(page.text().startsWith("a step takes 99 ms instead of 84 ms: 1.18 times as long"));
        QVERIFY(page.text().contains("\nwithout stage 1 of DP rank 1: −23 %\n"));
        QCOMPARE(page.view()->cellText(1, 1), "stage 1 of DP rank 1: +17.9 % by itself; without it −22.7 %");
        QCOMPARE(page.view()->cellText(0, 0), "stage 0 of DP rank 0: −8.9 % by itself; without it 0 %");
        QVERIFY(page.view()->cellRect(2, 0).isEmpty());
    }

    void aCellOpensItsRank()
    {
        ui::SlowdownView& view = *openJob().view();
        QSignalSpy asked(&lostTime(w), &ui::LostTimePanel::targetAsked);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.cellRect(1, 0).center().toPoint());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<ui::TraceTarget>().rank.value, 1U);
        QVERIFY(view.textAt(view.cellRect(0, 1).center()).startsWith("stage 0 of DP rank 1: "));
    }

    void aCellOfAnotherPipelineShowsThat()
    {
        ui::SlowdownView& view = *openJob().view();
        QCOMPARE(w->traces().session().analysis()->run.replica, std::size_t{0});
        QSignalSpy asked(&lostTime(w), &ui::LostTimePanel::targetAsked);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.cellRect(1, 1).center().toPoint());
        QTRY_COMPARE(asked.size(), 1);
        QCOMPARE(w->traces().session().analysis()->run.replica, std::size_t{1});
        QCOMPARE(asked[0][0].value<ui::TraceTarget>().rank.value, 1U);
    }

    void stepsAreChosen()
    {
        ui::SlowdownPage& page = openJob();
        const QString all = page.text();
        QVERIFY(page.firstStep()->count() > 1 && page.firstStep()->isVisible());
        QCOMPARE(page.lastStep()->currentIndex(), page.lastStep()->count() - 1);
        // The last one is moved before the first: then it is that one alone.
        page.firstStep()->setCurrentIndex(1);
        emit page.firstStep()->activated(1);
        page.lastStep()->setCurrentIndex(0);
        emit page.lastStep()->activated(0);
        QCOMPARE(page.firstStep()->currentIndex(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(page.text().contains("one step"), 60000);
        page.lastStep()->setCurrentIndex(page.lastStep()->count() - 1);
        emit page.lastStep()->activated(page.lastStep()->currentIndex());
        QTRY_COMPARE_WITH_TIMEOUT(page.text(), all, 60000);
    }

    void theMapIsWorkedByKeys()
    {
        ui::SlowdownView& view = *openJob().view();
        QSignalSpy chosen(&view, &ui::SlowdownView::workerChosen);
        view.setFocus();
        for (const int key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Down, Qt::Key_Return})
            QTest::keyClick(&view, static_cast<Qt::Key>(key));
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0], (QList<QVariant>{QVariant::fromValue(std::uint64_t{1}),
                                             QVariant::fromValue(std::uint64_t{1})}));
        QCOMPARE(view.accessibleDescription(), view.cellText(1, 1));
    }

    void anotherRunIsMeasuredAnew()
    {
        openJob();
        openProfiles(w, profilesOf(kStraggler));
        QTRY_VERIFY_WITH_TIMEOUT(lostTime(w).slowdown()->text().contains("without rank 2: −"), 60000);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowSlowdownTest)
#include "window_slowdown_test.moc"
