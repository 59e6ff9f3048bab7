// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_data.h"

#include <QJsonArray>

using namespace bubblescope::test;

namespace {

constexpr const char* kRecording = "torch_cpu/1f1b_runtime_p4_m8";

QStringList filesOf(const char* recording, const QList<int>& only = {})
{
    QStringList files;
    const std::vector<std::string> all = traceFiles(recording);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (only.isEmpty() || only.contains(static_cast<int>(i)))
            files << QString::fromStdString(all[i]);
    return files;
}

QJsonObject rowOf(const CliRun& run, qsizetype index = 0)
{
    return run.json()["rows"].toArray()[index].toObject();
}

} // namespace

/// Predictions beside a run: cost options over the fitted costs, other stage counts, ranks without a trace,
/// orders and folders that the user gives.
class CliMeasured : public QObject
{
    Q_OBJECT

private slots:
    void costOptionsStandOverTheFit_data()
    {
        QTest::addColumn<QStringList>("inputs");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("a rank's factor, for the run's own order")
            << QStringList{} << QStringList{"--what-if", "rank2=0.5"};
        QTest::newRow("a kind's factor, for a name")
            << QStringList{"1f1b"} << QStringList{"--what-if", "B=0.5"};
        QTest::newRow("another latency") << QStringList{} << QStringList{"--p2p-latency", "5000"};
        QTest::newRow("another forward") << QStringList{"gpipe"} << QStringList{"--forward", "20000"};
    }

    void costOptionsStandOverTheFit()
    {
        QFETCH(QStringList, inputs);
        QFETCH(QStringList, options);
        const QStringList measured = QStringList{"--json", "--measured"} + filesOf(kRecording);
        const CliRun plain = runCli(QStringList{"compare"} + inputs + measured);
        const CliRun changed = runCli(QStringList{"compare"} + inputs + options + measured);
        QVERIFY2(changed.status == 0, changed.errors.constData());
        QVERIFY(rowOf(plain)["makespan"].toDouble() > 0);
        const double ratio = rowOf(changed)["makespan"].toDouble() / rowOf(plain)["makespan"].toDouble();
        QVERIFY2(std::abs(ratio - 1) > 0.02, qPrintable(QString::number(ratio)));
        QCOMPARE(changed.json()["measured"].toObject(), plain.json()["measured"].toObject());
    }

    void refusesWhatSaysNothingHere_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("error");
        QTest::newRow("a factor of nothing")
            << QStringList{"--what-if", "nonsense=3"}
            << QByteArray(
                   "--what-if nonsense=3: write WHAT=FACTOR, where WHAT is F, I, W, B, a stage (stage0), a "
                   "rank (rank0) or transfers, e.g. --what-if B=0.5");
        QTest::newRow("ranks without a name")
            << QStringList{"--ranks", "8"}
            << QByteArray("the order is that of the trace: --ranks, --microbatches, --stages-per-rank, "
                          "--placement and --option belong to a schedule's name");
        QTest::newRow("stages that do not divide")
            << QStringList{"1f1b:ranks=3"}
            << QByteArray(
                   "1f1b:ranks=3: the costs are of 4 stages, but the schedule has 3: they can be divided or "
                   "joined evenly for a multiple or a divisor of 4 alone");
    }

    void refusesWhatSaysNothingHere()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, error);
        const CliRun run = runCli(QStringList{"--quiet", "compare"} + options + QStringList{"--measured"} +
                                  filesOf(kRecording));
        QCOMPARE(run.status, 2);
        QCOMPARE(run.errors, "bubblescope-cli: error: " + error + "\n");
    }

    void aScheduleHasOneFigureWhereverItStands()
    {
        const CliRun run = runCli(QStringList{"compare", "zb-h1", "1f1b", "zb-h1", "--json", "--measured"} +
                                  filesOf(kRecording));
        QVERIFY2(run.status == 0, run.errors.constData());
        QCOMPARE(rowOf(run, 0), rowOf(run, 2));
        QVERIFY(rowOf(run, 0) != rowOf(run, 1));
        QVERIFY2(
            run.errors.contains("warning: I and W of stages 0, 1, 2, 3 are guessed: halves of B, but all of "
                                "it as W on stage 0, which has no input gradient to make\n"),
            run.errors.constData());
    }

    void calibratedCostsPredictTheSame()
    {
        const QTemporaryDir folder;
        const QString costs = folder.filePath("fitted.json");
        QCOMPARE(runCli(QStringList{"calibrate", "-o", costs} + filesOf(kRecording)).status, 0);
        const QStringList measured = QStringList{"--json", "--measured"} + filesOf(kRecording);
        for (const QString schedule : {"1f1b", "zb-h1"}) {
            const CliRun fitted = runCli(QStringList{"compare", schedule} + measured);
            const CliRun given = runCli(QStringList{"compare", schedule, "--costs", costs} + measured);
            QVERIFY2(given.status == 0, given.errors.constData());
            QCOMPARE(rowOf(given)["makespan"].toDouble(), rowOf(fitted)["makespan"].toDouble());
            QCOMPARE(given.json()["deviations"], fitted.json()["deviations"]);
        }
    }

    void dividesTheMeasuredStages()
    {
        const QStringList measured = QStringList{"--measured"} + filesOf(kRecording);
        const CliRun run =
            runCli(QStringList{"compare", "1f1b", "interleaved-1f1b:stages-per-rank=2", "--json"} + measured);
        QVERIFY2(run.status == 0, run.errors.constData());
        QCOMPARE(rowOf(run, 1)["stages"].toInt(), 8);
        // The same work in all, but for the host's part of twice as many actions.
        const double ratio = rowOf(run, 1)["ideal_time"].toDouble() / rowOf(run, 0)["ideal_time"].toDouble();
        QVERIFY2(ratio > 1 && ratio < 1.05, qPrintable(QString::number(ratio)));
        QVERIFY2(run.errors.contains(
                     "warning: interleaved-1f1b:stages-per-rank=2: the costs are of 4 stages: each is "
                     "divided evenly into 2 of the schedule's 8\n"),
                 run.errors.constData());
    }

    void takesRunsWithoutSomeRanks()
    {
        const CliRun one = runCli(QStringList{"trace", "--json"} + filesOf(kRecording, {1}));
        QCOMPARE(one.status, 0);
        QCOMPARE(one.json()["schedule_guess"].toString(), "1f1b");
        QCOMPARE(one.json()["ranks"].toArray(), QJsonArray{1});
        const CliRun whole = runCli(QStringList{"compare", "--json", "--measured"} + filesOf(kRecording));
        const CliRun part =
            runCli(QStringList{"compare", "--json", "--measured"} + filesOf(kRecording, {0, 1, 3}));
        QVERIFY2(part.status == 0, part.errors.constData());
        QCOMPARE(rowOf(part)["ranks"].toInt(), 4);
        QCOMPARE(part.json()["deviations"].toArray().size(), 3);
        const auto idleOf = [](const CliRun& run) {
            return run.json()["measured"].toObject()["idle_fraction"].toDouble();
        };
        QVERIFY2(std::abs(idleOf(part) - idleOf(whole)) < 0.05, qPrintable(QString::number(idleOf(part))));
    }

    void holdsLikeAgainstLikeWhereRanksAreMissing_data()
    {
        QTest::addColumn<QList<int>>("ranks");
        QTest::addColumn<QList<int>>("absent");
        QTest::addColumn<QByteArray>("listed");
        QTest::newRow("one in the middle") << QList<int>{0, 1, 3} << QList<int>{2} << QByteArray("0, 1, 3");
        QTest::newRow("all but one in the middle") << QList<int>{2} << QList<int>{0, 1, 3} << QByteArray("2");
        QTest::newRow("the last") << QList<int>{0, 1, 2} << QList<int>{3} << QByteArray("0, 1, 2");
    }

    void holdsLikeAgainstLikeWhereRanksAreMissing()
    {
        QFETCH(QList<int>, ranks);
        QFETCH(QList<int>, absent);
        QFETCH(QByteArray, listed);
        const QStringList measured = QStringList{"--measured"} + filesOf(kRecording, ranks);
        const CliRun traced = runCli(QStringList{"trace", "--json"} + filesOf(kRecording, ranks));
        const CliRun json = runCli(QStringList{"compare", "1f1b", "--json"} + measured);
        QVERIFY2(json.status == 0, json.errors.constData());
        QCOMPARE(rowOf(json)["ranks"].toInt(), 4);
        QJsonArray expected;
        for (const int rank : absent)
            expected << rank;
        QCOMPARE(json.json()["absent_ranks"].toArray(), expected);
        QCOMPARE(traced.json()["absent_ranks"].toArray(), expected);
        // What was measured is what `trace` says, not shifted to where the prediction has it.
        const double span = json.json()["measured"].toObject()["makespan"].toDouble();
        QCOMPARE(span, traced.json()["makespan"].toDouble());
        const double error = json.json()["makespan_error"].toDouble();
        QVERIFY2(error != 0 && std::abs(error) < 0.05, qPrintable(QString::number(error)));

        const CliRun text = runCli(QStringList{"compare", "1f1b"} + measured);
        const QList<QByteArray> parts = text.output.split('\n');
        const auto cellsOf = [&](qsizetype line) { return QString::fromUtf8(parts[line]).simplified(); };
        QVERIFY2(cellsOf(1).startsWith(QString("measured, %1 of 4 ranks ").arg(ranks.size())) &&
                     !parts[2].contains('%'),
                 text.output.constData());
        QCOMPARE(parts[4], "of the ranks with traces: " + listed);
        QVERIFY2(cellsOf(6).endsWith(QString("%1%2 %").arg(error < 0 ? "" : "+").arg(100 * error, 0, 'f', 2)),
                 parts[6].constData());
    }

    void saysWhichRanksAMatchIsOf()
    {
        const CliRun most = runCli(QStringList{"trace"} + filesOf(kRecording, {0, 1, 3}));
        QVERIFY2(
            most.output.startsWith("schedule          1f1b, exact on 3 of 4 ranks (rank 2 has no trace)\n"),
            most.output.constData());
        const CliRun one = runCli(QStringList{"trace"} + filesOf(kRecording, {2}));
        QVERIFY2(one.output.startsWith(
                     "schedule          1f1b, exact on 1 of 4 ranks (ranks 0, 1, 3 have no trace)\n"),
                 one.output.constData());
    }

    void attributesNothingToOtherWork_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("why");
        QTest::newRow("other stages") << QStringList{"zbv"} << "zbv has 8 stages and the run 4";
        QTest::newRow("other stages by an option") << QStringList{"interleaved-1f1b:stages-per-rank=2"}
                                                   << "interleaved-1f1b has 8 stages and the run 4";
        QTest::newRow("other ranks") << QStringList{"1f1b:ranks=8"} << "1f1b has 8 stages and the run 4";
        QTest::newRow("other ranks of as many stages")
            << QStringList{"interleaved-1f1b:ranks=2,stages-per-rank=2"}
            << "interleaved-1f1b has 2 ranks and the run 4";
        QTest::newRow("a what-if") << QStringList{"1f1b", "--what-if", "rank2=0.645"}
                                   << "a what-if is no prediction of what was measured";
        QTest::newRow("a what-if of the run's own order")
            << QStringList{"--what-if", "F=10"} << "a what-if is no prediction of what was measured";
    }

    void attributesNothingToOtherWork()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, why);
        const QStringList arguments =
            QStringList{"compare"} + options + QStringList{"--measured"} + filesOf(kRecording);
        const CliRun text = runCli(arguments);
        QVERIFY2(text.status == 0, text.errors.constData());
        QVERIFY2(text.output.endsWith(
                     "\nwhere the time went cannot be told action by action: " + why.toUtf8() + "\n"),
                 text.output.constData());
        QVERIFY2(!text.output.contains("unmodelled") && !text.errors.contains("unmodelled"),
                 text.errors.constData());
        const QJsonObject json = runCli(arguments + QStringList{"--json"}).json();
        QCOMPARE(json["no_attribution"].toString(), why);
        for (const char* key : {"residuals", "deviations", "largest", "warnings"})
            QVERIFY2(json[key].isArray() && json[key].toArray().isEmpty(), key);
        QVERIFY(json["makespan_error"].isDouble());
    }

    void aWhatIfStandsBesideTheUnchangedPrediction()
    {
        const QStringList measured = QStringList{"--measured"} + filesOf(kRecording);
        const QStringList whatIf = QStringList{"--what-if", "rank2=0.645", "--what-if", "F=0.9"} + measured;
        const CliRun plain = runCli(QStringList{"compare", "--json"} + measured);
        const CliRun changed = runCli(QStringList{"compare", "--json"} + whatIf);
        QVERIFY2(changed.status == 0, changed.errors.constData());
        QCOMPARE(changed.json()["rows"].toArray().size(), 2);
        QCOMPARE(rowOf(changed, 1), rowOf(plain, 0));
        QCOMPARE(rowOf(changed, 0)["what_if"].toString(), "rank2=0.645, F=0.9");
        const double gain =
            rowOf(changed, 0)["makespan"].toDouble() / rowOf(plain, 0)["makespan"].toDouble() - 1;
        QVERIFY(std::abs(rowOf(changed, 0)["against_unchanged"].toDouble() - gain) < 1e-9);
        QCOMPARE(changed.json()["makespan_error"].toDouble(), plain.json()["makespan_error"].toDouble());
        QCOMPARE(changed.errors, plain.errors);
        const CliRun text = runCli(QStringList{"compare"} + whatIf);
        const QByteArray title = "1f1b, what if rank2=0.645, F=0.9";
        const QList<QByteArray> lines = text.output.split('\n');
        QVERIFY2(lines[2].startsWith(title + " ") && lines[3].startsWith("1f1b  "), text.output.constData());
        QVERIFY2(text.output.contains("\n" + title + ": " + QByteArray::number(100 * gain, 'f', 2) +
                                      " % against the unchanged prediction\n"),
                 text.output.constData());
    }

    void holdsAUsersOrderAgainstTheTrace()
    {
        const QTemporaryDir folder;
        for (const QString schedule : {"1f1b", "eager-1f1b"})
            QCOMPARE(runCli({"generate", schedule, "-o", folder.filePath(schedule + ".csv")}).status, 0);
        const QString same = folder.filePath("1f1b.csv");
        const QString other = folder.filePath("eager-1f1b.csv");
        const QByteArray difference = "rank 0, action 4: expected 0F4, trace has 0B0\n";
        const CliRun compared =
            runCli(QStringList{"compare", other, same, "--measured"} + filesOf(kRecording));
        QVERIFY2(compared.status == 0, compared.errors.constData());
        QVERIFY2(compared.output.contains("order of " + other.toUtf8() + " differs from the trace: ") &&
                     compared.output.contains(difference) &&
                     compared.output.contains("order of " + same.toUtf8() + " is that of the trace\n"),
                 compared.output.constData());
        const CliRun json =
            runCli(QStringList{"compare", other, "--json", "--measured"} + filesOf(kRecording));
        const QJsonObject order = json.json()["orders"].toArray()[0].toObject();
        QCOMPARE(order["exact"].toBool(), false);
        QCOMPARE(order["differences"].toArray()[0].toString().toUtf8() + "\n", difference);
        const CliRun traced = runCli(QStringList{"trace", same, other} + filesOf(kRecording));
        QVERIFY2(traced.status == 0, traced.errors.constData());
        QVERIFY2(traced.output.startsWith("schedule          1f1b\n") && traced.output.contains(difference),
                 traced.output.constData());
        QCOMPARE(
            runCli({"trace", same}).errors,
            QByteArray("bubblescope-cli: error: no profile among the files: an order alone is no trace\n"));
    }

    void takesAFolder()
    {
        const QTemporaryDir folder;
        for (const QString& file : filesOf(kRecording))
            QVERIFY(QFile::copy(file, folder.filePath(QFileInfo(file).fileName())));
        writeFile(folder.filePath("truth.json"), R"({"no": "profile"})");
        writeFile(folder.filePath("notes.txt"), "text");
        const CliRun run = runCli({"trace", "--json", folder.path()});
        QVERIFY2(run.status == 0, run.errors.constData());
        QCOMPARE(run.json()["schedule_guess"].toString(), "1f1b");
        QCOMPARE(run.json()["ranks"].toArray(), (QJsonArray{0, 1, 2, 3}));
        QVERIFY2(run.errors.contains("truth.json") && run.errors.contains("; left out\n"),
                 run.errors.constData());
        const QTemporaryDir empty;
        const CliRun none = runCli({"trace", empty.path()});
        QCOMPARE(none.status, 2);
        QCOMPARE(none.errors,
                 "bubblescope-cli: error: " + empty.path().toUtf8() +
                     ": no profile in this folder (.json, .json.gz or .sqlite); folders in it are not "
                     "searched\n");
    }

    void takesARankByTheFilesName()
    {
        const QStringList files = filesOf(kRecording);
        const CliRun run = runCli(QStringList{"trace", "--rank", "rank0_trace.json.gz=0"} + files);
        QVERIFY2(run.status == 0, run.errors.constData());
        const CliRun twice = runCli({"trace", "--rank", "x.json=1", "a/x.json", "b/x.json"});
        QCOMPARE(twice.errors,
                 QByteArray("bubblescope-cli: error: --rank x.json=1: 2 files are called x.json, e.g. "
                            "a/x.json and b/x.json: write the path\n"));
    }

    void tellsTheStreamsOfAnyProfile()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("any.json");
        writeFile(file, R"({"traceEvents": [
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":100,"args":{"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum","pid":0,"tid":27,"ts":75,"dur":100,
 "args":{"stream":27,"correlation":2}}]})");
        const CliRun run = runCli({"trace", file});
        QCOMPARE(run.status, 0);
        QCOMPARE(run.output, "schedule          not known: no pipeline records\n\nstreams of        " +
                                 file.toUtf8() +
                                 "\nGPU busy          175 \u00b5s\ncompute           100 \u00b5s\n"
                                 "communication     100 \u00b5s, of it hidden 25 (25 %), exposed 75\n\n"
                                 "stream                                             busy    spans\n"
                                 "stream 7, compute                                   100        1\n"
                                 "stream 27, communication                            100        1\n");
        QVERIFY2(!run.errors.contains('\r'), "no progress is shown on what is no terminal");
        const QJsonObject stream =
            runCli({"trace", "--json", file}).json()["streams"].toArray()[0].toObject();
        QCOMPARE(stream["hidden"].toDouble(), 25.0);
        QCOMPARE(stream["exposed"].toDouble(), 75.0);
        QCOMPARE(stream["lanes"].toArray().size(), 2);
        QVERIFY(!stream.contains("F"));
    }

    void tellsThePhasesOfARealProfile()
    {
        const auto path = tracePath("deepseek_train.json");
        if (!std::filesystem::exists(path))
            QSKIP("the shared folder's profile is not here");
        const CliRun run = runCli({"trace", QString::fromStdString(path.string())});
        QCOMPARE(run.status, 0);
        QVERIFY2(run.output.contains("\nGPU busy          128500 ") &&
                     run.output.contains("(96 %), exposed ") &&
                     run.output.contains("\nF : B : W         35866 : 58587 : 35067 "),
                 run.output.constData());
    }
};

BUBBLESCOPE_TEST(CliMeasured)
#include "cli_measured_test.moc"
