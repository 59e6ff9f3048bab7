// SPDX-License-Identifier: Apache-2.0
// Arrows between the selected action and what it depends on.
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/bubble_chain_marks.h"
#include "ui/timeline/dependency_arrows.h"

namespace bubblescope::test {

using namespace ui;

namespace {

/// Three ranks of one microbatch, forward and back: everything waits for the lane beside it.
constexpr const char* kThreeRankTimes = "0F0 .   .   .   .   0B0\n"
                                        ".   1F0 .   .   1B0 .\n"
                                        ".   .   2F0 2B0 .   .";

struct Arrows
{
    explicit Arrows(const char* order = kThreeRankTimes, Time latency = 0)
    {
        auto made = std::make_shared<Evaluation>(*evaluationOf(order));
        made->costs.transfer.latency = latency;
        evaluation = made;
        index = evaluation->index;
        geometry.plot = {80, 40, 600, 300};
        look(0, 6);
        for (std::uint32_t rank = 0; rank < index->laneCount(); ++rank)
            geometry.lanes.push_back(RankId{rank});
    }
    std::vector<DependencyArrow> of(const ActionPosition& action)
    {
        chosen.action = action;
        chosen.links = dependencyLinks(*evaluation->timeline->schedule, action);
        addTransfers(chosen.links, *evaluation->timeline, evaluation->costs, action);
        OverlayPlace shown = place();
        shown.linksShown = linksShown;
        return dependencyArrows(chosen, shown);
    }
    /// There is one.
    DependencyArrow only(const ActionPosition& action)
    {
        const std::vector<DependencyArrow> arrows = of(action);
        if (arrows.size() != 1)
            qFatal("%zu arrows", arrows.size());
        return arrows.front();
    }
    [[nodiscard]] OverlayPlace place() const
    {
        return {*index, geometry, Theme::get(ThemeName::Light), QSizeF(700, 360)};
    }
    void look(Time from, Time to)
    {
        geometry.from = from;
        geometry.to = to;
    }
    EvaluationPtr evaluation;
    LaneIndexPtr index;
    TimelineGeometry geometry;
    ChosenPlaces chosen;
    bool linksShown = true;
};

} // namespace

class TimelineArrowsTest : public QObject
{
    Q_OBJECT

private slots:
    void fromTheEndToTheStart()
    {
        Arrows a;
        // 1F0 runs from 1 to 2, after 0F0, before 2F0; its own 1B0 is on the same lane.
        const std::vector<DependencyArrow> arrows = a.of(actionAt(1, 1));
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
        QVERIFY(a.of(actionAt(1, 1)).empty());
    }

    void theTransferIsDashed()
    {
        // 1F0 begins two units after 0F0 ends; half a unit of them is the message's way.
        Arrows a("0F0 .   .   .\n.   .   .   1F0", 0.5);
        QVERIFY(isNear(a.only(actionAt(1, 3)).transferPart, 0.25));
        // Longer than what lies between, it is all of that.
        Arrows b("0F0 .   .   .\n.   .   .   1F0", 100);
        QVERIFY(isNear(b.of(actionAt(1, 3))[0].transferPart, 1));
        // Too short to be seen, it is not drawn.
        Arrows c("0F0 .   .   .\n.   .   .   1F0", 0.001);
        QCOMPARE(c.of(actionAt(1, 3))[0].transferPart, 0.0);
    }

    void anEndOutsideIsCutAtTheBorder()
    {
        // 0F0 ended at 1, four units before 1F0 begins.
        Arrows a("0F0 .   .   .   .   .\n.   .   .   .   .   1F0");
        a.look(3, 6);
        const DependencyArrow earlier = a.only(actionAt(1, 5));
        QVERIFY(earlier.isCut);
        QCOMPARE(earlier.label, "0F0 rank 0, 4 earlier");
        QCOMPARE(earlier.from.x(), a.geometry.plot.x);
        const QRectF plot(80, 40, 600, 300);
        QVERIFY(plot.contains(earlier.labelRect));
        a.look(0, 3);
        const DependencyArrow later = a.only(actionAt(0, 0));
        QCOMPARE(later.label, "1F0 rank 1, 4 later");
        QCOMPARE(later.to.x(), a.geometry.plot.right());
        QVERIFY(plot.contains(later.labelRect));
    }

    void aLaneOutsideIsCutAtTheBorder()
    {
        Arrows a;
        a.geometry.plot.height = 60;
        a.geometry.scrollY = a.geometry.pitch();
        // Rank 1 is the only one to be seen.
        const auto arrows = a.of(actionAt(1, 1));
        QCOMPARE(arrows.size(), std::size_t{2});
        QVERIFY(arrows[0].isCut);
        QCOMPARE(arrows[0].from.y(), a.geometry.plot.y);
        QCOMPARE(arrows[0].label, "0F0 rank 0");
    }

    void aHiddenRankIsNamed()
    {
        Arrows a;
        a.geometry.lanes = {RankId{1}, RankId{2}};
        const auto arrows = a.of(actionAt(1, 1));
        QCOMPARE(arrows.size(), std::size_t{2});
        QVERIFY(arrows[0].isCut);
        QCOMPARE(arrows[0].label, "0F0 rank 0, hidden");
        QCOMPARE(arrows[0].from.y(), a.geometry.plot.y);
        QVERIFY(!arrows[1].isCut);
        a.geometry.lanes = {RankId{0}, RankId{2}};
        QVERIFY(a.of(actionAt(1, 1)).empty());
    }

    void noArrowToAnEndThatIsNotSeen()
    {
        Arrows a;
        // 1F0 fills the view and more: neither where it began nor where it ends is there.
        a.look(1.2, 1.8);
        QVERIFY(a.of(actionAt(1, 1)).empty());
        // It ends in view, so there is an arrow to what needs it.
        a.geometry.to = 2.5;
        QVERIFY(!a.only(actionAt(1, 1)).isProducer);
    }

    void labelsKeepClear()
    {
        Arrows a("0F0 .   .   .   .   .   .   .\n"
                 ".   .   .   1F0 .   .   .   1B0\n"
                 ".   .   .   .   .   2F0 2B0 .");
        a.look(3, 4.5);
        const auto arrows = a.of(actionAt(1, 3));
        QCOMPARE(arrows.size(), std::size_t{2});
        QVERIFY(arrows[0].isCut && arrows[1].isCut);
        QVERIFY(!arrows[0].labelRect.intersects(arrows[1].labelRect));
    }

    void aGapShowsWhatItWaitedFor()
    {
        Arrows a;
        const OverlayPlace place = a.place();
        QVERIFY(!gapArrow(a.chosen, place));
        // Rank 1 is idle from 2 to 4, until 2B0 ends.
        a.chosen.gap = Gap{RankId{1}, 2, 4};
        QVERIFY(!gapArrow(a.chosen, place));
        a.chosen.gapWaitsFor = actionAt(2, 3);
        a.chosen.gapTransfer = 0.5;
        const auto arrow = gapArrow(a.chosen, place);
        QVERIFY(arrow && arrow->isProducer && !arrow->isCut);
        QCOMPARE(arrow->to.x(), a.geometry.xOf(4));
        QCOMPARE(arrow->from.x(), a.geometry.xOf(4));
        a.geometry.lanes = {RankId{0}, RankId{1}};
        QCOMPARE(gapArrow(a.chosen, place)->label, "2B0 rank 2, hidden");
        // What its own rank did is no arrow.
        a.chosen.gapWaitsFor = actionAt(1, 1);
        QVERIFY(!gapArrow(a.chosen, place));
    }

    void theCommandHidesThem()
    {
        ShownWindow w;
        const OnTimeline timeline(w.view());
        const auto* toolbar = w->findChild<QToolBar*>("toolbar");
        QAction* command = w->commands().action("timeline.dependencies");
        QVERIFY(toolbar->actions().contains(command));
        QVERIFY(command->isChecked() && w.view().chosen().areDependenciesShown());
        w.view().chosen().select(actionAt(1, 0));
        const QImage with = timeline.picture();
        w.key(Qt::Key_E);
        QVERIFY(!command->isChecked() && !w.view().chosen().areDependenciesShown());
        QVERIFY(timeline.picture() != with);
        const int rebuilds = w.view().contentRebuilds();
        w.key(Qt::Key_E);
        QVERIFY(timeline.picture() == with);
        QCOMPARE(w.view().contentRebuilds(), rebuilds);
        w.key(Qt::Key_E);
        w.reopen();
        QVERIFY(!w.view().chosen().areDependenciesShown());
        QVERIFY(!w->commands().action("timeline.dependencies")->isChecked());
    }

    void aChainIsOnePathOverTheLanes()
    {
        // 1F0 begins half a unit after 0F0 ends: its message is on its way.
        Arrows a("0F0 .   .   .   .   .   .   0B0\n"
                 ".   .   1F0 .   .   .   1B0 .\n"
                 ".   .   .   2F0 2B0 .   .   .");
        a.look(0, 8);
        a.chosen.gap = Gap{RankId{0}, 1, 7};
        QVERIFY(gapChain(a.chosen, a.place()).empty());
        a.chosen.chain = {actionAt(0, 7), actionAt(1, 6), actionAt(2, 4),
                          actionAt(2, 3), actionAt(1, 2), actionAt(0, 0)};
        const ChainLines picture = gapChain(a.chosen, a.place());
        QCOMPARE(picture.blocks.size(), std::size_t{6});
        // It ends in the block that ends the gap, and begins in the farthest one, on its lane.
        const auto isIn = [](const RectF& rect, const ChainLines::Point& point) {
            return point.x >= rect.x && point.x <= rect.right() && point.y >= rect.y &&
                   point.y <= rect.bottom();
        };
        QVERIFY(isIn(picture.blocks.front(), picture.head));
        QVERIFY(isIn(picture.blocks.back(), picture.begin));
        // Each begins where the one before it ends.
        for (std::size_t i = 1; i < picture.segments.size(); ++i) {
            QCOMPARE(picture.segments[i].from.x, picture.segments[i - 1].to.x);
            QCOMPARE(picture.segments[i].from.y, picture.segments[i - 1].to.y);
        }
        // From lane to lane: upright where one begins as the other ends, dashed where the message takes time.
        QStringList across;
        for (const ChainLines::Segment& segment : picture.segments)
            if (segment.from.y != segment.to.y)
                across << QStringLiteral("%1-%2%3")
                              .arg(a.geometry.timeAt(segment.from.x))
                              .arg(a.geometry.timeAt(segment.to.x))
                              .arg(segment.isMessage ? QStringLiteral(" message") : QString());
        QCOMPARE(across.join(", "), "1-2 message, 3-3, 5-6 message, 7-7");
        // A rank that is hidden is left out, and the path goes on.
        std::erase(a.geometry.lanes, RankId{1});
        QCOMPARE(gapChain(a.chosen, a.place()).blocks.size(), std::size_t{4});
        a.geometry.lanes = {RankId{0}};
        a.chosen.chain = {actionAt(0, 7), actionAt(1, 6)};
        QVERIFY(gapChain(a.chosen, a.place()).empty());
    }

    void aMarkedBubbleShowsItsChain()
    {
        ShownWindow w;
        w.start("1f1b:ranks=4,microbatches=8");
        w.explained();
        const OnTimeline timeline(w.view());
        const QImage without = timeline.picture();
        // The gap of rank 0 before its first backward.
        w.click(w.at(0, 6));
        QVERIFY(w.bubble());
        const std::vector<ActionPosition>& chain = w.view().chosen().places().chain;
        QStringList names;
        for (const ActionPosition& step : chain)
            names << QString::fromStdString(actionText(w.schedule().at(step).id()));
        QCOMPARE(names.join(' '), "0B0 1B0 2B0 3B0 3F0");
        QVERIFY(timeline.picture() != without);
        w.key(Qt::Key_Escape);
        QVERIFY(w.view().chosen().places().chain.empty());
        QVERIFY(!w.gap());
    }

    void bracketsFollowTheOneThatDecides()
    {
        ShownView shown(evaluationOf(kThreeRankTimes));
        // 0B0 waited for 0F0, long done, and for 1B0.
        shown.chosen.select(actionAt(0, 5));
        QCOMPARE(shown.walk({Qt::Key_BracketLeft}), "1B0");
        // 0F0 is needed by 1F0 at once, by 0B0 much later.
        shown.chosen.select(actionAt(0, 0));
        QCOMPARE(shown.walk({Qt::Key_BracketRight}), "1F0");
        shown.chosen.select(std::nullopt);
        shown.chosen.toWaitedFor();
        shown.chosen.toNeedingIt();
        QCOMPARE(shown.selected(), "nothing");
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::TimelineArrowsTest)
#include "timeline_arrows_test.moc"
