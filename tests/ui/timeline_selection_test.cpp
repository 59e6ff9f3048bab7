// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"

using namespace bubblescope;
using namespace bubblescope::test;
using bubblescope::ui::TimelineSelection;
using bubblescope::ui::TimelineView;

namespace {

constexpr const char* kOverlapped = "0F0 (0F1;0B0)OVERLAP_F_B 0B1";

} // namespace

/// Pointing at actions, selecting them by mouse and keys, and what the timeline says about it.
class TimelineSelectionTest : public QObject
{
    Q_OBJECT

private slots:
    void clickSelects_data()
    {
        addRows<TimeRange, std::size_t, Time, std::string>({
            {"whole range, first lane", {0, 8}, 0, 1.5, "0F1"},
            {"whole range, second lane", {0, 8}, 1, 3.5, "1B0"},
            {"close up", {5.2, 5.6}, 0, 5.5, "0B0"},
            {"very close up", {7.5, 7.5001}, 0, 7.50005, "0B1"},
            {"a gap", {0, 8}, 0, 3.5, "nothing"},
            {"before the first action of a lane", {0, 8}, 1, 0.5, "nothing"},
            {"after the last", {0, 8}, 1, 6.5, "nothing"},
        });
    }

    void clickSelects()
    {
        const auto& [range, row, time, expected] = givenRow<TimeRange, std::size_t, Time, std::string>();
        ShownView shown;
        shown.chosen.select(actionAt(0, 0));
        shown.navigation.setRange(range);
        QCOMPARE(shown.click(row, time), expected);
    }

    void firstAndLastPixelBelongToTheBlock_data()
    {
        addRows<TimeRange>({
            {"whole range, 112 px a unit", {0.0, 8.0}},
            {"close up, 448 px a unit", {4.0, 6.0}},
            {"between pixels", {0.13, 7.77}},
        });
    }

    void firstAndLastPixelBelongToTheBlock()
    {
        ShownView shown;
        shown.navigation.setRange(std::get<0>(givenRow<TimeRange>()));
        const int y = at(shown.view, 0, 5).y();
        // 0B0 runs from 5 to 6 with idle time on both sides; a pixel is its own if its middle is.
        const int first = static_cast<int>(std::ceil(xOf(shown.view, 5) - 0.5));
        const int last = static_cast<int>(std::ceil(xOf(shown.view, 6) - 0.5)) - 1;
        QCOMPARE(shown.click({first - 1, y}), "nothing");
        QCOMPARE(shown.click({first, y}), "0B0");
        QCOMPARE(shown.click({last, y}), "0B0");
        QCOMPARE(shown.click({last + 1, y}), "nothing");
    }

    void clickSelectsThePartOfAnOverlappedBlock()
    {
        ShownView shown(evaluationOf(kOverlapped));
        const auto& geometry = shown.geometry();
        for (const auto& [share, expected] :
             {std::pair{0.1, "0F1"}, {0.45, "0F1"}, {0.55, "0B0"}, {0.9, "0B0"}})
            QCOMPARE(shown.click({static_cast<int>(geometry.xOf(1.5)),
                                  static_cast<int>(geometry.laneTop(0) + geometry.laneHeight * share)}),
                     expected);
    }

    void narrowBlockIsFoundFromBesideIt()
    {
        std::string cells;
        for (int i = 0; i < 2000; ++i)
            cells += i == 1000 ? "0F7 " : i == 1999 ? "0B7" : ". ";
        ShownView shown(evaluationOf(cells));
        const QPoint place = at(shown.view, 0, 1000.5);
        QCOMPARE(shown.click(place + QPoint(1, 0)), "0F7");
        QCOMPARE(shown.click(place + QPoint(4, 0)), "nothing");
    }

    void longDragDoesNotSelect()
    {
        ShownView shown;
        shown.drag(at(shown.view, 0, 0.5), at(shown.view, 0, 1.5));
        QCOMPARE(shown.selected(), "nothing");
    }

    void clickInAScrolledLane()
    {
        ShownView shown(manyForwards(64, 4));
        shown.navigation.scrollLanes(30);
        QCOMPARE(shown.click(33, 2.5), "33F2");
        // A lane that is scrolled under the ruler is not there to be clicked.
        QCOMPARE(shown.click({at(shown.view, 0, 2.5).x(), 10}), "33F2");
    }

    void keysWalk_data()
    {
        using Keys = std::vector<Qt::Key>;
        addRows<std::string, std::size_t, Keys, std::string>({
            {"along the lane",
             kTwoRanks,
             1,
             {Qt::Key_Right, Qt::Key_Period, Qt::Key_Right, Qt::Key_Comma, Qt::Key_Left, Qt::Key_Left,
              Qt::Key_Left},
             "0B0 0B1 0B1 0B0 0F1 0F0 0F0"},
            {"through the parts", kOverlapped, 0, Keys(3, Qt::Key_Right), "0F1 0B0 0B1"},
            {"across the lanes", kTwoRanks, 1, {Qt::Key_Down, Qt::Key_Down, Qt::Key_Up}, "1F0 1F0 0F1"},
            // The middle lane has nothing near 6.5: passing through it must not pull the selection to its
            // block at 0.
            {"at the time of the last horizontal move",
             "0F0 0F1 0F2 0F3 0F4 0F5 0F6\n1F0\n2F0 2F1 2F2 2F3 2F4 2F5 2F6",
             6,
             {Qt::Key_Down, Qt::Key_Down},
             "1F0 2F6"},
            {"to nothing", kTwoRanks, 0, {Qt::Key_Escape}, "nothing"},
        });
    }

    void keysWalk()
    {
        const auto& [order, begin, keys, walked] =
            givenRow<std::string, std::size_t, std::vector<Qt::Key>, std::string>();
        ShownView shown(evaluationOf(order));
        shown.chosen.select(actionAt(0, begin));
        QCOMPARE(shown.walk(keys), walked);
    }

    void keysWithoutASelectionBeginInTheView()
    {
        ShownView shown;
        shown.navigation.setRange({4.5, 7});
        QCOMPARE(shown.walk({Qt::Key_Right}), "0B0");
    }

    void keysKeepTheSelectionInSight()
    {
        ShownView shown(manyForwards(64, 100));
        shown.navigation.setRange({0, 5});
        shown.chosen.select(actionAt(0, 4));
        QCOMPARE(shown.walk({Qt::Key_Right}), "0F5");
        QVERIFY(shown.range().to >= 6);
        QVERIFY(isNear(widthOf(shown.range()), 5, 1e-9));
        const auto& geometry = shown.geometry();
        for (std::size_t row = 1; row < 64; ++row) {
            shown.key(Qt::Key_Down);
            QVERIFY(geometry.laneTop(row) >= geometry.plot.y - 0.5);
            QVERIFY(geometry.laneTop(row) + geometry.laneHeight <= geometry.plot.bottom() + 0.5);
        }
        QCOMPARE(shown.selected(), "63F5");
    }

    void keysWithControlAreLeftAlone()
    {
        ShownView shown;
        shown.navigation.setRange({3, 5});
        for (const Qt::Key key : {Qt::Key_W, Qt::Key_A, Qt::Key_0, Qt::Key_F})
            for (const auto modifier : {Qt::ControlModifier, Qt::AltModifier})
                shown.key(key, modifier);
        QCOMPARE(shown.range(), (TimeRange{3, 5}));
    }

    void selectionIsReported()
    {
        ShownView shown;
        QStringList reported;
        connect(&shown.chosen, &TimelineSelection::actionChanged, this,
                [&] { reported.append(QString::fromStdString(shown.selected())); });
        shown.click(0, 0.5);
        shown.click(0, 0.5);
        for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Escape, Qt::Key_Escape})
            shown.key(key);
        QCOMPARE(reported, (QStringList{"0F0", "0F1", "nothing"}));
    }

    void bubblesAndForeignPlacesCannotBeSelected()
    {
        ShownView shown;
        for (const ActionPosition& place : {actionAt(0, 2), actionAt(0, 99), actionAt(7, 0)}) {
            shown.chosen.select(place);
            QCOMPARE(shown.selected(), "nothing");
        }
    }

    void selectionFollowsItsActionIntoTheNextEvaluation()
    {
        ShownView shown;
        shown.chosen.select(actionAt(0, 5));
        QSignalSpy changes(&shown.chosen, &TimelineSelection::actionChanged);
        shown.view.setEvaluation(evaluationOf("0F0 0B0 0B1\n1F0"));
        QCOMPARE(shown.selected(), "0B0");
        QCOMPARE(shown.chosen.action(), actionAt(0, 1));
        QCOMPARE(changes.count(), 1);
        shown.view.setEvaluation(evaluationOf("0F0 0F1"));
        QCOMPARE(shown.selected(), "nothing");
        QCOMPARE(changes.count(), 2);
        shown.view.setEvaluation(nullptr);
        QCOMPARE(changes.count(), 2);
    }

    void hoverText_data()
    {
        addRows<const char*, std::size_t, Time, QString>({
            {"an action", "step", 1, 4.5, "1B1 · rank 1 · 4 to 5"},
            {"a gap between actions", "step", 0, 3.5, "idle · rank 0 · 2 to 5 · length 3"},
            {"the gap before the first action", "step", 1, 0.5, "idle · rank 1 · 0 to 1 · length 1"},
            {"the gap after the last action", "step", 1, 7.5, "idle · rank 1 · 5 to 8 · length 3"},
            {"an action in a unit", "us", 0, 3, "0F1 · rank 0 · 2.5 to 5 µs"},
            {"a gap in a unit", "us", 0, 6, "idle · rank 0 · 5 to 12.5 µs · length 7.5 µs"},
        });
    }

    void hoverText()
    {
        const auto& [unit, row, time, expected] = givenRow<const char*, std::size_t, Time, QString>();
        const bool isStep = std::string_view(unit) == "step";
        ShownView shown(inUnit(evaluationOf(kTwoRanks, isStep ? 1 : 2.5), unit));
        shown.move(row, time);
        QCOMPARE(shown.view.hoverText(), expected);
        shown.move({20, 60});
        QCOMPARE(shown.view.hoverText(), QString());
    }

    void hoverTextIsReportedOnceAndClearedOnLeave()
    {
        ShownView shown;
        QSignalSpy reported(&shown.view, &TimelineView::hoverTextChanged);
        const QPoint place = at(shown.view, 0, 0.5);
        shown.move(place);
        shown.move(place + QPoint(3, 0));
        QCOMPARE(reported.count(), 1);
        QCOMPARE(reported.takeFirst().at(0).toString(), "0F0 · rank 0 · 0 to 1");
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(shown.viewport(), &leave);
        QCOMPARE(reported.count(), 1);
        QCOMPARE(reported.takeFirst().at(0).toString(), QString());
    }

    void descriptionNamesTheSelection()
    {
        ShownView shown;
        QCOMPARE(shown.view.accessibleName(), "Timeline");
        shown.chosen.select(actionAt(1, 1));
        QCOMPARE(shown.view.accessibleDescription(), "Selected: 1F0 · rank 1 · 1 to 2");
        shown.view.setEvaluation(nullptr);
        QCOMPARE(shown.view.accessibleDescription(), "Nothing is shown.");
    }

    void contextMenuNamesTheAction()
    {
        ShownView shown;
        std::optional<ActionPosition> asked;
        connect(&shown.view, &TimelineView::contextMenuAsked, this,
                [&](const QPoint&, std::optional<ActionPosition> action) { asked = action; });
        const QPoint place = at(shown.view, 0, 5.5);
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, shown.viewport()->mapToGlobal(place));
        QApplication::sendEvent(shown.viewport(), &event);
        QCOMPARE(asked, actionAt(0, 5));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TimelineSelectionTest)
#include "timeline_selection_test.moc"
