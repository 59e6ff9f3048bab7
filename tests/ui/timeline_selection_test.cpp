// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"

#include <QSignalSpy>

using namespace bubblescope;
using namespace bubblescope::test;
using bubblescope::ui::TimelineSelection;
using bubblescope::ui::TimelineView;

/// Pointing at actions, selecting them by mouse and keys, and what the timeline says about it.
class TimelineSelectionTest : public QObject
{
    Q_OBJECT

private slots:
    void clickSelects_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<int>("row");
        QTest::addColumn<double>("time");
        QTest::addColumn<QString>("expected");
        QTest::newRow("whole range, first lane") << 0.0 << 8.0 << 0 << 1.5 << "0F1";
        QTest::newRow("whole range, second lane") << 0.0 << 8.0 << 1 << 3.5 << "1B0";
        QTest::newRow("close up") << 5.2 << 5.6 << 0 << 5.5 << "0B0";
        QTest::newRow("very close up") << 7.5 << 7.5001 << 0 << 7.50005 << "0B1";
        QTest::newRow("a gap") << 0.0 << 8.0 << 0 << 3.5 << "nothing";
        QTest::newRow("before the first action of a lane") << 0.0 << 8.0 << 1 << 0.5 << "nothing";
        QTest::newRow("after the last") << 0.0 << 8.0 << 1 << 6.5 << "nothing";
    }

    void clickSelects()
    {
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(int, row);
        QFETCH(double, time);
        QFETCH(QString, expected);
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.chosen().select(ActionPosition{RankId{0}, 0});
        shown.view.navigation().setRange({from, to});
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {},
                          at(shown.view, static_cast<std::size_t>(row), time));
        QCOMPARE(QString::fromStdString(textAt(shown.view)), expected);
    }

    void firstAndLastPixelBelongToTheBlock_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::newRow("whole range, 112 px a unit") << 0.0 << 8.0;
        QTest::newRow("close up, 448 px a unit") << 4.0 << 6.0;
        QTest::newRow("between pixels") << 0.13 << 7.77;
    }

    void firstAndLastPixelBelongToTheBlock()
    {
        QFETCH(double, from);
        QFETCH(double, to);
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setRange({from, to});
        const int y = at(shown.view, 0, 5).y();
        // 0B0 runs from 5 to 6 with idle time on both sides; a pixel is its own if its middle is.
        const int first = static_cast<int>(std::ceil(xOf(shown.view, 5) - 0.5));
        const int last = static_cast<int>(std::ceil(xOf(shown.view, 6) - 0.5)) - 1;
        const auto clicked = [&](int x) {
            QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, {x, y});
            return textAt(shown.view);
        };
        QCOMPARE(clicked(first - 1), "nothing");
        QCOMPARE(clicked(first), "0B0");
        QCOMPARE(clicked(last), "0B0");
        QCOMPARE(clicked(last + 1), "nothing");
    }

    void clickSelectsThePartOfAnOverlappedBlock()
    {
        ShownView shown(evaluationOf("0F0 (0F1;0B0)OVERLAP_F_B 0B1"));
        const auto& geometry = shown.view.geometry();
        const int x = static_cast<int>(geometry.xOf(1.5));
        const auto clicked = [&](double share) {
            QTest::mouseClick(shown.viewport(), Qt::LeftButton, {},
                              {x, static_cast<int>(geometry.laneTop(0) + geometry.laneHeight * share)});
            return textAt(shown.view);
        };
        QCOMPARE(clicked(0.1), "0F1");
        QCOMPARE(clicked(0.45), "0F1");
        QCOMPARE(clicked(0.55), "0B0");
        QCOMPARE(clicked(0.9), "0B0");
    }

    void narrowBlockIsFoundFromBesideIt()
    {
        std::string cells;
        for (int i = 0; i < 2000; ++i)
            cells += i == 1000 ? "0F7 " : i == 1999 ? "0B7" : ". ";
        ShownView shown(evaluationOf(cells));
        const QPoint place = at(shown.view, 0, 1000.5);
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, place + QPoint(1, 0));
        QCOMPARE(textAt(shown.view), "0F7");
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, place + QPoint(4, 0));
        QCOMPARE(textAt(shown.view), "nothing");
    }

    void longDragDoesNotSelect()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        drag(shown.viewport(), Qt::LeftButton, at(shown.view, 0, 0.5), at(shown.view, 0, 1.5));
        QCOMPARE(textAt(shown.view), "nothing");
    }

    void clickInAScrolledLane()
    {
        ShownView shown(manyForwards(64, 4));
        shown.view.navigation().scrollLanes(30);
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, at(shown.view, 33, 2.5));
        QCOMPARE(textAt(shown.view), "33F2");
        // A lane that is scrolled under the ruler is not there to be clicked.
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, {at(shown.view, 0, 2.5).x(), 10});
        QCOMPARE(textAt(shown.view), "33F2");
    }

    void keysWalkAlongTheLane()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.chosen().select(ActionPosition{RankId{0}, 1});
        QTest::keyClick(&shown.view, Qt::Key_Right);
        QCOMPARE(textAt(shown.view), "0B0");
        QTest::keyClick(&shown.view, Qt::Key_Period);
        QCOMPARE(textAt(shown.view), "0B1");
        QTest::keyClick(&shown.view, Qt::Key_Right);
        QCOMPARE(textAt(shown.view), "0B1");
        QTest::keyClick(&shown.view, Qt::Key_Comma);
        QTest::keyClick(&shown.view, Qt::Key_Left);
        QTest::keyClick(&shown.view, Qt::Key_Left);
        QCOMPARE(textAt(shown.view), "0F0");
        QTest::keyClick(&shown.view, Qt::Key_Left);
        QCOMPARE(textAt(shown.view), "0F0");
    }

    void keysWalkThroughTheParts()
    {
        ShownView shown(evaluationOf("0F0 (0F1;0B0)OVERLAP_F_B 0B1"));
        shown.view.chosen().select(ActionPosition{RankId{0}, 0});
        std::string walked;
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(&shown.view, Qt::Key_Right);
            walked += textAt(shown.view) + " ";
        }
        QCOMPARE(walked, "0F1 0B0 0B1 ");
    }

    void keysWalkAcrossTheLanes()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.chosen().select(ActionPosition{RankId{0}, 1}); // 0F1, 1 to 2
        QTest::keyClick(&shown.view, Qt::Key_Down);
        QCOMPARE(textAt(shown.view), "1F0");
        QTest::keyClick(&shown.view, Qt::Key_Down);
        QCOMPARE(textAt(shown.view), "1F0");
        QTest::keyClick(&shown.view, Qt::Key_Up);
        QCOMPARE(textAt(shown.view), "0F1");
    }

    void lanesAreWalkedAtTheTimeOfTheLastHorizontalMove()
    {
        // The middle lane has nothing near 6.5: passing through it must not pull the selection to its block
        // at 0.
        ShownView shown(evaluationOf("0F0 0F1 0F2 0F3 0F4 0F5 0F6\n1F0\n2F0 2F1 2F2 2F3 2F4 2F5 2F6"));
        shown.view.chosen().select(ActionPosition{RankId{0}, 6});
        QTest::keyClick(&shown.view, Qt::Key_Down);
        QCOMPARE(textAt(shown.view), "1F0");
        QTest::keyClick(&shown.view, Qt::Key_Down);
        QCOMPARE(textAt(shown.view), "2F6");
    }

    void keysWithoutASelectionBeginInTheView()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setRange({4.5, 7});
        QTest::keyClick(&shown.view, Qt::Key_Right);
        QCOMPARE(textAt(shown.view), "0B0");
    }

    void keysKeepTheSelectionInSight()
    {
        ShownView shown(manyForwards(64, 100));
        shown.view.navigation().setRange({0, 5});
        shown.view.chosen().select(ActionPosition{RankId{0}, 4});
        QTest::keyClick(&shown.view, Qt::Key_Right);
        QCOMPARE(textAt(shown.view), "0F5");
        QVERIFY(shown.view.navigation().range().to >= 6);
        QVERIFY(std::abs(shown.view.navigation().range().to - shown.view.navigation().range().from - 5) <
                1e-9);
        const auto& geometry = shown.view.geometry();
        for (std::size_t row = 1; row < 64; ++row) {
            QTest::keyClick(&shown.view, Qt::Key_Down);
            QVERIFY(geometry.laneTop(row) >= geometry.plot.y - 0.5);
            QVERIFY(geometry.laneTop(row) + geometry.laneHeight <= geometry.plot.bottom() + 0.5);
        }
        QCOMPARE(textAt(shown.view), "63F5");
    }

    void keysWithControlAreLeftAlone()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.navigation().setRange({3, 5});
        for (const Qt::Key key : {Qt::Key_W, Qt::Key_A, Qt::Key_0, Qt::Key_F})
            for (const auto modifier : {Qt::ControlModifier, Qt::AltModifier})
                QTest::keyClick(&shown.view, key, modifier);
        QCOMPARE(shown.view.navigation().range(), (TimeRange{3, 5}));
    }

    void escapeClears()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.chosen().select(ActionPosition{RankId{0}, 0});
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QCOMPARE(textAt(shown.view), "nothing");
    }

    void selectionIsTold()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        QStringList told;
        connect(&shown.view.chosen(), &TimelineSelection::actionChanged, this,
                [&] { told.append(QString::fromStdString(textAt(shown.view))); });
        const QPoint place = at(shown.view, 0, 0.5);
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, place);
        QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, place);
        QTest::keyClick(&shown.view, Qt::Key_Right);
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QCOMPARE(told, (QStringList{"0F0", "0F1", "nothing"}));
    }

    void bubblesAndForeignPlacesCannotBeSelected()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        for (const ActionPosition place : {ActionPosition{RankId{0}, 2}, {RankId{0}, 99}, {RankId{7}, 0}}) {
            shown.view.chosen().select(place);
            QCOMPARE(textAt(shown.view), "nothing");
        }
    }

    void selectionFollowsItsActionIntoTheNextEvaluation()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        shown.view.chosen().select(ActionPosition{RankId{0}, 5});
        QSignalSpy told(&shown.view.chosen(), &TimelineSelection::actionChanged);
        shown.view.setEvaluation(evaluationOf("0F0 0B0 0B1\n1F0"));
        QCOMPARE(textAt(shown.view), "0B0");
        QCOMPARE(shown.view.chosen().action(), (ActionPosition{RankId{0}, 1}));
        QCOMPARE(told.count(), 1);
        shown.view.setEvaluation(evaluationOf("0F0 0F1"));
        QCOMPARE(textAt(shown.view), "nothing");
        QCOMPARE(told.count(), 2);
        shown.view.setEvaluation(nullptr);
        QCOMPARE(told.count(), 2);
    }

    void hoverText_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<double>("time");
        QTest::addColumn<QString>("expected");
        QTest::newRow("an action") << 1 << 4.5 << "1B1 · rank 1 · 4 to 5";
        QTest::newRow("a gap between actions") << 0 << 3.5 << "idle · rank 0 · 2 to 5 · length 3";
        QTest::newRow("the gap before the first action") << 1 << 0.5 << "idle · rank 1 · 0 to 1 · length 1";
        QTest::newRow("the gap after the last action") << 1 << 7.5 << "idle · rank 1 · 5 to 8 · length 3";
    }

    void hoverText()
    {
        QFETCH(int, row);
        QFETCH(double, time);
        QFETCH(QString, expected);
        ShownView shown(evaluationOf(kTwoRanks));
        sendMove(shown.viewport(), at(shown.view, static_cast<std::size_t>(row), time));
        QCOMPARE(shown.view.hoverText(), expected);
        sendMove(shown.viewport(), {20, 60});
        QCOMPARE(shown.view.hoverText(), QString());
    }

    void hoverTextIsToldOnceAndClearedOnLeave()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        QSignalSpy told(&shown.view, &TimelineView::hoverTextChanged);
        const QPoint place = at(shown.view, 0, 0.5);
        sendMove(shown.viewport(), place);
        sendMove(shown.viewport(), place + QPoint(3, 0));
        QCOMPARE(told.count(), 1);
        QCOMPARE(told.takeFirst().at(0).toString(), "0F0 · rank 0 · 0 to 1");
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(shown.viewport(), &leave);
        QCOMPARE(told.count(), 1);
        QCOMPARE(told.takeFirst().at(0).toString(), QString());
    }

    void hoverTextCarriesTheUnit()
    {
        const EvaluationPtr steps = evaluationOf(kTwoRanks, 2.5);
        auto timeline = std::make_shared<Timeline>(*steps->timeline);
        timeline->unit = "us";
        auto evaluation = std::make_shared<Evaluation>();
        evaluation->timeline = timeline;
        evaluation->index = LaneIndex::build(timeline);
        ShownView shown(evaluation);
        sendMove(shown.viewport(), at(shown.view, 0, 3));
        QCOMPARE(shown.view.hoverText(), "0F1 · rank 0 · 2.5 to 5 µs");
        sendMove(shown.viewport(), at(shown.view, 0, 6));
        QCOMPARE(shown.view.hoverText(), "idle · rank 0 · 5 to 12.5 µs · length 7.5 µs");
    }

    void descriptionNamesTheSelection()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        QCOMPARE(shown.view.accessibleName(), "Timeline");
        shown.view.chosen().select(ActionPosition{RankId{1}, 1});
        QCOMPARE(shown.view.accessibleDescription(), "Selected: 1F0 · rank 1 · 1 to 2");
        shown.view.setEvaluation(nullptr);
        QCOMPARE(shown.view.accessibleDescription(), "Nothing is shown.");
    }

    void contextMenuNamesTheAction()
    {
        ShownView shown(evaluationOf(kTwoRanks));
        std::optional<ActionPosition> asked;
        connect(&shown.view, &TimelineView::contextMenuAsked, this,
                [&](const QPoint&, std::optional<ActionPosition> action) { asked = action; });
        const QPoint place = at(shown.view, 0, 5.5);
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, shown.viewport()->mapToGlobal(place));
        QApplication::sendEvent(shown.viewport(), &event);
        QCOMPARE(asked, (ActionPosition{RankId{0}, 5}));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TimelineSelectionTest)
#include "timeline_selection_test.moc"
