// SPDX-License-Identifier: Apache-2.0
// Public recordings of production runs, and inputs that must be answered at once.
#include "tests/cli/cli_recordings.h"
#include "tests/cli/cli_runner.h"
#include "tests/support/gpu_data.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_data.h"

using namespace bubblescope::test;

namespace {

/// A file of the shared public recordings; empty where they are not there.
QString publicPath(const char* relative)
{
    const std::filesystem::path path = sharedFolder() / "public" / relative;
    return std::filesystem::exists(path) ? QString::fromStdString(path.string()) : QString();
}

} // namespace

class CliReaders : public QObject
{
    Q_OBJECT

private slots:
    void readsPublicRecordings_data()
    {
        addRows<const char*, const char*>({
            {"a job of 2 x 4 ranks", "straggler_analysis/timeline-ST.json.gz",
             R"({"schedule_guess": "1f1b", "stages": 4, "microbatches": 4, "step": 1048})"},
            {"a job of 4 x 4 ranks", "straggler_analysis/timeline-AR.json.gz",
             R"({"schedule_guess": "1f1b", "stages": 4, "microbatches": 32, "step": 1238})"},
            {"Primus, 1F1B", "primus/pp8",
             R"({"schedule_guess": "1f1b", "stages": 8, "microbatches": 16, "step": 20})"},
            {"Primus, interleaved", "primus/pp8_vpp2",
             R"({"schedule_guess": "interleaved-1f1b", "stages": 16, "microbatches": 16, "step": 20})"},
        });
    }

    void readsPublicRecordings()
    {
        const auto& [recording, expected] = givenRow<const char*, const char*>();
        const QString path = publicPath(recording);
        if (path.isEmpty())
            QSKIP("the public recordings are not here");
        verifyHolds(succeed({"trace", "--json", path}).json(), expected);
        QVERIFY(succeed({"calibrate", path, "-o", "-"}).output.contains("pipeline-calibration/1"));
        QVERIFY(succeed({"compare", "--measured", path, "--json"}).json()["rows"].toArray().size() == 1);
    }

    void readsTheirOwnKind()
    {
        verifyHolds(succeed(QStringList{"trace", "--json"} + filesOf("timeline/dp2_pp2.json")).json(),
                    R"({"schedule_guess": "1f1b", "stages": 2, "microbatches": 3, "step": 9})");
        verifyHolds(
            succeed(QStringList{"trace", "--json", "--step", "1"} + filesOf("primus/interleaved")).json(),
            R"({"schedule_guess": "interleaved-1f1b", "stages": 4, "microbatches": 4, "step": 1})");
    }

    void calibratesRunsWithoutLabels_data()
    {
        addRows<const char*, const char*, int>({
            {"torch, 1F1B", "torch/1f1b_p4_m8", "1f1b", 4},
            {"Megatron, 1F1B", "megatron/1f1b_p4_m8", "1f1b", 4},
            {"Megatron, interleaved", "megatron/interleaved_p4_v2_m8", "interleaved-1f1b", 8},
            {"Megatron, overlapped", "megatron/interleaved_overlap_p4_v2_m8", "interleaved-1f1b", 8},
            {"DDP around torch", "torch_sliced/ddp_dp2_1f1b_p2_m4", "1f1b", 2},
        });
    }

    /// Stages of equal layers: their times are about the same, and a backward is twice a forward.
    void calibratesRunsWithoutLabels()
    {
        const auto& [recording, schedule, stages] = givenRow<const char*, const char*, int>();
        const auto runs = gpuRuns();
        if (std::find(runs.begin(), runs.end(), recording) == runs.end())
            QSKIP("the run is not here");
        QStringList files;
        for (const std::string& file : gpuFiles(recording))
            files << QString::fromStdString(file);
        const CliFolder folder;
        const CliRun run = folder.succeed(QStringList{"calibrate", "-o", "fitted.json"} + files);
        verifyContains(run.errors, {"warning: no labels: ", "are inferred from autograd"});
        const QJsonObject written = folder.json("fitted.json");
        const QJsonArray all = written["stages"].toArray();
        const auto medianOf = [](const QJsonValue& stage, const char* kind) {
            return stage.toObject()["ops"].toObject()[kind].toObject()["median"].toDouble();
        };
        QCOMPARE(all.size(), stages);
        const double forward = medianOf(all[0], "F");
        for (const QJsonValue stage : all)
            for (const auto& [kind, expected] : {std::pair("F", forward), std::pair("B", 2 * forward)}) {
                const double median = medianOf(stage, kind);
                QVERIFY2(median > expected / 2 && median < expected * 2, qPrintable(QString::number(median)));
            }
        QCOMPARE(written["warnings"].toArray()[0].toObject()["message"].toString(),
                 QString("the actions are inferred from autograd and messages"));
        folder.succeed({"simulate", schedule, "--ranks", QString::number(std::min(stages, 4)), "--costs",
                        "fitted.json"});
    }

    void refusesDevicesAtOnce_data()
    {
        addRows<QStringList, const char*>({
            {"trace", {"trace", "/dev/zero"}, "/dev/zero: no trace: it starts with 256 zero bytes"},
            {"calibrate",
             {"calibrate", "/dev/zero", "-o", "-"},
             "/dev/zero: no trace: it starts with 256 zero bytes"},
            {"validate",
             {"validate", "/dev/zero"},
             "cannot read /dev/zero: it holds no text: it starts with binary data"},
            {"costs",
             {"simulate", "1f1b", "--costs", "/dev/zero"},
             "cannot read /dev/zero: it holds no text: it starts with binary data"},
        });
    }

    void refusesDevicesAtOnce()
    {
        const auto& [words, expected] = givenRow<QStringList, const char*>();
        QCOMPARE(runCli(words).refusal(), QString(expected));
    }

    void answersAStrayMicrobatchAtOnce_data()
    {
        addRows<QStringList>({
            {"trace", {"trace", "FILE", "--json", "--actions"}},
            {"calibrate", {"calibrate", "FILE", "-o", "-"}},
            {"compare", {"compare", "--measured", "FILE"}},
            {"compare with a schedule", {"compare", "1f1b", "--measured", "FILE"}},
        });
    }

    void answersAStrayMicrobatchAtOnce()
    {
        QStringList words = std::get<0>(givenRow<QStringList>());
        QTemporaryDir folder;
        QByteArray events;
        for (int i = 0; i < 8; ++i)
            for (const char* kind : {"F", "B"})
                events += QStringLiteral(R"({"ph":"X","name":"PP:0%1%2","pid":1,"tid":1,"ts":%3,"dur":5},)")
                              .arg(QLatin1String(kind))
                              .arg(i)
                              .arg(20 * i + (*kind == 'B' ? 10 : 0))
                              .toUtf8();
        events += R"({"ph":"X","name":"PP:0F16777215","pid":1,"tid":1,"ts":200,"dur":5})";
        const QString path = folder.filePath("rank0.json");
        writeFile(path, "[" + events + "]");
        words.replaceInStrings("FILE", path);
        const CliRun run = runCli(words);
        QVERIFY(run.status == 0 || run.status == 2);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliReaders)
#include "cli_readers_test.moc"
