// SPDX-License-Identifier: Apache-2.0
// What a project file keeps of notes and of the view, and how notes stand when they are many or too late.
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_notes_support.h"

#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

class WindowNotesFilesTest : public QObject
{
    Q_OBJECT

    NotesWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void savesAndReopens()
    {
        w.addAt(4, "keep \"it\"");
        w.view().measure().setArea(ui::MeasuredArea{{5, 8}, {RankId{2}}});
        w.key(Qt::Key_M, Qt::ShiftModifier);
        w.write("span");
        const QString path = w.path("n.bubble");
        QVERIFY(w->files().saveTo(path));
        QVERIFY(!w.document().isModified());
        w.key(Qt::Key_N);
        w.key(Qt::Key_Delete);
        QVERIFY(w.document().isModified());
        w->questions.saveChanges = [](const QString&) { return ui::SaveAnswer::Discard; };
        w.openFile(path);
        QCOMPARE(w.notes(), "4 keep \"it\" | 5-8@2 span");
        QCOMPARE(w.marks().notes().size(), std::size_t{2});
        QVERIFY(!w.document().isModified());
        QVERIFY(!w.document().undoStack().canUndo());
        const QByteArray bytes = w.read(path);
        QVERIFY(w->files().saveTo(path));
        QCOMPARE(w.read(path), bytes);
    }

    void savesWhatIsBeingWritten()
    {
        w.pointAt(0, 4);
        w.key(Qt::Key_M);
        QTRY_VERIFY(w.editor() && w.editor()->hasFocus());
        QTest::keyClicks(w.editor(), "half");
        QVERIFY(w->files().saveTo(w.path("n.bubble")));
        QVERIFY(w.read(w.path("n.bubble")).contains("\"half\""));
        QVERIFY(!w.document().isModified());
    }

    void newDocumentHasNone()
    {
        w.addAt(4, "a");
        w->files().startNew(ScheduleRequest{});
        QCOMPARE(w.notes(), QString());
        QVERIFY(w.marks().notes().empty());
        QVERIFY(!w.document().isModified());
    }

    void badFileSaysWhere()
    {
        w.addAt(4, "a");
        w->questions.saveChanges = [](const QString&) { return ui::SaveAnswer::Discard; };
        w.openFile(w.ShownWindow::write("bad.bubble",
                                        "{\"bubblescopeFormat\": 1,\n \"notes\": [{\"time\": -1, \"text\": "
                                        "\"x\"}],\n \"source\": {\"request\": {\"schedule\": \"gpipe\", "
                                        "\"ranks\": 2, \"microbatches\": 3}}}"));
        verifyContains(w->messages()->headline(),
                       {"bad.bubble:2:21: notes[0].time: expected a number >= 0, found -1"});
        QCOMPARE(w.notes(), "4 a");
    }

    void keepsViewLanesAndUnknownKeys()
    {
        const QString path = w.ShownWindow::write("v.bubble", R"({"bubblescopeFormat": 1, "remarks": [1],
        "source": {"request": {"schedule": "1f1b", "ranks": 64, "microbatches": 64}},
        "view": {"from": 10, "to": 40, "scroll": 8, "zoom": {"a": 1}, "lanes": {"tall": [2]}}})");
        w.openFile(path);
        QTRY_COMPARE(w.view().geometry().lanes.size(), std::size_t{64});
        QTRY_VERIFY(isNear(w.range().from, 10));
        QVERIFY(isNear(w.view().geometry().scrollY / w.view().geometry().pitch(), 8, 0.1));
        QVERIFY(w->files().saveTo(path));
        const auto read = readDocument(w.read(path).toStdString(), "v.bubble");
        QVERIFY(read.has_value());
        QCOMPARE(read->view.unknownKeys.at("zoom"), std::string(R"({"a":1})"));
        QCOMPARE(read->view.lanes.unknownKeys.at("tall"), "[2]");
        QCOMPARE(read->unknownKeys.at("remarks"), "[1]");
        QVERIFY(isNear(*read->view.from, 10));
        QVERIFY(isNear(*read->view.scroll, 8, 0.1));
    }

    void staysBeyondTheEnd()
    {
        w.document().setNotes({{30, {}, {}, "late"}, {500, {}, {}, "far"}}, "Add note");
        const ui::NoteChip* chip = w.marks().layout().chipOf(1);
        QVERIFY(chip);
        QVERIFY(isNear(chip->x, std::round(xOf(w.view(), 33))));
        w.number("microbatches").setFocus();
        w.type(w.number("microbatches"), "4");
        QTRY_VERIFY(w.view().evaluation()->timeline->makespan < 30);
        QCOMPARE(w.notes(), "30 late | 500 far");
        QCOMPARE(w.marks().layout().shown.size(), std::size_t{2});
    }

    void flagsNeverOverlap()
    {
        std::mt19937 random(3);
        TimelineGeometry geometry;
        for (int round = 0; round < 400; ++round) {
            geometry.plot = {88, 48, 100.0 + static_cast<double>(random() % 1500), 300};
            geometry.from = static_cast<double>(random() % 40);
            geometry.to = geometry.from + 1 + static_cast<double>(random() % 100);
            std::vector<DocumentNote> notes;
            for (std::size_t i = 0, count = random() % 200; i < count; ++i) {
                DocumentNote note{
                    static_cast<double>(random() % 12000) / 100, {}, {}, std::string(1 + random() % 60, 'n')};
                if (random() % 3 == 0)
                    note.to = note.from + 1 + static_cast<double>(random() % 30);
                notes.push_back(note);
            }
            const bool hasFocus = random() % 2 == 0 && !notes.empty();
            const auto focused =
                hasFocus ? std::optional<std::size_t>(random() % notes.size()) : std::nullopt;
            const ui::NoteLayout layout = ui::layOutNotes(notes, geometry, 100, focused);
            std::size_t counted = 0;
            double end = geometry.plot.x - 1;
            for (const ui::NoteChip& chip : layout.chips) {
                QVERIFY2(
                    chip.rect.left() >= end,
                    qPrintable(QString("round %1: %2 after %3").arg(round).arg(chip.rect.left()).arg(end)));
                QVERIFY(chip.rect.right() <= geometry.plot.right() + 16);
                end = chip.rect.right();
                counted += chip.notes.size() + chip.covered;
            }
            QCOMPARE(counted, layout.shown.size());
        }
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowNotesFilesTest)
#include "window_notes_files_test.moc"
