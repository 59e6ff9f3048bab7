// SPDX-License-Identifier: Apache-2.0
// The overview has the timeline's lanes in the timeline's order, and shows where a search finds something.
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/panels/inspector_parts.h"
#include "ui/panels/search_bar.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/match_marks.h"
#include "ui/timeline/overview_strip.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// Rank 0 runs early, rank 1 in the middle, rank 2 late.
constexpr const char* kStairs = "0F0,,,\n,1F0,,\n,,,2F0\n";

/// What the overview shows of a lane, by its place from above, at a time.
QColor colorAt(const OverviewStrip& overview, const TimelineView& view, int lane, int lanes, Time time)
{
    const QImage image = const_cast<OverviewStrip&>(overview).grab().toImage();
    const RectF& plot = view.geometry().plot;
    const double share = time / view.evaluation()->timeline->makespan;
    return image.pixelColor(static_cast<int>(plot.x + share * plot.width),
                            static_cast<int>(8 + (lane + 0.5) * 32 / lanes));
}

} // namespace

class OverviewLanesTest : public QObject
{
    Q_OBJECT

private slots:
    void lanesStandInTheTimelinesOrder()
    {
        ShownWindow w;
        w.openFile(w.write("stairs.csv", kStairs));
        const OverviewStrip& overview = *w->pane()->overview();
        const QColor first = colorAt(overview, w.view(), 0, 3, 0.5);
        const QColor idle = colorAt(overview, w.view(), 1, 3, 0.5);
        QVERIFY(first != idle);
        w.view().revealLane(RankId{0});
        w.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(w.view().geometry().lanes, (std::vector<RankId>{RankId{1}, RankId{0}, RankId{2}}));
        QCOMPARE(overview.lanes(), w.view().geometry().lanes);
        QCOMPARE(colorAt(overview, w.view(), 0, 3, 0.5), idle);
        QCOMPARE(colorAt(overview, w.view(), 1, 3, 0.5), first);
        w.key(Qt::Key_H);
        QCOMPARE(overview.lanes(), (std::vector<RankId>{RankId{1}, RankId{2}}));
        QCOMPARE(colorAt(overview, w.view(), 0, 2, 0.5), colorAt(overview, w.view(), 1, 2, 0.5));
    }

    void matchesHaveTicks()
    {
        ShownWindow w;
        w.openFile(w.write("stairs.csv", kStairs));
        const OverviewStrip& overview = *w->pane()->overview();
        QVERIFY(overview.matchTicks().empty());
        w->search()->focusField();
        QTest::keyClicks(w->search()->field(), "stage 1-2");
        QCOMPARE(w.view().matches().count(), std::optional<std::size_t>(2));
        const std::vector<QRectF> ticks = overview.matchTicks();
        const RectF& plot = w.view().geometry().plot;
        QVERIFY(!ticks.empty() && ticks.size() <= 2);
        const auto xOf = [&](Time time) { return plot.x + time / 3 * plot.width; };
        // 1F0 from 1 to 2, 2F0 from 2 to 3.
        QVERIFY(std::abs(ticks.front().left() - xOf(1)) < 2);
        QVERIFY(std::abs(ticks.back().right() - xOf(3)) < 3);
        QVERIFY(ticks.front().top() >= 40 && ticks.front().bottom() <= 47);
        w->search()->clear();
        QVERIFY(overview.matchTicks().empty());
    }

    void aLongFactGoesOnInASecondLine()
    {
        FactLabel fact("1,234,567.5 steps · on another critical path", nullptr);
        const int line = fact.heightForWidth(2000);
        QCOMPARE(line, fact.fontMetrics().height());
        const int narrow = fact.fontMetrics().horizontalAdvance(fact.wholeText()) * 2 / 3;
        QVERIFY(fact.heightForWidth(narrow) >= 2 * line);
        fact.resize(narrow, fact.heightForWidth(narrow));
        fact.show();
        QCOMPARE(fact.text(), fact.wholeText());
        QCOMPARE(fact.toolTip(), QString());
        // Narrower than its widest word it is cut, and said whole in the tool tip.
        fact.resize(30, line);
        QVERIFY(fact.text() != fact.wholeText());
        QCOMPARE(fact.toolTip(), fact.wholeText());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, OverviewLanesTest)
#include "overview_lanes_test.moc"
