// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/keyboard_support.h"
#include "ui/panels/search_bar.h"
#include "ui/start/recent_facts.h"
#include "ui/start/start_card.h"
#include "ui/start/start_controller.h"
#include "ui/start/start_page.h"

#include <QCheckBox>
#include <QPushButton>
#include <QStatusBar>
#include <QToolBar>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

StartPage& showPage(ShownWindow& w)
{
    w->start().show();
    return *w->start().page();
}

QStringList visibleDocks(ShownWindow& w)
{
    QStringList names;
    for (const QDockWidget* dock : w->findChildren<QDockWidget*>())
        if (dock->isVisible() && !dock->visibleRegion().isEmpty())
            names << dock->objectName() + QStringLiteral(" %1×%2").arg(dock->width()).arg(dock->height());
    names.sort();
    return names;
}

} // namespace

/// The page that greets where nothing is open.
class WindowStartTest : public QObject
{
    Q_OBJECT

private slots:
    void itHasTheWindowToItself()
    {
        ShownWindow w;
        const StartPage& page = showPage(w);
        QVERIFY(page.isVisible());
        QVERIFY(!w->pane()->isVisible() && !w->metrics()->isVisible());
        QVERIFY(!w->findChild<QToolBar*>(QStringLiteral("toolbar"))->isVisible());
        QCOMPARE(visibleDocks(w), QStringList());
        QCOMPARE(w->windowTitle(), QStringLiteral("Bubblescope"));
        QCOMPARE(focused(), page.newButton());
        // The example behind it is no news.
        w->document().endTyping();
        emit w->document().evaluationChanged();
        QVERIFY(w->start().isShown());
        press(Qt::Key_F6);
        QVERIFY(w->start().isShown());
    }

    void examplesShowThemselves()
    {
        ShownWindow w;
        const StartPage& page = showPage(w);
        QCOMPARE(page.examples().size(), exampleRequests().size());
        QCOMPARE(page.examples()[0]->accessibleName(), QStringLiteral("1F1B, 4 × 8"));
        QTRY_VERIFY(page.isComplete());
        QCOMPARE(page.examples()[0]->accessibleName(), QStringLiteral("1F1B, 4 × 8, bubble 37.5 %"));
        for (const StartCard* card : page.examples())
            QVERIFY2(card->hasPicture(), qPrintable(card->accessibleName()));
    }

    void leavingGivesEverythingBack()
    {
        ShownWindow w;
        QTRY_VERIFY(w.view().explanation());
        QApplication::processEvents();
        const QStringList docks = visibleDocks(w);
        QVERIFY(docks.size() >= 3);
        const QRect timeline = w->pane()->geometry();
        const QString title = w->windowTitle();
        showPage(w);
        QApplication::processEvents();
        w->start().leave();
        QTRY_COMPARE(visibleDocks(w), docks);
        QTRY_COMPARE(w->pane()->geometry(), timeline);
        QVERIFY(w->metrics()->isVisible());
        QVERIFY(w->findChild<QToolBar*>(QStringLiteral("toolbar"))->isVisible());
        QCOMPARE(w->windowTitle(), title);
        QCOMPARE(focused(), &w.view());
        QVERIFY(!w.document().isModified());
    }

    void theWholeWayByKeys()
    {
        ShownWindow w;
        w.trigger("view.startPage");
        const StartPage& page = *w->start().page();
        QVERIFY(tabTo(page.examples()[0]));
        press(Qt::Key_Right);
        QCOMPARE(focused(), page.examples()[1]);
        press(Qt::Key_Return);
        QVERIFY(!w->start().isShown());
        QTRY_COMPARE(w.document().evaluation()->timeline->schedule->name, std::string("gpipe"));
        QCOMPARE(focused(), &w.view());
        w.trigger("view.startPage");
        press(Qt::Key_Escape);
        QVERIFY(!w->start().isShown());
        QCOMPARE(focused(), &w.view());
    }

    void recentFilesAreOpened()
    {
        ShownWindow w;
        w.openFile(w.write(QStringLiteral("gone.csv"), "0F0,0B0\n"));
        w.openFile(w.write(QStringLiteral("two.csv"), "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n"));
        QVERIFY(QFile::remove(w.path(QStringLiteral("gone.csv"))));
        w.trigger("file.new");
        const StartPage& page = showPage(w);
        QTRY_VERIFY(page.isComplete());
        QCOMPARE(page.recent().size(), std::size_t{2});
        QVERIFY2(page.recent()[0]->accessibleName().startsWith(QStringLiteral("two.csv, today, ")),
                 qPrintable(page.recent()[0]->accessibleName()));
        QVERIFY(!page.recent()[1]->isEnabled());
        QVERIFY2(page.recent()[1]->accessibleName().startsWith(QStringLiteral("gone.csv, no longer there")),
                 qPrintable(page.recent()[1]->accessibleName()));
        QTest::mouseClick(page.recent()[0], Qt::LeftButton);
        QTRY_VERIFY(!w->start().isShown());
        QCOMPARE(w.document().displayName(), QStringLiteral("two"));
    }

    void aFileThatIsNoneIsToldOf()
    {
        ShownWindow w;
        showPage(w);
        w.openFile(w.write(QStringLiteral("broken.bubble"), "{"));
        QTRY_VERIFY(w->messages()->isVisible());
        QVERIFY(w->start().isShown());
        QVERIFY(w->start().page()->geometry().top() >= w->messages()->geometry().bottom());
    }

    void commands_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("stays");
        QTest::newRow("dark") << "view.theme.dark" << true;
        QTest::newRow("colours for everyone") << "view.theme.colorBlind" << true;
        QTest::newRow("palette") << "help.palette" << true;
        QTest::newRow("start page") << "view.startPage" << true;
        QTest::newRow("new schedule") << "file.new" << false;
        QTest::newRow("a chart") << "chart.memory" << false;
        QTest::newRow("critical path") << "timeline.criticalPath" << false;
        QTest::newRow("keep as reference") << "compare.keep" << false;
    }

    void commands()
    {
        QFETCH(QString, id);
        QFETCH(bool, stays);
        ShownWindow w;
        showPage(w);
        w->commands().action(id)->trigger();
        QCOMPARE(w->start().isShown(), stays);
    }

    void aDockThatIsAskedForIsShown()
    {
        ShownWindow w;
        auto* problems = w->findChild<QDockWidget*>(QStringLiteral("problems-dock"));
        showPage(w);
        problems->toggleViewAction()->trigger();
        QVERIFY(!w->start().isShown());
        QTRY_VERIFY(!problems->visibleRegion().isEmpty());
        // As by a command that shows one, and by a file that has problems.
        showPage(w);
        w->commands().action(QStringLiteral("chart.memory"))->trigger();
        QTRY_VERIFY(!w->findChild<QDockWidget*>(QStringLiteral("charts-dock"))->visibleRegion().isEmpty());
        showPage(w);
        w->files().openFiles({w.write(QStringLiteral("broken.csv"), "0F0,0B0\n1B0,1F0\n")});
        QTRY_VERIFY(!w->start().isShown());
        QTRY_VERIFY(!problems->visibleRegion().isEmpty());
    }

    void searchingGoesToTheField()
    {
        ShownWindow w;
        showPage(w);
        press(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(!w->start().isShown());
        QTRY_VERIFY(w->search()->isAncestorOf(focused()));
    }

    void closingKeepsTheLayoutOfTheTimeline()
    {
        ShownWindow w;
        QApplication::processEvents();
        const QStringList docks = visibleDocks(w);
        showPage(w);
        w.reopen();
        QVERIFY(!w->start().isShown());
        QTRY_COMPARE(visibleDocks(w), docks);
    }

    void itCanBeSwitchedOff()
    {
        ShownWindow w;
        QVERIFY(Settings::startPage());
        StartPage& page = showPage(w);
        auto* shown = page.findChild<QCheckBox*>(QStringLiteral("start-shown"));
        QVERIFY(shown->isChecked());
        shown->click();
        QVERIFY(!Settings::startPage());
        w->start().leave();
        QVERIFY(!showPage(w).findChild<QCheckBox*>(QStringLiteral("start-shown"))->isChecked());
    }

    void everySizeShowsAllOfIt_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("small") << QSize(700, 500);
        QTest::newRow("1280") << QSize(1280, 800);
        QTest::newRow("2560") << QSize(2560, 1440);
    }

    void everySizeShowsAllOfIt()
    {
        QFETCH(QSize, size);
        ShownWindow w;
        StartPage& page = showPage(w);
        w->resize(size);
        QTRY_COMPARE(w->width(), size.width());
        QApplication::processEvents();
        QVERIFY2(page.widget()->width() <= page.viewport()->width(), "wider than the window");
        for (const QWidget* part : page.findChildren<QAbstractButton*>()) {
            const QRect place(part->mapTo(page.widget(), QPoint()), part->size());
            QVERIFY2(page.widget()->rect().contains(place), qPrintable(describe(part)));
            QVERIFY2(
                part->width() >= part->minimumSizeHint().width(),
                qPrintable(
                    describe(part) +
                    QStringLiteral(" %1 of %2").arg(part->width()).arg(part->minimumSizeHint().width())));
        }
        // Nothing to scroll from a laptop on.
        if (size.width() >= 1280)
            QCOMPARE(page.widget()->height(), page.viewport()->height());
    }

    void daysAndFoldersAreWords()
    {
        const QDateTime now(QDate(2026, 3, 1), QTime(8, 0));
        QCOMPARE(dayText(QDateTime(QDate(2026, 3, 1), QTime(7, 5)), now), QStringLiteral("today, 07:05"));
        QCOMPARE(dayText(QDateTime(QDate(2026, 2, 28), QTime(23, 59)), now),
                 QStringLiteral("yesterday, 23:59"));
        QVERIFY(dayText(QDateTime(QDate(2025, 2, 27), QTime(1, 2)), now).contains(QStringLiteral("27")));
        QCOMPARE(folderText(QDir::homePath() + "/runs/a.csv"), QStringLiteral("~/runs"));
        QCOMPARE(folderText(QDir::homePath() + "/a.csv"), QStringLiteral("~"));
        QCOMPARE(folderText("/data/a.csv"), QStringLiteral("/data"));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowStartTest)
#include "window_start_test.moc"
