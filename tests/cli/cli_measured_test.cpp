// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_recordings.h"
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_data.h"

#include <QJsonArray>

using namespace bubblescope::test;

namespace {

constexpr const char* kRecording = "torch_cpu/1f1b_runtime_p4_m8";

/// Of a run with the recording, or with some of its ranks alone.
CliRun compare(const QStringList& words, const QList<int>& ranks = {})
{
    return succeed(QStringList{"compare"} + words + QStringList{"--measured"} + filesOf(kRecording, ranks));
}

CliRun trace(const QStringList& words, const QList<int>& ranks = {})
{
    return succeed(QStringList{"trace"} + words + filesOf(kRecording, ranks));
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
        addRows<QStringList, QStringList>({
            {"a rank's factor, for the run's own order", {}, {"--what-if", "rank2=0.5"}},
            {"a kind's factor, for a name", {"1f1b"}, {"--what-if", "B=0.5"}},
            {"another latency", {}, {"--p2p-latency", "5000"}},
            {"another forward", {"gpipe"}, {"--forward", "20000"}},
        });
    }

    void costOptionsStandOverTheFit()
    {
        const auto& [inputs, options] = givenRow<QStringList, QStringList>();
        const CliRun plain = compare(inputs + QStringList{"--json"});
        const CliRun changed = compare(inputs + options + QStringList{"--json"});
        QVERIFY(plain.row()["makespan"].toDouble() > 0);
        const double ratio = changed.row()["makespan"].toDouble() / plain.row()["makespan"].toDouble();
        QVERIFY2(std::abs(ratio - 1) > 0.02, qPrintable(QString::number(ratio)));
        QCOMPARE(changed.json()["measured"].toObject(), plain.json()["measured"].toObject());
    }

    void refusesWhatSaysNothingHere_data()
    {
        addRows<QStringList, QByteArray>({
            {"a factor of nothing",
             {"--what-if", "nonsense=3"},
             "--what-if nonsense=3: expected WHAT=FACTOR, where WHAT is F, I, W, B, a stage (stage0), a rank "
             "(rank0) or transfers, e.g. --what-if B=0.5"},
            {"ranks without a name",
             {"--ranks", "8"},
             "the order is the one in the trace: --ranks, --microbatches, --stages-per-rank, --placement and "
             "--option need a schedule's name"},
            {"stages that do not divide",
             {"1f1b:ranks=3"},
             "1f1b:ranks=3: the costs are for 4 stages, but the schedule has 3: they can be split or joined "
             "evenly only for a multiple or a divisor of 4"},
        });
    }

    void refusesWhatSaysNothingHere()
    {
        const auto& [options, error] = givenRow<QStringList, QByteArray>();
        const CliRun run = runCli(QStringList{"--quiet", "compare"} + options + QStringList{"--measured"} +
                                  filesOf(kRecording));
        QCOMPARE(run.refusal(), error);
    }

    void aScheduleHasOneFigureWhereverItStands()
    {
        const CliRun run = compare({"zb-h1", "1f1b", "zb-h1", "--json"});
        QCOMPARE(run.row(), run.row(2));
        QVERIFY(run.row() != run.row(1));
        verifyContains(run.errors, {"warning: I and W of stages 0, 1, 2, 3 are guessed: halves of B, but all "
                                    "of it as W on stage 0, which has no input gradient to compute\n"});
    }

    void calibratedCostsPredictTheSame()
    {
        const CliFolder folder;
        const QString costs = folder.filePath("fitted.json");
        succeed(QStringList{"calibrate", "-o", costs} + filesOf(kRecording));
        for (const QString schedule : {"1f1b", "zb-h1"}) {
            const CliRun fitted = compare({schedule, "--json"});
            const CliRun given = compare({schedule, "--costs", costs, "--json"});
            QCOMPARE(given.row()["makespan"].toDouble(), fitted.row()["makespan"].toDouble());
            QCOMPARE(given.json()["deviations"], fitted.json()["deviations"]);
        }
    }

    void dividesTheMeasuredStages()
    {
        const CliRun run = compare({"1f1b", "interleaved-1f1b:stages-per-rank=2", "--json"});
        QCOMPARE(run.row(1)["stages"].toInt(), 8);
        // The same work in all, but for the host's part of twice as many actions.
        const double ratio = run.row(1)["ideal_time"].toDouble() / run.row()["ideal_time"].toDouble();
        QVERIFY2(ratio > 1 && ratio < 1.05, qPrintable(QString::number(ratio)));
        QVERIFY2(run.errors.contains("warning: interleaved-1f1b:stages-per-rank=2: the costs are for 4 "
                                     "stages: each is split evenly into 2 of the schedule's 8\n"),
                 run.errors.constData());
    }

    void takesRunsWithoutSomeRanks()
    {
        const CliRun one = trace({"--json"}, {1});
        QCOMPARE(one.json()["schedule_guess"].toString(), "1f1b");
        QCOMPARE(one.json()["ranks"].toArray(), QJsonArray{1});
        const CliRun whole = compare({"--json"});
        const CliRun part = compare({"--json"}, {0, 1, 3});
        QCOMPARE(part.row()["ranks"].toInt(), 4);
        QCOMPARE(part.json()["deviations"].toArray().size(), 3);
        const auto idleOf = [](const CliRun& run) {
            return run.json()["measured"].toObject()["idle_fraction"].toDouble();
        };
        QVERIFY2(std::abs(idleOf(part) - idleOf(whole)) < 0.05, qPrintable(QString::number(idleOf(part))));
    }

    void holdsLikeAgainstLikeWhereRanksAreMissing_data()
    {
        addRows<QList<int>, QList<int>, QByteArray>({
            {"one in the middle", {0, 1, 3}, {2}, "0, 1, 3"},
            {"all but one in the middle", {2}, {0, 1, 3}, "2"},
            {"the last", {0, 1, 2}, {3}, "0, 1, 2"},
        });
    }

    void holdsLikeAgainstLikeWhereRanksAreMissing()
    {
        const auto& [ranks, absent, listed] = givenRow<QList<int>, QList<int>, QByteArray>();
        const CliRun traced = trace({"--json"}, ranks);
        const CliRun json = compare({"1f1b", "--json"}, ranks);
        QCOMPARE(json.row()["ranks"].toInt(), 4);
        QJsonArray expected;
        for (const int rank : absent)
            expected << rank;
        QCOMPARE(json.json()["absent_ranks"].toArray(), expected);
        QCOMPARE(traced.json()["absent_ranks"].toArray(), expected);
        // What was measured is what `trace` says, not shifted to where the prediction has it.
        // Head and tail of the step are told apart from it.
        const QJsonObject measured = json.json()["measured"].toObject();
        const double span =
            measured[measured.contains("actions_time") ? "actions_time" : "makespan"].toDouble();
        QCOMPARE(span, traced.json()["makespan"].toDouble());
        const double error = json.json()["makespan_error"].toDouble();
        QVERIFY2(error != 0 && std::abs(error) < 0.05, qPrintable(QString::number(error)));

        const CliRun text = compare({"1f1b"}, ranks);
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
        const CliRun most = trace({}, {0, 1, 3});
        verifyBegins(most.output, "schedule          1f1b, exact on 3 of 4 ranks (rank 2 has no trace)\n");
        const CliRun one = trace({}, {2});
        verifyBegins(one.output,
                     "schedule          1f1b, exact on 1 of 4 ranks (ranks 0, 1, 3 have no trace)\n");
    }

    void attributesNothingToOtherWork_data()
    {
        addRows<QStringList, QString>({
            {"other stages", {"zbv"}, "zbv has 8 stages, but the run has 4"},
            {"other stages by an option",
             {"interleaved-1f1b:stages-per-rank=2"},
             "interleaved-1f1b has 8 stages, but the run has 4"},
            {"other ranks", {"1f1b:ranks=8"}, "1f1b has 8 stages, but the run has 4"},
            {"other ranks of as many stages",
             {"interleaved-1f1b:ranks=2,stages-per-rank=2"},
             "interleaved-1f1b has 2 ranks, but the run has 4"},
            {"a what-if",
             {"1f1b", "--what-if", "rank2=0.645"},
             "a what-if is not a prediction of what was measured"},
            {"a what-if of the run's own order",
             {"--what-if", "F=10"},
             "a what-if is not a prediction of what was measured"},
        });
    }

    void attributesNothingToOtherWork()
    {
        const auto& [options, why] = givenRow<QStringList, QString>();
        const CliRun text = compare(options);
        verifyEnds(text.output, "\ncannot say action by action where the time went: " + why + "\n");
        QVERIFY2(!text.output.contains("unmodelled") && !text.errors.contains("unmodelled"),
                 text.errors.constData());
        const QJsonObject json = compare(options + QStringList{"--json"}).json();
        QCOMPARE(json["no_attribution"].toString(), why);
        for (const char* key : {"residuals", "deviations", "waterfall", "largest", "warnings"})
            QVERIFY2(json[key].isArray() && json[key].toArray().isEmpty(), key);
        QVERIFY(json["makespan_error"].isDouble());
    }

    void theWaterfallSumsToTheMeasuredStep()
    {
        const QJsonObject json = compare({"--json"}).json();
        QStringList parts;
        double sum = 0;
        for (const QJsonValue& part : json["waterfall"].toArray()) {
            parts << part["part"].toString();
            sum += part["time"].toDouble();
        }
        QCOMPARE(parts, (QStringList{"predicted", "compute", "waiting", "transfer", "host", "tail"}));
        QCOMPARE(json["waterfall"].toArray().first()["time"], json["rows"].toArray().first()["makespan"]);
        const double measured = json["measured"]["makespan"].toDouble();
        QVERIFY2(std::abs(sum - measured) < 1e-6 * measured, qPrintable(QString::number(sum - measured)));
        verifyContains(compare({}).output, {"\nwhere the time went, of rank "});
    }

    void aWhatIfStandsBesideTheUnchangedPrediction()
    {
        const QStringList whatIf{"--what-if", "rank2=0.645", "--what-if", "F=0.9"};
        const CliRun plain = compare({"--json"});
        const CliRun changed = compare(whatIf + QStringList{"--json"});
        QCOMPARE(changed.json()["rows"].toArray().size(), 2);
        QCOMPARE(changed.row(1), plain.row());
        QCOMPARE(changed.row()["what_if"].toString(), "rank2=0.645, F=0.9");
        const double gain = changed.row()["makespan"].toDouble() / plain.row()["makespan"].toDouble() - 1;
        QVERIFY(std::abs(changed.row()["against_unchanged"].toDouble() - gain) < 1e-9);
        QCOMPARE(changed.json()["makespan_error"].toDouble(), plain.json()["makespan_error"].toDouble());
        QCOMPARE(changed.errors, plain.errors);
        const CliRun text = compare(whatIf);
        const QByteArray title = "1f1b, what if rank2=0.645, F=0.9";
        const QList<QByteArray> lines = text.output.split('\n');
        QVERIFY2(lines[2].startsWith(title + " ") && lines[3].startsWith("1f1b  "), text.output.constData());
        QVERIFY2(text.output.contains("\n" + title + ": " + QByteArray::number(100 * gain, 'f', 2) +
                                      " % against the unchanged prediction\n"),
                 text.output.constData());
    }

    void holdsAUsersOrderAgainstTheTrace()
    {
        const CliFolder folder;
        for (const QString schedule : {"1f1b", "eager-1f1b"})
            succeed({"generate", schedule, "-o", folder.filePath(schedule + ".csv")});
        const QString same = folder.filePath("1f1b.csv");
        const QString other = folder.filePath("eager-1f1b.csv");
        const QByteArray difference = "rank 0, action 4: expected 0F4, trace has 0B0\n";
        const CliRun compared = compare({other, same});
        verifyContains(compared.output, {"order of " + other + " differs from the trace: ", difference,
                                         "order of " + same.toUtf8() + " is the one in the trace\n"});
        const CliRun json = compare({other, "--json"});
        const QJsonObject order = json.json()["orders"].toArray()[0].toObject();
        QCOMPARE(order["exact"].toBool(), false);
        QCOMPARE(order["differences"].toArray()[0].toString().toUtf8() + "\n", difference);
        const CliRun traced = trace({same, other});
        QVERIFY2(traced.output.startsWith("schedule          1f1b\n") && traced.output.contains(difference),
                 traced.output.constData());
        QCOMPARE(runCli({"trace", same}).errors,
                 "bubblescope-cli: error: no profile among the files: an order by itself is not a trace\n");
    }

    void takesAFolder()
    {
        const CliFolder folder;
        for (const QString& file : filesOf(kRecording))
            QVERIFY(QFile::copy(file, folder.filePath(QFileInfo(file).fileName())));
        folder.write("truth.json", R"({"no": "profile"})");
        folder.write("notes.txt", "text");
        const CliRun run = succeed({"trace", "--json", folder.path()});
        QCOMPARE(run.json()["schedule_guess"].toString(), "1f1b");
        QCOMPARE(run.json()["ranks"].toArray(), (QJsonArray{0, 1, 2, 3}));
        verifyContains(run.errors, {"truth.json", "; left out\n"});
        const CliFolder empty;
        const CliRun none = runCli({"trace", empty.path()});
        QCOMPARE(none.status, 2);
        QCOMPARE(none.errors, "bubblescope-cli: error: " + empty.path().toUtf8() +
                                  ": no profile in this folder (.json, .json.gz or .sqlite); its subfolders "
                                  "are not searched\n");
    }

    void takesARankByTheFilesName()
    {
        const QStringList files = filesOf(kRecording);
        const CliRun run = succeed(QStringList{"trace", "--rank", "rank0_trace.json.gz=0"} + files);
        const CliRun twice = runCli({"trace", "--rank", "x.json=1", "a/x.json", "b/x.json"});
        QCOMPARE(twice.errors, "bubblescope-cli: error: --rank x.json=1: 2 files are named x.json, e.g. "
                               "a/x.json and b/x.json: give the path\n");
    }

    void tellsTheStreamsOfAnyProfile()
    {
        const CliFolder folder;
        const QString file = folder.filePath("any.json");
        writeFile(file, R"({"traceEvents": [
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":100,"args":{"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum","pid":0,"tid":27,"ts":75,"dur":100,
 "args":{"stream":27,"correlation":2}}]})");
        const CliRun run = succeed({"trace", file});
        QCOMPARE(run.output,
                 "schedule          unknown: no pipeline records\n\nstreams of        " + file.toUtf8() +
                     "\nGPU busy          175 \u00b5s\ncompute           100 \u00b5s\n"
                     "communication     100 \u00b5s, of it hidden 25 \u00b5s (25 %), exposed 75 \u00b5s\n\n"
                     "stream                                             busy    spans\n"
                     "stream 7, compute                                100 \u00b5s        1\n"
                     "stream 27, communication                         100 \u00b5s        1\n");
        QVERIFY2(!run.errors.contains('\r'), "no progress is shown on what is no terminal");
        const QJsonObject stream =
            runCli({"trace", "--json", file}).json()["streams"].toArray()[0].toObject();
        verifyHolds(stream, R"({"hidden": 25, "exposed": 75})");
        QCOMPARE(stream["lanes"].toArray().size(), 2);
        QVERIFY(!stream.contains("F"));
    }

    void tellsThePhasesOfARealProfile()
    {
        const auto path = tracePath("deepseek_train.json");
        if (!std::filesystem::exists(path))
            QSKIP("the shared folder's profile is not here");
        const CliRun run = succeed({"trace", QString::fromStdString(path.string())});
        verifyContains(run.output, {"\nGPU busy          128.5 ms\n", "(96 %), exposed ",
                                    "\nF : B : W         35.87 ms : 58.59 ms : 35.07 ms\n"});
    }
};

BUBBLESCOPE_TEST(CliMeasured)
#include "cli_measured_test.moc"
