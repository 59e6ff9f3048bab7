// SPDX-License-Identifier: Apache-2.0
// Moving actions by keys, the way back to what was generated, and the files that an edited order becomes.
#include "core/io/schedule_csv.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_move_support.h"
#include "ui/exports/export_controller.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

void generate(MovingWindow& shown, std::vector<std::string> passes = {})
{
    ScheduleRequest request;
    request.schedule = "1f1b";
    request.ranks = 2;
    request.microbatches = 2;
    shown->files().startNew(request);
    shown.settle();
    shown.document().setPasses(passes, "lower");
    shown.settle();
    shown.document().undoStack().clear();
}

bool canGoBack(MovingWindow& shown)
{
    return shown.action("edit.backToGenerated")->isEnabled();
}

} // namespace

class WindowMoveKeysTest : public QObject
{
    Q_OBJECT

    MovingWindow shown;

private slots:
    void init() { shown.begin(); }
    void cleanup() { shown.end(); }

    void oneMovesOn()
    {
        shown.select(actionAt(0, 1));
        shown.press(Qt::Key_Period, Qt::AltModifier);
        QCOMPARE(shown.keptOrder(), "0F0 0B0 0F1 0B1 | 1F0 1B0 1F1 1B1");
        QCOMPARE(shown.selected(), "0F1");
        QCOMPARE(shown.undoText(), "Move 0F1");
        QVERIFY(shown.document().evaluation()->brokenBecause.empty());
    }

    void oneMovesBack()
    {
        shown.openOrder("0F0,,0F1,0B0,0B1\n");
        shown.select(actionAt(0, 3));
        shown.press(Qt::Key_Comma, Qt::AltModifier);
        QCOMPARE(shown.keptOrder(), "0F0 . 0B0 0F1 0B1");
        // Over the empty cell and what stands before it.
        shown.press(Qt::Key_Comma, Qt::AltModifier);
        QCOMPARE(shown.keptOrder(), "0B0 0F0 . 0F1 0B1");
        QCOMPARE(shown.steps(), 2);
    }

    /// Each acts on the order that the one before has made.
    void keysThatComeFast()
    {
        shown.select(actionAt(0, 0));
        for (int i = 0; i < 3; ++i)
            shown.key(Qt::Key_Period, Qt::AltModifier);
        QTRY_COMPARE(shown.keptOrder(), "0F1 0B0 0B1 0F0 | 1F0 1B0 1F1 1B1");
        QCOMPARE(shown.steps(), 3);
    }

    void endsAreTold()
    {
        shown.press(Qt::Key_Period, Qt::AltModifier);
        QCOMPARE(shown->messages()->headline(), "Nothing to move: select an action in the timeline first.");
        shown.select(actionAt(0, 0));
        shown.press(Qt::Key_Comma, Qt::AltModifier);
        QCOMPARE(shown.said(), "0F0 is the first action of rank 0.");
        shown.select(actionAt(1, 3));
        shown.press(Qt::Key_Period, Qt::AltModifier);
        QCOMPARE(shown.said(), "1B1 is the last action of rank 1.");
        QVERIFY(!shown.document().isModified());
    }

    void whatBreaksIsTold()
    {
        shown.select(actionAt(1, 1));
        shown.press(Qt::Key_Comma, Qt::AltModifier);
        QCOMPARE(shown.keptOrder(), "0F0 0F1 0B0 0B1 | 1B0 1F0 1F1 1B1");
        QCOMPARE(shown.said(),
                 "1B0 is now first, before 1F0, where the order cannot run: 1B0 waits for 1F0.");
    }

    /// Also to who cannot see the status bar.
    void isTold()
    {
        shown.select(actionAt(0, 1));
        shown.press(Qt::Key_Period, Qt::AltModifier);
        QCOMPARE(shown.said(), "0F1 is now after 0B0, before 0B1.");
        QCOMPARE(shown->statusBar()->accessibleDescription(), "0F1 is now after 0B0, before 0B1.");
        verifyBegins(shown.view().accessibleDescription(), "Selected: 0F1");
    }

    void backToTheGeneratedOrder()
    {
        generate(shown, {"send-recv"});
        const QString generated = shown.keptOrder();
        QVERIFY(!canGoBack(shown));
        shown.select(actionAt(0, 2));
        shown.press(Qt::Key_Period, Qt::AltModifier);
        shown.press(Qt::Key_Period, Qt::AltModifier);
        QVERIFY(!shown.document().isGenerated());
        QVERIFY(canGoBack(shown));
        QCOMPARE(shown.document().displayName(), "1F1B · 2 ranks × 2 microbatches, edited");
        auto* back = shown->findChild<QPushButton*>("schedule-origin");
        QVERIFY(back->isVisible());
        QCOMPARE(back->text(), "Back to the generated order");
        QTest::mouseClick(back, Qt::LeftButton);
        shown.settle();
        QCOMPARE(shown.keptOrder(), generated);
        QVERIFY(shown.document().isGenerated());
        QCOMPARE(shown.document().state().passes, std::vector<std::string>{"send-recv"});
        QVERIFY(!canGoBack(shown));
        QVERIFY(!back->isVisible());
        // One step.
        QCOMPARE(shown.undoText(), "Back to the generated order");
        shown.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!shown.document().isGenerated());
        QVERIFY(canGoBack(shown));
        QCOMPARE(shown.steps(), 3);
    }

    void undoAndRedoKnowTheWayBack()
    {
        generate(shown);
        shown.select(actionAt(0, 1));
        shown.press(Qt::Key_Period, Qt::AltModifier);
        shown.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!canGoBack(shown));
        shown.press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(canGoBack(shown));
        generate(shown);
        QVERIFY(!canGoBack(shown));
    }

    void anOrderFromAFileHasNoWayBack()
    {
        shown.select(actionAt(0, 1));
        shown.press(Qt::Key_Period, Qt::AltModifier);
        QVERIFY(!canGoBack(shown));
        QVERIFY(!shown->findChild<QPushButton*>("schedule-origin")->isVisible());
        const QString name = shown.document().displayName();
        shown.press(Qt::Key_Comma, Qt::AltModifier);
        QCOMPARE(shown.document().displayName(), name);
        QVERIFY(name.endsWith(", edited"));
        QCOMPARE(name.count("edited"), 1);
    }

    void savesAndOpensAgain()
    {
        generate(shown);
        shown.select(actionAt(0, 1));
        shown.press(Qt::Key_Period, Qt::AltModifier);
        const Schedule kept = shown.schedule();
        const Time makespan = shown.timeline().makespan;
        const QString path = shown.path("edited.bubble");
        QVERIFY(shown->files().saveTo(path));
        QVERIFY(!shown.document().isModified());
        generate(shown);
        shown.openFile(path);
        QCOMPARE(shown.schedule().rows, kept.rows);
        QCOMPARE(shown.timeline().makespan, makespan);
        QCOMPARE(shown.document().displayName(), "1F1B · 2 ranks × 2 microbatches, edited");
    }

    void theFileKnowsTheWayBack()
    {
        generate(shown, {"send-recv"});
        const QString generated = shown.keptOrder();
        shown.select(actionAt(0, 2));
        shown.press(Qt::Key_Period, Qt::AltModifier);
        const QString path = shown.path("edited.bubble");
        QVERIFY(shown->files().saveTo(path));
        generate(shown);
        shown.openFile(path);
        QVERIFY(canGoBack(shown));
        // Edited further, saved and opened again, it is still known.
        shown.select(actionAt(1, 2));
        shown.press(Qt::Key_Period, Qt::AltModifier);
        QVERIFY(shown->files().saveTo(path));
        generate(shown);
        shown.openFile(path);
        QTest::mouseClick(shown->findChild<QPushButton*>("schedule-origin"), Qt::LeftButton);
        shown.settle();
        QCOMPARE(shown.keptOrder(), generated);
        QCOMPARE(shown.document().state().passes, std::vector<std::string>{"send-recv"});
        QVERIFY(!shown.document().snapshot({}).editedFrom);
    }

    /// It is kept for the version that can, and not offered.
    void anOriginOfAnotherVersionIsKept()
    {
        const QString path = shown.write(
            "later.bubble",
            R"({"bubblescopeFormat": 1, "source": {"order": ["0F0,0B0"]}, "editedFrom": {"request":
{"schedule": "of-the-future", "ranks": 1, "microbatches": 1}}})");
        shown.openFile(path);
        QVERIFY(!shown.document().isGenerated());
        QVERIFY(!canGoBack(shown));
        QVERIFY(shown->files().saveTo(path));
        QVERIFY(ShownWindow::read(path).contains("of-the-future"));
    }

    void exportsAsCsvThatReadsBack_data()
    {
        QTest::addColumn<QString>("pass");
        QTest::newRow("computing alone") << "";
        QTest::newRow("with messages") << "send-recv";
        QTest::newRow("lowered as PyTorch does") << "torch";
    }

    void exportsAsCsvThatReadsBack()
    {
        QFETCH(QString, pass);
        generate(shown, pass.isEmpty() ? std::vector<std::string>{} : std::vector{pass.toStdString()});
        const Row& row = shown.schedule().rows[0];
        const auto second = std::find_if(row.begin(), row.end(), [](const Action& action) {
            return isForward(action.kind()) && action.microbatch().value == 1;
        });
        shown.hold(actionAt(0, static_cast<std::size_t>(second - row.begin())));
        QCOMPARE(shown.selected(), "0F1");
        shown.drop(shown.pointAt(0, 0.1));
        const Schedule kept = shown.schedule();
        QVERIFY(!shown.document().isGenerated());
        const QString path = shown.path("edited.csv");
        QVERIFY(shown->exports().exportCsvTo(path));
        const QByteArray written = ShownWindow::read(path);
        QCOMPARE(QString::fromUtf8(written).trimmed().replace('\n', " | ").replace(',', ' '),
                 shown.keptOrder());
        generate(shown);
        shown.openFile(path);
        QCOMPARE(shown.schedule().rows, kept.rows);
        QVERIFY(shown->exports().exportCsvTo(shown.path("again.csv")));
        QCOMPARE(ShownWindow::read(shown.path("again.csv")), written);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowMoveKeysTest)
#include "window_move_keys_test.moc"
