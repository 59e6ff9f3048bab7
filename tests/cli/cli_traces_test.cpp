// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_recordings.h"
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_data.h"

#include <QJsonArray>
#include <cmath>

using namespace bubblescope::test;

/// `trace`, `calibrate` and `compare` on recorded profiles.
class CliTraces : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatIsInATrace()
    {
        const CliRun run = succeed(QStringList{"trace"} + filesOf("torch_cpu/csv_zbh1_p4_m8"));
        verifyBegins(run.output, "schedule          zb-h1 variant=paper\n                  the same order: "
                                 "interleaved-zero-bubble\nranks             0, 1, 2, 3\n");
        verifyContains(run.output, {"hop latency       "});
    }

    void givesActionsAsJson()
    {
        const CliRun run = succeed(QStringList{"trace", "--json", "--actions"} +
                                   filesOf("torch_cpu/interleaved1f1b_p4_v2_m8"));
        const QJsonObject json = run.json();
        verifyHolds(json, R"({"schedule_guess": "interleaved-1f1b", "stages": 8, "microbatches": 8,
                    "unit": "us"})");
        QCOMPARE(json["ranks"].toArray().size(), 4);
        QCOMPARE(json["actions"].toArray().size(), 128);
        const QJsonObject forward = json["durations"].toObject()["F"].toObject();
        QCOMPARE(forward["count"].toInt(), 64);
        QCOMPARE(forward["per_stage"].toArray().size(), 8);
        const double makespan = traceTruth("torch_cpu/interleaved1f1b_p4_v2_m8")["makespan_compute_us"];
        QVERIFY(std::abs(json["makespan"].toDouble() / makespan - 1) < 0.01);
    }

    void tellsClocksStreamsAndMesh()
    {
        const CliRun run =
            succeed(QStringList{"trace", "--json", "--actions"} + filesOf("gpu_synth/gpu_1f1b_p4_m8_gua"));
        const QJsonObject json = run.json();
        QCOMPARE(json["clocks"].toArray().size(), 4);
        for (const QJsonValue& one : json["clocks"].toArray()) {
            const QJsonObject clock = one.toObject();
            QCOMPARE(clock["offset"].toDouble(), 0.0);
            QCOMPARE(clock["basis"].toString(), "one-host");
            QVERIFY(clock.contains("rank") && clock.contains("uncertainty"));
        }
        QVERIFY(json["gpu_streams"].toArray().size() >= 4);
        for (const QJsonValue& one : json["gpu_streams"].toArray()) {
            const QJsonObject stream = one.toObject();
            QCOMPARE(stream["name"].toString(), QString("stream %1").arg(stream["stream"].toInt()));
            QVERIFY(stream["busy"].toDouble() > 0);
            QVERIFY((stream["kind"].toString() == "copies") == (stream["spans"].toInt() == 0));
        }
        for (const QJsonValue& one : json["actions"].toArray()) {
            const QJsonObject action = one.toObject();
            QVERIFY(action["busy"].toDouble() > 0);
            QVERIFY(action["busy"].toDouble() <=
                    action["end"].toDouble() - action["start"].toDouble() + 0.01);
        }
        QVERIFY(json["mesh"].isArray() && json["replicas"].isArray() && json["stragglers"].isArray());
        QCOMPARE(json["replica"].toInt(), 0);
    }

    void refusesDamage()
    {
        const QString file = QString::fromStdString(tracePath("malformed/05_truncated.json").string());
        const QString refusal = runCli({"trace", file}).refusal();
        QVERIFY2(!refusal.startsWith("status ") && refusal.contains("--keep-damaged"), qPrintable(refusal));
        succeed({"trace", "--keep-damaged", file});
    }

    void takesATraceWithoutPipelineRecords()
    {
        const QString file = QString::fromStdString(tracePath("malformed/11_zero_events.json").string());
        const CliRun run = succeed({"trace", "--json", file});
        QVERIFY(run.errors.contains("warning"));
        QVERIFY(run.json()["schedule_guess"].isNull());
        QVERIFY(!run.json()["warnings"].toArray().isEmpty());
        const CliRun calibrated = runCli({"calibrate", file, "-o", "-"});
        QCOMPARE(calibrated.status, 2);
        verifyContains(calibrated.errors,
                       {"error: no pipeline records in the trace, so there are no times to fit\n"});
    }

    void refusesWrongOptions_data()
    {
        addRows<QStringList, QByteArray>({
            {"a rank without a number",
             {"trace", "x.json", "--rank", "x.json"},
             "--rank x.json: write FILE=N, e.g. --rank trace.json=0"},
            {"a rank of another file",
             {"trace", "x.json", "--rank", "y.json=1"},
             "--rank y.json=1: y.json is not one of the given files"},
            {"a step below 0", {"trace", "x.json", "--step", "-1"}, "--step is -1, but steps count from 0"},
            {"a replica below 0",
             {"trace", "x.json", "--replica", "-1"},
             "--replica is -1, but replicas count from 0"},
            {"no bytes at all",
             {"trace", "x.json", "--max-size", "0"},
             "--max-size is 0; expected at least 1"},
            {"nothing to compare",
             {"compare"},
             "compare needs schedules or a run: compare 1f1b zbv, or compare --measured FILES"},
        });
    }

    void refusesWrongOptions()
    {
        const auto& [arguments, error] = givenRow<QStringList, QByteArray>();
        const CliRun run = runCli(arguments);
        QCOMPARE(run.refusal(), error);
    }

    void calibratesToAFileThatCostsTakes()
    {
        const CliFolder folder;
        const QString costs = folder.filePath("fitted.json");
        const CliRun run =
            succeed(QStringList{"calibrate", "-o", costs} + filesOf("torch_cpu/1f1b_runtime_p4_m8"));
        const QJsonObject json = QJsonDocument::fromJson(readFile(costs)).object();
        verifyHolds(json, R"({"schema": "pipeline-calibration/1", "provenance": "trace"})");
        QCOMPARE(json["stages"].toArray().size(), 4);
        const CliRun simulated = succeed({"simulate", "1f1b", "--costs", costs, "--json"});
        const double makespan = traceTruth("torch_cpu/1f1b_runtime_p4_m8")["makespan_compute_us"];
        QVERIFY(std::abs(simulated.json()["makespan"].toDouble() / makespan - 1) < 0.05);
    }

    void comparesSchedules()
    {
        const CliRun run = succeed({"compare", "1f1b", "zbv:ranks=2,microbatches=4", "--json"});
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
            succeed(QStringList{"compare", "--json", "--measured"} + filesOf("torch_cpu/1f1b_runtime_p4_m8"));
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
            succeed(QStringList{"compare", "gpipe", "1f1b:microbatches=16", "--json", "--measured"} +
                    filesOf("torch_cpu/1f1b_runtime_p4_m8"));
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
