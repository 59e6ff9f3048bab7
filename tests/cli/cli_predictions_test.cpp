// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
#include "tests/support/gpu_data.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>

using namespace bubblescope::test;

namespace {

constexpr const char* kRun = "megatron/interleaved_p4_v2_m8";
constexpr const char* kSchedule = "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2";

QStringList files()
{
    QStringList list;
    for (const std::string& file : gpuFiles(kRun))
        list << QString::fromStdString(file);
    return list;
}

CliRun compare(const QStringList& words)
{
    return succeed(QStringList{"--quiet", "compare"} + words + QStringList{"--json", "--measured"} + files());
}

} // namespace

/// Predictions from a real run: what its own costs say of it, with and without the profiler.
class CliPredictions : public QObject
{
    Q_OBJECT

private slots:
    void tellsErrorsAndRange()
    {
        const CliRun run = compare({"--profiled"});
        const double measured = run.json()["measured"].toObject()["makespan"].toDouble();
        const double predicted = run.row()["makespan"].toDouble();
        QCOMPARE(run.json()["makespan_error"].toDouble(), predicted / measured - 1);
        QVERIFY(std::abs(run.json()["replay_error"].toDouble()) < 0.05);
        const QJsonArray range = run.json()["makespan_range"].toArray();
        QCOMPARE(range.size(), 2);
        QVERIFY(range[0].toDouble() < range[1].toDouble());
        QVERIFY(range[1].toDouble() < 1.3 * predicted && range[0].toDouble() > 0.7 * predicted);
        QCOMPARE(compare({"--profiled"}).json()["makespan_range"].toArray(), range);
        QVERIFY(compare({"--profiled", "--seed", "2"}).json()["makespan_range"].toArray() != range);
    }

    void rowsLeaveTheProfilerOut()
    {
        const CliRun with = compare({"--profiled"});
        const CliRun without = compare({});
        QVERIFY(without.row()["makespan"].toDouble() < 0.95 * with.row()["makespan"].toDouble());
        QCOMPARE(without.json()["makespan_error"].toDouble(), with.json()["makespan_error"].toDouble());
        QCOMPARE(compare({"--host-factor", "1"}).row()["makespan"].toDouble(),
                 with.row()["makespan"].toDouble());
    }

    void calibrationGivesTheSameToTheLastBit()
    {
        const QTemporaryDir folder;
        const QString costs = folder.filePath("costs.json");
        static_cast<void>(succeed(QStringList{"--quiet", "calibrate", "-o", costs} + files()));
        const CliRun simulated = succeed({"--quiet", "simulate", kSchedule, "--costs", costs, "--json"});
        QCOMPARE(simulated.json()["makespan"].toDouble(),
                 compare({"--profiled"}).row()["makespan"].toDouble());
    }

    void runsAreComparedWithEachOther()
    {
        const CliRun same = compare(QStringList{"--against"} + files());
        QCOMPARE(same.json()["makespan_error"].toDouble(), 0.0);
        const QJsonArray residuals = same.json()["residuals"].toArray();
        QCOMPARE(residuals.size(), 4 * 32);
        for (const auto& one : residuals)
            QCOMPARE(one.toObject()["start_delta"].toDouble(), 0.0);
        const CliRun refused = runCli(QStringList{"compare", "1f1b", "--measured"} + files() +
                                      QStringList{"--against"} + files());
        QVERIFY2(refused.refusal().startsWith("--against compares two runs: leave 1f1b out"),
                 qPrintable(refused.refusal()));
    }
};

BUBBLESCOPE_TEST(CliPredictions)
#include "cli_predictions_test.moc"
