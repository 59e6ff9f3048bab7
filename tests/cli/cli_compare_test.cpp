// SPDX-License-Identifier: Apache-2.0
// `compare`: by default every schedule does the same work, whatever its number of stages.
#include "tests/cli/cli_runner.h"
#include "tests/support/test_program.h"

#include <QJsonArray>

using namespace bubblescope::test;

namespace {

QJsonObject rowOf(const CliRun& run, int row)
{
    return run.json()["rows"].toArray()[row].toObject();
}

} // namespace

class CliCompareTest : public QObject
{
    Q_OBJECT

private slots:
    void aTimeIsAWholeShare()
    {
        const QStringList names{"1f1b",   "interleaved-1f1b:stages-per-rank=4", "zbv", "hanayo", "dualpipe",
                                "chimera"};
        const CliRun run = runCli(QStringList{"compare", "--json"} + names);
        QVERIFY2(run.status == 0, run.errors.constData());
        for (int row = 0; row < names.size(); ++row)
            QCOMPARE(rowOf(run, row)["ideal_time"].toDouble(), 24.0);
        const CliRun perStage = runCli(QStringList{"compare", "--json", "--time-per", "stage"} + names);
        QCOMPARE(rowOf(perStage, 1)["ideal_time"].toDouble(), 96.0);
        QCOMPARE(rowOf(perStage, 2)["ideal_time"].toDouble(), 48.0);
    }

    void listsAndChosenTimesAreOfStages()
    {
        const QStringList zbv{"zbv:ranks=2,microbatches=4"};
        const CliRun listed =
            runCli(QStringList{"compare", "--json", "--forward", "1,1,1,1", "--backward", "2"} + zbv);
        QVERIFY2(listed.status == 0, listed.errors.constData());
        QCOMPARE(rowOf(listed, 0)["ideal_time"].toDouble(), 24.0);
        const CliRun scalar =
            runCli(QStringList{"compare", "--json", "--forward", "1", "--backward", "2"} + zbv);
        QCOMPARE(rowOf(scalar, 0)["ideal_time"].toDouble(), 12.0);
    }

    void rowsAreTheScalarsOfSimulate()
    {
        const QString name = "interleaved-1f1b:ranks=2,microbatches=4,stages-per-rank=2";
        const QJsonObject row = rowOf(runCli({"compare", name, "--json"}), 0);
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
        QVERIFY2(lines[0].endsWith(" peak_activations peak_per_rank"), lines[0].constData());
        QVERIFY2(lines[1].endsWith("             8"), lines[1].constData());
        QVERIFY2(lines[2].endsWith("             4"), lines[2].constData());
        QVERIFY2(lines[3].endsWith("             4  fastest"), lines[3].constData());
        // Where all are alike none is the best.
        QVERIFY(!runCli({"compare", "1f1b", "1f1b"}).output.contains("fastest"));
    }

    void filesAreDividedToo()
    {
        const QTemporaryDir folder;
        QCOMPARE(runCli({"generate", "zbv", "-o", "z.csv"}, {}, folder.path()).status, 0);
        const CliRun run = runCli({"compare", "zbv", "z.csv", "--json"}, {}, folder.path());
        QCOMPARE(rowOf(run, 1)["makespan"].toDouble(), rowOf(run, 0)["makespan"].toDouble());
    }
};

BUBBLESCOPE_TEST(CliCompareTest)
#include "cli_compare_test.moc"
