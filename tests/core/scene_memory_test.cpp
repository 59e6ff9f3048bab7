// SPDX-License-Identifier: Apache-2.0
// Memory under the lanes: the strip's place, its steps at every zoom, its limit, and how it is written.
#include <QTest>

#include "core/scene/curve_outline.h"
#include "core/scene/svg_writer.h"
#include "tests/core/scene_memory_support.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// The curves alone of a scene's text.
QString curvesOf(const Scene& scene)
{
    QStringList curves;
    for (const QString& line : QString::fromStdString(sceneText(scene)).split(QLatin1Char('\n')))
        if (line.startsWith(QLatin1String("curve")))
            curves.append(line);
    return curves.join(QLatin1Char('\n'));
}

} // namespace

class SceneMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void stripsHaveRowsOfTheirOwn()
    {
        TimelineGeometry g;
        g.plot = {0, 20, 100, 400};
        g.laneHeight = 30;
        g.laneGap = 10;
        g.lanes = {RankId{0}, RankId{1}};
        QCOMPARE(g.pitch(), 40.0);
        QVERIFY(!g.memoryRowAt(55));
        g.memoryHeight = 16;
        g.memoryGap = 4;
        QCOMPARE(g.pitch(), 60.0);
        QCOMPARE(g.laneTop(1), 80.0);
        QCOMPARE(g.memoryTop(0), 54.0);
        QCOMPARE(g.gapUnderLane(), 4.0);
        QVERIFY(!g.memoryRowAt(53.9)); // the gap above it
        QCOMPARE(g.memoryRowAt(54), std::optional<std::size_t>(0));
        QCOMPARE(g.memoryRowAt(69.9), std::optional<std::size_t>(0));
        QVERIFY(!g.memoryRowAt(70));
        QCOMPARE(g.memoryRowAt(114), std::optional<std::size_t>(1));
        QVERIFY(!g.memoryRowAt(20 + 2 * 60 + 34.5)); // below the last row
        QVERIFY(!g.placeAt(60));                     // no lane is there
        QCOMPARE(g.rowAt(85), std::optional<std::size_t>(1));
        g.subLanes = {Track::Communication, Track::Fsdp};
        g.subLaneHeight = 5;
        g.subLaneGap = 2;
        QCOMPARE(g.memoryTop(0), 68.0); // under the sub-lanes
        QCOMPARE(g.pitch(), 74.0);
        QCOMPARE(g.gapUnderLane(), 2.0);
        QCOMPARE(g.memoryRowAt(68 + 74), std::optional<std::size_t>(1));
        g.scrollY = 74;
        QCOMPARE(g.memoryRowAt(68), std::optional<std::size_t>(1));
        QVERIFY(!g.memoryRowAt(19)); // above the plot
    }

    void stepsAreExactWhereTheyAreWide()
    {
        const TimelinePtr timeline = timed(kTwoRanks);
        const auto index = LaneIndex::build(timeline);
        const auto memory = MemoryCurves::build(*timeline, costs(2.5));
        QCOMPARE(
            curvesOf(buildPlotScene(*index, options(*index, memory))),
            QStringLiteral("curve rank 0 20 30 120 20 top 3 limit 2.5: 20=1 30=2 40=3 90=2 110=1 end 140\n"
                           "curve rank 1 20 74 120 20 top 3 limit 2.5: 20=0 30=1 120=0 end 140"));
        // A part of it, closer: where the view begins, the level that holds there.
        QCOMPARE(curvesOf(buildPlotScene(*index, options(*index, memory, {2.25, 7.25}))),
                 QStringLiteral("curve rank 0 20 30 120 20 top 3 limit 2.5: 20=3 134=2 end 140\n"
                                "curve rank 1 20 74 120 20 top 3 limit 2.5: 20=1 end 140"));
    }

    void columnsHoldLowestAndHighest()
    {
        const TimelinePtr timeline = timed(kTwoRanks);
        const auto index = LaneIndex::build(timeline);
        const auto memory = MemoryCurves::build(*timeline, costs());
        const auto curves = [&](double width, double ratio) {
            return curvesOf(buildPlotScene(*index, options(*index, memory, {0, 12}, width, ratio)));
        };
        // Six units a pixel: equal neighbours are one piece.
        QCOMPARE(curves(2, 1), QStringLiteral("curve rank 0 20 30 2 20 top 3: 20=1-3 end 22\n"
                                              "curve rank 1 20 74 2 20 top 3: 20=0 20.17=1 21.67=0 end 22"));
        // Four units a pixel: a column with one change has it where it is.
        QCOMPARE(curves(3, 1),
                 QStringLiteral("curve rank 0 20 30 3 20 top 3: 20=1-3 21=3 21.75=2 22.25=1 end 23\n"
                                "curve rank 1 20 74 3 20 top 3: 20=0 20.25=1 22.5=0 end 23"));
        // The same with two device pixels for one.
        QCOMPARE(curves(3, 2),
                 QStringLiteral("curve rank 0 20 30 3 20 top 3: 20=1 20.25=2 20.5=3 21.75=2 22.25=1 end 23\n"
                                "curve rank 1 20 74 3 20 top 3: 20=0 20.25=1 22.5=0 end 23"));
    }

    void outsideTheTimelineIsNoCurve()
    {
        const TimelinePtr timeline = timed(kTwoRanks);
        const auto index = LaneIndex::build(timeline);
        const auto memory = MemoryCurves::build(*timeline, costs());
        const Scene scene = buildPlotScene(*index, options(*index, memory, {-4, 16}));
        QCOMPARE(scene.curves.size(), std::size_t{2});
        QCOMPARE(scene.curves[0].steps.front().x, scene.geometry.xOf(0));
        QCOMPARE(scene.curves[0].end, scene.geometry.xOf(12));
        const Scene after = buildPlotScene(*index, options(*index, memory, {13, 14}));
        QVERIFY(after.curves[0].steps.empty());
        // Without room in the geometry, or without curves, there are none.
        SceneOptions none = options(*index, memory);
        none.geometry.memoryHeight = 0;
        QVERIFY(buildPlotScene(*index, none).curves.empty());
        QVERIFY(buildPlotScene(*index, options(*index, nullptr)).curves.empty());
    }

    void scaleIsCommonAndHasTheLimit_data()
    {
        QTest::addColumn<double>("limit");
        QTest::addColumn<double>("top");
        QTest::addColumn<bool>("beyond");
        QTest::newRow("no limit: the highest peak") << 0.0 << 3.0 << false;
        QTest::newRow("a limit below it") << 2.0 << 3.0 << false;
        QTest::newRow("a limit at it") << 3.0 << 3.0 << false;
        QTest::newRow("a limit above it") << 5.0 << 5.0 << false;
        QTest::newRow("the highest that still leaves the curves half") << 6.0 << 6.0 << false;
        QTest::newRow("one that would lay them flat") << 6.1 << 3.0 << true;
        QTest::newRow("the memory of a card in bytes") << 8e10 << 3.0 << true;
    }

    void scaleIsCommonAndHasTheLimit()
    {
        QFETCH(double, limit);
        QFETCH(double, top);
        QFETCH(bool, beyond);
        const TimelinePtr timeline = timed(kTwoRanks);
        const auto index = LaneIndex::build(timeline);
        const auto memory =
            MemoryCurves::build(*timeline, costs(limit > 0 ? std::optional(limit) : std::nullopt));
        const Scene scene = buildPlotScene(*index, options(*index, memory));
        for (const SceneCurve& curve : scene.curves) {
            QCOMPARE(curve.top, top);
            QCOMPARE(curve.isLimitBeyond(), beyond);
            const auto line = limitLineY(curve, 1);
            QCOMPARE(line.has_value(), limit > 0);
            if (beyond)
                QCOMPARE(*line, curve.rect.y + 0.5);
            else if (line)
                QCOMPARE(*line, std::min(curve.yOf(limit), curve.rect.bottom() - 1) + 0.5);
        }
    }

    void firstCrossingIsMarked()
    {
        const TimelinePtr timeline = timed(kTwoRanks);
        const auto index = LaneIndex::build(timeline);
        const auto marks = [&](std::optional<double> limit, const TimeRange& range = {0, 12}) {
            QStringList found;
            const auto memory = MemoryCurves::build(*timeline, costs(limit));
            for (const QString& line :
                 QString::fromStdString(sceneText(buildPlotScene(*index, options(*index, memory, range))))
                     .split(QLatin1Char('\n')))
                if (line.contains(QLatin1String("critical")))
                    found.append(line);
            return found.join(QLatin1Char('\n'));
        };
        QCOMPARE(marks({}), QString());
        QCOMPARE(marks(3), QString()); // at the limit is within it
        QCOMPARE(marks(2), QStringLiteral("rect 37 33.67 6 6 critical inner radius 3"));
        QCOMPARE(marks(0.5), QStringLiteral("rect 17 43.67 6 6 critical inner radius 3\n"
                                            "rect 27 87.67 6 6 critical inner radius 3"));
        QCOMPARE(marks(2, {4, 12}), QString()); // before what is shown
    }

    void headersNameThePeak_data()
    {
        QTest::addColumn<double>("lane");
        QTest::addColumn<double>("strip");
        QTest::addColumn<QStringList>("texts");
        const QString name = QStringLiteral("Rank 0");
        QTest::newRow("room for both lines")
            << 36.0 << 20.0 << QStringList{name, QStringLiteral("0"), "memory", "peak 3 act."};
        QTest::newRow("a low strip") << 36.0 << 12.0 << QStringList{name, QStringLiteral("0"), "peak 3 act."};
        QTest::newRow("low lanes") << 14.0 << 12.0 << QStringList{name, QStringLiteral("0"), "peak 3 act."};
        QTest::newRow("too low for a text") << 14.0 << 6.0 << QStringList{name, QStringLiteral("0")};
        QTest::newRow("the stages' line would be met")
            << 22.0 << 8.0 << QStringList{name, QStringLiteral("0")};
    }

    void headersNameThePeak()
    {
        QFETCH(double, lane);
        QFETCH(double, strip);
        QFETCH(QStringList, texts);
        const TimelinePtr timeline = timed(kTwoRanks);
        const auto index = LaneIndex::build(timeline);
        Scene scene;
        scene.geometry.plot = {90, 0, 100, 200};
        scene.geometry.laneHeight = lane;
        scene.geometry.laneGap = 8;
        scene.geometry.memoryHeight = strip;
        scene.geometry.memoryGap = 2;
        scene.geometry.lanes = {RankId{0}};
        addLaneHeaders(scene, *index, 10);
        addMemoryHeaders(scene, *MemoryCurves::build(*timeline, costs()), 10);
        QStringList found;
        double last = 0;
        for (const SceneText& text : scene.texts) {
            found.append(QString::fromStdString(text.text));
            QVERIFY(text.y - last >= 9 || text.align == TextAlign::Right || last == 0); // no line on another
            last = text.y;
        }
        QCOMPARE(found, texts);
    }

    void outlineFollowsTheSteps()
    {
        SceneCurve curve;
        curve.rect = {0, 10, 100, 40};
        curve.top = 4;
        curve.limit = 2;
        curve.steps = {{0, 1, 1}, {20, 3, 3}, {30, 1, 3}, {40, 0, 0}};
        curve.end = 80;
        const CurveOutline outline = curveOutline(curve, 1);
        // The view cuts it at the left: its line must not end there. Equal heights are one edge.
        QCOMPARE(
            outline.area,
            (Staircase{
                {-4, 50}, {-4, 40.5}, {20, 40.5}, {20, 20.5}, {40, 20.5}, {40, 49.5}, {80, 49.5}, {80, 50}}));
        QCOMPARE(outline.bands, (std::vector<RectF>{{30, 21, 10, 19}}));
        QCOMPARE(outline.above, (std::vector<Staircase>{{{20, 30}, {20, 20.5}, {40, 20.5}, {40, 30}}}));
        curve.limit.reset();
        QVERIFY(curveOutline(curve, 1).above.empty());
        curve.steps.clear();
        QVERIFY(curveOutline(curve, 1).area.empty());
    }

    void thinStripsAreFilledAlone()
    {
        SceneCurve curve;
        curve.top = 4;
        curve.limit = 2;
        curve.steps = {{20, 3, 3}, {40, 0, 0}};
        curve.end = 80;
        curve.rect = {0, 10, 100, 10};
        QVERIFY(limitLineY(curve, 1).has_value());
        curve.rect.height = 8;
        QVERIFY(!limitLineY(curve, 1));
        // The level itself, no half of a line inside it.
        QCOMPARE(curveOutline(curve, 1).area,
                 (Staircase{{20, 18}, {20, 12}, {40, 12}, {40, 18}, {80, 18}, {80, 18}}));
        Scene scene;
        scene.curves.push_back(curve);
        const auto lines = [&scene] {
            return QString::fromStdString(writeSvg(scene, Theme::get(ThemeName::Light)))
                .count(QLatin1String("stroke:"));
        };
        const auto without = lines();
        scene.curves[0].rect.height = 16;
        QVERIFY(lines() > without);
    }

    void coloursAreToldApart()
    {
        for (const ThemeName name :
             {ThemeName::Light, ThemeName::Dark, ThemeName::ColorBlind, ThemeName::Print}) {
            const Theme& theme = Theme::get(name);
            const auto ratio = [&](Role a, Role b) { return contrastRatio(theme.color(a), theme.color(b)); };
            // A line is a graphic that has to be read: WCAG asks for 3.
            QVERIFY2(ratio(Role::MemoryLine, Role::Window) >= 3, qPrintable(QString::number(int(name))));
            QVERIFY2(ratio(Role::CriticalPath, Role::Window) >= 3, qPrintable(QString::number(int(name))));
            QVERIFY(ratio(Role::MemoryLine, Role::Memory) >= 2.5);
            QVERIFY(ratio(Role::MemoryBand, Role::Memory) >= 1.3);
            QVERIFY(ratio(Role::CriticalPath, Role::MemoryOver) >= 2);
            QVERIFY(ratio(Role::MemoryOver, Role::Memory) >= 1.15);
        }
    }

    void levelsAreWrittenShortly()
    {
        QCOMPARE(levelText(4), std::string("4"));
        QCOMPARE(levelText(12.346), std::string("12.35"));
        QCOMPARE(levelText(-0.0001), std::string("0"));
        QCOMPARE(levelText(999999), std::string("999,999"));
        QCOMPARE(levelText(8.123e10), std::string("8.12e+10"));
    }
};

BUBBLESCOPE_TEST(SceneMemoryTest)
#include "scene_memory_test.moc"
