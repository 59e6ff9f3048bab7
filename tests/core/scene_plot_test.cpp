// SPDX-License-Identifier: Apache-2.0
#include "core/scene/text_width.h"
#include "tests/core/scene_support.h"
#include "tests/support/test_program.h"

#include <QtTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string cell(int microbatch, Time start, Time end)
{
    const auto whole = [](Time time) { return std::to_string(static_cast<long long>(time)); };
    return "0F" + std::to_string(microbatch) + '@' + whole(start) + '-' + whole(end) + ' ';
}

QStringList labelsOf(const Scene& scene)
{
    QStringList labels;
    for (const SceneText& text : scene.texts)
        labels << QString::fromStdString(text.text);
    return labels;
}

Scene plotOf(const std::string& timeline, const TimeRange& range, void (*change)(SceneOptions&) = nullptr)
{
    const auto index = LaneIndex::build(timed(timeline));
    SceneOptions options = plainOptions(*index, {100, 50, 400, 100}, range, 1);
    options.geometry.laneHeight = 36;
    options.labels = LabelMode::Auto;
    if (change != nullptr)
        change(options);
    return buildPlotScene(*index, options);
}

} // namespace

class ScenePlotTest : public QObject
{
    Q_OBJECT

private slots:
    void drawnIdleIsComputedIdle_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<double>("width");
        for (const double ratio : {1.0, 1.25, 1.5, 2.0})
            for (const double width : {1200.0, 333.0})
                QTest::addRow("ratio %g, %g px", ratio, width) << ratio << width;
    }

    void drawnIdleIsComputedIdle()
    {
        QFETCH(double, ratio);
        QFETCH(double, width);
        static const auto index = LaneIndex::build(denseTimeline(4, 250'000));
        const Time makespan = index->timeline().makespan;
        for (const double share : {1.05, 1.0, 0.3, 0.01, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6})
            for (const double middle : {0.5, 0.5 + 1e-6, 0.9}) {
                const TimeRange range{makespan * (middle - share / 2), makespan * (middle + share / 2)};
                const Scene scene =
                    buildPlotScene(*index, plainOptions(*index, {40, 20, width, 400}, range, ratio));
                const double computed = index->idleShare(range.from, range.to);
                QVERIFY2(std::abs(drawnIdleShare(scene) - computed) < 1e-4,
                         qPrintable(QStringLiteral("%1 of the makespan at %2: drawn %3, computed %4")
                                        .arg(share)
                                        .arg(middle)
                                        .arg(drawnIdleShare(scene))
                                        .arg(computed)));
            }
    }

    void aFrameDoesNotGrowWithTheActions()
    {
        const auto index = LaneIndex::build(denseTimeline(2, 200'000));
        const Scene scene = buildPlotScene(
            *index, plainOptions(*index, {0, 0, 500, 40}, fitted(index->timeline().makespan), 1));
        QCOMPARE(scene.rects.size(), std::size_t{2}); // the lanes' backgrounds
        QCOMPARE(scene.strips.size(), std::size_t{2});
        QVERIFY(scene.strips[0].coverage.size() <= 500);
    }

    void columnsHoldExactShares()
    {
        // 400 px for 400 units: a pixel is a unit.
        const Scene scene = plotOf("0F0@0.25-0.75 0B0@1.5-2.25 0I0@10-20", {0, 400});
        QCOMPARE(scene.strips.size(), std::size_t{1});
        const SceneStrip& strip = scene.strips[0];
        QCOMPARE(strip.x, 100.0);
        QCOMPARE(strip.coverage.size(), std::size_t{3});
        QCOMPARE(strip.coverage[0][0], 0.5F);
        QCOMPARE(strip.coverage[1][6], 0.5F);
        QCOMPARE(strip.coverage[2][6], 0.25F);
        QCOMPARE(scene.blocks.size(), std::size_t{1});
        QCOMPARE(scene.rects.back().rect, (RectF{110, 50, 10, 36}));
    }

    void nothingIsIdleBeforeAndAfterTheRun_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<double>("left");
        QTest::addColumn<double>("right");
        QTest::newRow("the run") << 0.0 << 40.0 << 100.0 << 500.0;
        QTest::newRow("inside it") << 7.0 << 9.0 << 100.0 << 500.0;
        QTest::newRow("from before it") << -10.0 << 30.0 << 200.0 << 500.0;
        QTest::newRow("to after it") << 20.0 << 60.0 << 100.0 << 300.0;
        QTest::newRow("more than it") << -20.0 << 60.0 << 200.0 << 400.0;
        QTest::newRow("only what is not") << 50.0 << 90.0 << 0.0 << 0.0;
    }

    void nothingIsIdleBeforeAndAfterTheRun()
    {
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(double, left);
        QFETCH(double, right);
        const Scene scene =
            plotOf("0F0@10-12 0B0@38-40", {from, to}, [](SceneOptions& o) { o.hatchIdle = true; });
        double idle = 0;
        for (const SceneRect& rect : scene.rects) {
            if (!(rect.fill == Fill{Role::Idle}))
                continue;
            QVERIFY(rect.rect.x >= left);
            QVERIFY(rect.rect.right() <= right);
            if (!rect.hatched)
                idle += rect.rect.width;
        }
        QCOMPARE(idle, right - left);
    }

    void labelsComeInThreeForms()
    {
        const std::string timeline = "0F12@0-40 0F3@40-58 0F4@58-62";
        QCOMPARE(labelsOf(plotOf(timeline, {0, 400})), (QStringList{"0F12", "3"}));
        QCOMPARE(labelsOf(plotOf(timeline, {0, 400}, [](SceneOptions& o) { o.labels = LabelMode::None; })),
                 QStringList());
        QCOMPARE(labelsOf(plotOf(timeline, {0, 400}, [](SceneOptions& o) { o.labels = LabelMode::All; })),
                 (QStringList{"0F12", "3", "4"}));
        QCOMPARE(labelsOf(plotOf(timeline, {0, 400}, [](SceneOptions& o) { o.geometry.laneHeight = 8; })),
                 QStringList());
    }

    void anOverlappedBlockShowsItsHalves()
    {
        const Scene scene = plotOf("(0F1;3B0)OVERLAP_F_B@10-60", {0, 400});
        QCOMPARE(labelsOf(scene), (QStringList{"0F1", "3B0"}));
        QCOMPARE(scene.blocks.size(), std::size_t{1});
        QCOMPARE(scene.rects.size(), std::size_t{4});
        QVERIFY((scene.rects[1].fill == Fill{Role::Overlap}));
        QVERIFY((scene.rects[2].fill == Fill{Role::Forward}));
        QVERIFY((scene.rects[3].fill == Fill{Role::Backward, 1}));
        QVERIFY(scene.rects[2].inner && scene.rects[3].inner);
        // Without room for halves it is purple all over.
        QCOMPARE(plotOf("(0F1;3B0)OVERLAP_F_B@10-15", {0, 400}).rects.size(), std::size_t{2});
    }

    void aLowOverlappedBlockHasOneLabel_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("laneHeight");
        QTest::addColumn<QStringList>("labels");
        QTest::newRow("room for each") << 90.0 << 30.0 << QStringList{"12F13", "3B5"};
        QTest::newRow("low") << 110.0 << 16.0 << QStringList{"12F13+3B5"};
        QTest::newRow("low and narrow") << 60.0 << 16.0 << QStringList{"13·5"};
        QTest::newRow("too low for halves") << 90.0 << 12.0 << QStringList{"12F13+3B5"};
        QTest::newRow("low and too narrow") << 30.0 << 16.0 << QStringList();
        QTest::newRow("too low for text") << 90.0 << 9.0 << QStringList();
    }

    void aLowOverlappedBlockHasOneLabel()
    {
        QFETCH(double, width);
        QFETCH(double, laneHeight);
        QFETCH(QStringList, labels);
        const auto index = LaneIndex::build(
            timed("(12F13;3B5)OVERLAP_F_B@10-" + std::to_string(static_cast<int>(10 + width))));
        SceneOptions options = plainOptions(*index, {100, 50, 400, 100}, {0, 400}, 1);
        options.geometry.laneHeight = laneHeight;
        options.labels = LabelMode::Auto;
        const Scene scene = buildPlotScene(*index, options);
        QCOMPARE(labelsOf(scene), labels);
        for (const SceneText& text : scene.texts)
            QCOMPARE(text.fill == Fill{Role::Overlap}, labels.size() == 1);
        if (labels.size() != 1 || laneHeight < 14)
            return;
        // Its ground leaves some of both halves.
        const RectF ground = scene.rects.back().rect;
        QVERIFY((scene.rects.back().fill == Fill{Role::Overlap}) && scene.rects.back().inner);
        QVERIFY(ground.x >= 110 + 4 && ground.right() <= 110 + width - 4);
        QVERIFY(ground.width >= textWidth(scene.texts[0].text, scene.texts[0].size, true));
    }

    void hiddenClassesAreGhostsNotIdle()
    {
        const auto hideForward = [](SceneOptions& options) { options.shown = 0b111110; };
        const Scene scene = plotOf("0F0@0-40 0F1@100-101 0B0@200-240", {0, 400}, hideForward);
        QVERIFY((scene.rects[1].fill == Fill{Role::Ghost}));
        QCOMPARE(labelsOf(scene), QStringList{"0B0"});
        QCOMPARE(int(scene.strips[0].shown), 0b111110);
        QCOMPARE(drawnIdleShare(scene), 1 - 81.0 / 400);
    }

    void markersAreTicksThatCoverNothing()
    {
        const auto widen = [](SceneOptions& options) { options.geometry.laneGap = 12; };
        const Scene scene = plotOf("0F0@0-40 0W1@40 0W2@100 0W3@101 0B0@200-240", {0, 400}, widen);
        QCOMPARE(drawnIdleShare(scene), 0.8);
        std::vector<RectF> ticks;
        for (const SceneRect& rect : scene.rects)
            if (rect.inner)
                ticks.push_back(rect.rect);
        // The one a pixel after another is left out.
        QCOMPARE(ticks, (std::vector<RectF>{{140, 87, 1, 3}, {200, 87, 1, 3}}));

        // Between blocks without a gap, too.
        const Scene packed = plotOf("0F0@0-40 0W1@40 0F1@40-80", {0, 400}, widen);
        QCOMPARE(packed.rects.size(), std::size_t{4});
        QCOMPARE(packed.rects[2].rect, (RectF{140, 87, 1, 3}));
    }

    void wideGapsAreHatched()
    {
        const auto hatch = [](SceneOptions& options) { options.hatchIdle = true; };
        const Scene scene = plotOf("0F0@10-50 0F1@54-60 0F2@300-301 0F3@350-400", {0, 400}, hatch);
        std::vector<RectF> hatched;
        for (const SceneRect& rect : scene.rects)
            if (rect.hatched)
                hatched.push_back(rect.rect);
        QCOMPARE(hatched, (std::vector<RectF>{{100, 50, 10, 36}, {160, 50, 240, 36}, {401, 50, 49, 36}}));
    }

    void gapsAmongMoreBlocksThanPixelsAreHatched()
    {
        // A pixel is 50 units: 450 blocks on 18 px, nothing on 32 px, 450 blocks again, and four pixels
        // behind them, which are too few. So many on 400 px are not looked at one by one.
        std::string text;
        for (int i = 0; i < 900; ++i)
            text += cell(i, (i < 450 ? 2500 : 4100) + i * 2, (i < 450 ? 2501 : 4101) + i * 2);
        text += cell(900, 6099, 6100);
        const Scene scene = plotOf(text, {0, 20000}, [](SceneOptions& options) { options.hatchIdle = true; });
        std::vector<RectF> hatched;
        for (const SceneRect& rect : scene.rects)
            if (rect.hatched)
                hatched.push_back(rect.rect);
        QCOMPARE(hatched, (std::vector<RectF>{{100, 50, 50, 36}, {168, 50, 32, 36}}));
    }

    void scrolledLanesStayInsideThePlot()
    {
        const auto scroll = [](SceneOptions& options) {
            options.geometry.scrollY = 20;
            options.geometry.plot.height = 50;
        };
        const Scene scene = plotOf("0F0@0-100\n1F0@0-100\n2F0@0-100", {0, 100}, scroll);
        // Rank 2 begins at 110, below the plot; the backgrounds are cut, the blocks left to the painter's
        // clip.
        QCOMPARE(scene.rects.size(), std::size_t{4});
        QCOMPARE(scene.rects[0].rect, (RectF{100, 50, 400, 16}));
        QCOMPARE(scene.rects[1].rect, (RectF{100, 30, 400, 36}));
        QCOMPARE(scene.rects[2].rect, (RectF{100, 70, 400, 30}));
        QCOMPARE(labelsOf(scene), QStringList{"1F0"});
    }

    void lateTimesDoNotJitter()
    {
        // A day in nanoseconds, a hundred of them shown: whole steps apart, to the pixel.
        const Time day = 86'400e9;
        std::string text;
        for (int i = 0; i < 10; ++i)
            text += cell(i, day + i * 10, day + i * 10 + 5);
        const Scene scene = plotOf(text, {day, day + 100});
        QCOMPARE(scene.blocks.size(), std::size_t{10});
        std::size_t i = 0;
        for (const SceneRect& rect : scene.rects)
            if (rect.block >= 0)
                QCOMPARE(rect.rect.x, 100.0 + 40.0 * static_cast<double>(i++));
    }

    void degenerateViewsAreEmpty()
    {
        QVERIFY(plotOf("0F0@0-1", {1, 1}).rects.empty());
        QVERIFY(plotOf("0F0@0-1", {0, 1}, [](SceneOptions& o) { o.geometry.plot.width = 0; }).rects.empty());
        QVERIFY(
            plotOf("0F0@0-1", {0, 1}, [](SceneOptions& o) { o.geometry.lanes = {RankId{9}}; }).rects.empty());
    }
};

BUBBLESCOPE_TEST(ScenePlotTest)
#include "scene_plot_test.moc"
