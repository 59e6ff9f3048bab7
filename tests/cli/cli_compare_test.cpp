// SPDX-License-Identifier: Apache-2.0
// `compare`: by default every schedule does the same work, whatever its number of stages.
#include "tests/cli/cli_runner.h"
#include "tests/support/test_program.h"

#include <QJsonArray>

using namespace bubblescope::test;

class CliCompareTest : public QObject
{
    Q_OBJECT

private slots:
    void columnsStandBelowEachOther()
    {
        const CliRun run = succeed(
            {"compare", "1f1b", "interleaved-1f1b:ranks=16,microbatches=128,stages-per-rank=4", "zbv"});
        const QStringList lines = QString::fromUtf8(run.output).trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        for (const QString& line : lines)
            QCOMPARE(line.indexOf("  fastest") < 0 ? line.size() : line.indexOf("  fastest"),
                     lines[0].size());
    }

    void aTimeIsAWholeShare()
    {
        const QStringList names{"1f1b",   "interleaved-1f1b:stages-per-rank=4", "zbv", "hanayo", "dualpipe",
                                "chimera"};
        const CliRun run = succeed(QStringList{"compare", "--json"} + names);
        for (int row = 0; row < names.size(); ++row)
            QCOMPARE(run.row(row)["ideal_time"].toDouble(), 24.0);
        const CliRun perStage = runCli(QStringList{"compare", "--json", "--time-per", "stage"} + names);
        QCOMPARE(perStage.row(1)["ideal_time"].toDouble(), 96.0);
        QCOMPARE(perStage.row(2)["ideal_time"].toDouble(), 48.0);
    }

    void whatHoldsForAllIsSaidOnce()
    {
        const CliRun run = runCli({"compare", "1f1b", "gpipe", "zbv", "--overlap", "max"});
        QCOMPARE(run.status, 0);
        QCOMPARE(run.errors.count("warning: "), 1);
        QVERIFY(run.errors.contains("--overlap has no effect"));
    }

    void listsAndChosenTimesAreOfStages()
    {
        const QStringList zbv{"zbv:ranks=2,microbatches=4"};
        const CliRun listed =
            succeed(QStringList{"compare", "--json", "--forward", "1,1,1,1", "--backward", "2"} + zbv);
        QCOMPARE(listed.row()["ideal_time"].toDouble(), 24.0);
        const CliRun scalar =
            runCli(QStringList{"compare", "--json", "--forward", "1", "--backward", "2"} + zbv);
        QCOMPARE(scalar.row()["ideal_time"].toDouble(), 12.0);
    }

    void rowsAreTheScalarsOfSimulate()
    {
        const QString name = "interleaved-1f1b:ranks=2,microbatches=4,stages-per-rank=2";
        const QJsonObject row = runCli({"compare", name, "--json"}).row();
        QJsonObject whole = runCli({"simulate", name, "--time-per", "rank", "--json"}).json();
        QVERIFY(!row.contains("per_rank"));
        for (const QString& key : row.keys())
            QVERIFY2(row[key] == whole[key], qPrintable(key));
        for (const char* key : {"makespan", "ideal_time", "bubble_rate", "idle_fraction", "longest_rank_span",
                                "bubble_rate_fb", "peak_activations", "peak_activations_per_rank"})
            QVERIFY2(row.contains(key), key);
    }

    void theTableNamesTheBest()
    {
        const QList<QByteArray> lines = runCli({"compare", "gpipe", "1f1b", "zbv"}).output.split('\n');
        QCOMPARE(lines.size(), 5);
        verifyEnds(lines[0], " peak_activations peak_per_rank");
        verifyEnds(lines[1], "             8");
        verifyEnds(lines[2], "             4");
        verifyEnds(lines[3], "             4  fastest");
        // Where all are alike none is the best.
        QVERIFY(!runCli({"compare", "1f1b", "1f1b"}).output.contains("fastest"));
    }

    void filesAreDividedToo()
    {
        const CliFolder folder;
        folder.succeed({"generate", "zbv", "-o", "z.csv"});
        const CliRun run = folder.run({"compare", "zbv", "z.csv", "--json"});
        QCOMPARE(run.row(1)["makespan"].toDouble(), run.row()["makespan"].toDouble());
    }
};

BUBBLESCOPE_TEST(CliCompareTest)
#include "cli_compare_test.moc"
