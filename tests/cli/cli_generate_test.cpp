// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
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
        QCOMPARE(run.output, QByteArray("0F0,0F1,0B0,0F2,0B1,0B2\n1F0,1B0,1F1,1B1,1F2,1B2\n"));
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

    void writesTheUnitGrid()
    {
        const CliRun run = runCli({"generate", "1f1b:ranks=2,microbatches=2", "--spaced", "-o", "-"});
        QCOMPARE(run.output, QByteArray("0F0,0F1,,,0B0,,0B1\n,1F0,1B0,1F1,1B1\n"));
    }

    void keepsTheGeneratorsBubbles()
    {
        const CliRun run = runCli({"generate", "gpipe:ranks=2,microbatches=1", "--padded", "-o", "-"});
        QCOMPARE(run.output, QByteArray("0F0,,,,0B0\n,1F0,1B0\n"));
    }

    void appliesPassesInOrder()
    {
        QTemporaryDir folder;
        writeFile(folder.filePath("a.csv"), "0UNSHARD,0F0,,0I0,0W0,0RESHARD\n");
        const CliRun run =
            runCli({"generate", "a.csv", "--with", "strip", "--with", "merge-backward", "-o", "-"}, {},
                   folder.path());
        QCOMPARE(run.output, QByteArray("0F0,0B0\n"));
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
        QTemporaryDir folder;
        const QByteArray order("0F0,,\"(0F1;3B0)OVERLAP_F_B\",0SEND_F1\n\n1F0\n");
        writeFile(folder.filePath("a.csv"), order);
        QCOMPARE(runCli({"convert", "a.csv", "-o", "a.bubble"}, {}, folder.path()).status, 0);
        QCOMPARE(runCli({"convert", "a.bubble", "-o", "b.csv"}, {}, folder.path()).status, 0);
        QCOMPARE(readFile(folder.filePath("b.csv")), QByteArray(order).replace("\"", ""));
        const CliRun trace = runCli({"convert", "1f1b:ranks=2", "-o", "a.trace.json"}, {}, folder.path());
        QCOMPARE(trace.status, 0);
        const QJsonDocument chrome = QJsonDocument::fromJson(readFile(folder.filePath("a.trace.json")));
        QVERIFY(chrome["traceEvents"].toArray().size() > 32);
    }

    void keepsTheRequestInADocument()
    {
        QTemporaryDir folder;
        QCOMPARE(
            runCli({"generate", "zbv:ranks=3,microbatches=7", "-o", "a.bubble"}, {}, folder.path()).status,
            0);
        QVERIFY(readFile(folder.filePath("a.bubble")).contains("zbv"));
        QCOMPARE(runCli({"generate", "a.bubble", "-o", "-"}, {}, folder.path()).output,
                 runCli({"generate", "zbv:ranks=3,microbatches=7", "-o", "-"}).output);
    }

    void keepsThePassesInADocument()
    {
        QTemporaryDir folder;
        const QString at = folder.path();
        QCOMPARE(runCli({"generate", "zbv", "--with", "torch", "-o", "a.bubble"}, {}, at).status, 0);
        QVERIFY(readFile(folder.filePath("a.bubble")).contains("request"));
        QCOMPARE(runCli({"generate", "a.bubble", "-o", "-"}, {}, at).output,
                 runCli({"generate", "zbv", "--with", "torch", "-o", "-"}).output);
        QCOMPARE(runCli({"generate", "a.bubble", "--with", "strip", "-o", "-"}, {}, at).output,
                 runCli({"generate", "zbv", "-o", "-"}).output);
        QCOMPARE(runCli({"generate", "a.bubble", "--spaced", "-o", "-"}, {}, at).output,
                 runCli({"generate", "zbv", "--spaced", "--with", "torch", "-o", "-"}).output);
        QCOMPARE(runCli({"convert", "a.bubble", "-o", "b.bubble"}, {}, at).status, 0);
        QCOMPARE(readFile(folder.filePath("b.bubble")), readFile(folder.filePath("a.bubble")));
    }

    void namesTheDocumentOfAPassThatIsNone()
    {
        QTemporaryDir folder;
        writeFile(folder.filePath("a.bubble"),
                  R"({"bubblescopeFormat": 1, "passes": ["torhc"], "source": {"request": {"schedule": "zbv",
"ranks": 2, "microbatches": 4}}})");
        const CliRun run = runCli({"simulate", "a.bubble"}, {}, folder.path());
        QCOMPARE(run.status, 2);
        QCOMPARE(run.errors,
                 QByteArray("bubblescope-cli: error: a.bubble: there is no pass 'torhc' (did you mean "
                            "torch?); use one of send-recv, fsdp, torch, strip, merge-backward\n"));
    }

    void refuses_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("said");
        QTest::newRow("no command") << QStringList{} << 2 << "subcommand";
        QTest::newRow("unknown command") << QStringList{"simulat", "1f1b"} << 2 << "did you mean simulate?";
        QTest::newRow("given twice") << QStringList{"generate", "1f1b:ranks=4", "--ranks", "5", "-o", "-"}
                                     << 2 << "ranks stands both in 1f1b:ranks=4 and in --ranks: give it once";
        QTest::newRow("empty value") << QStringList{"simulate", "1f1b", "--forward", ""} << 2 << "--forward";
        QTest::newRow("unknown option")
            << QStringList{"generate", "1f1b", "--rank", "4", "-o", "-"} << 2 << "--rank";
        QTest::newRow("unknown schedule") << QStringList{"generate", "1f2b", "-o", "-"} << 2 << "1f1b";
        QTest::newRow("too few microbatches")
            << QStringList{"generate", "1f1b:ranks=4,microbatches=3", "-o", "-"} << 2 << "4";
        QTest::newRow("no number") << QStringList{"generate", "1f1b", "--ranks", "four", "-o", "-"} << 2
                                   << "four";
        QTest::newRow("missing file")
            << QStringList{"generate", "nowhere.csv", "-o", "-"} << 2 << "nowhere.csv";
        QTest::newRow("unknown ending")
            << QStringList{"generate", "1f1b", "-o", "a.txt"} << 2 << ".csv or .bubble";
        QTest::newRow("unknown pass")
            << QStringList{"generate", "1f1b", "--with", "fold", "-o", "-"} << 2 << "strip";
        QTest::newRow("missing folder")
            << QStringList{"generate", "1f1b", "-o", "/nowhere/a.csv"} << 3 << "/nowhere/a.csv";
    }

    void refuses()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, said);
        const CliRun run = runCli(arguments);
        QTEST(run.status, "status");
        QCOMPARE(run.output, QByteArray());
        QVERIFY2(run.errors.startsWith("bubblescope-cli: error: "), run.errors.constData());
        QVERIFY2(run.errors.contains(said.toUtf8()), run.errors.constData());
        QCOMPARE(run.errors.count('\n'), 1);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliGenerateTest)
#include "cli_generate_test.moc"
