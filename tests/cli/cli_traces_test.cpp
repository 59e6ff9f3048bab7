// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_data.h"

#include <QJsonArray>
#include <cmath>

using namespace bubblescope::test;

namespace {

QStringList filesOf(const char* recording)
{
    QStringList files;
    for (const std::string& file : traceFiles(recording))
        files << QString::fromStdString(file);
    return files;
}

} // namespace

/// `trace`, `calibrate` and `compare` on recorded profiles.
class CliTraces : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatIsInATrace()
    {
        const CliRun run = runCli(QStringList{"trace"} + filesOf("torch_cpu/csv_zbh1_p4_m8"));
        QCOMPARE(run.status, 0);
        QVERIFY2(
            run.output.startsWith("schedule          zb-h1 variant=paper\n                  the same order: "
                                  "interleaved-zero-bubble\nranks             0, 1, 2, 3\n"),
            run.output.constData());
        QVERIFY2(run.output.contains("hop latency       "), run.output.constData());
    }

    void givesActionsAsJson()
    {
        const CliRun run = runCli(QStringList{"trace", "--json", "--actions"} +
                                  filesOf("torch_cpu/interleaved1f1b_p4_v2_m8"));
        QCOMPARE(run.status, 0);
        const QJsonObject json = run.json();
        QCOMPARE(json["schedule_guess"].toString(), "interleaved-1f1b");
        QCOMPARE(json["stages"].toInt(), 8);
        QCOMPARE(json["microbatches"].toInt(), 8);
        QCOMPARE(json["unit"].toString(), "us");
        QCOMPARE(json["ranks"].toArray().size(), 4);
        QCOMPARE(json["actions"].toArray().size(), 128);
        const QJsonObject forward = json["durations"].toObject()["F"].toObject();
        QCOMPARE(forward["count"].toInt(), 64);
        QCOMPARE(forward["per_stage"].toArray().size(), 8);
        const double makespan = traceTruth("torch_cpu/interleaved1f1b_p4_v2_m8")["makespan_compute_us"];
        QVERIFY(std::abs(json["makespan"].toDouble() / makespan - 1) < 0.01);
    }

    void refusesDamage()
    {
        const QString file = QString::fromStdString(tracePath("malformed/05_truncated.json").string());
        const CliRun refused = runCli({"trace", file});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.errors.startsWith("bubblescope-cli: error: ") &&
                     refused.errors.contains("--keep-damaged"),
                 refused.errors.constData());
        QCOMPARE(runCli({"trace", "--keep-damaged", file}).status, 0);
    }

    void takesATraceWithoutPipelineRecords()
    {
        const QString file = QString::fromStdString(tracePath("malformed/11_zero_events.json").string());
        const CliRun run = runCli({"trace", "--json", file});
        QCOMPARE(run.status, 0);
        QVERIFY(run.errors.contains("warning"));
        QVERIFY(run.json()["schedule_guess"].isNull());
        QVERIFY(!run.json()["warnings"].toArray().isEmpty());
        const CliRun calibrated = runCli({"calibrate", file, "-o", "-"});
        QCOMPARE(calibrated.status, 2);
        QVERIFY2(calibrated.errors.contains(
                     "error: no pipeline records in the trace, so there are no times to fit\n"),
                 calibrated.errors.constData());
    }

    void refusesWrongOptions_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("error");
        QTest::newRow("a rank without a number")
            << QStringList{"trace", "x.json", "--rank", "x.json"}
            << QByteArray("--rank x.json: write FILE=N, e.g. --rank trace.json=0");
        QTest::newRow("a rank of another file")
            << QStringList{"trace", "x.json", "--rank", "y.json=1"}
            << QByteArray("--rank y.json=1: y.json is none of the files given");
        QTest::newRow("a step below 0") << QStringList{"trace", "x.json", "--step", "-1"}
                                        << QByteArray("--step is -1, but steps count from 0");
        QTest::newRow("no bytes at all") << QStringList{"trace", "x.json", "--max-size", "0"}
                                         << QByteArray("--max-size is 0, but must be at least 1");
        QTest::newRow("nothing to compare")
            << QStringList{"compare"}
            << QByteArray("compare needs schedules, or a run: compare 1f1b zbv, or compare --measured FILES");
    }

    void refusesWrongOptions()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, error);
        const CliRun run = runCli(arguments);
        QCOMPARE(run.status, 2);
        QCOMPARE(run.errors, "bubblescope-cli: error: " + error + "\n");
    }

    void calibratesToAFileThatCostsTakes()
    {
        const QTemporaryDir folder;
        const QString costs = folder.filePath("fitted.json");
        const CliRun run =
            runCli(QStringList{"calibrate", "-o", costs} + filesOf("torch_cpu/1f1b_runtime_p4_m8"));
        QVERIFY2(run.status == 0, run.errors.constData());
        const QJsonObject json = QJsonDocument::fromJson(readFile(costs)).object();
        QCOMPARE(json["schema"].toString(), "pipeline-calibration/1");
        QCOMPARE(json["provenance"].toString(), "trace");
        QCOMPARE(json["stages"].toArray().size(), 4);
        const CliRun simulated = runCli({"simulate", "1f1b", "--costs", costs, "--json"});
        QVERIFY2(simulated.status == 0, simulated.errors.constData());
        const double makespan = traceTruth("torch_cpu/1f1b_runtime_p4_m8")["makespan_compute_us"];
        QVERIFY(std::abs(simulated.json()["makespan"].toDouble() / makespan - 1) < 0.05);
    }

    void comparesSchedules()
    {
        const CliRun run = runCli({"compare", "1f1b", "zbv:ranks=2,microbatches=4", "--json"});
        QVERIFY2(run.status == 0, run.errors.constData());
        const QJsonArray rows = run.json()["rows"].toArray();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0].toObject()["makespan"].toDouble(), 33.0);
        QCOMPARE(rows[0].toObject()["schedule"].toString(), "1f1b");
        QVERIFY(!rows[0].toObject().contains("per_rank"));
        QCOMPARE(rows[1].toObject()["ranks"].toInt(), 2);
        QVERIFY(!run.json().contains("measured"));
        const CliRun table = runCli({"compare", "1f1b", "gpipe"});
        QCOMPARE(table.output.count('\n'), 3);
    }

    void comparesWithATrace()
    {
        const CliRun run =
            runCli(QStringList{"compare", "--json", "--measured"} + filesOf("torch_cpu/1f1b_runtime_p4_m8"));
        QVERIFY2(run.status == 0, run.errors.constData());
        const QJsonObject json = run.json();
        QCOMPARE(json["rows"].toArray().size(), 1);
        QCOMPARE(json["rows"].toArray()[0].toObject()["schedule"].toString(), "1f1b");
        QCOMPARE(json["residuals"].toArray().size(), 64);
        QVERIFY(std::abs(json["makespan_error"].toDouble()) < 0.05);
        const double measured = json["measured"].toObject()["makespan"].toDouble();
        const double predicted = json["rows"].toArray()[0].toObject()["makespan"].toDouble();
        QVERIFY(std::abs(predicted / measured - 1 - json["makespan_error"].toDouble()) < 1e-9);
    }

    void triesAnotherSchedule()
    {
        const CliRun run =
            runCli(QStringList{"compare", "gpipe", "1f1b:microbatches=16", "--json", "--measured"} +
                   filesOf("torch_cpu/1f1b_runtime_p4_m8"));
        QVERIFY2(run.status == 0, run.errors.constData());
        const QJsonArray rows = run.json()["rows"].toArray();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0].toObject()["schedule"].toString(), "gpipe");
        QCOMPARE(rows[0].toObject()["ranks"].toInt(), 4);
        QCOMPARE(rows[1].toObject()["microbatches"].toInt(), 16);
        QCOMPARE(run.json()["residuals"].toArray().size(), 64);
    }
};

BUBBLESCOPE_TEST(CliTraces)
#include "cli_traces_test.moc"
