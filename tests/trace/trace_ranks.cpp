// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/trace/rank_pipeline.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// "rank 0: 0F0 0B0" for each rank that has a file, its global rank before.
std::string runText(const MeasuredRun& run)
{
    std::string text;
    for (const MeasuredRank& rank : run.ranks) {
        text += (text.empty() ? "" : "\n") + std::to_string(rank.rank) + ": ";
        if (rank.globalRank)
            text += "(" + std::to_string(*rank.globalRank) + ") " + orderText(rank, false);
    }
    return text;
}

MadeTrace labelled(std::uint32_t rank, const std::string& label)
{
    MadeTrace made("f" + std::to_string(rank), rank);
    made.range(label, 10.0 * rank, 10.0 * rank + 8);
    return made;
}

std::vector<TraceFile> files(std::vector<std::pair<std::uint32_t, std::string>> ranks)
{
    std::vector<TraceFile> all;
    for (const auto& [rank, label] : ranks)
        all.push_back(labelled(rank, label).take());
    return all;
}

std::vector<TraceFile> threeSteps()
{
    MadeTrace made;
    for (int step = 0; step < 3; ++step) {
        const double at = 100.0 * step;
        made.range("ProfilerStep#" + std::to_string(10 + step), at, at + 90).range("PP:0F0", at + 1, at + 10);
        if (step < 2)
            made.range("PP:0B0", at + 10, at + 20 + step);
    }
    return filesOf(made);
}

} // namespace

/// Which rank a file is, and which rank of the pipeline; steps; replicas.
class RanksTest : public QObject
{
    Q_OBJECT

private slots:
    void fileNames_data()
    {
        addRows<QString, int>({
            {"torchtitan", "/runs/rank3_trace.json", 3},
            {"HTA", "rank-12.1234.pt.trace.json.gz", 12},
            {"d9d", "trace-7.json.gz", 7},
            {"underscore", "Trace_5.json", 5},
            {"Nsight", "megatron.2.sqlite", 2},
            {"folder does not count", "/rank9/profile.json", -1},
            {"tensorboard names no rank", "host_4711.1690000000.pt.trace.json.gz", -1},
            {"number too large", "rank99999999999.json", -1},
            {"merged", "merged.json", -1},
            {"version before sqlite", "report.v2.sqlite", -1},
        });
    }

    void fileNames()
    {
        const auto& [path, rank] = givenRow<QString, int>();
        const auto found = rankInFileName(path.toStdString());
        QCOMPARE(found ? static_cast<int>(*found) : -1, rank);
    }

    void stagesGiveTheOrder()
    {
        QCOMPARE(runText(assembled(files({{0, "PP:2F0"}, {1, "PP:0F0"}, {2, "PP:1F0"}}))),
                 "0: (1) 0F0\n1: (2) 1F0\n2: (0) 2F0");
    }

    void missingRanksAreListed()
    {
        const MeasuredRun run = assembled(files({{0, "PP:0F0"}, {3, "PP:3F0"}}));
        QCOMPARE(runText(run), "0: (0) 0F0\n1: \n2: \n3: (3) 3F0");
        QVERIFY2(warns(run, "no trace of pipeline ranks 1, 2 of 4"), warningText(run).c_str());
        QCOMPARE(run.stageCount, 4U);
    }

    void sendsTellThatStagesFollow()
    {
        const MeasuredRun run = assembled(made("PP:0F0 0-10, PP:0SEND_F0 10-11"));
        QCOMPARE(runText(run), "0: (0) 0F0\n1: ");
    }

    void replicasAreNamed()
    {
        const MeasuredRun run =
            assembled(files({{0, "PP:0F0"}, {1, "PP:0F0"}, {2, "PP:1F0"}, {3, "PP:1F0"}}));
        QCOMPARE(runText(run), "0: (0) 0F0\n1: (2) 1F0");
        QCOMPARE(warningText(run),
                 "global ranks 1, 3 run the same actions as ranks that are shown: replicas, not shown\n");
    }

    void groupOfThePipelineDecides()
    {
        auto all = files({{0, "Forward 0"}, {1, "Forward 0"}, {4, "Forward 0"}, {5, "Forward 0"}});
        for (TraceFile& file : all)
            file.groups.push_back({"3", "mesh_pp", {*file.rank % 4, *file.rank % 4 + 4}});
        const MeasuredRun run = assembled(all);
        QCOMPARE(runText(run), "0: (0) 0F0\n1: (4) 1F0");
        QVERIFY2(warns(run, "ranks 1, 5 run the same actions"), warningText(run).c_str());
    }

    void mirroredRanksAreNoReplicas()
    {
        const MeasuredRun run =
            assembled(madeRanks({"PP:0F0 0-8, PP:1F1 10-18", "PP:1F0 10-18, PP:0F1 0-8"}));
        QCOMPARE(runText(run), "0: (0) 0F0 1F1\n1: (1) 0F1 1F0");
        QCOMPARE(run.placement->kind, PlacementKind::Mirror);
    }

    void givenRankIsStrongest()
    {
        const AssembleOptions options = ofRanks({{"f0", 1}, {"f1", 0}});
        QCOMPARE(runText(assembled(files({{0, "Forward 0"}, {1, "Forward 0"}}), options)),
                 "0: (0) 0F0\n1: (1) 1F0");
        QCOMPARE(assembled(files({{0, "Forward 0"}, {1, "Forward 0"}}), options).ranks[0].file, "f1");
    }

    void unknownPathIsRefused()
    {
        const auto run = assembleRun(files({{0, "PP:0F0"}}), ofRanks({{"other.json", 3}}));
        QCOMPARE(run.error().message.text(),
                 "global rank 3 is given to \"other.json\", which is not among the traces");
    }

    void lastCompleteStepIsShown()
    {
        const MeasuredRun run = assembled(threeSteps());
        QCOMPARE(run.steps, (std::vector<std::uint64_t>{10, 11}));
        QCOMPARE(run.step, std::uint64_t{11});
        QCOMPARE(run.ranks[0].actions[1].end, 20.0);
    }

    void unknownStepIsRefused()
    {
        AssembleOptions options;
        options.step = 7;
        QCOMPARE(assembleRun(threeSteps(), options).error().message.text(),
                 "step 7 is not in the traces; they have steps 10, 11, 12");
        options.step = 12;
        QCOMPARE(warningText(assembled(threeSteps(), options)), "step 12 is not complete on every rank\n");
    }

    void repeatsBeginSteps()
    {
        MadeTrace made;
        for (int step = 0; step < 4; ++step)
            made.range("PP:0F0", 100 * step, 100 * step + 10)
                .range("PP:0B0", 100 * step + 10, 100 * step + 30);
        const MeasuredRun run = assembled(filesOf(made));
        QCOMPARE(run.steps.size(), std::size_t{4});
        QCOMPARE(runText(run), "0: (0) 0F0 0B0");
    }

    void placements_data()
    {
        addRows<QList<QList<int>>, QString>({
            {"one a rank", QList<QList<int>>{{0}, {1}, {2}}, "loop"},
            {"loop", QList<QList<int>>{{0, 2}, {1, 3}}, "loop"},
            {"V", QList<QList<int>>{{0, 3}, {1, 2}}, "v"},
            {"block", QList<QList<int>>{{0, 1}, {2, 3}}, "block"},
            {"mirror", QList<QList<int>>{{0, 1}, {0, 1}}, "mirror"},
            {"a rank unknown", QList<QList<int>>{{0, 4}, {}, {2, 6}, {3, 7}}, "loop"},
            {"none of them", QList<QList<int>>{{0, 1, 2}, {3}}, ""},
        });
    }

    void placements()
    {
        const auto& [stages, name] = givenRow<QList<QList<int>>, QString>();
        std::vector<std::vector<std::uint32_t>> ranks;
        std::uint32_t count = 0;
        for (const auto& rank : stages) {
            ranks.emplace_back(rank.begin(), rank.end());
            for (const int stage : rank)
                count = std::max(count, static_cast<std::uint32_t>(stage) + 1);
        }
        const auto found = placementOf(ranks, count);
        QCOMPARE(found ? std::string(placementName(found->kind)) : std::string(), name.toStdString());
    }

    void plainLanesDoNotOverlap()
    {
        const MeasuredRun run = withPlain(made("PP:0F0 0-5, gemm @1 10-50, PP:0B0 6-9, gemm @7 50-90, other "
                                               "@20 20-40/23, other @21 30-45/23, Memcpy HtoD 60-70"));
        const MeasuredRank& rank = run.ranks[0];
        QCOMPARE(rank.plainLanes,
                 (std::vector<std::string>{"stream 7, copies", "stream 23, compute", "stream 23, compute"}));
        QCOMPARE(rank.plain.size(), std::size_t{3});
        QCOMPARE(rank.plain[0].lane, 1U);
        QCOMPARE(rank.plain[1].lane, 2U);
        QCOMPARE(rank.plain[2].kind, PlainKind::Copy);
        QCOMPARE(run.plainNames[rank.plain[0].name], "other");
    }
};

BUBBLESCOPE_TEST(RanksTest)
#include "trace_ranks.moc"
