// SPDX-License-Identifier: Apache-2.0
// Arrows between the selected action and what it depends on.
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/dependency_arrows.h"

#include <QToolBar>
#include <QToolButton>

namespace bubblescope::test {

using namespace ui;

namespace {

/// Three ranks of one microbatch, forward and back: everything waits for the lane beside it.
constexpr const char* kThreeRanks = "0F0 .   .   .   .   0B0\n"
                                    ".   1F0 .   .   1B0 .\n"
                                    ".   .   2F0 2B0 .   .";

struct Arrows
{
    explicit Arrows(const char* order = kThreeRanks, Time latency = 0)
    {
        auto made = std::make_shared<Evaluation>(*evaluationOf(order));
        made->costs.transfer.latency = latency;
        evaluation = made;
        index = evaluation->index;
        geometry.plot = {80, 40, 600, 300};
        geometry.from = 0;
        geometry.to = 6;
        for (std::uint32_t rank = 0; rank < index->laneCount(); ++rank)
            geometry.lanes.push_back(RankId{rank});
    }
    std::vector<DependencyArrow> of(const ActionPosition& action)
    {
        chosen.action = action;
        chosen.links = dependencyLinks(*evaluation->timeline->schedule, action);
        addTransfers(chosen.links, *evaluation->timeline, evaluation->costs, action);
        OverlayPlace place{*index, geometry, Theme::get(ThemeName::Light), QSizeF(700, 360)};
        place.linksShown = linksShown;
        return dependencyArrows(chosen, place);
    }
    EvaluationPtr evaluation;
    LaneIndexPtr index;
    TimelineGeometry geometry;
    ChosenPlaces chosen;
    bool linksShown = true;
};

ActionPosition at(std::uint32_t rank, std::size_t action)
{
    return {RankId{rank}, action};
}

} // namespace

class TimelineArrowsTest : public QObject
{
    Q_OBJECT

private slots:
    void fromTheEndToTheStart()
    {
        Arrows a;
        // 1F0 runs from 1 to 2, after 0F0, before 2F0; its own 1B0 is on the same lane.
        const std::vector<DependencyArrow> arrows = a.of(at(1, 1));
        QCOMPARE(arrows.size(), std::size_t{2});
        const auto middle = [&](std::size_t row) {
            return a.geometry.laneTop(row) + a.geometry.laneHeight / 2;
        };
        QVERIFY(arrows[0].isProducer && !arrows[0].isCut);
        QCOMPARE(arrows[0].from, QPointF(a.geometry.xOf(1), middle(0)));
        QCOMPARE(arrows[0].to, QPointF(a.geometry.xOf(1), middle(1)));
        QVERIFY(!arrows[1].isProducer && !arrows[1].isCut);
        QCOMPARE(arrows[1].from, QPointF(a.geometry.xOf(2), middle(1)));
        QCOMPARE(arrows[1].to, QPointF(a.geometry.xOf(2), middle(2)));
        QVERIFY(arrows[0].label.isEmpty() && arrows[1].label.isEmpty());
        a.linksShown = false;
        QVERIFY(a.of(at(1, 1)).empty());
    }

    void theTransferIsDashed()
    {
        // 1F0 begins two units after 0F0 ends; half a unit of them is the message's way.
        Arrows a("0F0 .   .   .\n.   .   .   1F0", 0.5);
        const auto arrows = a.of(at(1, 3));
        QCOMPARE(arrows.size(), std::size_t{1});
        QVERIFY(isNear(arrows[0].transferPart, 0.25));
        // Longer than what lies between, it is all of that.
        Arrows b("0F0 .   .   .\n.   .   .   1F0", 100);
        QVERIFY(isNear(b.of(at(1, 3))[0].transferPart, 1));
        // Too short to be seen, it is not drawn.
        Arrows c("0F0 .   .   .\n.   .   .   1F0", 0.001);
        QCOMPARE(c.of(at(1, 3))[0].transferPart, 0.0);
    }

    void anEndOutsideIsCutAtTheBorder()
    {
        // 0F0 ended at 1, four units before 1F0 begins.
        Arrows a("0F0 .   .   .   .   .\n.   .   .   .   .   1F0");
        a.geometry.from = 3;
        a.geometry.to = 6;
        const auto arrows = a.of(at(1, 5));
        QCOMPARE(arrows.size(), std::size_t{1});
        QVERIFY(arrows[0].isCut);
        QCOMPARE(arrows[0].label, QStringLiteral("0F0 rank 0, 4 earlier"));
        QCOMPARE(arrows[0].from.x(), a.geometry.plot.x);
        const QRectF plot(80, 40, 600, 300);
        QVERIFY(plot.contains(arrows[0].labelRect));
        const auto later = [&] {
            a.geometry.from = 0;
            a.geometry.to = 3;
            return a.of(at(0, 0));
        }();
        QCOMPARE(later.size(), std::size_t{1});
        QCOMPARE(later[0].label, QStringLiteral("1F0 rank 1, 4 later"));
        QCOMPARE(later[0].to.x(), a.geometry.plot.right());
        QVERIFY(plot.contains(later[0].labelRect));
    }

    void aLaneOutsideIsCutAtTheBorder()
    {
        Arrows a;
        a.geometry.plot.height = 60;
        a.geometry.scrollY = a.geometry.pitch();
        // Rank 1 is the only one to be seen.
        const auto arrows = a.of(at(1, 1));
        QCOMPARE(arrows.size(), std::size_t{2});
        QVERIFY(arrows[0].isCut);
        QCOMPARE(arrows[0].from.y(), a.geometry.plot.y);
        QCOMPARE(arrows[0].label, QStringLiteral("0F0 rank 0"));
    }

    void aHiddenRankIsNamed()
    {
        Arrows a;
        a.geometry.lanes = {RankId{1}, RankId{2}};
        const auto arrows = a.of(at(1, 1));
        QCOMPARE(arrows.size(), std::size_t{2});
        QVERIFY(arrows[0].isCut);
        QCOMPARE(arrows[0].label, QStringLiteral("0F0 rank 0, hidden"));
        QCOMPARE(arrows[0].from.y(), a.geometry.plot.y);
        QVERIFY(!arrows[1].isCut);
        a.geometry.lanes = {RankId{0}, RankId{2}};
        QVERIFY(a.of(at(1, 1)).empty());
    }

    void noArrowToAnEndThatIsNotSeen()
    {
        Arrows a;
        // 1F0 fills the view and more: neither where it began nor where it ends is there.
        a.geometry.from = 1.2;
        a.geometry.to = 1.8;
        QVERIFY(a.of(at(1, 1)).empty());
        // It ends in view, so who needs it is told.
        a.geometry.to = 2.5;
        const auto arrows = a.of(at(1, 1));
        QCOMPARE(arrows.size(), std::size_t{1});
        QVERIFY(!arrows[0].isProducer);
    }

    void labelsKeepClear()
    {
        Arrows a("0F0 .   .   .   .   .   .   .\n"
                 ".   .   .   1F0 .   .   .   1B0\n"
                 ".   .   .   .   .   2F0 2B0 .");
        a.geometry.from = 3;
        a.geometry.to = 4.5;
        const auto arrows = a.of(at(1, 3));
        QCOMPARE(arrows.size(), std::size_t{2});
        QVERIFY(arrows[0].isCut && arrows[1].isCut);
        QVERIFY(!arrows[0].labelRect.intersects(arrows[1].labelRect));
    }

    void aGapShowsWhatItWaitedFor()
    {
        Arrows a;
        const OverlayPlace place{*a.index, a.geometry, Theme::get(ThemeName::Light), QSizeF(700, 360)};
        QVERIFY(!gapArrow(a.chosen, place));
        // Rank 1 is idle from 2 to 4, until 2B0 ends.
        a.chosen.gap = Gap{RankId{1}, 2, 4};
        QVERIFY(!gapArrow(a.chosen, place));
        a.chosen.gapWaitsFor = at(2, 3);
        a.chosen.gapTransfer = 0.5;
        const auto arrow = gapArrow(a.chosen, place);
        QVERIFY(arrow && arrow->isProducer && !arrow->isCut);
        QCOMPARE(arrow->to.x(), a.geometry.xOf(4));
        QCOMPARE(arrow->from.x(), a.geometry.xOf(4));
        a.geometry.lanes = {RankId{0}, RankId{1}};
        QCOMPARE(gapArrow(a.chosen, place)->label, QStringLiteral("2B0 rank 2, hidden"));
        // What its own rank did is no arrow.
        a.chosen.gapWaitsFor = at(1, 1);
        QVERIFY(!gapArrow(a.chosen, place));
    }

    void theCommandHidesThem()
    {
        ShownWindow w;
        const auto* toolbar = w->findChild<QToolBar*>();
        QAction* command = w->commands().action(QStringLiteral("timeline.dependencies"));
        QVERIFY(toolbar->actions().contains(command));
        QVERIFY(command->isChecked() && w.view().chosen().areDependenciesShown());
        w.view().chosen().select(ActionPosition{RankId{1}, 0});
        const QImage with = w.view().viewport()->grab().toImage();
        w.key(Qt::Key_E);
        QVERIFY(!command->isChecked() && !w.view().chosen().areDependenciesShown());
        QVERIFY(w.view().viewport()->grab().toImage() != with);
        const int rebuilds = w.view().contentRebuilds();
        w.key(Qt::Key_E);
        QVERIFY(w.view().viewport()->grab().toImage() == with);
        QCOMPARE(w.view().contentRebuilds(), rebuilds);
        w.key(Qt::Key_E);
        w.reopen();
        QVERIFY(!w.view().chosen().areDependenciesShown());
        QVERIFY(!w->commands().action(QStringLiteral("timeline.dependencies"))->isChecked());
    }

    void bracketsFollowTheOneThatDecides()
    {
        ShownView shown(evaluationOf(kThreeRanks));
        // 0B0 waited for 0F0, long done, and for 1B0.
        shown.view.chosen().select(at(0, 5));
        QTest::keyClick(&shown.view, Qt::Key_BracketLeft);
        QCOMPARE(textAt(shown.view), "1B0");
        // 0F0 is needed by 1F0 at once, by 0B0 much later.
        shown.view.chosen().select(at(0, 0));
        QTest::keyClick(&shown.view, Qt::Key_BracketRight);
        QCOMPARE(textAt(shown.view), "1F0");
        shown.view.chosen().select(std::nullopt);
        shown.view.chosen().toWaitedFor();
        shown.view.chosen().toNeedingIt();
        QCOMPARE(textAt(shown.view), "nothing");
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::TimelineArrowsTest)
#include "timeline_arrows_test.moc"
