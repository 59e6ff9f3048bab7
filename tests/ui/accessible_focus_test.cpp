// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/accessible_support.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/note_marks.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

const QString kFirstLane = "Rank 0, stage 0, idle 33.3 %";
const QString kSecondLane = "Rank 1, stage 1, idle 33.3 %";

} // namespace

/// What a screen reader hears as things are chosen, marked, folded, noted and measured, and where the focus
/// is.
class AccessibleFocusTest : public QObject
{
    Q_OBJECT

private slots:
    void arrowsMoveTheFocus()
    {
        ReadWindow w;
        w.key(Qt::Key_Right);
        const QString first = "F 0, stage 0, rank 0, 0 to 1 step, slack 0";
        QCOMPARE(w.focus(), first);
        QCOMPARE(w.heardFocus(), first);
        QCOMPARE(w.heard.last(QAccessible::Selection), first);
        w.key(Qt::Key_Down);
        const QString below = "F 0, stage 1, rank 1, 1 to 2 steps, waits for 0F0 of rank 0, slack 0";
        QCOMPARE(w.focus(), below);
        QCOMPARE(w.heardFocus(), below);
        QVERIFY(w.tree().focusChild()->state().focused);
        QVERIFY(!w.tree().child(0)->child(0)->state().selected);
        // Chosen from elsewhere it is announced as selected, but the focus stays where it is.
        w.number("ranks").setFocus();
        w.heard.forget();
        w.view().chosen().select(actionAt(0, 1));
        const QString second = "F 1, stage 0, rank 0, 1 to 2 steps, slack 2";
        QCOMPARE(w.heard.last(QAccessible::Selection), second);
        QCOMPARE(w.heardFocus(), "nothing");
        w.view().setFocus();
        QTRY_COMPARE(w.heardFocus(), second);
        // A reader can choose, too.
        QAccessibleInterface* last = w.tree().child(1)->child(3);
        press(*last);
        QCOMPARE(w.view().chosen().action(), std::optional(actionAt(1, 3)));
        QVERIFY(last->state().selected);
    }

    void aMarkedGapSaysItsCause()
    {
        ReadWindow w;
        w.key(Qt::Key_B);
        QAccessibleInterface* gap = w.tree().focusChild();
        QCOMPARE(nameOf(gap), "Idle, rank 0, 2 to 4 steps");
        QCOMPARE(gap->text(QAccessible::Value), "2 steps");
        QCOMPARE(
            descriptionOf(*gap),
            "rank 0 waits 2 steps: the gradient of microbatch 0 comes back through rank 1; 2 steps compute. "
            "Step by step: 0B0 of rank 0, after 1B0 of rank 1, after 1F0 of rank 1");
        QCOMPARE(w.heardFocus(), "Idle, rank 0, 2 to 4 steps");
        QCOMPARE(nameOf(gap->parent()), kFirstLane);
        QCOMPARE(gap->parent()->indexOfChild(gap), 4);
        QCOMPARE(gap->parent()->childCount(), 5);
        w.key(Qt::Key_Escape);
        QVERIFY(!gap->isValid());
        QCOMPARE(w.tree().child(0)->childCount(), 4);
    }

    void lanesSayWhatBecomesOfThem()
    {
        ReadWindow w;
        QAccessibleInterface* lane = w.tree().child(0);
        QVERIFY(lane->state().expanded && !lane->state().collapsed && !lane->state().selected);
        // Chosen by its name it has the focus.
        LaneHeaders& headers = w.view().laneHeaders();
        headers.select(RankId{0});
        QVERIFY(lane->state().selected && lane->state().focused);
        QCOMPARE(w.tree().focusChild(), lane);
        QCOMPARE(w.heardFocus(), kFirstLane);
        headers.toggleFolded(RankId{0});
        QVERIFY(!lane->state().expanded && lane->state().collapsed);
        QCOMPARE(descriptionOf(*lane), "Folded");
        QCOMPARE(w.heard.last(QAccessible::StateChanged), nameOf(lane));
        QCOMPARE(w.heard.last(QAccessible::ObjectReorder), "nothing");
        w.key(Qt::Key_P);
        QCOMPARE(descriptionOf(*lane), "Pinned, Folded");
        QCOMPARE(w.heard.last(QAccessible::DescriptionChanged), nameOf(lane));
        // Moved behind the other.
        w.key(Qt::Key_P);
        w.heard.forget();
        headers.moveBy(RankId{0}, 1);
        QCOMPARE(w.tree().indexOfChild(lane), 1);
        QCOMPARE(w.heard.last(QAccessible::ObjectReorder), "Timeline");
    }

    void hiddenLanesAreLeft()
    {
        ReadWindow w;
        QAccessibleInterface* lane = w.tree().child(0);
        w.view().laneHeaders().select(RankId{0});
        w.heard.forget();
        w.key(Qt::Key_H);
        QVERIFY(lane->state().invisible);
        QCOMPARE(descriptionOf(*lane), "Hidden");
        QCOMPARE(w.tree().indexOfChild(lane), -1);
        QCOMPARE(childNames(w.tree()), QStringList{kSecondLane});
        QCOMPARE(w.heard.last(QAccessible::ObjectReorder), "Timeline");
        // Who goes on by keys hears where that is.
        QCOMPARE(w.heardFocus(), kSecondLane);
        QCOMPARE(w.focus(), kSecondLane);
        w.key(Qt::Key_H, Qt::ShiftModifier);
        QVERIFY(!lane->state().invisible);
        QCOMPARE(w.tree().indexOfChild(lane), 0);
    }

    void notesAreReached()
    {
        ReadWindow w;
        QAccessibleInterface& view = w.tree();
        w.document().setNotes({{1, {}, {}, "first"}, {3, 5, RankId{1}, "second"}}, "add");
        QCOMPARE(w.heard.last(QAccessible::ObjectReorder), "Timeline");
        const QString first = "Note: first, at 1";
        const QString second = "Note: second, 3 to 5, length 2, rank 1";
        QCOMPARE(childNames(view).mid(2), (QStringList{first, second}));
        checkTree(view);
        for (const QString& note : {first, second}) {
            w.key(Qt::Key_N);
            QCOMPARE(w.heardFocus(), note);
        }
        QVERIFY(view.child(3)->state().focused && !view.child(2)->state().focused);
        QCOMPARE(view.focusChild(), view.child(3));
        QVERIFY(!view.child(3)->rect().isEmpty());
        // What is selected after it has the focus in its place.
        w.key(Qt::Key_Right);
        QVERIFY(w.focus().startsWith("F 0, stage 0"));
        // A reader can choose a note, too; and it is gone with the note.
        press(*view.child(2));
        QCOMPARE(w.view().notes().focused(), std::optional<std::size_t>(0));
        QCOMPARE(w.focus(), first);
        QAccessibleInterface* gone = view.child(3);
        w.document().setNotes({}, "remove");
        QVERIFY(!gone->isValid());
        QCOMPARE(view.childCount(), 2);
    }

    void theMeasuredAreaIsReached()
    {
        ReadWindow w;
        QAccessibleInterface& view = w.tree();
        w.view().chosen().select(actionAt(0, 0));
        w.heard.forget();
        w.key(Qt::Key_R);
        QCOMPARE(childNames(view).mid(2),
                 QStringList{"Measured area, 0 to 1 step, idle 0 %, 1 action, rank 0"});
        QCOMPARE(w.heard.last(QAccessible::ObjectReorder), "Timeline");
        QCOMPARE(w.heardFocus(), nameOf(view.child(2)));
        QCOMPARE(view.focusChild(), view.child(2));
        QVERIFY(view.child(2)->state().focused);
        checkTree(view);
        w.key(Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(w.heard.last(QAccessible::NameChanged),
                 "Measured area, 0 to 1 step, idle 50 %, 1 action, 2 ranks");
        QAccessibleInterface* gone = view.child(2);
        w.view().measure().setArea(std::nullopt);
        QVERIFY(!gone->isValid());
        QCOMPARE(view.childCount(), 2);
        QVERIFY(w.focus().startsWith("F 0, stage 0"));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, AccessibleFocusTest)
#include "accessible_focus_test.moc"
