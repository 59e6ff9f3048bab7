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
        QCOMPARE(json["schedule"].toString(), QString("1f1b"));
        QCOMPARE(json["ranks"].toInt(), 4);
        QCOMPARE(json["stages"].toInt(), 4);
        QCOMPARE(json["microbatches"].toInt(), 8);
        QCOMPARE(json["time_unit"].toString(), QString("step"));
        QCOMPARE(json["makespan"].toDouble(), 33.0);
        QCOMPARE(json["ideal_time"].toDouble(), 24.0);
        QCOMPARE(json["bubble_rate"].toDouble(), 0.375);
        QCOMPARE(json["bubble_rate_fb"].toDouble(), 0.375);
        QCOMPARE(json["longest_rank_span"].toDouble(), 33.0);
        QVERIFY(qAbs(json["idle_fraction"].toDouble() - 9.0 / 33.0) < 1e-9);
        QCOMPARE(json["per_rank"].toArray().size(), 4);
        const QJsonObject rank = json["per_rank"].toArray()[0].toObject();
        QCOMPARE(rank["busy"].toDouble(), 24.0);
        QCOMPARE(rank["idle"].toDouble(), 9.0);
        QCOMPARE(rank["idle_warmup"].toDouble() + rank["idle_steady"].toDouble() +
                     rank["idle_cooldown"].toDouble(),
                 9.0);
        QCOMPARE(rank["peak_activations"].toDouble(), 4.0);
        QCOMPARE(json["critical_path"].toObject()["length"].toDouble(), 33.0);
        QCOMPARE(json["closed_form"].toObject()["makespan"].toDouble(), 33.0);
        QVERIFY(!json.contains("actions"));
    }

    void addsActionsOnRequest()
    {
        const QJsonArray actions = runCli({"simulate", "gpipe:ranks=1,microbatches=1", "--json", "--actions"})
                                       .json()["actions"]
                                       .toArray();
        QCOMPARE(actions.size(), 2);
        QCOMPARE(actions[1].toObject()["rank"].toInt(-1), 0);
        QCOMPARE(actions[1].toObject()["action"].toString(), QString("0B0"));
        QCOMPARE(actions[1].toObject()["start"].toDouble(), 1.0);
        QCOMPARE(actions[1].toObject()["end"].toDouble(), 3.0);
    }

    void takesCostsFromOptionsAndFile()
    {
        QTemporaryDir folder;
        writeFile(
            folder.filePath("costs.json"),
            R"({"format": "bubblescope-costs", "version": 1, "forward": 2, "backward": 3, "p2p": {"latency": 1}})");
        const QStringList base{"simulate", "1f1b:ranks=2,microbatches=2", "--json"};
        const auto makespan = [&](const QStringList& more) {
            return runCli(base + more, {}, folder.path()).json()["makespan"].toDouble();
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
                 QByteArray("bubblescope-cli: error: --forward: 'fast' is no time: write a number of 0 or "
                            "more, e.g. 1.5\n"));
    }

    void reportsADeadlockWithExitOne()
    {
        const QByteArray order("0F0,0B0,0F1,0B1\n1F1,1B1,1F0,1B0\n");
        const CliRun run = runCli({"simulate", "-"}, order);
        QCOMPARE(run.status, 1);
        QCOMPARE(run.output, QByteArray());
        QVERIFY2(run.errors.startsWith("bubblescope-cli: error: <stdin>: deadlock: "),
                 run.errors.constData());
        for (const char* name : {"0B0", "1F1", "rank 0", "rank 1"})
            QVERIFY2(run.errors.contains(name), run.errors.constData());
    }

    void validatesACompleteOrder()
    {
        const CliRun run = runCli({"validate", "zbv", "--json"});
        QCOMPARE(run.status, 0);
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
        QTemporaryDir folder;
        writeFile(folder.filePath("plan.csv"), "0F0,0B0\n1F0,1Q0,1B0\n");
        for (const QStringList& command :
             {QStringList{"simulate", "plan.csv"}, QStringList{"validate", "plan.csv"},
              QStringList{"render", "plan.csv", "-o", "a.svg"},
              QStringList{"generate", "plan.csv", "-o", "-"},
              QStringList{"convert", "plan.csv", "-o", "a.bubble"}}) {
            const CliRun run = runCli(command, {}, folder.path());
            QCOMPARE(run.status, 2);
            QVERIFY2(run.errors.startsWith("bubblescope-cli: error: plan.csv:2:6: "), run.errors.constData());
            QVERIFY2(run.errors.contains("\n1F0,1Q0,1B0\n     ^"), run.errors.constData());
        }
        QVERIFY(!QFile::exists(folder.filePath("a.svg")));
        const CliRun json = runCli({"validate", "plan.csv", "--json"}, {}, folder.path());
        QCOMPARE(json.status, 2);
        const QJsonObject problem = json.json()["problems"].toArray()[0].toObject();
        QCOMPARE(problem["kind"].toString(), QString("syntax"));
        QCOMPARE(problem["line"].toInt(), 2);
        QCOMPARE(problem["column"].toInt(), 6);
    }

    void readsStandardInput()
    {
        QCOMPARE(runCli({"generate", "-", "-o", "-"}, "\xEF\xBB\xBF 0F0 , 0B0\r\n").output,
                 QByteArray("0F0,0B0\n"));
        const CliRun wrong = runCli({"generate", "-", "-o", "-"}, "0X0\n");
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.errors.startsWith("bubblescope-cli: error: <stdin>:1:2: "), wrong.errors.constData());
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
        QTemporaryDir folder;
        writeFile(folder.filePath("miss.csv"), "0F0,0F1,0B0\n1F0,1B0,1F1,1B1\n");
        const QByteArray warning(
            "bubblescope-cli: warning: miss.csv: 1 problem: rank 0 does not run 0B1; see validate\n");
        for (const QStringList& command :
             {QStringList{"simulate", "miss.csv"}, QStringList{"render", "miss.csv", "-o", "miss.svg"},
              QStringList{"convert", "miss.csv", "-o", "miss.trace.json"}}) {
            const CliRun run = runCli(command, {}, folder.path());
            QCOMPARE(run.status, 0);
            QCOMPARE(run.errors, warning);
            QCOMPARE(runCli(QStringList{"--quiet"} + command, {}, folder.path()).errors, QByteArray());
        }
    }

    void warnsWhereALoweringWentWrong()
    {
        const CliRun run =
            runCli({"generate", "looped-bfs", "--with", "fsdp:style=hyper-parallel", "-o", "-"});
        QCOMPARE(run.status, 0);
        QVERIFY(!run.output.isEmpty());
        QCOMPARE(
            run.errors,
            QByteArray("bubblescope-cli: warning: after fsdp:style=hyper-parallel the order has 8 problems, "
                       "the first: rank 0 runs 4REDUCE_GRAD (cell 19) before 4B0 (cell 26)\n"));
        for (const char* schedule : {"looped-bfs", "zbv", "dualpipe", "seq1f1b", "v-min", "hanayo"})
            for (const char* pass : {"send-recv", "fsdp", "torch", "send-recv:style=hyper-parallel-aligned"})
                QCOMPARE(runCli({"generate", schedule, "--with", pass, "-o", "-"}).errors, QByteArray());
    }

    void tellsTheProblemsOfAnOrderThatCannotBeLowered()
    {
        QTemporaryDir folder;
        writeFile(folder.filePath("dead.csv"), "0F0,0B0,0F1,0B1\n1F1,1B1,1F0,1B0\n");
        const CliRun run =
            runCli({"validate", "--json", "dead.csv", "--with", "send-recv"}, {}, folder.path());
        QCOMPARE(run.status, 1);
        QVERIFY(!run.json()["valid"].toBool(true));
        const QJsonArray problems = run.json()["problems"].toArray();
        QCOMPARE(problems.size(), 1);
        QCOMPARE(problems[0]["kind"].toString(), QString("deadlock"));
        for (const QStringList& more : {QStringList{"--with", "torch"}, QStringList{"--spaced"}}) {
            const CliRun generated =
                runCli(QStringList{"generate", "dead.csv", "-o", "-"} + more, {}, folder.path());
            QCOMPARE(generated.status, 1);
            QVERIFY(generated.errors.startsWith(
                "bubblescope-cli: error: dead.csv: deadlock: rank 0 0B0 (cell 1)"));
        }
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliCheckTest)
#include "cli_check_test.moc"
