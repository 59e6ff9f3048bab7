// SPDX-License-Identifier: Apache-2.0
// The choice of a lowering: ways by name, passes that are typed, and that a document keeps them.
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/panels/lowering_row.h"

#include <QComboBox>

namespace bubblescope::test {

using namespace ui;

class WindowLoweringTest : public QObject
{
    Q_OBJECT

private slots:
    void aPassLowersTheOrder()
    {
        ShownWindow w;
        w.openFile(
            w.write(QStringLiteral("lowered.csv"), "0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n"));
        QCOMPARE(w.document().evaluation()->actionCount, std::size_t{8});
        QComboBox* editor = w->schedulePanel()->lowering()->editor();
        QLineEdit* field = w->schedulePanel()->lowering()->passesField();
        QVERIFY(!field->isVisible());
        emit editor->activated(editor->count() - 1);
        QVERIFY(field->isVisible());
        QVERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("strip"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(w.document().evaluation()->actionCount, std::size_t{4});
        QVERIFY(w.view().geometry().subLanes.empty());
        emit editor->activated(0);
        QTRY_COMPARE(w.document().evaluation()->actionCount, std::size_t{8});
        QCOMPARE(editor->currentText(), QStringLiteral("None"));
        QVERIFY(!field->isVisible());
    }

    void everyNamedLoweringWorks()
    {
        ShownWindow w;
        QComboBox* editor = w->schedulePanel()->lowering()->editor();
        const auto passesOf = [&](int index) { return editor->itemData(index).toString(); };
        const QStringList expected{QStringLiteral("None"),
                                   QStringLiteral("Send/receive (PyTorch)"),
                                   QStringLiteral("Send/receive (hyper_parallel)"),
                                   QStringLiteral("Send/receive (hyper_parallel, aligned)"),
                                   QStringLiteral("FSDP (PyTorch)"),
                                   QStringLiteral("FSDP (hyper_parallel)"),
                                   QStringLiteral("PyTorch complete"),
                                   QStringLiteral("Custom…")};
        QStringList titles;
        for (int i = 0; i < editor->count(); ++i)
            titles << editor->itemText(i);
        QCOMPARE(titles, expected);
        const std::size_t plain = w.document().evaluation()->actionCount;
        for (int i = 1; i + 1 < editor->count(); ++i) {
            emit editor->activated(i);
            QCOMPARE(w.document().state().passes, std::vector<std::string>{passesOf(i).toStdString()});
            QTRY_VERIFY(!w.document().isBusy());
            QVERIFY2(w->schedulePanel()->lowering()->problemText().isEmpty(),
                     qPrintable(w->schedulePanel()->lowering()->problemText()));
            QVERIFY(w.document().evaluation()->actionCount > plain);
            QCOMPARE(editor->currentText(), titles[i]);
            QVERIFY(!w->schedulePanel()->lowering()->passesField()->isVisible());
        }
        // Each was an undo step.
        w.key(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(editor->currentText(), QStringLiteral("FSDP (hyper_parallel)"));
    }

    void aWrongPassIsSaidAndTheOrderStays()
    {
        ShownWindow w;
        const EvaluationPtr before = w.document().evaluation();
        QComboBox* editor = w->schedulePanel()->lowering()->editor();
        QLineEdit* line = w->schedulePanel()->lowering()->passesField();
        emit editor->activated(editor->count() - 1);
        QTest::keyClicks(line, QStringLiteral("stirp"));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(!w->schedulePanel()->lowering()->problemText().isEmpty());
        QVERIFY2(w->schedulePanel()->lowering()->problemText().contains(QStringLiteral("'stirp'")),
                 qPrintable(w->schedulePanel()->lowering()->problemText()));
        QVERIFY(w.document().evaluation() == before);
        w.key(Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(w->schedulePanel()->lowering()->problemText().isEmpty());
        QCOMPARE(line->text(), QString());
    }

    void passesAreSavedAndUndone()
    {
        ShownWindow w;
        w.document().setPasses({"merge-backward", "strip"}, QStringLiteral("Lowering"));
        QCOMPARE(w->schedulePanel()->lowering()->editor()->currentText(), QStringLiteral("Custom…"));
        QVERIFY(w->schedulePanel()->lowering()->passesField()->isVisible());
        QCOMPARE(w->schedulePanel()->lowering()->passesField()->text(),
                 QStringLiteral("merge-backward strip"));
        QTRY_VERIFY(!w.document().isBusy());
        const QString file = w.path(QStringLiteral("passes.bubble"));
        QVERIFY(w->files().saveTo(file));
        QVERIFY(ShownWindow::read(file).contains("\"passes\""));
        w->files().startNew(ScheduleRequest{});
        QVERIFY(w.document().state().passes.empty());
        w.openFile(file);
        QCOMPARE(w.document().state().passes, (std::vector<std::string>{"merge-backward", "strip"}));
        // A parameter changes the schedule and leaves the lowering.
        w.type(w.number("ranks"), QStringLiteral("2"));
        QCOMPARE(w.document().state().passes.size(), std::size_t{2});
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowLoweringTest)
#include "window_lowering_test.moc"
