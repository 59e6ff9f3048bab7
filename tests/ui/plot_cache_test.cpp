// SPDX-License-Identifier: GPL-3.0-or-later
// The picture that the timeline keeps: the same whatever was in it before, and whether curves of memory are
// looked at to the last level or row by row.
#include "core/base/parallel_for.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/picture_support.h"
#include "ui/export/colors.h"
#include "ui/timeline/match_picture.h"
#include "ui/timeline/plot_cache.h"
#include "ui/timeline/timeline_viewport.h"

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

EvaluationPtr uneven(const char* request)
{
    CostModel costs;
    costs.jitter = {0.1, 1};
    return evaluated(request, costs);
}

PlotKey keyOf(const EvaluationPtr& evaluation, double ratio, ThemeName theme, const TimeRange& range,
              bool memory)
{
    PlotKey key;
    key.index = evaluation->index;
    key.size = QSize(613, 337);
    key.devicePixelRatio = ratio;
    key.theme = theme;
    key.geometry = geometryOf({97, 24, 500, 300}, 20, 4, evaluation->index->laneCount(), range);
    if (memory) {
        key.memory = MemoryCurves::build(*evaluation->timeline, evaluation->costs);
        key.geometry.memoryHeight = 12;
        key.geometry.memoryGap = 2;
    }
    return key;
}

QImage drawn(const Scene& scene, const PlotKey& key, QImage::Format format)
{
    return paintedBy(key.size, key.devicePixelRatio, format,
                     [&](QPainter& painter) { paintScene(painter, scene, Theme::get(key.theme)); });
}

void addPlaces()
{
    QTest::addColumn<std::tuple<double, double, double>>("row");
    for (const double ratio : {1.0, 1.25, 1.5, 2.0})
        for (const auto& [begin, end] :
             {std::pair{0.0, 1.0}, {-0.2, 1.3}, {0.3, 0.6}, {0.2, 0.31}, {0.47, 0.53}, {0.41, 0.43}})
            QTest::addRow("ratio %g, from %g to %g of it", ratio, begin, end)
                << std::tuple(ratio, begin, end);
}

} // namespace

class PlotCacheTest : public QObject
{
    Q_OBJECT

private slots:
    void whatWasThereBeforeIsGone_data() { addPlaces(); }
    void whatWasThereBeforeIsGone()
    {
        const auto& [ratio, begin, end] = givenRow<double, double, double>();
        const EvaluationPtr few = uneven("1f1b:ranks=6,microbatches=40");
        const EvaluationPtr many = uneven("gpipe:ranks=40,microbatches=30");
        const Time makespan = few->timeline->makespan;
        for (const bool memory : {false, true})
            for (const std::size_t pinned : {0, 2}) {
                PlotKey key = keyOf(few, ratio, ThemeName::Light, {begin * makespan, end * makespan}, memory);
                key.geometry.pinnedRows = pinned;
                key.geometry.scrollY = pinned > 0 ? 11 : 0;
                PlotCache onLight;
                onLight.content(keyOf(many, ratio, ThemeName::Light, {0, 100}, !memory));
                const QImage first = onLight.content(key).copy();
                PlotCache onDark;
                onDark.content(keyOf(many, ratio, ThemeName::Dark, {20, 60}, memory));
                QVERIFY(first == onDark.content(key));
                PlotCache onNothing;
                QVERIFY(first == onNothing.content(key));
                QCOMPARE(first.pixelColor(0, first.height() - 1),
                         toColor(Theme::get(ThemeName::Light).color(Role::Window)));
            }
    }

    void memoryByRowsLooksTheSame_data() { addPlaces(); }
    void memoryByRowsLooksTheSame()
    {
        const auto& [ratio, begin, end] = givenRow<double, double, double>();
        int fewer = 0;
        for (const char* const request : {"1f1b:ranks=5,microbatches=9000", "gpipe:ranks=3,microbatches=9000",
                                          "interleaved-1f1b:ranks=4,microbatches=400,stages-per-rank=2"}) {
            const EvaluationPtr evaluation = uneven(request);
            const Time makespan = evaluation->timeline->makespan;
            const PlotKey key =
                keyOf(evaluation, ratio, ThemeName::Dark, {begin * makespan, end * makespan}, true);
            SceneOptions options;
            options.geometry = key.geometry;
            options.devicePixelRatio = ratio;
            options.labels = LabelMode::None;
            options.memory = key.memory;
            const Scene exact = buildPlotScene(*key.index, options);
            options.wholeRows = true;
            const Scene rows = buildPlotScene(*key.index, options);
            QVERIFY(!rows.curves.empty());
            for (std::size_t i = 0; i < rows.curves.size(); ++i)
                fewer += rows.curves[i].steps.size() < exact.curves[i].steps.size() ? 1 : 0;
            const QImage written = drawn(exact, key, QImage::Format_RGB32);
            QVERIFY(drawn(rows, key, QImage::Format_RGB32) == written);
            // Of a format that only the painter itself can write to.
            QVERIFY(drawn(exact, key, QImage::Format_RGBX8888) == written);
        }
        QVERIFY(fewer > 0);
    }

    void rowsSharedAmongThreadsLookTheSame_data() { addPlaces(); }
    void rowsSharedAmongThreadsLookTheSame()
    {
        const auto& [ratio, begin, end] = givenRow<double, double, double>();
        const EvaluationPtr evaluation =
            uneven("interleaved-1f1b:ranks=48,microbatches=96,stages-per-rank=2");
        const Time makespan = evaluation->timeline->makespan;
        PlotKey key = keyOf(evaluation, ratio, ThemeName::Light, {begin * makespan, end * makespan}, false);
        key.size.setHeight(1300);
        key.geometry.plot.height = 1250;
        SceneOptions options;
        options.geometry = key.geometry;
        options.devicePixelRatio = ratio;
        options.blockFacts = false;
        const Scene alone = buildPlotScene(*key.index, options);
        PlotStorage storage;
        for (int again = 0; again < 2; ++again) {
            Scene shared = buildPlotScene(*key.index, options, storage);
            QCOMPARE(sceneText(shared), sceneText(alone));
            storage.scene = std::move(shared);
        }
        QCOMPARE(storage.parts.empty(), threadsFor(0) == 1);
        // Of a format that only the painter itself can write to, on one thread.
        options.labels = LabelMode::None;
        const Scene plain = buildPlotScene(*key.index, options);
        QVERIFY(drawn(plain, key, QImage::Format_RGB32) == drawn(plain, key, QImage::Format_RGBX8888));
    }

    void matchesSharedAmongThreadsLookTheSame_data() { addPlaces(); }
    void matchesSharedAmongThreadsLookTheSame()
    {
        const auto& [ratio, begin, end] = givenRow<double, double, double>();
        const TimelineGeometry geometry =
            geometryOf({97, 24, 500, 1250}, 20, 4, 48, {begin * 1000, end * 1000});
        const auto aThird = [](LaneId lane, Time from, Time to, Time, std::vector<TimeSpan>& found) {
            for (Time at = 6 * std::floor(from / 6) + lane.rank.value % 5; at < to; at += 6)
                found.push_back({at, at + 2});
        };
        MatchPicture picture;
        picture.update(std::make_shared<int>(), aThird, geometry, ratio);
        const QSize size(613, 1300);
        const auto painted = [&](const QRegion& clip, const QColor& color) {
            return paintedBy(size, ratio, QImage::Format_RGB32, [&](QPainter& painter) {
                painter.fillRect(QRect({}, size), QGradient(QGradient::DeepBlue));
                painter.setClipRegion(clip);
                picture.paint(painter, QRect({}, size), Theme::get(ThemeName::Dark), color);
            });
        };
        const QRect all({}, size);
        const QRect part(130, 71, 300, 700);
        for (const QColor& color : {QColor(), QColor(40, 140, 90), QColor(40, 140, 90, 100)}) {
            // A clip of several rects is the painter's business alone.
            QVERIFY(painted(all, color) == painted(QRegion(all) - QRegion(0, 0, 1, 1), color));
            QVERIFY(painted(part, color) == painted(QRegion(part) + QRegion(0, 0, 1, 1), color));
            QVERIFY(painted(all, color) != painted(part, color));
        }
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, PlotCacheTest)
#include "plot_cache_test.moc"
