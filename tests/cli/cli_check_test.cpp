// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
#include "tests/support/test_program.h"

#include <QJsonArray>

using namespace bubblescope::test;

class CliCheckTest : public QObject
{
    Q_OBJECT

private slots:
    void simulatesToTheDocumentedJson()
    {
        const QJsonObject json =
            runCli({"simulate", "1f1b", "--ranks", "4", "--microbatches", "8", "--json"}).json();
        verifyHolds(json, R"({"schedule": "1f1b", "ranks": 4, "stages": 4, "microbatches": 8,
                    "time_unit": "step", "makespan": 33, "ideal_time": 24, "bubble_rate": 0.375,
                    "bubble_rate_fb": 0.375, "longest_rank_span": 33})");
        QVERIFY(qAbs(json["idle_fraction"].toDouble() - 9.0 / 33.0) < 1e-9);
        QCOMPARE(json["per_rank"].toArray().size(), 4);
        const QJsonObject rank = json["per_rank"].toArray()[0].toObject();
        verifyHolds(rank, R"({"busy": 24, "idle": 9})");
        QCOMPARE(rank["idle_warmup"].toDouble() + rank["idle_steady"].toDouble() +
                     rank["idle_cooldown"].toDouble(),
                 9.0);
        QCOMPARE(rank["peak_activations"].toDouble(), 4.0);
        verifyHolds(json, R"({"critical_path": {"length": 33}, "closed_form": {"makespan": 33}})");
        QVERIFY(!json.contains("actions"));
    }

    void addsActionsOnRequest()
    {
        const QJsonArray actions = runCli({"simulate", "gpipe:ranks=1,microbatches=1", "--json", "--actions"})
                                       .json()["actions"]
                                       .toArray();
        QCOMPARE(actions.size(), 2);
        QCOMPARE(actions[1].toObject()["rank"].toInt(-1), 0);
        QCOMPARE(actions[1].toObject()["action"].toString(), "0B0");
        QCOMPARE(actions[1].toObject()["start"].toDouble(), 1.0);
        QCOMPARE(actions[1].toObject()["end"].toDouble(), 3.0);
    }

    void takesCostsFromOptionsAndFile()
    {
        const CliFolder folder;
        folder.write(
            "costs.json",
            R"({"format": "bubblescope-costs", "version": 1, "forward": 2, "backward": 3, "p2p": {"latency": 1}})");
        const QStringList base{"simulate", "1f1b:ranks=2,microbatches=2", "--json"};
        const auto makespan = [&](const QStringList& more) {
            return folder.run(base + more).json()["makespan"].toDouble();
        };
        QCOMPARE(makespan({}), 9.0);
        QCOMPARE(makespan({"--forward", "2", "--backward", "3"}), 15.0);
        QCOMPARE(makespan({"--costs", "costs.json", "--p2p-latency", "0"}), 15.0);
        QVERIFY(makespan({"--costs", "costs.json"}) > 15.0);
        QCOMPARE(makespan({"--forward", "1,1", "--backward-input", "1,1", "--backward-weight", "1,1"}), 9.0);
        const CliRun wrong = runCli(base + QStringList{"--forward", "1,2,3"});
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.errors.contains('3') && wrong.errors.contains('2'), wrong.errors.constData());
        QCOMPARE(runCli(base + QStringList{"--forward", "fast"}).errors,
                 "bubblescope-cli: error: --forward: 'fast' is not a time: write a number of 0 or more, e.g. "
                 "1.5\n");
    }

    void reportsADeadlockWithExitOne()
    {
        const QByteArray order("0F0,0B0,0F1,0B1\n1F1,1B1,1F0,1B0\n");
        const CliRun run = runCli({"simulate", "-"}, order);
        QCOMPARE(run.status, 1);
        QCOMPARE(run.output, QByteArray());
        verifyBegins(run.errors, "bubblescope-cli: error: <stdin>: deadlock: ");
        for (const char* name : {"0B0", "1F1", "rank 0", "rank 1"})
            verifyContains(run.errors, {name});
    }

    void validatesACompleteOrder()
    {
        const CliRun run = succeed({"validate", "zbv", "--json"});
        QCOMPARE(run.json()["valid"].toBool(), true);
        QCOMPARE(run.json()["problems"].toArray().size(), 0);
    }

    void listsEveryProblem()
    {
        const QByteArray order("0F0,0F0,0B0\n1B0,1F0\n2F0,2B1\n");
        const CliRun run = runCli({"validate", "-", "--json"}, order);
        QCOMPARE(run.status, 1);
        QCOMPARE(run.json()["valid"].toBool(true), false);
        QStringList kinds;
        for (const QJsonValue& problem : run.json()["problems"].toArray()) {
            kinds << problem["kind"].toString();
            QVERIFY(!problem["message"].toString().isEmpty());
            QVERIFY(!problem["actions"].toArray().isEmpty());
        }
        QVERIFY(kinds.contains("duplicate-action"));
        QVERIFY(kinds.contains("dependency-order"));
        QVERIFY(kinds.contains("missing-action"));
        const CliRun text = runCli({"validate", "-"}, order);
        QCOMPARE(text.status, 1);
        QCOMPARE(text.output.count('\n'), static_cast<int>(kinds.size()));
    }

    void tellsWrongCellsWithPlaceAndCaret()
    {
        const CliFolder folder;
        folder.write("plan.csv", "0F0,0B0\n1F0,1Q0,1B0\n");
        for (const QStringList& command :
             {QStringList{"simulate", "plan.csv"}, QStringList{"validate", "plan.csv"},
              QStringList{"render", "plan.csv", "-o", "a.svg"},
              QStringList{"generate", "plan.csv", "-o", "-"},
              QStringList{"convert", "plan.csv", "-o", "a.bubble"}}) {
            const CliRun run = folder.run(command);
            QCOMPARE(run.status, 2);
            verifyBegins(run.errors, "bubblescope-cli: error: plan.csv:2:6: ");
            verifyContains(run.errors, {"\n1F0,1Q0,1B0\n     ^"});
        }
        QVERIFY(!folder.has("a.svg"));
        const CliRun json = folder.run({"validate", "plan.csv", "--json"});
        QCOMPARE(json.status, 2);
        const QJsonObject problem = json.json()["problems"].toArray()[0].toObject();
        verifyHolds(problem, R"({"kind": "syntax", "line": 2, "column": 6})");
    }

    void readsStandardInput()
    {
        QCOMPARE(runCli({"generate", "-", "-o", "-"}, "\xEF\xBB\xBF 0F0 , 0B0\r\n").output, "0F0,0B0\n");
        const CliRun wrong = runCli({"generate", "-", "-o", "-"}, "0X0\n");
        QCOMPARE(wrong.status, 2);
        verifyBegins(wrong.errors, "bubblescope-cli: error: <stdin>:1:2: ");
        const CliRun all = runCli({"validate", "-", "--json"}, "0F0,0X0\n0Y1,1F0\n");
        QCOMPARE(all.status, 2);
        QCOMPARE(all.json()["problems"].toArray().size(), 2);
        const CliRun longName = runCli({"simulate", QString(5000, 'a')});
        QCOMPARE(longName.status, 2);
        QVERIFY2(longName.errors.startsWith("bubblescope-cli: error: unknown schedule "),
                 longName.errors.left(200).constData());
    }

    void warnsOfAnOrderThatIsNotWhole()
    {
        const CliFolder folder;
        folder.write("miss.csv", "0F0,0F1,0B0\n1F0,1B0,1F1,1B1\n");
        const QByteArray warning(
            "bubblescope-cli: warning: miss.csv: 1 problem: rank 0 does not run 0B1; see validate\n");
        for (const QStringList& command :
             {QStringList{"simulate", "miss.csv"}, QStringList{"render", "miss.csv", "-o", "miss.svg"},
              QStringList{"convert", "miss.csv", "-o", "miss.trace.json"}}) {
            const CliRun run = folder.succeed(command);
            QCOMPARE(run.errors, warning);
            QCOMPARE(folder.run(QStringList{"--quiet"} + command).errors, QByteArray());
        }
    }

    void warnsWhereALoweringWentWrong()
    {
        const CliRun run =
            succeed({"generate", "looped-bfs", "--with", "fsdp:style=hyper-parallel", "-o", "-"});
        QVERIFY(!run.output.isEmpty());
        QCOMPARE(run.errors,
                 "bubblescope-cli: warning: after fsdp:style=hyper-parallel the order has 8 problems, the "
                 "first: rank 0 runs 4REDUCE_GRAD (cell 19) before 4B0 (cell 26)\n");
        for (const char* schedule : {"looped-bfs", "zbv", "dualpipe", "seq1f1b", "v-min", "hanayo"})
            for (const char* pass : {"send-recv", "fsdp", "torch", "send-recv:style=hyper-parallel-aligned"})
                QCOMPARE(runCli({"generate", schedule, "--with", pass, "-o", "-"}).errors, QByteArray());
    }

    void tellsTheProblemsOfAnOrderThatCannotBeLowered()
    {
        const CliFolder folder;
        folder.write("dead.csv", "0F0,0B0,0F1,0B1\n1F1,1B1,1F0,1B0\n");
        const CliRun run = folder.run({"validate", "--json", "dead.csv", "--with", "send-recv"});
        QCOMPARE(run.status, 1);
        QVERIFY(!run.json()["valid"].toBool(true));
        const QJsonArray problems = run.json()["problems"].toArray();
        QCOMPARE(problems.size(), 1);
        QCOMPARE(problems[0]["kind"].toString(), "deadlock");
        for (const QStringList& more : {QStringList{"--with", "torch"}, QStringList{"--spaced"}}) {
            const CliRun generated = folder.run(QStringList{"generate", "dead.csv", "-o", "-"} + more);
            QCOMPARE(generated.status, 1);
            QVERIFY(generated.errors.startsWith(
                "bubblescope-cli: error: dead.csv: deadlock: rank 0 0B0 (cell 1)"));
        }
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliCheckTest)
#include "cli_check_test.moc"
