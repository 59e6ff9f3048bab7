// SPDX-License-Identifier: Apache-2.0
// The way of a new user through the window by keys alone; every key goes to what has the focus.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/keyboard_support.h"
#include "ui/exports/export_controller.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class KeyboardWalkTest : public QObject
{
    Q_OBJECT

private slots:
    void fromAScheduleToAPicture()
    {
        KeyedWindow w;
        QVERIFY(w.hasFocus());

        // Another schedule, by a part of its name.
        press(Qt::Key_F6);
        for (int i = 0; i < 5 && !w->schedulePanel()->isAncestorOf(focused()); ++i)
            press(Qt::Key_F6);
        QVERIFY2(w->schedulePanel()->isAncestorOf(focused()), qPrintable(describe(focused())));
        QVERIFY(tabTo(w->findChild<QPushButton*>("schedule-change")));
        press(Qt::Key_Space);
        QTRY_VERIFY(QApplication::activeWindow() == w->schedulePanel()->gallery());
        w.enter("gpipe");
        QTRY_VERIFY(w.hasFocus());
        QTRY_COMPARE(w.document().evaluation()->timeline->schedule->name, std::string("gpipe"));

        // Other ranks.
        QVERIFY(tabTo(&w.number("ranks")));
        w.number("ranks").selectAll();
        w.enter("3");
        QTRY_COMPARE(w.ranks(), 3U);
        QTRY_VERIFY(w.view().explanation());

        // Back to the timeline, along a lane, and to what it waited for.
        press(Qt::Key_Escape);
        QVERIFY(w.hasFocus());
        QCOMPARE(w.after(Qt::Key_Right), "0F0");
        QCOMPARE(w.after(Qt::Key_Period), "0F1");
        QCOMPARE(w.after(Qt::Key_BracketRight), "1F1");
        QCOMPARE(w.after(Qt::Key_BracketLeft), "0F1");
        QCOMPARE(w.after(Qt::Key_Down).substr(0, 1), "1");

        // Where the bubble is, and why.
        QCOMPARE(w.after(Qt::Key_Escape), "nothing");
        press(Qt::Key_B);
        QVERIFY(w.view().chosen().bubble());
        verifyContains(w->inspector()->plainText(),
                       {"rank 0 waits 12 steps: the gradient of microbatch 0 comes back through ranks 2, 1",
                        "\n1B0, rank 1, 4 long"});
        const auto first = w.view().chosen().bubble();
        press(Qt::Key_B);
        QCOMPARE(*w.view().chosen().bubble(), *first + 1);
        press(Qt::Key_B, Qt::ShiftModifier);
        QCOMPARE(w.view().chosen().bubble(), first);

        // The critical path, closer, and all of it again.
        press(Qt::Key_C);
        QVERIFY(w.view().criticalPath().isShown());
        const TimeRange whole = w.range();
        press(Qt::Key_F);
        QVERIFY(widthOf(w.range()) < widthOf(whole));
        press(Qt::Key_W);
        press(Qt::Key_Left, Qt::AltModifier);
        press(Qt::Key_0);
        QCOMPARE(w.range(), whole);

        // Undo brings the ranks back.
        press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(w.ranks(), 4U);

        // A picture for the paper.
        const QString file = w.path("paper.svg");
        w->questions.exportPath = [&](const QString&) { return file; };
        bool opened = false;
        PictureSettings asked;
        QTimer::singleShot(0, &w.window(), [&] {
            auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
            opened = dialog != nullptr;
            if (!opened)
                return;
            asked = dialog->settings();
            QTest::keyClick(dialog->focusWidget() ? dialog->focusWidget() : dialog, Qt::Key_Return);
        });
        press(Qt::Key_E, Qt::ControlModifier);
        QVERIFY(opened);
        QVERIFY(asked.target == FigureTarget::OneColumn && asked.pageColor == PageColor::White);
        const QDir folder(QFileInfo(file).path());
        QTRY_COMPARE(folder.entryList({"paper*"}, QDir::Files).size(), 1);
    }

    void tabReachesEveryControl()
    {
        KeyedWindow w;
        QTRY_VERIFY(w.view().explanation());
        w.view().setFocus();
        const std::vector<QPointer<QWidget>> stops = tabStops();
        QVERIFY(w.hasFocus()); // round and back
        // In the order in which they stand: the card, the schedule's own fields, the costs.
        const auto placeOf = [&](const QWidget* wanted) {
            return std::find(stops.begin(), stops.end(), wanted);
        };
        QVERIFY(placeOf(w->findChild<QWidget*>("schedule-change")) < placeOf(&w.number("ranks")));
        QVERIFY(placeOf(&w.number("ranks")) < placeOf(&w.number("microbatches")));
        QVERIFY(placeOf(&w.number("microbatches")) < placeOf(w->findChild<QWidget*>("cost-edit")));
        QCOMPARE(unreached(w.window(), stops), QStringList());
        QCOMPARE(nameless(stops), QStringList());
    }

    void tabStopsShowThatTheyHaveTheFocus_data()
    {
        addRows<const char*>({{"light", "view.theme.light"}, {"dark", "view.theme.dark"}});
    }

    void tabStopsShowThatTheyHaveTheFocus()
    {
        const auto& [theme] = givenRow<const char*>();
        KeyedWindow w;
        w.trigger(theme);
        QTRY_VERIFY(w.view().explanation());
        w.view().setFocus(Qt::TabFocusReason);
        const std::vector<QPointer<QWidget>> stops = tabStops();
        QVERIFY(stops.size() > 20);
        QStringList blind;
        for (const QPointer<QWidget>& stop : stops) {
            // A ring may be drawn on what is around a field.
            QWidget* drawn =
                stop->parentWidget()->inherits("QAbstractSpinBox") ? stop->parentWidget() : stop.data();
            stop->setFocus(Qt::TabFocusReason);
            const QImage with = drawn->grab().toImage();
            stop->clearFocus();
            if (drawn->grab().toImage() == with)
                blind << describe(stop);
        }
        QVERIFY2(blind.isEmpty(), qPrintable(blind.join(QLatin1Char('\n'))));
    }

    void theExportDialogIsReachedByTab()
    {
        KeyedWindow w;
        ExportDialog dialog(w.document().evaluation(), w->exports().pictureSettings(), &w.window());
        dialog.show();
        dialog.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QTest::keyClick(&dialog, Qt::Key_Tab);
        QTRY_VERIFY(dialog.isAncestorOf(focused()));
        const std::vector<QPointer<QWidget>> stops = tabStops();
        QCOMPARE(unreached(dialog, stops), QStringList());
        QCOMPARE(nameless(stops), QStringList());
    }

    /// Keys of the timeline behind it do nothing while a menu is open.
    void anOpenMenuHasTheKeys()
    {
        KeyedWindow w;
        w.view().setFocus();
        press(Qt::Key_Right);
        const std::string selected = textAt(w.view());
        const bool showsPath = w.view().criticalPath().isShown();
        bool isOpen = false;
        QTimer::singleShot(0, qApp, [&] {
            QWidget* menu = QApplication::activePopupWidget();
            isOpen = menu != nullptr;
            if (!isOpen)
                return;
            QTest::keyClick(menu, Qt::Key_Right);
            QTest::keyClick(menu, Qt::Key_C);
            while (QWidget* open = QApplication::activePopupWidget())
                open->close();
        });
        auto* file = w->menuBar()->actions().front()->menu();
        file->exec(w->mapToGlobal(QPoint(0, 20)));
        QVERIFY(isOpen);
        QCOMPARE(textAt(w.view()), selected);
        QCOMPARE(w.view().criticalPath().isShown(), showsPath);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, KeyboardWalkTest)
#include "keyboard_walk_test.moc"
