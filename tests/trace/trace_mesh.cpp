// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/trace/process_mesh.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Rank `rank` of data × pipeline parallelism, the pipeline inside: a F and B of each of two microbatches.
TraceFile meshed(std::uint32_t rank, std::uint32_t dataSize, std::uint32_t pipelineSize, double slower = 1)
{
    const std::uint32_t stage = rank % pipelineSize;
    MadeTrace made(fmt::format("rank{}.json", rank), rank);
    double at = 10.0 * stage;
    for (const char* label : {"F0", "F1", "B0", "B1"}) {
        made.range(fmt::format("PP:{}{}", stage, label), at, at + 8 * slower);
        at += 10 * slower;
    }
    ProcessGroup pipeline{"1", "mesh_pp", {}};
    for (std::uint32_t i = 0; i < pipelineSize; ++i)
        pipeline.ranks.push_back(rank - stage + i);
    ProcessGroup data{"2", "mesh_dp", {}};
    for (std::uint32_t i = 0; i < dataSize; ++i)
        data.ranks.push_back(stage + i * pipelineSize);
    made.file().worldSize = dataSize * pipelineSize;
    made.file().groups = {{"0", "default_pg", {}}, data, pipeline};
    return made.take();
}

std::vector<TraceFile> meshOfRanks(const std::vector<std::uint32_t>& ranks, std::uint32_t dataSize,
                                   std::uint32_t pipelineSize)
{
    std::vector<TraceFile> files;
    for (const std::uint32_t rank : ranks)
        files.push_back(meshed(rank, dataSize, pipelineSize));
    return files;
}

/// "0: 2 -, 1: 4 5": each pipeline with the global ranks of its files, the shown one marked.
std::string pipelinesText(const MeasuredRun& run)
{
    std::vector<const MeasuredRun*> all{&run};
    for (const MeasuredRun& replica : run.replicas)
        all.push_back(&replica);
    std::sort(all.begin(), all.end(),
              [](const MeasuredRun* a, const MeasuredRun* b) { return a->replica < b->replica; });
    std::string text;
    for (const MeasuredRun* one : all) {
        text += fmt::format("{}{}{}:", text.empty() ? "" : ", ", one->replica, one == &run ? "*" : "");
        for (const MeasuredRank& rank : one->ranks)
            text += rank.globalRank ? fmt::format(" {}", *rank.globalRank) : " -";
    }
    return text;
}

std::string membersText(const MeasuredRun& run)
{
    std::string text;
    for (const MeshAxis& axis : run.mesh) {
        text += fmt::format("{}{} {}:", text.empty() ? "" : "; ", axis.name, axis.size);
        for (const auto& group : axis.members)
            text += fmt::format(" [{}]", fmt::join(group, " "));
    }
    return text;
}

} // namespace

/// The mesh of processes, and the pipelines in it.
class MeshTest : public QObject
{
    Q_OBJECT

private slots:
    void namesOfDimensions_data()
    {
        addRows<QString, QString>({
            {"torch", "mesh_pp", "pp"},
            {"torch, data", "mesh_dp", "dp"},
            {"torch, sharded", "mesh_dp_shard", "dp_shard"},
            {"torch, of one's own", "mesh_rows", "rows"},
            {"Megatron", "PIPELINE_MODEL_PARALLEL_GROUP", "pp"},
            {"Megatron, tensors", "TENSOR_MODEL_PARALLEL_GROUP", "tp"},
            {"Megatron, experts", "EXPERT_MODEL_PARALLEL_GROUP", "ep"},
            {"Megatron, no dimension", "EMBEDDING_GROUP", ""},
            {"all ranks", "default_pg", ""},
            {"plain", "pipeline", "pp"},
            {"no name", "mesh_" + QString(1000, 'x'), ""},
        });
    }

    void namesOfDimensions()
    {
        const auto& [description, axis] = givenRow<QString, QString>();
        QCOMPARE(meshAxisOf(description.toStdString()), axis.toStdString());
    }

    void groupsGiveTheMesh()
    {
        const MeasuredRun run = assembled(meshOfRanks({0, 1, 2, 3}, 2, 2));
        QCOMPARE(membersText(run), "dp 2: [0 2] [1 3]; pp 2: [0 1] [2 3]");
        QCOMPARE(meshText(run.mesh), "DP 2 \u00d7 PP 2");
    }

    /// torchtitan's groups of several dimensions are not named beside these.
    void dimensionsOfOthersAreNotToldTwice()
    {
        std::vector<MeshAxis> mesh;
        for (const char* name : {"dp", "dp_replicate", "dp_shard", "pp", "loss"})
            mesh.push_back({name, 2, {}});
        QCOMPARE(meshText(mesh), "DP_REPLICATE 2 \u00d7 DP_SHARD 2 \u00d7 PP 2");
        QCOMPARE(meshText({{"rows", 4, {}}}), "ROWS 4");
    }

    void pipelinesOfAPart_data()
    {
        addRows<QList<int>, QString>({
            {"all of 2 x 2", {0, 1, 2, 3}, "0*: 0 1, 1: 2 3"},
            {"one is complete", {0, 2, 3}, "0: 0 -, 1*: 2 3"},
            {"no rank twice", {0, 3}, "0*: 0 -, 1: - 3"},
            {"a rank alone", {3}, "0*: - 3"},
        });
    }

    void pipelinesOfAPart()
    {
        const auto& [ranks, text] = givenRow<QList<int>, QString>();
        const MeasuredRun run = assembled(meshOfRanks({ranks.begin(), ranks.end()}, 2, 2));
        QCOMPARE(pipelinesText(run), text.toStdString());
    }

    void ranksOfTwoPipelinesAreNoReplicas()
    {
        const MeasuredRun run = assembled(meshOfRanks({0, 3}, 2, 2));
        QVERIFY2(!warns(run, "replica"), warningText(run).c_str());
        QVERIFY2(warns(run, "global rank 3 is of another pipeline"), warningText(run).c_str());
    }

    void replicaIsChosen()
    {
        AssembleOptions options;
        options.replica = 1;
        const std::vector<TraceFile> files = meshOfRanks({0, 1, 2, 3}, 2, 2);
        const MeasuredRun run = assembled(files, options);
        QCOMPARE(pipelinesText(run), "0: 0 1, 1*: 2 3");
        QCOMPARE(ordersText(run), "0F0 0F1 0B0 0B1\n1F0 1F1 1B0 1B1");
        QCOMPARE(run.clocks.size(), std::size_t{4});
        options.replica = 2;
        QCOMPARE(assembleRun(files, options).error().message.text(),
                 "replica 2 is not in the traces; they have replicas 0 to 1");
    }

    void sixtyFourRanks()
    {
        std::vector<std::uint32_t> ranks(64);
        for (std::uint32_t i = 0; i < 64; ++i)
            ranks[i] = i;
        const MeasuredRun run = assembled(meshOfRanks(ranks, 8, 8));
        QCOMPARE(run.ranks.size(), std::size_t{8});
        QCOMPARE(run.replicas.size(), std::size_t{7});
        QCOMPARE(run.clocks.size(), std::size_t{64});
        for (const MeasuredRun& replica : run.replicas)
            QCOMPARE(ordersText(replica), ordersText(run));
    }

    void replicasAreFoldedByStagesWithoutGroups()
    {
        std::vector<TraceFile> files = meshOfRanks({0, 1, 2, 3}, 2, 2);
        for (TraceFile& file : files)
            file.groups.clear();
        QCOMPARE(pipelinesText(assembled(files)), "0*: 0 1, 1: 2 3");
    }

    void rankAloneKnowsItsPipeline_data()
    {
        addRows<QList<int>, int, int, QString>({
            {"V of four", {2, 5}, 2, 4, "v"},
            {"first of a V", {0, 7}, 0, 4, "v"},
            {"loop of four", {2, 6}, 2, 4, "loop"},
            {"one stage", {1}, 1, 4, "loop"},
        });
    }

    void rankAloneKnowsItsPipeline()
    {
        const auto& [stages, rank, world, placement] = givenRow<QList<int>, int, int, QString>();
        MadeTrace made("rank.json", static_cast<std::uint32_t>(rank));
        double at = 0;
        for (const int stage : stages) {
            made.range(fmt::format("PP:{}F0", stage), at, at + 8);
            at += 10;
        }
        made.file().worldSize = static_cast<std::uint32_t>(world);
        const MeasuredRun run = assembled(filesOf(made));
        QCOMPARE(run.ranks.size(), static_cast<std::size_t>(world));
        QVERIFY(!run.ranks[static_cast<std::size_t>(rank)].actions.empty());
        QVERIFY(run.placement);
        QCOMPARE(std::string(placementName(run.placement->kind)), placement.toStdString());
    }

    /// Their product is 2^64, which 64 bits hold as 0.
    void moreRanksThanAnyRunHas()
    {
        std::vector<TraceFile> files(1);
        files[0].worldSize = 8;
        for (const char* axis : {"mesh_cp", "mesh_dp_replicate", "mesh_dp_shard", "mesh_tp"})
            files[0].groups.push_back({axis, axis, std::vector<std::uint32_t>(65536)});
        QVERIFY(!pipelineSizeOf(files));
        files[0].groups.resize(1);
        files[0].groups[0].ranks.resize(4);
        QCOMPARE(pipelineSizeOf(files).value_or(0), 2U);
    }
};

BUBBLESCOPE_TEST(MeshTest)
#include "trace_mesh.moc"
