// SPDX-License-Identifier: Apache-2.0
// `sweep` from its words to its file.
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <csignal>

using namespace bubblescope::test;

namespace {

const QStringList kCliSweepSmall{"1f1b", "zbv", "--ranks", "2,4", "--microbatches", "4..12:4"};

CliRun sweep(const QStringList& arguments, const CliFolder& folder)
{
    return folder.run(QStringList{"sweep"} + arguments);
}

/// The last row alone is left out.
QByteArray withoutLastRow(const QByteArray& text)
{
    return text.left(text.lastIndexOf('\n', text.size() - 2) + 1);
}

} // namespace

class CliSweepTest : public QObject
{
    Q_OBJECT

private slots:
    void theRowsAreThoseOfSimulate_data()
    {
        const QStringList whole{"--time-per", "rank"};
        addRows<QStringList, QStringList>({
            {"a rank's whole share", {}, whole},
            {"times of a stage", {"--time-per", "stage"}, {}},
            {"other costs",
             {"--forward", "3", "--backward-input", "2", "--p2p-latency", "0.25"},
             QStringList{"--forward", "3", "--backward-input", "2", "--p2p-latency", "0.25"} + whole},
            {"what if", {"--what-if", "F=0.5"}, QStringList{"--what-if", "F=0.5"} + whole},
        });
    }

    void theRowsAreThoseOfSimulate()
    {
        const auto& [costs, simulated] = givenRow<QStringList, QStringList>();
        const CliFolder folder;
        const QStringList names{"1f1b", "interleaved-1f1b", "zb-auto", "dualpipe", "hanayo"};
        const CliRun run = sweep(
            names + QStringList{"--ranks", "4", "--microbatches", "8", "-o", "s.jsonl"} + costs, folder);
        QVERIFY2(run.status == 0, run.errors.constData());
        const QList<QByteArray> lines = folder.read("s.jsonl").trimmed().split('\n');
        QCOMPARE(lines.size(), names.size());
        for (qsizetype i = 0; i < names.size(); ++i) {
            const QJsonObject row = QJsonDocument::fromJson(lines[i]).object();
            const QJsonObject one =
                runCli(QStringList{"simulate", names[i] + ":ranks=4,microbatches=8", "--json"} + simulated)
                    .json();
            QCOMPARE(row["status"].toString(), "ok");
            for (const char* key :
                 {"schedule", "ranks", "stages", "microbatches", "time_unit", "makespan", "ideal_time",
                  "bubble_rate", "idle_fraction", "longest_rank_span", "bubble_rate_fb", "peak_activations",
                  "peak_activations_per_rank", "peak_rank"}) {
                QVERIFY2(one.contains(key), key);
                QVERIFY2(row[key] == one[key], key);
            }
        }
    }

    void warnsWhereStagesAreFree()
    {
        const QStringList plan{"interleaved-1f1b", "--ranks", "2", "--microbatches", "4", "-o", "-"};
        const CliFolder folder;
        const QByteArray free =
            "bubblescope-cli: warning: transfers and the overhead of an action take no time";
        QVERIFY(sweep(plan + QStringList{"--stages-per-rank", "1,2"}, folder).errors.startsWith(free));
        for (const QStringList& other : {QStringList{"--stages-per-rank", "2"},
                                         {"--stages-per-rank", "1,2", "--p2p-latency", "0.1,0.2"},
                                         {"--stages-per-rank", "1,2", "--time-per", "stage"}})
            QVERIFY(!sweep(plan + other, folder).errors.contains("warning"));
    }

    void printsTheSame()
    {
        const CliFolder folder;
        const CliRun file = sweep(kCliSweepSmall + QStringList{"-o", "s.csv"}, folder);
        QCOMPARE(file.status, 0);
        QCOMPARE(file.errors, "12 configurations: 0 done before, 12 run\n");
        const CliRun printed = sweep(kCliSweepSmall + QStringList{"-o", "-", "--quiet"}, folder);
        QCOMPARE(printed.errors, QByteArray());
        QCOMPARE(printed.output, folder.read("s.csv"));
        QCOMPARE(printed.output.count('\n'), 13);
    }

    void threadsChangeNothing()
    {
        const CliFolder folder;
        QCOMPARE(sweep(kCliSweepSmall + QStringList{"-o", "1.csv", "--threads", "1"}, folder).status, 0);
        QCOMPARE(sweep(kCliSweepSmall + QStringList{"-o", "4.csv", "--threads", "4"}, folder).status, 0);
        QVERIFY(!folder.read("1.csv").isEmpty());
        QCOMPARE(folder.read("1.csv"), folder.read("4.csv"));
    }

    void partsAreJoined()
    {
        const CliFolder folder;
        QCOMPARE(sweep(kCliSweepSmall + QStringList{"-o", "whole.csv"}, folder).status, 0);
        for (const char* part : {"1", "2", "3"})
            QCOMPARE(sweep(kCliSweepSmall + QStringList{"-o", QString("part-%1.csv").arg(part), "--shard",
                                                        QString("%1/3").arg(part)},
                           folder)
                         .status,
                     0);
        const QStringList join{"--join", "part-3.csv", "part-1.csv", "part-2.csv"};
        QCOMPARE(sweep(join + QStringList{"-o", "joined.csv"}, folder).status, 0);
        QCOMPARE(folder.read("joined.csv"), folder.read("whole.csv"));
        QCOMPARE(sweep(kCliSweepSmall + join + QStringList{"-o", "-"}, folder).output,
                 folder.read("whole.csv"));
        const CliRun missing = sweep(join.mid(0, 3) + QStringList{"-o", "two.csv"}, folder);
        QCOMPARE(missing.refusal(), "configuration 1 is in none of the files: a part is missing or not "
                                    "finished (continue it with --resume)");
        QVERIFY(!folder.has("two.csv"));
    }

    void namesWithOptionsAreToldApart()
    {
        const CliFolder folder;
        const CliRun run = sweep({"interleaved-1f1b:variant=torch", "interleaved-1f1b", "--ranks", "4",
                                  "--microbatches", "8", "-o", "-"},
                                 folder);
        verifyContains(run.output, {"\ninterleaved-1f1b:variant=torch,4,8,2,0,ok,"});
        QVERIFY(run.output.contains("\ninterleaved-1f1b,4,8,2,0,ok,"));
    }

    void memoryOfDeviceAndHostAreLimits()
    {
        const CliFolder folder;
        const CliRun run =
            sweep({"1f1b", "gpipe", "--ranks", "4", "--microbatches", "8", "--device-memory", "5",
                   "--offload", "0.1", "--host-memory", "2", "--try", "offload", "-o", "-"},
                  folder);
        QCOMPARE(run.status, 0);
        const QList<QByteArray> lines = run.output.split('\n');
        verifyBegins(lines[1], "1f1b,4,8,1,0,ok,");
        verifyEnds(lines[2], "\"rank 0 moves 3 to the host, which has room for 2\"");
        verifyEnds(lines[3], "\"rank 0 holds 8, more than the limit of 5\"");
        verifyEnds(lines[4], "\"rank 0 moves 7 to the host, which has room for 2\"");
    }

    void refusedRowsSayWhy()
    {
        const CliFolder folder;
        const CliRun run = sweep(
            {"dualpipe", "gpipe", "--ranks", "4", "--microbatches", "6", "--memory-limit", "2", "-o", "-"},
            folder);
        QCOMPARE(run.status, 0);
        const QList<QByteArray> lines = run.output.split('\n');
        verifyEnds(lines[1], ",0,\"microbatches is 6, but dualpipe needs at least twice the ranks (8); "
                             "nearest that work: 8\"");
        verifyBegins(lines[2], "gpipe,4,6,1,0,over-memory-limit,4,step,27,18,");
        verifyEnds(QString(lines[2]).remove('"'), ",1,rank 0 holds 6, more than the limit of 2");
        QVERIFY(run.errors.contains(
            "2 configurations: 0 done before, 2 run; 1 refused, 1 over the memory limit"));
    }

    void aFileThatIsThereStaysUntilTheEnd()
    {
        const CliFolder folder;
        folder.write("s.csv", "mine\n");
        QCOMPARE(sweep({"1f1b", "--ranks", "0", "--microbatches", "4", "-o", "s.csv"}, folder).status, 2);
        QCOMPARE(folder.read("s.csv"), "mine\n");
        QCOMPARE(sweep(kCliSweepSmall + QStringList{"-o", "s.csv"}, folder).status, 0);
        QCOMPARE(folder.read("s.csv").count('\n'), 13);
        QVERIFY(!folder.has("s.csv.part"));
    }

    void goesOnWithWhatIsThere()
    {
        const CliFolder folder;
        QCOMPARE(sweep(kCliSweepSmall + QStringList{"-o", "whole.csv"}, folder).status, 0);
        const QByteArray whole = folder.read("whole.csv");
        const QStringList resume = kCliSweepSmall + QStringList{"-o", "s.csv", "--resume"};
        // Cut within the header, behind it, within a row, at a row's end, with nothing left to do, and not
        // there.
        const qsizetype header = whole.indexOf('\n') + 1;
        for (const qsizetype size : {qsizetype(0), header / 2, header, header + 9,
                                     whole.indexOf('\n', header) + 1, whole.size() - 1, whole.size()}) {
            folder.write("s.csv", whole.left(size));
            const CliRun run = sweep(resume, folder);
            QVERIFY2(run.status == 0, run.errors.constData());
            QCOMPARE(folder.read("s.csv"), whole);
            const int before = std::max<int>(0, static_cast<int>(whole.left(size).count('\n')) - 1);
            QCOMPARE(
                run.errors,
                QString("12 configurations: %1 done before, %2 run\n").arg(before).arg(12 - before).toUtf8());
        }
        QVERIFY(QFile::remove(folder.filePath("s.csv")));
        QCOMPARE(sweep(resume, folder).status, 0);
        QCOMPARE(folder.read("s.csv"), whole);
    }

    void goesOnBesideAFileThatIsThere()
    {
        const CliFolder folder;
        QCOMPARE(sweep(kCliSweepSmall + QStringList{"-o", "whole.csv"}, folder).status, 0);
        const QByteArray whole = folder.read("whole.csv");
        folder.write("s.csv", "an earlier sweep\n");
        folder.write("s.csv.part", withoutLastRow(whole));
        const CliRun refused = sweep(kCliSweepSmall + QStringList{"-o", "s.csv"}, folder);
        QCOMPARE(
            refused.refusal(),
            "s.csv.part is from an unfinished sweep into s.csv: continue it with --resume, or remove it");
        const CliRun run = sweep(kCliSweepSmall + QStringList{"-o", "s.csv", "--resume"}, folder);
        QCOMPARE(run.errors, "12 configurations: 11 done before, 1 run\n");
        QCOMPARE(folder.read("s.csv"), whole);
        QVERIFY(!folder.has("s.csv.part"));
    }

    void aPartGoesOnAsItself()
    {
        const CliFolder folder;
        const QStringList second{"--shard", "2/3"};
        QCOMPARE(sweep(kCliSweepSmall + second + QStringList{"-o", "whole.jsonl"}, folder).status, 0);
        const QByteArray whole = folder.read("whole.jsonl");
        QCOMPARE(whole.count('\n'), 4);
        folder.write("s.jsonl", whole.left(whole.size() / 2));
        const QStringList resume{"-o", "s.jsonl", "--resume"};
        const CliRun other = sweep(kCliSweepSmall + resume + QStringList{"--shard", "1/3"}, folder);
        QCOMPARE(other.status, 2);
        verifyBegins(other.errors, "bubblescope-cli: error: s.jsonl:1:");
        const CliRun run = sweep(kCliSweepSmall + second + resume, folder);
        verifyBegins(run.errors, "4 configurations: ");
        QVERIFY(!run.errors.contains(" 0 done before"));
        QCOMPARE(folder.read("s.jsonl"), whole);
    }

    void anotherSweepIsNotGoneOnWith()
    {
        const CliFolder folder;
        QCOMPARE(sweep(kCliSweepSmall + QStringList{"-o", "s.csv"}, folder).status, 0);
        const QByteArray rows = withoutLastRow(folder.read("s.csv"));
        folder.write("s.csv", rows);
        const CliRun others =
            sweep({"1f1b", "zbv", "--ranks", "2,8", "--microbatches", "4..12:4", "-o", "s.csv", "--resume"},
                  folder);
        QCOMPARE(others.status, 2);
        verifyBegins(others.errors, "bubblescope-cli: error: s.csv:5:6: the file is from another sweep: this "
                                    "sweep has '1f1b,8,4,1,0' here (configuration 3)\n");
        const CliRun costs =
            sweep(kCliSweepSmall + QStringList{"-o", "s.csv", "--resume", "--forward", "1.5"}, folder);
        QCOMPARE(costs.status, 2);
        verifyContains(costs.errors, {"s.csv:2:25: the file is from a sweep with other costs or options"});
        QCOMPARE(folder.read("s.csv"), rows);
    }

    void oneWriterAtATime()
    {
        const CliFolder folder;
        QProcess first;
        first.setWorkingDirectory(folder.path());
        first.start(BUBBLESCOPE_CLI, {"sweep", "v-adaptive", "--ranks", "8..64:8", "--microbatches",
                                      "256..512:8", "-o", "s.csv", "--threads", "1"});
        QTRY_VERIFY(QFileInfo(folder.filePath("s.csv")).size() > 0);
        const CliRun second = sweep(kCliSweepSmall + QStringList{"-o", "s.csv"}, folder);
        first.kill();
        QVERIFY(first.waitForFinished());
        QCOMPARE(second.refusal(),
                 "another process is writing s.csv: wait for it to finish, or choose another name");
    }

    void aFullDiskLeavesWhatIsFinished()
    {
        const CliFolder folder;
        QCOMPARE(sweep(kCliSweepSmall + QStringList{"-o", "whole.csv"}, folder).status, 0);
        QProcess shell;
        shell.setWorkingDirectory(folder.path());
        // A file may have one block of 1,024 bytes.
        shell.start("bash", {"-c", QString("trap '' XFSZ; ulimit -f 1; exec '%1' sweep %2 -o s.csv")
                                       .arg(BUBBLESCOPE_CLI, kCliSweepSmall.join(' '))});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.exitCode(), 3);
        QCOMPARE(shell.readAllStandardError(),
                 "bubblescope-cli: error: cannot write s.csv: File too large\n");
        const QByteArray left = folder.read("s.csv");
        QVERIFY(left.size() > 500 && left.endsWith('\n') && folder.read("whole.csv").startsWith(left));
        QCOMPARE(sweep(kCliSweepSmall + QStringList{"-o", "s.csv", "--resume"}, folder).status, 0);
        QCOMPARE(folder.read("s.csv"), folder.read("whole.csv"));
        QCOMPARE(sweep(kCliSweepSmall + QStringList{"-o", "/dev/full"}, folder).status, 3);
        QCOMPARE(sweep(kCliSweepSmall + QStringList{"-o", "no/s.csv"}, folder).status, 3);
    }

    void interruptedItSaysHowToGoOn()
    {
        const CliFolder folder;
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.start(BUBBLESCOPE_CLI, {"sweep", "1f1b", "--ranks", "64", "--microbatches", "1000..9000",
                                        "-o", "s.csv", "--threads", "2"});
        QTRY_VERIFY(folder.read("s.csv").count('\n') > 2);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 130);
        const QByteArray rows = folder.read("s.csv");
        QVERIFY(rows.endsWith('\n'));
        const QString done = QLocale(QLocale::English).toString(rows.count('\n') - 1);
        QCOMPARE(QString::fromUtf8(process.readAllStandardError()),
                 QString("bubblescope-cli: error: stopped after %1 of 8,001 configurations; they are in "
                         "s.csv: run the same command with --resume to continue\n")
                     .arg(done));
    }

    void aWrapperThatSignalsTwiceInterruptsIt()
    {
        const CliFolder folder;
        QProcess wrapper;
        wrapper.setWorkingDirectory(folder.path());
        // timeout(1) signals the program and then its whole group.
        wrapper.start("timeout", {"--preserve-status", "3", BUBBLESCOPE_CLI, "sweep", "1f1b", "--ranks", "64",
                                  "--microbatches", "1000..9000", "-o", "s.csv", "--threads", "2"});
        QVERIFY(wrapper.waitForFinished());
        QCOMPARE(wrapper.exitStatus(), QProcess::NormalExit);
        QCOMPARE(wrapper.exitCode(), 130);
        QVERIFY(wrapper.readAllStandardError().contains("run the same command with --resume to continue"));
    }

    void wrongWords_data()
    {
        const QStringList fine{"--ranks", "4", "--microbatches", "8", "-o", "s.csv"};
        addRows<QStringList, QByteArray>({
            {"no name", fine,
             "NAME is missing: give the schedules to sweep, e.g. sweep 1f1b zbv --ranks 4,8 --microbatches "
             "8..64x2 -o sweep.csv"},
            {"no ranks",
             {"1f1b", "--microbatches", "8", "-o", "s.csv"},
             "--ranks is missing: give the values to sweep, e.g. --ranks 4,8,16 or --ranks 4..64x2"},
            {"no file", {"1f1b", "--ranks", "4", "--microbatches", "8"}, "--output is required (see --help)"},
            {"another ending",
             {"1f1b", "--ranks", "4", "--microbatches", "8", "-o", "s.txt"},
             "-o s.txt: write a sweep as .csv or .jsonl, or to - as CSV"},
            {"a name twice", QStringList{"1f1b", "1F1B"} + fine, "NAME: 1f1b appears twice"},
            {"a value twice",
             {"1f1b", "--ranks", "4,4", "--microbatches", "8", "-o", "s.csv"},
             "--ranks: 4 appears twice"},
            {"too large",
             {"1f1b", "--ranks", "4", "--microbatches", "8", "--stages-per-rank", "2000", "-o", "s.csv"},
             "--stages-per-rank: no schedule takes 2000: give 1 to 1024"},
            {"numbers in a name", QStringList{"1f1b:microbatches=8"} + fine,
             "microbatches is given in 1f1b:microbatches=8: in a sweep, give it for all schedules as "
             "--microbatches"},
            {"no part", QStringList{"1f1b", "--shard", "0/4"} + fine,
             "--shard: '0/4' is not a part; expected I/N with I from 1 to N, e.g. 2/16"},
            {"no latency", QStringList{"1f1b", "--p2p-latency", "0,x"} + fine,
             "--p2p-latency: 'x' is not a number of 0 or more, e.g. 0,0.1,0.25"},
            {"resuming what is printed",
             {"1f1b", "--ranks", "4", "--microbatches", "8", "-o", "-", "--resume"},
             "--resume: - is not a file to continue"},
            {"joining a part",
             {"--join", "a.csv", "--shard", "1/2", "-o", "s.csv"},
             "--join and --shard cannot be used together"},
            {"joining what is not there",
             {"--join", "a.csv", "-o", "s.csv"},
             "cannot read a.csv: No such file or directory"},
            {"a stage that no schedule has", QStringList{"1f1b", "--what-if", "stage4=2"} + fine,
             "--what-if stage4=2: the schedule has no stage 4; its stages are 0 to 3"},
        });
    }

    void wrongWords()
    {
        const auto& [arguments, words] = givenRow<QStringList, QByteArray>();
        const CliFolder folder;
        const CliRun run = sweep(arguments, folder);
        QCOMPARE(run.errors, "bubblescope-cli: error: " + words + "\n");
        QCOMPARE(run.status, 2);
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

BUBBLESCOPE_TEST(CliSweepTest)
#include "cli_sweep_test.moc"
