// SPDX-License-Identifier: Apache-2.0
// The streams' page: what its pixels say of how busy a lane is, however many bars there are.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "ui/trace/stream_lanes.h"
#include "ui/widgets/look.h"

#include <QScrollBar>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

constexpr int kStreamLanesWidth = 800;
constexpr int kStreamLanesHeight = 200;

/// One lane of bars that are `length` long and start every `period`.
std::shared_ptr<const MeasuredRun> runOf(std::size_t bars, Time length, Time period,
                                         PlainKind kind = PlainKind::Compute)
{
    auto run = std::make_shared<MeasuredRun>();
    run->plainNames = {"kernel"};
    MeasuredRank rank;
    rank.plainLanes = {"stream 7"};
    for (std::size_t i = 0; i < bars; ++i) {
        const Time start = period * static_cast<double>(i);
        rank.plain.push_back({start, start + length, kind, 0, 0});
    }
    run->ranks.push_back(std::move(rank));
    return run;
}

struct StreamLanesShown
{
    StreamLanes lanes;

    explicit StreamLanesShown(const std::shared_ptr<const MeasuredRun>& run)
    {
        lanes.resize(kStreamLanesWidth, kStreamLanesHeight);
        lanes.setRun(run);
        lanes.show();
    }
    /// Along a lane, by shares of its width.
    void drag(double from, double to, double y)
    {
        const QRectF rect = lanes.laneRect(0);
        const auto at = [&](double share) {
            return QPointF(rect.left() + rect.width() * share, y).toPoint();
        };
        QTest::mousePress(lanes.viewport(), Qt::LeftButton, {}, at(from));
        QTest::mouseMove(lanes.viewport(), at(to));
        QTest::mouseRelease(lanes.viewport(), Qt::LeftButton, {}, at(to));
    }
    QColor middleOf(int lane, double share)
    {
        const QRectF rect = lanes.laneRect(lane);
        return lanes.viewport()->grab().toImage().pixelColor(
            static_cast<int>(rect.left() + rect.width() * share), static_cast<int>(rect.center().y()));
    }
};

bool isNearColor(const QColor& a, const QColor& b, int most = 2)
{
    return std::abs(a.red() - b.red()) <= most && std::abs(a.green() - b.green()) <= most &&
           std::abs(a.blue() - b.blue()) <= most;
}

StreamLane randomLane(std::mt19937& random, std::size_t bars)
{
    std::vector<StreamSpan> spans;
    Time at = 0;
    std::exponential_distribution<double> length(1.0);
    for (std::size_t i = 0; i < bars; ++i) {
        at += length(random);
        const Time end = at + length(random) * (random() % 50 == 0 ? 40 : 1);
        spans.push_back({at, end, 0, random() % 2 == 0 ? Role::Forward : Role::Backward});
        at = end;
    }
    return {"lane", std::move(spans)};
}

Time summed(const StreamLane& lane, Time from, Time to)
{
    Time sum = 0;
    for (const StreamSpan& span : lane.spans())
        sum += std::max(0.0, std::min(to, span.end) - std::max(from, span.start));
    return sum;
}

} // namespace

class StreamLanesTest : public QObject
{
    Q_OBJECT

private slots:
    void sharesOfAPixelAddUp_data()
    {
        addRows<int, double>({
            {"ten a pixel, no gap", 6000, 1.0},
            {"ten a pixel, half idle", 6000, 0.5},
            {"so narrow that none is seen alone", 90000, 1.0},
            {"wider than a pixel, no gap between them", 60, 1.0},
        });
    }

    void sharesOfAPixelAddUp()
    {
        const auto& [bars, share] = givenRow<int, double>();
        StreamLanesShown shown(runOf(static_cast<std::size_t>(bars), share, 1, PlainKind::Nccl));
        const Look& look = Look::instance();
        const QColor wanted = mixed(look.role(Role::Idle), look.role(Role::Communication), share);
        const QColor found = shown.middleOf(0, 0.5037);
        QVERIFY2(isNearColor(found, wanted) || (bars == 60 && found != look.role(Role::Idle)),
                 qPrintable(found.name() + QLatin1Char(' ') + wanted.name()));
        QVERIFY(std::abs(shown.lanes.busyShare(0) - share) < 1e-4);
    }

    void columnsAreExact()
    {
        std::mt19937 random(7);
        const StreamLane lane = randomLane(random, 5000);
        for (int i = 0; i < 50; ++i) {
            const Time from = static_cast<double>(random() % 10000);
            const Time to = from + 0.01 + static_cast<double>(random() % 8000);
            QVERIFY(std::abs(lane.busy(from, to) - summed(lane, from, to)) < 1e-6);
            const std::vector<StreamColumn> columns = streamColumns(lane, from, to, 100);
            double sum = 0;
            for (const StreamColumn& column : columns) {
                QVERIFY(column.share >= 0 && column.share <= 1);
                sum += column.share;
            }
            QVERIFY(std::abs(sum * (to - from) / 100 - summed(lane, from, to)) < 1e-5);
        }
    }

    void everyLongBarIsFound()
    {
        std::mt19937 random(11);
        const StreamLane lane = randomLane(random, 5000);
        for (const Time least : {0.5, 3.0, 20.0}) {
            std::vector<std::size_t> wanted;
            for (std::size_t i = 0; i < lane.spans().size(); ++i) {
                const StreamSpan& span = lane.spans()[i];
                if (span.end > 1000 && span.start < 6000 && span.end - span.start >= least)
                    wanted.push_back(i);
            }
            QVERIFY(!wanted.empty());
            QCOMPARE(longSpans(lane, 1000, 6000, least), wanted);
        }
    }

    void manyBarsAreIndexedOnAWorker()
    {
        StreamLanes lanes;
        QSignalSpy ready(&lanes, &StreamLanes::ready);
        lanes.setRun(runOf(300'000, 0.75, 1));
        QVERIFY(!lanes.index());
        QCOMPARE(lanes.laneCount(), 1);
        QTRY_COMPARE(ready.count(), 1);
        QVERIFY(std::abs(lanes.busyShare(0) - 0.75) < 1e-5);
    }

    void theLastRunIsShown()
    {
        StreamLanes lanes;
        lanes.setRun(runOf(300'000, 0.75, 1));
        lanes.setRun(runOf(10, 0.5, 1));
        QVERIFY(lanes.index());
        // What the first run's worker makes comes to nothing.
        QVERIFY(QThreadPool::globalInstance()->waitForDone());
        QCoreApplication::processEvents();
        QCOMPARE(lanes.index()->lanes[0].spans().size(), std::size_t{10});
    }

    void draggingMeasures()
    {
        StreamLanesShown shown(runOf(100, 0.5, 1));
        shown.drag(0.25, 0.75, shown.lanes.laneRect(0).center().y());
        QVERIFY(shown.lanes.measured());
        QVERIFY(std::abs(shown.lanes.measured()->first - 25) < 1);
        QVERIFY(std::abs(shown.lanes.busyShare(0) - 0.5) < 0.02);
        QTest::keyClick(&shown.lanes, Qt::Key_Escape);
        QVERIFY(!shown.lanes.measured());
    }

    void aRangeOnTheRulerIsZoomedTo()
    {
        StreamLanesShown shown(runOf(100, 0.5, 1));
        shown.drag(0.5, 0.6, 8);
        QVERIFY(std::abs(shown.lanes.range().first - 50) < 1);
        QVERIFY(std::abs(shown.lanes.range().second - 60) < 1);
        QTest::keyClick(&shown.lanes, Qt::Key_Home);
        QCOMPARE(shown.lanes.range().first, 0.0);
    }

    void pipelineActionsStandAboveTheStreams()
    {
        auto run = std::make_shared<MeasuredRun>(*runOf(3, 0.5, 1, PlainKind::Copy));
        run->stageCount = 1;
        MeasuredAction action;
        action.action = Action(StageId{0}, ActionKind::Forward, MicrobatchId{3});
        action.start = 1;
        action.end = 2;
        run->ranks[0].actions.push_back(action);
        run->ranks[0].plain[0].start = -1;
        StreamLanesShown shown(run);
        QCOMPARE(shown.lanes.laneCount(), 2);
        QCOMPARE(shown.lanes.laneName(0), "pipeline");
        QCOMPARE(shown.lanes.laneName(1), "stream 7");
        QCOMPARE(shown.lanes.index()->begin, -1.0);
        const QRectF rect = shown.lanes.laneRect(0);
        const double x = rect.left() + rect.width() * (1.5 + 1) / (shown.lanes.range().second + 1);
        QCOMPARE(shown.lanes.textAt(QPoint(static_cast<int>(x), static_cast<int>(rect.center().y()))),
                 "0F3 · pipeline · 1 to 2 µs · 1 µs");
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, StreamLanesTest)
#include "stream_lanes_test.moc"
