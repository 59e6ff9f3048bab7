// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "ui/timeline/dependency_links.h"
#include "ui/timeline/hover_card.h"
#include "ui/timeline/timeline_viewport.h"
#include "ui/timeline/view_history.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

QString textOf(const Schedule& schedule, const std::vector<ActionPosition>& actions)
{
    QStringList names;
    for (const ActionPosition& action : actions)
        names.append(QString::fromStdString(actionText(schedule.at(action).id())));
    return names.join(' ');
}

/// All that is behind, newest first.
QString goneBack(ViewHistory& history)
{
    QStringList seen;
    while (history.canGoBack()) {
        const TimeRange range = history.back();
        seen.append(QString("%1-%2").arg(range.from).arg(range.to));
    }
    return seen.join(' ');
}

} // namespace

/// The timeline's parts that need no widget: layout, history, dependencies, texts.
class TimelinePartsTest : public QObject
{
    Q_OBJECT

private slots:
    void laneSizes_data()
    {
        addRows<int, double, double, double>({
            {"few lanes in a low window", 4, 280.0, 56.0, 14.0},
            {"few lanes grow with the room", 4, 525.0, 80.0, 20.0},
            {"few lanes on a tall screen are highest", 4, 1300.0, 120.0, 30.0},
            {"eight fill the height", 8, 320.0, 32.0, 8.0},
            {"many lanes are low", 64, 700.0, 14.0, 2.0},
            {"none", 0, 700.0, 44.0, 11.0},
        });
    }

    void laneSizes()
    {
        const auto& [lanes, available, height, gap] = givenRow<int, double, double, double>();
        QCOMPARE(ui::laneSizes(static_cast<std::size_t>(lanes), available, 1), (LaneSizes{height, gap}));
    }

    void lanesMeetTheDeviceGrid_data() { addRows<double>({{"1", 1.0}, {"1.5", 1.5}, {"2", 2.0}}); }

    void lanesMeetTheDeviceGrid()
    {
        const auto& [ratio] = givenRow<double>();
        const auto isWhole = [ratio = ratio](double pixels) {
            return std::abs(pixels * ratio - std::round(pixels * ratio)) < 1e-6;
        };
        for (std::uint32_t lanes = 1; lanes < 80; ++lanes) {
            TimelineViewport viewport;
            viewport.setContent(lanes, 100);
            viewport.setSize(1001, 701, ratio);
            viewport.setScrollY(33.3);
            const TimelineGeometry& geometry = viewport.geometry();
            QVERIFY(isWhole(geometry.plot.x) && isWhole(geometry.plot.y) && isWhole(geometry.plot.width));
            QVERIFY(isWhole(geometry.laneHeight) && isWhole(geometry.laneTop(0)) &&
                    isWhole(geometry.laneTop(7)));
            QVERIFY(geometry.laneHeight >= 14 - 1 / ratio);
        }
    }

    void revealingMovesByAsLittleAsNeeded_data()
    {
        addRows<double, double, double>({
            {"seen already", 42.0, 44.0, 40.0},
            {"to the right", 52.0, 53.0, 44.0},
            {"to the left", 30.0, 31.0, 29.0},
            {"longer than the view, from outside", 60.0, 90.0, 60.0},
            {"longer than the view, from inside", 30.0, 60.0, 40.0},
            {"at the very begin", 0.0, 1.0, -0.2},
        });
    }

    void revealingMovesByAsLittleAsNeeded()
    {
        const auto& [from, to, expected] = givenRow<double, double, double>();
        TimelineViewport viewport;
        viewport.setContent(1, 100);
        const TimeRange revealed = viewport.revealing({40, 50}, from, to);
        QCOMPARE(revealed.from, expected);
        QCOMPARE(revealed.to, expected + 10);
    }

    void scrollStaysInsideTheLanes()
    {
        TimelineViewport viewport;
        viewport.setContent(100, 10);
        viewport.setSize(800, 300, 1);
        viewport.setScrollY(-5);
        QCOMPARE(viewport.geometry().scrollY, 0.0);
        viewport.setScrollY(1e9);
        QCOMPARE(viewport.geometry().scrollY, viewport.maxScrollY());
        QCOMPARE(viewport.geometry().laneTop(99) + viewport.geometry().laneHeight,
                 viewport.geometry().plot.bottom());
        viewport.setContent(2, 10);
        QCOMPARE(viewport.geometry().scrollY, 0.0);
    }

    void historyJoinsSmallSteps()
    {
        using Step = ViewHistory::Step;
        ViewHistory history;
        history.reset({0, 10});
        QVERIFY(!history.canGoBack());
        history.visit({1, 9}, Step::Zoom);
        history.visit({2, 8}, Step::Zoom);
        history.visit({3, 9}, Step::Pan);
        history.visit({4, 10}, Step::Pan);
        history.visit({0, 1}, Step::Jump);
        history.visit({5, 6}, Step::Jump);
        QCOMPARE(goneBack(history), "0-1 4-10 2-8 0-10");
    }

    void pausesPartSteps()
    {
        using Step = ViewHistory::Step;
        ViewHistory history;
        history.reset({0, 10});
        ViewHistory::Clock::time_point now = ViewHistory::Clock::now();
        const auto wait = [&](int ms) { return now += std::chrono::milliseconds(ms); };
        history.visit({1, 5}, Step::Pan, wait(0));
        history.visit({2, 6}, Step::Pan, wait(599)); // the next notch of the wheel
        history.visit({3, 7}, Step::Pan, wait(600)); // turned again later
        // Two drags, soon one after the other; the hand rests in the first.
        history.setHeld(true);
        history.visit({4, 8}, Step::Pan, wait(10));
        history.visit({5, 9}, Step::Pan, wait(5000));
        history.setHeld(false);
        history.setHeld(true);
        history.visit({4, 8}, Step::Pan, wait(10));
        history.setHeld(false);
        // What follows the selection is one view, however slowly that goes.
        history.visit({0, 4}, Step::Follow, wait(5000));
        history.visit({1, 5}, Step::Follow, wait(5000));
        QCOMPARE(goneBack(history), "4-8 5-9 3-7 2-6 0-10");
    }

    void historyForgetsWhatWasAhead()
    {
        ViewHistory history;
        history.reset({0, 10});
        history.visit({1, 2}, ViewHistory::Step::Jump);
        history.visit({3, 4}, ViewHistory::Step::Jump);
        QCOMPARE(history.back(), (TimeRange{1, 2}));
        QVERIFY(history.canGoForward());
        history.visit({5, 6}, ViewHistory::Step::Zoom);
        QVERIFY(!history.canGoForward());
        QCOMPARE(history.back(), (TimeRange{1, 2}));
    }

    void dependencies_data()
    {
        addRows<int, int, QString, QString>({
            {"first forward", 0, 0, "", "0B0 1F0"},
            {"last forward feeds its own backward", 1, 0, "0F0", "1I0"},
            {"input gradient of the last stage", 1, 1, "1F0", "0B0 1W0"},
            {"full backward waits for its own forward too", 0, 2, "0F0 1I0", ""},
            {"weight gradient", 1, 2, "1I0", ""},
            {"another microbatch", 0, 1, "", "1F1"},
        });
    }

    void dependencies()
    {
        const auto& [rank, index, producers, consumers] = givenRow<int, int, QString, QString>();
        const Schedule schedule = parse("0F0 0F1 0B0\n1F0 1I0 1W0 1F1");
        const DependencyLinks links = dependencyLinks(
            schedule, {RankId{static_cast<std::uint32_t>(rank)}, static_cast<std::size_t>(index)});
        QCOMPARE(textOf(schedule, links.producers), producers);
        QCOMPARE(textOf(schedule, links.consumers), consumers);
    }

    void timesAreNoFinerThanPixels_data()
    {
        addRows<double, double, QString>({
            {"to the pixel", 19.42718, 0.01, "19.43"},
            {"coarse", 19.42718, 3.0, "19"},
            {"tens", 1234.5, 25.0, "1,230"},
            {"no minus before nothing", -0.001, 0.1, "0"},
            {"all there is", 0.1, 0.0, "0.1"},
        });
    }

    void timesAreNoFinerThanPixels()
    {
        const auto& [time, resolution, expected] = givenRow<double, double, QString>();
        QCOMPARE(shortTimeText(time, "step", resolution), expected);
    }

    void cardStaysInside_data()
    {
        addRows<QPointF, QRectF>({
            {"right of and below the pointer", {50, 40}, {64, 54, 100, 80}},
            {"left where the right is short", {350, 40}, {236, 54, 100, 80}},
            {"above where below is short", {50, 250}, {64, 156, 100, 80}},
            {"in the corner", {395, 295}, {281, 201, 100, 80}},
        });
    }

    void cardStaysInside()
    {
        const auto& [pointer, expected] = givenRow<QPointF, QRectF>();
        QCOMPARE(hoverCardRect({100, 80}, pointer, {0, 0, 400, 300}), expected);
    }

    void cardIsNeverOverWhatItExplains_data()
    {
        addRows<QRectF, QPointF, QRectF>({
            {"under a block", {100, 100, 80, 30}, {120, 125}, {134, 136, 100, 40}},
            {"above the last lane", {100, 265, 80, 30}, {120, 270}, {134, 219, 100, 40}},
            {"above a block whose upper edge is nearer", {100, 60, 80, 90}, {120, 65}, {134, 14, 100, 40}},
            {"right of a high one", {100, 5, 20, 290}, {110, 150}, {126, 164, 100, 40}},
            {"left of one at the edge", {370, 5, 30, 290}, {380, 150}, {264, 164, 100, 40}},
            {"beside the pointer in one that is all there is", {0, 0, 400, 300}, {50, 40}, {64, 54, 100, 40}},
            {"the same where nothing is explained", {}, {50, 40}, {64, 54, 100, 40}},
        });
    }

    void cardIsNeverOverWhatItExplains()
    {
        const auto& [explained, pointer, expected] = givenRow<QRectF, QPointF, QRectF>();
        QCOMPARE(hoverCardRect({100, 40}, pointer, {0, 0, 400, 300}, explained), expected);
    }

    void cardIsAtMostTwoLines()
    {
        const EvaluationPtr made = evaluationOf("0F0 0F1 0B0 0B1\n. 1F0 1F1 1B0 1B1");
        const HoverCard block = HoverText::card(*made->index, {ActionPosition{RankId{0}, 1}, {}});
        QCOMPARE(block.title, "0F1  Forward · 1 step");
        QCOMPARE(block.rows, (std::vector<std::pair<QString, QString>>{{"", "rank 0 · 1 to 2"}}));
        const HoverCard gap = HoverText::card(*made->index, {{}, Gap{RankId{1}, 0, 1}});
        QCOMPARE(gap.title, "Idle 1 step · rank 1");
        QCOMPARE(gap.rows, (std::vector<std::pair<QString, QString>>{{"", "0 to 1"}}));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TimelinePartsTest)
#include "timeline_parts_test.moc"
