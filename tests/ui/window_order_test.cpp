// SPDX-License-Identifier: Apache-2.0
// Cutting and pasting actions in the window, with real keys.
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/messages/document_notices.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr const char* kOrder = "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n";

QString order(ShownWindow& shown)
{
    return QString::fromStdString(render(*shown.view().evaluation()->timeline->schedule))
        .replace('\n', " | ");
}

void settle(ShownWindow& shown)
{
    QTRY_VERIFY(!shown.document().isBusy());
    QCoreApplication::processEvents();
    QTRY_VERIFY(!shown.document().isBusy());
}

void press(ShownWindow& shown, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::ControlModifier)
{
    shown.key(key, modifiers);
    settle(shown);
}

QString selected(ShownWindow& shown)
{
    return QString::fromStdString(textAt(shown.view()));
}

QString windowOrderClipboard()
{
    return QGuiApplication::clipboard()->text();
}

} // namespace

class WindowOrderTest : public QObject
{
    Q_OBJECT

private slots:
    void cutsTheSelectedAction()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        shown.view().chosen().select(ActionPosition{RankId{0}, 1});
        press(shown, Qt::Key_X);
        QCOMPARE(order(shown), QString("0F0 0B0 0B1 | 1F0 1B0 1F1 1B1"));
        QCOMPARE(windowOrderClipboard(), QString("0F1"));
        QCOMPARE(selected(shown), QString("0B0"));
        QCOMPARE(shown.document().undoStack().undoText(), QString("Cut 0F1"));
        QVERIFY(shown.document().isModified());
        press(shown, Qt::Key_Z);
        QCOMPARE(order(shown), QString("0F0 0F1 0B0 0B1 | 1F0 1B0 1F1 1B1"));
        QVERIFY(!shown.document().isModified());
        press(shown, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(order(shown), QString("0F0 0B0 0B1 | 1F0 1B0 1F1 1B1"));
    }

    void pastesBeforeTheSelectedAction()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        shown.view().chosen().select(ActionPosition{RankId{1}, 3});
        press(shown, Qt::Key_X);
        QCOMPARE(selected(shown), QString("1F1"));
        shown.view().chosen().select(ActionPosition{RankId{1}, 1});
        press(shown, Qt::Key_V);
        QCOMPARE(order(shown), QString("0F0 0F1 0B0 0B1 | 1F0 1B1 1B0 1F1"));
        QCOMPARE(selected(shown), QString("1B1"));
        QCOMPARE(shown.document().undoStack().undoText(), QString("Paste 1B1"));
        press(shown, Qt::Key_Z);
        press(shown, Qt::Key_Z);
        QCOMPARE(order(shown), QString("0F0 0F1 0B0 0B1 | 1F0 1B0 1F1 1B1"));
    }

    void pastesIntoTheMarkedGap()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        QGuiApplication::clipboard()->setText("0W9");
        const auto hit = shown.view().hitAt(at(shown.view(), 0, 2.5));
        QVERIFY(hit.gap);
        QTest::mouseClick(shown.view().viewport(), Qt::LeftButton, {}, at(shown.view(), 0, 2.5));
        QVERIFY(shown.view().chosen().gap());
        press(shown, Qt::Key_V);
        QCOMPARE(order(shown), QString("0F0 0F1 0W9 0B0 0B1 | 1F0 1B0 1F1 1B1"));
        QCOMPARE(selected(shown), QString("0W9"));
    }

    void pastesWhereThePointerIs()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        QGuiApplication::clipboard()->setText("1W9");
        shown.view().setFocus();
        // On the last backward of rank 1, nothing selected.
        const auto& timeline = *shown.view().evaluation()->timeline;
        const Time middle = (timeline.startOf({RankId{1}, 3}) + timeline.endOf({RankId{1}, 3})) / 2;
        QCursor::setPos(shown.view().viewport()->mapToGlobal(at(shown.view(), 1, middle)));
        press(shown, Qt::Key_V);
        QCOMPARE(order(shown), QString("0F0 0F1 0B0 0B1 | 1F0 1B0 1F1 1W9 1B1"));
    }

    /// Into the gap of a lowered order: not behind the receive that the gap is waiting for.
    void pastesBeforeWhatIsReceivedForTheNext()
    {
        ShownWindow shown;
        shown.openFile(shown.write("sent.csv", "0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1\n"
                                               "1RECV_F0,1F0,1B0,1SEND_B0,1RECV_F1,1F1,1B1,1SEND_B1\n"));
        QGuiApplication::clipboard()->setText("0W9");
        QTest::mouseClick(shown.view().viewport(), Qt::LeftButton, {}, at(shown.view(), 0, 2.5));
        QVERIFY(shown.view().chosen().gap());
        press(shown, Qt::Key_V);
        QCOMPARE(order(shown).section(" | ", 0, 0),
                 QString("0F0 0SEND_F0 0F1 0SEND_F1 0W9 0RECV_B0 0B0 0RECV_B1 0B1"));
    }

    void pastesTextFromElsewhere()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        shown.view().chosen().select(ActionPosition{RankId{0}, 0});
        QGuiApplication::clipboard()->setText(" (0F7;0B7)OVERLAP_F_B\n");
        press(shown, Qt::Key_V);
        QCOMPARE(order(shown), QString("(0F7;0B7)OVERLAP_F_B 0F0 0F1 0B0 0B1 | 1F0 1B0 1F1 1B1"));
    }

    void anOverlappedCellGoesAsAWhole()
    {
        ShownWindow shown;
        shown.openFile(shown.write("overlap.csv", "0F0,0F1,(0F2;0B0)OVERLAP_F_B,0B1,0B2\n"));
        shown.view().chosen().select(ActionPosition{RankId{0}, 3});
        QCOMPARE(selected(shown), QString("0B0"));
        press(shown, Qt::Key_X);
        QCOMPARE(order(shown), QString("0F0 0F1 0B1 0B2"));
        QCOMPARE(windowOrderClipboard(), QString("(0F2;0B0)OVERLAP_F_B"));
        QCOMPARE(selected(shown), QString("0B1"));
        press(shown, Qt::Key_V);
        QCOMPARE(order(shown), QString("0F0 0F1 (0F2;0B0)OVERLAP_F_B 0B1 0B2"));
    }

    /// Keys that come faster than the new times each act on the order that the one before has made.
    void cutsOneAfterTheOther()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        shown.view().chosen().select(ActionPosition{RankId{0}, 0});
        shown.key(Qt::Key_X, Qt::ControlModifier);
        shown.key(Qt::Key_X, Qt::ControlModifier);
        shown.key(Qt::Key_X, Qt::ControlModifier);
        QTRY_COMPARE(order(shown), QString("0B1 | 1F0 1B0 1F1 1B1"));
        QCOMPARE(windowOrderClipboard(), QString("0B0"));
        QCOMPARE(shown.document().undoStack().count(), 3);
    }

    void aLoweredOrderIsEditedAsItIsShown()
    {
        ShownWindow shown;
        ScheduleRequest request;
        request.schedule = "1f1b";
        request.ranks = 2;
        request.microbatches = 2;
        shown->files().startNew(request);
        settle(shown);
        shown.document().setPasses({"send-recv"}, "lower");
        settle(shown);
        const QString lowered = order(shown);
        QVERIFY(lowered.contains("0SEND_F0"));
        shown.view().chosen().select(ActionPosition{RankId{0}, 1});
        QCOMPARE(selected(shown), QString("0SEND_F0"));
        press(shown, Qt::Key_X);
        QString expected = lowered;
        expected.replace(" 0SEND_F0", "");
        QCOMPARE(order(shown), expected);
        QVERIFY(!shown.document().isGenerated());
        QVERIFY(shown.document().state().passes.empty());
        QCOMPARE(shown.document().displayName(), QString("1F1B · 2 ranks × 2 microbatches, edited"));
        press(shown, Qt::Key_Z);
        QCOMPARE(order(shown), lowered);
        QVERIFY(shown.document().isGenerated());
        QCOMPARE(shown.document().state().passes, std::vector<std::string>{"send-recv"});
        QCOMPARE(shown.document().displayName(), QString("1F1B · 2 ranks × 2 microbatches"));
    }

    void aBrokenOrderIsShownWithItsProblems()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        shown.view().chosen().select(ActionPosition{RankId{0}, 0});
        press(shown, Qt::Key_X);
        QVERIFY(!shown.view().evaluation()->brokenBecause.empty());
        QVERIFY(shown->notices().broken()->isVisible());
        QTRY_VERIFY(shown->problems()->report() && !shown->problems()->report()->problems.empty());
        press(shown, Qt::Key_V);
        QVERIFY(shown.view().evaluation()->brokenBecause.empty());
        QCOMPARE(order(shown), QString("0F0 0F1 0B0 0B1 | 1F0 1B0 1F1 1B1"));
    }

    void saysWhatCannotBe()
    {
        ShownWindow shown;
        shown.openFile(shown.write("two.csv", kOrder));
        press(shown, Qt::Key_X);
        QCOMPARE(shown->messages()->headline(),
                 QString("Nothing to cut: select an action in the timeline first."));
        QGuiApplication::clipboard()->clear();
        press(shown, Qt::Key_V);
        QCOMPARE(shown->messages()->headline(), QString("Nothing to paste: cut an action first, or copy its "
                                                        "text, such as 3F2 or (0F1;3B0)OVERLAP_F_B."));
        QGuiApplication::clipboard()->setText("hello");
        press(shown, Qt::Key_V);
        QVERIFY2(shown->messages()->headline().startsWith("The clipboard contains no action."),
                 qPrintable(shown->messages()->headline()));
        QGuiApplication::clipboard()->setText("0F9");
        QCursor::setPos(shown->mapToGlobal(QPoint(5, 5)));
        press(shown, Qt::Key_V);
        QCOMPARE(
            shown->messages()->headline(),
            QString(
                "No place to paste 0F9: select the action to paste before, mark a gap, or point at a lane."));
        QVERIFY(!shown.document().isModified());
        // What works takes the message away.
        shown.view().chosen().select(ActionPosition{RankId{0}, 0});
        press(shown, Qt::Key_V);
        QCOMPARE(shown->messages()->headline(), QString());
    }

    void fieldsKeepTheirOwnKeys()
    {
        ShownWindow shown;
        shown.view().chosen().select(shown.view().chosen().action());
        auto& ranks = shown.number("ranks");
        const QString before = order(shown);
        ranks.setFocus();
        ranks.selectAll();
        QTest::keyClick(&ranks, Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(windowOrderClipboard(), QString("4"));
        QTest::keyClick(&ranks, Qt::Key_V, Qt::ControlModifier);
        settle(shown);
        QCOMPARE(order(shown), before);
        QVERIFY(shown.document().isGenerated());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowOrderTest)
#include "window_order_test.moc"
