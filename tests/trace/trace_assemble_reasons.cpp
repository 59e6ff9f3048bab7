// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

AssembleOptions withPattern(const std::string& expression)
{
    AssembleOptions options;
    options.patterns.push_back(*NamePattern::compile(expression));
    return options;
}

const std::string kNothing = "no pipeline labels: searched for those of PyTorch (\"PP:3F0\", \"Forward 3\"), "
                             "d9d, zero-bubble (\"F3.1.0\"), Megatron (\"forward_step\") and DeepSpeed";
const std::string kSendsAlone = "no pipeline labels, though ranks send to each other: 1F1B of torch's "
                                "single-stage class writes no labels";

} // namespace

/// What is said where nothing, or less than was asked for, is found.
class AssembleReasonsTest : public QObject
{
    Q_OBJECT

private slots:
    void withoutPatternOneIsAskedFor()
    {
        QCOMPARE(warningText(assembled(made("train 0-10"))),
                 kNothing + "; give a pattern for labels of your own\n");
        QCOMPARE(warningText(assembled(made("train 0-10, gloo:recv 1-2"))),
                 kSendsAlone + "; give a pattern for labels of your own\n");
    }

    void allToAllIsNoSend_data()
    {
        addRows<QString, QString, bool>({
            {"sends", "nccl:send 0->1 1-2", "", true},
            {"kernels of sends", "ncclDevKernel_SendRecv @1 10-20", "", true},
            {"kernels of sends in a pipeline", "ncclDevKernel_SendRecv @1 10-20", "mesh_pp", true},
            {"all-to-all", "nccl:all_to_all 1-2, ncclDevKernel_SendRecv @1 10-20", "", false},
            {"all-to-all in a pipeline's run", "nccl:all_to_all 1-2, ncclDevKernel_SendRecv @1 10-20",
             "mesh_pp", false},
            {"kernels of another group", "ncclDevKernel_SendRecv @1 10-20", "mesh_ep", false},
        });
    }

    void allToAllIsNoSend()
    {
        const auto& [records, group, sends] = givenRow<QString, QString, bool>();
        MadeTrace made;
        made.add("train 0-10").add(records.toStdString());
        if (!group.isEmpty())
            made.file().groups.push_back({"1", group.toStdString(), {0, 1}});
        const std::string text = warningText(assembled(filesOf(made)));
        QCOMPARE(text.starts_with(kSendsAlone), sends);
    }

    void patternThatFitsNothingIsNamed()
    {
        const auto options = withPattern("mine (?<kind>[FB])");
        const std::string text = warningText(assembled(made("train 0-10"), options));
        QVERIFY2(text.starts_with("the pattern 'mine (?<kind>[FB])' matches none"), text.c_str());
        QVERIFY2(text.ends_with("\n" + kNothing + "\n"), text.c_str());
        // It is also named where another way of naming has labels.
        const std::string beside = warningText(assembled(made("PP:0F0 0-10"), options));
        QVERIFY2(beside.starts_with("the pattern 'mine (?<kind>[FB])' matches none"), beside.c_str());
    }

    void unknownKindsAreNamed()
    {
        const auto options = withPattern("(?<kind>vor|zurueck)_(?<microbatch>\\d+)");
        const std::string text =
            warningText(assembled(made("vor_0 0-10, zurueck_0 10-20, gloo:recv 1-2"), options));
        QVERIFY2(text.find("matches 2 of 2 records") != std::string::npos, text.c_str());
        QVERIFY2(text.find("'vor' (1), 'zurueck' (1)") != std::string::npos, text.c_str());
        QVERIFY2(text.ends_with("\n" + kSendsAlone + "\n"), text.c_str());
    }

    void partlyUnknownKindsAreNamed()
    {
        const auto options = withPattern("(?<kind>fwd|zurueck)_(?<microbatch>\\d+)_(?<stage>\\d+)");
        const std::string text = warningText(assembled(made("fwd_0_0 0-10, zurueck_0_0 10-20"), options));
        QCOMPARE(text, "the pattern '(?<kind>fwd|zurueck)_(?<microbatch>\\d+)_(?<stage>\\d+)' matches 1 more "
                       "records, but its group 'kind' captures no known action: 'zurueck' (1)\n");
    }

    void boundsAreTheReason()
    {
        const std::string text = warningText(assembled(made("PP:70000F0 0-10, gloo:recv 1-2")));
        QCOMPARE(text, "made.json: 1 label skipped: a stage must be below 65,536 and a microbatch below "
                       "16,777,216; found \"PP:70000F0\"\n"
                       "no pipeline labels are left: 1 was found and left out\n");
    }

    void leftOutLabelsAreTheReason()
    {
        const std::string text =
            warningText(assembled(made("PP:0SEND_F0 0-10, PP:0SEND_F1 10-20, gloo:recv 1-2")));
        QCOMPARE(text, "made.json: 2 labels of torch pipelining are left out: none of them is compute\n"
                       "no pipeline labels are left: 2 were found and left out\n");
    }

    void stageOfTheRankIsTold()
    {
        const std::string told = "the labels name no stage: the stage is assumed to be the rank's number, "
                                 "which is wrong if a rank runs several stages\n";
        const auto options = withPattern("(?<kind>fwd|bwd)_s\\d+_m(?<microbatch>\\d+)");
        QCOMPARE(
            warningText(assembled(
                madeRanks({"fwd_s0_m0 0-10, bwd_s0_m0 30-40", "fwd_s1_m0 10-20, bwd_s1_m0 20-30"}), options)),
            told);
    }

    void singleStageClassIsNoGuess()
    {
        QCOMPARE(warningText(assembled(
                     madeRanks({"Forward 0 0-10, Backward 0 30-40", "Forward 0 10-20, Backward 0 20-30"}))),
                 std::string());
    }

    void assumedRanksAreGiven()
    {
        MadeTrace first("profile one", 0);
        MadeTrace second("profile two", 0);
        first.file().rank.reset();
        second.file().rank = 0;
        first.add("PP:1F0 10-20");
        second.add("PP:0F0 0-10");
        const MeasuredRun run = assembled(filesOf(first, second));
        QCOMPARE(run.assumedRanks.size(), std::size_t{1});
        QCOMPARE(run.assumedRanks[0].file, "profile one");
        QCOMPARE(run.assumedRanks[0].globalRank, 1U);
        QCOMPARE(run.assumedRanks[0].stages, std::vector<std::uint32_t>{1});
        QCOMPARE(warningText(run), "profile one does not give its rank: it is assumed to be global rank 1\n");
    }

    void replicasSayTheirStages()
    {
        MadeTrace first("profile one", 0);
        MadeTrace second("profile two", 0);
        first.file().rank.reset();
        second.file().rank.reset();
        for (MadeTrace* made : {&first, &second})
            made->range("PP:1F0", 0, 10).range("PP:3F0", 10, 20);
        const MeasuredRun run = assembled(filesOf(first, second));
        QCOMPARE(run.assumedRanks.size(), std::size_t{2});
        for (const AssumedRank& assumed : run.assumedRanks)
            QCOMPARE(assumed.stages, (std::vector<std::uint32_t>{1, 3}));
    }

    void givenRanksAreNotAssumed()
    {
        MadeTrace made("profile");
        made.file().rank.reset();
        const MeasuredRun run = assembled(filesOf(made.range("PP:0F0", 0, 10)), ofRanks({{"profile", 3}}));
        QVERIFY(run.assumedRanks.empty());
        QCOMPARE(run.ranks[0].globalRank, std::optional<std::uint32_t>(3));
    }
};

BUBBLESCOPE_TEST(AssembleReasonsTest)
#include "trace_assemble_reasons.moc"
