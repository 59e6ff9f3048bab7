// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_keys_support.h"
#include "ui/panels/bubbles_panel.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

QWidget* fieldOf(ShownWindow& w, const QString& name)
{
    if (name == "spin box")
        return &w.number("ranks");
    if (name == "line edit")
        return w->bubbles()->findChild<QLineEdit*>("bubbles-text");
    if (name == "table")
        return w->bubbles()->findChild<QTreeView*>();
    if (name == "legend")
        return w->pane()->legend()->itemOf(FillClass::Forward);
    for (QToolButton* button : w->findChildren<QToolButton*>())
        if (button->accessibleName() == "Shortcuts")
            return button;
    return nullptr;
}

bool isInFront(const QWidget* panel)
{
    return !panel->visibleRegion().isEmpty();
}
void nextPane(Qt::KeyboardModifiers modifiers = {})
{
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, modifiers);
}

} // namespace

/// Who gets a key: the timeline, a field, a menu; and how keys that are held go on.
class WindowFocusTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void fieldsKeepTheirKeys_data()
    {
        QTest::addColumn<QString>("field");
        for (const char* field : {"spin box", "line edit", "table", "button", "legend"})
            QTest::newRow(field) << QString::fromLatin1(field);
    }

    void fieldsKeepTheirKeys()
    {
        QFETCH(QString, field);
        w.explained();
        Triggers triggers(w->commands());
        QWidget* focused = fieldOf(w, field);
        QVERIFY(focused);
        for (const Command& command : w->commands().commands()) {
            if (command.scope != CommandScope::Timeline)
                continue;
            for (const QKeySequence& keys : command.shortcuts) {
                // Return to the field where Esc has left it.
                focused->setFocus();
                QVERIFY(focused->hasFocus());
                // Typed over, or there would soon be a million ranks.
                if (auto* number = qobject_cast<QAbstractSpinBox*>(focused))
                    number->selectAll();
                QTest::keyClick(focused, keys[0].key(), keys[0].keyboardModifiers());
                QVERIFY2(triggers.take().isEmpty(), qPrintable(command.id + ' ' + keys.toString()));
                // Enter is the legend's own: it hides what it stands on.
                const bool isEnter = keys[0].key() == Qt::Key_Return || keys[0].key() == Qt::Key_Enter;
                const bool isLegends = field == "legend" && isEnter;
                QVERIFY2((w.view().shownFills() == kAllFills) != isLegends, qPrintable(keys.toString()));
                w.view().setShownFills(kAllFills);
            }
        }
    }

    void escLeavesAField_data() { fieldsKeepTheirKeys_data(); }

    void escLeavesAField()
    {
        QFETCH(QString, field);
        w.explained();
        w.select(0, 0);
        QWidget* focused = fieldOf(w, field);
        focused->setFocus();
        QVERIFY(focused->hasFocus());
        QTest::keyClick(focused, Qt::Key_Escape);
        QVERIFY(w.view().hasFocus());
        // Leaving is all that it does; the next one clears.
        QCOMPARE(w.chosen(), actionAt(0, 0));
    }

    void controlZInAField()
    {
        w.setMicrobatches(12);
        auto* filter = w->bubbles()->findChild<QLineEdit*>("bubbles-text");
        filter->setFocus();
        QTest::keyClicks(filter, "zb");
        QTest::keyClick(filter, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(filter->text(), "");
        QTest::keyClick(filter, Qt::Key_Z, Qt::ControlModifier); // nothing is left to undo in it
        QCOMPARE(w.microbatches(), 12U);
        NumberField& ranks = w.number("ranks");
        w.typeOpen(ranks, "3");
        QTest::keyClick(&ranks, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(ranks.text() != "3");
        QVERIFY(w.document().undoStack().canUndo());
        QVERIFY(comesTo(w, 12));
    }

    void panesGoRound()
    {
        w.view().setFocus();
        for (const Qt::KeyboardModifiers modifiers :
             {Qt::KeyboardModifiers(), Qt::KeyboardModifiers(Qt::ShiftModifier)}) {
            int steps = 0;
            do {
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, modifiers);
                ++steps;
            } while (!w.view().hasFocus() && steps < 10);
            // Schedule, timeline, inspector, and each tab at the bottom.
            QCOMPARE(steps, 5);
        }
    }

    void theWalkLeavesTheTabsAsTheyWere()
    {
        w.explained();
        w.view().setFocus();
        QTRY_VERIFY(isInFront(w->bubbles()) && !isInFront(w->problems()));
        for (int i = 0; i < 2; ++i)
            nextPane();
        QVERIFY(w->bubbles()->isAncestorOf(QApplication::focusWidget()));
        nextPane();
        QVERIFY(w->problems()->isAncestorOf(QApplication::focusWidget()));
        QTRY_VERIFY(isInFront(w->problems()) && !isInFront(w->bubbles()));
        nextPane();
        QVERIFY(w->schedulePanel()->isAncestorOf(QApplication::focusWidget()));
        QTRY_VERIFY(isInFront(w->bubbles()) && !isInFront(w->problems()));
        // The other way round, too; and back to the tab itself.
        nextPane(Qt::ShiftModifier);
        QTRY_VERIFY(isInFront(w->problems()));
        nextPane(Qt::ShiftModifier);
        QVERIFY(w->bubbles()->isAncestorOf(QApplication::focusWidget()));
        QTRY_VERIFY(isInFront(w->bubbles()) && !isInFront(w->problems()));
        nextPane();
        // What was left by another way stays as it is.
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(w.view().hasFocus());
        nextPane();
        QTRY_VERIFY(isInFront(w->problems()));
    }

    /// The panels of a run are made when one of their tabs comes to the front, in the midst of the walk.
    void aPanelIsMadeOnTheWay()
    {
        const QDockWidget* lostTime = w->docks().named("trace-dock");
        const QPointer<QWidget> empty = lostTime->widget();
        w->docks().show({{"trace-dock", "bubbles-dock"}, "bubbles-dock"});
        w->bubbles()->setFocus();
        QVERIFY(empty && lostTime->widget() == empty);
        nextPane(Qt::ShiftModifier);
        QVERIFY(lostTime->widget() != empty);
        QVERIFY(lostTime->isAncestorOf(QApplication::focusWidget()));
        QTRY_VERIFY(!empty);
        nextPane();
        QVERIFY(w->bubbles()->isAncestorOf(QApplication::focusWidget()));
    }

    void theInspectorShowsItsFocus()
    {
        w.unfoldInspector();
        w.view().setFocus();
        const QImage before = w->inspector()->grab().toImage();
        nextPane();
        QVERIFY(w->inspector()->hasFocus());
        QVERIFY(w->inspector()->grab().toImage() != before);
        QTest::keyClick(w->inspector(), Qt::Key_Escape);
        QVERIFY(w.view().hasFocus());
        QCOMPARE(w->inspector()->grab().toImage(), before);
    }

    void arrowsStayInTheInspector()
    {
        w.select(1, 6);
        w.unfoldInspector();
        w.view().setFocus();
        nextPane();
        QWidget* first = QApplication::focusWidget();
        QVERIFY(w->inspector()->isAncestorOf(first));
        QTest::keyClick(first, Qt::Key_Down);
        QWidget* second = QApplication::focusWidget();
        QVERIFY(second != first && w->inspector()->isAncestorOf(second));
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QVERIFY(w->inspector()->isAncestorOf(QApplication::focusWidget()));
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
        QCOMPARE(QApplication::focusWidget(), first);
    }

    void contextMenuByKey_data()
    {
        addRows<Qt::Key, Qt::KeyboardModifiers>({
            {"Menu", Qt::Key_Menu, Qt::KeyboardModifiers()},
            {"Shift+F10", Qt::Key_F10, Qt::KeyboardModifiers(Qt::ShiftModifier)},
        });
    }

    void contextMenuByKey()
    {
        const auto& [key, modifiers] = givenRow<Qt::Key, Qt::KeyboardModifiers>();
        w.select(0, 0);
        w.view().setFocus();
        QStringList offered;
        QTimer closer;
        connect(&closer, &QTimer::timeout, this, [&] {
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                for (const QAction* action : menu->actions())
                    offered << plainText(action->text());
                menu->close();
            }
        });
        closer.start(20);
        QTest::keyClick(w->windowHandle(), key, modifiers);
        QTRY_VERIFY(!offered.isEmpty());
        QVERIFY2(offered.contains("What needs it") && offered.contains("Clear"),
                 qPrintable(offered.join('/')));
        QVERIFY(!offered.contains("What it waited for"));
    }

    void exportOpens()
    {
        QString opened;
        QTimer closer;
        connect(&closer, &QTimer::timeout, this, [&] {
            if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
                opened = QLatin1String(dialog->metaObject()->className());
                dialog->reject();
            }
        });
        closer.start(20);
        w.key(Qt::Key_E, Qt::ControlModifier);
        verifyEnds(opened, "ExportDialog");
    }

    void heldKeysEaseOn()
    {
        w.view().navigation().setReducedMotion(false);
        w.view().setFocus();
        const QPoint pointer(static_cast<int>(w.view().geometry().xOf(20)), 80);
        sendMove(w.view().viewport(), pointer);
        const Time anchor = w.view().geometry().timeAt(pointer.x());
        const auto shownWidth = [this] { return w.view().geometry().to - w.view().geometry().from; };
        double width = shownWidth();
        // A key that repeats goes on from where the picture is, always closer, the time under the pointer
        // staying.
        for (int i = 0; i < 8; ++i) {
            QTest::sendKeyEvent(QTest::Press, &w.view(), Qt::Key_W, "w", {});
            QTRY_VERIFY(shownWidth() < width);
            const double now = shownWidth();
            width = now;
            QVERIFY(isNear(w.view().geometry().timeAt(pointer.x()), anchor, 1e-6));
        }
        QVERIFY(isNear(widthOf(w.range()), 57 / std::pow(1.5, 8), 1e-9));
        QTRY_VERIFY(isNear(shownWidth(), widthOf(w.range()), 1e-12));
    }

    void reducedMotionDoesNotEase()
    {
        w.view().setFocus();
        QAction* reduced = w.action("view.reducedMotion");
        for (const bool on : {true, false}) {
            reduced->setChecked(on);
            w.setRange({0, 57});
            w.key(Qt::Key_W);
            const TimelineGeometry& geometry = w.view().geometry();
            QCOMPARE(isNear(geometry.to - geometry.from, 38), on);
            QVERIFY(isNear(widthOf(w.range()), 38));
        }
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowFocusTest)
#include "window_focus_test.moc"
