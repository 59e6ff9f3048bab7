// SPDX-License-Identifier: Apache-2.0
// What is done with notes that are there: walked through, edited, moved, deleted, with real keys and mouse.
#include "tests/support/test_program.h"
#include "tests/ui/window_notes_support.h"

using namespace bubblescope;
using namespace bubblescope::test;

class WindowNotesEditTest : public QObject
{
    Q_OBJECT

    NotesWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void nextPreviousAndEsc()
    {
        w.addAt(4, "a");
        w.addAt(10, "b");
        w.addAt(20, "c");
        w.key(Qt::Key_Escape);
        QVERIFY(!w.marks().focused());
        w.setRange({8, 12});
        w.key(Qt::Key_N);
        QCOMPARE(w.marks().focused(), std::optional<std::size_t>(1));
        w.key(Qt::Key_N);
        QCOMPARE(w.marks().focused(), std::optional<std::size_t>(2));
        const TimeRange shown = w.range();
        QVERIFY(shown.from < 20 && 20 < shown.to);
        w.key(Qt::Key_N);
        QCOMPARE(w.marks().focused(), std::optional<std::size_t>(0));
        w.key(Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(w.marks().focused(), std::optional<std::size_t>(2));
        // Esc takes the note first, then the selection.
        w.select(0, 0);
        w.key(Qt::Key_Escape);
        QVERIFY(!w.marks().focused());
        QVERIFY(w.chosen());
    }

    void enterF2AndDoubleClickEdit()
    {
        w.addAt(4, "a");
        w.key(Qt::Key_Return);
        QTRY_VERIFY(w.editor() && w.editor()->hasFocus());
        QCOMPARE(w.editor()->text(), "a");
        QCOMPARE(w.written("by enter"), "4 by enter");
        QCOMPARE(w.undoText(), "Edit note");
        w.key(Qt::Key_F2);
        QCOMPARE(w.written("by F2"), "4 by F2");
        QTest::mouseClick(w.viewport(), Qt::LeftButton, {}, w.flag(0));
        QTest::mouseDClick(w.viewport(), Qt::LeftButton, {}, w.flag(0));
        QCOMPARE(w.written("by mouse"), "4 by mouse");
        // An edit that is left by a click elsewhere is kept.
        w.key(Qt::Key_F2);
        QTRY_VERIFY(w.editor());
        QTest::keyClicks(w.editor(), "clicked away");
        QTest::mouseClick(w.viewport(), Qt::LeftButton, {}, w.at(0, 20.5));
        QCOMPARE(w.notes(), "4 clicked away");
        QVERIFY(!w.marks().focused());
    }

    void emptiedTextDeletes()
    {
        w.addAt(4, "a");
        w.key(Qt::Key_F2);
        QTRY_VERIFY(w.editor());
        QTest::keyClick(w.editor(), Qt::Key_Delete);
        QTest::keyClick(w.editor(), Qt::Key_Return);
        QCOMPARE(w.notes(), QString());
        QCOMPARE(w.undoText(), "Delete note");
    }

    void deleteKeyAndMenu()
    {
        w.addAt(4, "a");
        w.addAt(10, "b");
        QCOMPARE(w.after(Qt::Key_Delete), "4 a");
        QVERIFY(!w.action("note.remove")->isEnabled());
        const QPoint place = w.flag(0);
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, w.viewport()->mapToGlobal(place));
        QApplication::sendEvent(w.viewport(), &event);
        auto* menu = w->findChild<QMenu*>("note-menu");
        QVERIFY(menu);
        QCOMPARE(w.marks().focused(), std::optional<std::size_t>(0));
        QVERIFY(menu->actions().contains(w.action("note.copyText")));
        menu->close();
        w.trigger("note.copyText");
        QCOMPARE(copiedText(), "a");
        w.trigger("note.remove");
        QCOMPARE(w.notes(), QString());
    }

    void dragSnaps()
    {
        w.addAt(4, "a");
        const auto px = [&](Time t) {
            return static_cast<int>(std::lround(t * w.view().geometry().pixelsPerUnit()));
        };
        QPoint from = w.flag(0);
        drag(w.viewport(), Qt::LeftButton, from, from + QPoint(px(3) + 4, 0));
        QCOMPARE(w.notes(), "7 a");
        QCOMPARE(w.undoText(), "Move note");
        QCOMPARE(w.steps(), 2);
        // A click, or a move of a few pixels, moves nothing.
        from = w.flag(0);
        drag(w.viewport(), Qt::LeftButton, from, from + QPoint(2, 0));
        QCOMPARE(w.steps(), 2);
        // Not before the begin.
        from = w.flag(0);
        drag(w.viewport(), Qt::LeftButton, from, from - QPoint(px(20), 0));
        QCOMPARE(w.notes(), "0 a");
        QCOMPARE(w.after(Qt::Key_Z, Qt::ControlModifier), "7 a");
        // Alt: where it is dropped.
        from = w.flag(0);
        const QPoint to = from + QPoint(px(1) + 4, 0);
        QTest::mousePress(w.viewport(), Qt::LeftButton, Qt::AltModifier, from);
        QMouseEvent move(QEvent::MouseMove, to, w.viewport()->mapToGlobal(QPointF(to)), Qt::NoButton,
                         Qt::LeftButton, Qt::AltModifier);
        QApplication::sendEvent(w.viewport(), &move);
        QTest::mouseRelease(w.viewport(), Qt::LeftButton, Qt::AltModifier, to);
        QVERIFY(
            isNear(w.document().notes().at(0).from, 7 + (px(1) + 4) / w.view().geometry().pixelsPerUnit()));
    }

    void dragOfASpanAndItsEdges()
    {
        w.document().setNotes({{10, 14, {}, "span"}}, "Add note");
        const double y = ui::noteBand(w.view().geometry()).center().y();
        const auto place = [&](Time t) { return QPointF(xOf(w.view(), t), y).toPoint(); };
        drag(w.viewport(), Qt::LeftButton, place(14), place(16));
        QCOMPARE(w.notes(), "10-16 span");
        drag(w.viewport(), Qt::LeftButton, place(10), place(9));
        QCOMPARE(w.notes(), "9-16 span");
        // An edge does not cross the other.
        drag(w.viewport(), Qt::LeftButton, place(16), place(5));
        QVERIFY(*w.document().notes().at(0).to > 9);
        w.document().setNotes({{9, 16, {}, "span"}}, "Add note");
        const QPoint flag = w.flag(0);
        drag(w.viewport(), Qt::LeftButton, flag, flag + (place(12) - place(9)));
        QCOMPARE(w.notes(), "12-19 span");
    }

    void whatIsSaidOfItFollows()
    {
        w.pointAt(0, 4);
        w.key(Qt::Key_M);
        QSignalSpy said(&w.view(), &ui::TimelineView::hoverTextChanged);
        w.write("here");
        QCOMPARE(said.last()[0].toString(), "note 1 of 1 · at 4 · here");
        w.key(Qt::Key_Right, Qt::ControlModifier);
        QVERIFY(w.notes() != "4 here");
        QCOMPARE(said.last()[0].toString(),
                 QString("note 1 of 1 · at %1 · here").arg(w.notes().section(' ', 0, 0)));
        w.key(Qt::Key_Escape);
        QCOMPARE(said.last()[0].toString(), w.view().hoverText());
    }

    void keysMoveAsOneStep()
    {
        w.addAt(4, "a");
        for (int i = 0; i < 3; ++i)
            w.key(Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(w.notes(), "8 a");
        QCOMPARE(w.steps(), 2);
        QCOMPARE(w.after(Qt::Key_Left, Qt::ControlModifier), "7 a");
        QCOMPARE(w.after(Qt::Key_Z, Qt::ControlModifier), "4 a");
        w.document().setNotes({{4, 6, {}, "s"}}, "Edit");
        w.key(Qt::Key_N);
        QCOMPARE(w.after(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier), "4-7 s");
        for (int i = 0; i < 9; ++i)
            w.key(Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(w.notes(), "4-6 s");
    }

    void bandComesAndGoes()
    {
        const double top = w.view().geometry().plot.y;
        w.addAt(4, "a");
        QCOMPARE(w.view().geometry().plot.y, top + 20);
        w.key(Qt::Key_Delete);
        QCOMPARE(w.view().geometry().plot.y, top);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowNotesEditTest)
#include "window_notes_edit_test.moc"
