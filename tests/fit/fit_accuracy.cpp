// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/fit_costs.h"
#include "core/time/simulate.h"
#include "tests/fit/truth_run.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <stdexcept>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr std::array kRecordings{"1f1b_runtime_p4_m8",
                                 "1f1b_runtime_straggler2_p4_m8",
                                 "1f1b_single_p4_m8",
                                 "csv_zbh1_p4_m8",
                                 "dualpipev_p2_m6",
                                 "gpipe_p4_m8",
                                 "gpipe_runtime_p3_m5_uneven",
                                 "interleaved1f1b_p4_v2_m8",
                                 "izb_p4_v2_m8",
                                 "loopedbfs_p4_v2_m4",
                                 "zbv_p2_m4_straggler0"};

/// Predicted / measured - 1 of the same order.
double makespanError(const MeasuredRun& run, const CostModel& costs)
{
    const Timeline measured = measuredTimeline(run);
    CostModel actions = costs;
    actions.step = StepCosts(); // the recording's begin and end are those of its actions
    const Result<Timeline, TimingFailure> predicted = simulate(measured.schedule, actions);
    if (!predicted)
        throw std::runtime_error(predicted.error().message.text());
    return predicted->makespan / measured.makespan - 1;
}

} // namespace

/// How near the simulation of a recording's own order comes to its step time.
class FitAccuracy : public QObject
{
    Q_OBJECT

private slots:
    void landsNearTheRecordings()
    {
        std::string table = fmt::format("\n{:<32} {:>12} {:>9} {:>9} {:>9} {:>9}\n", "recording",
                                        "measured us", "hop us", "host us", "medians", "fitted");
        std::size_t within5 = 0;
        QStringList wrong;
        for (const char* recording : kRecordings) {
            const MeasuredRun run = truthRun(std::string("torch_cpu/") + recording);
            const FittedCosts fitted = fitCosts(run);
            const double medians = makespanError(run, fitted.medians);
            const double error = makespanError(run, fitted.costs);
            table += fmt::format("{:<32} {:>12.1f} {:>9.1f} {:>9.1f} {:>8.2f}% {:>8.2f}%\n", recording,
                                 measuredTimeline(run).makespan, fitted.hopLatency.value_or(0),
                                 fitted.hostOverhead.value_or(0), 100 * medians, 100 * error);
            if (!(medians < 0 && medians >= -0.15) || std::abs(error) > 0.10)
                wrong << recording;
            within5 += std::abs(error) <= 0.05 ? 1 : 0;
        }
        qInfo("%s", table.c_str());
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(", ")));
        QVERIFY2(2 * within5 > kRecordings.size(), table.c_str());
    }

    void isExactWhereNothingVaries_data()
    {
        addRows<>({{"gpu_synth/gpu_1f1b_p4_m8_gua"},
                   {"gpu_synth/gpu_1f1b_p8_m16_skew"},
                   {"gpu_synth/gpu_graph_1f1b_p4_m8"},
                   {"nsys_synth/megatron_1f1b_p4_m8_perrank"},
                   {"nsys_synth/zb_h1_p4_m8_onefile.sqlite"}});
    }

    void isExactWhereNothingVaries()
    {
        const MeasuredRun run = truthRun();
        const FittedCosts fitted = fitCosts(run);
        QVERIFY(fitted.hopLatency.has_value());
        const double error = makespanError(run, fitted.costs);
        QVERIFY2(std::abs(error) < 1e-3, fmt::format("{:.4f} %", 100 * error).c_str());
    }
};

BUBBLESCOPE_TEST(FitAccuracy)
#include "fit_accuracy.moc"
