// SPDX-License-Identifier: Apache-2.0
// Pictures as text, exact: what each looks like at a zoom, with sub-lanes and with hidden kinds.
#include "core/scene/block_label.h"
#include "core/scene/svg_writer.h"
#include "tests/core/scene_support.h"
#include "tests/support/generated.h"
#include "tests/support/golden.h"
#include "tests/support/test_program.h"

#include <QtTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

LaneIndexPtr indexOf(const std::string& request)
{
    return LaneIndex::build(std::make_shared<const Timeline>(timelineOf(generated(request))));
}

PictureOptions picture(double width, std::optional<TimeRange> range = {})
{
    PictureOptions options;
    options.width = width;
    options.range = range;
    options.showTitle = options.showMetrics = false;
    return options;
}

/// Two ranks that send to each other and gather parameters, each in its own time.
LaneIndexPtr lowered()
{
    return LaneIndex::build(
        timed("0UNSHARD@0-0.5 0F0@0.5-1.5 0SEND_F0@1.5-1.75 0F1@1.5-2.5 0SEND_F1@2.5-2.75 0RECV_B0@5-5.25 "
              "0B0@5.25-7.25 0RESHARD@8-8.25\n"
              "1UNSHARD@0-0.5 1RECV_F0@1.5-1.75 1F0@1.75-2.75 1B0@2.75-4.75 1SEND_B0@4.75-5.25 1RESHARD@6"));
}

QString labelOf(std::uint32_t microbatch, double width, std::uint32_t microbatches)
{
    const Action action(StageId{0}, ActionKind::Forward, MicrobatchId{microbatch});
    return QString::fromStdString(blockLabel(action, width, 24, LabelMode::Auto, microbatches).text);
}

} // namespace

class SceneGoldenTest : public QObject
{
    Q_OBJECT

private slots:
    void sceneIsTheGoldenOne_data()
    {
        QTest::addColumn<LaneIndexPtr>("index");
        QTest::addColumn<PictureOptions>("options");
        QTest::newRow("zoomed-in") << indexOf("dualpipev:ranks=2,microbatches=6")
                                   << picture(480, TimeRange{8, 14.5});
        QTest::newRow("zoomed-out") << indexOf("1f1b:ranks=2,microbatches=400") << picture(200);
        QTest::newRow("sub-lanes") << lowered() << picture(480);
    }

    void sceneIsTheGoldenOne()
    {
        QFETCH(LaneIndexPtr, index);
        QFETCH(PictureOptions, options);
        const Result<Scene> scene = buildPicture(*index, options);
        QVERIFY(scene);
        compareWithGolden(QLatin1String(QTest::currentDataTag()) + QStringLiteral(".scene.txt"),
                          sceneText(*scene));
    }

    void svgIsTheGoldenOne_data()
    {
        QTest::addColumn<LaneIndexPtr>("index");
        QTest::addColumn<PictureOptions>("options");
        QTest::newRow("zoomed-in") << indexOf("dualpipev:ranks=2,microbatches=6")
                                   << picture(480, TimeRange{8, 14.5});
        QTest::newRow("sub-lanes") << lowered() << picture(480);
        PictureOptions ghosts = picture(480);
        ghosts.shown = static_cast<FillMask>(kAllFills & ~(1U << static_cast<unsigned>(FillClass::Backward)));
        QTest::newRow("hidden-backward") << indexOf("1f1b:ranks=2,microbatches=4") << ghosts;
        PictureOptions many = picture(320, TimeRange{250, 262});
        many.showLegend = false;
        many.lanes = {RankId{0}, RankId{127}, RankId{254}, RankId{255}};
        QTest::newRow("some-of-256") << indexOf("gpipe:ranks=256,microbatches=4") << many;
    }

    void svgIsTheGoldenOne()
    {
        QFETCH(LaneIndexPtr, index);
        QFETCH(PictureOptions, options);
        const Result<Scene> scene = buildPicture(*index, options);
        QVERIFY(scene);
        compareWithGolden(QLatin1String(QTest::currentDataTag()) + QStringLiteral("-light.svg"),
                          writeSvg(*scene, Theme::get(ThemeName::Light)));
    }

    void numbersBelowAHundredKeepOneForm_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<std::uint32_t>("microbatches");
        QTest::addColumn<QStringList>("labels"); // of microbatches 1, 88 and 188
        QTest::newRow("wide: all in full") << 60.0 << 200U << QStringList{"0F1", "0F88", "0F188"};
        QTest::newRow("numbers below 100 in full") << 44.0 << 200U << QStringList{"0F1", "0F88", "188"};
        QTest::newRow("numbers alone") << 26.0 << 200U << QStringList{"1", "88", "188"};
        QTest::newRow("a third digit in smaller type") << 18.0 << 200U << QStringList{"1", "88", "188"};
        QTest::newRow("no room for the second digit: none") << 12.0 << 200U << QStringList{"", "", ""};
        QTest::newRow("no room for a digit: none") << 6.0 << 200U << QStringList{"", "", ""};
        QTest::newRow("an order without a second digit") << 12.0 << 10U << QStringList{"1", "", ""};
    }

    void numbersBelowAHundredKeepOneForm()
    {
        QFETCH(double, width);
        QFETCH(std::uint32_t, microbatches);
        QFETCH(QStringList, labels);
        QCOMPARE((QStringList{labelOf(1, width, microbatches), labelOf(88, width, microbatches),
                              labelOf(188, width, microbatches)}),
                 labels);
    }
};

BUBBLESCOPE_TEST(SceneGoldenTest)
#include "scene_golden_test.moc"
