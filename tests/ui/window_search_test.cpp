// SPDX-License-Identifier: Apache-2.0
// Searching in the window, with real keys.
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/panels/search_bar.h"
#include "ui/timeline/match_marks.h"

#include <QLabel>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr const char* kOrder = "0F0,0F1,,,,0B0,,0B1\n,1F0,1F1,1B0,1B1,,,\n";

QString selected(ShownWindow& shown)
{
    return QString::fromStdString(textAt(shown.view()));
}

QLineEdit& field(ShownWindow& shown)
{
    return *shown->search()->field();
}

void type(ShownWindow& shown, const QString& text)
{
    shown.key(Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(&field(shown), text);
}

} // namespace

class WindowSearchTest : public QObject
{
    Q_OBJECT

private slots:
    void keysFocusTheField_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<bool>("control");
        QTest::newRow("Ctrl+F") << int(Qt::Key_F) << true;
        QTest::newRow("slash") << int(Qt::Key_Slash) << false;
        QTest::newRow("F3 without a query") << int(Qt::Key_F3) << false;
    }

    void keysFocusTheField()
    {
        QFETCH(const int, key);
        QFETCH(const bool, control);
        ShownWindow shown;
        shown.key(static_cast<Qt::Key>(key), control ? Qt::ControlModifier : Qt::NoModifier);
        QVERIFY(field(shown).hasFocus());
        QCOMPARE(field(shown).text(), QString());
    }

    void enterStepsThroughMatchesInTime()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        type(shown, "F");
        QCOMPARE(shown->search()->countText(), QString("4 matches"));
        QStringList steps;
        for (int i = 0; i < 4; ++i) {
            QTest::keyClick(&field(shown), Qt::Key_Return);
            steps << selected(shown);
        }
        QCOMPARE(steps.join(' '), QString("0F0 0F1 1F0 1F1"));
        QCOMPARE(shown->search()->countText(), QString("4 of 4"));
        QVERIFY(field(shown).hasFocus());
    }

    void shiftEnterStepsBack()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        type(shown, "mb 1");
        QStringList steps;
        for (int i = 0; i < 4; ++i) {
            QTest::keyClick(&field(shown), Qt::Key_Return, Qt::ShiftModifier);
            steps << selected(shown);
        }
        QCOMPARE(steps.join(' '), QString("0B1 1B1 1F1 0F1"));
        QCOMPARE(shown->search()->countText(), QString("1 of 4"));
    }

    void f3StepsFromWhereverTheFocusIs()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        type(shown, "B");
        shown.key(Qt::Key_F3);
        QCOMPARE(selected(shown), QString("1B0"));
        shown.key(Qt::Key_F3);
        const QString second = selected(shown);
        QVERIFY(second != "1B0");
        shown.key(Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(selected(shown), QString("1B0"));
    }

    void goesOnFromTheSelection()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        shown.view().chosen().select(ActionPosition{RankId{1}, 3});
        QCOMPARE(selected(shown), QString("1B0"));
        type(shown, "rank 1");
        QCOMPARE(shown->search()->countText(), QString("3 of 4"));
        QTest::keyClick(&field(shown), Qt::Key_Return);
        QCOMPARE(selected(shown), QString("1B1"));
    }

    void saysThatItWentRound()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        type(shown, "0B1");
        QCOMPARE(shown->search()->countText(), QString("1 match"));
        QTest::keyClick(&field(shown), Qt::Key_Return);
        QCOMPARE(shown->search()->noticeText(), QString());
        QTest::keyClick(&field(shown), Qt::Key_Return);
        QCOMPARE(shown->search()->noticeText(), QString("Past the end: on from the begin"));
        QTest::keyClick(&field(shown), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(shown->search()->noticeText(), QString("Past the begin: on from the end"));
        QCOMPARE(selected(shown), QString("0B1"));
    }

    void saysWhatIsWrongWhileTyping()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        type(shown, "rank 1 ra");
        QVERIFY(!shown->search()->isWrong());
        QCOMPARE(shown->search()->noticeText(), QString());
        QTest::keyClicks(&field(shown), "x");
        QVERIFY(shown->search()->isWrong());
        QCOMPARE(
            shown->search()->noticeText(),
            QString(
                "At 8: \"rax\" is nothing to search for; right is 3F, 3F7, send, stage 2, rank 1 or mb 7"));
        QVERIFY(!shown.view().matches().query());
        QTest::keyClick(&field(shown), Qt::Key_Return);
        QCOMPARE(selected(shown), QString("nothing"));
        QTest::keyClick(&field(shown), Qt::Key_Backspace);
        QCOMPARE(shown->search()->noticeText(), QString());
        // Asked for by Return, even what is unfinished says what is missing.
        QTest::keyClicks(&field(shown), "nk");
        QTest::keyClick(&field(shown), Qt::Key_Return);
        QCOMPARE(shown->search()->noticeText(), QString("At 8: rank which? rank 1, rank 0-3 or rank 2,5"));
    }

    void theNoticeCoversNeitherFieldNorInspector()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        type(shown, "#");
        const auto* notice = shown->findChild<QLabel*>(QStringLiteral("search-notice"));
        const auto placeOf = [&](const QWidget& part) {
            return QRect(part.mapTo(&shown.window(), QPoint(0, 0)), part.size());
        };
        QVERIFY(notice->isVisible());
        QVERIFY2(placeOf(*notice).right() < placeOf(*shown->search()).left(),
                 qPrintable(QStringLiteral("%1, %2")
                                .arg(placeOf(*notice).right())
                                .arg(placeOf(*shown->search()).left())));
        QVERIFY(placeOf(*notice).bottom() < placeOf(*shown->inspector()).top());
        QCOMPARE(shown->search()->noticeText(),
                 QString("\"#\" is nothing to search for; right is 3F, 3F7, send, stage 2, rank 1 or mb 7"));
        type(shown, "0UNSHARD3");
        QVERIFY2(shown->search()->noticeText().endsWith(
                     QLatin1String(" has no microbatch; try 3F, mb 7, stage 2 or rank 1")),
                 qPrintable(shown->search()->noticeText()));
        QVERIFY(placeOf(*notice).bottom() < placeOf(*shown->inspector()).top());
    }

    void escClearsThenLeaves()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        type(shown, "F");
        QTest::keyClick(&field(shown), Qt::Key_Escape);
        QCOMPARE(field(shown).text(), QString());
        QVERIFY(field(shown).hasFocus());
        QVERIFY(!shown.view().matches().query());
        QCOMPARE(shown->search()->countText(), QString());
        QTest::keyClick(&field(shown), Qt::Key_Escape);
        QVERIFY(shown.view().hasFocus());
    }

    void escInTheTimelineClearsTheSearch()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        type(shown, "F");
        QTest::keyClick(&field(shown), Qt::Key_Return);
        shown.key(Qt::Key_Escape);
        QCOMPARE(field(shown).text(), QString());
        QVERIFY(!shown.view().matches().query());
        QCOMPARE(selected(shown), QString("0F0"));
        shown.key(Qt::Key_Escape);
        QCOMPARE(selected(shown), QString("nothing"));
    }

    void theCrossClears()
    {
        ShownWindow shown;
        auto* cross = shown->search()->findChild<QWidget*>("search-clear");
        QVERIFY(cross->isHidden());
        type(shown, "F");
        QVERIFY(cross->isVisible());
        QTest::mouseClick(cross, Qt::LeftButton);
        QCOMPARE(field(shown).text(), QString());
        QVERIFY(cross->isHidden());
        QVERIFY(field(shown).hasFocus());
    }

    /// The middle of a match has the colour it had; that of another block has not.
    void matchesStandOut()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        auto& view = shown.view();
        const QPoint match = at(view, 0, 0.1);
        const QPoint other = at(view, 1, 3.1);
        const auto colors = [&] {
            const QImage image = view.viewport()->grab().toImage();
            return std::pair(image.pixelColor(match), image.pixelColor(other));
        };
        const auto before = colors();
        const int rebuilds = view.contentRebuilds();
        type(shown, "0F");
        const auto during = colors();
        QCOMPARE(during.first, before.first);
        QVERIFY(during.second != before.second);
        QTest::keyClick(&field(shown), Qt::Key_Escape);
        QCOMPARE(colors(), before);
        QCOMPARE(view.contentRebuilds(), rebuilds);
        // What matches nothing dims nothing.
        QTest::keyClicks(&field(shown), "9F");
        QCOMPARE(shown->search()->countText(), QString("no match"));
        QCOMPARE(colors(), before);
    }

    void whatIsNarrowIsSeenByItsTick()
    {
        ShownWindow shown;
        shown.view().setEvaluation(manyForwards(2, 20'000));
        shown.view().navigation().fitAll();
        type(shown, "0F777");
        const auto& picture = shown.view().matches().picture();
        QCOMPARE(picture.lanes().size(), std::size_t{2});
        QCOMPARE(picture.runs().size(), std::size_t{1});
        QVERIFY(isNear(picture.runs()[0].x, xOf(shown.view(), 777), 1));
        QCOMPARE(picture.runs()[0].width, 1);
        QCOMPARE(picture.lanes()[1].firstRun, picture.lanes()[1].lastRun);
    }

    void aQueryStaysForAnotherOrder()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        type(shown, "1F");
        QCOMPARE(shown->search()->countText(), QString("2 matches"));
        shown.openFile(shown.write("other.csv", "0F0,0B0\n1F0,1B0\n"));
        QCOMPARE(shown->search()->countText(), QString("1 match"));
        QCOMPARE(field(shown).text(), QString("1F"));
    }

    void remembersQueries()
    {
        ShownWindow shown;
        type(shown, "mb 3");
        QTest::keyClick(&field(shown), Qt::Key_Return);
        field(shown).clear();
        QTest::keyClicks(&field(shown), "rank 1");
        QTest::keyClick(&field(shown), Qt::Key_Return);
        shown.reopen();
        QCOMPARE(ui::Settings::searches(), QStringList({"rank 1", "mb 3"}));
        QVERIFY(field(shown).completer());
    }

    void manyMatchesAreCountedByAWorker()
    {
        ShownWindow shown;
        shown.view().setEvaluation(manyForwards(8, 100'000));
        type(shown, "mb 5-7");
        QVERIFY(shown.view().matches().isCounting());
        QCOMPARE(shown->search()->countText(), QStringLiteral("…"));
        // A step does not wait for that.
        QTest::keyClick(&field(shown), Qt::Key_Return);
        QCOMPARE(selected(shown), QString("0F5"));
        QTRY_COMPARE(shown->search()->countText(), QString("1 of 24"));
        QTest::keyClick(&field(shown), Qt::Key_Return);
        QCOMPARE(selected(shown), QString("1F5"));
        QCOMPARE(shown->search()->countText(), QString("2 of 24"));
    }

    void whatIsRareIsWaitedFor()
    {
        ShownWindow shown;
        shown.view().setEvaluation(manyForwards(8, 100'000));
        type(shown, "mb 99999");
        QTest::keyClick(&field(shown), Qt::Key_Return);
        QVERIFY(shown.view().matches().isSearching());
        QCOMPARE(selected(shown), QString("nothing"));
        QCOMPARE(shown->search()->countText(), QStringLiteral("searching…"));
        QTRY_COMPARE(selected(shown), QString("0F99999"));
        QVERIFY(!shown.view().matches().isSearching());
        QCOMPARE(shown->search()->countText(), QString("1 of 8"));
    }

    void whoGoesOnIsNotThrownBack()
    {
        ShownWindow shown;
        shown.view().setEvaluation(manyForwards(8, 100'000));
        type(shown, "mb 99999");
        QTest::keyClick(&field(shown), Qt::Key_Return);
        QVERIFY(shown.view().matches().isSearching());
        shown.view().chosen().select(ActionPosition{RankId{3}, 5});
        QVERIFY(!shown.view().matches().isSearching());
        QTRY_COMPARE(shown->search()->countText(), QString("8 matches"));
        QCOMPARE(selected(shown), QString("3F5"));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowSearchTest)
#include "window_search_test.moc"
