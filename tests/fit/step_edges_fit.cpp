// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/fit_costs.h"
#include "core/fit/pairing.h"
#include "core/fit/prediction_range.h"
#include "core/fit/residuals.h"
#include "core/fit/step_fit.h"
#include "core/io/calibration.h"
#include "core/time/simulate.h"
#include "tests/fit/truth_run.h"
#include "tests/support/gpu_data.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_support.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr auto kTwoRanks = "0F0 0F1 0B0 0B1\n1F0 1F1 1B0 1B1";

/// Each rank with a head of 10 before its first action, and behind its last one 20 of reducing, of which rank
/// 1 waited for 5, and a finish of 3.
MeasuredRun runWithEdges()
{
    MeasuredRun run = runOf(kTwoRanks);
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        MeasuredRank& rank = run.ranks[r];
        const Time first = rank.actions.front().start;
        Time last = 0;
        for (const MeasuredAction& action : rank.actions)
            last = std::max(last, action.end);
        const Time waited = r == 1 ? 5 : 0;
        rank.edges = MeasuredStep{first - 10,
                                  last + 23,
                                  {{StepPhase::Head, first - 10, first},
                                   {StepPhase::ReduceGradients, last, last + 20, waited},
                                   {StepPhase::Finish, last + 20, last + 23}}};
    }
    return run;
}

} // namespace

/// Heads and tails of measured steps: fitted, compared, and in what steps scatter by.
class StepEdgesFit : public QObject
{
    Q_OBJECT

private slots:
    void ranksAreFittedWithoutTheirWaits()
    {
        const auto step = fit::fitStep(runWithEdges());
        QVERIFY(step.has_value());
        QCOMPARE(step->head->values, std::vector<double>{10});
        QCOMPARE(step->finish->values, std::vector<double>{3});
        QCOMPARE(step->reduceGradients->values, (std::vector<double>{20, 15}));
        QVERIFY(!step->clip && !step->optimizer);
        const auto recorded = fit::fitStep(runWithEdges(), fit::StepDetail::Recorded);
        QCOMPARE(recorded->finish->values, (std::vector<double>{3, 3}));
    }

    void rankThatDoesNotTellMeansNothingIsFitted()
    {
        MeasuredRun run = runWithEdges();
        run.ranks[1].edges.reset();
        QVERIFY(!fit::fitStep(run).has_value());
        QVERIFY(fitCosts(run).costs.step == StepCosts());
    }

    /// Head and tail count on both sides, or on none.
    void bothSidesHaveThemOrNone()
    {
        const MeasuredRun with = runWithEdges();
        const CostModel costs = fitCosts(with).costs;
        QVERIFY(costs.step != StepCosts());
        const auto whole = compareRun(with, costs).value();
        QVERIFY(!whole.measured.phases.empty());
        QCOMPARE(whole.measured.makespan, measuredStepTimeline(with).makespan);
        const MeasuredRun without = runOf(kTwoRanks);
        const auto bare = compareRun(without, costs).value();
        QVERIFY(bare.measured.phases.empty());
        QVERIFY(bare.predicted.phases.empty());
        QCOMPARE(bare.measured.makespan, measuredTimeline(without).makespan);
    }

    void calibrationsKeepThem()
    {
        const MeasuredRun run = runWithEdges();
        const FittedCosts fitted = fitCosts(run);
        const Calibration read =
            readCalibration(calibrationJson(fitted, run, "2026-01-31T12:00:00Z"), "calibration").value();
        QVERIFY(read.costs.step == fitted.costs.step);
    }

    /// A reduction takes most of this step: half of the run is behind its last action.
    void dataParallelStepsEndWithTheirReduction()
    {
        const std::vector<std::string> files = gpuFiles("torch_sliced/ddp_dp2_1f1b_p2_m4");
        const MeasuredRun run = assembled(readAll(files));
        QVERIFY(hasEdges(run));
        const auto step = fit::fitStep(run);
        QVERIFY(step && step->reduceGradients && step->head && step->finish);
        const Time actions = measuredTimeline(run).makespan;
        const Time whole = measuredStepTimeline(run).makespan;
        QVERIFY2(whole > 1.3 * actions, fmt::format("{} of {}", actions, whole).c_str());
        for (const double time : step->reduceGradients->values)
            QVERIFY2(time > 0.2 * actions, fmt::format("{} of {}", time, actions).c_str());
    }

    /// What slows a whole step is drawn together: it does not average out over its actions.
    void stepsThatDifferWidenTheRange()
    {
        const MeasuredRun shown = runOf(kTwoRanks);
        MeasuredRun slower = shown;
        for (MeasuredRank& rank : slower.ranks)
            for (MeasuredAction& action : rank.actions) {
                action.start *= 1.2;
                action.end *= 1.2;
                action.busy *= 1.2;
            }
        const CostModel costs = fitCosts(shown).costs;
        const SchedulePtr order = measuredTimeline(shown).schedule;
        const std::vector<MeasuredRun> one{shown};
        const std::vector<MeasuredRun> both{shown, slower};
        PredictionDoubt none;
        none.model = 0;
        const PredictionRange narrow = predictionRange(one, order, costs, none, 1).value();
        const PredictionRange wide = predictionRange(both, order, costs, none, 1).value();
        const Time middle = simulate(order, costs).value().makespan;
        QVERIFY(narrow.high - narrow.low < 0.01 * middle);
        QVERIFY2(wide.high - wide.low > 0.2 * middle, fmt::format("{} … {}", wide.low, wide.high).c_str());
        QCOMPARE(wide.steps, std::size_t{2});
        QVERIFY(whatRangesLack(narrow).size() > whatRangesLack(wide).size());
        const PredictionRange again = predictionRange(both, order, costs, none, 1).value();
        QCOMPARE(again.low, wide.low);
        QCOMPARE(again.high, wide.high);
        // What predictions are usually wrong by is in it, too.
        const PredictionRange doubted = predictionRange(one, order, costs, {}, 1).value();
        QVERIFY(doubted.low < 0.97 * middle && doubted.high > 1.03 * middle);
    }

    /// The error on the profile's own steps widens ranges beyond what is usual.
    void whatTheModelIsWrongByCounts()
    {
        const MeasuredRun run = runOf(kTwoRanks);
        const SchedulePtr order = measuredTimeline(run).schedule;
        const std::vector<MeasuredRun> steps{run};
        const double error = compareRun(run, fitCosts(run).costs, order).value().makespanError;
        QCOMPARE(modelErrorOf(steps, order), std::max(PredictionDoubt::kUsualModelError, std::abs(error)));
    }

    /// Of ranks without a trace the range says nothing, as the error.
    void rangesOfSomeRanks()
    {
        const MeasuredRun run = runOf(kTwoRanks);
        const CostModel costs = fitCosts(run).costs;
        const SchedulePtr order = measuredTimeline(run).schedule;
        PredictionDoubt doubt;
        doubt.model = 0;
        doubt.absent = {1};
        const std::vector<MeasuredRun> steps{run};
        const PredictionRange part = predictionRange(steps, order, costs, doubt, 1).value();
        const Time own = makespanWithout(simulate(order, costs).value(), doubt.absent);
        QVERIFY2(part.low <= own && own <= part.high,
                 fmt::format("{} in {} … {}", own, part.low, part.high).c_str());
    }
};

BUBBLESCOPE_TEST(StepEdgesFit)
#include "step_edges_fit.moc"
