// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
#include "tests/support/gpu_data.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>

using namespace bubblescope::test;

namespace {

constexpr const char* kRun = "megatron/interleaved_p4_v2_m8";
constexpr const char* kSchedule = "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2";

QStringList files()
{
    QStringList list;
    for (const std::string& file : gpuFiles(kRun))
        list << QString::fromStdString(file);
    return list;
}

CliRun compareRun(const QStringList& words)
{
    return succeed(QStringList{"--quiet", "compare"} + words + QStringList{"--json", "--measured"} + files());
}

} // namespace

/// Predictions from a real run: what its own costs say of it, with and without the profiler.
class CliPredictions : public QObject
{
    Q_OBJECT

private slots:
    void tellsErrorsAndRange()
    {
        const CliRun run = compareRun({"--profiled"});
        const double measured = run.json()["measured"].toObject()["makespan"].toDouble();
        const double predicted = run.row()["makespan"].toDouble();
        QCOMPARE(run.json()["makespan_error"].toDouble(), predicted / measured - 1);
        QVERIFY(std::abs(run.json()["replay_error"].toDouble()) < 0.05);
        const QJsonArray range = run.json()["makespan_range"].toArray();
        QCOMPARE(range.size(), 2);
        QVERIFY(range[0].toDouble() < range[1].toDouble());
        QVERIFY(range[1].toDouble() < 1.3 * predicted && range[0].toDouble() > 0.7 * predicted);
        QCOMPARE(compareRun({"--profiled"}).json()["makespan_range"].toArray(), range);
        QVERIFY(compareRun({"--profiled", "--seed", "2"}).json()["makespan_range"].toArray() != range);
    }

    void rowsLeaveTheProfilerOut()
    {
        const CliRun with = compareRun({"--profiled"});
        const CliRun without = compareRun({});
        QVERIFY(without.row()["makespan"].toDouble() < 0.95 * with.row()["makespan"].toDouble());
        QCOMPARE(without.json()["makespan_error"].toDouble(), with.json()["makespan_error"].toDouble());
        QCOMPARE(compareRun({"--host-factor", "1"}).row()["makespan"].toDouble(),
                 with.row()["makespan"].toDouble());
    }

    void calibrationGivesTheSameToTheLastBit()
    {
        const QTemporaryDir folder;
        const QString costs = folder.filePath("costs.json");
        static_cast<void>(succeed(QStringList{"--quiet", "calibrate", "-o", costs} + files()));
        const CliRun simulated = succeed({"--quiet", "simulate", kSchedule, "--costs", costs, "--json"});
        QCOMPARE(simulated.json()["makespan"].toDouble(),
                 compareRun({"--profiled"}).row()["makespan"].toDouble());
    }

    void everyRowHasARangeOfItsOwn()
    {
        const CliRun run = compareRun({kSchedule, "1f1b"});
        const QJsonArray rows = run.json()["rows"].toArray();
        for (const auto& row : rows) {
            const double makespan = row.toObject()["makespan"].toDouble();
            const QJsonArray range = row.toObject()["makespan_range"].toArray();
            QVERIFY(range[0].toDouble() < makespan && makespan < range[1].toDouble());
        }
        QCOMPARE(run.json()["makespan_range"], rows[0].toObject()["makespan_range"]);
        // Another schedule is another run, of which less is known.
        const auto width = [&](int row) {
            const QJsonArray range = rows[row].toObject()["makespan_range"].toArray();
            return range[1].toDouble() / range[0].toDouble();
        };
        QVERIFY(width(1) > width(0));
        const CliRun text = succeed(QStringList{"--quiet", "compare", "1f1b", "--measured"} + files());
        QCOMPARE(text.output.count("nine of ten steps"), 1);
    }

    /// The range beside the error is of the same ranks, that of the row of all.
    void oneRankOfFour()
    {
        const CliRun run =
            succeed({"--quiet", "compare", "--profiled", "--json", "--measured", files().at(2)});
        const QJsonObject json = run.json();
        const double own =
            json["measured"].toObject()["makespan"].toDouble() * (1 + json["makespan_error"].toDouble());
        const QJsonArray range = json["makespan_range"].toArray();
        QVERIFY(range[0].toDouble() < own && own < range[1].toDouble());
        const QJsonArray ofAll = run.row()["makespan_range"].toArray();
        const double makespan = run.row()["makespan"].toDouble();
        QVERIFY(ofAll[0].toDouble() < makespan && makespan < ofAll[1].toDouble());
        QVERIFY(range != ofAll);
    }

    /// The run is as whole beside a schedule of other ranks: head and tail count on both sides.
    void anotherNumberOfRanks()
    {
        const CliRun run = compareRun({"1f1b:ranks=8,microbatches=8"});
        QVERIFY(run.json()["measured"].toObject().contains("head"));
        QVERIFY(run.row().contains("head"));
        QCOMPARE(run.json()["measured"].toObject()["makespan"],
                 compareRun({}).json()["measured"].toObject()["makespan"]);
    }

    void numbersAreRefusedInShort()
    {
        const auto& [words, told] = givenRow<QStringList, QString>();
        const CliRun run = runCli(QStringList{"--quiet", "compare", "1f1b", "--measured"} + files() + words);
        QVERIFY2(run.refusal().contains(told), qPrintable(run.refusal()));
        QVERIFY(run.refusal().size() < 200);
    }
    void numbersAreRefusedInShort_data()
    {
        addRows<QStringList, QString>({
            {"seed", {"--seed", "-1"}, "'-1' is below 0, e.g. --seed 1"},
            {"step of the other run", {"--against", "x.json", "--against-step", "-3"}, "'-3' is below 0"},
            {"host factor", {"--host-factor", "-2"}, "'-2' is not a share or factor"},
        });
    }

    void runsAreComparedWithEachOther()
    {
        const CliRun same = compareRun(QStringList{"--against"} + files());
        QCOMPARE(same.json()["makespan_error"].toDouble(), 0.0);
        const QJsonArray residuals = same.json()["residuals"].toArray();
        QCOMPARE(residuals.size(), 4 * 32);
        for (const auto& one : residuals)
            QCOMPARE(one.toObject()["start_delta"].toDouble(), 0.0);
        QVERIFY(same.json()["change"].toObject()["head_and_tail"].toBool());
        QCOMPARE(same.json()["change"].toObject()["before"], same.json()["measured"].toObject()["makespan"]);
        const CliRun refused = runCli(QStringList{"compare", "1f1b", "--measured"} + files() +
                                      QStringList{"--against"} + files());
        QVERIFY2(refused.refusal().startsWith("--against compares two runs: leave 1f1b out"),
                 qPrintable(refused.refusal()));
    }

    void anIncompleteOtherRunIsSaid()
    {
        const CliRun part = succeed(QStringList{"--quiet", "compare", "--measured"} + files() +
                                    QStringList{"--against", files().at(0)});
        QVERIFY2(part.output.contains("these ranks have no trace in B and are left out: 1, 2, 3"),
                 qPrintable(part.output));
        QVERIFY(part.output.startsWith("B takes as long as A: "));
        const CliRun none =
            runCli({"--quiet", "compare", "--measured", files().at(0), "--against", files().at(1)});
        QCOMPARE(none.refusal(),
                 QString("these runs cannot be compared: no rank has a trace in both runs: A has "
                         "0, B has 1"));
    }
};

BUBBLESCOPE_TEST(CliPredictions)
#include "cli_predictions_test.moc"
