// SPDX-License-Identifier: Apache-2.0
// Running bubblescope-probe: whatever it does, the run ends and says what happened and what to do.
#include "probe/plan/model_presets.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/calibrate_support.h"
#include "ui/calibrate/device_list.h"
#include "ui/calibrate/layer_split.h"
#include "ui/calibrate/probe_program.h"
#include "ui/calibrate/probe_run.h"
#include "ui/calibrate/run_words.h"

#include <csignal>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class CalibrateRunTest : public QObject
{
    Q_OBJECT

private slots:
    void aGoodOneLeavesItsResult()
    {
        ProbeRun run;
        const ProbeEnd end = runToEnd(run, m_probes.writing(measuredText()));
        QCOMPARE(end.kind, ProbeEnd::Kind::Done);
        QCOMPARE(end.text, measuredText());
        QVERIFY(end.saidBye);
        QCOMPARE(end.leftOut, std::size_t{0});
        // The same object runs again.
        QCOMPARE(runToEnd(run, m_probes.writing(measuredText("3"), 3)).words.headline,
                 "Measured; some times are flagged, or parts are missing.");
    }

    void everyStatusSaysWhatToDo_data()
    {
        addRows<int, QString, QString>({
            {"wrong arguments", 2, "The probe rejected the model or an option.",
             "Correct it and measure again. If the message names an option, the probe and this window have "
             "different versions."},
            {"not writable", 10, "The probe could not write its result.",
             "Free some space in the folder for temporary files, and measure again."},
            {"built without CUDA", 19, "This bubblescope-probe was built without CUDA and cannot measure.",
             "Times are estimated from a datasheet. To measure, build the probe on a machine with nvcc."},
            {"no driver", 20, "This machine has no NVIDIA driver.",
             "Times are estimated from a datasheet. To measure, install the driver, then check again."},
            {"driver too old", 21, "The NVIDIA driver is too old for this bubblescope-probe.",
             "Update the driver, or estimate."},
            {"no device", 22, "This machine has no such GPU.",
             "Times are estimated from a datasheet. Check again when there is a GPU."},
            {"CUDA error", 23, "The GPU reported an error.",
             "Measure again. If the error returns, it also affects other programs on that GPU: restart the "
             "machine."},
            {"library missing", 24, "A CUDA library is missing.",
             "Install it, or enter its folder under Libraries."},
            {"out of memory", 25, "The GPU has not enough free memory for this model.",
             "Use a smaller microbatch or a shorter sequence, or share layers among more devices."},
            {"unsupported", 26, "The probe cannot measure this on that GPU.",
             "Choose another data type or GPU, or estimate."},
            {"busy", 27, "Other programs use this GPU.",
             "Close them, choose another GPU, or turn off \"Only an idle GPU\"."},
            {"time limit", 28, "The time limit was reached before everything had been measured once.",
             "Allow more seconds, or choose Quick."},
            {"unknown", 77, "The probe ended with the unexpected status 77.",
             "Is that program a bubblescope-probe? Run it in a terminal to see its messages."},
            {"not found by its loader", 127, "The probe ended with the unexpected status 127.",
             "Is that program a bubblescope-probe? Run it in a terminal to see its messages."},
        });
    }

    void everyStatusSaysWhatToDo()
    {
        const auto& [exit, headline, advice] = givenRow<int, QString, QString>();
        const ProbeEnd end =
            endOf("echo 'bubblescope-probe: error: the reason' >&2\nexit " + QByteArray::number(exit));
        QCOMPARE(end.kind, ProbeEnd::Kind::Failed);
        QCOMPARE(end.words.headline, headline);
        QCOMPARE(end.words.advice, advice);
        QCOMPARE(end.detail, "the reason");
        QVERIFY(end.text.empty());
    }

    void misbehaving_data()
    {
        const QString noResult = "The probe left no readable result.";
        const auto failed = ProbeEnd::Kind::Failed;
        addRows<QByteArray, ProbeEnd::Kind, QString, QString>({
            {"says nothing and leaves nothing", "exit 0", failed, noResult, ""},
            {"an empty file", ": > \"$OUT\"; exit 0", failed, noResult, ""},
            {"a folder for a file", "mkdir \"$OUT\"; exit 0", failed, noResult, ""},
            {"crash", "echo gone >&2; kill -SEGV $$", failed, "The probe crashed. Nothing was measured.",
             "gone"},
            {"ended by someone", "kill -KILL $$", failed, "The probe crashed. Nothing was measured.", ""},
            {"garbage and no bye, but a result",
             "head -c 300000 /dev/urandom\nprintf '{\"event\":\"progress\",\"done\":1,'\nsleep 0.2\n"
             "printf '\"total\":5}\\nnonsense\\n'\nprintf x > \"$OUT\"",
             ProbeEnd::Kind::Done, "Measured.", ""},
            {"a line without an end", "head -c 30000000 /dev/zero | tr '\\0' a; exit 28", failed,
             "The time limit was reached before everything had been measured once.", ""},
            {"floods standard error",
             "yes noise | head -c 20000000 >&2; printf '\\nlast \\001word\\n' >&2; exit 23", failed,
             "The GPU reported an error.", "last \xEF\xBF\xBDword"},
            {"its own words come before its noise",
             "echo '{\"v\":1,\"event\":\"error\",\"t\":1,\"code\":\"x\",\"message\":\"seq 2048 "
             "would fit\",\"exit\":25}'\n"
             "echo noise >&2; exit 25",
             failed, "The GPU has not enough free memory for this model.", "seq 2048 would fit"},
            {"stops by itself", "exit 130", ProbeEnd::Kind::Stopped, "Stopped. Nothing was measured.", ""},
        });
    }

    void misbehaving()
    {
        const auto& [script, kind, headline, detail] =
            givenRow<QByteArray, ProbeEnd::Kind, QString, QString>();
        const ProbeEnd end = endOf(script + '\n');
        QCOMPARE(end.kind, kind);
        QCOMPARE(end.words.headline, headline);
        QCOMPARE(end.detail, detail);
        QVERIFY(!end.saidBye);
    }

    void stopping_data()
    {
        addRows<int, QByteArray, int, QString>({
            {"asks first", 60000, "exit 130", 1, "Stopped. Nothing was measured."},
            {"ends what hangs", 200, "", 2,
             "The probe did not stop when asked, so it was killed. Nothing was measured."},
        });
    }

    void stopping()
    {
        const auto& [patience, onTerm, times, headline] = givenRow<int, QByteArray, int, QString>();
        ProbeRun run;
        run.setPatience(patience);
        const auto end = endsOf(run);
        startPlanned(run, "trap '" + onTerm + "' TERM\n", "while :; do sleep 0.05; done\n");
        for (int i = 0; i < times; ++i)
            run.stop();
        QVERIFY(run.progress().isStopping);
        QCOMPARE(progressText(run.progress()), "Stopping…");
        QTRY_VERIFY_WITH_TIMEOUT(!run.isRunning(), 30000);
        QCOMPARE(end->at(0).kind, ProbeEnd::Kind::Stopped);
        QCOMPARE(end->at(0).words.headline, headline);
    }

    void progressIsReported()
    {
        ProbeRun run;
        QSignalSpy progressed(&run, &ProbeRun::progressed);
        start(run,
              m_probes.write(
                  "echo '{\"event\":\"plan\",\"points\":81,\"eta_s\":20}'\n"
                  "echo '{\"event\":\"point\",\"name\":\"layer.F\",\"median_us\":2765.25,\"rel_ci\":0.004}'\n"
                  "echo '{\"event\":\"progress\",\"done\":12,\"total\":81,\"phase\":\"operations\","
                  "\"point\":\"layer.I\",\"eta_s\":8.2}'\nsleep 60\n"));
        QTRY_COMPARE_WITH_TIMEOUT(run.progress().done, std::size_t{12}, 30000);
        QTRY_VERIFY(!progressed.isEmpty());
        QCOMPARE(progressText(run.progress()), "layer.I · 12 of 81 · about 9 s left");
        QCOMPARE(run.progress().lastTime, "layer.F 2.765 ms ± 0.4 %");
    }

    void silenceIsReported()
    {
        ProbeProgress progress;
        QCOMPARE(progressText(progress), "Starting…");
        progress.total = 5;
        progress.silentForMs = 12'000;
        QCOMPARE(progressText(progress), "The probe has not reported for 12 s");
    }

    void theEndOfTheObjectEndsTheProgram()
    {
        const QString mark = m_probes.path("still-there");
        const QString number = m_probes.path("process");
        {
            ProbeRun run;
            startPlanned(run, "trap '' TERM\necho $$ > '" + number.toUtf8() + "'\n",
                         "sleep 1\ntouch '" + mark.toUtf8() + "'\n");
        }
        QFile file(number);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const pid_t process = file.readAll().trimmed().toInt();
        QVERIFY(process > 0);
        QTRY_VERIFY(::kill(process, 0) != 0);
        QVERIFY(!QFile::exists(mark));
    }

    void devices_data()
    {
        addRows<QByteArray, QString, QString>({
            {"one", "0  NVIDIA H200  132 SMs  141 GB", "0|NVIDIA H200|132 SMs, 141 GB|141", ""},
            {"some, and noise", "a warning\n0  A  1 SMs  2 GB\n\n1  B\nx  C", "0|A|1 SMs, 2 GB|2 1|B||0", ""},
            {"nothing said", "", "", "This machine has no such GPU."},
            {"built without CUDA", "exit 19", "",
             "This bubblescope-probe was built without CUDA and cannot measure."},
            {"no driver", "exit 20", "", "This machine has no NVIDIA driver."},
            {"no device", "exit 22", "", "This machine has no such GPU."},
        });
    }

    void devices()
    {
        const auto& [devices, found, headline] = givenRow<QByteArray, QString, QString>();
        DeviceList list;
        list.ask(m_probes.write("exit 1\n", devices));
        QTRY_VERIFY_WITH_TIMEOUT(!list.isAsking(), 30000);
        QStringList all;
        for (const ProbeDevice& device : list.devices())
            all << QStringLiteral("%1|%2|%3|%4")
                       .arg(device.index)
                       .arg(device.name, device.details)
                       .arg(device.memoryGigabytes);
        QCOMPARE(all.join(' '), found);
        QCOMPARE(list.problem().headline, headline);
        QCOMPARE(list.problem().advice.isEmpty(), !list.devices().empty());
    }

    void aProbeThatDoesNotAnswerIsLeft()
    {
        DeviceList list;
        list.setPatience(150);
        list.ask(m_probes.write("exit 1\n", "exit $(sleep 30)"));
        QVERIFY(list.isAsking());
        QTRY_VERIFY_WITH_TIMEOUT(!list.isAsking(), 20000);
        QCOMPARE(list.problem().headline, "The probe does not list the GPUs.");
        list.ask({});
        QCOMPARE(list.problem().headline, "bubblescope-probe was not found.");
        list.ask(m_probes.path("none"));
        QTRY_VERIFY(!list.isAsking());
        QCOMPARE(list.problem().headline,
                 QStringLiteral("%1 could not be started.").arg(m_probes.path("none")));
    }

    void theCommandLineSaysTheWholeModel()
    {
        const auto preset = probe::findPreset("gpt-3-175b");
        QVERIFY(preset.has_value());
        probe::ModelShape shape = preset->shape;
        shape.layersPerStage = {4, 4, 3};
        MeasureOptions options;
        options.device = 1;
        options.quick = true;
        options.optimizer = false;
        QCOMPARE(probeArguments(shape, options, "/tmp/a b.json").join(QLatin1Char('\n')),
                 "--out=/tmp/a b.json\n--device=1\n--name=GPT-3 "
                 "175B\n--hidden=12288\n--ffn=49152\n--heads=96\n"
                 "--kv-heads=96\n--head-dim=128\n--seq=2048\n--micro-batch=1\n--vocab=50257\n--tp=1\n"
                 "--layers-per-stage=4,4,3\n--no-gated\n--causal\n--bias\n--tied-embedding\n"
                 "--recompute=none\n--dtype=bf16\n--grad-dtype=fp32\n--ops=F,I,W,B,overlap,p2p\n"
                 "--target-ci=0.01\n--max-seconds=120\n--attention=auto\n--quick");
    }

    void theCommandLineSaysExpertsAndFp8()
    {
        probe::ModelShape shape = probe::findPreset("deepseek-v3")->shape;
        shape.expertParallel = 64;
        shape.dataType = probe::DataType::Fp8;
        shape.fp8Scaling = probe::Fp8Scaling::Block;
        shape.withCollectives = true;
        const QStringList said = probeArguments(shape, {}, "/tmp/a.json");
        for (const char* argument : {"--experts=256", "--top-k=8", "--expert-ffn=2048", "--shared-experts=1",
                                     "--ep=64", "--dtype=fp8", "--fp8-scaling=block", "--with-collectives"})
            QVERIFY2(said.contains(QLatin1String(argument)), argument);
        QVERIFY(!said.contains(QStringLiteral("--sequence-parallel")));
    }

    void layersAreSplit_data()
    {
        addRows<int, uint, QString>({
            {"evenly", 32, 8U, "4"},
            {"the middle takes what is left over", 126, 8U, "15, 16, 16, 16, 16, 16, 16, 15"},
            {"one more than the middle has", 7, 4U, "2, 2, 2, 1"},
            {"two stages", 5, 2U, "3, 2"},
            {"more stages than layers", 2, 4U, "0, 1, 1, 0"},
            {"one stage", 5, 1U, "5"},
            {"none", 0, 3U, "0"},
        });
    }

    void layersAreSplit()
    {
        const auto& [layers, stages, expected] = givenRow<int, uint, QString>();
        const std::vector<std::int64_t> split = splitLayers(layers, stages);
        QCOMPARE(layersText(split), expected);
        QCOMPARE(layerSum(split, stages), std::int64_t{layers});
        QCOMPARE(layersText(*layersFrom(layersText(split), stages)), layersText(split));
        QCOMPARE(layersFrom("1, 2, 3, 4, 5", 3).error().message.text(),
                 std::string("5 values for 3 stages: give one for all, or 3"));
    }

    void durations()
    {
        QCOMPARE(durationText(0), "0 s");
        QCOMPARE(durationText(8.2), "9 s");
        QCOMPARE(durationText(125), "2 min 5 s");
        QCOMPARE(durationText(1e300), "very long");
    }

private:
    static void start(ProbeRun& run, const QString& program)
    {
        run.start(program, [](const QString& out) { return QStringList{QStringLiteral("--out=") + out}; });
    }
    /// Starts a program that says its plan between these, and waits for that.
    void startPlanned(ProbeRun& run, const QByteArray& before, const QByteArray& after)
    {
        start(run, m_probes.write(before + "echo '{\"event\":\"plan\",\"points\":7}'\n" + after));
        QTRY_COMPARE_WITH_TIMEOUT(run.progress().total, std::size_t{7}, 30000);
    }
    /// What a run says from now on of how it ended.
    static std::shared_ptr<QList<ProbeEnd>> endsOf(ProbeRun& run)
    {
        auto ends = std::make_shared<QList<ProbeEnd>>();
        connect(&run, &ProbeRun::ended, &run, [ends](const ProbeEnd& end) { ends->append(end); });
        return ends;
    }
    /// It ends once.
    static ProbeEnd runToEnd(ProbeRun& run, const QString& program)
    {
        const auto ends = endsOf(run);
        start(run, program);
        [&] {
            QTRY_VERIFY_WITH_TIMEOUT(!ends->isEmpty() && !run.isRunning(), 60000);
            QCoreApplication::processEvents();
            QCOMPARE(ends->size(), 1);
        }();
        return ends->value(0);
    }
    ProbeEnd endOf(const QByteArray& script)
    {
        ProbeRun run;
        return runToEnd(run, m_probes.write(script));
    }

    FakeProbes m_probes;
};

BUBBLESCOPE_TEST_WITH(QApplication, CalibrateRunTest)
#include "calibrate_run_test.moc"
