// SPDX-License-Identifier: Apache-2.0
// What a picture says of costs that were estimated or measured: where they come from, and in which unit.
#include <QTest>

#include "core/scene/legend.h"
#include "core/scene/svg_writer.h"
#include "core/scene/text_width.h"
#include "tests/core/scene_memory_support.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr const char* kSource = "estimate · Llama 3 8B on NVIDIA H200 (datasheet)";

CostModel inBytes()
{
    CostModel model = costs(80e9);
    model.activation = StageValues(2.3456e9);
    model.parameters = StageValues(16e9);
    model.memoryUnit = MemoryUnit::Bytes;
    return model;
}

Result<Scene> pictureOf(const CostModel& model, const std::string& source, double width = 960,
                        double height = 0)
{
    const TimelinePtr timeline = timed(kTwoRanks);
    PictureOptions picture;
    picture.width = width;
    picture.height = height;
    picture.source = source;
    picture.blockTitles = true;
    picture.memory = MemoryCurves::build(*timeline, model);
    return buildPicture(*LaneIndex::build(timeline), picture);
}

bool says(const Scene& scene, const std::string& words)
{
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const SceneText& text) { return text.text == words; });
}

} // namespace

class SceneAppliedCostsTest : public QObject
{
    Q_OBJECT

private slots:
    void theLegendNamesTheSource()
    {
        const Scene scene = pictureOf(costs(), kSource).value();
        QVERIFY(says(scene, kSource));
        // It has no swatch: behind the last one come words alone.
        const Scene without = pictureOf(costs(), {}).value();
        QCOMPARE(scene.rects.size(), without.rects.size());
        QCOMPARE(scene.texts.size(), without.texts.size() + 1);
        const std::string svg = writeSvg(scene, Theme::get(ThemeName::Light));
        QVERIFY(svg.find(kSource) != std::string::npos);
    }

    void withoutASourceNothingChanges()
    {
        const LaneIndexPtr index = LaneIndex::build(timed(kTwoRanks));
        const auto entries = legendEntries(*index, kAllFills, 600);
        QVERIFY(std::none_of(entries.begin(), entries.end(),
                             [](const LegendEntry& entry) { return entry.plain; }));
        const auto more = legendEntries(*index, kAllFills, 600, {{}, kSource});
        QCOMPARE(more.size(), entries.size() + 1);
        for (std::size_t i = 0; i < entries.size(); ++i)
            QCOMPARE(more[i].x, entries[i].x);
    }

    void aLongSourceStaysInThePicture()
    {
        const Scene scene = pictureOf(costs(), std::string(500, 'm'), 320).value();
        for (const SceneText& text : scene.texts)
            if (text.align == TextAlign::Left)
                QVERIFY2(text.x + textWidth(text.text, text.size, text.bold) <= scene.width,
                         text.text.c_str());
    }

    void whereNoLimitIsSeenTheSourceMovesUp()
    {
        const auto xOf = [](const Scene& scene) {
            for (const SceneText& text : scene.texts)
                if (text.text == kSource)
                    return text.x;
            return -1.0;
        };
        const Scene none = pictureOf(costs(), kSource, 960, 120).value();
        const Scene unseen = pictureOf(costs(2.5), kSource, 960, 120).value();
        QVERIFY(unseen.curves.empty());
        QVERIFY(xOf(none) > 0);
        QCOMPARE(xOf(unseen), xOf(none));
    }

    void bytesAreToldAsSuch()
    {
        const Scene scene = pictureOf(inBytes(), {}).value();
        QVERIFY(says(scene, "Memory limit 80 GB"));
        // Three microbatches and the parameters: 23.04 GB; beside the lane as much as has room.
        QVERIFY(says(scene, "peak 23 GB"));
        QCOMPARE(scene.curves.front().title.substr(0, 33), std::string("memory of rank 0: peak 23.04 GB a"));
        QCOMPARE(levelText(23.0368e9, MemoryUnit::Bytes), std::string("23.04 GB"));
        QCOMPARE(levelText(23.0368e9), std::string("2.3e+10"));
    }

    void countedActivationsAreNoBytes()
    {
        CostModel model = costs();
        model.memoryUnit = MemoryUnit::Bytes;
        const auto curves = MemoryCurves::build(*timed(kTwoRanks), model);
        QVERIFY(curves->countsActivations());
        QVERIFY(curves->unit() == MemoryUnit::Own);
    }
};

BUBBLESCOPE_TEST(SceneAppliedCostsTest)
#include "scene_applied_costs_test.moc"
