// SPDX-License-Identifier: Apache-2.0
#include "core/scene/svg_writer.h"
#include "tests/core/scene_support.h"
#include "tests/support/golden.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QXmlStreamReader>
#include <QtTest>
#include <limits>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Two ranks with two chunks, an overlapped pair, markers, narrow blocks and a bubble.
LaneIndexPtr example()
{
    return LaneIndex::build(timed(
        "0F0@0-1 0SEND_F0@1 2F0@1.25-2.25 2W0@2.25-2.35 2W1@2.4-2.45 (0F1;2B0)OVERLAP_F_B@5-8 0I0@8-9.5\n"
        "1F0@1-2 1UNSHARD@2 3F0@2-3 3B0@3-5 1B0@5.5-7.5"));
}

PictureOptions exampleOptions()
{
    PictureOptions options;
    options.width = 640;
    options.title = "Example <1> & more";
    options.metrics = "makespan 9.5 · idle 39.7 %";
    options.blockTitles = true;
    return options;
}

QString errorOf(const LaneIndex& index, const PictureOptions& options)
{
    const Result<Scene> scene = buildPicture(index, options);
    return scene ? QString() : QString::fromStdString(scene.error().message.text());
}

/// The ids of an SVG's elements; fails the test on XML that is not well-formed.
QStringList idsIn(const std::string& svg)
{
    QXmlStreamReader reader(QByteArray::fromStdString(svg));
    QStringList ids;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement &&
            reader.attributes().hasAttribute(QLatin1String("id")))
            ids << reader.attributes().value(QLatin1String("id")).toString();
    if (reader.hasError())
        QTest::qFail(qPrintable(reader.errorString()), __FILE__, __LINE__);
    return ids;
}

} // namespace

class ScenePictureTest : public QObject
{
    Q_OBJECT

private slots:
    void aBubblesChainIsDrawn()
    {
        const LaneIndexPtr index = LaneIndex::build(timed("0F0@0-1 0B0@6-8\n1F0@1.5-3 1B0@3-6"));
        PictureOptions options = exampleOptions();
        const std::size_t without = buildPicture(*index, options)->lines.size();
        options.chain = {{RankId{0}, 1}, {RankId{1}, 1}, {RankId{1}, 0}, {RankId{0}, 0}};
        const Scene scene = *buildPicture(*index, options);
        std::vector<SceneLine> path;
        for (std::size_t i = without; i < scene.lines.size(); ++i)
            if (scene.lines[i].color.role == Role::Text)
                path.push_back(scene.lines[i]);
        // Four frames, the path and its head; 0F0's message is on its way for half a unit, in dashes.
        QVERIFY(path.size() > 4 * 4 + 6);
        const RectF& plot = scene.geometry.plot;
        for (const SceneLine& line : path)
            for (const auto& [x, y] : {std::pair(line.x1, line.y1), std::pair(line.x2, line.y2)})
                QVERIFY(x >= plot.x - 1e-9 && x <= plot.right() + 1e-9 && y >= plot.y - 1e-9 &&
                        y <= plot.bottom() + 1e-9);
        // Upright from rank 1 to rank 0 where 1B0 ends.
        const double x = scene.geometry.xOf(6);
        QVERIFY(std::any_of(path.begin(), path.end(), [&](const SceneLine& line) {
            return std::abs(line.x1 - x) < 1e-9 && std::abs(line.x2 - x) < 1e-9 && line.y1 > line.y2 &&
                   line.width == 2;
        }));
        // A chain that is out of view draws nothing.
        options.range = TimeRange{0, 0.5};
        options.lanes = {RankId{1}};
        QVERIFY(buildPicture(*index, options)->lines.size() <= without + 16);
    }

    void sceneIsTheGoldenOne()
    {
        compareWithGolden(QStringLiteral("example.scene.txt"),
                          sceneText(*buildPicture(*example(), exampleOptions())));
    }

    void svgIsTheGoldenOne_data()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("file");
        QTest::newRow("light") << static_cast<int>(ThemeName::Light) << "example-light.svg";
        QTest::newRow("dark") << static_cast<int>(ThemeName::Dark) << "example-dark.svg";
    }
    void svgIsTheGoldenOne()
    {
        QFETCH(int, theme);
        QFETCH(QString, file);
        const Scene scene = *buildPicture(*example(), exampleOptions());
        const std::string svg = writeSvg(scene, Theme::get(static_cast<ThemeName>(theme)));
        QCOMPARE(writeSvg(scene, Theme::get(static_cast<ThemeName>(theme))), svg);
        compareWithGolden(file, svg);
        QCOMPARE(idsIn(svg).filter(QLatin1String("r0-")),
                 (QStringList{"r0-0F0", "r0-2F0", "r0-2W0", "r0-0F1", "r0-0I0"}));
    }

    void onlyTheLightSvgFollowsTheReader()
    {
        const Scene scene = *buildPicture(*example(), exampleOptions());
        QVERIFY(writeSvg(scene, Theme::get(ThemeName::Light)).find("prefers-color-scheme:dark") !=
                std::string::npos);
        for (const ThemeName name : {ThemeName::Dark, ThemeName::ColorBlind, ThemeName::Print})
            QVERIFY(writeSvg(scene, Theme::get(name)).find("prefers-color-scheme") == std::string::npos);
    }

    void svgIdsAreUnique()
    {
        // A wrong order may run an action twice.
        const auto index = LaneIndex::build(timed("0F0@0-1 0F0@1-2 0UNSHARD@2-3 0UNSHARD@3-4 0F0@4-5"));
        const QStringList ids =
            idsIn(writeSvg(*buildPicture(*index, exampleOptions()), Theme::get(ThemeName::Light)));
        QCOMPARE(QSet<QString>(ids.begin(), ids.end()).size(), ids.size());
        QVERIFY(ids.contains(QLatin1String("r0-0F0-3")));
    }

    void hostileTitlesStayWellFormed()
    {
        PictureOptions options = exampleOptions();
        options.width = 2000;
        options.title = "</text><script>\"&\x01\xff\xc3";
        const std::string svg = writeSvg(*buildPicture(*example(), options), Theme::get(ThemeName::Light));
        idsIn(svg);
        QVERIFY(svg.find("&lt;/text&gt;&lt;script&gt;&quot;&amp;???") != std::string::npos);
    }

    void svgIsCompact()
    {
        const auto index = LaneIndex::build(denseTimeline(16, 100));
        PictureOptions options;
        options.width = 8000;
        options.showLegend = false;
        const Scene scene = *buildPicture(*index, options);
        QCOMPARE(scene.blocks.size(), std::size_t{1600});
        const std::string svg = writeSvg(scene, Theme::get(ThemeName::Light));
        const std::size_t perCell = svg.size() / 1600;
        // Shape, label, its part of the edges and of the hatched gaps, ruler.
        QVERIFY2(perCell < 140, qPrintable(QString::number(perCell)));
    }

    void svgStripsKeepTheirShares()
    {
        // Fully covered F, half B and half idle, in runs of equal columns.
        const auto index =
            LaneIndex::build(timed("0F0@0-1 0F1@1-2 0B0@3-3.5 0B1@4-4.5 0B2@5-5.5 0W0@990-1000"));
        PictureOptions options = exampleOptions();
        options.width = 1000 + 104;
        const Scene scene = *buildPicture(*index, options);
        QCOMPARE(scene.geometry.plot.width, 1000.0);
        const std::string svg = writeSvg(scene, Theme::get(ThemeName::Light));
        QVERIFY(svg.find("<path class=\"F\" d=\"M84 96h2v36H84z\"/>\n"
                         "<path class=\"B\" opacity=\".5\" d=\"M87 96h3v36H87z\"/>\n") != std::string::npos);
    }

    void heightFollowsTheLanes_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<double>("height");
        QTest::newRow("4 ranks") << 4 << 336.0;
        QTest::newRow("64 ranks") << 64 << 1168.0;
        QTest::newRow("256 ranks") << 256 << 1936.0;
    }
    void heightFollowsTheLanes()
    {
        QFETCH(int, ranks);
        QFETCH(double, height);
        const auto index = LaneIndex::build(denseTimeline(static_cast<std::uint32_t>(ranks), 20));
        QCOMPARE(buildPicture(*index, exampleOptions())->height, height);
    }

    void lanesFitTheGivenHeight()
    {
        const auto index = LaneIndex::build(denseTimeline(256, 20));
        for (const double height : {500.0, 800.0, 2160.0}) {
            PictureOptions options = exampleOptions();
            options.height = height;
            const Scene scene = *buildPicture(*index, options);
            const RectF& plot = scene.geometry.plot;
            QCOMPARE(scene.height, height);
            QVERIFY(plot.bottom() <= height);
            QVERIFY(scene.geometry.laneTop(255) + scene.geometry.laneHeight <= plot.bottom() + 1e-9);
            QVERIFY(plot.height > (height - 150) * 0.6);
        }
    }

    void textStaysInThePicture()
    {
        for (const double width : {180.0, 320.0, 1280.0}) {
            PictureOptions options = exampleOptions();
            options.width = width;
            const Scene scene = *buildPicture(*example(), options);
            for (const SceneText& text : scene.texts)
                QVERIFY2(text.x >= 0 && text.x <= width && text.y <= scene.height, text.text.c_str());
        }
    }

    void sizesAreRefusedInWords_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no width") << 0.0 << 0.0 << "cannot draw a picture 0 px wide: expected 1 to 32767 px";
        QTest::newRow("negative") << -5.0 << 0.0
                                  << "cannot draw a picture -5 px wide: expected 1 to 32767 px";
        QTest::newRow("no number") << std::numeric_limits<double>::quiet_NaN() << 0.0
                                   << "cannot draw a picture nan px wide: expected 1 to 32767 px";
        QTest::newRow("too wide") << 40000.0 << 0.0
                                  << "cannot draw a picture 40000 px wide: expected 1 to 32767 px";
        QTest::newRow("too high") << 640.0 << 1e6
                                  << "cannot draw a picture 1000000 px high: expected 1 to 32767 px";
        QTest::newRow("narrow")
            << 100.0 << 0.0 << "a picture 100 px wide is too small for the lanes: it needs at least 152 px";
        QTest::newRow("low") << 640.0 << 50.0
                             << "a picture 50 px high is too small for 2 lanes: it needs at least 186 px";
    }
    void sizesAreRefusedInWords()
    {
        QFETCH(double, width);
        QFETCH(double, height);
        QFETCH(QString, expected);
        PictureOptions options = exampleOptions();
        options.width = width;
        options.height = height;
        QCOMPARE(errorOf(*example(), options), expected);
    }

    void wrongRangesAndRanksAreRefused()
    {
        PictureOptions options = exampleOptions();
        options.range = TimeRange{5, 5};
        QCOMPARE(errorOf(*example(), options),
                 QStringLiteral("there is nothing between 5 and 5: the start must be before the end"));
        options = exampleOptions();
        options.lanes = {RankId{0}, RankId{2}};
        QCOMPARE(errorOf(*example(), options),
                 QStringLiteral("rank 2 is not in the schedule, which has ranks 0 to 1"));
        options = exampleOptions();
        options.devicePixelRatio = 0;
        QCOMPARE(errorOf(*example(), options),
                 QStringLiteral("cannot draw at a scale of 0: expected more than 0, at most 64"));
        auto nothing = std::make_shared<Timeline>();
        nothing->schedule = std::make_shared<Schedule>();
        QCOMPARE(errorOf(*LaneIndex::build(nothing), exampleOptions()),
                 QStringLiteral("nothing to draw: the schedule has no ranks"));
    }

    void partsCanBeLeftOut()
    {
        PictureOptions options = exampleOptions();
        const double full = buildPicture(*example(), options)->height;
        options.showTitle = options.showMetrics = options.showLegend = false;
        options.labels = LabelMode::None;
        const Scene bare = *buildPicture(*example(), options);
        QVERIFY(bare.height < full - 60);
        for (const SceneText& text : bare.texts)
            QVERIFY2(text.text.find("makespan") == std::string::npos &&
                         text.text.find("Forward") == std::string::npos,
                     text.text.c_str());
        options.lanes = {RankId{1}};
        options.range = TimeRange{1, 4};
        const Scene part = *buildPicture(*example(), options);
        QCOMPARE(part.geometry.lanes, std::vector<RankId>{RankId{1}});
        QCOMPARE(part.blocks.size(), std::size_t{3}); // 1F0, 3F0 and 3B0, cut at the border
    }
};

BUBBLESCOPE_TEST(ScenePictureTest)
#include "scene_picture_test.moc"
