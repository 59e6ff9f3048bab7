// SPDX-License-Identifier: Apache-2.0
// Communication and FSDP under each rank: drawn, pointed at, walked through, switched off.
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/hit_test.h"
#include "ui/timeline/spoken_text.h"

namespace bubblescope::test {

namespace {

using namespace ui;

constexpr const char* kLowered = "0UNSHARD,0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1,0RESHARD\n"
                                 "1UNSHARD,1RECV_F0,1F0,1B0,1SEND_B0,1RECV_F1,1F1,1B1,1SEND_B1\n";

void open(ShownWindow& w)
{
    w.open("lowered.csv", kLowered);
    w.stayStill();
}
ActionPosition positionOf(ShownWindow& w, std::uint32_t rank, const char* text)
{
    const Row& row = w.schedule().rows[rank];
    for (std::size_t i = 0; i < row.size(); ++i)
        if (actionText(row[i].id()) == text)
            return {RankId{rank}, i};
    qFatal("no %s", text);
}
QPoint middleOf(ShownWindow& w, const ActionPosition& action)
{
    const auto rect = actionRect(*w.document().evaluation()->index, w.view().geometry(), action);
    return rect ? QPoint(static_cast<int>(rect->x + rect->width / 2),
                         static_cast<int>(rect->y + rect->height / 2))
                : QPoint(-1, -1);
}

} // namespace

class WindowSubLanesTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init()
    {
        w.begin();
        open(w);
    }
    void cleanup() { w.end(); }

    void subLanesShareTheRowsHeight()
    {
        w.begin();
        QVERIFY(w.view().geometry().subLanes.empty());
        open(w);
        const TimelineGeometry& g = w.view().geometry();
        QCOMPARE(g.subLanes, (std::vector{Track::Communication, Track::Fsdp}));
        QVERIFY(g.subLaneHeight >= 4 && g.subLaneHeight < g.laneHeight / 2);
        QVERIFY(*g.trackTop(0, Track::Communication) > g.laneTop(0) + g.laneHeight);
        QVERIFY(*g.trackTop(0, Track::Fsdp) + g.subLaneHeight < g.laneTop(1));
    }

    void keyAndLegendSwitchThemOff()
    {
        const double shared = w.view().geometry().laneHeight;
        w.key(Qt::Key_6);
        QVERIFY(w.view().geometry().subLanes.empty());
        QVERIFY(w.view().geometry().laneHeight >= shared);
        QTest::mouseClick(w->pane()->legend()->itemOf(FillClass::Other), Qt::LeftButton);
        QCOMPARE(w.view().geometry().subLanes.size(), std::size_t{2});
        w.trigger("timeline.kind6");
        QVERIFY(w.view().geometry().subLanes.empty());
    }

    void marksAreSeenAndPointedAt()
    {
        const ActionPosition send = positionOf(w, 0, "0SEND_F1");
        const double x = w.view().geometry().xOf(w.timeline().startOf(send));
        const QPoint at(static_cast<int>(std::floor(x)) + 1, middleOf(w, send).y());
        const QImage image = w.picture();
        const QColor communication(0x7b, 0x87, 0x94);
        for (int dx = -1; dx <= 1; ++dx)
            QCOMPARE(image.pixelColor(at.x() + dx, at.y()), communication);
        QVERIFY(image.pixelColor(at.x() + 6, at.y()) != communication);
        sendMove(w.view().viewport(), at);
        verifyBegins(w.view().hoverText(), "0SEND_F1 · rank 0");
        w.click(at);
        QVERIFY(w.chosen() == send);
        QVERIFY(w.inspector().contains("0SEND_F1"));
        // The last action of all is at the very end, where there is no more room behind it.
        const ActionPosition last = positionOf(w, 0, "0RESHARD");
        const QPoint end = middleOf(w, last);
        const RectF plot = w.view().geometry().plot;
        QCOMPARE(w.picture().pixelColor(static_cast<int>(plot.right()) - 2, end.y()),
                 QColor(0xb5, 0x8a, 0x2e));
    }

    void keysWalkThroughThem()
    {
        w.select(positionOf(w, 0, "0F0"));
        const auto press = [&](Qt::Key key) {
            w.key(key);
            return QString::fromStdString(textAt(w.view()));
        };
        QCOMPARE(press(Qt::Key_Right), "0F1"); // compute follows compute
        QCOMPARE(press(Qt::Key_Down), "0SEND_F1");
        QCOMPARE(press(Qt::Key_Left), "0SEND_F0");
        QCOMPARE(press(Qt::Key_Down), "0UNSHARD");
        QCOMPARE(w.chosen()->rank, RankId{0});
        press(Qt::Key_Down);
        QCOMPARE(w.chosen()->rank, RankId{1});
        QVERIFY(isCompute(w.schedule().at(*w.chosen()).kind()));
        w.key(Qt::Key_6);
        press(Qt::Key_Up);
        QVERIFY(isCompute(w.schedule().at(*w.chosen()).kind()));
    }

    void linksFollowAMessage()
    {
        w.select(positionOf(w, 1, "1RECV_F1"));
        QCOMPARE(w.view().chosen().links().producers, (std::vector{positionOf(w, 0, "0SEND_F1")}));
        QCOMPARE(w.view().chosen().links().consumers, (std::vector{positionOf(w, 1, "1F1")}));
        w.key(Qt::Key_BracketLeft);
        QCOMPARE(textAt(w.view()), "0SEND_F1");
        w.key(Qt::Key_BracketLeft);
        QCOMPARE(textAt(w.view()), "0F1");
    }

    void expertsAndCopiesHaveLanesAndSwitchesOfTheirOwn()
    {
        w.open("parts.csv", "0F0@attention,0F0@dispatch,0F0@experts,0F0@combine,0O0,0L0,0B0\n");
        w.stayStill();
        const auto lanes = [&] { return w.view().geometry().subLanes; };
        const std::vector all{Track::Experts, Track::Stores, Track::Loads};
        QCOMPARE(lanes(), all);
        LegendWidget& legend = *w->pane()->legend();
        const auto isOffered = [&](FillClass fill) { return legend.itemOf(fill)->isVisible(); };
        QVERIFY(isOffered(FillClass::Exchange) && isOffered(FillClass::Copy));
        QVERIFY(!isOffered(FillClass::Other) && !isOffered(FillClass::Vocabulary));
        w.key(Qt::Key_9);
        QCOMPARE(lanes(), (std::vector{Track::Stores, Track::Loads}));
        QTest::mouseClick(legend.itemOf(FillClass::Copy), Qt::LeftButton);
        QVERIFY(lanes().empty());
        w.key(Qt::Key_9);
        w.trigger("timeline.kind10");
        QCOMPARE(lanes(), all);
        w.select(positionOf(w, 0, "0F0@attention"));
        w.key(Qt::Key_Down);
        QCOMPARE(textAt(w.view()), "0F0@dispatch");
        w.key(Qt::Key_Right);
        QCOMPARE(textAt(w.view()), "0F0@combine");
        sendMove(w.view().viewport(), middleOf(w, positionOf(w, 0, "0F0@dispatch")));
        verifyBegins(w.view().hoverText(), "0F0@dispatch · rank 0");
        w.key(Qt::Key_Down);
        QCOMPARE(textAt(w.view()), "0O0");
    }

    void theTailIsPointedAt()
    {
        w.open("tail.csv", "0F0,0B0,CLIP,OPTIMIZER\n");
        CostModel costs;
        costs.step.clip = StageValues(1.0);
        costs.step.optimizer = StageValues(2.0);
        w.document().setCosts(costs, "Costs");
        w.settle();
        w.stayStill();
        const TimelineGeometry& g = w.view().geometry();
        const auto pointAt = [&](Time t) {
            sendMove(w.view().viewport(),
                     QPoint(static_cast<int>(g.xOf(t)), static_cast<int>(g.laneTop(0) + g.laneHeight / 2)));
            return w.view().hoverText();
        };
        verifyBegins(pointAt(3.5), "Clip gradients · rank 0 · 3 to 4");
        verifyBegins(pointAt(5), "Optimizer · rank 0 · 4 to 6");
        const auto clickAt = [&](Time t) {
            w.click(QPoint(static_cast<int>(g.xOf(t)), static_cast<int>(g.laneTop(0) + g.laneHeight / 2)));
        };
        clickAt(5);
        QVERIFY(w.chosen() == positionOf(w, 0, "OPTIMIZER"));
        QVERIFY(w.inspector().contains("OPTIMIZER Optimizer"));
        QVERIFY(!w.inspector().contains("Stage"));
        verifyContains(w.inspector(), {"Start: 4 steps", "End: 6 steps", "Duration: 2 steps"});
        const auto rect = actionRect(*w.document().evaluation()->index, g, *w.chosen());
        QVERIFY(rect.has_value());
        QCOMPARE(qRound(rect->x), qRound(g.xOf(4)));
        QCOMPARE(qRound(rect->width), qRound(g.xOf(6) - g.xOf(4)));
        verifyContains(ui::SpokenText::action(*w.document().evaluation()->index, *w.chosen(), nullptr),
                       {"OPTIMIZER", "4 to 6 steps"});
        w.key(Qt::Key_Left);
        QCOMPARE(textAt(w.view()), "CLIP");
        w.key(Qt::Key_Right);
        w.key(Qt::Key_F);
        w.key(Qt::Key_F);
        QTRY_VERIFY(w.view().geometry().from > 2 && w.view().geometry().to >= 6);
        w.key(Qt::Key_0);
        QTRY_COMPARE(w.view().geometry().from, 0.0);
        clickAt(0.5);
        QCOMPARE(textAt(w.view()), "0F0");
    }

    void computeLanesStayExact()
    {
        const Evaluation& shown = *w.document().evaluation();
        QVERIFY(isNear(shown.index->idleShare(0, shown.metrics.makespan), shown.metrics.idleFraction, 1e-12));
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowSubLanesTest)
#include "window_sub_lanes_test.moc"
