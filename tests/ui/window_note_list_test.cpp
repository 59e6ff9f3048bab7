// SPDX-License-Identifier: Apache-2.0
// Notes that stand too close for a flag each are chosen from a list.
#include "tests/support/test_program.h"
#include "tests/ui/window_notes_support.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

QStringList texts(const QMenu& menu)
{
    QStringList all;
    for (const QAction* action : menu.actions())
        if (action->isCheckable())
            all << action->text();
    return all;
}

/// "4  a", "4  b", "4  c" and one far away.
void addClose(NotesWindow& w)
{
    for (const char* text : {"a", "b", "c"})
        w.addAt(4, QString::fromLatin1(text));
    w.addAt(20, "far");
    w.marks().setFocused(std::nullopt);
}

} // namespace

class WindowNoteListTest : public QObject
{
    Q_OBJECT

private slots:
    void aClickListsCloseNotes()
    {
        NotesWindow w;
        w.begin();
        addClose(w);
        QCOMPARE(w.marks().layout().chipOf(0)->text, "3");
        QTest::mouseClick(w.viewport(), Qt::LeftButton, {}, w.flag(0));
        auto* menu = w->findChild<QMenu*>("note-list");
        QVERIFY(menu && menu->isVisible());
        QCOMPARE(texts(*menu), (QStringList{"4  a", "4  b", "4  c"}));
        QCOMPARE(menu->actions().front()->text(), "3 notes");
        menu->actions().back()->trigger();
        menu->close();
        QCOMPARE(w.marks().focused(), std::optional<std::size_t>(2));
        QTRY_VERIFY(!w->findChild<QMenu*>("note-list"));
        // One that stands alone needs none.
        QTest::mouseClick(w.viewport(), Qt::LeftButton, {}, w.flag(3));
        QCOMPARE(w.marks().focused(), std::optional<std::size_t>(3));
        QVERIFY(!w->findChild<QMenu*>("note-list"));
    }

    void theMenuKeyListsThemToo()
    {
        NotesWindow w;
        w.begin();
        addClose(w);
        w.marks().setFocused(1);
        w.view().askContextMenu();
        auto* menu = w->findChild<QMenu*>("note-menu");
        QVERIFY(menu && menu->isVisible());
        QCOMPARE(texts(*menu), (QStringList{"4  a", "4  b", "4  c"}));
        // Edit, copy, delete, next, previous, then the list.
        QTest::keyClick(menu, Qt::Key_Up);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(w.marks().focused(), std::optional<std::size_t>(2));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowNoteListTest)
#include "window_note_list_test.moc"
