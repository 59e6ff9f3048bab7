// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/accessible_support.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

/// What a screen reader finds in the timeline: lanes and actions, their names and places.
class AccessibleTimelineTest : public QObject
{
    Q_OBJECT

private slots:
    void lanesAndActionsAreNamed()
    {
        ReadWindow w;
        QAccessibleInterface& view = w.tree();
        QCOMPARE(nameOf(&view), "Timeline");
        QCOMPARE(view.role(), QAccessible::Tree);
        QCOMPARE(childNames(view),
                 (QStringList{"Rank 0, stage 0, idle 33.3 %", "Rank 1, stage 1, idle 33.3 %"}));
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

    void moreSortsOfActionsAreNamed_data()
    {
        addRows<QString, QString, QStringList>({
            {"two chunks", "0F0 2F0", "Rank 0, stages 0 and 2, idle 0 %",
             QStringList{"F 0, stage 0, rank 0, 0 to 1 step", "F 0, stage 2, rank 0, 1 to 2 steps"}},
            {"many chunks", "0F0 1F0 2F0 3F0 4F0 5F0 6F0", "Rank 0, stages 0 to 6, 7 of them, idle 0 %",
             QStringList()},
            {"overlapped, with W", "0F0 (0F1;0I0)OVERLAP_F_B 0W0", "Rank 0, stage 0, idle 0 %",
             QStringList{"F 0, stage 0, rank 0, 0 to 1 step",
                         "F 1, stage 0, rank 0, 1 to 2 steps, overlapped",
                         "I 0, stage 0, rank 0, 1 to 2 steps, overlapped, waits for 0F0 of rank 0",
                         "W 0, stage 0, rank 0, 2 to 3 steps, waits for 0I0 of rank 0"}},
            {"messages and FSDP", "0UNSHARD 0F0 0SEND_F0\n. . . 1RECV_F0 1F0", "Rank 0, stage 0, idle 80 %",
             QStringList{"UNSHARD, stage 0, rank 0, 0 to 1 step", "F 0, stage 0, rank 0, 1 to 2 steps",
                         "SEND_F 0, stage 0, rank 0, 2 to 3 steps, waits for 0F0 of rank 0"}},
        });
    }

    void moreSortsOfActionsAreNamed()
    {
        const auto& [text, lane, actions] = givenRow<QString, QString, QStringList>();
        ShownView shown(evaluationOf(text.toStdString()));
        QAccessibleInterface* first = accessible(shown.view).child(0);
        QCOMPARE(nameOf(first), lane);
        if (!actions.isEmpty())
            QCOMPARE(childNames(*first), actions);
    }

    void theWholeWindowIsNamed()
    {
        ReadWindow w;
        int seen = 0;
        checkTree(accessible(w.window()), &seen);
        // The cards of schedules are in a window of their own.
        checkTree(accessible(w.gallery()), &seen);
        QVERIFY2(seen > 100, qPrintable(QString::number(seen)));
    }

    void placesAreFoundOnTheScreen()
    {
        ShownView shown;
        QAccessibleInterface& view = accessible(shown.view);
        const QPoint place = shown.viewport()->mapToGlobal(at(shown.view, 1, 3.5));
        QAccessibleInterface* lane = view.childAt(place.x(), place.y());
        QCOMPARE(nameOf(lane), "Rank 1, stage 1, idle 50 %");
        QAccessibleInterface* action = lane->childAt(place.x(), place.y());
        QCOMPARE(nameOf(action), "B 0, stage 1, rank 1, 3 to 4 steps, waits for 1F0 of rank 1");
        QVERIFY(action->rect().contains(place));
        QVERIFY(lane->rect().contains(place));
        QVERIFY(!action->state().offscreen);
        const QPoint idle = shown.viewport()->mapToGlobal(at(shown.view, 1, 0.5));
        QVERIFY(view.childAt(idle.x(), idle.y())->childAt(idle.x(), idle.y()) == nullptr);
        shown.navigation.setRange({5, 6});
        QVERIFY(action->state().offscreen);
        QCOMPARE(action->rect(), QRect());
    }

    void theRangeIsDescribed()
    {
        ShownView shown;
        const QAccessibleInterface& view = accessible(shown.view);
        QVERIFY(view.text(QAccessible::Description).endsWith("Shown: 0 to 8 steps."));
        shown.navigation.setRange({2, 5});
        QVERIFY(view.text(QAccessible::Description).endsWith("Shown: 2 to 5 steps."));
    }

    void anotherScheduleForgetsTheOld()
    {
        ShownView shown;
        const Listener heard;
        QAccessibleInterface& view = accessible(shown.view);
        shown.chosen.select(actionAt(1, 2));
        QCOMPARE(childNames(*view.child(1)).size(), 4);
        QVERIFY(keptAccessibleChildren(shown.view) > 0);
        shown.view.setEvaluation(evaluationOf("0F0"));
        QCOMPARE(keptAccessibleChildren(shown.view), std::size_t{0});
        QCOMPARE(childNames(view), QStringList{"Rank 0, stage 0, idle 0 %"});
        shown.view.setEvaluation(nullptr);
        QCOMPARE(view.childCount(), 0);
        QCOMPARE(heard.last(QAccessible::ObjectReorder), "Timeline");
    }

    void bubblesOfTheOrderAreNoChildren()
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
            QVERIFY(nameOf(lane->child(i)).startsWith(QString("F %1, ").arg(cell)));
            QCOMPARE(lane->indexOfChild(lane->child(i)), i);
        }
        QVERIFY(lane->child(400) == nullptr);
        QVERIFY(lane->child(-1) == nullptr);
    }

    void tenMillionActionsAreWalkedLazily()
    {
        ShownView shown(manyForwards(4, 2'500'000));
        QAccessibleInterface& view = accessible(shown.view);
        QCOMPARE(keptAccessibleChildren(shown.view), std::size_t{0});
        QAccessibleInterface* lane = view.child(3);
        QCOMPARE(lane->childCount(), 2'500'000);
        QCOMPARE(nameOf(lane->child(2'499'999)),
                 "F 2499999, stage 3, rank 3, 2,499,999 to 2,500,000 steps, waits for 2F2499999 of rank 2");
        for (int i = 0; i < 20'000; ++i)
            QCOMPARE(lane->indexOfChild(lane->child(i * 125)), i * 125);
        QVERIFY(keptAccessibleChildren(shown.view) <= kKeptActions + kKeptLanes);
        QVERIFY(lane->isValid());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, AccessibleTimelineTest)
#include "accessible_timeline_test.moc"
