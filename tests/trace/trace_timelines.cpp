// SPDX-License-Identifier: Apache-2.0
// Timelines whose args have mb_id, and the times that Primus records.
#include <QTest>

#include "core/trace/kernel_names.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_support.h"
#include "tests/trace/chrome_support.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string computeEvent(const std::string& name, int start, const std::string& args)
{
    return fmt::format(
        R"({{"name":"{0}","cat":"{0}","pid":0,"tid":0,"ts":{1},"dur":2,"ph":"X","args":{{{2}}}}})", name,
        start, args);
}

std::string groupsText(const TraceFile& file)
{
    std::string text;
    for (const ProcessGroup& group : file.groups)
        text +=
            fmt::format("{}{} {}", text.empty() ? "" : ", ", group.description, fmt::join(group.ranks, " "));
    return text;
}

std::string stepsOf(const MeasuredRun& run)
{
    return fmt::format("{}", fmt::join(run.steps, " "));
}

std::string primus(const std::string& iterations)
{
    return "{" + iterations + "}";
}

} // namespace

class TimelinesTest : public QObject
{
    Q_OBJECT

private slots:
    void argsGoIntoNames_data()
    {
        addRows<std::string, std::string>({
            {"all three", R"("mb_id":3,"model_chunk":1,"step":7)",
             "range forward-compute mb_id=3 model_chunk=1 1000..3000 on 0/0\n"
             "range ProfilerStep#7 1000..3000 on 0/0"},
            {"a text that is a number", R"("mb_id":"4")", "range forward-compute mb_id=4 1000..3000 on 0/0"},
            {"-1 says nothing", R"("mb_id":-1,"model_chunk":-1,"step":-1)",
             "range forward-compute 1000..3000 on 0/0"},
            {"no whole number", R"("mb_id":1.5,"step":"x")", "range forward-compute 1000..3000 on 0/0"},
            {"none", "", "range forward-compute 1000..3000 on 0/0"},
        });
    }

    void argsGoIntoNames()
    {
        const auto& [args, expected] = givenRow<std::string, std::string>();
        QCOMPARE(readText("[" + computeEvent("forward-compute", 1, args) + "]"), expected);
    }

    void otherEventsKeepTheirNames()
    {
        QCOMPARE(readText("[" + computeEvent("optimizer", 1, R"("mb_id":3,"step":7)") + "]"),
                 std::string("range optimizer 1000..3000 on 0/0"));
        QCOMPARE(readText("[" + computeEvent("forward-send", 1, R"("mb_id":3,"step":7)") + "]"),
                 std::string("communication forward-send 1000..3000 on 0/0"));
    }

    void operationsAreKeptWithTheirNumbers_data()
    {
        addRows<std::string, std::string, std::string>({
            {"a message", R"({"name":"forward-send","dur":2,"args":{"step":7,"model_chunk":1,"seq_id":3}})",
             "forward-send 1000..3000 of step 7, chunk 1, place 3", ""},
            {"one that came early",
             R"({"name":"forward-recv","dur":-0.5,"args":{"step":7,"model_chunk":-1,"seq_id":0}})",
             "forward-recv 1000..500 of step 7, chunk -1, place 0", ""},
            {"an optimizer", R"({"name":"optimizer","dur":2,"args":{"step":7}})",
             "optimizer 1000..3000 of step 7, chunk -1, place -1", ""},
            {"of no step", R"({"name":"optimizer","dur":2,"args":{"seq_id":0}})", "", ""},
            {"another name", R"({"name":"data-load","dur":2,"args":{"step":7}})", "", ""},
            {"compute that runs backwards", R"({"name":"forward-compute","dur":-2,"args":{"step":7}})", "",
             "1 event skipped: negative duration"},
        });
    }

    void operationsAreKeptWithTheirNumbers()
    {
        const auto& [event, expected, warning] = givenRow<std::string, std::string, std::string>();
        const std::string whole = R"([{"pid":0,"tid":0,"ts":1,"ph":"X",)" + event.substr(1) + "]";
        const TraceFile file = *readChromeTrace(whole, "t.json");
        const auto number = [](std::uint32_t one) {
            return one == StepOperation::kNoNumber ? -1 : static_cast<int>(one);
        };
        std::string text;
        for (const StepOperation& one : file.stepOperations)
            text += fmt::format("{} {}..{} of step {}, chunk {}, place {}", file.strings[one.name], one.start,
                                one.end, one.step, number(one.chunk), number(one.sequence));
        QCOMPARE(text, expected);
        QCOMPARE(fmt::format("{}", fmt::join(file.warnings, "; ")), warning);
    }

    void aStepIsAroundItsEvents()
    {
        const std::string events = "[" + computeEvent("forward-compute", 1, R"("mb_id":0,"step":7)") + "," +
                                   computeEvent("backward-compute", 5, R"("mb_id":0,"step":7)") + "," +
                                   computeEvent("forward-compute", 9, R"("mb_id":0,"step":8)") + "]";
        std::vector<TraceFile> files;
        files.push_back(*readChromeTrace(events, "t.json"));
        const MeasuredRun run = assembled(files);
        QCOMPARE(stepsOf(run), std::string("7"));
        QCOMPARE(ordersText(run), std::string("0F0 0B0"));
        QCOMPARE(ordersText(assembled(files, ofStep(8))), std::string("0F0"));
    }

    void rowsThatAreRanksAreDivided_data()
    {
        addRows<const char*, const char*, std::size_t>({
            {"ranks", "rank 0", "rank 1", 2},
            {"in capitals", "Rank 1", "Rank 3", 2},
            {"one that is none", "rank 0", "main", 1},
            {"the same twice", "rank 0", "rank 0", 1},
        });
    }

    void rowsThatAreRanksAreDivided()
    {
        const auto& [first, second, processes] = givenRow<const char*, const char*, std::size_t>();
        std::string events;
        for (const auto& [tid, name] : {std::pair(4, first), std::pair(5, second)})
            events += fmt::format(
                R"({{"ph":"M","name":"thread_name","pid":1,"tid":{0},"args":{{"name":"{1}"}}}},{{"ph":"X","name":"{2}F0","pid":1,"tid":{0},"ts":{2}0,"dur":9}},{{"ph":"X","name":"{2}B0","pid":1,"tid":{0},"ts":{3}0,"dur":9}},)",
                tid, name, tid - 4, 9 - tid);
        events.pop_back();
        const auto file = readChromeTrace("[" + events + "]", "t.json");
        QCOMPARE(file->processes.size(), processes);
        std::vector<TraceFile> files;
        files.push_back(*file);
        QCOMPARE(assembled(files).ranks.size(), processes);
    }

    void processesAreDividedByPipelineRank()
    {
        const auto files = readAll(traceFiles("timeline/dp2_pp2.json"));
        QCOMPARE(groupsText(files[0]), std::string("dp 0 1, dp 2 3, pp 0 2, pp 1 3"));
        QCOMPARE(files[0].processes.size(), std::size_t{4});
        const MeasuredRun run = assembled(files);
        QCOMPARE(stepsOf(run), std::string("7 9"));
        QCOMPARE(run.step, std::uint64_t{9});
        QCOMPARE(ordersText(run), std::string("0F0 0F1 0B0 0F2 0B1 0B2\n1F0 1B0 1F1 1B1 1F2 1B2"));
        QCOMPARE(timesText(run.ranks[1]),
                 std::string("1F0 10.5-20.5, 1B0 20.5-40.5, 1F1 40.5-50.5, 1B1 50.5-70.5, 1F2 71.5-81.5, 1B2 "
                             "81.5-101.5"));
        QCOMPARE(*run.ranks[1].globalRank, 2U);
        QVERIFY(warns(run, "replicas"));
    }

    void primusTimesAreRead_data()
    {
        const std::string both =
            R"("1":{"total":9,"fwd_start":[0.5],"fwd_end":[1.5],"bwd_start":[2],"bwd_end":[4.25]})";
        const std::string read = "range ProfilerStep#1 0..9000000 on 0/0\n"
                                 "range Primus forward 500000..1500000 on 0/0\n"
                                 "range Primus backward 2000000..4250000 on 0/0";
        addRows<std::string, std::string>({
            {"one iteration", primus(both), read},
            {"other keys", primus(both + R"(,"2":{"memory":[1,{"a":[]}]},"x":{"fwd_start":[1]})"),
             "range ProfilerStep#1 0..9000000 on 0/0\n"
             "range Primus forward 500000..1500000 on 0/0\n"
             "range Primus backward 2000000..4250000 on 0/0\n"
             "range ProfilerStep#2 3600000000000..3600000000000 on 0/0\n"
             "! 1 event skipped: an iteration without a number"},
            {"lists of different length",
             R"({"1":{"total":2,"fwd_start":[0,2],"fwd_end":[1],"bwd_start":[],"bwd_end":[3]}})",
             "range ProfilerStep#1 0..2000000 on 0/0\nrange Primus forward 0..1000000 on 0/0\n"
             "! 1 event skipped: start without an end\n! 1 event skipped: end without a start"},
            {"wrong times", R"({"1":{"total":1,"fwd_start":[null,2,-1],"fwd_end":[1,1,1]}})",
             "range ProfilerStep#1 0..1000000 on 0/0\n"
             "! 2 events skipped: its time is no number of milliseconds from 0 to an hour\n"
             "! 1 event skipped: negative duration"},
            {"cut", "{" + both + ",\"2\":{\"total\":1",
             "t:1:99: the JSON ends early, at byte 98; the 1 iteration before that can be kept"},
            {"cut within a key", "{" + both + ",\"2\":{\"tot",
             "t:1:94: the JSON ends early, at byte 93; the 1 iteration before that can be kept"},
            {"broken", R"({"1":{"total":NaN}})", "t:1:15: invalid JSON from byte 14 on"},
            {"too deep", R"({"1":{"total":)" + std::string(1001, '[') + std::string(1001, ']') + "}}",
             "t:1:1014: nested too deeply: more than 1000 levels (near byte 1013)"},
        });
    }

    void primusTimesAreRead()
    {
        const auto& [bytes, expected] = givenRow<std::string, std::string>();
        TraceFolder folder;
        const auto read = readTrace(folder.add("t", bytes));
        const std::string text = folder.withoutFolder(textOf(read));
        QCOMPARE(read ? text : text.substr(0, text.find('\n')), expected);
    }

    void whatIsBeforeADamageCanBeKept()
    {
        TraceFolder folder;
        const auto read = readTrace(
            folder.add("t",
                       R"({"1":{"total":2,"fwd_start":[0],"fwd_end":[1]},"2":{"fwd_start":[0],"fwd_end":[)"),
            keepingDamaged());
        QVERIFY(read.has_value() && read->isCut);
        QCOMPARE(textOf(read), std::string("range ProfilerStep#1 0..2000000 on 0/0\n"
                                           "range Primus forward 0..1000000 on 0/0\n"
                                           "! read only up to byte 79 of the JSON, 1 iteration kept"));
    }

    void primusOrders_data()
    {
        addRows<std::string, std::string>({
            {"1F1B", "primus/1f1b", "0F0 0F1 0B0 0F2 0B1 0B2\n1F0 1B0 1F1 1B1 1F2 1B2"},
            {"interleaved", "primus/interleaved",
             "0F0 0F1 2F0 2F1 0F2 2B0 0F3 2B1 2F2 0B0 2F3 0B1 2B2 2B3 0B2 0B3\n"
             "1F0 1F1 3F0 3B0 3F1 3B1 1F2 1B0 1F3 1B1 3F2 3B2 3F3 3B3 1B2 1B3"},
        });
    }

    void primusOrders()
    {
        const auto& [folder, orders] = givenRow<std::string, std::string>();
        const MeasuredRun run = assembled(readAll(traceFiles(folder)));
        QCOMPARE(stepsOf(run), std::string("1 2"));
        QCOMPARE(ordersText(run), orders);
    }

    void kernelsOfCommunication_data()
    {
        addRows<bool>({
            {"ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", true},
            {"void ncclDevKernel_Generic<1>(ncclDevKernelArgs)", true},
            {"rccl_main_kernel", true},
            {"mscclKernel_Sum_float_Simple_false", true},
            {"hcom_allReduce__123_0", true},
            {"oneccl_allreduce_large<float>", true},
            {"void vllm::cross_device_reduce_1stage<__nv_bfloat16, 2>(vllm::RankData*)", true},
            {"void sglang::cross_device_reduce_2stage<half, 8>(int)", true},
            {"void tensorrt_llm::kernels::oneShotAllReduceKernel<half, 8>(int)", true},
            {"one_shot_all_reduce_kernel", true},
            {"void multimem_all_reduce_kernel<c10::BFloat16, 16>()", true},
            {"kuserbuffers_pushsend", true},
            {"void deep_ep::intranode::dispatch<8>(int4*)", true},
            {"ampere_bf16_s16816gemm_bf16_128x128", false},
            {"void at::native::reduce_kernel<512, 1>(float)", false},
            {"void cub::DeviceReduceKernel<float>()", false},
            {"sm90_xmma_gemm_all", false},
        });
    }

    void kernelsOfCommunication()
    {
        const auto& [isCommunication] = givenRow<bool>();
        QCOMPARE(isCommunicationKernel(QTest::currentDataTag()), isCommunication);
    }
};

BUBBLESCOPE_TEST(TimelinesTest)
#include "trace_timelines.moc"
