// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// "0F0 0-10 wait 2, 0B0 10-30": compute of a rank.
std::string timesText(const MeasuredRank& rank, bool withCommunication = false)
{
    std::string text;
    for (const MeasuredAction& action : rank.actions) {
        if (!withCommunication && !isCompute(action.action.kind()))
            continue;
        text += fmt::format("{}{} {:g}-{:g}", text.empty() ? "" : ", ", actionText(action.action.id()),
                            action.start, action.end);
        if (action.wait > 0)
            text += fmt::format(" wait {:g}", action.wait);
        if (action.source == TimeSource::Estimated)
            text += " estimated";
    }
    return text;
}

std::string runText(const MeasuredRun& run)
{
    std::string text;
    for (const MeasuredRank& rank : run.ranks)
        text += (text.empty() ? "" : "\n") + orderText(rank, false);
    return text;
}

MeasuredRun runOf(const std::vector<TraceFile>& files, const std::string& pattern)
{
    AssembleOptions options;
    options.patterns.push_back(*NamePattern::compile(pattern));
    return assembled(files, options);
}

} // namespace

/// One rule after the other, on profiles made by hand.
class AssembleRulesTest : public QObject
{
    Q_OBJECT

private slots:
    void waitEndsWithTheReceive()
    {
        MadeTrace made;
        made.range("PP:0F0", 0, 10).receive(2, 4).receive(3, 6).receive(8, 12).range("PP:0B0", 20, 30);
        QCOMPARE(timesText(assembled(filesOf(made)).ranks[0]), "0F0 0-4 wait 6, 0B0 14-24");
    }

    void kernelsOfAnyThreadCount()
    {
        MadeTrace made;
        made.range("PP:0F0", 0, 5).kernel("gemm", 1, 100, 110).kernel("gemm", 2, 120, 130);
        made.range("PP:0B0", 10, 15).kernel("gemm", 11, 130, 140, MadeTrace::kAutograd);
        const MeasuredRun run = assembled(filesOf(made));
        QCOMPARE(timesText(run.ranks[0]), "0F0 0-30, 0B0 30-40");
        QCOMPARE(run.ranks[0].actions[0].busy, 20.0);
        QCOMPARE(run.ranks[0].actions[0].source, TimeSource::Launches);
    }

    void innermostLabelHasTheKernel()
    {
        MadeTrace made;
        made.range("PP:0F0", 0, 20)
            .range("PP:0F1", 5, 10)
            .kernel("gemm", 1, 100, 110)
            .kernel("gemm", 6, 200, 210);
        made.kernel("gemm", 12, 300, 310);
        QCOMPARE(timesText(assembled(filesOf(made)).ranks[0]), "0F0 0-210, 0F1 100-110");
    }

    void receiveKernelsAreNoCompute()
    {
        MadeTrace made;
        made.range("PP:1RECV_F0", 0, 2).kernel("ncclDevKernel_SendRecv(x)", 1, 50, 90);
        made.range("PP:1F0", 3, 5)
            .kernel("gemm", 4, 92, 100)
            .kernel("ncclDevKernel_AllReduce(x)", 4.5, 100, 130);
        const MeasuredRun run = assembled(filesOf(made));
        QCOMPARE(timesText(run.ranks.back(), true), "1RECV_F0 -42--2, 1F0 0-8 wait 42");
        QCOMPARE(measuredTimeline(run, true).makespan, 50.0);
        QCOMPARE(measuredTimeline(run).makespan, 8.0);
    }

    void computeWithoutKernelsHasNoLength()
    {
        MadeTrace made;
        made.range("PP:0F0", 0, 5).kernel("gemm", 1, 100, 110).range("PP:0I0", 6, 7);
        made.range("PP:0W0", 8, 9).kernel("gemm", 8.5, 115, 120);
        const MeasuredRun run = assembled(filesOf(made));
        QCOMPARE(timesText(run.ranks[0]), "0F0 0-10, 0I0 10-10, 0W0 15-20");
        QCOMPARE(warningText(run),
                 "made.json: 1 compute labels launched no kernels and are shown without length\n");
    }

    void graphKernelsCarryTheirLabels()
    {
        MadeTrace made;
        made.labelled("PP:0F0", 0, 4).labelled("PP:0F0", 6, 10).labelled("PP:0B0", 10, 30);
        made.labelled("PP:0F0", 100, 110, 2).labelled("PP:0B0", 110, 130, 2);
        AssembleOptions options;
        options.step = 0;
        const MeasuredRun run = assembled(filesOf(made), options);
        QCOMPARE(timesText(run.ranks[0]), "0F0 0-10, 0B0 10-30");
        QCOMPARE(run.ranks[0].actions[0].busy, 8.0);
        QCOMPARE(run.ranks[0].actions[0].source, TimeSource::KernelNames);
        QCOMPARE(run.steps, (std::vector<std::uint64_t>{0, 1}));
    }

    void overlapIsDividedByThreads()
    {
        MadeTrace made;
        made.range("PP:0F0", 0, 1).kernel("gemm", 0.5, 90, 100);
        made.range("PP:(0F1;0B0)OVERLAP_F_B", 2, 10).kernel("gemm", 3, 100, 120);
        made.kernel("gemm", 6, 110, 150, MadeTrace::kAutograd, MadeTrace::kOtherStream);
        const MeasuredRun run = assembled(filesOf(made));
        QCOMPARE(timesText(run.ranks[0]), "0F0 0-10, 0F1 10-30, 0B0 20-60");
        QCOMPARE(orderText(run.ranks[0], false), "0F0 (0F1;0B0)OVERLAP_F_B");
    }

    void overlapOnCpuIsEstimated()
    {
        MadeTrace made;
        made.range("PP:0F0", 0, 10).range("PP:0I9", 20, 32).range("PP:0W9", 40, 48);
        made.range("PP:(0F1;0B0)OVERLAP_F_B", 50, 80);
        const MeasuredRun run = assembled(filesOf(made));
        QCOMPARE(timesText(run.ranks[0]),
                 "0F0 0-10, 0I9 20-32, 0W9 40-48, 0F1 50-60 estimated, 0B0 60-80 estimated");
    }

    void weightBesideBackwardMakesItInput()
    {
        MadeTrace made;
        made.range("F0.0.0", 0, 10).range("F1.0.0", 10, 20).range("B0.0.0", 20, 30).range("W0.0.0", 30, 40);
        made.range("B1.0.0", 40, 60);
        QCOMPARE(runText(assembled(filesOf(made))), "0F0 0F1 0I0 0W0 0B1");
    }

    void clearedWeightsShareTheirLabel()
    {
        MadeTrace made;
        made.range("F0.0.0", 0, 10).range("F1.0.0", 10, 20).range("F2.0.0", 20, 30).range("B0.0.0", 30, 40);
        made.range("W0.0.0", 40, 50)
            .range("B1.0.0", 50, 60)
            .range("B2.0.0", 60, 70)
            .range("W_clear.0.0", 70, 90);
        const MeasuredRun run = assembled(filesOf(made));
        QCOMPARE(runText(run), "0F0 0F1 0F2 0I0 0W0 0I1 0I2 0W1 0W2");
        QVERIFY(timesText(run.ranks[0]).ends_with("0W1 70-80 estimated, 0W2 80-90 estimated"));
    }

    void constantNamesAreCounted()
    {
        MadeTrace made;
        made.range("F0.0.0", 0, 10).range("F0.0.0", 10, 20).range("B0.0.0", 20, 30).range("B0.0.0", 30, 40);
        const MeasuredRun run = assembled(filesOf(made));
        QCOMPARE(runText(run), "0F0 0F1 0B0 0B1");
        QCOMPARE(warningText(run),
                 "the labels carry no microbatch: the n-th of a kind is taken as microbatch n\n");
    }

    void chunksOfAVAreFound()
    {
        MadeTrace first("a.json", 0);
        MadeTrace second("b.json", 1);
        first.range("F0.0.0", 0, 10).range("F0.1.0", 30, 40).range("F1.0.0", 50, 60).range("F1.1.0", 80, 90);
        second.range("F0.0.0", 10, 20)
            .range("F0.1.0", 20, 30)
            .range("F1.0.0", 60, 70)
            .range("F1.1.0", 70, 80);
        const MeasuredRun run = assembled(filesOf(first, second));
        QCOMPARE(runText(run), "0F0 3F0 0F1 3F1\n1F0 2F0 1F1 2F1");
        QCOMPARE(run.placement->kind, PlacementKind::V);
    }

    void chunksOfALoopAreFound()
    {
        MadeTrace first("a.json", 0);
        MadeTrace second("b.json", 1);
        first.range("F0.0.0", 0, 10).range("F1.0.0", 10, 20).range("F0.1.0", 20, 30).range("F1.1.0", 30, 40);
        second.range("F0.0.0", 10, 20)
            .range("F1.0.0", 20, 30)
            .range("F0.1.0", 30, 40)
            .range("F1.1.0", 40, 50);
        const MeasuredRun run = assembled(filesOf(first, second));
        QCOMPARE(runText(run), "0F0 0F1 2F0 2F1\n1F0 1F1 3F0 3F1");
        QCOMPARE(run.placement->kind, PlacementKind::Loop);
    }

    void nestedMegatronLabelsCountOnce()
    {
        MadeTrace made;
        made.range("forward_step", 0, 10).range("forward_step", 1, 9).range("backward_step", 10, 20);
        made.range("Optimizer", 20, 22).range("forward_step", 30, 40).range("forward_step", 31, 39);
        made.range("backward_step", 40, 50);
        const MeasuredRun run = assembled(filesOf(made));
        QCOMPARE(runText(run), "0F0 0B0");
        QCOMPARE(run.step, std::uint64_t{1});
    }

    void interleavedMegatronFollowsItsOrder()
    {
        // Two ranks, two chunks, four microbatches: rank 0 runs 2·1 + 2 + 1 forwards before its first
        // backward, rank 1 2 + 1.
        std::vector<TraceFile> files;
        for (std::uint32_t rank = 0; rank < 2; ++rank) {
            MadeTrace made("rank" + std::to_string(rank) + ".json", rank);
            double at = 0;
            const int ahead = rank == 0 ? 5 : 3;
            made.range("megatron.forward_backward_pipelining_with_interleaving.steady", 0, 1);
            for (int k = 0; k < 8 + ahead - 1; ++k) {
                if (k < 8)
                    made.range("forward_step", at, at + 10);
                at += 10;
                if (k >= ahead - 1)
                    made.range("backward_step", at, at + 10);
                at += 10;
            }
            files.push_back(made.take());
        }
        const MeasuredRun run = assembled(files);
        QCOMPARE(orderText(run.ranks[0], false),
                 "0F0 0F1 2F0 2F1 0F2 2B0 0F3 2B1 2F2 0B0 2F3 0B1 2B2 2B3 0B2 0B3");
        QVERIFY(warningText(run).find("Megatron's interleaved order with 2 chunks a rank") !=
                std::string::npos);
    }

    void userPatternComesFirst()
    {
        const MeasuredRun run = runOf(filesOf(MadeTrace()
                                                  .range("mine F 1 at 0", 0, 10)
                                                  .range("mine B 1 at 0", 10, 30)
                                                  .range("PP:0F0", 0, 50)),
                                      R"(mine (?<kind>[FB]) (?<microbatch>\d+) at (?<stage>\d+))");
        QCOMPARE(runText(run), "0F1 0B1");
        QVERIFY(warningText(run).find("1 labels of") != std::string::npos);
    }

    void fewBareNamesAreNoLabels()
    {
        const MeasuredRun run = assembled(filesOf(MadeTrace().range("0F0", 0, 10).range("0B0", 10, 20)));
        QVERIFY(run.empty());
        QVERIFY(warningText(run).find("2 names look like actions without a prefix") != std::string::npos);
        QCOMPARE(runText(assembled(filesOf(MadeTrace().range("0F0", 0, 10).range("1F0", 10, 20)))),
                 "0F0 1F0");
    }

    void cancelStops()
    {
        AssembleOptions options;
        options.cancel.cancel();
        const auto files = filesOf(MadeTrace().range("PP:0F0", 0, 10));
        const auto run = assembleRun(files, options);
        QVERIFY(!run);
        QCOMPARE(run.error().kind, ErrorKind::Cancelled);
    }
};

BUBBLESCOPE_TEST(AssembleRulesTest)
#include "trace_assemble_rules.moc"
