// SPDX-License-Identifier: Apache-2.0
// What is said of costs that do not fit a schedule, name ranks it lacks or come from somewhere.
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

using namespace bubblescope::test;

namespace {

const QString kCliCostsPlacesExample = QStringLiteral(BUBBLESCOPE_DATA "/calibration/estimate_h200.json");

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
        const QString values =
            "values, but the schedule has 4 stages: give one value for all or one for each stage\n";
        addRows<QByteArray, QStringList, QString>({
            {"forward",
             "\"forward\": [1,2]",
             {},
             "costs.json:3:13: forward has 2 " + values + " \"forward\": [1,2]}\n            ^\n"},
            {"unshard",
             "\"fsdp\": {\"unshard\": [1,2,3]}",
             {},
             "costs.json:3:22: fsdp.unshard has 3 " + values +
                 " \"fsdp\": {\"unshard\": [1,2,3]}}\n                     ^\n"},
            {"the step's optimizer",
             "\"step\": {\"optimizer\": [1,2,3]}",
             {},
             "costs.json:3:24: step.optimizer has 3 " + values +
                 " \"step\": {\"optimizer\": [1,2,3]}}\n                       ^\n"},
            {"beside another option",
             "\"forward\": [1,2]",
             {"--backward", "1,2,3,4"},
             "costs.json:3:13: forward has 2 " + values + " \"forward\": [1,2]}\n            ^\n"},
            {"an option over the file's list",
             "\"forward\": [1,2]",
             {"--forward", "1,2,3"},
             "forward has 3 " + values},
        });
    }

    void saysWhereAListDoesNotFit()
    {
        const auto& [members, options, said] = givenRow<QByteArray, QStringList, QString>();
        const CliFolder folder;
        folder.write("costs.json", costs(members));
        for (const QStringList& command :
             {QStringList{"simulate", "1f1b"}, QStringList{"generate", "zb-auto", "-o", "-"},
              QStringList{"validate", "1f1b"}, QStringList{"render", "1f1b", "-o", "a.svg"}}) {
            const CliRun run = folder.run(command + QStringList{"--costs", "costs.json"} + options);
            QCOMPARE(run.status, 2);
            QCOMPARE(QString::fromUtf8(run.errors), "bubblescope-cli: error: " + said);
        }
    }

    void saysWhereInADocument()
    {
        const CliFolder folder;
        const QByteArray begin =
            "{\"bubblescopeFormat\": 1,\n \"costs\": {\"activation\": [1,2]},\n \"source\": ";
        folder.write("request.bubble",
                     begin +
                         "{\"request\": {\"schedule\": \"zb-auto\", \"ranks\": 4, \"microbatches\": 4}}}");
        folder.write("order.bubble",
                     begin + "{\"order\": [\"0F0,0B0\", \"1F0,1B0\", \"2F0,2B0\", \"3F0,3B0\"]}}");
        for (const QString& name : {QString("request.bubble"), QString("order.bubble")}) {
            const CliRun run = folder.run({"simulate", name});
            QCOMPARE(run.status, 2);
            QCOMPARE(QString::fromUtf8(run.errors),
                     QString("bubblescope-cli: error: %1:2:26: costs.activation has 2 values, but the "
                             "schedule has 4 stages: give one value for all or one for each stage\n"
                             " \"costs\": {\"activation\": [1,2]},\n                         ^\n")
                         .arg(name));
        }
    }

    void warns_data()
    {
        const QString unknown = ", but the schedule has ranks 0 to 3: it changes nothing";
        addRows<QStringList, QString>({
            {"ranks that are not there",
             {"simulate", "1f1b", "--costs", "ranks.json"},
             "ranks.json: rank_factor names rank 9" + unknown +
                 "\nbubblescope-cli: warning: ranks.json: p2p.links[0] names rank 4" + unknown},
            {"ranks that are not there, of a document",
             {"simulate", "a.bubble"},
             "a.bubble: rank_factor names rank 9" + unknown},
            {"a limit that is not shown",
             {"render", "1f1b", "-o", "a.svg", "--memory-limit", "3"},
             "--memory-limit has no effect: a picture shows it only with --memory"},
            {"overlap of nothing",
             {"simulate", "1f1b", "--overlap", "3"},
             "--overlap has no effect: the schedule has no overlapped blocks"},
            {"overlap of nothing, drawn",
             {"render", "1f1b", "-o", "a.svg", "--overlap", "max"},
             "--overlap has no effect: the schedule has no overlapped blocks"},
            {"a file's own note",
             {"simulate", "1f1b", "--costs", "noted.json"},
             "noted.json: taken at night"},
        });
    }

    void warns()
    {
        const auto& [arguments, said] = givenRow<QStringList, QString>();
        const CliFolder folder;
        folder.write("ranks.json",
                     costs(R"("rank_factor": {"9": 2}, "p2p": {"links": [{"from": 0, "to": 4}]})"));
        folder.write("noted.json", costs(R"("source": "by hand", "notes": ["taken at\nnight"])"));
        folder.write("a.bubble", R"({"bubblescopeFormat": 1, "costs": {"rank_factor": {"9": 2}}, "source":
              {"request": {"schedule": "1f1b", "ranks": 4, "microbatches": 4}}})");
        const CliRun run = folder.succeed(arguments);
        QCOMPARE(QString::fromUtf8(run.errors), "bubblescope-cli: warning: " + said + '\n');
        QCOMPARE(folder.run(arguments + QStringList{"--quiet"}).errors, QByteArray());
    }

    void doesNotWarn_data()
    {
        addRows<QStringList>({
            {"a limit that is shown", {"render", "1f1b", "-o", "a.svg", "--memory", "--memory-limit", "30"}},
            {"overlapped blocks", {"simulate", "dualpipev:ranks=2", "--overlap", "3"}},
            {"costs that are kept", {"generate", "1f1b", "-o", "a.bubble", "--overlap", "3"}},
        });
    }

    void doesNotWarn()
    {
        const auto& [arguments] = givenRow<QStringList>();
        const CliFolder folder;
        const CliRun run = folder.succeed(arguments);
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
                 "bubblescope-cli: error: --what-if F=3: F is given twice\n");
    }

    void keepsTheSource()
    {
        const CliFolder folder;
        const QString source = "estimate · llama-8b-like on NVIDIA H200 (datasheet)";
        QCOMPARE(rowOf(runCli({"simulate", "1f1b", "--costs", kCliCostsPlacesExample}).output, "costs"),
                 source);
        QCOMPARE(rowOf(runCli({"simulate", "1f1b"}).output, "costs"), QString());
        const CliRun made =
            folder.succeed({"generate", "1f1b", "--costs", kCliCostsPlacesExample, "-o", "a.bubble"});
        const CliRun again = folder.run({"simulate", "a.bubble"});
        QCOMPARE(rowOf(again.output, "costs"), source);
        folder.succeed({"render", "a.bubble", "-o", "a.svg"});
        QFile picture(folder.filePath("a.svg"));
        QVERIFY(picture.open(QIODevice::ReadOnly));
        QVERIFY(picture.readAll().contains(">" + source.toUtf8() + "<"));
        QCOMPARE(again.errors, QByteArray(made.errors).replace(kCliCostsPlacesExample.toUtf8(), "a.bubble"));
        QVERIFY(!again.errors.isEmpty());
        QCOMPARE(rowOf(folder.run({"simulate", "a.bubble", "--p2p-latency", "3"}).output, "costs"),
                 source + ", edited");
        QCOMPARE(rowOf(folder.run({"simulate", "a.bubble", "--memory-limit", "3"}).output, "costs"), source);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliCostsPlacesTest)
#include "cli_costs_places_test.moc"
