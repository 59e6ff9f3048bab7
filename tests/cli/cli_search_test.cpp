// SPDX-License-Identifier: Apache-2.0
// `search`: what it prints and writes, and how it fails.
#include "tests/cli/cli_runner.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QJsonArray>
#include <csignal>

using namespace bubblescope::test;

namespace {

const QStringList kSmall{"search", "--ranks", "3", "--microbatches", "5", "--iterations", "50"};

const QByteArray kFreeStages =
    "bubblescope-cli: warning: transfers and the overhead of an action take no time in these costs, so more "
    "stages per rank always look better: give either of them to see how many are worth it\n";

QStringList with(QStringList arguments, const QStringList& more)
{
    return arguments += more;
}

} // namespace

class CliSearchTest : public QObject
{
    Q_OBJECT

private slots:
    void printsTableMetricsAndBound()
    {
        const CliRun run = succeed(with(kSmall, {"--memory-limit", "3"}));
        QCOMPARE(run.errors, kFreeStages);
        for (const char* name : {"\nfrom ", "\nmakespan ", "\nlongest_rank_span ", "\nbound ", "\ngap ",
                                 "\nmemory_peak ", "\nmemory_limit                3\n", "\niterations ",
                                 " candidates stay within the limit; the best of them:\n"})
            QVERIFY2(run.output.contains(name), name);
        const QByteArray table = run.output.mid(run.output.indexOf("the best of them:\n"));
        QVERIFY2(table.count('\n') <= 12 && table.count(" %") >= 5, table);
    }

    void printsJson()
    {
        const CliRun run =
            succeed(with(kSmall, {"--memory-limit", "3", "--json", "--objective", "rank-span"}));
        const QJsonObject found = run.json();
        for (const char* key : {"schedule",
                                "ranks",
                                "stages",
                                "microbatches",
                                "time_unit",
                                "makespan",
                                "ideal_time",
                                "bubble_rate",
                                "idle_fraction",
                                "longest_rank_span",
                                "bubble_rate_fb",
                                "peak_activations",
                                "peak_activations_per_rank",
                                "bound",
                                "gap",
                                "origin",
                                "request",
                                "iterations",
                                "candidates",
                                "memory_peak",
                                "memory_limit",
                                "stopped"})
            QVERIFY2(found.contains(QLatin1String(key)), key);
        QCOMPARE(found["objective"].toString(), "longest_rank_span");
        QVERIFY(found["bound"].toDouble() <= found["longest_rank_span"].toDouble());
        QVERIFY(found["memory_peak"].toDouble() <= 3);
        QCOMPARE(found["request"]["ranks"].toInt(), 3);
        const QJsonArray candidates = found["candidates"].toArray();
        QVERIFY(candidates.size() > 20);
        double before = 0;
        bool fitted = true;
        for (const auto& candidate : candidates) {
            const bool fits = candidate.toObject()["fits"].toBool();
            QVERIFY(fitted || !fits);
            fitted = fits;
            if (!fits) {
                QVERIFY(!candidate.toObject()["reason"].toString().isEmpty());
                continue;
            }
            QVERIFY(candidate.toObject()["objective"].toDouble() >= before);
            before = candidate.toObject()["objective"].toDouble();
        }
        QVERIFY(!fitted);
    }

    void warnsWhereStagesAreFree()
    {
        const CliRun run = succeed(with(kSmall, {"--json"}));
        QCOMPARE(run.errors, kFreeStages);
        const QJsonObject found = run.json();
        QCOMPARE(found["warnings"].toArray().size(), 1);
        QVERIFY(found["request"]["stages_per_rank"].toInt() > 1);
        for (const QStringList& paid : {QStringList{"--p2p-latency", "0.1"},
                                        {"--stages-per-rank", "2"},
                                        {"--time-per", "stage"},
                                        {"--schedule", "1f1b"}}) {
            const CliRun other = succeed(with(with(kSmall, {"--json"}), paid));
            QCOMPARE(other.errors, QByteArray());
            QVERIFY(!other.json().contains("warnings"));
        }
    }

    void tellsTies()
    {
        const QStringList arguments{"search", "--ranks",      "4",         "--microbatches",
                                    "8",      "--iterations", "0",         "--stages-per-rank",
                                    "1",      "--schedule",   "gpipe",     "--schedule",
                                    "1f1b",   "--schedule",   "looped-bfs"};
        const QJsonObject found = succeed(with(arguments, {"--json"})).json();
        QStringList names{found["request"]["schedule"].toString()};
        for (const auto& other : found["as_fast_as"].toArray())
            names << other.toObject()["schedule"].toString();
        names.sort();
        QCOMPARE(names, (QStringList{"1f1b", "gpipe", "looped-bfs"}));
        verifyContains(succeed(arguments).output, {"\nas_fast_as                  "});
        QVERIFY(!succeed({"search", "--iterations", "0", "--schedule", "1f1b"}).output.contains("as_fast"));
    }

    void isReproducible()
    {
        const QStringList arguments =
            with(kSmall, {"--memory-limit", "2", "--forward", "9", "--backward-input", "14",
                          "--backward-weight", "7", "-o", "-"});
        const CliRun one = succeed(with(arguments, {"--threads", "1"}));
        QVERIFY(one.output.startsWith("0F0,"));
        QCOMPARE(runCli(with(arguments, {"--threads", "4"})).output, one.output);
        succeed({"validate", "-"}, one.output);
    }

    void writesOrders()
    {
        const CliFolder folder;
        const QStringList improving{"search",
                                    "--ranks",
                                    "3",
                                    "--microbatches",
                                    "5",
                                    "--iterations",
                                    "500",
                                    "--schedule",
                                    "1f1b",
                                    "--json",
                                    "--forward",
                                    "9",
                                    "--backward-input",
                                    "14",
                                    "--backward-weight",
                                    "7"};
        for (const char* name : {"found.csv", "found.bubble"}) {
            const CliRun run = folder.succeed(with(improving, {"-o", name}));
            const double makespan = run.json()["makespan"].toDouble();
            QVERIFY(run.json()["changes"].toInt() > 0);
            folder.succeed({"validate", name});
            if (QString(name) == "found.bubble") {
                // The document has the costs of its stages with it.
                QCOMPARE(folder.run({"simulate", name, "--json"}).json()["makespan"].toDouble(), makespan);
                QVERIFY(!folder.read(name).contains("\"request\""));
            }
        }
        const CliRun own = folder.succeed({"search", "--time-budget", "0", "--json", "-o", "own.bubble"});
        QCOMPARE(own.json()["changes"].toInt(), 0);
        QVERIFY(folder.read("own.bubble").contains("\"request\""));
        QCOMPARE(folder.run({"simulate", "own.bubble", "--json"}).json()["makespan"].toDouble(),
                 own.json()["makespan"].toDouble());
    }

    void splitsLayers()
    {
        const CliFolder folder;
        folder.write(
            "costs.json",
            R"({"format": "bubblescope-costs", "version": 1, "blocks": {"embedding": {"F": 0.1, "I": 0, "W": 0.1},
                  "layer": {"F": 1, "I": 1, "W": 1}, "head": {"F": 3, "I": 3, "W": 3}}})");
        const CliRun run =
            folder.succeed({"search", "--costs", "costs.json", "--layers", "18", "--stages-per-rank", "1",
                            "--placement", "loop", "--iterations", "20", "--json"});
        // By the step's time: the fastest slowest rank would have 5, 5, 5, 3.
        QCOMPARE(run.json()["layers_per_stage"].toArray(), (QJsonArray{5, 6, 5, 2}));
    }

    void saysWhatWouldDo()
    {
        const CliRun run = runCli(with(kSmall, {"--memory-limit", "0.5"}));
        QCOMPARE(run.status, 1);
        verifyBegins(run.errors, "bubblescope-cli: error: no schedule fits in 0.5: the least "
                                 "among those tried is 1, with zb-auto:");
        const CliRun none =
            runCli({"search", "--schedule", "zbv", "--stages-per-rank", "3", "--iterations", "1"});
        QCOMPARE(none.status, 1);
        verifyBegins(none.errors,
                     "bubblescope-cli: error: no schedule can be tried; zbv: stages-per-rank is 3, but");
    }

    void saysWhichPlacementASearchNeeds()
    {
        const CliRun other =
            runCli({"search", "--schedule", "zbv", "--placement", "loop", "--iterations", "1"});
        QCOMPARE(other.status, 1);
        verifyBegins(other.errors,
                     "bubblescope-cli: error: no schedule can be tried; zbv: its placement is v, not loop");
        const CliFolder folder;
        folder.write("costs.json", R"({"format": "bubblescope-costs", "version": 1, "blocks": {"embedding": )"
                                   R"({"F": 1}, "layer": {"F": 1, "B": 2}, "head": {"F": 1}}})");
        const CliRun layout = folder.run({"search", "--costs", "costs.json", "--layers", "8", "--layout",
                                          "--schedule", "zbv", "--iterations", "1"});
        QCOMPARE(layout.status, 2);
        verifyBegins(layout.errors,
                     "bubblescope-cli: error: a layout's stages follow each other over the ranks, and those "
                     "of zbv do not: name a schedule with the placement loop, e.g. interleaved-1f1b");
    }

    void refusesWrongUsage()
    {
        const auto refusal = [](const QStringList& more) {
            const CliRun run = runCli(with({"search"}, more));
            return run.status == 2 ? run.errors : QByteArray("accepted");
        };
        QVERIFY(refusal({"--ranks", "0"}).contains("--ranks is 0; expected 1 to"));
        QVERIFY(refusal({"--iterations", "-1"}).contains("--iterations is -1; expected 0 to"));
        QVERIFY(refusal({"--objective", "span"}).contains("'span' is neither makespan nor rank-span"));
        QVERIFY(refusal({"--schedule", "zb-autp"}).contains("zb-auto"));
        QVERIFY(refusal({"--placement", "u"}).contains("mirror"));
        QVERIFY(refusal({"-o", "found.png"}).contains("found.png: search writes .csv or .bubble"));
        QVERIFY(refusal({"--what-if", "F=0.5"}).contains("--what-if"));
        QVERIFY(
            refusal({"--layers", "8"}).contains("layers can be split only if the costs are given by block"));
        QVERIFY(refusal({"--forward=-1"}).contains("--forward: '-1' is not a time"));
    }

    void leavesWhatCannotBeWritten()
    {
        const CliFolder folder;
        const CliRun run = folder.run(with(kSmall, {"-o", "no/such/folder/found.csv"}));
        QCOMPARE(run.status, 3);
        QVERIFY(run.errors.contains("found.csv"));
    }

    void ctrlCLeavesTheBest()
    {
        const CliFolder folder;
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.start(BUBBLESCOPE_CLI, {"search", "--ranks", "6", "--microbatches", "18", "--memory-limit",
                                        "3", "--forward", "9", "--backward-input", "14", "--backward-weight",
                                        "7", "--time-budget", "100000", "--json", "-o", "found.csv"});
        QVERIFY(process.waitForStarted());
        // Until candidates are timed; a slower machine stops while they are, and then the best of these is
        // told.
        QTest::qWait(1500);
        kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(120'000));
        QCOMPARE(process.exitCode(), 130);
        const QJsonObject found = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        QVERIFY(found["stopped"].toBool());
        QVERIFY(found["makespan"].toDouble() > 0);
        folder.succeed({"validate", "found.csv"});
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliSearchTest)
#include "cli_search_test.moc"
