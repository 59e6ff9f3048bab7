// SPDX-License-Identifier: Apache-2.0
// Communication and FSDP under each rank: drawn, pointed at, walked through, switched off.
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/hit_test.h"

namespace bubblescope::test {

namespace {

using namespace ui;

constexpr const char* kLowered = "0UNSHARD,0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1,0RESHARD\n"
                                 "1UNSHARD,1RECV_F0,1F0,1B0,1SEND_B0,1RECV_F1,1F1,1B1,1SEND_B1\n";

void open(ShownWindow& w)
{
    w.openFile(w.write(QStringLiteral("lowered.csv"), kLowered));
    w.view().navigation().setReducedMotion(true);
}
ActionPosition positionOf(ShownWindow& w, std::uint32_t rank, const char* text)
{
    const Row& row = w.document().evaluation()->timeline->schedule->rows[rank];
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

private slots:
    void subLanesShareTheRowsHeight()
    {
        ShownWindow w;
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
        ShownWindow w;
        open(w);
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
        ShownWindow w;
        open(w);
        const ActionPosition send = positionOf(w, 0, "0SEND_F1");
        const double x = w.view().geometry().xOf(w.document().evaluation()->timeline->startOf(send));
        const QPoint at(static_cast<int>(std::floor(x)) + 1, middleOf(w, send).y());
        const QImage image = w.view().viewport()->grab().toImage();
        const QColor communication(0x7b, 0x87, 0x94);
        for (int dx = -1; dx <= 1; ++dx)
            QCOMPARE(image.pixelColor(at.x() + dx, at.y()), communication);
        QVERIFY(image.pixelColor(at.x() + 6, at.y()) != communication);
        sendMove(w.view().viewport(), at);
        QVERIFY2(w.view().hoverText().startsWith(QStringLiteral("0SEND_F1 · rank 0")),
                 qPrintable(w.view().hoverText()));
        QTest::mouseClick(w.view().viewport(), Qt::LeftButton, {}, at);
        QVERIFY(w.view().chosen().action() == send);
        QVERIFY(w->inspector()->plainText().contains(QStringLiteral("0SEND_F1")));
        // The last action of all is at the very end, where there is no more room behind it.
        const ActionPosition last = positionOf(w, 0, "0RESHARD");
        const QPoint end = middleOf(w, last);
        const RectF plot = w.view().geometry().plot;
        QCOMPARE(
            w.view().viewport()->grab().toImage().pixelColor(static_cast<int>(plot.right()) - 2, end.y()),
            QColor(0xb5, 0x8a, 0x2e));
    }

    void keysWalkThroughThem()
    {
        ShownWindow w;
        open(w);
        w.view().chosen().select(positionOf(w, 0, "0F0"));
        const auto press = [&](Qt::Key key) {
            w.key(key);
            return QString::fromStdString(textAt(w.view()));
        };
        QCOMPARE(press(Qt::Key_Right), QStringLiteral("0F1")); // compute follows compute
        QCOMPARE(press(Qt::Key_Down), QStringLiteral("0SEND_F1"));
        QCOMPARE(press(Qt::Key_Left), QStringLiteral("0SEND_F0"));
        QCOMPARE(press(Qt::Key_Down), QStringLiteral("0UNSHARD"));
        QCOMPARE(w.view().chosen().action()->rank, RankId{0});
        press(Qt::Key_Down);
        QCOMPARE(w.view().chosen().action()->rank, RankId{1});
        QVERIFY(
            isCompute(w.document().evaluation()->timeline->schedule->at(*w.view().chosen().action()).kind()));
        w.key(Qt::Key_6);
        press(Qt::Key_Up);
        QVERIFY(
            isCompute(w.document().evaluation()->timeline->schedule->at(*w.view().chosen().action()).kind()));
    }

    void linksFollowAMessage()
    {
        ShownWindow w;
        open(w);
        w.view().chosen().select(positionOf(w, 1, "1RECV_F1"));
        QCOMPARE(w.view().chosen().links().producers, (std::vector{positionOf(w, 0, "0SEND_F1")}));
        QCOMPARE(w.view().chosen().links().consumers, (std::vector{positionOf(w, 1, "1F1")}));
        w.key(Qt::Key_BracketLeft);
        QCOMPARE(textAt(w.view()), std::string("0SEND_F1"));
        w.key(Qt::Key_BracketLeft);
        QCOMPARE(textAt(w.view()), std::string("0F1"));
    }

    void computeLanesStayExact()
    {
        ShownWindow w;
        open(w);
        const Evaluation& shown = *w.document().evaluation();
        QVERIFY(isNear(shown.index->idleShare(0, shown.metrics.makespan), shown.metrics.idleFraction, 1e-12));
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowSubLanesTest)
#include "window_sub_lanes_test.moc"
