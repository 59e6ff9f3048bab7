// SPDX-License-Identifier: Apache-2.0
// How small labels get before there are none, and that blocks of one width keep one form.
#include "core/scene/block_label.h"
#include "core/scene/text_width.h"
#include "tests/core/scene_support.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <array>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// "12 at 9", "none".
QString form(std::uint32_t microbatch, double width, double height, std::uint32_t microbatches,
             LabelMode mode = LabelMode::Auto)
{
    const Action action(StageId{3}, ActionKind::Forward, MicrobatchId{microbatch});
    const BlockLabel label = blockLabel(action, width, height, mode, microbatches);
    if (label.text.empty())
        return QStringLiteral("none");
    return QStringLiteral("%1 at %2").arg(QString::fromStdString(label.text)).arg(label.size);
}

/// The order's plot over its whole time, `width` pixels wide.
Scene plotOf(const std::string& request, double width)
{
    const LaneIndexPtr index =
        LaneIndex::build(std::make_shared<const Timeline>(timelineOf(generated(request))));
    SceneOptions options;
    options.geometry.plot = {0, 0, width, 400};
    options.geometry.from = 0;
    options.geometry.to = index->timeline().makespan;
    for (std::uint32_t rank = 0; rank < index->laneCount(); ++rank)
        options.geometry.lanes.push_back(RankId{rank});
    return buildPlotScene(*index, options);
}

} // namespace

class SceneLabelTest : public QObject
{
    Q_OBJECT

private slots:
    void typeShrinksBeforeItGoes_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::addColumn<std::uint32_t>("microbatches");
        QTest::addColumn<QStringList>("forms"); // of microbatches 3 and, where there are so many, 42
        QTest::newRow("room for all") << 40.0 << 36.0 << 64U << QStringList{"3F3 at 11", "3F42 at 11"};
        QTest::newRow("numbers alone") << 18.0 << 36.0 << 64U << QStringList{"3 at 11", "42 at 11"};
        QTest::newRow("smaller") << 15.0 << 36.0 << 64U << QStringList{"3 at 9", "42 at 9"};
        QTest::newRow("smallest") << 13.0 << 36.0 << 64U << QStringList{"3 at 8", "42 at 8"};
        QTest::newRow("too narrow: none, not some") << 8.0 << 36.0 << 64U << QStringList{"none", "none"};
        QTest::newRow("one digit in all, smaller") << 8.0 << 16.0 << 8U << QStringList{"3 at 9"};
        QTest::newRow("one digit in all, smallest") << 7.0 << 16.0 << 10U << QStringList{"3 at 8"};
    }

    void typeShrinksBeforeItGoes()
    {
        QFETCH(double, width);
        QFETCH(double, height);
        QFETCH(std::uint32_t, microbatches);
        QFETCH(QStringList, forms);
        QStringList found{form(3, width, height, microbatches)};
        if (forms.size() > 1)
            found << form(42, width, height, microbatches);
        QCOMPARE(found, forms);
    }

    void onTheScreenLowLanesHaveThem()
    {
        QCOMPARE(form(3, 40, 9, 8), QStringLiteral("none"));
        QCOMPARE(form(3, 40, 9, 8, LabelMode::Screen), QStringLiteral("3F3 at 8"));
        QCOMPARE(form(3, 40, 8, 8, LabelMode::Screen), QStringLiteral("3F3 at 8"));
        QCOMPARE(form(3, 40, 7.5, 8, LabelMode::Screen), QStringLiteral("none"));
        QCOMPARE(form(3, 40, 36, 8, LabelMode::Screen), form(3, 40, 36, 8));
        const std::array cell{Action(StageId{1}, ActionKind::Forward, MicrobatchId{3}),
                              Action(StageId{0}, ActionKind::BackwardInput, MicrobatchId{2})};
        QVERIFY(jointLabel(cell, 100, 8, LabelMode::Auto, 8).text.empty());
        QCOMPARE(jointLabel(cell, 100, 8, LabelMode::Screen, 8).text, std::string("1F3+0I2"));
    }

    void allLabelsShrinkFurther()
    {
        QCOMPARE(form(42, 8, 36, 64, LabelMode::All), QStringLiteral("42 at 5"));
        QCOMPARE(form(42, 8, 16, 64, LabelMode::All), QStringLiteral("42 at 5"));
        QCOMPARE(form(42, 8, 36, 64, LabelMode::None), QStringLiteral("none"));
    }

    void equalBlocksAreLabelledAlike_data()
    {
        QTest::addColumn<double>("width");
        for (const double width : {400.0, 520.0, 598.0, 700.0, 900.0, 1000.0, 1400.0, 2000.0})
            QTest::addRow("%g px", width) << width;
    }

    /// Each block of ZBV takes one step: all of them or none, in one size.
    void equalBlocksAreLabelledAlike()
    {
        QFETCH(double, width);
        const Scene scene = plotOf("zbv:ranks=4,microbatches=12", width);
        std::set<double> sizes, labelled;
        for (const SceneText& text : scene.texts) {
            sizes.insert(text.size);
            labelled.insert(std::floor(text.x * 1000) + 1e7 * std::floor(text.y / 47));
        }
        const std::size_t blocks = scene.blocks.size();
        QCOMPARE(blocks, 288U);
        QVERIFY2(labelled.empty() || labelled.size() == blocks, qPrintable(QString::number(labelled.size())));
        QVERIFY(sizes.size() <= 1);
        QCOMPARE(labelled.empty(), width / 75 < 12.5);
    }

    /// The first lane has the plot's edge above it, the last one below: both are labelled as those between.
    void lowLanesAtTheEdgesAreLabelledAsOthers()
    {
        const LaneIndexPtr index =
            LaneIndex::build(std::make_shared<const Timeline>(timelineOf(generated("gpipe:ranks=4"))));
        for (double height = 10; height <= 20; ++height) {
            SceneOptions options;
            options.geometry.laneHeight = height;
            options.geometry.laneGap = 2;
            options.geometry.plot = {0, 24, 900, 4 * (height + 2) - 2};
            options.geometry.to = index->timeline().makespan;
            for (std::uint32_t rank = 0; rank < 4; ++rank)
                options.geometry.lanes.push_back(RankId{rank});
            std::array<int, 4> labels{};
            for (const SceneText& text : buildPlotScene(*index, options).texts)
                ++labels[static_cast<std::size_t>((text.y - 24) / (height + 2))];
            for (const int count : labels)
                QVERIFY2(count > 0 && count == labels[1], qPrintable(QString::number(height)));
        }
    }
};

BUBBLESCOPE_TEST(SceneLabelTest)
#include "scene_label_test.moc"
