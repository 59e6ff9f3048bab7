// SPDX-License-Identifier: Apache-2.0
// Costs wherever a schedule's name is taken: generated for, kept in a document, refused where they do not
// fit.
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
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
        const CliFolder folder;
        QCOMPARE(folder.run(QStringList{"generate", "1f1b", "-o", "a.bubble"} + kCosts).errors, QByteArray());
        const QJsonObject costs = folder.json("a.bubble")["costs"].toObject();
        verifyHolds(costs, R"({"forward": 9, "backward_input": 14, "p2p": {"latency": 2}})");
        QCOMPARE(folder.run({"simulate", "a.bubble", "--json"}).output,
                 runCli(QStringList{"simulate", "1f1b", "--json"} + kCosts).output);
        // An option stands over what the document says.
        QCOMPARE(folder.run({"simulate", "a.bubble", "--json", "--p2p-latency", "0"}).output,
                 runCli(QStringList{"simulate", "1f1b", "--json"} + kCosts.mid(0, 6)).output);
    }

    void takesATimePerRankApart()
    {
        const CliFolder folder;
        QCOMPARE(folder
                     .run({"generate", "interleaved-1f1b:stages-per-rank=4", "-o", "a.bubble", "--forward",
                           "8", "--time-per", "rank"})
                     .status,
                 0);
        const QJsonObject costs = folder.json("a.bubble")["costs"].toObject();
        verifyHolds(costs, R"({"forward": 2, "backward": 0.5})");
    }

    void readsThemFromAFile()
    {
        const CliFolder folder;
        folder.write("costs.json",
                     R"({"format": "bubblescope-costs", "version": 1, "forward": [1, 2, 3, 4]})");
        QCOMPARE(folder.run({"generate", "1f1b", "--costs", "costs.json", "-o", "-"}).output,
                 orderOf("1f1b"));
        const CliRun wrong = folder.run({"generate", "zbv", "--costs", "costs.json", "-o", "-"});
        QCOMPARE(wrong.status, 2);
        QCOMPARE(
            wrong.errors,
            QByteArray("bubblescope-cli: error: costs.json:1:58: forward has 4 values, but the schedule has "
                       "8 stages: give one value for all or one for each stage\n"
                       "{\"format\": \"bubblescope-costs\", \"version\": 1, \"forward\": [1, 2, 3, 4]}\n") +
                QByteArray(57, ' ') + "^\n");
    }

    void generatesForTheDocumentsCosts()
    {
        const CliFolder folder;
        for (const QString& name : schedulesMadeForCosts()) {
            QCOMPARE(folder.run(QStringList{"generate", name, "-o", "a.bubble"} + kCosts).errors,
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
        QCOMPARE(runCli(QStringList{"validate", "zbv"} + kCosts).output, "zbv: valid\n");
    }

    void refuses_data()
    {
        addRows<QStringList, QString>({
            {"values for other stages",
             {"generate", "1f1b", "-o", "-", "--forward", "1,2,3"},
             "forward has 3 values, but the schedule has 4 stages: give one value for all or one for each "
             "stage"},
            {"no time",
             {"validate", "1f1b", "--forward", "fast"},
             "--forward: 'fast' is not a time: write a number of 0 or more, e.g. 1.5"},
            {"a schedule that cannot be, told before costs that do not fit",
             {"generate", "1f1b:ranks=4,microbatches=3", "-o", "-", "--forward", "1,2,3"},
             "microbatches is 3, but 1f1b needs at least as many as ranks (4); nearest that work: 4"},
        });
    }

    void refuses()
    {
        const auto& [arguments, said] = givenRow<QStringList, QString>();
        const CliRun run = runCli(arguments);
        QCOMPARE(run.refusal(), said);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliCostsTest)
#include "cli_costs_test.moc"
