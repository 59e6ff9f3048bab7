// SPDX-License-Identifier: Apache-2.0
// How kinds beyond PyTorch's are drawn: colors, bars, labels, lanes and the legend.
#include "core/scene/block_label.h"
#include "core/scene/block_marks.h"
#include "core/scene/legend.h"
#include "core/scene/svg_writer.h"
#include "tests/core/scene_support.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace bubblescope::test {

namespace {

constexpr const char* kEveryKind =
    "0R0@0-1 0F0@1-3 0S0@3-4 0T0@4-5 0O0@5-7 0L0@7-9 0F1@attention@9-11 0F1@dispatch@11-13 "
    "0F1@experts@13-15 0F1@combine@15-17 0B0@17-20";

std::vector<std::string> legendTextsOf(const LaneIndex& index, FillMask shown = kAllFills)
{
    std::vector<std::string> texts;
    for (const LegendEntry& entry : legendEntries(index, shown, 4000))
        texts.push_back(entry.text);
    return texts;
}

std::string letterLabelOf(const char* cell, double width, double height = 30, bool tellsKind = false)
{
    return blockLabel(parse(cell).rows[0][0], width, height, LabelMode::Auto, 8, tellsKind).text;
}

/// A timeline whose rank has a tail of 1 each; as actions, or from costs alone.
TimelinePtr tailTimeline(bool asActions)
{
    auto timeline = std::make_shared<Timeline>(*timed("0F0@0-1 0B0@1-3"));
    auto schedule = std::make_shared<Schedule>(*timeline->schedule);
    const auto add = [&](ActionKind kind, StepPhase phase, Time from) {
        if (asActions) {
            schedule->rows[0].emplace_back(StageId{0}, kind, MicrobatchId{0});
            timeline->lanes[0].start.push_back(from);
            timeline->lanes[0].end.push_back(from + 1);
        }
        timeline->phases.resize(1);
        timeline->phases[0].push_back({phase, from, from + 1});
    };
    add(ActionKind::EmbedGrad, StepPhase::TiedEmbedding, 3);
    add(ActionKind::Clip, StepPhase::Clip, 4);
    add(ActionKind::Optimizer, StepPhase::Optimizer, 5);
    add(ActionKind::ParamGather, StepPhase::GatherParameters, 6);
    timeline->makespan = 7;
    timeline->schedule = std::move(schedule);
    return timeline;
}

} // namespace

class SceneKindsTest : public QObject
{
    Q_OBJECT

private slots:
    /// In lanes too low for both, bars tell the kind: a label between them could not be read.
    void labelsGiveWayToBars()
    {
        for (const double height : {9.0, 10.0, 11.0, 12.0, 16.0, 30.0}) {
            const RectF block{10, 100, 60, height};
            const std::vector<RectF> bars = markBars(KindMark::TopAndBottom, block);
            QCOMPARE(bars.size(), std::size_t{2});
            QCOMPARE(leaveRoomForLabel(bars, block), height >= 16);
            QVERIFY(leaveRoomForLabel(markBars(KindMark::Left, block), block));
            QVERIFY(leaveRoomForLabel({}, block));
        }
    }

    void eachHasItsFill()
    {
        const auto index = LaneIndex::build(timed(kEveryKind));
        std::vector<Role> roles;
        for (std::size_t block = 0; block < index->blockCount(RankId{0}); ++block)
            roles.push_back(index->fillOfBlock(RankId{0}, block).role);
        QCOMPARE(roles,
                 (std::vector{Role::Recompute, Role::Forward, Role::VocabularyForward,
                              Role::VocabularyBackward, Role::Forward, Role::Forward, Role::Backward}));
        const LaneId experts{RankId{0}, Track::Experts};
        QVERIFY(index->fillOfBlock(experts, 0) == Fill{Role::Dispatch});
        QVERIFY(index->fillOfBlock(experts, 1) == Fill{Role::Combine});
        QVERIFY((index->fillOfBlock({RankId{0}, Track::Stores}, 0) == Fill{Role::Offload}));
        QVERIFY((index->fillOfBlock({RankId{0}, Track::Loads}, 0) == Fill{Role::Reload}));
        for (std::size_t i = 0; i < kActionKindCount; ++i) {
            const Action action(StageId{0}, static_cast<ActionKind>(i), MicrobatchId{0});
            if (action.hasTimeOfItsOwn())
                QVERIFY(stripFill(2 * static_cast<std::size_t>(fillClassOf(action))).role ==
                            roleOf(action.kind()) ||
                        stripFill(2 * static_cast<std::size_t>(fillClassOf(action)) + 1).role ==
                            roleOf(action.kind()));
        }
    }

    void theLegendNamesThem()
    {
        const auto index = LaneIndex::build(timed(kEveryKind));
        QCOMPARE(legendTextsOf(*index),
                 (std::vector<std::string>{"F Forward", "B Backward", "R Recompute", "S Vocabulary forward",
                                           "T Vocabulary backward", "D Dispatch", "C Combine", "O Offload",
                                           "L Reload", "E Experts of a block; A, its attention, has no bars",
                                           "Idle"}));
        const auto without = [&](FillClass fill) {
            return legendTextsOf(*index,
                                 static_cast<FillMask>(kAllFills & ~(1U << static_cast<unsigned>(fill))));
        };
        const auto has = [](const std::vector<std::string>& texts, const char* text) {
            return std::find(texts.begin(), texts.end(), text) != texts.end();
        };
        // What is hidden of sub-lanes is not there; what is hidden of compute is a ghost.
        QVERIFY(!has(without(FillClass::Copy), "O Offload"));
        QVERIFY(!has(without(FillClass::Copy), "Not shown"));
        QVERIFY(!has(without(FillClass::Vocabulary), "S Vocabulary forward"));
        QVERIFY(has(without(FillClass::Vocabulary), "Not shown"));
    }

    void anOrderWithoutThemHasNothingOfThem()
    {
        const auto index = LaneIndex::build(timed("0F0@0-1 0SEND_F0@1-2 0B0@3-5"));
        QCOMPARE(legendTextsOf(*index),
                 (std::vector<std::string>{"F Forward", "B Backward", "Communication", "Idle"}));
        SceneOptions options = plainOptions(*index, {0, 0, 400, 40}, {0, 5}, 1);
        for (const SceneRect& rect : buildPlotScene(*index, options).rects)
            QVERIFY(!rect.fill.mark);
    }

    void labelsKeepALetter_data()
    {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("full");
        QTest::addColumn<QString>("brief");
        QTest::addColumn<QString>("told");
        QTest::newRow("F") << "2F7"
                           << "2F7"
                           << "7"
                           << "F7";
        QTest::newRow("R") << "2R7"
                           << "2R7"
                           << "R7"
                           << "R7";
        QTest::newRow("S") << "2S7"
                           << "2S7"
                           << "S7"
                           << "S7";
        QTest::newRow("T") << "2T7"
                           << "2T7"
                           << "T7"
                           << "T7";
        QTest::newRow("attention") << "2F7@attention"
                                   << "2F7@attention"
                                   << "A7"
                                   << "FA7";
        QTest::newRow("experts") << "2B7@experts"
                                 << "2B7@experts"
                                 << "E7"
                                 << "BE7";
        QTest::newRow("dispatch") << "2B7@dispatch"
                                  << "2B7@dispatch"
                                  << "D7"
                                  << "D7";
        QTest::newRow("combine") << "2I7@combine"
                                 << "2I7@combine"
                                 << "C7"
                                 << "C7";
        QTest::newRow("O") << "2O7"
                           << "2O7"
                           << "O7"
                           << "O7";
        QTest::newRow("L") << "2L7"
                           << "2L7"
                           << "L7"
                           << "L7";
    }
    void labelsKeepALetter()
    {
        QFETCH(QString, cell);
        QFETCH(QString, full);
        const std::string text = cell.toStdString();
        QCOMPARE(QString::fromStdString(letterLabelOf(text.c_str(), 120)), full);
        QTEST(QString::fromStdString(letterLabelOf(text.c_str(), 24)), "brief");
        const ActionKind kind = parse(text).rows[0][0].kind();
        if (isCompute(kind))
            QTEST(
                QString::fromStdString(letterLabelOf(text.c_str(), 30 - (full.size() < 5 ? 8 : 0), 30, true)),
                "told");
        QCOMPARE(letterLabelOf(text.c_str(), 5), std::string());
    }

    void barsAreInsideTheirBlock()
    {
        const RectF block{10, 20, 40, 36};
        QVERIFY(markBars(KindMark::None, block).empty());
        const auto isInside = [&](const RectF& bar) {
            return bar.x > block.x && bar.right() < block.right() && bar.y > block.y &&
                   bar.bottom() < block.bottom();
        };
        for (const KindMark mark :
             {KindMark::Top, KindMark::Bottom, KindMark::TopAndBottom, KindMark::Left}) {
            const std::vector<RectF> bars = markBars(mark, block);
            QCOMPARE(bars.size(), std::size_t{mark == KindMark::TopAndBottom ? 2U : 1U});
            QVERIFY(std::ranges::all_of(bars, isInside));
            QVERIFY(markBars(mark, {10, 20, 4, 36}).empty());
            QVERIFY(markBars(mark, {10, 20, 40, 6}).empty());
        }
        QVERIFY(markBars(KindMark::Top, block)[0].y < markBars(KindMark::Bottom, block)[0].y);
    }

    void barsAreDrawnOnTheirBlocks()
    {
        const auto index = LaneIndex::build(timed(kEveryKind));
        SceneOptions options = plainOptions(*index, {0, 0, 400, 60}, {0, 20}, 1);
        options.geometry.laneHeight = 30;
        const Scene scene = buildPlotScene(*index, options);
        std::vector<Role> marked;
        for (const SceneRect& rect : scene.rects)
            if (rect.fill.mark) {
                QVERIFY(rect.inner);
                marked.push_back(rect.fill.role);
            }
        QCOMPARE(marked, (std::vector{Role::Recompute, Role::VocabularyForward, Role::VocabularyBackward,
                                      Role::Forward, Role::Forward}));
        const std::string svg = writeSvg(scene, Theme::get(ThemeName::Print));
        QVERIFY(svg.find(".Vsk{fill:") != std::string::npos);
    }

    void anActionOfTheTailIsToldApart()
    {
        const auto index = LaneIndex::build(tailTimeline(true));
        QVERIFY(index->hasTailActions());
        QCOMPARE(legendTextsOf(*index),
                 (std::vector<std::string>{"F Forward", "B Backward", "Sum tied embedding", "Clip gradients",
                                           "Optimizer", "Gather parameters", "Idle"}));
        SceneOptions options = plainOptions(*index, {0, 0, 210, 60}, {0, 7}, 1);
        options.geometry.laneHeight = 30;
        options.labels = LabelMode::Auto;
        std::vector<std::string> labels;
        for (const SceneText& text : buildPlotScene(*index, options).texts)
            if (text.fill.role == Role::StepPhase)
                labels.push_back(text.text);
        QCOMPARE(labels, (std::vector<std::string>{"em", "clip", "op", "ga"}));
    }

    void phasesOfCostsAreAsTheyWere()
    {
        const auto index = LaneIndex::build(tailTimeline(false));
        QVERIFY(!index->hasTailActions());
        QCOMPARE(legendTextsOf(*index),
                 (std::vector<std::string>{"F Forward", "B Backward", "Head and tail of the step", "Idle"}));
        SceneOptions options = plainOptions(*index, {0, 0, 210, 60}, {0, 7}, 1);
        options.geometry.laneHeight = 30;
        std::vector<int> tones;
        for (const SceneRect& rect : buildPlotScene(*index, options).rects) {
            QVERIFY(!rect.fill.mark);
            if (rect.fill.role == Role::StepPhase)
                tones.push_back(rect.fill.chunk);
        }
        QCOMPARE(tones, (std::vector{1, 0, 1, 0}));
    }

    void marksWithoutLengthHaveTheirKind()
    {
        const auto index = LaneIndex::build(timed("0F0@0-100 0F1@dispatch@10 0F1@combine@50"));
        SceneOptions options = plainOptions(*index, {0, 0, 400, 40}, {0, 100}, 1);
        options.geometry.subLanes = index->subTracksInUse();
        options.geometry.subLaneHeight = 5;
        options.geometry.subLaneGap = 1;
        const Scene scene = buildPlotScene(*index, options);
        QCOMPARE(scene.strips.size(), std::size_t{1});
        constexpr auto kExchange = 2 * static_cast<std::size_t>(FillClass::Exchange);
        QCOMPARE(scene.strips[0].coverage[41][kExchange], 1.0F);
        QCOMPARE(scene.strips[0].coverage[201][kExchange + 1], 1.0F);
    }

    void hiddenStreamsHaveNoLane()
    {
        const auto index = LaneIndex::build(timed(kEveryKind));
        PictureOptions options;
        options.width = 800;
        const auto lanesWithout = [&](FillMask hidden) {
            options.shown = static_cast<FillMask>(kAllFills & ~hidden);
            return buildPicture(*index, options).value().geometry.subLanes;
        };
        const auto bit = [](FillClass fill) {
            return static_cast<FillMask>(1U << static_cast<unsigned>(fill));
        };
        QCOMPARE(lanesWithout(0), (std::vector{Track::Experts, Track::Stores, Track::Loads}));
        QCOMPARE(lanesWithout(bit(FillClass::Exchange)), (std::vector{Track::Stores, Track::Loads}));
        QCOMPARE(lanesWithout(bit(FillClass::Copy)), std::vector{Track::Experts});
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST(bubblescope::test::SceneKindsTest)
#include "scene_kinds_test.moc"
