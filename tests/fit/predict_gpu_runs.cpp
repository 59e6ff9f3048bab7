// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/fit_costs.h"
#include "core/fit/identify.h"
#include "core/fit/prediction_order.h"
#include "core/fit/replay.h"
#include "core/io/calibration.h"
#include "core/time/simulate.h"
#include "tests/support/gpu_data.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_support.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr auto kCreated = "2026-01-31T12:00:00Z";

/// Processes in time slices of one GPU, whose kernels are stretched by what is not modeled; and profiles with
/// Python frames, whose first microbatches take several times as long as the others.
bool isUneven(const std::string& run)
{
    return run.starts_with("torch_sliced") || run.find("/stack_") != std::string::npos;
}

double medianOfAll(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.at(values.size() / 2);
}

} // namespace

/// Steps of real runs: replayed with their own lengths, and predicted from what a calibration keeps.
class PredictGpuRuns : public QObject
{
    Q_OBJECT

private:
    std::vector<double> m_replayed;
    std::vector<double> m_predicted;

private slots:
    void steps_data()
    {
        QTest::addColumn<QString>("run");
        for (const std::string& run : gpuRuns())
            QTest::newRow(run.c_str()) << QString::fromStdString(run);
    }

    void steps()
    {
        QFETCH(const QString, run);
        const std::string name = run.toStdString();
        const std::vector<TraceFile> files = readAll(gpuFiles(name));
        for (const std::uint64_t step : assembled(files).steps) {
            AssembleOptions options;
            options.step = step;
            const MeasuredRun measured = assembled(files, options);
            const std::optional<Replay> replay = replayRun(measured);
            QVERIFY(replay.has_value());
            QVERIFY2(std::abs(replay->error) <= 0.05, fmt::format("{}: {}", step, replay->error).c_str());
            m_replayed.push_back(std::abs(replay->error));
            if (isUneven(name) || measured.isIncomplete())
                continue;
            const FittedCosts fitted = fitCosts(measured);
            const Identification identification = identify(measured).value();
            const PredictionOrder order = predictionOrder(measured, identification, fitted.costs).value();
            const Timeline predicted = simulate(order.schedule, fitted.costs).value();
            QVERIFY(hasEdges(measured) && !predicted.phases.empty());
            const double error = predicted.makespan / measuredStepTimeline(measured).makespan - 1;
            QVERIFY2(std::abs(error) <= 0.08, fmt::format("{}: {}", step, error).c_str());
            m_predicted.push_back(std::abs(error));
            const Calibration written =
                readCalibration(calibrationJson(fitted, measured, kCreated), "calibration").value();
            QCOMPARE(written.costs.communicators, fitted.costs.communicators);
            QCOMPARE(simulate(order.schedule, written.costs).value().makespan, predicted.makespan);
        }
    }

    /// A receive whose sender has no trace does not tell how much of it was waiting: what stands for that is
    /// named as a default.
    void lengthsOfMessagesThatNobodySentAreDefaults()
    {
        for (const std::string& run : gpuRuns()) {
            const std::vector<TraceFile> files = readAll(gpuFiles(run));
            const auto defaultsOf = [](const std::vector<TraceFile>& some) {
                std::set<std::string> keys;
                for (const FittedDefault& one : fitCosts(assembled(some)).defaults)
                    keys.insert(one.key);
                return keys;
            };
            const std::set<std::string> whole = defaultsOf(files);
            QVERIFY2(!whole.contains("communicators.arrival"), run.c_str());
            const std::set<std::string> alone = defaultsOf({files.front()});
            QVERIFY2(alone.contains("communicators.arrival") && alone.contains("communicators.receive"),
                     run.c_str());
        }
    }

    void mediansAreSmall()
    {
        QVERIFY(medianOfAll(m_replayed) <= 0.02);
        // A clone has a few of the runs, and the middle of a few is any of them.
        constexpr std::size_t kEnough = 8;
        QVERIFY(m_predicted.size() < kEnough || medianOfAll(m_predicted) <= 0.04);
    }
};

BUBBLESCOPE_TEST(PredictGpuRuns)
#include "predict_gpu_runs.moc"
