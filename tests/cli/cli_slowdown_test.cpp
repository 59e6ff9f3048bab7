// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_recordings.h"
#include "tests/cli/cli_runner.h"
#include "tests/support/gpu_data.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <cmath>

using namespace bubblescope::test;

namespace {

/// The job whose figures are worked out in slowdown_jobs.
const QString kHandMade = QStringLiteral(BUBBLESCOPE_DATA "/slowdown/dp2_pp2.json");

} // namespace

/// `slowdown` as it is used: its JSON, its text, the choice of steps, and what it refuses.
class CliSlowdown : public QObject
{
    Q_OBJECT

private slots:
    void jsonHasEveryFigure()
    {
        const CliRun run = succeed({"slowdown", kHandMade, "--json"});
        const QJsonObject json = run.json();
        const QJsonObject ratios{{"slowdown", 99.0 / 84},
                                 {"launch_slowdown", 1.1},
                                 {"m_s", 1.5},
                                 {"m_w", 1.5},
                                 {"ideal_step", 0.084},
                                 {"step", 0.099},
                                 {"measured_step", 0.1089}};
        for (auto it = ratios.begin(); it != ratios.end(); ++it)
            QVERIFY2(std::abs(json[it.key()].toDouble() - it->toDouble()) < 1e-9, qPrintable(it.key()));
        QCOMPARE(json["by_kind"].toObject().keys(),
                 (QStringList{"backward-compute", "backward-pp-comm", "forward-compute", "forward-pp-comm",
                              "grads-reduce-scatter", "optimizer"}));
        QVERIFY(std::abs(json["by_kind"]["forward-compute"].toDouble() - 89.0 / 84) < 1e-9);
        QVERIFY(std::abs(json["by_stage"]["1"].toDouble() - 106.5 / 84) < 1e-9);
        QVERIFY(std::abs(json["by_dp_rank"]["1"].toDouble() - 99.0 / 84) < 1e-9);
        QCOMPARE(json["workers"].toArray().size(), 4);
        QCOMPARE(json["workers"][3]["stage"].toInt(), 1);
        QVERIFY(std::abs(json["workers"][3]["without"].toDouble() - (76.5 / 99 - 1)) < 1e-9);
        QCOMPARE(json["steps"].toArray(), (QJsonArray{7, 9}));
        QCOMPARE(json["notes"].toArray(), QJsonArray());
        QCOMPARE(run.errors, QByteArray());
    }

    void textSaysIt()
    {
        const QByteArray text = succeed({"slowdown", kHandMade}).output;
        verifyContains(text,
                       {"steps                         7, 9\n", "slowdown                      1.1786\n",
                        "\nwithout stage 1 of DP rank 1: −23 %\n", "  forward-compute             1.0595\n",
                        "  DP rank 1                   1.1786\n"});
    }

    void aStepByItselfSaysWhatCannotBeTold()
    {
        const CliRun run = succeed({"slowdown", kHandMade, "--steps", "8..20", "--json"});
        QCOMPARE(run.json()["steps"].toArray(), QJsonArray{9});
        QVERIFY(run.json()["notes"][0].toString().startsWith("only one step: "));
        verifyContains(succeed({"slowdown", kHandMade, "--steps", "9"}).output, {"\nonly one step: "});
    }

    void refusesWhatItCannotUse_data()
    {
        addRows<QStringList, QString>({
            {"steps that are none",
             {"--steps", "x"},
             "--steps x: write A..B with A at most B, e.g. --steps 3..7"},
            {"steps backwards",
             {"--steps", "9..7"},
             "--steps 9..7: write A..B with A at most B, e.g. --steps 3..7"},
            {"an open end",
             {"--steps", "9.."},
             "--steps 9..: write A..B with A at most B, e.g. --steps 3..7"},
            {"steps that are not there",
             {"--steps", "10..12"},
             "no step from 10 to 12; the profile has 7, 9"},
        });
    }

    void refusesWhatItCannotUse()
    {
        const auto& [words, refusal] = givenRow<QStringList, QString>();
        QCOMPARE(runCli(QStringList{"slowdown", kHandMade} + words).refusal(), refusal);
    }

    void otherProfilesTellOfTheirCompute()
    {
        const CliRun run = succeed(QStringList{"--quiet", "slowdown", "--json"} + filesOf("primus/1f1b"));
        const QJsonObject json = run.json();
        QCOMPARE(json["steps"].toArray(), (QJsonArray{1, 2}));
        QCOMPARE(json["by_kind"].toObject().keys(), (QStringList{"backward-compute", "forward-compute"}));
        QVERIFY(json["notes"][0].toString().startsWith("only compute has times"));
        QVERIFY(json["launch_slowdown"].toDouble() > 0.9);
    }

    /// Two replicas whose steps end with a long reduction: it has a share of its own.
    void tailsAreReplayed()
    {
        const std::string run = "megatron/dp2_1f1b_p2_m4";
        if (const std::vector<std::string> all = gpuRuns();
            std::find(all.begin(), all.end(), run) == all.end())
            QSKIP("that run is not recorded here");
        QStringList files;
        for (const std::string& file : gpuFiles(run))
            files << QString::fromStdString(file);
        const QJsonObject json = succeed(QStringList{"--quiet", "slowdown", "--json"} + files).json();
        const QJsonObject kinds = json["by_kind"].toObject();
        QVERIFY2(kinds["grads-reduce-scatter"].toDouble() > 1, qPrintable(kinds.keys().join(' ')));
        QVERIFY(json["notes"][0].toString().startsWith("messages between stages"));
        // Reducing takes most of these steps: with the actions alone they would be half as long.
        QVERIFY(json["step"].toDouble() > 0.5);
        const double launch = json["launch_slowdown"].toDouble();
        QVERIFY(launch > 1 && launch < 1.3);
    }

    void aProfileWithoutAPipelineIsRefused()
    {
        const CliFolder folder;
        folder.write("plain.json",
                     R"([{"ph":"X","name":"gemm","cat":"kernel","pid":0,"tid":7,"ts":1,"dur":2}])");
        QCOMPARE(folder.run({"--quiet", "slowdown", "plain.json"}).refusal(),
                 QString("no pipeline records in the trace, so there is nothing to replay"));
    }
};

BUBBLESCOPE_TEST(CliSlowdown)
#include "cli_slowdown_test.moc"
