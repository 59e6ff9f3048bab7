// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"
#include "tests/trace/infer_made.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

const std::string kTold = "DeepSpeed labels the backward of the last stage alone: ";
const std::string kRemedy = " only forwards here; for the others put an NVTX range or "
                            "record_function(\"bwd:mb3\") around PipelineEngine._exec_backward_pass";
const std::string kOrders = "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1";

const char* const kForward = "DeepSpeedEngine.forward";
const char* const kBackward = "DeepSpeedEngine.backward";

/// A rank's labels and what autograd evaluates: "F0 B0", with "R0" for a B that runs its forward again.
MadeProfile engineRank(std::uint32_t rank, std::string_view text, bool labelsBackwards, bool sends)
{
    MadeProfile made(rank, 2);
    for (; !text.empty(); text.remove_prefix(std::min<std::size_t>(3, text.size()))) {
        const int n = text[1] - '0';
        if (text[0] == 'F') {
            made.annotation(kForward).forward(n);
            if (sends)
                made.send(rank == 0 ? 1 : 0);
            continue;
        }
        if (labelsBackwards)
            made.annotation(kBackward);
        text[0] == 'B' ? made.backward(n) : made.recomputed(n);
        if (sends)
            made.receive(rank == 0 ? 1 : 0);
    }
    return made;
}

} // namespace

/// DeepSpeed labels backwards on the last stage alone: the others are inferred.
class TraceInferDeepSpeed : public QObject
{
    Q_OBJECT

private slots:
    void autogradShowsThem_data()
    {
        addRows<const char*, bool>({
            {"with messages", "F0 F1 B0 B1", true},
            {"without messages", "F0 F1 B0 B1", false},
            {"with recomputation", "F0 F1 R0 R1", true},
        });
    }

    void autogradShowsThem()
    {
        const auto& [first, sends] = givenRow<const char*, bool>();
        std::vector<TraceFile> files;
        files.push_back(engineRank(0, first, false, sends).file());
        files.push_back(engineRank(1, "F0 B0 F1 B1", true, sends).file());
        const MeasuredRun run = assembled(files);
        QCOMPARE(ordersText(run), kOrders);
        QVERIFY2(warns(run, kTold + "2 of the others are inferred from autograd\n"),
                 warningText(run).c_str());
        QVERIFY(!run.inferred);
    }

    void launchesOfOtherThreadsShowThem()
    {
        const std::vector<TraceFile> files =
            madeRanks({"DeepSpeedEngine.forward 0-5, gemm @1 100-110, DeepSpeedEngine.forward 10-15, "
                       "gemm @11 110-120, gemm @20/autograd 120-130, gemm @22/autograd 135-140, "
                       "ncclDevKernel_SendRecv @24 140-150, ncclDevKernel_SendRecv @25/autograd 150-151, "
                       "gemm @30/autograd 160-170",
                       "DeepSpeedEngine.forward 0-5, gemm @1 110-115, DeepSpeedEngine.backward 6-9, "
                       "gemm @7 115-118, DeepSpeedEngine.forward 10-15, gemm @11 125-130, "
                       "DeepSpeedEngine.backward 16-19, gemm @17 130-135"});
        const MeasuredRun run = assembled(files);
        QCOMPARE(ordersText(run), kOrders);
        QCOMPARE(timesText(run.ranks[0]), std::string("0F0 0-10, 0F1 10-20, 0B0 20-40, 0B1 60-70"));
        QVERIFY2(
            warns(run, kTold + "2 of the others are inferred from the kernels that other threads launch\n"),
            warningText(run).c_str());
    }

    void elseTheirOrderIsThatOf1f1b()
    {
        const MeasuredRun run =
            assembled(madeRanks({"DeepSpeedEngine.forward 0-5, DeepSpeedEngine.forward 5-10, "
                                 "DeepSpeedEngine.forward 28-33",
                                 "DeepSpeedEngine.forward 6-11, DeepSpeedEngine.backward 11-21, "
                                 "DeepSpeedEngine.forward 21-26, DeepSpeedEngine.backward 26-36, "
                                 "DeepSpeedEngine.forward 36-41, DeepSpeedEngine.backward 41-51"}));
        QCOMPARE(timesText(run.ranks[0]),
                 std::string("0F0 0-5, 0F1 5-10, 0B0 21-28 estimated, 0F2 28-33, 0B1 36-46 estimated, "
                             "0B2 51-61 estimated"));
        QVERIFY2(warns(run, kTold + "those of rank 0 are assumed, in the order of 1F1B and as long as on the "
                                    "last stage\n"),
                 warningText(run).c_str());
    }

    void nothingIsClaimedWhereItDoesNotFit_data()
    {
        const char* const both = "DeepSpeedEngine.forward 0-5, DeepSpeedEngine.backward 5-10, "
                                 "DeepSpeedEngine.forward 10-15, DeepSpeedEngine.backward 15-20, "
                                 "DeepSpeedEngine.forward 20-25, DeepSpeedEngine.backward 25-30";
        addRows<const char*, const char*>({
            {"no room for them",
             "DeepSpeedEngine.forward 0-5, DeepSpeedEngine.forward 5-10, DeepSpeedEngine.forward 10-15",
             both},
            {"another number of forwards", "DeepSpeedEngine.forward 0-5, DeepSpeedEngine.forward 5-10", both},
            {"kernels of other threads that are too few",
             "DeepSpeedEngine.forward 0-5, DeepSpeedEngine.forward 5-10, gemm @20/autograd 120-130, "
             "DeepSpeedEngine.forward 30-35",
             both},
        });
    }

    void nothingIsClaimedWhereItDoesNotFit()
    {
        const auto& [first, last] = givenRow<const char*, const char*>();
        const MeasuredRun run = assembled(madeRanks({first, last}));
        QVERIFY2(orderText(run.ranks[0], false).find('B') == std::string::npos, ordersText(run).c_str());
        QVERIFY2(warns(run, kTold + "rank 0 shows" + kRemedy), warningText(run).c_str());
    }

    void allLabelsAreTakenAsTheyAre()
    {
        const char* const both = "DeepSpeedEngine.forward 0-5, DeepSpeedEngine.backward 10-15";
        QVERIFY(!warns(assembled(madeRanks({both, both})), kTold));
    }

    /// The same run with and without the labels of the other stages.
    void sharedRun()
    {
        const std::filesystem::path folder = sharedFolder() / "traces" / "real_forms";
        if (sharedFolder().empty() || !std::filesystem::exists(folder))
            QSKIP("the shared traces are not here");
        const auto ordersOf = [&](const char* name) {
            std::vector<std::string> paths;
            for (int rank = 0; rank < 4; ++rank)
                paths.push_back((folder / fmt::format("{}_rank{}.json", name, rank)).string());
            return ordersText(assembled(readAll(paths)));
        };
        QCOMPARE(ordersOf("deepspeed"), ordersOf("deepspeed_all"));
    }
};

BUBBLESCOPE_TEST(TraceInferDeepSpeed)
#include "trace_infer_deepspeed.moc"
