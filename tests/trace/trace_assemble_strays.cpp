// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// A second process of the file, with a thread and a stream of its own.
struct OtherProcess
{
    std::uint32_t thread = 0;
    std::uint32_t stream = 0;
};

OtherProcess addProcess(MadeTrace& made)
{
    TraceFile& file = made.file();
    const auto process = static_cast<std::uint32_t>(file.processes.size());
    const auto thread = static_cast<std::uint32_t>(file.threads.size());
    file.processes.push_back({"200", "python", ""});
    file.threads.push_back({process, "200", "main", std::nullopt});
    file.threads.push_back({process, "9", "stream 9", 1U});
    return {thread, thread + 1};
}

} // namespace

/// Records that are not what they look like change nothing.
class AssembleStraysTest : public QObject
{
    Q_OBJECT

private slots:
    void refusedNameAddsNoStages()
    {
        std::vector<TraceFile> files = readAll(traceFiles("torch_cpu/1f1b_runtime_p4_m8"));
        const MeasuredRun truth = assembled(files);
        TraceRecord stray = files[2].records.at(files[2].records.size() / 2);
        stray.kind = RecordKind::Range;
        stray.name = files[2].strings.add("90F1");
        files[2].records.insert(
            files[2].records.begin() + static_cast<std::ptrdiff_t>(files[2].records.size() / 2), stray);
        const MeasuredRun run = assembled(files);
        QCOMPARE(run.ranks.size(), std::size_t{4});
        QCOMPARE(run.stageCount, 4U);
        for (std::size_t rank = 0; rank < 4; ++rank)
            QCOMPARE(timesText(run.ranks[rank], true), timesText(truth.ranks[rank], true));
        QCOMPARE(warningText(run),
                 files[2].path + ": 1 names look like actions without a prefix (\"0F3\"); they count as "
                                 "labels only if there are at least two stages or four such names\n");
    }

    void wildChunksAreTakenByTheirOrder()
    {
        const MeasuredRun run = assembled(madeRanks(
            {"forward-compute mb_id=0 model_chunk=0 0-5, forward-compute mb_id=0 model_chunk=1 5-10, "
             "backward-compute mb_id=0 model_chunk=1 10-15, forward-compute mb_id=0 model_chunk=65535 15-20, "
             "backward-compute mb_id=0 model_chunk=0 20-25"}));
        QCOMPARE(ordersText(run), std::string("0F0 1F0 1B0 2F0 0B0"));
        QVERIFY2(warns(run, "the labels number 3 chunks from 0 to 65535: they are shown as 0 to 2\n"),
                 warningText(run).c_str());
    }

    void aWildStageIsLeftOut()
    {
        const MeasuredRun run =
            assembled(madeRanks({"PP:0F0 0-5, PP:0F1 5-10, PP:0B0 20-25, PP:0B1 30-35",
                                 "PP:1F0 5-10, PP:1B0 10-15, PP:1F1 15-20, PP:65535B1 20-25"}));
        QCOMPARE(ordersText(run), std::string("0F0 0F1 0B0 0B1\n1F0 1B0 1F1"));
        QCOMPARE(run.stageCount, 2U);
        QVERIFY2(warns(run, "1 label is left out: no other label names stage 65535, which is far above all "
                            "others\n"),
                 warningText(run).c_str());
        // Nothing tells what is usual where there is nothing else.
        QCOMPARE(assembled(madeRanks({"PP:7F0 0-5"})).stageCount, 8U);
    }

    void namesOfPaddleCountInPairs()
    {
        QCOMPARE(ordersText(assembled(madeRanks({"F0 0-5, F1 5-10, B0 10-15, B1 15-20"}))),
                 std::string("0F0 0F1 0B0 0B1"));
        const MeasuredRun run = assembled(madeRanks({"F0 0-5, F1 5-10, B0 10-15, B2 15-20"}));
        QVERIFY(run.empty());
        QVERIFY2(warns(run, "4 names look like those of Paddle (\"F3\")"), warningText(run).c_str());
    }

    void kernelsOfAnotherProcessAreNotCounted()
    {
        MadeTrace made;
        const OtherProcess other = addProcess(made);
        made.range("PP:0F0", 0, 5)
            .kernel("gemm", 1, 100, 110)
            .kernel("gemm", 2, 200, 300, other.thread, other.stream);
        made.add("PP:0B0 10-15, gemm @11 130-140");
        QCOMPARE(timesText(assembled(filesOf(made)).ranks[0]), "0F0 0-10, 0B0 30-40");
    }

    void autogradOfTheSameProcessIsCounted()
    {
        MadeTrace made;
        const OtherProcess other = addProcess(made);
        made.add("PP:0B0 10-15, gemm @11/autograd 130-140");
        made.kernel("gemm", 12, 140, 190, other.thread, other.stream);
        QCOMPARE(timesText(assembled(filesOf(made)).ranks[0]), "0B0 0-10");
    }

    void receivesOfAnotherProcessAreNotWaitedFor()
    {
        MadeTrace made;
        const OtherProcess other = addProcess(made);
        made.add("PP:0F0 0-10, gloo:recv 3-6");
        made.file().records.back().thread = other.thread;
        const MeasuredRun run = assembled(filesOf(made));
        QCOMPARE(timesText(run.ranks[0]), "0F0 0-10");
        QCOMPARE(run.ranks[0].actions[0].wait, 0.0);
    }

    void plainLanesLeaveOtherProcessesOut()
    {
        MadeTrace made;
        const OtherProcess other = addProcess(made);
        made.add("PP:0F0 0-5, gemm @1 100-200, own @7 120-130/23");
        made.kernel("foreign", 2, 110, 150, other.thread, other.stream);
        const MeasuredRun run = withPlain(filesOf(made));
        QCOMPARE(run.ranks[0].plainLanes, std::vector<std::string>{"stream 23, compute"});
        QCOMPARE(run.plainNames, std::vector<std::string>{"own"});
    }

    void graphKernelsWithoutALaunchAreLeftOut()
    {
        MadeTrace made;
        made.labelled("PP:0F0", 0, 4).labelled("PP:0F0", 6, 10).labelled("PP:0B0", 10, 30);
        made.labelled("PP:0F0", 100'000, 100'010, 0).labelled("PP:0B0", 100'010, 100'030, 0);
        const MeasuredRun run = assembled(filesOf(made));
        QCOMPARE(timesText(run.ranks[0]), "0F0 0-10, 0B0 10-30");
        QCOMPARE(warningText(run), "made.json: 2 labeled kernels have no correlation with a launch, so the "
                                   "step is unknown: left out\n");
    }
};

BUBBLESCOPE_TEST(AssembleStraysTest)
#include "trace_assemble_strays.moc"
