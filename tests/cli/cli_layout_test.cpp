// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

using namespace bubblescope::test;

/// `layout` as it is used: its table, its JSON, and what it refuses.
class CliLayout : public QObject
{
    Q_OBJECT

private slots:
    void tableHasAllStages()
    {
        QCOMPARE(succeed({"layout", "Et*3|tt|tt,m|L", "--ranks", "2", "--mtp-layers", "1"}).output,
                 QByteArray("Ettt|tt|ttm|L\n"
                            "4 stages on 2 ranks, 2 on each\n"
                            "\n"
                            "stage  rank chunk  decoder      layers\n"
                            "    0     0     0  0..2         Ettt\n"
                            "    1     1     0  3..4         tt\n"
                            "    2     0     1  5..6         ttm\n"
                            "    3     1     1  -            L\n"
                            "\n"
                            "The multi-token prediction is not on the last rank.\n"));
    }

    void jsonHasWhatMegatronHas()
    {
        const QJsonObject json = succeed({"layout", "E||t*2|tL", "--ranks", "2", "--layers", "3",
                                          "--stages-per-rank", "2", "--json"})
                                     .json();
        QCOMPARE(json["result"].toArray(), (QJsonArray{QJsonArray{"E", "tt"}, QJsonArray{"", "tL"}}));
        QCOMPARE(json["stages"].toInt(), 4);
        QCOMPARE(json["layer_counts"]["decoder"].toArray(), (QJsonArray{QJsonArray{0, 2}, QJsonArray{0, 1}}));
        QCOMPARE(json["layer_counts"]["mtp"].toArray(), (QJsonArray{QJsonArray{0, 0}, QJsonArray{0, 0}}));
        QCOMPARE(json["decoder_offset"].toArray(), (QJsonArray{QJsonArray{0, 0}, QJsonArray{0, 2}}));
        QCOMPARE(json["mtp_standalone"].toBool(true), false);
    }

    void anOrderIsToldLayerByLayer()
    {
        const QStringList layout{"layout", "Et|t|tt|tL", "--ranks",
                                 "2",      "--order",    "megatron-interleaved:microbatches=2,overlap=true"};
        QVERIFY(succeed(layout).output.endsWith(
            "\nrank 0: 1 1 2 3 2 3 -3 -2 -3 -2 -1 -1\nrank 1: 1 1 2 2 -2 -2 -1 -1\n"));
        QCOMPARE(
            succeed(layout + QStringList{"--weight-gradients", "--json"}).json()["layer_order"][1].toString(),
            QString("1 1 2 2 -2 -2.5 -2 -2.5 -1 -1.5 -1 -1.5"));
        const CliRun alone = runCli({"layout", "Et|tL", "--ranks", "2", "--weight-gradients"});
        QCOMPARE(alone.status, 2);
        const CliRun unknown = runCli({"layout", "Et|tL", "--ranks", "2", "--order", "megatrn"});
        QCOMPARE(unknown.status, 2);
        QVERIFY(unknown.errors.contains("megatron-interleaved"));
        for (const char* order : {"zbv", "zb-h1", "1f1b:ranks=3", "interleaved-1f1b:ranks=4",
                                  "interleaved-1f1b:stages-per-rank=3"}) {
            const CliRun other = runCli({"layout", "Et|t|t|tL", "--ranks", "2", "--order", order});
            QCOMPARE(other.status, 2);
            QVERIFY2(!other.errors.isEmpty() && other.output.isEmpty(), order);
        }
    }

    void whatIsRefusedSaysWhichRule_data()
    {
        addRows<QStringList, QString>({
            {"no ranks", {"Et|tL", "--ranks", "0"}, "a layout needs at least one rank"},
            {"ranks below 0", {"Et|tL", "--ranks", "-1"}, "--ranks: '-1' is below 0, e.g. --ranks 16"},
            {"no number",
             {"Et|tL", "--ranks", "2", "--layers", "x"},
             "--layers: 'x' is not a whole number, e.g. --layers 61"},
            {"empty", {"", "--ranks", "1"}, "the layout is empty; it should be like 'Et*3|(tt|)*2L'"},
            {"ranks",
             {"Et|t|L", "--ranks", "2"},
             "the layout has 3 stages, which are no multiple of 2 ranks"},
            {"stages per rank",
             {"Et|tL", "--ranks", "2", "--stages-per-rank", "2"},
             "stages on each rank: the layout has 1, not 2; all stages: 2, ranks: 2"},
            {"layers",
             {"Et|tL", "--ranks", "2", "--layers", "3"},
             "decoder layers (t): the layout has 2, but the model has 3"},
            {"mtp",
             {"Et|tmL", "--ranks", "2"},
             "layers of multi-token prediction (m): the layout has 1, but the model has 0"},
            {"comma in a number",
             {"Et*1,0L", "--ranks", "1"},
             "layout:1:6: a comma is in the number of repeats: write the digits together\n"
             "Et*1,0L\n"
             "     ^"},
        });
    }

    void whatIsRefusedSaysWhichRule()
    {
        const auto& [words, refusal] = givenRow<QStringList, QString>();
        QCOMPARE(runCli(QStringList{"layout"} + words).refusal(), refusal);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliLayout)
#include "cli_layout_test.moc"
