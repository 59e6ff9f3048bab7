// SPDX-License-Identifier: Apache-2.0
// Searching in the window, with real keys.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/panels/search_bar.h"
#include "ui/timeline/match_marks.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr const char* kWindowSearchOrder = "0F0,0F1,,,,0B0,,0B1\n,1F0,1F1,1B0,1B1,,,\n";

} // namespace

class WindowSearchTest : public QObject
{
    Q_OBJECT

    FreshWindow shown;

    QLineEdit& field() { return *shown->search()->field(); }
    QString count() { return shown->search()->countText(); }
    QString notice() { return shown->search()->noticeText(); }
    void type(const QString& text)
    {
        shown.key(Qt::Key_F, Qt::ControlModifier);
        QTest::keyClicks(&field(), text);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&field(), key, modifiers);
    }
    /// What is selected after Return.
    QString step(Qt::KeyboardModifiers modifiers = {})
    {
        press(Qt::Key_Return, modifiers);
        return shown.selected();
    }
    QString fourSteps(Qt::KeyboardModifiers modifiers = {})
    {
        QStringList steps;
        for (int i = 0; i < 4; ++i)
            steps << step(modifiers);
        return steps.join(' ');
    }

private slots:
    void init()
    {
        shown.begin();
        shown.open("two.csv", kWindowSearchOrder);
    }
    void cleanup() { shown.end(); }

    void keysFocusTheField_data()
    {
        addRows<int, bool>({
            {"Ctrl+F", int(Qt::Key_F), true},
            {"slash", int(Qt::Key_Slash), false},
            {"F3 without a query", int(Qt::Key_F3), false},
        });
    }

    void keysFocusTheField()
    {
        const auto& [key, control] = givenRow<int, bool>();
        shown.key(static_cast<Qt::Key>(key), control ? Qt::ControlModifier : Qt::NoModifier);
        QVERIFY(field().hasFocus());
        QCOMPARE(field().text(), QString());
    }

    void enterStepsThroughMatchesInTime()
    {
        type("F");
        QCOMPARE(count(), "4 matches");
        QCOMPARE(fourSteps(), "0F0 0F1 1F0 1F1");
        QCOMPARE(count(), "4 of 4");
        QVERIFY(field().hasFocus());
    }

    void shiftEnterStepsBack()
    {
        type("mb 1");
        QCOMPARE(fourSteps(Qt::ShiftModifier), "0B1 1B1 1F1 0F1");
        QCOMPARE(count(), "1 of 4");
    }

    void f3StepsFromWhereverTheFocusIs()
    {
        type("B");
        shown.key(Qt::Key_F3);
        QCOMPARE(shown.selected(), "1B0");
        shown.key(Qt::Key_F3);
        const QString second = shown.selected();
        QVERIFY(second != "1B0");
        shown.key(Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(shown.selected(), "1B0");
    }

    void goesOnFromTheSelection()
    {
        shown.select(1, 3);
        QCOMPARE(shown.selected(), "1B0");
        type("rank 1");
        QCOMPARE(count(), "3 of 4");
        QCOMPARE(step(), "1B1");
    }

    void saysThatItWentRound()
    {
        type("0B1");
        QCOMPARE(count(), "1 match");
        press(Qt::Key_Return);
        QCOMPARE(notice(), QString());
        press(Qt::Key_Return);
        QCOMPARE(notice(), "Past the end: continued from the start");
        press(Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(notice(), "Past the start: continued from the end");
        QCOMPARE(shown.selected(), "0B1");
    }

    void saysWhatIsWrongWhileTyping()
    {
        type("rank 1 ra");
        QVERIFY(!shown->search()->isWrong());
        QCOMPARE(notice(), QString());
        QTest::keyClicks(&field(), "x");
        QVERIFY(shown->search()->isWrong());
        QCOMPARE(notice(),
                 QString("At 8: \"rax\" is not a search term; write 3F, 3F7, send, stage 2, rank 1 or mb 7"));
        QVERIFY(!shown.view().matches().query());
        QCOMPARE(step(), "nothing");
        press(Qt::Key_Backspace);
        QCOMPARE(notice(), QString());
        // Asked for by Return, even what is unfinished says what is missing.
        QTest::keyClicks(&field(), "nk");
        press(Qt::Key_Return);
        QCOMPARE(notice(), "At 8: which rank? write rank 1, rank 0-3 or rank 2,5");
    }

    void theNoticeCoversNeitherFieldNorInspector()
    {
        shown.unfoldInspector();
        type("#");
        const auto* label = shown->findChild<QLabel*>("search-notice");
        const auto placeOf = [&](const QWidget& part) {
            return QRect(part.mapTo(&shown.window(), QPoint(0, 0)), part.size());
        };
        QVERIFY(label->isVisible());
        QVERIFY2(
            placeOf(*label).right() < placeOf(*shown->search()).left(),
            qPrintable(QString("%1, %2").arg(placeOf(*label).right()).arg(placeOf(*shown->search()).left())));
        QVERIFY(placeOf(*label).bottom() < placeOf(*shown->inspector()).top());
        QCOMPARE(notice(), "\"#\" is not a search term; write 3F, 3F7, send, stage 2, rank 1 or mb 7");
        type("0UNSHARD3");
        verifyEnds(notice(), " has no microbatch; try 3F, mb 7, stage 2 or rank 1");
        QVERIFY(placeOf(*label).bottom() < placeOf(*shown->inspector()).top());
    }

    void escClearsThenLeaves()
    {
        type("F");
        press(Qt::Key_Escape);
        QCOMPARE(field().text(), QString());
        QVERIFY(field().hasFocus());
        QVERIFY(!shown.view().matches().query());
        QCOMPARE(count(), QString());
        press(Qt::Key_Escape);
        QVERIFY(shown.view().hasFocus());
    }

    void escInTheTimelineClearsTheSearch()
    {
        type("F");
        press(Qt::Key_Return);
        shown.key(Qt::Key_Escape);
        QCOMPARE(field().text(), QString());
        QVERIFY(!shown.view().matches().query());
        QCOMPARE(shown.selected(), "0F0");
        shown.key(Qt::Key_Escape);
        QCOMPARE(shown.selected(), "nothing");
    }

    void theCrossClears()
    {
        auto* cross = shown->search()->findChild<QWidget*>("search-clear");
        QVERIFY(cross->isHidden());
        type("F");
        QVERIFY(cross->isVisible());
        QTest::mouseClick(cross, Qt::LeftButton);
        QCOMPARE(field().text(), QString());
        QVERIFY(cross->isHidden());
        QVERIFY(field().hasFocus());
    }

    /// The middle of a match has the colour it had; that of another block has not.
    void matchesStandOut()
    {
        auto& view = shown.view();
        const QPoint match = at(view, 0, 0.1);
        const QPoint other = at(view, 1, 3.1);
        const auto colors = [&] {
            const QImage image = view.viewport()->grab().toImage();
            return std::pair(image.pixelColor(match), image.pixelColor(other));
        };
        const auto before = colors();
        const int rebuilds = view.contentRebuilds();
        type("0F");
        const auto during = colors();
        QCOMPARE(during.first, before.first);
        QVERIFY(during.second != before.second);
        press(Qt::Key_Escape);
        QCOMPARE(colors(), before);
        QCOMPARE(view.contentRebuilds(), rebuilds);
        // What matches nothing dims nothing.
        QTest::keyClicks(&field(), "9F");
        QCOMPARE(count(), "no match");
        QCOMPARE(colors(), before);
    }

    void whatIsNarrowIsSeenByItsTick()
    {
        shown.view().setEvaluation(manyForwards(2, 20'000));
        shown.view().navigation().fitAll();
        type("0F777");
        const auto& picture = shown.view().matches().picture();
        QCOMPARE(picture.lanes().size(), std::size_t{2});
        QCOMPARE(picture.runs().size(), std::size_t{1});
        QVERIFY(isNear(picture.runs()[0].x, xOf(shown.view(), 777), 1));
        QCOMPARE(picture.runs()[0].width, 1);
        QCOMPARE(picture.lanes()[1].firstRun, picture.lanes()[1].lastRun);
    }

    void aQueryStaysForAnotherOrder()
    {
        type("1F");
        QCOMPARE(count(), "2 matches");
        shown.open("other.csv", "0F0,0B0\n1F0,1B0\n");
        QCOMPARE(count(), "1 match");
        QCOMPARE(field().text(), "1F");
    }

    void remembersQueries()
    {
        shown.begin();
        type("mb 3");
        press(Qt::Key_Return);
        field().clear();
        QTest::keyClicks(&field(), "rank 1");
        press(Qt::Key_Return);
        shown.reopen();
        QCOMPARE(ui::Settings::searches(), QStringList({"rank 1", "mb 3"}));
        QVERIFY(field().completer());
    }

    void manyMatchesAreCountedByAWorker()
    {
        shown.view().setEvaluation(manyForwards(8, 100'000));
        type("mb 5-7");
        QVERIFY(shown.view().matches().isCounting());
        QCOMPARE(count(), "…");
        // A step does not wait for that.
        QCOMPARE(step(), "0F5");
        QTRY_COMPARE(count(), "1 of 24");
        QCOMPARE(step(), "1F5");
        QCOMPARE(count(), "2 of 24");
    }

    void whatIsRareIsWaitedFor()
    {
        shown.view().setEvaluation(manyForwards(8, 100'000));
        type("mb 99999");
        press(Qt::Key_Return);
        QVERIFY(shown.view().matches().isSearching());
        QCOMPARE(shown.selected(), "nothing");
        QCOMPARE(count(), "searching…");
        QTRY_COMPARE(shown.selected(), "0F99999");
        QVERIFY(!shown.view().matches().isSearching());
        QCOMPARE(count(), "1 of 8");
    }

    void whoGoesOnIsNotThrownBack()
    {
        shown.view().setEvaluation(manyForwards(8, 100'000));
        type("mb 99999");
        press(Qt::Key_Return);
        QVERIFY(shown.view().matches().isSearching());
        shown.select(3, 5);
        QVERIFY(!shown.view().matches().isSearching());
        QTRY_COMPARE(count(), "8 matches");
        QCOMPARE(shown.selected(), "3F5");
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowSearchTest)
#include "window_search_test.moc"
