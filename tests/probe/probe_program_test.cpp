// SPDX-License-Identifier: Apache-2.0
// bubblescope-probe as it is run: what it writes, says, and how it ends.
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace bubblescope::test;

namespace {

QStringList eventsOf(const QByteArray& output)
{
    QStringList events;
    for (const QByteArray& line : output.split('\n'))
        if (!line.isEmpty())
            events << QJsonDocument::fromJson(line).object().value(QStringLiteral("event")).toString();
    return events;
}

} // namespace

class ProbeProgramTest : public QObject
{
    Q_OBJECT

private slots:
    void anEstimateIsWrittenAndSimulated()
    {
        const CliRun run =
            succeed({"--preset", "llama-3-8b", "--estimate", "h200", "--out", path("cal.json")});
        QCOMPARE(eventsOf(run.output), (QStringList{"hello", "result", "warning", "bye"}));
        QVERIFY(run.errors.contains(
            "Llama 3 8B on NVIDIA H200 (datasheet), 8192 tokens per microbatch (estimate)"));
        QProcess simulate;
        simulate.start(BUBBLESCOPE_SIMULATE,
                       {"simulate", "1f1b:ranks=8,microbatches=16", "--costs", path("cal.json"), "--json"});
        QVERIFY(simulate.waitForFinished(60000));
        QCOMPARE(simulate.exitCode(), 0);
        const QJsonObject told = QJsonDocument::fromJson(simulate.readAllStandardOutput()).object();
        QVERIFY(
            told.value(QStringLiteral("makespan")).toDouble() > 100000 ||
            told.value(QStringLiteral("metrics")).toObject().value(QStringLiteral("makespan")).toDouble() >
                100000);
    }

    void aLayoutTakesEveryKindOfLayer()
    {
        const CliRun run = succeed(
            {"--preset", "deepseek-v3", "--ep", "64", "--estimate", "h100", "--out", path("kinds.json")});
        for (const char* block : {"\nlayer ", "\nexpert ", "\nmtp ", "\nembedding ", "\nhead "})
            QVERIFY2(run.errors.contains(block), block);
        const auto makespanOf = [&](const QString& layout) {
            QProcess simulate;
            simulate.start(BUBBLESCOPE_SIMULATE, {"simulate", "1f1b:ranks=4,microbatches=8", "--costs",
                                                  path("kinds.json"), "--layout", layout, "--json"});
            if (!simulate.waitForFinished(60000) || simulate.exitCode() != 0)
                qFatal("%s", simulate.readAllStandardError().constData());
            // No key of the model is told to be of no use.
            if (simulate.readAllStandardError().contains("is not used"))
                qFatal("a key was not used");
            const QJsonObject told = QJsonDocument::fromJson(simulate.readAllStandardOutput()).object();
            return told.value(QStringLiteral("makespan")).toDouble();
        };
        // A prediction takes time.
        const double decoder = makespanOf(QStringLiteral("E|t|tt|L"));
        QVERIFY(decoder > 0);
        QVERIFY(makespanOf(QStringLiteral("E|t|tt|mL")) > decoder);
    }

    void aDashPrintsTheCalibration()
    {
        const CliRun run = succeed({"--preset", "gpt-3-175b", "--estimate", "a100", "--out", "-"});
        const QJsonObject file = run.json();
        QCOMPARE(file.value("schema").toString(), "pipeline-calibration/1");
        QCOMPARE(file.value("blocks").toArray().size(), 3);
        QCOMPARE(file.value("model").toObject().value("hidden").toInt(), 12288);
        QCOMPARE(file.value("producer").toObject().value("argv").toArray().size(), 6);
    }

    void aDryRunTellsThePlan()
    {
        const CliRun run = succeed({"--preset", "llama-3-70b", "--tp", "8", "--dry-run"});
        QCOMPARE(eventsOf(run.output), (QStringList{"hello", "plan", "bye"}));
        const QJsonObject plan = QJsonDocument::fromJson(run.output.split('\n')[1]).object();
        QVERIFY(plan.value("points").toInt() > 40);
        QVERIFY(plan.value("eta_s").toDouble() > 5);
        QVERIFY(run.errors.contains("as expected on NVIDIA H100 SXM"));
    }

    void listsAreComplete()
    {
        QVERIFY(runCli({"--list-gpus"}).output.contains("mi300x"));
        const QByteArray presets = runCli({"--list-presets"}).output;
        for (const char* key :
             {"gpt-3-175b", "llama-3-8b", "llama-3-70b", "llama-3-405b", "mixtral-8x7b-dense", "qwen2.5-72b",
              "2 of 8 experts of 14336", "8 of 256 experts of 2048 and 1 shared"})
            QVERIFY2(presets.contains(key), key);
        QCOMPARE(runCli({"--schema"}).json().value("$id").toString(), "pipeline-calibration-1");
        QVERIFY(runCli({"--version"}).output.startsWith("bubblescope-probe "));
        const QByteArray help = runCli({"--help"}).output;
        for (const char* option :
             {"--micro-batch", "--kv-heads", "--target-ci", "--require-idle", "--emulate", "--library-path"})
            QVERIFY2(help.contains(option), option);
    }

    void wrongUseEndsWithTwo_data()
    {
        addRows<QStringList, QByteArray>({
            {"unknown option", {"--hiddem", "4"}, "--hiddem"},
            {"no model", {"--estimate", "h200", "-o", "x.json"}, "hidden is missing from the model"},
            {"unknown preset", {"--preset", "llama", "--dry-run"}, "unknown model \"llama\""},
            {"unknown GPU",
             {"--preset", "llama-3-8b", "--estimate", "h900", "-o", "x.json"},
             "unknown device \"h900\": the known devices are a100, h100"},
            {"no file", {"--model", "nowhere.json", "--dry-run"}, "nowhere.json"},
            {"two models",
             {"--model", "a", "--preset", "b", "--dry-run"},
             "--model and --preset both describe a model"},
            {"no out", {"--preset", "llama-3-8b", "--estimate", "h200"}, "--out FILE is missing"},
            {"ops",
             {"--preset", "llama-3-8b", "--dry-run", "--ops", "F,X"},
             "--ops: unknown operation \"X\"; expected F, I, W, B, overlap, p2p, opt"},
            {"efficiency",
             {"--preset", "llama-3-8b", "--estimate", "h200", "-o", "-", "--gemm-efficiency", "80"},
             "the efficiency of gemm is 80; expected more than 0, at most 1"},
            {"flags of a measurement",
             {"--preset", "llama-3-8b", "--estimate", "h200", "-o", "x.json", "--emulate", "spin",
              "--require-idle", "--max-seconds", "9"},
             "--max-seconds, --require-idle, --emulate has no effect with --estimate, which measures "
             "nothing"},
            {"flags of an estimate",
             {"--preset", "llama-3-8b", "-o", "x.json", "--launch-us", "4"},
             "--launch-us has no effect without --estimate: times are measured"},
            {"experts",
             {"--preset", "llama-3-8b", "--top-k", "2", "--dry-run"},
             "top_k has no effect without experts"},
            {"no link",
             {"--preset", "llama-3-70b", "--tp", "8", "--with-collectives", "--estimate", R"(mine.json)",
              "-o", "x.json"},
             "Mine has no link to other devices, which with_collectives needs"},
            {"shape", {"--preset", "llama-3-8b", "--tp", "3", "--dry-run"}, "tp (3) must divide heads (32)"},
        });
    }

    void wrongUseEndsWithTwo()
    {
        const auto& [arguments, message] = givenRow<QStringList, QByteArray>();
        writeFile(path("mine.json"),
                  R"({"name": "Mine", "peak_tflops": 100, "memory_gbps": 1000, "sm_count": 64})");
        const CliRun run = m_folder.run(arguments);
        QCOMPARE(run.status, 2);
        QVERIFY2(run.errors.startsWith("bubblescope-probe: error: ") && run.errors.contains(message),
                 run.errors);
        QVERIFY(!QFile::exists(path("x.json")));
    }

    void wrongUseIsToldInEvents()
    {
        const CliRun run = runCli({"--preset", "llama-3-8b", "--hiddem", "4"});
        QCOMPARE(run.status, 2);
        QCOMPARE(eventsOf(run.output), (QStringList{"hello", "error", "bye"}));
        QVERIFY(run.output.contains("\"exit\":2"));
        // Unless the calibration is to be printed in their place.
        for (const QStringList& out :
             {QStringList{"-o", "-"}, QStringList{"--out=-"}, QStringList{"--out", "-"}})
            QCOMPARE(runCli(QStringList{"--hiddem", "4"} + out).output, QByteArray());
    }

    void anUnwritableFileEndsWithTen()
    {
        const CliRun run =
            runCli({"--preset", "llama-3-8b", "--estimate", "h200", "--out", path("none/such/cal.json")});
        QCOMPARE(run.status, 10);
        QCOMPARE(eventsOf(run.output), (QStringList{"hello", "error", "bye"}));
        QVERIFY(run.errors.contains("none/such/cal.json"));
    }

    void anUnwritableFileIsToldBeforeMeasuring()
    {
        // Also where nothing could be measured: what is wrong is said before a device is looked for.
        const CliRun run = runCli({"--preset", "llama-3-8b", "--out", path("none/such/cal.json")});
        QCOMPARE(run.status, 10);
        QCOMPARE(eventsOf(run.output), (QStringList{"hello", "error", "bye"}));
        QVERIFY(run.output.contains("not_writable") && run.errors.contains("none/such/cal.json"));
    }

    void aDryRunRefusesWhatMeasuringRefuses_data()
    {
        addRows<QStringList, int, QByteArray>({
            {"odd sizes in fp8",
             {"--dtype", "fp8", "--ffn", "14340"},
             26,
             "products in fp8 want sizes that are multiples of 16: ffn_in has 8192 rows of 4096 and gives "
             "28680"},
            {"experts in fp8",
             {"--dtype", "fp8", "--experts", "8", "--top-k", "2", "--seq", "2048"},
             0,
             "about "},
            {"an estimate in fp8", {"--dtype", "fp8", "--estimate", "h200"}, 0, "as expected on NVIDIA H200"},
            {"cuDNN in fp32",
             {"--attention", "cudnn", "--dtype", "fp32"},
             26,
             "--attention unfused or analytic"},
            {"bf16 gradients of fp32",
             {"--dtype", "fp32", "--grad-dtype", "bf16"},
             26,
             "gradients in bf16 are measured only with dtype bf16, not with fp32"},
            {"more than any device has",
             {"--micro-batch", "4096"},
             25,
             "GB of device memory, but AMD Instinct MI300X has 192 GB; seq 8192 with micro_batch "},
            {"more than the device has",
             {"--micro-batch", "8", "--estimate", "rtx4090"},
             25,
             "GB of device memory, but NVIDIA GeForce RTX 4090 has 24 GB; "},
            {"more than a common device has",
             {"--micro-batch", "8"},
             0,
             "GB of device memory, but NVIDIA H100 SXM has 80 GB; seq 8192 with micro_batch "},
        });
    }

    void aDryRunRefusesWhatMeasuringRefuses()
    {
        const auto& [arguments, status, message] = givenRow<QStringList, int, QByteArray>();
        const CliRun run = runCli(QStringList{"--preset", "llama-3-8b", "--dry-run"} + arguments);
        QCOMPARE(run.status, status);
        verifyContains(run.errors, {message});
        QCOMPARE(eventsOf(run.output).contains(QStringLiteral("error")), status != 0);
        QCOMPARE(eventsOf(run.output).last(), "bye");
    }

    void aDeviceIsKnownByWhatItsFileHolds()
    {
        const QByteArray device(
            R"({"name": "Mine", "peak_tflops": 100, "memory_gbps": 1000, "sm_count": 64, "memory_bytes": 48000000000})");
        for (const char* name : {"mine.json", "mine.txt", "mine"}) {
            writeFile(path(name), device);
            for (const QString& given : {path(name), QString::fromLatin1(name)}) {
                const CliRun run =
                    m_folder.succeed({"--preset", "llama-3-8b", "--estimate", given, "-o", "-"});
                QCOMPARE(run.json().value("device").toObject().value("name").toString(), "Mine (datasheet)");
            }
        }
        // A device of the table before a file of its name; a path is always a file.
        writeFile(path("h200"), device);
        QCOMPARE(m_folder.run({"--preset", "llama-3-8b", "--estimate", "h200", "-o", "-"})
                     .json()
                     .value("device")
                     .toObject()
                     .value("sm_count")
                     .toInt(),
                 132);
        const CliRun none = runCli({"--preset", "llama-3-8b", "--estimate", path("none"), "-o", "-"});
        QCOMPARE(none.status, 2);
        verifyContains(none.errors, {"cannot read " + path("none").toUtf8()});
    }

    void theEarlierFileStaysWhenTheNewOneFails()
    {
        writeFile(path("kept.json"), "earlier");
        QCOMPARE(
            runCli({"--preset", "llama-3-8b", "--tp", "3", "--estimate", "h200", "--out", path("kept.json")})
                .status,
            2);
        QCOMPARE(readFile(path("kept.json")), "earlier");
    }

    void aMixtureIsEstimatedFromFlagsAndFiles()
    {
        const QStringList estimating{"--estimate", "h200", "-o", "-"};
        const CliRun flags = runCli(QStringList{"--preset", "llama-3-8b", "--experts", "16", "--top-k", "4",
                                                "--expert-ffn", "2048", "--shared-experts", "1", "--ep", "4",
                                                "--dtype", "fp8", "--fp8-scaling", "block"} +
                                    estimating);
        const QJsonObject file = flags.json(), model = file["model"].toObject();
        verifyHolds(model["moe"].toObject(),
                    R"({"experts": 16, "top_k": 4, "expert_ffn": 2048, "shared_experts": 1, "ep": 4})");
        verifyHolds(model, R"({"dtype": "fp8", "fp8_scaling": "block"})");
        QCOMPARE(file["method"].toObject()["collectives"].toString(), "not included");
        const QJsonArray collectives = file["blocks"].toArray()[0].toObject()["collectives"].toArray();
        QCOMPARE(collectives.size(), 4);
        verifyHolds(
            collectives[0].toObject(),
            R"({"name": "permute", "op": "F", "kind": "all_to_all", "bytes": 268435456, "devices": 4})");
        verifyContains(flags.errors, {"experts are on 4 devices, without the way to them", ", fp8 0.65"});
        writeFile(path("moe.json"),
                  R"({"preset": "mixtral-8x7b", "moe": {"experts": 8, "top_k": 2}, "seq": 4096})");
        const CliRun read = runCli(QStringList{"--model", path("moe.json")} + estimating);
        QVERIFY(read.json()["model"].toObject()["moe"].isObject());
    }

    void communicationIsPartOfTheTimesWhereAsked()
    {
        const auto layer = [](const QStringList& more) {
            return runCli(
                       QStringList{"--preset", "llama-3-70b", "--tp", "8", "--estimate", "h200", "-o", "-"} +
                       more)
                .json();
        };
        const auto forward = [](const QJsonObject& file) {
            return file["blocks"]
                .toArray()[0]
                .toObject()["ops"]
                .toObject()["F"]
                .toObject()["median"]
                .toDouble();
        };
        const QJsonObject without = layer({}), with = layer({"--with-collectives"});
        QVERIFY(!without["method"].toObject().contains("collectives"));
        QVERIFY(!without["blocks"].toArray()[0].toObject().contains("collectives"));
        QCOMPARE(with["method"].toObject()["collectives"].toString(), "included");
        double told = 0;
        for (const QJsonValue& one : with["blocks"].toArray()[0].toObject()["collectives"].toArray())
            told += one.toObject()["op"].toString() == "F" ? one.toObject()["us"].toDouble() : 0;
        QVERIFY(told > 0 && std::abs(forward(with) - forward(without) - told) < 1e-6);
    }

    void flagsChangeAPreset()
    {
        const QJsonObject model =
            runCli({"--preset", "llama-3-8b", "--seq", "2048", "--no-gated", "--recompute", "full",
                    "--layers-per-stage", "8,8,8,8", "--dtype", "fp8", "--estimate", "h100", "-o", "-"})
                .json()
                .value("model")
                .toObject();
        verifyHolds(model, R"({"seq": 2048, "gated": false, "recompute": "full", "dtype": "fp8"})");
        QCOMPARE(model.value("layers_per_stage").toArray().size(), 4);
    }

    void theSameTwiceIsTheSame()
    {
        qputenv("SOURCE_DATE_EPOCH", "1700000000");
        const QStringList arguments{"--preset", "qwen2.5-72b", "--estimate", "b200", "-o", "-"};
        const CliRun first = succeed(arguments);
        QCOMPARE(runCli(arguments).output, first.output);
        QVERIFY(first.output.contains("2023-11-14T22:13:20Z"));
        qunsetenv("SOURCE_DATE_EPOCH");
    }

    void eagerAndCompiledDifferInTimesAndBytes()
    {
        const auto layerOf = [](const char* framework) {
            const QJsonObject file =
                runCli({"--preset", "llama-3-8b", "--framework", framework, "--estimate", "h200", "-o", "-"})
                    .json();
            const QString told = file.value("method").toObject().value("framework").toString();
            return told == QLatin1String(framework) ? file.value("blocks").toArray().first().toObject()
                                                    : QJsonObject();
        };
        const auto forward = [](const QJsonObject& layer) {
            return layer["ops"].toObject()["F"].toObject()["median"].toDouble();
        };
        const QJsonObject compiled = layerOf("compiled"), eager = layerOf("eager");
        QVERIFY(forward(eager) > 1.03 * forward(compiled));
        QCOMPARE(eager["memory"].toObject()["activation_f"].toDouble() -
                     compiled["memory"].toObject()["activation_f"].toDouble(),
                 2.0 * 8192 * 14336);
        const CliRun wrong = runCli({"--preset", "llama-3-8b", "--framework", "jax", "--dry-run"});
        QCOMPARE(wrong.status, 2);
        QVERIFY(wrong.errors.contains("\"jax\" is not a framework: expected compiled or eager"));
    }

    void pyTorchIsComparedWithACalibration()
    {
        succeed({"--preset", "llama-3-8b", "--estimate", "h200", "--out", path("own.json")});
        writeStandIn(
            path("torch"),
            "{\"torch\": \"2.11.0\", \"device\": \"NVIDIA H200\", \"frameworks\": {\"compiled\": {\"layer\": "
            "{\"F\": 5900.0, \"B\": 13000.0, \"activation\": 1292960768}}}}");
        const QStringList comparing{"compare-torch", "--preset",      "llama-3-8b",    "--python",
                                    path("torch"),   "--calibration", path("own.json")};
        const CliRun run = runCli(comparing + QStringList{"--out", path("both.json")});
        QVERIFY2(run.status == 0 || run.status == 3, run.errors.constData());
        verifyContains(run.errors, {"PyTorch 2.11.0", "compiled  layer  F", "5.900 ms", "1293.0 MB"});
        const QJsonArray rows =
            QJsonDocument::fromJson(readFile(path("both.json"))).object()["rows"].toArray();
        QCOMPARE(rows.size(), 3);
        QVERIFY(std::abs(rows[2].toObject()["ratio"].toDouble() - 1) < 1e-4);
        // The same, printed.
        QCOMPARE(runCli(comparing + QStringList{"-o", "-"}).json()["rows"].toArray(), rows);
    }

    void withoutPyTorchThereIsNothingToCompareWith_data()
    {
        addRows<QByteArray, int, QByteArray>({
            {"no module", "echo \"ModuleNotFoundError: No module named 'torch'\" >&2; exit 1", 24,
             "there is no PyTorch to compare with (ModuleNotFoundError: No module named 'torch')"},
            {"an error", "echo 'torch.OutOfMemoryError: CUDA out of memory' >&2; exit 1", 23,
             "PyTorch did not measure: torch.OutOfMemoryError: CUDA out of memory"},
            {"no times", "echo none", 23, "PyTorch's times:1:2: invalid JSON"},
        });
    }

    void withoutPyTorchThereIsNothingToCompareWith()
    {
        const auto& [script, status, message] = givenRow<QByteArray, int, QByteArray>();
        succeed({"--preset", "llama-3-8b", "--estimate", "h200", "--out", path("own.json")});
        writeFile(path("torch"), "#!/bin/sh\n" + script + "\n");
        QFile::setPermissions(path("torch"), QFile::ReadOwner | QFile::ExeOwner);
        const CliRun run = runCli({"compare-torch", "--preset", "llama-3-8b", "--python", path("torch"),
                                   "--calibration", path("own.json"), "--out", path("none.json")});
        QCOMPARE(run.status, status);
        QVERIFY2(run.errors.contains(message), run.errors.constData());
        QVERIFY(!QFile::exists(path("none.json")));
        QFile::setPermissions(path("torch"), QFile::ReadOwner | QFile::WriteOwner);
    }

private:
    /// A program in Python's place that prints this.
    static void writeStandIn(const QString& file, const QByteArray& printed)
    {
        writeFile(file, "#!/bin/sh\ncat <<'END'\n" + printed + "\nEND\n");
        QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    CliFolder m_folder;
    [[nodiscard]] QString path(const char* name) const
    {
        return m_folder.filePath(QString::fromLatin1(name));
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, ProbeProgramTest)
#include "probe_program_test.moc"
