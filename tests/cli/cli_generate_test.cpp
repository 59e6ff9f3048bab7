// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QJsonArray>

using namespace bubblescope::test;

class CliGenerateTest : public QObject
{
    Q_OBJECT

private slots:
    void printsTheOrderAsCsv()
    {
        const CliRun run = runCli({"generate", "1f1b", "--ranks", "2", "--microbatches", "3", "-o", "-"});
        QCOMPARE(run.errors, QByteArray());
        QCOMPARE(run.output, "0F0,0F1,0B0,0F2,0B1,0B2\n1F0,1B0,1F1,1B1,1F2,1B2\n");
        QCOMPARE(run.status, 0);
    }

    void takesParametersInOneWord()
    {
        const CliRun oneWord =
            runCli({"generate", "interleaved-1f1b:ranks=2,microbatches=4,stages-per-rank=3", "-o", "-"});
        const CliRun options = runCli({"generate", "interleaved-1f1b", "--ranks", "2", "--microbatches", "4",
                                       "--stages-per-rank", "3", "--option", "variant=torch", "-o", "-"});
        QCOMPARE(oneWord.status, 0);
        QVERIFY(!oneWord.output.isEmpty());
        QCOMPARE(oneWord.output, options.output);
    }

    void acceptsPyTorchsNames()
    {
        QCOMPARE(runCli({"generate", "ZBVZeroBubble", "-o", "-"}).output,
                 runCli({"generate", "zbv", "-o", "-"}).output);
        QCOMPARE(runCli({"generate", "zb1p", "-o", "-"}).output,
                 runCli({"generate", "interleavedzerobubble", "-o", "-"}).output);
    }

    void saysThatACsvLosesThePlan()
    {
        const QStringList planned{"generate", "1f1b:ranks=4,microbatches=8", "--with",
                                  "offload:style=zero-bubble,time=0.1", "-o"};
        const QByteArray lost = "a CSV does not hold when its actions begin: a .bubble file does";
        const CliFolder folder;
        QVERIFY(folder.run(planned + QStringList{"a.csv"}).errors.contains(lost));
        QCOMPARE(folder.run(planned + QStringList{"a.bubble"}).errors, QByteArray());
        QVERIFY(folder.run({"convert", "a.bubble", "-o", "b.csv"}).errors.contains(lost));
    }

    void writesTheUnitGrid()
    {
        const CliRun run = runCli({"generate", "1f1b:ranks=2,microbatches=2", "--spaced", "-o", "-"});
        QCOMPARE(run.output, "0F0,0F1,,,0B0,,0B1\n,1F0,1B0,1F1,1B1\n");
    }

    void keepsTheGeneratorsBubbles()
    {
        const CliRun run = runCli({"generate", "gpipe:ranks=2,microbatches=1", "--padded", "-o", "-"});
        QCOMPARE(run.output, "0F0,,,,0B0\n,1F0,1B0\n");
    }

    void appliesPassesInOrder()
    {
        const CliFolder folder;
        folder.write("a.csv", "0UNSHARD,0F0,,0I0,0W0,0RESHARD\n");
        const CliRun run =
            folder.run({"generate", "a.csv", "--with", "strip", "--with", "merge-backward", "-o", "-"});
        QCOMPARE(run.output, "0F0,0B0\n");
    }

    void listsEverySchedule()
    {
        const CliRun run = runCli({"schedules", "--json"});
        const QJsonArray schedules = QJsonDocument::fromJson(run.output).array();
        QStringList names;
        for (const QJsonValue& schedule : schedules) {
            names << schedule["name"].toString();
            QVERIFY(!schedule["origin"].toString().isEmpty());
            QVERIFY(!schedule["parameters"].toArray().isEmpty());
        }
        for (const QString name : {"gpipe", "1f1b", "interleaved-1f1b", "looped-bfs",
                                   "interleaved-zero-bubble", "zbv", "dualpipev"}) {
            QVERIFY2(names.contains(name), qPrintable(name));
            QVERIFY2(runCli({"schedules"}).output.contains(name.toUtf8()), qPrintable(name));
        }
    }

    void convertsThereAndBack()
    {
        const CliFolder folder;
        const QByteArray order("0F0,,\"(0F1;3B0)OVERLAP_F_B\",0SEND_F1\n\n1F0\n");
        folder.write("a.csv", order);
        folder.succeed({"convert", "a.csv", "-o", "a.bubble"});
        folder.succeed({"convert", "a.bubble", "-o", "b.csv"});
        QCOMPARE(folder.read("b.csv"), QByteArray(order).replace("\"", ""));
        const CliRun trace = folder.succeed({"convert", "1f1b:ranks=2", "-o", "a.trace.json"});
        const QJsonObject chrome = folder.json("a.trace.json");
        QVERIFY(chrome["traceEvents"].toArray().size() > 32);
    }

    void keepsTheRequestInADocument()
    {
        const CliFolder folder;
        folder.succeed({"generate", "zbv:ranks=3,microbatches=7", "-o", "a.bubble"});
        QVERIFY(folder.read("a.bubble").contains("zbv"));
        QCOMPARE(folder.run({"generate", "a.bubble", "-o", "-"}).output,
                 runCli({"generate", "zbv:ranks=3,microbatches=7", "-o", "-"}).output);
    }

    void keepsThePassesInADocument()
    {
        const CliFolder folder;
        folder.succeed({"generate", "zbv", "--with", "torch", "-o", "a.bubble"});
        QVERIFY(folder.read("a.bubble").contains("request"));
        QCOMPARE(folder.run({"generate", "a.bubble", "-o", "-"}).output,
                 runCli({"generate", "zbv", "--with", "torch", "-o", "-"}).output);
        QCOMPARE(folder.run({"generate", "a.bubble", "--with", "strip", "-o", "-"}).output,
                 runCli({"generate", "zbv", "-o", "-"}).output);
        QCOMPARE(folder.run({"generate", "a.bubble", "--spaced", "-o", "-"}).output,
                 runCli({"generate", "zbv", "--spaced", "--with", "torch", "-o", "-"}).output);
        folder.succeed({"convert", "a.bubble", "-o", "b.bubble"});
        QCOMPARE(folder.read("b.bubble"), folder.read("a.bubble"));
    }

    void namesTheDocumentOfAPassThatIsNone()
    {
        const CliFolder folder;
        folder.write(
            "a.bubble",
            R"({"bubblescopeFormat": 1, "passes": ["torhc"], "source": {"request": {"schedule": "zbv",
"ranks": 2, "microbatches": 4}}})");
        const CliRun run = folder.run({"simulate", "a.bubble"});
        QCOMPARE(run.refusal(),
                 "a.bubble: unknown pass 'torhc' (did you mean torch?); the passes are "
                 "send-recv, fsdp, torch, strip, merge-backward, recompute, offload, vocabulary, "
                 "parts, tail");
    }

    void refuses_data()
    {
        addRows<QStringList, int, QString>({
            {"no command", {}, 2, "subcommand"},
            {"unknown command", {"simulat", "1f1b"}, 2, "did you mean simulate?"},
            {"given twice",
             {"generate", "1f1b:ranks=4", "--ranks", "5", "-o", "-"},
             2,
             "ranks is given both in 1f1b:ranks=4 and as --ranks: give it once"},
            {"empty value", {"simulate", "1f1b", "--forward", ""}, 2, "--forward"},
            {"unknown option", {"generate", "1f1b", "--rank", "4", "-o", "-"}, 2, "--rank"},
            {"unknown schedule", {"generate", "1f2b", "-o", "-"}, 2, "1f1b"},
            {"too few microbatches", {"generate", "1f1b:ranks=4,microbatches=3", "-o", "-"}, 2, "4"},
            {"no number", {"generate", "1f1b", "--ranks", "four", "-o", "-"}, 2, "four"},
            {"missing file", {"generate", "nowhere.csv", "-o", "-"}, 2, "nowhere.csv"},
            {"unknown ending", {"generate", "1f1b", "-o", "a.txt"}, 2, ".csv or .bubble"},
            {"unknown pass", {"generate", "1f1b", "--with", "fold", "-o", "-"}, 2, "strip"},
            {"missing folder", {"generate", "1f1b", "-o", "/nowhere/a.csv"}, 3, "/nowhere/a.csv"},
        });
    }

    void refuses()
    {
        const auto& [arguments, status, said] = givenRow<QStringList, int, QString>();
        const CliRun run = runCli(arguments);
        QCOMPARE(run.status, status);
        QCOMPARE(run.output, QByteArray());
        verifyBegins(run.errors, "bubblescope-cli: error: ");
        verifyContains(run.errors, {said});
        QCOMPARE(run.errors.count('\n'), 1);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliGenerateTest)
#include "cli_generate_test.moc"
