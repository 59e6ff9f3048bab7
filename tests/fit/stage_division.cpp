// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/costs_for_stages.h"
#include "core/fit/fit_costs.h"
#include "core/io/costs_json.h"
#include "tests/fit/truth_run.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/value_of.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr const char* kHead = R"("format": "bubblescope-costs", "version": 1, )";

CostModel costsOf(const QString& keys)
{
    const Result<CostModel> costs = readCosts("{" + std::string(kHead) + keys.toStdString() + "}", "costs");
    return costs ? *costs : CostModel{};
}

} // namespace

/// Costs of one pipeline for another number of stages, and the host's part of them.
class StageDivision : public QObject
{
    Q_OBJECT

private slots:
    void dividesAndJoins_data()
    {
        addRows<QString, int, QString>({
            {"two stages into four", R"("forward": [8, 4], "backward": [6, 2])", 4,
             R"("forward": [4, 4, 2, 2], "backward": [3, 3, 1, 1],
           "notes": ["the costs are of 2 stages: each is divided evenly into 2 of the schedule's 4"])"},
            {"four stages to two", R"("forward": [4, 3, 2, 1], "backward": [3, 3, 1, 1])", 2,
             R"("forward": [7, 3], "backward": [6, 2],
           "notes": ["the costs are of 4 stages: 2 that follow each other are joined to each of the schedule's 2"])"},
            {"the host's part stands in every action",
             R"("host_overhead": 2, "forward": [10, 6], "backward": [4, 1])", 4,
             R"("host_overhead": 2, "forward": [6, 6, 4, 4], "backward": [3, 3, 1, 1],
           "notes": ["the costs are of 2 stages: each is divided evenly into 2 of the schedule's 4"])"},
            {"and once in joined ones", R"("host_overhead": 2, "forward": [10, 6], "backward": [4, 4])", 1,
             R"("host_overhead": 2, "forward": [14], "backward": [6],
           "notes": ["the costs are of 2 stages: 2 that follow each other are joined to each of the schedule's 1"])"},
            {"one value for all beside a list", R"("forward": 3, "backward_input": [2, 4], "parameters": 8)",
             4, R"("forward": 1.5, "backward_input": [1, 1, 2, 2], "backward_weight": 0.5, "parameters": 4,
           "notes": ["the costs are of 2 stages: each is divided evenly into 2 of the schedule's 4"])"},
            {"shares stay, times of blocks do not",
             R"("forward": [2, 4], "backward": 2, "overlap": {"F+B": {"share": [0.5, 0.75]}, "B+F": 3})", 4,
             R"("forward": [1, 1, 2, 2], "backward": 1,
           "overlap": {"F+B": {"share": [0.5, 0.5, 0.75, 0.75]}, "B+F": 1.5},
           "notes": ["the costs are of 2 stages: each is divided evenly into 2 of the schedule's 4"])"},
            {"layers are whole", R"("blocks": {"layer": {"F": 1}}, "layers_per_stage": [5, 4])", 4,
             R"("blocks": {"layer": {"F": 1}}, "layers_per_stage": [3, 2, 2, 2],
           "notes": ["the costs are of 2 stages: each is divided evenly into 2 of the schedule's 4"])"},
            {"joined shares weigh what each stage holds",
             R"("forward": [1, 1, 1, 1], "backward": 2, "activation": [1, 9, 1, 9], "activation_kept_until_weight": [1, 0, 1, 0])",
             2,
             R"("forward": [2, 2], "backward": 4, "activation": [10, 10], "activation_kept_until_weight": [0.1, 0.1],
           "notes": ["the costs are of 4 stages: 2 that follow each other are joined to each of the schedule's 2"])"},
            {"the same number", R"("forward": [8, 4])", 2, R"("forward": [8, 4])"},
            {"values for any number", R"("forward": 8, "backward": 4)", 6, R"("forward": 8, "backward": 4)"},
        });
    }

    void dividesAndJoins()
    {
        const auto& [before, stages, after] = givenRow<QString, int, QString>();
        const auto divided = valueOf(costsForStages(costsOf(before), static_cast<std::uint32_t>(stages)));
        QCOMPARE(QString::fromStdString(writeCosts(divided)),
                 QString::fromStdString(writeCosts(costsOf(after))));
        QVERIFY(writeCosts(divided) != writeCosts(CostModel{}));
    }

    void refusesUnevenNumbers()
    {
        const Result<CostModel> six = costsForStages(costsOf(R"("forward": [1, 2, 3, 4])"), 6);
        QVERIFY(!six);
        QCOMPARE(six.error().message.text(),
                 "the costs are of 4 stages, but the schedule has 6: they can be divided or joined evenly "
                 "for a multiple or a divisor of 4 alone");
        QVERIFY(!costsForStages(costsOf(R"("forward": [1, 2, 3, 4])"), 0));
    }

    void keepsTheTimesOfAFitAsAWhole()
    {
        const CostModel fitted = fitCosts(truthRun("torch_cpu/1f1b_runtime_p4_m8")).costs;
        const auto divided = valueOf(costsForStages(fitted, 8));
        double before = 0;
        double after = 0;
        for (std::uint32_t stage = 0; stage < 4; ++stage)
            before += fitted.durationOf(ActionKind::Backward, StageId{stage}) - fitted.hostOverhead;
        for (std::uint32_t stage = 0; stage < 8; ++stage)
            after += divided.durationOf(ActionKind::Backward, StageId{stage}) - fitted.hostOverhead;
        QVERIFY2(std::abs(before - after) < 1e-6, qPrintable(QString("%1, %2").arg(before).arg(after)));
        QCOMPARE(divided.hostOverhead, fitted.hostOverhead);
    }

    void fitsTellTheHostsPart()
    {
        const FittedCosts fitted = fitCosts(truthRun("torch_cpu/1f1b_runtime_p4_m8"));
        QVERIFY(fitted.hostOverhead && *fitted.hostOverhead > 0);
        QCOMPARE(fitted.costs.hostOverhead, *fitted.hostOverhead);
        QCOMPARE(fitted.medians.hostOverhead, 0.0);
        const auto read = valueOf(readCosts(writeCosts(fitted.costs), "costs"));
        QCOMPARE(read.hostOverhead, fitted.costs.hostOverhead);
    }
};

BUBBLESCOPE_TEST(StageDivision)
#include "stage_division.moc"
