// SPDX-License-Identifier: Apache-2.0
// Memory curves of thousands of actions against what they are, step by step, at any zoom.
#include <QTest>

#include "core/scene/svg_writer.h"
#include "tests/core/scene_memory_support.h"
#include "tests/support/test_program.h"

#include <QXmlStreamReader>
#include <limits>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// F and B in an order that wanders between none and some tens of activations.
TimelinePtr wandering(std::size_t actions)
{
    std::mt19937 random(7);
    auto schedule = std::make_shared<Schedule>();
    auto timeline = std::make_shared<Timeline>();
    Row& row = schedule->rows.emplace_back();
    LaneTimes& lane = timeline->lanes.emplace_back();
    std::uint32_t forwards = 0;
    std::uint32_t backwards = 0;
    Time now = 0;
    while (row.size() < actions) {
        const bool forward = forwards == backwards || (forwards - backwards < 40 && random() % 2 == 0);
        row.emplace_back(StageId{0}, forward ? ActionKind::Forward : ActionKind::Backward,
                         MicrobatchId{forward ? forwards++ : backwards++});
        now += random() % 3 == 0 ? static_cast<double>(random() % 1000) / 400 : 0.0;
        lane.start.push_back(now);
        now += 0.2 + static_cast<double>(random() % 1000) / 500;
        lane.end.push_back(now);
    }
    while (backwards < forwards) {
        row.emplace_back(StageId{0}, ActionKind::Backward, MicrobatchId{backwards++});
        lane.start.push_back(now);
        lane.end.push_back(now += 1);
    }
    timeline->makespan = now;
    countStagesAndMicrobatches(*schedule);
    timeline->schedule = std::move(schedule);
    return timeline;
}

/// Of the curve over [from, to), summed step by step.
double integral(const MemoryCurves& memory, RankId rank, Time from, Time to)
{
    const auto steps = memory.steps(rank);
    double sum = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Time end = i + 1 < steps.size() ? steps[i + 1].time : to;
        sum += steps[i].level * std::max(0.0, std::min(end, to) - std::max(steps[i].time, from));
    }
    return sum;
}

struct Extremes
{
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
};

/// The levels that hold somewhere in (from, to), found one by one.
Extremes extremesIn(const MemoryCurves& memory, RankId rank, Time from, Time to)
{
    const auto steps = memory.steps(rank);
    Extremes found;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Time end = i + 1 < steps.size() ? steps[i + 1].time : std::numeric_limits<double>::infinity();
        if (steps[i].time < to && end > from) {
            found.low = std::min(found.low, steps[i].level);
            found.high = std::max(found.high, steps[i].level);
        }
    }
    return found;
}

/// The extremes that a scene's curve shows over x in (from, to).
Extremes shownIn(const SceneCurve& curve, double from, double to)
{
    Extremes found;
    for (std::size_t i = 0; i < curve.steps.size(); ++i) {
        const double end = i + 1 < curve.steps.size() ? curve.steps[i + 1].x : curve.end;
        if (curve.steps[i].x < to && end > from) {
            found.low = std::min(found.low, curve.steps[i].low);
            found.high = std::max(found.high, curve.steps[i].high);
        }
    }
    return found;
}

/// The first device column of a scene of one lane that shows other levels than hold in it.
QString differenceIn(const Scene& scene, const MemoryCurves& memory, double ratio, Time makespan)
{
    const TimelineGeometry& geometry = scene.geometry;
    for (double column = geometry.plot.x * ratio; column < geometry.plot.right() * ratio; ++column) {
        // A hair inside, so that what only touches the border stays out of both.
        const double left = column / ratio + 1e-6;
        const double right = std::min((column + 1) / ratio, geometry.plot.right()) - 1e-6;
        const Extremes shown = shownIn(scene.curves.at(0), left, right);
        const Extremes real =
            extremesIn(memory, RankId{0}, geometry.timeAt(left), std::min(geometry.timeAt(right), makespan));
        if (shown.low != real.low || shown.high != real.high)
            return QStringLiteral("column %1: shown %2-%3, is %4-%5")
                .arg(column)
                .arg(shown.low)
                .arg(shown.high)
                .arg(real.low)
                .arg(real.high);
    }
    return {};
}

} // namespace

class SceneMemoryExactTest : public QObject
{
    Q_OBJECT

private slots:
    /// Wherever no column holds more than one change.
    void areaIsTheIntegral()
    {
        const TimelinePtr timeline = wandering(3000);
        const auto index = LaneIndex::build(timeline);
        const auto memory = MemoryCurves::build(*timeline, costs());
        std::mt19937 random(11);
        int compared = 0;
        for (int i = 0; i < 300; ++i) {
            const Time width = 2 + static_cast<double>(random() % 400) / 10;
            const Time from = timeline->makespan * static_cast<double>(random() % 10000) / 10000;
            const TimeRange range{from, from + width};
            const Scene scene = buildPlotScene(*index, options(*index, memory, range, 1000, 1.5));
            const SceneCurve& curve = scene.curves.at(0);
            double area = 0;
            bool exact = true;
            for (std::size_t s = 0; s < curve.steps.size(); ++s) {
                const double end = s + 1 < curve.steps.size() ? curve.steps[s + 1].x : curve.end;
                area += curve.steps[s].high * (end - curve.steps[s].x);
                exact = exact && curve.steps[s].low == curve.steps[s].high;
            }
            if (!exact)
                continue;
            ++compared;
            const double expected =
                integral(*memory, RankId{0}, from, std::min(range.to, timeline->makespan));
            QVERIFY2(std::abs(area / scene.geometry.pixelsPerUnit() - expected) <= 1e-6 * (1 + expected),
                     qPrintable(QStringLiteral("from %1 to %2").arg(range.from).arg(range.to)));
        }
        QVERIFY2(compared > 100, qPrintable(QString::number(compared)));
    }

    void extremesAreTheTimelines()
    {
        const TimelinePtr timeline = wandering(6000);
        const auto index = LaneIndex::build(timeline);
        const auto memory = MemoryCurves::build(*timeline, costs());
        std::mt19937 random(5);
        bool anyBand = false;
        for (int i = 0; i < 40; ++i) {
            const double share = std::pow(10, -4.0 * static_cast<double>(random() % 1000) / 1000);
            const Time from = timeline->makespan * (1 - share) * static_cast<double>(random() % 1000) / 1000;
            const double ratio = i % 3 == 0 ? 1 : i % 3 == 1 ? 1.25 : 2;
            const Scene scene = buildPlotScene(
                *index, options(*index, memory, {from, from + timeline->makespan * share}, 700, ratio));
            const QString wrong = differenceIn(scene, *memory, ratio, timeline->makespan);
            QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("zoom %1, %2").arg(i).arg(wrong)));
            for (const CurveStep& step : scene.curves.at(0).steps)
                anyBand = anyBand || step.low < step.high;
        }
        QVERIFY(anyBand);
    }

    void denseColumnsAreTheTimelines_data()
    {
        QTest::addColumn<int>("actions");
        QTest::addColumn<double>("width");
        QTest::newRow("some twenty steps a column") << 6000 << 200.0;
        QTest::newRow("a hundred steps a column") << 20'000 << 150.0;
        QTest::newRow("blocks of blocks") << 60'000 << 70.0;
        QTest::newRow("blocks of those") << 200'000 << 25.0;
    }

    void denseColumnsAreTheTimelines()
    {
        QFETCH(int, actions);
        QFETCH(double, width);
        const TimelinePtr timeline = wandering(static_cast<std::size_t>(actions));
        const auto index = LaneIndex::build(timeline);
        const auto memory = MemoryCurves::build(*timeline, costs());
        std::mt19937 random(3);
        for (int i = 0; i < 12; ++i) {
            const double share = i == 0 ? 1 : 1 - static_cast<double>(random() % 1000) / 1500;
            const Time from = timeline->makespan * (1 - share) * static_cast<double>(random() % 1000) / 1000;
            const double ratio = i % 3 == 0 ? 1 : i % 3 == 1 ? 1.25 : 2;
            const TimeRange range{from, from + timeline->makespan * share};
            const Scene scene = buildPlotScene(*index, options(*index, memory, range, width, ratio));
            const QString wrong = differenceIn(scene, *memory, ratio, timeline->makespan);
            QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("range %1, %2").arg(i).arg(wrong)));
        }
    }

    void idleShareStays()
    {
        const TimelinePtr timeline = wandering(5000);
        const auto index = LaneIndex::build(timeline);
        const auto memory = MemoryCurves::build(*timeline, costs(20));
        for (const double share : {1.0, 0.1, 0.003}) {
            const TimeRange range{timeline->makespan * (0.4 - share * 0.4),
                                  timeline->makespan * (0.4 + share * 0.6)};
            const Scene scene = buildPlotScene(*index, options(*index, memory, range, 900));
            QVERIFY(std::abs(drawnIdleShare(scene) - index->idleShare(range.from, range.to)) < 1e-3);
        }
    }

    void svgIsWellFormedAndSmall()
    {
        const TimelinePtr timeline = wandering(50'000);
        PictureOptions picture;
        picture.memory = MemoryCurves::build(*timeline, costs(4e9));
        picture.blockTitles = true;
        picture.showLegend = false;
        const auto index = LaneIndex::build(timeline);
        const std::string svg = writeSvg(buildPicture(*index, picture).value(), Theme::get(ThemeName::Light));
        QXmlStreamReader xml(QByteArray::fromStdString(svg));
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        const QString text = QString::fromStdString(svg);
        QVERIFY(text.contains(QLatin1String("<g id=\"r0-memory\"")));
        QVERIFY(text.contains(QLatin1String(", limit 4e+09</title>")));
        QVERIFY(text.contains(QLatin1String("class=\"scritical d\"")));
        QVERIFY(text.contains(QLatin1String("stroke-dasharray")));
        // Dark colours are in it, and no class without a meaning.
        QVERIFY(text.contains(QLatin1String("prefers-color-scheme")));
        for (const char* name : {"M", "Mb", "sMl", "scritical"})
            QCOMPARE(text.count(QStringLiteral(".%1{").arg(QLatin1String(name))), 2);
        picture.memory.reset();
        const auto plain = writeSvg(buildPicture(*index, picture).value(), Theme::get(ThemeName::Light));
        QVERIFY2(svg.size() - plain.size() < 60'000, qPrintable(QString::number(svg.size() - plain.size())));
        QVERIFY(plain.find("stroke-dasharray") == std::string::npos);
    }

    void denseColumnsCostNoMoreThanTheirNumber()
    {
        const TimelinePtr timeline = wandering(200'000);
        const auto index = LaneIndex::build(timeline);
        const auto memory = MemoryCurves::build(*timeline, costs());
        const Scene scene = buildPlotScene(*index, options(*index, memory, {0, timeline->makespan}, 500));
        QVERIFY(scene.curves.at(0).steps.size() <= 2 * 500);
        QVERIFY(scene.curves.at(0).steps.size() >= 100);
    }
};

BUBBLESCOPE_TEST(SceneMemoryExactTest)
#include "scene_memory_exact_test.moc"
