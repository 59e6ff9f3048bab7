// SPDX-License-Identifier: Apache-2.0
// What each way of naming says, what is no label, and what is out of bounds.
#include <QTest>

#include "tests/support/conformance_data.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/names_text.h"
#include "tests/trace/trace_folder.h"
#include "tests/trace/value_of.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

struct Pair
{
    const char* name;
    const char* text;
};

template <std::size_t count>
void addRows(const Pair (&pairs)[count])
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    for (const Pair& pair : pairs)
        QTest::newRow(*pair.name == '\0' ? "(empty)" : pair.name)
            << QString::fromUtf8(pair.name) << QString::fromUtf8(pair.text);
}

std::string contextText(std::string_view name)
{
    const auto context = NameReader::readContext(name);
    if (!context)
        return "none";
    constexpr std::array<std::string_view, 5> kinds{"step", "optimizer", "warmup", "steady", "cooldown"};
    std::string text(kinds[static_cast<std::size_t>(context->kind)]);
    if (context->number)
        text += fmt::format(" {}", *context->number);
    return context->rank ? text + fmt::format(" of rank {}", *context->rank) : text;
}

} // namespace

class TraceNames : public QObject
{
    Q_OBJECT
private slots:
    void labels_data()
    {
        addRows({
            {"PP:3F0", "torch pipelining: F s3 m0"},
            {"PP:3I0", "torch pipelining: I s3 m0"},
            {"PP:3W0", "torch pipelining: W s3 m0"},
            {"PP:3B12", "torch pipelining: B s3 m12"},
            {"PP:3SEND_F0", "torch pipelining: SEND_F s3 m0"},
            {"PP:3SEND_B0", "torch pipelining: SEND_B s3 m0"},
            {"PP:3RECV_F0", "torch pipelining: RECV_F s3 m0"},
            {"PP:3RECV_B0", "torch pipelining: RECV_B s3 m0"},
            {"PP:3WAIT_SEND_F0", "torch pipelining: WAIT_SEND_F s3 m0"},
            {"PP:3WAIT_SEND_B0", "torch pipelining: WAIT_SEND_B s3 m0"},
            {"PP:3UNSHARD", "torch pipelining: UNSHARD s3"},
            {"PP:3RESHARD", "torch pipelining: RESHARD s3"},
            {"PP:3REDUCE_GRAD", "torch pipelining: REDUCE_GRAD s3"},
            {"PP:3WAIT_REDUCE_GRAD", "torch pipelining: WAIT_REDUCE_GRAD s3"},
            {"PP:3UNSHARD7", "torch pipelining: UNSHARD s3"},
            {"PP:3F", "torch pipelining: F s3"},
            {"PP:007F0010", "torch pipelining: F s7 m10"},
            {"PP:(7F4;0B0)OVERLAP_F_B", "torch pipelining: block F s7 m4; B s0 m0"},
            {"PP:(7F4;0I0;0W0)OVERLAP_F_B", "torch pipelining: block F s7 m4; I s0 m0; W s0 m0"},
            {"PP:(0B0;7F4)OVERLAP_B_F", "torch pipelining: block B s0 m0; F s7 m4"},
            {"Forward 3", "torch single stage: F m3"},
            {"Backward 12", "torch single stage: B m12"},
            {"0F3", "actions without a prefix: F s0 m3"},
            {"0SEND_F3", "actions without a prefix: SEND_F s0 m3"},
            {"0RECV_B3", "actions without a prefix: RECV_B s0 m3"},
            {"0F1|3B0", "actions without a prefix: block F s0 m1; B s3 m0"},
            {"0F1|3I0|3W0", "actions without a prefix: block F s0 m1; I s3 m0; W s3 m0"},
            {"3UNSHARD", "actions without a prefix: UNSHARD s3"},
            {"(0F7;7B3)OVERLAP_F_B", "actions without a prefix: block F s0 m7; B s7 m3"},
            {"F3.1.0", "zero-bubble: F m3 c1"},
            {"B3.1.0", "zero-bubble: B m3 c1"},
            {"W3.1.0", "zero-bubble: W m3 c1"},
            {"R3.1.0", "zero-bubble: -"},
            {"F3.1.2", "zero-bubble: F m3 c1 (split)"},
            {"W_clear.1.0", "zero-bubble: W c1"},
            {"SEND_FORWARD.3.0.0", "zero-bubble: SEND_F m3 c0"},
            {"RECV_BACKWARD.3.1.0", "zero-bubble: RECV_B m3 c1"},
            {"SEND_BACKWARD.1.0.0_RECV_FORWARD.2.0.0", "zero-bubble: SEND_B m1 c0; RECV_F m2 c0"},
            {"SEND_POST_VALIDATION.0.0.0", "zero-bubble: -"},
            {"RECV_POST_VALIDATION.0.0.0_SEND_FORWARD.1.0.0", "zero-bubble: SEND_F m1 c0"},
            {"forward_step", "Megatron: F"},
            {"forward-compute", "forward-compute: F"},
            {"forward-compute mb_id=3 model_chunk=1", "forward-compute: F m3 c1"},
            {"backward-compute mb_id=16777215", "forward-compute: B m16777215"},
            {"fwd:mb3", "fwd:mb: F m3"},
            {"bwd:mb12", "fwd:mb: B m12"},
            {"F3", "Paddle: F m3"},
            {"B12", "Paddle: B m12"},
            {"Primus forward", "Primus: F"},
            {"Primus backward", "Primus: B"},
            {"backward_step", "Megatron: B"},
            {"forward_step mb=3", "Megatron: F m3"},
            {"forward_step_3", "Megatron: F m3"},
            {"backward_step #12", "Megatron: B m12"},
            {"forward_step.microbatch: 5", "Megatron: F m5"},
            {"forward_step-mb_5", "Megatron: F m5"},
            {"forward_step7", "Megatron: F m7"},
            {"DeepSpeedEngine.forward", "DeepSpeed: F"},
            {"PipelineEngine.backward", "DeepSpeed: B"},
            {"deepspeed.runtime.PipelineEngine.forward", "DeepSpeed: F"},
            {"torch/distributed/pipelining/stage.py(669): forward_one_chunk", "Python frames: F"},
            {"torch/distributed/pipelining/stage.py(737): backward_one_chunk", "Python frames: B"},
            {"stage.py(1): backward_weight_one_chunk", "Python frames: W"},
            {"megatron/core/pipeline_parallel/schedules.py(397): forward_step", "Python frames: F"},
            {"C:\\core\\schedules.py(532): backward_step", "Python frames: B"},
            {"forward_one_chunk", "Python frames: F"},
            {"backward_weight_one_chunk", "Python frames: W"},
            {"forward_maybe_one_chunk", "no label"},
            {"megatron.core.pipeline_parallel.schedules.forward_step", "Megatron: F"},
            {"megatron.core.pipeline_parallel.schedules.backward_step", "Megatron: B"},
            {"megatron.training.forward_step", "no label"},
            {"Forward stage 1 microbatch 3", "fwd:mb: F s1 m3"},
            {"Backward stage 65535 microbatch 0", "fwd:mb: B s65535 m0"},
            {"Forward stage 1 microbatch", "no label"},
            {"Forward stage microbatch 1", "no label"},
            {"my_stage.py(1): forward_one_chunk", "no label"},
            {"pretrain_gpt.py(80): forward_step", "no label"},
            {"schedules.py(397): forward_step_calc_loss", "no label"},
            {"stage.py(): forward_one_chunk", "no label"},
            {"attn(F)", "DualPipe phases: -"},
            {"combine(B)", "DualPipe phases: -"},
        });
    }

    void labels()
    {
        QFETCH(QString, name);
        QTEST(QString::fromStdString(readingText(NameReader{}.read(name.toStdString()))), "expected");
    }

    void noLabels_data()
    {
        QTest::addColumn<QByteArray>("name");
        const std::string names = bytesOf(testsFolder() / "data/no_labels.txt");
        for (const QByteArray& name : QByteArray::fromStdString(names).split('\n'))
            QTest::newRow(name.isEmpty() ? "(empty)" : name.constData()) << name;
        QTest::newRow("not UTF-8") << QByteArray("PP:3\xC3\xBF"
                                                 "F0");
    }

    void noLabels()
    {
        QFETCH(QByteArray, name);
        QCOMPARE(readingText(NameReader{}.read(name.toStdString())), "no label");
    }

    void bounds_data()
    {
        addRows({
            {"PP:65535F16777215", "torch pipelining: F s65535 m16777215"},
            {"PP:65536F0", "out of bounds"},
            {"PP:0F16777216", "out of bounds"},
            {"PP:18446744073709551616F0", "out of bounds"},
            {"PP:18446744073709551615B18446744073709551617", "out of bounds"},
            {"PP:99999999999999999999999UNSHARD", "out of bounds"},
            {"PP:(0F1;65536B0)OVERLAP_F_B", "out of bounds"},
            {"PP:(65536F1;0B0)OVERLAP_F", "no label"},
            {"Forward 16777216", "out of bounds"},
            {"65536F0", "out of bounds"},
            {"0F1|0B16777216", "out of bounds"},
            {"F16777216.0.0", "out of bounds"},
            {"F0.65536.0", "out of bounds"},
            {"F0.0.16777216", "out of bounds"},
            {"W_clear.65536.0", "out of bounds"},
            {"SEND_FORWARD.0.0.0_RECV_FORWARD.0.65536.0", "out of bounds"},
            {"forward_step mb=16777216", "out of bounds"},
            {"PP:65536F0x", "no label"},
        });
    }

    void bounds() { labels(); }

    void contexts_data()
    {
        addRows({
            {"ProfilerStep#12", "step 12"},
            {"ProfilerStep#0", "step 0"},
            {"ProfilerStep#", "none"},
            {"ProfilerStep#1x", "none"},
            {"ProfilerStep#99999999999999999999999", "none"},
            {"iter_3_12", "step 12 of rank 3"},
            {"iter_3_", "none"},
            {"iter_3", "none"},
            {"iter_65536_0", "none"},
            {"Optimizer", "optimizer"},
            {"Optimizer.step#AdamW.step", "optimizer"},
            {"Optimizer.zero_grad#AdamW.zero_grad", "none"},
            {"megatron.core.forward_backward_pipelining_with_interleaving.warmup", "warmup"},
            {"a.steady", "steady"},
            {"a.cooldown", "cooldown"},
            {"warmup", "none"},
            {"a.warmup.b", "none"},
            {"PP:3F0", "none"},
            {"", "none"},
        });
    }

    void contexts()
    {
        QFETCH(QString, name);
        QTEST(QString::fromStdString(contextText(name.toStdString())), "expected");
    }

    void phases()
    {
        const auto phase = valueOf(NameReader::readPhase("dispatch(W)"));
        QCOMPARE(phase.first, "dispatch");
        QVERIFY(phase.second == ActionKind::BackwardWeight);
        QVERIFY(!NameReader::readPhase("1F1B"));
        QVERIFY(!NameReader::readPhase("attn(I)"));
    }

    void aLongNameIsReadOnce()
    {
        const std::string digits(std::size_t{8} << 20U, '9');
        QCOMPARE(readingText(NameReader{}.read("PP:0F" + digits)), "out of bounds");
        std::string block = "PP:(0F0";
        for (int i = 0; i < 1'000'000; ++i)
            block += ";0F0";
        QCOMPARE(readingText(NameReader{}.read(block + ")OVERLAP_F_B")), "out of bounds");
        QCOMPARE(readingText(NameReader{}.read(block)), "no label");
    }

    void shownNames_data()
    {
        addRows<QByteArray, QByteArray>({
            {"as it is", "PP:3F0 \xC3\xA4", "PP:3F0 \xC3\xA4"},
            {"control characters", QByteArray("a\tb\n\x1B[1m\0", 9), "a\\x09b\\x0A\\x1B[1m\\x00"},
            {"control characters of two bytes", "\xC2\x9Bm", "\\xC2\\x9Bm"},
            {"broken UTF-8", "a\xFF\xC3", "a\\xFF\\xC3"},
            {"200 characters", QByteArray(200, 'x'), QByteArray(200, 'x')},
            {"201 characters", QByteArray(201, 'x'), QByteArray(199, 'x') + "…"},
            {"200 characters of two bytes", QByteArray("\xC3\xA4").repeated(200),
             QByteArray("\xC3\xA4").repeated(200)},
            {"201 characters of two bytes", QByteArray("\xC3\xA4").repeated(201),
             QByteArray("\xC3\xA4").repeated(199) + "…"},
            {"an escape at the cut is whole", QByteArray(197, 'x') + "\n", QByteArray(197, 'x') + "…"},
        });
    }

    void shownNames()
    {
        const auto& [name, expected] = givenRow<QByteArray, QByteArray>();
        QCOMPARE(QByteArray::fromStdString(shownName(name.toStdString())), expected);
    }

    void functionNames_data()
    {
        addRows<QByteArray, QByteArray>({
            {"namespaces, arguments and parameters",
             "void at::native::vectorized_kernel<4, float>(int, float*)", "vectorized_kernel"},
            {"no return type", "cutlass::Kernel2<cutlass_80_tensorop>(cutlass_80_tensorop::Params)",
             "Kernel2"},
            {"an unnamed namespace", "void at::native::(anonymous namespace)::CatArrayBatchedCopy<int>(int*)",
             "CatArrayBatchedCopy"},
            {"a template of a template", "void deep_ep::intranode::dispatch<8, std::pair<int, int>>(int)",
             "dispatch"},
            {"no C++", "attn(B)", "attn(B)"},
            {"a plain symbol", "sm90_xmma_gemm_bf16", "sm90_xmma_gemm_bf16"},
            {"only a return type", "void ", "void "},
            {"a copy", "Memcpy DtoD (Device -> Device)", "Memcpy DtoD (Device -> Device)"},
            {"nothing", "", ""},
        });
    }

    void functionNames()
    {
        const auto& [name, expected] = givenRow<QByteArray, QByteArray>();
        const std::string text = name.toStdString();
        QCOMPARE(QByteArray::fromStdString(std::string(functionName(text))), expected);
    }
};

BUBBLESCOPE_TEST(TraceNames)
#include "trace_names.moc"
