// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

const char* const kCounted =
    "the labels name no microbatch: the n-th of a kind is assumed to be microbatch n\n";

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
    void times_data()
    {
        addRows<std::string, std::string>({
            {"a wait ends with the receive",
             "PP:0F0 0-10, gloo:recv 2-4, gloo:recv 3-6, gloo:recv 8-12, PP:0B0 20-30",
             "0F0 0-4 wait 6, 0B0 14-24"},
            {"the innermost label has the kernel",
             "PP:0F0 0-20, PP:0F1 5-10, gemm @1 100-110, gemm @6 200-210, gemm @12 300-310",
             "0F0 0-210, 0F1 100-110"},
            {"an overlap on the CPU is estimated",
             "PP:0F0 0-10, PP:0I9 20-32, PP:0W9 40-48, PP:(0F1;0B0)OVERLAP_F_B 50-80",
             "0F0 0-10, 0I9 20-32, 0W9 40-48, 0F1 50-60 estimated, 0B0 60-80 estimated"},
        });
    }

    void times()
    {
        const auto& [profile, expected] = givenRow<std::string, std::string>();
        QCOMPARE(timesText(assembled(made(profile)).ranks[0]), expected);
    }

    void kernelsOfAnyThreadCount()
    {
        const MeasuredRun run = assembled(
            made("PP:0F0 0-5, gemm @1 100-110, gemm @2 120-130, PP:0B0 10-15, gemm @11/autograd 130-140"));
        QCOMPARE(timesText(run.ranks[0]), "0F0 0-30, 0B0 30-40");
        QCOMPARE(run.ranks[0].actions[0].busy, 20.0);
        QCOMPARE(run.ranks[0].actions[0].source, TimeSource::Launches);
    }

    void receiveKernelsAreNoCompute()
    {
        const MeasuredRun run =
            assembled(made("PP:1RECV_F0 0-2, ncclDevKernel_SendRecv(x) @1 50-90, PP:1F0 3-5, gemm @4 92-100, "
                           "ncclDevKernel_AllReduce(x) @4.5 100-130"));
        QCOMPARE(timesText(run.ranks.back(), true), "1RECV_F0 -42--2, 1F0 0-8 wait 42");
        QCOMPARE(measuredTimeline(run, true).makespan, 50.0);
        QCOMPARE(measuredTimeline(run).makespan, 8.0);
    }

    void computeWithoutKernelsHasNoLength()
    {
        const MeasuredRun run =
            assembled(made("PP:0F0 0-5, gemm @1 100-110, PP:0I0 6-7, PP:0W0 8-9, gemm @8.5 115-120"));
        QCOMPARE(timesText(run.ranks[0]), "0F0 0-10, 0I0 10-10, 0W0 15-20");
        QCOMPARE(warningText(run),
                 "made.json: 1 compute labels launched no kernels and are shown with zero length\n");
    }

    void graphKernelsCarryTheirLabels()
    {
        MadeTrace made;
        made.labelled("PP:0F0", 0, 4).labelled("PP:0F0", 6, 10).labelled("PP:0B0", 10, 30);
        made.labelled("PP:0F0", 100, 110, 2).labelled("PP:0B0", 110, 130, 2);
        const MeasuredRun run = assembled(filesOf(made), ofStep(0));
        QCOMPARE(timesText(run.ranks[0]), "0F0 0-10, 0B0 10-30");
        QCOMPARE(run.ranks[0].actions[0].busy, 8.0);
        QCOMPARE(run.ranks[0].actions[0].source, TimeSource::KernelNames);
        QCOMPARE(run.steps, (std::vector<std::uint64_t>{0, 1}));
    }

    void overlapIsDividedByThreads()
    {
        const MeasuredRun run =
            assembled(made("PP:0F0 0-1, gemm @0.5 90-100, PP:(0F1;0B0)OVERLAP_F_B 2-10, gemm @3 100-120, "
                           "gemm @6/autograd 110-150/23"));
        QCOMPARE(timesText(run.ranks[0]), "0F0 0-10, 0F1 10-30, 0B0 20-60");
        QCOMPARE(ordersText(run), "0F0 (0F1;0B0)OVERLAP_F_B");
    }

    void weightBesideBackwardMakesItInput()
    {
        QCOMPARE(ordersText(
                     assembled(made("F0.0.0 0-10, F1.0.0 10-20, B0.0.0 20-30, W0.0.0 30-40, B1.0.0 40-60"))),
                 "0F0 0F1 0I0 0W0 0B1");
    }

    void clearedWeightsShareTheirLabel()
    {
        const MeasuredRun run =
            assembled(made("F0.0.0 0-10, F1.0.0 10-20, F2.0.0 20-30, B0.0.0 30-40, W0.0.0 40-50, "
                           "B1.0.0 50-60, B2.0.0 60-70, W_clear.0.0 70-90"));
        QCOMPARE(ordersText(run), "0F0 0F1 0F2 0I0 0W0 0I1 0I2 0W1 0W2");
        QVERIFY(timesText(run.ranks[0]).ends_with("0W1 70-80 estimated, 0W2 80-90 estimated"));
    }

    void constantNamesAreCounted()
    {
        const MeasuredRun run = assembled(made("F0.0.0 0-10, F0.0.0 10-20, B0.0.0 20-30, B0.0.0 30-40"));
        QCOMPARE(ordersText(run), "0F0 0F1 0B0 0B1");
        QCOMPARE(warningText(run), kCounted);
    }

    void chunksArePlaced_data()
    {
        addRows<std::string, std::string, std::string, PlacementKind>({
            {"a V", "F0.0.0 0-10, F0.1.0 30-40, F1.0.0 50-60, F1.1.0 80-90",
             "F0.0.0 10-20, F0.1.0 20-30, F1.0.0 60-70, F1.1.0 70-80", "0F0 3F0 0F1 3F1\n1F0 2F0 1F1 2F1",
             PlacementKind::V},
            {"a loop", "F0.0.0 0-10, F1.0.0 10-20, F0.1.0 20-30, F1.1.0 30-40",
             "F0.0.0 10-20, F1.0.0 20-30, F0.1.0 30-40, F1.1.0 40-50", "0F0 0F1 2F0 2F1\n1F0 1F1 3F0 3F1",
             PlacementKind::Loop},
        });
    }

    void chunksArePlaced()
    {
        const auto& [first, second, orders, placement] =
            givenRow<std::string, std::string, std::string, PlacementKind>();
        const MeasuredRun run = assembled(madeRanks({first, second}));
        QCOMPARE(ordersText(run), orders);
        QCOMPARE(run.placement->kind, placement);
    }

    void nestedMegatronLabelsCountOnce()
    {
        const MeasuredRun run =
            assembled(made("forward_step 0-10, forward_step 1-9, backward_step 10-20, Optimizer 20-22, "
                           "forward_step 30-40, forward_step 31-39, backward_step 40-50"));
        QCOMPARE(ordersText(run), "0F0 0B0");
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
        QVERIFY(warns(run, "Megatron's interleaved order with 2 chunks per rank"));
    }

    void userPatternComesFirst()
    {
        const MeasuredRun run = runOf(made("mine F 1 at 0 0-10, mine B 1 at 0 10-30, PP:0F0 0-50"),
                                      R"(mine (?<kind>[FB]) (?<microbatch>\d+) at (?<stage>\d+))");
        // Its numbers begin at 1.
        QCOMPARE(ordersText(run), "0F0 0B0");
        QVERIFY(warns(run, "1 labels of"));
    }

    void fewBareNamesAreNoLabels()
    {
        const MeasuredRun run = assembled(made("0F0 0-10, 0B0 10-20"));
        QVERIFY(run.empty());
        QVERIFY(warns(run, "2 names look like actions without a prefix"));
        QCOMPARE(ordersText(assembled(made("0F0 0-10, 1F0 10-20"))), "0F0 1F0");
    }

    void cancelStops()
    {
        AssembleOptions options;
        options.cancel.cancel();
        const auto run = assembleRun(made("PP:0F0 0-10"), options);
        QVERIFY(!run);
        QCOMPARE(run.error().kind, ErrorKind::Cancelled);
    }
};

BUBBLESCOPE_TEST(AssembleRulesTest)
#include "trace_assemble_rules.moc"
