// SPDX-License-Identifier: Apache-2.0
// Costs wherever a schedule's name is taken: generated for, kept in a document, refused where they do not
// fit.
#include "tests/cli/cli_runner.h"
#include "tests/support/test_program.h"

#include <QJsonArray>

using namespace bubblescope::test;

namespace {

const QStringList kCosts{"--forward",         "9", "--backward-input", "14",
                         "--backward-weight", "7", "--p2p-latency",    "2"};

QStringList schedulesMadeForCosts()
{
    QStringList names;
    for (const QJsonValue& entry : QJsonDocument::fromJson(runCli({"schedules", "--json"}).output).array())
        if (entry["made_for_costs"].toBool())
            names << entry["name"].toString();
    return names;
}

QByteArray orderOf(const QString& input, const QStringList& more = {}, const QString& folder = {})
{
    const CliRun run = runCli(QStringList{"generate", input, "-o", "-"} + more, {}, folder);
    return run.status == 0 ? run.output : run.errors;
}

} // namespace

class CliCostsTest : public QObject
{
    Q_OBJECT

private slots:
    void keepsTheCostsInADocument()
    {
        QTemporaryDir folder;
        QCOMPARE(runCli(QStringList{"generate", "1f1b", "-o", "a.bubble"} + kCosts, {}, folder.path()).errors,
                 QByteArray());
        const QJsonObject costs =
            QJsonDocument::fromJson(readFile(folder.filePath("a.bubble")))["costs"].toObject();
        QCOMPARE(costs["forward"].toDouble(), 9.0);
        QCOMPARE(costs["backward_input"].toDouble(), 14.0);
        QCOMPARE(costs["p2p"]["latency"].toDouble(), 2.0);
        QCOMPARE(runCli({"simulate", "a.bubble", "--json"}, {}, folder.path()).output,
                 runCli(QStringList{"simulate", "1f1b", "--json"} + kCosts).output);
        // An option stands over what the document says.
        QCOMPARE(runCli({"simulate", "a.bubble", "--json", "--p2p-latency", "0"}, {}, folder.path()).output,
                 runCli(QStringList{"simulate", "1f1b", "--json"} + kCosts.mid(0, 6)).output);
    }

    void takesATimePerRankApart()
    {
        QTemporaryDir folder;
        QCOMPARE(runCli({"generate", "interleaved-1f1b:stages-per-rank=4", "-o", "a.bubble", "--forward", "8",
                         "--time-per", "rank"},
                        {}, folder.path())
                     .status,
                 0);
        const QJsonObject costs =
            QJsonDocument::fromJson(readFile(folder.filePath("a.bubble")))["costs"].toObject();
        QCOMPARE(costs["forward"].toDouble(), 2.0);
        QCOMPARE(costs["backward"].toDouble(), 0.5);
    }

    void readsThemFromAFile()
    {
        QTemporaryDir folder;
        writeFile(folder.filePath("costs.json"),
                  R"({"format": "bubblescope-costs", "version": 1, "forward": [1, 2, 3, 4]})");
        QCOMPARE(runCli({"generate", "1f1b", "--costs", "costs.json", "-o", "-"}, {}, folder.path()).output,
                 orderOf("1f1b"));
        const CliRun wrong =
            runCli({"generate", "zbv", "--costs", "costs.json", "-o", "-"}, {}, folder.path());
        QCOMPARE(wrong.status, 2);
        QCOMPARE(wrong.errors,
                 QByteArray("bubblescope-cli: error: costs.json:1:58: forward has 4 values, but the schedule "
                            "has 8 stages: give one value for all or one for each stage\n"
                            "{\"format\": \"bubblescope-costs\", \"version\": 1, \"forward\": [1, "
                            "2, 3, 4]}\n") +
                     QByteArray(57, ' ') + "^\n");
    }

    void generatesForTheDocumentsCosts()
    {
        QTemporaryDir folder;
        for (const QString& name : schedulesMadeForCosts()) {
            QCOMPARE(
                runCli(QStringList{"generate", name, "-o", "a.bubble"} + kCosts, {}, folder.path()).errors,
                QByteArray());
            const QByteArray order = orderOf(name, kCosts);
            QVERIFY(order.contains("0F0"));
            QCOMPARE(orderOf("a.bubble", {}, folder.path()), order);
            const CliRun valid = runCli(QStringList{"validate", name} + kCosts);
            QCOMPARE(valid.output, QByteArray(name.toUtf8() + ": valid\n"));
        }
    }

    void someOrderDependsOnTheCosts()
    {
        const QStringList names = schedulesMadeForCosts();
        if (names.isEmpty())
            QSKIP("no schedule is made for costs");
        int changed = 0;
        for (const QString& name : names)
            changed += orderOf(name) != orderOf(name, kCosts) ? 1 : 0;
        QVERIFY(changed > 0);
    }

    void leavesOtherOrdersAsTheyAre()
    {
        QCOMPARE(orderOf("zbv", kCosts), orderOf("zbv"));
        QCOMPARE(runCli(QStringList{"validate", "zbv"} + kCosts).output, QByteArray("zbv: valid\n"));
    }

    void refuses_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("said");
        QTest::newRow("values for other stages")
            << QStringList{"generate", "1f1b", "-o", "-", "--forward", "1,2,3"}
            << "forward has 3 values, but the schedule has 4 stages: give one value for all or one for each "
               "stage";
        QTest::newRow("no time") << QStringList{"validate", "1f1b", "--forward", "fast"}
                                 << "--forward: 'fast' is no time: write a number of 0 or more, e.g. 1.5";
        QTest::newRow("a schedule that cannot be, told before costs that do not fit")
            << QStringList{"generate", "1f1b:ranks=4,microbatches=3", "-o", "-", "--forward", "1,2,3"}
            << "microbatches is 3, but 1f1b needs at least as many as ranks (4); nearest that work: 4";
    }

    void refuses()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, said);
        const CliRun run = runCli(arguments);
        QCOMPARE(run.status, 2);
        QCOMPARE(QString::fromUtf8(run.errors), "bubblescope-cli: error: " + said + '\n');
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliCostsTest)
#include "cli_costs_test.moc"
