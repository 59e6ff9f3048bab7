// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/accessible_support.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/note_marks.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

/// What a screen reader is told as things are chosen, marked, folded, noted and measured, and where the focus
/// is.
class AccessibleFocusTest : public QObject
{
    Q_OBJECT

private slots:
    void arrowsMoveTheFocus()
    {
        ShownWindow w;
        openTwoRanks(w);
        const Listener listener;
        QAccessibleInterface& view = accessible(w.view());
        w.key(Qt::Key_Right);
        const QString first = QStringLiteral("F 0, stage 0, rank 0, 0 to 1 step, slack 0");
        QCOMPARE(nameOf(view.focusChild()), first);
        QCOMPARE(Listener::last(QAccessible::Focus), first);
        QCOMPARE(Listener::last(QAccessible::Selection), first);
        w.key(Qt::Key_Down);
        const QString below =
            QStringLiteral("F 0, stage 1, rank 1, 1 to 2 steps, waits for 0F0 of rank 0, slack 0");
        QCOMPARE(nameOf(view.focusChild()), below);
        QCOMPARE(Listener::last(QAccessible::Focus), below);
        QVERIFY(view.focusChild()->state().focused);
        QVERIFY(!view.child(0)->child(0)->state().selected);
        // Chosen from elsewhere it is told as selected, but the focus stays where it is.
        w.number("ranks").setFocus();
        told().clear();
        w.view().chosen().select(ActionPosition{RankId{0}, 1});
        QCOMPARE(Listener::last(QAccessible::Selection),
                 QStringLiteral("F 1, stage 0, rank 0, 1 to 2 steps, slack 2"));
        QCOMPARE(Listener::last(QAccessible::Focus), QStringLiteral("nothing"));
        w.view().setFocus();
        QTRY_COMPARE(Listener::last(QAccessible::Focus),
                     QStringLiteral("F 1, stage 0, rank 0, 1 to 2 steps, slack 2"));
        // A reader can choose, too.
        QAccessibleInterface* last = view.child(1)->child(3);
        last->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(w.view().chosen().action(), std::optional(ActionPosition{RankId{1}, 3}));
        QVERIFY(last->state().selected);
    }

    void aMarkedGapTellsItsCause()
    {
        ShownWindow w;
        openTwoRanks(w);
        const Listener listener;
        w.key(Qt::Key_B);
        QAccessibleInterface* gap = accessible(w.view()).focusChild();
        QCOMPARE(nameOf(gap), QStringLiteral("Idle, rank 0, 2 to 4 steps"));
        QCOMPARE(gap->text(QAccessible::Value), QStringLiteral("2 steps"));
        QCOMPARE(gap->text(QAccessible::Description), QStringLiteral("waits for 1B0 from rank 1"));
        QCOMPARE(Listener::last(QAccessible::Focus), QStringLiteral("Idle, rank 0, 2 to 4 steps"));
        QCOMPARE(nameOf(gap->parent()), QStringLiteral("Rank 0, stage 0, idle 33.3 %"));
        QCOMPARE(gap->parent()->indexOfChild(gap), 4);
        QCOMPARE(gap->parent()->childCount(), 5);
        w.key(Qt::Key_Escape);
        QVERIFY(!gap->isValid());
        QCOMPARE(accessible(w.view()).child(0)->childCount(), 4);
    }

    void lanesTellWhatBecomesOfThem()
    {
        ShownWindow w;
        openTwoRanks(w);
        QAccessibleInterface& view = accessible(w.view());
        QAccessibleInterface* lane = view.child(0);
        QVERIFY(lane->state().expanded && !lane->state().collapsed && !lane->state().selected);
        const Listener listener;
        // Chosen by its name it has the focus.
        LaneHeaders& headers = w.view().laneHeaders();
        headers.select(RankId{0});
        QVERIFY(lane->state().selected && lane->state().focused);
        QCOMPARE(view.focusChild(), lane);
        QCOMPARE(Listener::last(QAccessible::Focus), QStringLiteral("Rank 0, stage 0, idle 33.3 %"));
        headers.toggleFolded(RankId{0});
        QVERIFY(!lane->state().expanded && lane->state().collapsed);
        QCOMPARE(lane->text(QAccessible::Description), QStringLiteral("Folded"));
        QCOMPARE(Listener::last(QAccessible::StateChanged), nameOf(lane));
        QCOMPARE(Listener::last(QAccessible::ObjectReorder), QStringLiteral("nothing"));
        w.key(Qt::Key_P);
        QCOMPARE(lane->text(QAccessible::Description), QStringLiteral("Pinned, Folded"));
        QCOMPARE(Listener::last(QAccessible::DescriptionChanged), nameOf(lane));
        // Moved behind the other.
        w.key(Qt::Key_P);
        told().clear();
        headers.moveBy(RankId{0}, 1);
        QCOMPARE(view.indexOfChild(lane), 1);
        QCOMPARE(Listener::last(QAccessible::ObjectReorder), QStringLiteral("Timeline"));
    }

    void hiddenLanesAreLeft()
    {
        ShownWindow w;
        openTwoRanks(w);
        QAccessibleInterface& view = accessible(w.view());
        QAccessibleInterface* lane = view.child(0);
        w.view().laneHeaders().select(RankId{0});
        const Listener listener;
        w.key(Qt::Key_H);
        QVERIFY(lane->state().invisible);
        QCOMPARE(lane->text(QAccessible::Description), QStringLiteral("Hidden"));
        QCOMPARE(view.indexOfChild(lane), -1);
        QCOMPARE(childNames(view), QStringList{"Rank 1, stage 1, idle 33.3 %"});
        QCOMPARE(Listener::last(QAccessible::ObjectReorder), QStringLiteral("Timeline"));
        // Who goes on by keys hears where that is.
        QCOMPARE(Listener::last(QAccessible::Focus), QStringLiteral("Rank 1, stage 1, idle 33.3 %"));
        QCOMPARE(nameOf(view.focusChild()), QStringLiteral("Rank 1, stage 1, idle 33.3 %"));
        w.key(Qt::Key_H, Qt::ShiftModifier);
        QVERIFY(!lane->state().invisible);
        QCOMPARE(view.indexOfChild(lane), 0);
    }

    void notesAreReached()
    {
        ShownWindow w;
        openTwoRanks(w);
        QAccessibleInterface& view = accessible(w.view());
        const Listener listener;
        w.document().setNotes({{1, std::nullopt, std::nullopt, "first"}, {3, 5, RankId{1}, "second"}},
                              QStringLiteral("add"));
        QCOMPARE(Listener::last(QAccessible::ObjectReorder), QStringLiteral("Timeline"));
        const QString first = QStringLiteral("Note: first, at 1");
        const QString second = QStringLiteral("Note: second, 3 to 5, length 2, rank 1");
        QCOMPARE(childNames(view).mid(2), (QStringList{first, second}));
        int seen = 0;
        checkTree(&view, seen);
        w.key(Qt::Key_N);
        QCOMPARE(Listener::last(QAccessible::Focus), first);
        w.key(Qt::Key_N);
        QCOMPARE(Listener::last(QAccessible::Focus), second);
        QVERIFY(view.child(3)->state().focused && !view.child(2)->state().focused);
        QCOMPARE(view.focusChild(), view.child(3));
        QVERIFY(!view.child(3)->rect().isEmpty());
        // What is selected after it has the focus in its place.
        w.key(Qt::Key_Right);
        QVERIFY(nameOf(view.focusChild()).startsWith(QStringLiteral("F 0, stage 0")));
        // A reader can choose a note, too; and it is gone with the note.
        view.child(2)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(w.view().notes().focused(), std::optional<std::size_t>(0));
        QCOMPARE(nameOf(view.focusChild()), first);
        QAccessibleInterface* gone = view.child(3);
        w.document().setNotes({}, QStringLiteral("remove"));
        QVERIFY(!gone->isValid());
        QCOMPARE(view.childCount(), 2);
    }

    void theMeasuredAreaIsReached()
    {
        ShownWindow w;
        openTwoRanks(w);
        QAccessibleInterface& view = accessible(w.view());
        w.view().chosen().select(ActionPosition{RankId{0}, 0});
        const Listener listener;
        w.key(Qt::Key_R);
        QCOMPARE(childNames(view).mid(2),
                 QStringList{"Measured area, 0 to 1 step, idle 0 %, 1 action, rank 0"});
        QCOMPARE(Listener::last(QAccessible::ObjectReorder), QStringLiteral("Timeline"));
        QCOMPARE(Listener::last(QAccessible::Focus), nameOf(view.child(2)));
        QCOMPARE(view.focusChild(), view.child(2));
        QVERIFY(view.child(2)->state().focused);
        int seen = 0;
        checkTree(&view, seen);
        w.key(Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(Listener::last(QAccessible::NameChanged),
                 QStringLiteral("Measured area, 0 to 1 step, idle 50 %, 1 action, 2 ranks"));
        QAccessibleInterface* gone = view.child(2);
        w.view().measure().setArea(std::nullopt);
        QVERIFY(!gone->isValid());
        QCOMPARE(view.childCount(), 2);
        QVERIFY(nameOf(view.focusChild()).startsWith(QStringLiteral("F 0, stage 0")));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, AccessibleFocusTest)
#include "accessible_focus_test.moc"
