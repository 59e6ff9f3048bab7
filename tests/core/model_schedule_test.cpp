// SPDX-License-Identifier: Apache-2.0
#include "core/model/schedule.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;
using test::parse;
using test::render;

class ModelScheduleTest : public QObject
{
    Q_OBJECT

private slots:
    void countsActionsStagesAndMicrobatches()
    {
        const Schedule schedule = parse("0F0 . 0F7 (0F1;3B0)OVERLAP_F_B\n0UNSHARD 2W1");
        QCOMPARE(schedule.rankCount(), 2U);
        QCOMPARE(schedule.actionCount(), std::size_t{6});
        QCOMPARE(schedule.stageCount, 4U);
        QCOMPARE(schedule.microbatchCount, 8U);
    }

    void findsWhereACellEnds()
    {
        const Schedule schedule = parse("0F0 (0F1;3B0)OVERLAP_F_B (3B1;0F2)OVERLAP_B_F . 0B0");
        const Row& row = schedule.rows[0];
        QCOMPARE(row.size(), std::size_t{7});
        QCOMPARE(cellEnd(row, 0), std::size_t{1});
        QCOMPARE(cellEnd(row, 1), std::size_t{3});
        QCOMPARE(cellEnd(row, 3), std::size_t{5});
        QCOMPARE(cellEnd(row, 5), std::size_t{6});
        QCOMPARE(cellText(std::span(row).subspan(3, 2)), std::string("(3B1;0F2)OVERLAP_B_F"));
    }

    void dropsBubblesAndNothingElse()
    {
        QCOMPARE(render(withoutBubbles(parse(". 0F0 . (0F1;3B0)OVERLAP_F_B .\n. ."))),
                 std::string("0F0 (0F1;3B0)OVERLAP_F_B\n"));
    }

    void countsStagesOfARankWithoutAPlacement()
    {
        QCOMPARE(parse("0F0 4F0 0B0 4B0\n1F0 1B0").stagesPerRank(), 2U);
        QCOMPARE(parse("").stagesPerRank(), 1U);
    }

    void placesStagesAsPyTorchDoes()
    {
        std::size_t compared = 0;
        const nlohmann::json extra = test::sharedJson("conformance/orders/torch_extra.json");
        for (const auto& record : extra["stage_to_rank"]) {
            const auto ranks = record["P"].get<std::uint32_t>();
            const auto stages = record["N"].get<std::uint32_t>();
            const PlacementKind kind = record["style"] == "v" ? PlacementKind::V : PlacementKind::Loop;
            const Placement placement{kind, ranks, stages / ranks};
            for (std::uint32_t s = 0; s < stages; ++s, ++compared)
                QCOMPARE(placement.rankOf(StageId{s}).value, record["map"][s].get<std::uint32_t>());
        }
        QVERIFY(compared == 200);
    }

    void placesBlocksAndMirrors()
    {
        const Placement block{PlacementKind::Block, 2, 3};
        QCOMPARE(block.stageCount(), 6U);
        QCOMPARE(block.rankOf(StageId{2}).value, 0U);
        QCOMPARE(block.rankOf(StageId{3}).value, 1U);
        QCOMPARE(block.mirroredRankOf(StageId{3}).has_value(), false);
        const Placement mirror{PlacementKind::Mirror, 4, 2};
        QCOMPARE(mirror.stageCount(), 4U);
        QCOMPARE(mirror.rankOf(StageId{1}).value, 1U);
        QCOMPARE(mirror.mirroredRankOf(StageId{1})->value, 2U);
        QVERIFY(mirror.stagesOf(RankId{1}) == (std::vector{StageId{1}, StageId{2}}));
        QVERIFY(!mirror.holds(RankId{1}, StageId{0}));
    }

    void refusesAnUnknownPlacement()
    {
        QVERIFY(placementFromName("V").value() == PlacementKind::V);
        QCOMPARE(placementFromName("zigzag").error().text(),
                 std::string("unknown placement 'zigzag'; the placements are loop, v, block and mirror"));
    }
};

BUBBLESCOPE_TEST(ModelScheduleTest)
#include "model_schedule_test.moc"
