// SPDX-License-Identifier: Apache-2.0
// Cost files and calibrations on the command line, limits and factors.
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QJsonArray>

using namespace bubblescope::test;

namespace {

const QString kExample = QStringLiteral(BUBBLESCOPE_DATA "/calibration/estimate_h200.json");
const char kBlocks[] = R"({"format": "bubblescope-costs", "version": 1, "layers_per_stage": 2,
    "blocks": {"layer": {"F": 1, "I": 1, "W": 1}}})";
const char kStandIns[] = "bubblescope-cli: warning: %1: its transfers stay within one device instead of "
                         "connecting two: they are not used, so transfers cost nothing\n";

double makespan(const QStringList& arguments, const QString& folder = {})
{
    const CliRun run = runCli(QStringList{"simulate"} + arguments + QStringList{"--json"}, {}, folder);
    return run.status == 0 ? run.json()["makespan"].toDouble() : -1;
}

} // namespace

class CliCostsFilesTest : public QObject
{
    Q_OBJECT

private slots:
    void timesACalibration()
    {
        // 4 layers a stage on 2 ranks, 2 microbatches of 1F1B: (m + p - 1)(F + B).
        const double expected = 3 * 4 * (2765.2 + 3157.2 + 2340.8);
        const CliRun run =
            succeed({"simulate", "1f1b:ranks=2,microbatches=2", "--costs", kExample, "--json"});
        QCOMPARE(run.json()["time_unit"].toString(), "us");
        QVERIFY(qAbs(run.json()["makespan"].toDouble() - expected) < 1e-6);
        const double sent = 10 + 33554432 / 4300e3;
        const double withTransfers =
            makespan({"1f1b:ranks=2,microbatches=2", "--costs", kExample, "--stand-in-transfers", "--quiet"});
        // Forward to the last rank and back; the one-forward-one-backward in between waits for a return trip.
        QVERIFY(withTransfers > expected + 2 * sent - 1e-6);
        QVERIFY(withTransfers < expected + 6 * sent);
    }

    void takesMicrobatchesOfUnequalLength()
    {
        const QString order("gpipe:ranks=1,microbatches=3");
        const QStringList few{order, "--forward", "1", "--backward", "1"};
        QCOMPARE(makespan(few + QStringList{"--microbatch-times", "1,0.5,3"}), 9.0);
        QCOMPARE(makespan(few + QStringList{"--microbatch-lengths", "1,0.5,3", "--attention-share", "1"}),
                 2 * (1 + 0.25 + 9));
        QCOMPARE(makespan(few + QStringList{"--attention-share", "0.5", "--sequence-slices", "3"}),
                 2 * (1 + 2 + 3.0));
        QTemporaryDir folder;
        writeFile(folder.filePath("l.txt"), "# lengths\n1, 0.5\n3\n");
        QCOMPARE(makespan(few + QStringList{"--microbatch-lengths", "l.txt"}, folder.path()), 9.0);
        // A document keeps them.
        succeed(QStringList{"generate"} + few +
                    QStringList{"--microbatch-times", "1,0.5,3", "-o", "d.bubble"},
                {}, folder.path());
        QCOMPARE(makespan({"d.bubble"}, folder.path()), 9.0);
        writeFile(folder.filePath("bad.txt"), "1\n2, x\n");
        writeFile(folder.filePath("c.json"), R"({"format": "bubblescope-costs", "version": 2,
  "microbatches": {"times": [1, 2]}})");
        const auto refusal = [&](const QStringList& words) {
            return runCli(QStringList{"simulate"} + few + words, {}, folder.path()).refusal();
        };
        QCOMPARE(refusal({"--microbatch-times", "bad.txt"}),
                 QString("bad.txt:2:4: 'x' is not a number of 0 or more\n2, x\n   ^"));
        QCOMPARE(refusal({"--microbatch-times", "1,2"}),
                 QString("microbatch times has 2 values, but the schedule has 3 microbatches: give one value "
                         "for each microbatch"));
        QCOMPARE(refusal({"--microbatch-times", "1,-2,3"}),
                 QString("--microbatch-times: '-2' is not a number of 0 or more, and no file: write e.g. "
                         "1,0.8,1.2, or the name of a file of such numbers"));
        QCOMPARE(refusal({"--attention-share", "1.5"}),
                 QString("microbatch attention is 1.5; expected a share from 0 to 1"));
        QCOMPARE(refusal({"--sequence-slices", "0"}),
                 QString("--sequence-slices: '0' is not a whole number of at least 1, e.g. 4"));
        QVERIFY(refusal({"--costs", "c.json"})
                    .startsWith("c.json:2:29: microbatches.times has 2 values, but the schedule has 3 "
                                "microbatches: give one value for each microbatch"));
    }

    void searchAndSweepTakeThemToo()
    {
        const QStringList unequal{"--microbatch-times", "1,2,0.5,1"};
        const QJsonObject found = succeed(QStringList{"search", "--ranks", "2", "--microbatches", "4",
                                                      "--iterations", "200", "--json"} +
                                          unequal)
                                      .json();
        const double best = found["makespan"].toDouble(-1);
        const double family = makespan(QStringList{"1f1b:ranks=2,microbatches=4"} + unequal);
        QVERIFY2(best > 0 && best <= family && found["bound"].toDouble() <= best + 1e-9,
                 qPrintable(QString("%1 of %2").arg(best).arg(family)));
        const CliRun compared = succeed(
            QStringList{"compare", "1f1b:ranks=2,microbatches=4", "gpipe:ranks=2,microbatches=4", "--json"} +
            unequal);
        QCOMPARE(compared.row()["makespan"].toDouble(), family);
        const QByteArray rows = succeed(QStringList{"sweep", "1f1b", "--ranks", "2", "--microbatches", "4,8",
                                                    "--time-per", "stage", "-o", "-"} +
                                        unequal)
                                    .output;
        QVERIFY2(rows.contains(QByteArray::number(family)), rows.constData());
        QVERIFY2(rows.contains("microbatch times has 4 values, but the schedule has 8 microbatches"),
                 rows.constData());
    }

    void saysWhatACalibrationWarnsOf()
    {
        const QString estimate =
            QString("bubblescope-cli: warning: %1: estimate: no GPU was used: roofline with assumed "
                    "efficiencies gemm 0.80, attention 0.60, bandwidth 0.88\n")
                .arg(kExample);
        QCOMPARE(QString::fromUtf8(runCli({"simulate", "1f1b", "--costs", kExample}).errors),
                 estimate + QString(kStandIns).arg(kExample));
        QCOMPARE(QString::fromUtf8(
                     runCli({"simulate", "1f1b", "--costs", kExample, "--stand-in-transfers"}).errors),
                 estimate);
        QCOMPARE(runCli({"--quiet", "simulate", "1f1b", "--costs", kExample}).errors, QByteArray());
    }

    void keepsACalibrationInADocument()
    {
        const CliFolder folder;
        QCOMPARE(folder.run({"generate", "1f1b", "--costs", kExample, "-o", "a.bubble", "--quiet"}).status,
                 0);
        const QJsonObject costs = folder.json("a.bubble")["costs"].toObject();
        verifyHolds(costs, R"({"blocks": {"layer": {"F": 2765.2}}, "layers_per_stage": 4,
                    "time_unit": "us"})");
        QCOMPARE(folder.run({"simulate", "a.bubble", "--json"}).output,
                 runCli({"simulate", "1f1b", "--costs", kExample, "--json", "--quiet"}).output);
    }

    void scales_data()
    {
        addRows<QStringList, double>({
            // 1F1B on two ranks, one microbatch: 0F0, 1F0, 1B0, 0B0 one after the other, 1 + 1 + 2 + 2.
            {"nothing", {}, 6.0},
            {"neutral", {"--what-if", "F=1"}, 6.0},
            {"forward", {"--what-if", "F=2"}, 8.0},
            {"backward", {"--what-if", "B=0.5"}, 4.0},
            // A backward that is not given remains I + W.
            {"halves of the backward", {"--what-if", "I=9", "--what-if", "W=9"}, 38.0},
            {"a stage", {"--what-if", "stage1=3"}, 12.0},
            {"a rank", {"--what-if", "rank0=2"}, 9.0},
            {"nothing left of a rank", {"--what-if", "rank0=0"}, 3.0},
            {"transfers", {"--p2p-latency", "1", "--what-if", "transfers=0.5"}, 7.0},
            {"several", {"--what-if", "F=2", "--what-if", "stage0=10"}, 44.0},
            {"over given times", {"--forward", "3", "--backward", "1", "--what-if", "F=2"}, 14.0},
        });
    }

    void scales()
    {
        const auto& [options, expected] = givenRow<QStringList, double>();
        const CliFolder folder;
        folder.write("o.csv", "0F0,0B0\n1F0,1B0\n");
        QCOMPARE(makespan(QStringList{"o.csv"} + options, folder.path()), expected);
    }

    void leavesTheOrderAndTheDocumentUnscaled()
    {
        const QStringList costs{"--forward", "2", "--backward-input", "3", "--backward-weight", "1"};
        const CliRun plain = runCli(QStringList{"generate", "zb-auto", "-o", "-"} + costs);
        const CliRun run =
            runCli(QStringList{"generate", "zb-auto", "-o", "-", "--what-if", "W=5", "--what-if", "rank0=9"} +
                   costs);
        QCOMPARE(run.output, plain.output);
        QCOMPARE(run.errors, "bubblescope-cli: warning: --what-if changes only times, and this command times "
                             "nothing: the order and the output ignore it\n");
        const auto orderTimed = [&](const QStringList& more) {
            QByteArray rows;
            const CliRun timed =
                runCli(QStringList{"simulate", "zb-auto", "--actions", "--json"} + costs + more);
            for (const QJsonValue& action : timed.json()["actions"].toArray())
                rows += action["action"].toString().toUtf8() + ' ';
            return rows;
        };
        QVERIFY(orderTimed({}).size() > 100);
        QCOMPARE(orderTimed({"--what-if", "W=5"}), orderTimed({}));
    }

    void drawsAndConvertsScaled()
    {
        const CliFolder folder;
        for (const QString& name : {QString("plain"), QString("scaled")}) {
            const QStringList scale = name == "scaled" ? QStringList{"--what-if", "B=3"} : QStringList{};
            QCOMPARE(folder.run(QStringList{"render", "1f1b", "-o", name + ".svg"} + scale).errors,
                     QByteArray());
            QCOMPARE(folder.run(QStringList{"convert", "1f1b", "-o", name + ".trace.json"} + scale).errors,
                     QByteArray());
        }
        for (const QString& ending : {QString(".svg"), QString(".trace.json")}) {
            QVERIFY(!folder.read("plain" + ending).isEmpty());
            QVERIFY(folder.read("plain" + ending) != folder.read("scaled" + ending));
        }
    }

    void dividesNoBlocks()
    {
        const CliFolder folder;
        folder.write("blocks.json", kBlocks);
        const QStringList input{"interleaved-1f1b:ranks=2,microbatches=2,stages-per-rank=2", "--costs",
                                "blocks.json"};
        const double whole = makespan(input, folder.path());
        QVERIFY(whole > 0);
        QCOMPARE(makespan(input + QStringList{"--time-per", "rank"}, folder.path()), whole);
        folder.write(
            "times.json",
            R"({"format": "bubblescope-costs", "version": 1, "forward": [2, 2, 2, 2], "backward": 4})");
        const QStringList listed{input.front(), "--costs", "times.json"};
        QCOMPARE(makespan(listed + QStringList{"--time-per", "rank"}, folder.path()),
                 makespan(listed, folder.path()) / 2);
    }

    void keepsTheMemoryLimit()
    {
        const CliFolder folder;
        QCOMPARE(folder.run({"generate", "zb-auto:memory_limit=6", "--memory-limit", "3.5", "-o", "a.bubble"})
                     .errors,
                 QByteArray());
        const QJsonObject document = folder.json("a.bubble");
        verifyHolds(document, R"({"costs": {"memory_limit": 3.5},
                    "source": {"request": {"options": {"memory_limit": "6"}}}})");
    }

    void takesOneLatencyForAllLinks()
    {
        const CliFolder folder;
        folder.write("o.csv", "0F0,0B0\n1F0,1B0\n");
        folder.write("links.json", R"({"format": "bubblescope-costs", "version": 1,
        "p2p": {"latency": 1, "links": [{"from": 0, "to": 1, "latency": 5}]}})");
        const QStringList input{"o.csv", "--costs", "links.json"};
        QCOMPARE(makespan(input + QStringList{"--p2p-latency", "2"}, folder.path()), 10.0);
        QCOMPARE(makespan(input + QStringList{"--p2p-latency", "0"}, folder.path()), 6.0);
    }

    void refuses_data()
    {
        const QString scale =
            "expected WHAT=FACTOR, where WHAT is F, I, W, B, a stage (stage0), a rank (rank0) "
            "or transfers, e.g. --what-if B=0.5";
        addRows<QStringList, QString>({
            {"no factor", {"--what-if", "F"}, "--what-if F: " + scale},
            {"unknown kind", {"--what-if", "X=2"}, "--what-if X=2: " + scale},
            {"stage without a number", {"--what-if", "stage=2"}, "--what-if stage=2: " + scale},
            {"stage with a sign", {"--what-if", "stage-1=2"}, "--what-if stage-1=2: " + scale},
            {"stage that is not there",
             {"--what-if", "stage4=2"},
             "--what-if stage4=2: the schedule has no stage 4; its stages are 0 to 3"},
            {"rank far away",
             {"--what-if", "rank99999999999999999999=2"},
             "--what-if rank99999999999999999999=2: the schedule has no rank 99999999999999999999; its ranks "
             "are 0 to 3"},
            {"word for a factor",
             {"--what-if", "F=fast"},
             "--what-if F=fast: 'fast' is not a factor; expected a number of 0 or more, e.g. 0.5"},
            {"negative factor",
             {"--what-if", "F=-1"},
             "--what-if F=-1: '-1' is not a factor; expected a number of 0 or more, e.g. 0.5"},
            {"infinite factor",
             {"--what-if", "F=inf"},
             "--what-if F=inf: 'inf' is not a factor; expected a number of 0 or more, e.g. 0.5"},
            {"twice", {"--what-if", "F=2", "--what-if", "F=3"}, "--what-if F=3: F is given twice"},
            {"memory limit",
             {"--memory-limit", "8G"},
             "--memory-limit: '8G' is not a size: write a number of 0 or more, e.g. 8"},
            {"stage times over blocks",
             {"--costs", "blocks.json", "--forward", "2"},
             "--forward is a stage's time, but blocks.json gives times by block, from which those of stages "
             "are computed: leave out --forward; --what-if changes such times, e.g. --what-if F=0.5"},
            {"backward over blocks",
             {"--costs", "blocks.json", "--backward-weight", "2"},
             "--backward-weight is a stage's time, but blocks.json gives times by block, from which those of "
             "stages are computed: leave out --backward-weight; --what-if changes such times, e.g. --what-if "
             "F=0.5"},
            {"another file",
             {"--costs", "plan.csv"},
             "plan.csv is a schedule CSV; expected a cost file or a calibration"},
            {"a broken calibration",
             {"--costs", "broken.json"},
             "broken.json:1:1: \"provenance\" is missing\n{\"schema\": \"pipeline-calibration/1\"}\n^"},
            {"no such file", {"--costs", "none.json"}, "cannot read none.json: No such file or directory"},
        });
    }

    void refuses()
    {
        const auto& [options, said] = givenRow<QStringList, QString>();
        const CliFolder folder;
        folder.write("blocks.json", kBlocks);
        folder.write("plan.csv", "0F0,0B0\n");
        folder.write("broken.json", "{\"schema\": \"pipeline-calibration/1\"}");
        for (const QStringList& command :
             {QStringList{"simulate", "1f1b"}, QStringList{"generate", "1f1b", "-o", "-"},
              QStringList{"validate", "1f1b"}}) {
            const CliRun run = folder.run(command + options);
            QCOMPARE(run.refusal(), said);
        }
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliCostsFilesTest)
#include "cli_costs_files_test.moc"
