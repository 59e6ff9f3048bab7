// SPDX-License-Identifier: Apache-2.0
// What is said of costs that do not fit a schedule, name ranks it lacks or come from somewhere.
#include "tests/cli/cli_runner.h"
#include "tests/support/test_program.h"

using namespace bubblescope::test;

namespace {

const QString kExample = QStringLiteral(BUBBLESCOPE_DATA "/calibration/estimate_h200.json");

QByteArray costs(const QByteArray& members)
{
    return "{\"format\": \"bubblescope-costs\",\n \"version\": 1,\n " + members + "}\n";
}

/// The row of the table that begins with `name`, without what pads it.
QString rowOf(const QByteArray& table, const QString& name)
{
    for (const QString& line : QString::fromUtf8(table).split('\n'))
        if (line.startsWith(name + ' '))
            return line.mid(name.size()).trimmed();
    return {};
}

} // namespace

class CliCostsPlacesTest : public QObject
{
    Q_OBJECT

private slots:
    void saysWhereAListDoesNotFit_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("said");
        const QString values =
            "values, but the schedule has 4 stages: give one value for all or one for each "
            "stage\n";
        QTest::newRow("forward") << QByteArray("\"forward\": [1,2]") << QStringList{}
                                 << "costs.json:3:13: forward has 2 " + values +
                                        " \"forward\": [1,2]}\n            ^\n";
        QTest::newRow("unshard") << QByteArray("\"fsdp\": {\"unshard\": [1,2,3]}") << QStringList{}
                                 << "costs.json:3:22: fsdp.unshard has 3 " + values +
                                        " \"fsdp\": {\"unshard\": [1,2,3]}}\n                     ^\n";
        QTest::newRow("beside another option")
            << QByteArray("\"forward\": [1,2]") << QStringList{"--backward", "1,2,3,4"}
            << "costs.json:3:13: forward has 2 " + values + " \"forward\": [1,2]}\n            ^\n";
        QTest::newRow("an option over the file's list")
            << QByteArray("\"forward\": [1,2]") << QStringList{"--forward", "1,2,3"}
            << "forward has 3 " + values;
    }

    void saysWhereAListDoesNotFit()
    {
        QFETCH(QByteArray, members);
        QFETCH(QStringList, options);
        QFETCH(QString, said);
        QTemporaryDir folder;
        writeFile(folder.filePath("costs.json"), costs(members));
        for (const QStringList& command :
             {QStringList{"simulate", "1f1b"}, QStringList{"generate", "zb-auto", "-o", "-"},
              QStringList{"validate", "1f1b"}, QStringList{"render", "1f1b", "-o", "a.svg"}}) {
            const CliRun run =
                runCli(command + QStringList{"--costs", "costs.json"} + options, {}, folder.path());
            QCOMPARE(run.status, 2);
            QCOMPARE(QString::fromUtf8(run.errors), "bubblescope-cli: error: " + said);
        }
    }

    void saysWhereInADocument()
    {
        QTemporaryDir folder;
        const QByteArray begin =
            "{\"bubblescopeFormat\": 1,\n \"costs\": {\"activation\": [1,2]},\n \"source\": ";
        writeFile(folder.filePath("request.bubble"),
                  begin + "{\"request\": {\"schedule\": \"zb-auto\", \"ranks\": 4, \"microbatches\": 4}}}");
        writeFile(folder.filePath("order.bubble"),
                  begin + "{\"order\": [\"0F0,0B0\", \"1F0,1B0\", \"2F0,2B0\", \"3F0,3B0\"]}}");
        for (const QString& name : {QString("request.bubble"), QString("order.bubble")}) {
            const CliRun run = runCli({"simulate", name}, {}, folder.path());
            QCOMPARE(run.status, 2);
            QCOMPARE(
                QString::fromUtf8(run.errors),
                QString("bubblescope-cli: error: %1:2:26: costs.activation has 2 values, but the schedule "
                        "has 4 stages: give one value for all or one for each stage\n"
                        " \"costs\": {\"activation\": [1,2]},\n                         ^\n")
                    .arg(name));
        }
    }

    void warns_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("said");
        const QString unknown = ", but the schedule has ranks 0 to 3: it changes nothing";
        QTest::newRow("ranks that are not there")
            << QStringList{"simulate", "1f1b", "--costs", "ranks.json"}
            << "ranks.json: rank_factor names rank 9" + unknown +
                   "\nbubblescope-cli: warning: ranks.json: p2p.links[0] names rank 4" + unknown;
        QTest::newRow("ranks that are not there, of a document")
            << QStringList{"simulate", "a.bubble"} << "a.bubble: rank_factor names rank 9" + unknown;
        QTest::newRow("a limit that is not shown")
            << QStringList{"render", "1f1b", "-o", "a.svg", "--memory-limit", "3"}
            << "--memory-limit changes nothing: a picture shows it with --memory";
        QTest::newRow("overlap of nothing")
            << QStringList{"simulate", "1f1b", "--overlap", "3"}
            << "--overlap changes nothing: the schedule has no overlapped blocks";
        QTest::newRow("overlap of nothing, drawn")
            << QStringList{"render", "1f1b", "-o", "a.svg", "--overlap", "max"}
            << "--overlap changes nothing: the schedule has no overlapped blocks";
        QTest::newRow("a file's own note")
            << QStringList{"simulate", "1f1b", "--costs", "noted.json"} << "noted.json: taken at night";
    }

    void warns()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, said);
        QTemporaryDir folder;
        writeFile(folder.filePath("ranks.json"),
                  costs(R"("rank_factor": {"9": 2}, "p2p": {"links": [{"from": 0, "to": 4}]})"));
        writeFile(folder.filePath("noted.json"),
                  costs(R"("source": "by hand", "notes": ["taken at\nnight"])"));
        writeFile(folder.filePath("a.bubble"),
                  R"({"bubblescopeFormat": 1, "costs": {"rank_factor": {"9": 2}}, "source":
              {"request": {"schedule": "1f1b", "ranks": 4, "microbatches": 4}}})");
        const CliRun run = runCli(arguments, {}, folder.path());
        QCOMPARE(run.status, 0);
        QCOMPARE(QString::fromUtf8(run.errors), "bubblescope-cli: warning: " + said + '\n');
        QCOMPARE(runCli(arguments + QStringList{"--quiet"}, {}, folder.path()).errors, QByteArray());
    }

    void doesNotWarn_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("a limit that is shown")
            << QStringList{"render", "1f1b", "-o", "a.svg", "--memory", "--memory-limit", "30"};
        QTest::newRow("overlapped blocks") << QStringList{"simulate", "dualpipev:ranks=2", "--overlap", "3"};
        QTest::newRow("costs that are kept")
            << QStringList{"generate", "1f1b", "-o", "a.bubble", "--overlap", "3"};
    }

    void doesNotWarn()
    {
        QFETCH(QStringList, arguments);
        QTemporaryDir folder;
        const CliRun run = runCli(arguments, {}, folder.path());
        QCOMPARE(run.status, 0);
        QCOMPARE(run.errors, QByteArray());
    }

    void takesKindsInAnyCase()
    {
        const QByteArray upper = runCli({"simulate", "1f1b", "--json", "--what-if", "F=2"}).output;
        QVERIFY(upper != runCli({"simulate", "1f1b", "--json"}).output);
        QCOMPARE(runCli({"simulate", "1f1b", "--json", "--what-if", "f=2"}).output, upper);
        QCOMPARE(runCli({"simulate", "1f1b", "--json", "--what-if", "Stage1=2"}).output,
                 runCli({"simulate", "1f1b", "--json", "--what-if", "stage1=2"}).output);
        QCOMPARE(runCli({"simulate", "1f1b", "--what-if", "f=2", "--what-if", "F=3"}).errors,
                 QByteArray("bubblescope-cli: error: --what-if F=3: F is given twice\n"));
    }

    void keepsTheSource()
    {
        QTemporaryDir folder;
        const QString source = "estimate · llama-8b-like on NVIDIA H200 (datasheet)";
        QCOMPARE(rowOf(runCli({"simulate", "1f1b", "--costs", kExample}).output, "costs"), source);
        QCOMPARE(rowOf(runCli({"simulate", "1f1b"}).output, "costs"), QString());
        const CliRun made =
            runCli({"generate", "1f1b", "--costs", kExample, "-o", "a.bubble"}, {}, folder.path());
        QCOMPARE(made.status, 0);
        const CliRun again = runCli({"simulate", "a.bubble"}, {}, folder.path());
        QCOMPARE(rowOf(again.output, "costs"), source);
        QCOMPARE(runCli({"render", "a.bubble", "-o", "a.svg"}, {}, folder.path()).status, 0);
        QFile picture(folder.filePath("a.svg"));
        QVERIFY(picture.open(QIODevice::ReadOnly));
        QVERIFY(picture.readAll().contains(">" + source.toUtf8() + "<"));
        QCOMPARE(again.errors, QByteArray(made.errors).replace(kExample.toUtf8(), "a.bubble"));
        QVERIFY(!again.errors.isEmpty());
        QCOMPARE(
            rowOf(runCli({"simulate", "a.bubble", "--p2p-latency", "3"}, {}, folder.path()).output, "costs"),
            source + ", edited");
        QCOMPARE(
            rowOf(runCli({"simulate", "a.bubble", "--memory-limit", "3"}, {}, folder.path()).output, "costs"),
            source);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliCostsPlacesTest)
#include "cli_costs_places_test.moc"
