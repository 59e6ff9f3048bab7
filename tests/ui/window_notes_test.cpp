// SPDX-License-Identifier: Apache-2.0
// Notes that are written on the timeline, with real keys and mouse.
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_notes_support.h"

using namespace bubblescope;
using namespace bubblescope::test;

class WindowNotesTest : public QObject
{
    Q_OBJECT

    NotesWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void mAtThePointer()
    {
        // 6 pixels from an edge are drawn to it.
        w.pointAt(1, 4);
        w.key(Qt::Key_M);
        QVERIFY(w.marks().isEditing());
        QCOMPARE(w.notes(), QString());
        QCOMPARE(w.written("warm-up"), "4 warm-up");
        QVERIFY(!w.marks().isEditing());
        QCOMPARE(w.marks().focused(), std::optional<std::size_t>(0));
        QCOMPARE(w.undoText(), "Add note");
        QVERIFY(w->isWindowModified());
    }

    void mWithoutAPointer()
    {
        w.leave();
        w.select(1, 1);
        const Time start = w.view().evaluation()->timeline->startOf(*w.chosen());
        w.key(Qt::Key_M);
        QCOMPARE(w.written("selected"), QString("%1@1 selected").arg(start));
        w.key(Qt::Key_Escape); // the note's focus
        w.key(Qt::Key_Escape); // the selection
        QVERIFY(!w.chosen());
        w.key(Qt::Key_M);
        w.write("middle");
        verifyEnds(w.notes(), "16.5 middle");
    }

    void escDropsANewNote()
    {
        w.pointAt(0, 4);
        w.key(Qt::Key_M);
        QTRY_VERIFY(w.editor() && w.editor()->hasFocus());
        QTest::keyClicks(w.editor(), "never mind");
        QTest::keyClick(w.editor(), Qt::Key_Escape);
        QVERIFY(w.view().hasFocus());
        QCOMPARE(w.notes(), QString());
        QVERIFY(!w.document().isModified());
        QVERIFY(!w.marks().needsBand());
    }

    void anEmptyTextIsNoNote()
    {
        w.pointAt(0, 4);
        w.key(Qt::Key_M);
        QCOMPARE(w.written("   "), QString());
        QVERIFY(!w.document().isModified());
    }

    void theEditorKeepsItsKeys()
    {
        const TimeRange range = w.range();
        w.pointAt(0, 4);
        w.key(Qt::Key_M);
        QCOMPARE(w.written("wasd 0 m? c/"), "4 wasd 0 m? c/");
        QVERIFY(w.range() == range);
        QVERIFY(!w.view().criticalPath().isShown());
    }

    void shiftMOfAMeasuredArea()
    {
        w.view().measure().setArea(ui::MeasuredArea{{3, 7}, {RankId{1}, RankId{2}}});
        w.key(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(w.written("area"), "3-7 area");
        w.view().measure().setArea(ui::MeasuredArea{{5, 6}, {RankId{2}}});
        w.key(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(w.written("one lane"), "3-7 area | 5-6@2 one lane");
    }

    void shiftMOfTheSelection()
    {
        w.view().chosen().setGap(ui::Gap{RankId{0}, 4, 10});
        w.key(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(w.written("gap"), "4-10@0 gap");
        w.select(0, 0);
        w.key(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(w.written("action"), "0-1@0 action | 4-10@0 gap");
    }

    void shiftMOfTheView()
    {
        w.setRange({10, 20});
        w.key(Qt::Key_M, Qt::ShiftModifier);
        w.write("tenth");
        const DocumentNote& note = w.document().notes().at(0);
        QVERIFY(isNear(note.from, 14.5));
        QVERIFY(isNear(*note.to, 15.5));
    }

    void undoAndRedo()
    {
        w.addAt(4, "a");
        w.addAt(10, "b");
        QCOMPARE(w.notes(), "4 a | 10 b");
        QCOMPARE(w.after(Qt::Key_Z, Qt::ControlModifier), "4 a");
        QCOMPARE(w.marks().notes().size(), std::size_t{1});
        QCOMPARE(w.after(Qt::Key_Z, Qt::ControlModifier), QString());
        QVERIFY(!w.document().isModified());
        w.key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(w.after(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier), "4 a | 10 b");
        // The schedule was not timed anew for it.
        QVERIFY(!w.document().isBusy());
    }

    void undoKeepsWhatIsBeingWritten()
    {
        w.addAt(4, "first");
        w.pointAt(0, 10);
        w.key(Qt::Key_M);
        QTRY_VERIFY(w.editor() && w.editor()->hasFocus());
        QTest::keyClicks(w.editor(), "long text in work");
        w.trigger("edit.undo");
        QCOMPARE(w.notes(), "4 first");
        w.trigger("edit.redo");
        QCOMPARE(w.notes(), "4 first | 10 long text in work");
    }

    void aTextStaysWithItsNote()
    {
        w.addAt(4, "first");
        w.addAt(10, "second");
        w.key(Qt::Key_F2);
        QTRY_VERIFY(w.editor() && w.editor()->hasFocus());
        QTest::keyClicks(w.editor(), "changed");
        w.trigger("note.previous");
        QCOMPARE(w.notes(), "4 first | 10 changed");
        QVERIFY(!w.marks().isEditing());
        QCOMPARE(w.marks().focused(), std::optional<std::size_t>(0));
    }

    void equalNotesKeepTheFocus()
    {
        const DocumentNote same{4, {}, {}, "same"};
        w.document().setNotes({same, same, {10, {}, {}, "other"}}, "notes");
        w.marks().setFocused(1);
        std::vector<std::optional<std::size_t>> told;
        connect(&w.marks(), &ui::NoteMarks::focusedChanged, this, [&](auto note) { told.push_back(note); });
        w.document().setNotes({same, same, {12, {}, {}, "other"}}, "notes");
        QCOMPARE(w.marks().focused(), std::optional<std::size_t>(1));
        QVERIFY(told.empty());
        // Another note at the focused one's place is told.
        w.addAt(2, "early");
        w.marks().setFocused(0);
        told.clear();
        w.addAt(1, "earlier");
        QCOMPARE(w.marks().focused(), std::optional<std::size_t>(0));
        QCOMPARE(told, (std::vector<std::optional<std::size_t>>{0}));
    }

    void tooManyNotesAreRefused()
    {
        w.document().setNotes(std::vector<DocumentNote>(kMostNotes, DocumentNote{4, {}, {}, "note"}),
                              "notes");
        w.key(Qt::Key_M);
        QVERIFY(!w.marks().isEditing());
        QVERIFY(w.marks().notes().size() == kMostNotes);
        QCOMPARE(w.said(), "There are already 10000 notes, the most that a project can hold.");
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowNotesTest)
#include "window_notes_test.moc"
