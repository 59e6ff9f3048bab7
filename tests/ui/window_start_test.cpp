// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/keyboard_support.h"
#include "ui/panels/search_bar.h"
#include "ui/start/recent_facts.h"
#include "ui/start/start_card.h"
#include "ui/start/start_controller.h"
#include "ui/start/start_page.h"

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
            names << dock->objectName() + QString(" %1×%2").arg(dock->width()).arg(dock->height());
    names.sort();
    return names;
}

} // namespace

/// The page that greets where nothing is open.
class WindowStartTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void itHasTheWindowToItself()
    {
        const StartPage& page = showPage(w);
        QVERIFY(page.isVisible());
        QVERIFY(!w->pane()->isVisible() && !w->metrics()->isVisible());
        QVERIFY(!w->findChild<QToolBar*>("toolbar")->isVisible());
        QCOMPARE(visibleDocks(w), QStringList());
        QCOMPARE(w->windowTitle(), "Bubblescope");
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
        const StartPage& page = showPage(w);
        QCOMPARE(page.examples().size(), exampleRequests().size());
        QCOMPARE(page.examples()[0]->accessibleName(), "1F1B, 4 × 8");
        QTRY_VERIFY(page.isComplete());
        QCOMPARE(page.examples()[0]->accessibleName(), "1F1B, 4 × 8, idle 27.3 %");
        for (const StartCard* card : page.examples())
            QVERIFY2(card->hasPicture(), qPrintable(card->accessibleName()));
    }

    void leavingGivesEverythingBack()
    {
        w.explained();
        w.unfoldInspector();
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
        QVERIFY(w->findChild<QToolBar*>("toolbar")->isVisible());
        QCOMPARE(w->windowTitle(), title);
        QCOMPARE(focused(), &w.view());
        QVERIFY(!w.document().isModified());
    }

    void theWholeWayByKeys()
    {
        w.trigger("view.startPage");
        const StartPage& page = *w->start().page();
        QVERIFY(tabTo(page.examples()[0]));
        press(Qt::Key_Right);
        QCOMPARE(focused(), page.examples()[1]);
        press(Qt::Key_Return);
        QVERIFY(!w->start().isShown());
        QTRY_COMPARE(w.schedule().name, "gpipe");
        QCOMPARE(focused(), &w.view());
        w.trigger("view.startPage");
        press(Qt::Key_Escape);
        QVERIFY(!w->start().isShown());
        QCOMPARE(focused(), &w.view());
    }

    void recentFilesAreOpened()
    {
        w.open("gone.csv", "0F0,0B0\n");
        w.open("two.csv", "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n");
        QVERIFY(QFile::remove(w.path("gone.csv")));
        w.trigger("file.new");
        const StartPage& page = showPage(w);
        QTRY_VERIFY(page.isComplete());
        QCOMPARE(page.recent().size(), std::size_t{2});
        verifyBegins(page.recent()[0]->accessibleName(), "two.csv, today, ");
        QVERIFY(!page.recent()[1]->isEnabled());
        verifyBegins(page.recent()[1]->accessibleName(), "gone.csv, no longer there");
        QTest::mouseClick(page.recent()[0], Qt::LeftButton);
        QTRY_VERIFY(!w->start().isShown());
        QCOMPARE(w.document().displayName(), "two");
    }

    void aFileThatIsNoneIsToldOf()
    {
        showPage(w);
        w.open("broken.bubble", "{");
        QTRY_VERIFY(w->messages()->isVisible());
        QVERIFY(w->start().isShown());
        // It floats over the page's edge, not over what can be chosen.
        const auto placeOf = [&](const QWidget& part) {
            return QRect(part.mapTo(&w.window(), QPoint(0, 0)), part.size());
        };
        QVERIFY(!placeOf(*w->messages()).intersects(placeOf(*w->start().page()->newButton())));
    }

    void whatCannotBeReadAtStartLeadsHere()
    {
        w->openAtStart({w.write("bin.csv", QByteArray("a\0b\1\2\3", 6))});
        QTRY_VERIFY(w->start().isShown());
        QCOMPARE(w->messages()->headline(),
                 "bin.csv is a binary file; expected a schedule CSV or a project document");
        // Later, what was open stays.
        w.open("plan.csv", "0F0,0B0\n");
        QVERIFY(!w->start().isShown());
        w.open("broken.bubble", "{");
        QTRY_VERIFY(w->messages()->headline().contains("Still showing"));
        QVERIFY(!w->start().isShown());
    }

    void aProfileThatIsNoneLeadsHereToo()
    {
        w->openAtStart({w.write("other.json", "{\"a\": 1}")});
        QTRY_VERIFY_WITH_TIMEOUT(w->start().isShown(), 30'000);
        QVERIFY(!w->findChild<QLabel*>("start-waiting") ||
                !w->findChild<QLabel*>("start-waiting")->isVisible());
        verifyContains(w->messages()->headline(), {"not a trace"});
        QVERIFY(!w->messages()->headline().contains("Still showing"));
        // Later, what was open stays, and is said.
        w.open("plan.csv", "0F0,0B0\n");
        w.open("none.json", "{\"a\": 1}");
        QTRY_VERIFY(w->messages()->headline().contains("Still showing plan.csv"));
    }

    /// A schedule that nobody asked for is no picture of what is being opened.
    void whatIsOpenedAtStartIsWaitedFor()
    {
        w->openAtStart({w.write("plan.csv", "0F0,0B0\n"), w.path("other.csv")});
        auto* waiting = w->findChild<QLabel*>("start-waiting");
        QVERIFY(waiting && waiting->isVisible());
        QCOMPARE(waiting->text(), "Opening plan.csv and 1 more…");
        QVERIFY(!w->pane()->isVisible() && !w->metrics()->isVisible() && !w->start().isShown());
        QCOMPARE(visibleDocks(w), QStringList());
        QTRY_VERIFY(w->pane()->isVisible());
        QVERIFY(!w->start().covers() && w->metrics()->isVisible());
        QCOMPARE(w.ranks(), 1U);
    }

    void commands_data()
    {
        addRows<QString, bool>({
            {"dark", "view.theme.dark", true},
            {"colours for everyone", "view.theme.colorBlind", true},
            {"palette", "help.palette", true},
            {"start page", "view.startPage", true},
            {"new schedule", "file.new", false},
            {"a chart", "chart.memory", false},
            {"critical path", "timeline.criticalPath", false},
            {"keep as reference", "compare.keep", false},
        });
    }

    void commands()
    {
        const auto& [id, stays] = givenRow<QString, bool>();
        showPage(w);
        w.action(id)->trigger();
        QCOMPARE(w->start().isShown(), stays);
    }

    void aDockThatIsAskedForIsShown()
    {
        auto* problems = w->findChild<QDockWidget*>("problems-dock");
        showPage(w);
        problems->toggleViewAction()->trigger();
        QVERIFY(!w->start().isShown());
        QTRY_VERIFY(!problems->visibleRegion().isEmpty());
        // As by a command that shows one, and by a file that has problems.
        showPage(w);
        w.action("chart.memory")->trigger();
        QTRY_VERIFY(!w->findChild<QDockWidget*>("charts-dock")->visibleRegion().isEmpty());
        showPage(w);
        w->files().openFiles({w.write("broken.csv", "0F0,0B0\n1B0,1F0\n")});
        QTRY_VERIFY(!w->start().isShown());
        QTRY_VERIFY(!problems->visibleRegion().isEmpty());
    }

    void searchingGoesToTheField()
    {
        showPage(w);
        press(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(!w->start().isShown());
        QTRY_VERIFY(w->search()->isAncestorOf(focused()));
    }

    void closingKeepsTheLayoutOfTheTimeline()
    {
        QApplication::processEvents();
        const QStringList docks = visibleDocks(w);
        showPage(w);
        w.reopen();
        QVERIFY(!w->start().isShown());
        QTRY_COMPARE(visibleDocks(w), docks);
    }

    /// Kept while the window is open: a killed program keeps nothing more.
    void placeAndDocksSurviveAKill()
    {
        w->start().leave();
        w->resize(780, 655); // within the screen
        w->findChild<QDockWidget*>("schedule-dock")->hide();
        QTRY_VERIFY(Settings::modeChoices.chosen() && !Settings::modeChoices().contains("schedule-dock bub"));
        QTRY_VERIFY_WITH_TIMEOUT(!Settings::windowState().isEmpty(), 5000);
        const MainWindow next;
        QCOMPARE(next.size(), QSize(780, 655));
        QVERIFY(next.findChild<QDockWidget*>("schedule-dock")->isHidden());
    }

    void itCanBeSwitchedOff()
    {
        QVERIFY(Settings::startPage());
        StartPage& page = showPage(w);
        auto* shown = page.findChild<QCheckBox*>("start-shown");
        QVERIFY(shown->isChecked());
        shown->click();
        QVERIFY(!Settings::startPage());
        w->start().leave();
        QVERIFY(!showPage(w).findChild<QCheckBox*>("start-shown")->isChecked());
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
                qPrintable(describe(part) +
                           QString(" %1 of %2").arg(part->width()).arg(part->minimumSizeHint().width())));
        }
        // Nothing to scroll from a laptop on.
        if (size.width() >= 1280)
            QCOMPARE(page.widget()->height(), page.viewport()->height());
    }

    void daysAndFoldersAreWords()
    {
        const QDateTime now(QDate(2026, 3, 1), QTime(8, 0));
        QCOMPARE(dayText(QDateTime(QDate(2026, 3, 1), QTime(7, 5)), now), "today, 07:05");
        QCOMPARE(dayText(QDateTime(QDate(2026, 2, 28), QTime(23, 59)), now), "yesterday, 23:59");
        QVERIFY(dayText(QDateTime(QDate(2025, 2, 27), QTime(1, 2)), now).contains("27"));
        QCOMPARE(folderText(QDir::homePath() + "/runs/a.csv"), "~/runs");
        QCOMPARE(folderText(QDir::homePath() + "/a.csv"), "~");
        QCOMPARE(folderText("/data/a.csv"), "/data");
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowStartTest)
#include "window_start_test.moc"
