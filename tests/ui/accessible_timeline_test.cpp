// SPDX-License-Identifier: Apache-2.0
// What a screen reader finds in the timeline: lanes, actions, the marked gap, and where the focus is.
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/timeline_accessible.h"

#include <QAccessible>
#include <QtTest>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

using Told = std::pair<QAccessible::Event, QString>;
std::vector<Told>& told()
{
    static std::vector<Told> events;
    return events;
}

/// Keeps what is told to screen readers while it lives: the event and the name of what it is about.
class Listener
{
public:
    Listener()
    {
        told().clear();
        setAccessibleListener([](QAccessible::Event event, const QAccessibleInterface& about) {
            told().emplace_back(event, about.text(QAccessible::Name));
        });
    }
    ~Listener() { setAccessibleListener(nullptr); }
    Q_DISABLE_COPY_MOVE(Listener)
    /// The latest of a sort.
    [[nodiscard]] static QString last(QAccessible::Event type)
    {
        const auto found =
            std::find_if(told().rbegin(), told().rend(), [&](const Told& one) { return one.first == type; });
        return found == told().rend() ? QStringLiteral("nothing") : found->second;
    }
};

QAccessibleInterface& accessible(QWidget& widget)
{
    return *QAccessible::queryAccessibleInterface(&widget);
}

QString nameOf(const QAccessibleInterface* item)
{
    return item != nullptr ? item->text(QAccessible::Name) : QStringLiteral("nothing");
}

QStringList childNames(const QAccessibleInterface& parent)
{
    QStringList names;
    for (int i = 0; i < parent.childCount(); ++i)
        names << nameOf(parent.child(i));
    return names;
}

/// Everything below must know its parent, its place in it, and have a name if it can have the focus.
void checkTree(QAccessibleInterface* item, int& seen)
{
    ++seen;
    const int count = item->childCount();
    for (int i = 0; i < count; ++i) {
        QAccessibleInterface* child = item->child(i);
        QVERIFY2(child != nullptr && child->isValid(), qPrintable(nameOf(item)));
        if (child->object() == nullptr || child->object()->inherits("bubblescope::ui::TimelineView")) {
            QCOMPARE(child->parent(), item);
            QCOMPARE(item->indexOfChild(child), i);
        }
        const QAccessible::State state = child->state();
        const QObject* object = child->object();
        if (state.focusable && !state.invisible)
            QVERIFY2(!nameOf(child).isEmpty() || (object && object->inherits("QScrollArea")),
                     qPrintable(object ? QLatin1String(object->metaObject()->className()) + QLatin1Char(' ') +
                                             object->objectName() + QStringLiteral(" in ") + nameOf(item)
                                       : QStringLiteral("an item of ") + nameOf(item)));
        checkTree(child, seen);
        if (QTest::currentTestFailed())
            return;
    }
}

/// kTwoRanks timed and explained as the window does it.
void openTwoRanks(ShownWindow& w)
{
    w.openFile(w.write(QStringLiteral("two.csv"), "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n"));
    QTRY_VERIFY(w.document().evaluation()->timeline->schedule->rankCount() == 2);
    QTRY_VERIFY(w.view().explanation());
}

} // namespace

class AccessibleTimelineTest : public QObject
{
    Q_OBJECT

private slots:
    void lanesAndActionsAreNamed();
    void moreSortsOfActionsAreNamed_data();
    void moreSortsOfActionsAreNamed();
    void theWholeWindowIsNamed();
    void placesAreFoundOnTheScreen();
    void arrowsMoveTheFocus();
    void aMarkedGapTellsItsCause();
    void lanesTellWhatBecomesOfThem();
    void hiddenLanesAreLeft();
    void notesAreReached();
    void theMeasuredAreaIsReached();
    void theRangeIsDescribed();
    void anotherScheduleForgetsTheOld();
    void bubblesOfTheOrderAreNoChildren();
    void tenMillionActionsAreWalkedLazily();
};

void AccessibleTimelineTest::lanesAndActionsAreNamed()
{
    ShownWindow w;
    openTwoRanks(w);
    QAccessibleInterface& view = accessible(w.view());
    QCOMPARE(nameOf(&view), QStringLiteral("Timeline"));
    QCOMPARE(view.role(), QAccessible::Tree);
    QCOMPARE(childNames(view), (QStringList{"Rank 0, stage 0, idle 33.3 %", "Rank 1, stage 1, idle 33.3 %"}));
    QCOMPARE(childNames(*view.child(0)),
             (QStringList{
                 "F 0, stage 0, rank 0, 0 to 1 step, slack 0",
                 "F 1, stage 0, rank 0, 1 to 2 steps, slack 2",
                 "B 0, stage 0, rank 0, 4 to 6 steps, waits for 1B0 of rank 1, slack 1",
                 "B 1, stage 0, rank 0, 7 to 9 steps, waits for 1B1 of rank 1, slack 0",
             }));
    QCOMPARE(childNames(*view.child(1)),
             (QStringList{
                 "F 0, stage 1, rank 1, 1 to 2 steps, waits for 0F0 of rank 0, slack 0",
                 "B 0, stage 1, rank 1, 2 to 4 steps, waits for 1F0 of rank 1, slack 0",
                 "F 1, stage 1, rank 1, 4 to 5 steps, waits for 0F1 of rank 0, slack 0",
                 "B 1, stage 1, rank 1, 5 to 7 steps, waits for 1F1 of rank 1, slack 0",
             }));
}

void AccessibleTimelineTest::moreSortsOfActionsAreNamed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("lane");
    QTest::addColumn<QStringList>("actions");
    QTest::newRow("two chunks") << "0F0 2F0"
                                << "Rank 0, stages 0 and 2, idle 0 %"
                                << QStringList{"F 0, stage 0, rank 0, 0 to 1 step",
                                               "F 0, stage 2, rank 0, 1 to 2 steps"};
    QTest::newRow("many chunks") << "0F0 1F0 2F0 3F0 4F0 5F0 6F0"
                                 << "Rank 0, stages 0 to 6, 7 of them, idle 0 %" << QStringList();
    QTest::newRow("overlapped, with W")
        << "0F0 (0F1;0I0)OVERLAP_F_B 0W0"
        << "Rank 0, stage 0, idle 0 %"
        << QStringList{"F 0, stage 0, rank 0, 0 to 1 step", "F 1, stage 0, rank 0, 1 to 2 steps, overlapped",
                       "I 0, stage 0, rank 0, 1 to 2 steps, overlapped, waits for 0F0 of rank 0",
                       "W 0, stage 0, rank 0, 2 to 3 steps, waits for 0I0 of rank 0"};
    QTest::newRow("messages and FSDP")
        << "0UNSHARD 0F0 0SEND_F0\n. . . 1RECV_F0 1F0"
        << "Rank 0, stage 0, idle 80 %"
        << QStringList{"UNSHARD, stage 0, rank 0, 0 to 1 step", "F 0, stage 0, rank 0, 1 to 2 steps",
                       "SEND_F 0, stage 0, rank 0, 2 to 3 steps, waits for 0F0 of rank 0"};
}

void AccessibleTimelineTest::moreSortsOfActionsAreNamed()
{
    QFETCH(QString, text);
    QFETCH(QString, lane);
    QFETCH(QStringList, actions);
    ShownView shown(evaluationOf(text.toStdString()));
    QAccessibleInterface* first = accessible(shown.view).child(0);
    QCOMPARE(nameOf(first), lane);
    if (!actions.isEmpty())
        QCOMPARE(childNames(*first), actions);
}

void AccessibleTimelineTest::theWholeWindowIsNamed()
{
    ShownWindow w;
    openTwoRanks(w);
    int seen = 0;
    checkTree(&accessible(w.window()), seen);
    QVERIFY2(seen > 100, qPrintable(QString::number(seen)));
}

void AccessibleTimelineTest::placesAreFoundOnTheScreen()
{
    ShownView shown(evaluationOf(kTwoRanks));
    QAccessibleInterface& view = accessible(shown.view);
    const QPoint place = shown.viewport()->mapToGlobal(at(shown.view, 1, 3.5));
    QAccessibleInterface* lane = view.childAt(place.x(), place.y());
    QCOMPARE(nameOf(lane), QStringLiteral("Rank 1, stage 1, idle 50 %"));
    QAccessibleInterface* action = lane->childAt(place.x(), place.y());
    QCOMPARE(nameOf(action), QStringLiteral("B 0, stage 1, rank 1, 3 to 4 steps, waits for 1F0 of rank 1"));
    QVERIFY(action->rect().contains(place));
    QVERIFY(lane->rect().contains(place));
    QVERIFY(!action->state().offscreen);
    const QPoint idle = shown.viewport()->mapToGlobal(at(shown.view, 1, 0.5));
    QVERIFY(view.childAt(idle.x(), idle.y())->childAt(idle.x(), idle.y()) == nullptr);
    shown.view.setRange({5, 6});
    QVERIFY(action->state().offscreen);
    QCOMPARE(action->rect(), QRect());
}

void AccessibleTimelineTest::arrowsMoveTheFocus()
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
    w.view().setSelection(ActionPosition{RankId{0}, 1});
    QCOMPARE(Listener::last(QAccessible::Selection),
             QStringLiteral("F 1, stage 0, rank 0, 1 to 2 steps, slack 2"));
    QCOMPARE(Listener::last(QAccessible::Focus), QStringLiteral("nothing"));
    w.view().setFocus();
    QTRY_COMPARE(Listener::last(QAccessible::Focus),
                 QStringLiteral("F 1, stage 0, rank 0, 1 to 2 steps, slack 2"));
    // A reader can choose, too.
    QAccessibleInterface* last = view.child(1)->child(3);
    last->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(w.view().selection(), std::optional(ActionPosition{RankId{1}, 3}));
    QVERIFY(last->state().selected);
}

void AccessibleTimelineTest::aMarkedGapTellsItsCause()
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

void AccessibleTimelineTest::lanesTellWhatBecomesOfThem()
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

void AccessibleTimelineTest::hiddenLanesAreLeft()
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

void AccessibleTimelineTest::notesAreReached()
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

void AccessibleTimelineTest::theMeasuredAreaIsReached()
{
    ShownWindow w;
    openTwoRanks(w);
    QAccessibleInterface& view = accessible(w.view());
    w.view().setSelection(ActionPosition{RankId{0}, 0});
    const Listener listener;
    w.key(Qt::Key_R);
    QCOMPARE(childNames(view).mid(2), QStringList{"Measured area, 0 to 1 step, idle 0 %, 1 action, rank 0"});
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

void AccessibleTimelineTest::theRangeIsDescribed()
{
    ShownView shown(evaluationOf(kTwoRanks));
    const QAccessibleInterface& view = accessible(shown.view);
    QVERIFY(view.text(QAccessible::Description).endsWith(QStringLiteral("Shown: 0 to 8 steps.")));
    shown.view.setRange({2, 5});
    QVERIFY(view.text(QAccessible::Description).endsWith(QStringLiteral("Shown: 2 to 5 steps.")));
}

void AccessibleTimelineTest::anotherScheduleForgetsTheOld()
{
    ShownView shown(evaluationOf(kTwoRanks));
    const Listener listener;
    QAccessibleInterface& view = accessible(shown.view);
    shown.view.setSelection(ActionPosition{RankId{1}, 2});
    QCOMPARE(childNames(*view.child(1)).size(), 4);
    QVERIFY(keptAccessibleChildren(shown.view) > 0);
    shown.view.setEvaluation(evaluationOf("0F0"));
    QCOMPARE(keptAccessibleChildren(shown.view), std::size_t{0});
    QCOMPARE(childNames(view), QStringList{"Rank 0, stage 0, idle 0 %"});
    shown.view.setEvaluation(nullptr);
    QCOMPARE(view.childCount(), 0);
    QCOMPARE(Listener::last(QAccessible::ObjectReorder), QStringLiteral("Timeline"));
}

void AccessibleTimelineTest::bubblesOfTheOrderAreNoChildren()
{
    // More cells than one group of the count has.
    std::string text;
    for (int i = 0; i < 600; ++i)
        text += (i % 3 == 1 ? ". " : "0F" + std::to_string(i) + ' ');
    ShownView shown(evaluationOf(text));
    QAccessibleInterface* lane = accessible(shown.view).child(0);
    QCOMPARE(lane->childCount(), 400);
    for (int i = 0; i < 400; ++i) {
        const int cell = i / 2 * 3 + (i % 2) * 2;
        QVERIFY(nameOf(lane->child(i)).startsWith(QStringLiteral("F %1, ").arg(cell)));
        QCOMPARE(lane->indexOfChild(lane->child(i)), i);
    }
    QVERIFY(lane->child(400) == nullptr);
    QVERIFY(lane->child(-1) == nullptr);
}

void AccessibleTimelineTest::tenMillionActionsAreWalkedLazily()
{
    ShownView shown(manyForwards(4, 2'500'000));
    QAccessibleInterface& view = accessible(shown.view);
    QCOMPARE(keptAccessibleChildren(shown.view), std::size_t{0});
    QAccessibleInterface* lane = view.child(3);
    QCOMPARE(lane->childCount(), 2'500'000);
    QCOMPARE(nameOf(lane->child(2'499'999)),
             QStringLiteral(
                 "F 2499999, stage 3, rank 3, 2,499,999 to 2,500,000 steps, waits for 2F2499999 of rank 2"));
    for (int i = 0; i < 20'000; ++i)
        QCOMPARE(lane->indexOfChild(lane->child(i * 125)), i * 125);
    QVERIFY(keptAccessibleChildren(shown.view) <= kKeptActions + kKeptLanes);
    QVERIFY(lane->isValid());
}

QTEST_MAIN(AccessibleTimelineTest)
#include "accessible_timeline_test.moc"
