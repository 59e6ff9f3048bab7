// SPDX-License-Identifier: Apache-2.0
// Memory under the lanes of a whole picture: its room, and how it is written.
#include "core/scene/svg_writer.h"
#include "tests/core/scene_memory_support.h"
#include "tests/support/golden.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

Scene pictureOf(std::optional<double> limit, bool withMemory = true, double height = 0,
                std::vector<ActionPosition> path = {})
{
    const TimelinePtr timeline = timed(kTwoRanks);
    PictureOptions picture;
    picture.width = 480;
    picture.height = height;
    picture.title = "Memory";
    picture.blockTitles = true;
    picture.criticalPath = std::move(path);
    if (withMemory)
        picture.memory = MemoryCurves::build(*timeline, costs(limit));
    return buildPicture(*LaneIndex::build(timeline), picture).value();
}

} // namespace

class SceneMemoryPictureTest : public QObject
{
    Q_OBJECT

private slots:
    void pictureHasRoomForThem()
    {
        const Scene without = pictureOf({}, false);
        const Scene with = pictureOf({});
        QVERIFY(without.curves.empty());
        QCOMPARE(with.curves.size(), std::size_t{2});
        QVERIFY(with.height > without.height);
        QCOMPARE(with.geometry.laneHeight, without.geometry.laneHeight);
        // A given height is shared.
        const Scene given = pictureOf({}, true, 240);
        QCOMPARE(given.height, 240.0);
        QCOMPARE(given.curves.size(), std::size_t{2});
        QVERIFY(given.curves[1].rect.bottom() <= given.geometry.plot.bottom());
        // The legend tells what the line is.
        const auto isLimit = [](const SceneText& text) { return text.text == "Memory limit 2.5"; };
        const Scene limited = pictureOf(2.5);
        QVERIFY(std::any_of(limited.texts.begin(), limited.texts.end(), isLimit));
        QVERIFY(std::none_of(with.texts.begin(), with.texts.end(), isLimit));
        // One without pixels for strips has none, and no line to explain.
        const Scene low = pictureOf(2.5, true, 150);
        QVERIFY(low.curves.empty());
        QVERIFY(std::none_of(low.texts.begin(), low.texts.end(), isLimit));
    }

    void theLimitIsNotRedBesideTheCriticalPath()
    {
        const auto swatchOf = [](const Scene& scene, std::string_view text) {
            const auto said = std::find_if(scene.texts.begin(), scene.texts.end(),
                                           [text](const SceneText& at) { return at.text == text; });
            if (said == scene.texts.end())
                return Role::Count;
            // The last one left of it.
            const SceneRect* swatch = nullptr;
            for (const SceneRect& rect : scene.rects)
                if (rect.rect.right() <= said->x && rect.rect.y > said->y - 12 && rect.rect.y < said->y)
                    swatch = &rect;
            return swatch != nullptr ? swatch->fill.role : Role::Count;
        };
        const Scene limit = pictureOf(2.5);
        QCOMPARE(limit.curves[0].limitLine, Role::CriticalPath);
        QCOMPARE(swatchOf(limit, "Memory limit 2.5"), Role::CriticalPath);
        QCOMPARE(swatchOf(limit, "Critical path"), Role::Count);
        const Scene both = pictureOf(2.5, true, 0, {{RankId{0}, 0}});
        QCOMPARE(both.curves[0].limitLine, Role::Text);
        QCOMPARE(swatchOf(both, "Memory limit 2.5"), Role::Text);
        QCOMPARE(swatchOf(both, "Critical path"), Role::CriticalPath);
    }

    void picturesOfManyRanksGrow_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<double>("strip");
        QTest::newRow("8") << 8 << 18.0;
        QTest::newRow("16") << 16 << 16.0;
        QTest::newRow("64") << 64 << 16.0;
        QTest::newRow("128") << 128 << 12.0;
        QTest::newRow("512, a picture of some thousand pixels") << 512 << 4.0;
    }

    void picturesOfManyRanksGrow()
    {
        QFETCH(int, ranks);
        QFETCH(double, strip);
        std::string text;
        for (int rank = 0; rank < ranks; ++rank)
            text += std::to_string(rank) + "F0@0-1\n";
        const TimelinePtr timeline = timed(text);
        PictureOptions picture;
        picture.memory = MemoryCurves::build(*timeline, costs());
        const Scene scene = buildPicture(*LaneIndex::build(timeline), picture).value();
        QCOMPARE(scene.curves.size(), static_cast<std::size_t>(ranks));
        QCOMPARE(scene.curves.back().rect.height, strip);
        QVERIFY(scene.curves.back().rect.bottom() <= scene.geometry.plot.bottom());
        QVERIFY(scene.height < 8000);
    }

    void sceneAndSvgAreGolden()
    {
        const Scene scene = pictureOf(2.5);
        compareWithGolden(QStringLiteral("memory.scene.txt"), sceneText(scene));
        compareWithGolden(QStringLiteral("memory-light.svg"), writeSvg(scene, Theme::get(ThemeName::Light)));
    }
};

BUBBLESCOPE_TEST(SceneMemoryPictureTest)
#include "scene_memory_picture_test.moc"
