// SPDX-License-Identifier: Apache-2.0
// Simulated schedules as steps for streams: run on paper they take what the simulation says.
#include <QTest>

#include "core/generate/generate.h"
#include "core/io/calibration.h"
#include "core/time/simulate.h"
#include "probe/plan/calibration_result.h"
#include "probe/plan/emulation_plan.h"
#include "tests/probe/shapes.h"
#include "tests/support/test_program.h"
#include "tests/trace/value_of.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::probe;

namespace {

CostModel layerCosts()
{
    CostModel costs;
    costs.unit = "us";
    BlockCosts blocks;
    blocks.layer.forward = 2700;
    blocks.layer.backwardInput = 3100;
    blocks.layer.backwardWeight = 2300;
    blocks.layer.backward = 5300;
    blocks.embedding.forward = 30;
    blocks.embedding.backward = 60;
    blocks.head.forward = 6000;
    blocks.head.backward = 13000;
    costs.blocks = blocks;
    costs.layersPerStage = StageValues{4};
    return costs;
}

} // namespace

class ProbeEmulationTest : public QObject
{
    Q_OBJECT

private slots:
    void onPaperEveryPlanTakesItsMakespan()
    {
        const auto plans = valueOf(emulationPlans(layerCosts()));
        QCOMPARE(plans.size(), std::size_t{10});
        QCOMPARE(plans.front().name, "1f1b with 4 ranks");
        QCOMPARE(plans.back().name, "dualpipev with 8 ranks");
        for (const EmulationPlan& plan : plans) {
            QVERIFY2(plan.simulatedUs > 100'000, plan.name.c_str());
            QVERIFY2(std::abs(runOnPaper(plan) - plan.simulatedUs) < 1e-6 * plan.simulatedUs,
                     plan.name.c_str());
        }
    }

    void waitsPointBack()
    {
        const auto plans = valueOf(emulationPlans(layerCosts()));
        for (const EmulationPlan& plan : plans)
            for (std::size_t i = 0; i < plan.steps.size(); ++i)
                for (const std::uint32_t wanted : plan.steps[i].waits) {
                    QVERIFY(wanted < i);
                    QVERIFY(plan.steps[wanted].rank != plan.steps[i].rank);
                }
    }

    void aPlanInWords()
    {
        ScheduleRequest request;
        request.ranks = 2;
        request.microbatches = 2;
        const auto schedule = std::make_shared<const Schedule>(*generate(request));
        const CostModel costs;
        const EmulationPlan plan = emulationOf(*simulate(schedule, costs), costs);
        std::string text;
        for (const EmulationStep& step : plan.steps) {
            text += std::to_string(step.rank) + ":" + std::to_string(static_cast<int>(step.us));
            for (const std::uint32_t wanted : step.waits)
                text += "<" + std::to_string(wanted);
            text += ' ';
        }
        // 0F0; 1F0 and 0F1 after it; 1B0, 1F1; the backwards.
        QCOMPARE(text, "0:1 0:1 1:1<0 1:2 0:2<3 1:1<1 1:2 0:2<6 ");
        QCOMPARE(plan.simulatedUs, 9.0);
    }

    void aCalibrationsTimesAreEmulated()
    {
        const auto estimator = Estimator::make(*findDevice("h200"), DataType::Bf16);
        const CalibrationResult estimate = estimateModel(bubblescope::test::llamaLike(), *estimator, {});
        const auto calibration = valueOf(readCalibration(calibrationText(estimate), "calibration"));
        const auto plans = valueOf(emulationPlans(calibration.costs));
        // Four layers' forward on the first rank's stage, and the embedding's.
        const double layer = estimate.blocks[0].ops.at("F").median;
        const double first = plans.front().steps.front().us;
        QVERIFY(first > 4 * layer && first < 4.2 * layer);
        for (const EmulationPlan& plan : plans)
            QVERIFY2(std::abs(runOnPaper(plan) - plan.simulatedUs) < 1e-6 * plan.simulatedUs,
                     plan.name.c_str());
    }

    void whatCannotBeTimedSaysWhich()
    {
        CostModel costs = layerCosts();
        costs.blocks->layer.forward = -1;
        const auto plans = emulationPlans(costs);
        QVERIFY(!plans);
        QVERIFY2(plans.error().message.text().starts_with("1f1b with 4 ranks: "),
                 plans.error().message.text().c_str());
    }
};

BUBBLESCOPE_TEST(ProbeEmulationTest)
#include "probe_emulation_test.moc"
