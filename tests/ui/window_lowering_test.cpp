// SPDX-License-Identifier: Apache-2.0
// The choice of a lowering: ways by name, passes that are typed, and that a document keeps them.
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_support.h"
#include "ui/messages/document_notices.h"
#include "ui/panels/lowering_row.h"
#include "ui/widgets/message_bar.h"

#include <QToolButton>

namespace bubblescope::test {

using namespace ui;

class WindowLoweringTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init()
    {
        w.begin();
        w->schedulePanel()->options()->click();
    }
    void cleanup() { w.end(); }

    void aPassLowersTheOrder()
    {
        w.open("lowered.csv", "0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n");
        QCOMPARE(w.document().evaluation()->actionCount, std::size_t{8});
        QComboBox* editor = w->schedulePanel()->lowering()->editor();
        QLineEdit* field = w->schedulePanel()->lowering()->passesField();
        QVERIFY(!field->isVisible());
        emit editor->activated(editor->count() - 1);
        QVERIFY(field->isVisible());
        QVERIFY(field->hasFocus());
        QTest::keyClicks(field, "strip");
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(w.document().evaluation()->actionCount, std::size_t{4});
        QVERIFY(w.view().geometry().subLanes.empty());
        emit editor->activated(0);
        QTRY_COMPARE(w.document().evaluation()->actionCount, std::size_t{8});
        QCOMPARE(editor->currentText(), "None");
        QVERIFY(!field->isVisible());
    }

    void everyNamedLoweringWorks()
    {
        QComboBox* editor = w->schedulePanel()->lowering()->editor();
        const auto passesOf = [&](int index) { return editor->itemData(index).toString(); };
        const QStringList expected{"None",
                                   "Send/receive (PyTorch)",
                                   "Send/receive (hyper_parallel)",
                                   "Send/receive (hyper_parallel, aligned)",
                                   "FSDP (PyTorch)",
                                   "FSDP (hyper_parallel)",
                                   "PyTorch complete",
                                   "Recompute forwards",
                                   "Offload activations",
                                   "Custom…"};
        QStringList titles;
        for (int i = 0; i < editor->count(); ++i)
            titles << editor->itemText(i);
        QCOMPARE(titles, expected);
        const std::size_t plain = w.document().evaluation()->actionCount;
        for (int i = 1; i + 1 < editor->count(); ++i) {
            emit editor->activated(i);
            QCOMPARE(w.document().state().passes, std::vector<std::string>{passesOf(i).toStdString()});
            w.settle();
            QVERIFY2(w->schedulePanel()->lowering()->problemText().isEmpty(),
                     qPrintable(w->schedulePanel()->lowering()->problemText()));
            QVERIFY(w.document().evaluation()->actionCount > plain);
            QCOMPARE(editor->currentText(), titles[i]);
            QVERIFY(!w->schedulePanel()->lowering()->passesField()->isVisible());
        }
        // Each was an undo step.
        w.key(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(editor->currentText(), "Recompute forwards");
    }

    void aWrongPassIsSaidAndTheOrderStays()
    {
        const EvaluationPtr before = w.document().evaluation();
        QComboBox* editor = w->schedulePanel()->lowering()->editor();
        QLineEdit* line = w->schedulePanel()->lowering()->passesField();
        emit editor->activated(editor->count() - 1);
        QTest::keyClicks(line, "stirp");
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(!w->schedulePanel()->lowering()->problemText().isEmpty());
        verifyContains(w->schedulePanel()->lowering()->problemText(), {"'stirp'"});
        QVERIFY(w.document().evaluation() == before);
        w.key(Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(w->schedulePanel()->lowering()->problemText().isEmpty());
        QCOMPARE(line->text(), QString());
    }

    void whatIsDoubtfulOfAPassIsSaid()
    {
        MessageBar* doubts = w->notices().doubts();
        QVERIFY(!doubts->isVisible());
        const auto lower = [&](const char* pass) { w.document().setPasses({pass}, "Lowering"); };
        lower("offload");
        w.settle();
        QVERIFY(doubts->isVisible());
        QCOMPARE(doubts->kind(), MessageBar::Kind::Warning);
        verifyContains(doubts->headline(), {"The copies of", "take no time"});
        w.key(Qt::Key_Z, Qt::ControlModifier);
        w.settle();
        QVERIFY(!doubts->isVisible());
        lower("offload");
        w.settle();
        QVERIFY(doubts->isVisible());
        // Closed, it stays closed for as long as it says the same.
        QTest::mouseClick(doubts->findChild<QToolButton*>(), Qt::LeftButton);
        w.type(w.number("ranks"), "3");
        w.settle();
        QVERIFY(!doubts->isVisible());
        lower("offload:time=0.1");
        w.settle();
        QVERIFY(doubts->headline().isEmpty());
        lower("offload");
        w.settle();
        QVERIFY(doubts->isVisible());
    }

    void passesAreSavedAndUndone()
    {
        w.document().setPasses({"merge-backward", "strip"}, "Lowering");
        QCOMPARE(w->schedulePanel()->lowering()->editor()->currentText(), "Custom…");
        QVERIFY(w->schedulePanel()->lowering()->passesField()->isVisible());
        QCOMPARE(w->schedulePanel()->lowering()->passesField()->text(), "merge-backward strip");
        w.settle();
        const QString file = w.path("passes.bubble");
        QVERIFY(w->files().saveTo(file));
        QVERIFY(ShownWindow::read(file).contains("\"passes\""));
        w->files().startNew(ScheduleRequest{});
        QVERIFY(w.document().state().passes.empty());
        w.openFile(file);
        QCOMPARE(w.document().state().passes, (std::vector<std::string>{"merge-backward", "strip"}));
        // A parameter changes the schedule and leaves the lowering.
        w.type(w.number("ranks"), "2");
        QCOMPARE(w.document().state().passes.size(), std::size_t{2});
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowLoweringTest)
#include "window_lowering_test.moc"
