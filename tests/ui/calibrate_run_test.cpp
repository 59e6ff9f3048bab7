// SPDX-License-Identifier: Apache-2.0
// Running bubblescope-probe: whatever it does, the run ends and says what happened and what to do.
#include "probe/plan/model_presets.h"
#include "tests/support/test_program.h"
#include "tests/ui/calibrate_support.h"
#include "ui/calibrate/device_list.h"
#include "ui/calibrate/layer_split.h"
#include "ui/calibrate/probe_program.h"
#include "ui/calibrate/probe_run.h"
#include "ui/calibrate/run_words.h"

#include <QSignalSpy>

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
        const Ended ended = runToEnd(run, m_probes.writing(measuredText()));
        QCOMPARE(ended.count, 1);
        QCOMPARE(ended.end.kind, ProbeEnd::Kind::Done);
        QCOMPARE(ended.end.text, measuredText());
        QVERIFY(ended.end.saidBye);
        QCOMPARE(ended.end.leftOut, std::size_t{0});
        // The same object runs again.
        QCOMPARE(runToEnd(run, m_probes.writing(measuredText("3"), 3)).end.words.headline,
                 QStringLiteral("Measured; some times are flagged, or parts are missing."));
    }

    void everyStatusSaysWhatToDo_data()
    {
        QTest::addColumn<int>("exit");
        QTest::addColumn<QString>("headline");
        QTest::addColumn<QString>("advice");
        const auto add = [](const char* name, int exit, const char* headline, const char* advice) {
            QTest::newRow(name) << exit << QString::fromUtf8(headline) << QString::fromUtf8(advice);
        };
        add("wrong arguments", 2, "The probe refused the model or an option.",
            "Change what it names, and measure again. If it names an option, the probe is of another version "
            "than this "
            "window.");
        add("not writable", 10, "The probe could not write its result.",
            "Make room in the folder for temporary files, and measure again.");
        add("built without CUDA", 19, "This bubblescope-probe was built without CUDA and cannot measure.",
            "Times are estimated from a datasheet. To measure, build the probe where nvcc is.");
        add("no driver", 20, "This machine has no NVIDIA driver.",
            "Times are estimated from a datasheet. To measure, install the driver, then look again.");
        add("driver too old", 21, "The NVIDIA driver is too old for this bubblescope-probe.",
            "Update the driver, or estimate.");
        add("no device", 22, "There is no such GPU on this machine.",
            "Times are estimated from a datasheet. Look again once there is a GPU.");
        add("CUDA error", 23, "The GPU reported an error.",
            "Measure again; if it comes back, other programs on that GPU will meet it too: restart the "
            "machine.");
        add("library missing", 24, "A library of CUDA is missing.",
            "Install it, or say under Libraries in which folder it is.");
        add("out of memory", 25, "The GPU has not enough free memory for this model.",
            "Take a smaller micro-batch or a shorter sequence, or share layers among more devices.");
        add("unsupported", 26, "The probe cannot measure this on that GPU.",
            "Choose another data type or GPU, or estimate.");
        add("busy", 27, "Other programs use this GPU.",
            "End them, choose another GPU, or do not ask for an idle one.");
        add("time limit", 28, "The time was up before everything had been measured once.",
            "Allow more seconds, or choose Quick.");
        add("unknown", 77, "The probe ended with status 77, which it should not.",
            "Is that program a bubblescope-probe? Run it in a terminal to see what it says.");
        add("not found by its loader", 127, "The probe ended with status 127, which it should not.",
            "Is that program a bubblescope-probe? Run it in a terminal to see what it says.");
    }

    void everyStatusSaysWhatToDo()
    {
        QFETCH(int, exit);
        ProbeRun run;
        const Ended ended =
            runToEnd(run, m_probes.write("echo 'bubblescope-probe: error: the reason' >&2\nexit " +
                                         QByteArray::number(exit)));
        QCOMPARE(ended.end.kind, ProbeEnd::Kind::Failed);
        QTEST(ended.end.words.headline, "headline");
        QTEST(ended.end.words.advice, "advice");
        QCOMPARE(ended.end.detail, QStringLiteral("the reason"));
        QVERIFY(ended.end.text.empty());
    }

    void misbehaving_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("headline");
        QTest::addColumn<QString>("detail");
        const QString noResult = QStringLiteral("The probe left no result that can be read.");
        const int failed = int(ProbeEnd::Kind::Failed);
        QTest::newRow("says nothing and leaves nothing")
            << QByteArray("exit 0") << failed << noResult << QString();
        QTest::newRow("an empty file")
            << QByteArray(": > \"$OUT\"; exit 0") << failed << noResult << QString();
        QTest::newRow("a folder for a file")
            << QByteArray("mkdir \"$OUT\"; exit 0") << failed << noResult << QString();
        QTest::newRow("crash") << QByteArray("echo gone >&2; kill -SEGV $$") << failed
                               << QStringLiteral("The probe crashed. Nothing was measured.")
                               << QStringLiteral("gone");
        QTest::newRow("ended by someone")
            << QByteArray("kill -KILL $$") << failed
            << QStringLiteral("The probe crashed. Nothing was measured.") << QString();
        QTest::newRow("garbage and no bye, but a result")
            << QByteArray(
                   "head -c 300000 /dev/urandom\nprintf '{\"event\":\"progress\",\"done\":1,'\nsleep 0.2\n"
                   "printf '\"total\":5}\\nnonsense\\n'\nprintf x > \"$OUT\"")
            << int(ProbeEnd::Kind::Done) << QStringLiteral("Measured.") << QString();
        QTest::newRow("a line without an end")
            << QByteArray("head -c 30000000 /dev/zero | tr '\\0' a; exit 28") << failed
            << QStringLiteral("The time was up before everything had been measured once.") << QString();
        QTest::newRow("floods standard error")
            << QByteArray("yes noise | head -c 20000000 >&2; printf '\\nlast \\001word\\n' >&2; exit 23")
            << failed << QStringLiteral("The GPU reported an error.")
            << QString::fromUtf8("last \xEF\xBF\xBDword");
        QTest::newRow("its own words come before its noise")
            << QByteArray("echo '{\"v\":1,\"event\":\"error\",\"t\":1,\"code\":\"x\",\"message\":\"seq 2048 "
                          "would fit\",\"exit\":25}'\n"
                          "echo noise >&2; exit 25")
            << failed << QStringLiteral("The GPU has not enough free memory for this model.")
            << QStringLiteral("seq 2048 would fit");
        QTest::newRow("stops by itself") << QByteArray("exit 130") << int(ProbeEnd::Kind::Stopped)
                                         << QStringLiteral("Stopped. Nothing was measured.") << QString();
    }

    void misbehaving()
    {
        QFETCH(QByteArray, script);
        QFETCH(int, kind);
        ProbeRun run;
        const Ended ended = runToEnd(run, m_probes.write(script + '\n'));
        QCOMPARE(ended.count, 1);
        QCOMPARE(int(ended.end.kind), kind);
        QTEST(ended.end.words.headline, "headline");
        QTEST(ended.end.detail, "detail");
        QVERIFY(!ended.end.saidBye);
    }

    void cancelAsksFirst()
    {
        ProbeRun run;
        run.setPatience(60000);
        ProbeEnd end;
        connect(&run, &ProbeRun::ended, this, [&](const ProbeEnd& told) { end = told; });
        run.start(m_probes.write("trap 'exit 130' TERM\necho '{\"event\":\"plan\",\"points\":7}'\nwhile :; "
                                 "do sleep 0.05; done\n"),
                  [](const QString& out) { return QStringList{out}; });
        QTRY_COMPARE_WITH_TIMEOUT(run.progress().total, std::size_t{7}, 30000);
        run.stop();
        QVERIFY(run.progress().isStopping);
        QCOMPARE(progressText(run.progress()), QStringLiteral("Stopping…"));
        QTRY_VERIFY_WITH_TIMEOUT(!run.isRunning(), 30000);
        QCOMPARE(end.kind, ProbeEnd::Kind::Stopped);
        QCOMPARE(end.words.headline, QStringLiteral("Stopped. Nothing was measured."));
    }

    void aHangIsEnded()
    {
        ProbeRun run;
        run.setPatience(200);
        ProbeEnd end;
        connect(&run, &ProbeRun::ended, this, [&](const ProbeEnd& told) { end = told; });
        run.start(
            m_probes.write(
                "trap '' TERM\necho '{\"event\":\"plan\",\"points\":7}'\nwhile :; do sleep 0.05; done\n"),
            [](const QString& out) { return QStringList{out}; });
        QTRY_COMPARE_WITH_TIMEOUT(run.progress().total, std::size_t{7}, 30000);
        run.stop();
        run.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!run.isRunning(), 30000);
        QCOMPARE(end.kind, ProbeEnd::Kind::Stopped);
        QCOMPARE(end.words.headline,
                 QStringLiteral("The probe did not stop when asked to and was ended. Nothing was measured."));
    }

    void progressIsTold()
    {
        ProbeRun run;
        QSignalSpy progressed(&run, &ProbeRun::progressed);
        run.start(
            m_probes.write(
                "echo '{\"event\":\"plan\",\"points\":81,\"eta_s\":20}'\n"
                "echo '{\"event\":\"point\",\"name\":\"layer.F\",\"median_us\":2765.25,\"rel_ci\":0.004}'\n"
                "echo '{\"event\":\"progress\",\"done\":12,\"total\":81,\"phase\":\"operations\","
                "\"point\":\"layer.I\",\"eta_s\":8.2}'\nsleep 60\n"),
            [](const QString& out) { return QStringList{out}; });
        QTRY_COMPARE_WITH_TIMEOUT(run.progress().done, std::size_t{12}, 30000);
        QTRY_VERIFY(!progressed.isEmpty());
        QCOMPARE(progressText(run.progress()), QStringLiteral("layer.I · 12 of 81 · about 9 s left"));
        QCOMPARE(run.progress().lastTime, QStringLiteral("layer.F 2,765.3 µs ± 0.4 %"));
    }

    void silenceIsTold()
    {
        ProbeProgress progress;
        QCOMPARE(progressText(progress), QStringLiteral("Starting…"));
        progress.total = 5;
        progress.silentForMs = 12'000;
        QCOMPARE(progressText(progress), QStringLiteral("No word from the probe for 12 s"));
    }

    void theEndOfTheObjectEndsTheProgram()
    {
        const QString mark = m_probes.path(QStringLiteral("still-there"));
        {
            ProbeRun run;
            run.start(
                m_probes.write("trap '' TERM\necho '{\"event\":\"plan\",\"points\":7}'\nsleep 1\ntouch '" +
                               mark.toUtf8() + "'\n"),
                [](const QString& out) { return QStringList{out}; });
            QTRY_COMPARE_WITH_TIMEOUT(run.progress().total, std::size_t{7}, 30000);
        }
        QTest::qWait(1500);
        QVERIFY(!QFile::exists(mark));
    }

    void devices_data()
    {
        QTest::addColumn<QByteArray>("devices");
        QTest::addColumn<QString>("found");
        QTest::addColumn<QString>("headline");
        QTest::newRow("one") << QByteArray("0  NVIDIA H200  132 SMs  141 GB")
                             << "0|NVIDIA H200|132 SMs, 141 GB|141"
                             << "";
        QTest::newRow("some, and noise")
            << QByteArray("a warning\n0  A  1 SMs  2 GB\n\n1  B\nx  C") << "0|A|1 SMs, 2 GB|2 1|B||0"
            << "";
        QTest::newRow("nothing said") << QByteArray("") << ""
                                      << "There is no such GPU on this machine.";
        QTest::newRow("built without CUDA")
            << QByteArray("exit 19") << ""
            << "This bubblescope-probe was built without CUDA and cannot measure.";
        QTest::newRow("no driver") << QByteArray("exit 20") << ""
                                   << "This machine has no NVIDIA driver.";
        QTest::newRow("no device") << QByteArray("exit 22") << ""
                                   << "There is no such GPU on this machine.";
    }

    void devices()
    {
        QFETCH(QByteArray, devices);
        DeviceList list;
        list.ask(m_probes.write("exit 1\n", devices));
        QTRY_VERIFY_WITH_TIMEOUT(!list.isAsking(), 30000);
        QStringList found;
        for (const ProbeDevice& device : list.devices())
            found << QStringLiteral("%1|%2|%3|%4")
                         .arg(device.index)
                         .arg(device.name, device.details)
                         .arg(device.memoryGigabytes);
        QTEST(found.join(QLatin1Char(' ')), "found");
        QTEST(list.problem().headline, "headline");
        QCOMPARE(list.problem().advice.isEmpty(), !list.devices().empty());
    }

    void aProbeThatDoesNotAnswerIsLeft()
    {
        DeviceList list;
        list.setPatience(150);
        list.ask(m_probes.write("exit 1\n", "exit $(sleep 30)"));
        QVERIFY(list.isAsking());
        QTRY_VERIFY_WITH_TIMEOUT(!list.isAsking(), 20000);
        QCOMPARE(list.problem().headline, QStringLiteral("The probe does not say which GPUs there are."));
        list.ask({});
        QCOMPARE(list.problem().headline, QStringLiteral("bubblescope-probe was not found."));
        list.ask(m_probes.path(QStringLiteral("none")));
        QTRY_VERIFY(!list.isAsking());
        QCOMPARE(list.problem().headline,
                 QStringLiteral("%1 could not be started.").arg(m_probes.path(QStringLiteral("none"))));
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
        QCOMPARE(probeArguments(shape, options, QStringLiteral("/tmp/a b.json")).join(QLatin1Char('\n')),
                 QStringLiteral(
                     "--out=/tmp/a b.json\n--device=1\n--name=GPT-3 "
                     "175B\n--hidden=12288\n--ffn=49152\n--heads=96\n"
                     "--kv-heads=96\n--head-dim=128\n--seq=2048\n--micro-batch=1\n--vocab=50257\n--tp=1\n"
                     "--layers-per-stage=4,4,3\n--no-gated\n--causal\n--bias\n--tied-embedding\n"
                     "--recompute=none\n--dtype=bf16\n--grad-dtype=fp32\n--ops=F,I,W,B,overlap,p2p\n"
                     "--target-ci=0.01\n--max-seconds=120\n--attention=auto\n--quick"));
    }

    void layersAreSplit_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<uint>("stages");
        QTest::addColumn<QString>("split");
        QTest::newRow("evenly") << 32 << 8U << "4";
        QTest::newRow("the middle takes what is left over") << 126 << 8U << "15, 16, 16, 16, 16, 16, 16, 15";
        QTest::newRow("one more than the middle has") << 7 << 4U << "2, 2, 2, 1";
        QTest::newRow("two stages") << 5 << 2U << "3, 2";
        QTest::newRow("more stages than layers") << 2 << 4U << "0, 1, 1, 0";
        QTest::newRow("one stage") << 5 << 1U << "5";
        QTest::newRow("none") << 0 << 3U << "0";
    }

    void layersAreSplit()
    {
        QFETCH(int, layers);
        QFETCH(uint, stages);
        const std::vector<std::int64_t> split = splitLayers(layers, stages);
        QTEST(layersText(split), "split");
        QCOMPARE(layerSum(split, stages), std::int64_t{layers});
        QCOMPARE(layersText(*layersFrom(layersText(split), stages)), layersText(split));
        QCOMPARE(layersFrom(QStringLiteral("1, 2, 3, 4, 5"), 3).error().message.text(),
                 std::string("5 values for 3 stages: give one for all, or 3"));
    }

    void durations()
    {
        QCOMPARE(durationText(0), QStringLiteral("0 s"));
        QCOMPARE(durationText(8.2), QStringLiteral("9 s"));
        QCOMPARE(durationText(125), QStringLiteral("2 min 5 s"));
        QCOMPARE(durationText(1e300), QStringLiteral("very long"));
    }

private:
    struct Ended
    {
        int count = 0;
        ProbeEnd end;
    };
    static Ended runToEnd(ProbeRun& run, const QString& program)
    {
        Ended ended;
        QObject context;
        connect(&run, &ProbeRun::ended, &context, [&](const ProbeEnd& end) {
            ++ended.count;
            ended.end = end;
        });
        run.start(program, [](const QString& out) { return QStringList{QStringLiteral("--out=") + out}; });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(ended.count > 0 && !run.isRunning(), 60000); }();
        QTest::qWait(20);
        return ended;
    }

    FakeProbes m_probes;
};

BUBBLESCOPE_TEST_WITH(QApplication, CalibrateRunTest)
#include "calibrate_run_test.moc"
