// SPDX-License-Identifier: Apache-2.0
// What is asked for: what is refused before any device is touched, how attention is taken, which devices take
// part.
#include <QTest>

#include "probe/plan/measure_request.h"
#include "probe/plan/peer_choice.h"
#include "tests/probe/shapes.h"
#include "tests/support/test_program.h"
#include "tests/trace/value_of.h"

using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

MeasureRequest requestOf(const std::string& attention)
{
    MeasureRequest request;
    request.model = llamaLike();
    request.attention = attention;
    return request;
}

QStringList textsOf(const std::vector<ProbeWarning>& warnings)
{
    QStringList texts;
    for (const ProbeWarning& warning : warnings)
        texts << QString::fromStdString(warning.code + ": " + warning.message);
    return texts;
}

} // namespace

class ProbeRequestTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsNeverMeasuredIsRefused_data()
    {
        QTest::addColumn<QString>("attention");
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("gradients");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* attention, DataType type, DataType gradients,
                            const char* message) {
            QTest::newRow(name) << attention << static_cast<int>(type) << static_cast<int>(gradients)
                                << message;
        };
        row("as usual", "auto", DataType::Bf16, DataType::Fp32, "");
        row("gradients in bf16", "unfused", DataType::Bf16, DataType::Bf16, "");
        row("fp8", "auto", DataType::Fp8, DataType::Fp32, "");
        row("fp8 with gradients in bf16", "cudnn", DataType::Fp8, DataType::Bf16, "");
        row("cuDNN", "cudnn", DataType::Bf16, DataType::Fp32, "");
        row("cuDNN in fp32", "cudnn", DataType::Fp32, DataType::Fp32,
            "cuDNN's fused attention takes bf16 or fp16, and heads of 8, 16, … 256 elements: "
            "--attention unfused or analytic");
        row("bf16 gradients of fp32", "auto", DataType::Fp32, DataType::Bf16,
            "gradients in bf16 are measured only with dtype bf16, not with fp32");
    }

    void whatIsNeverMeasuredIsRefused()
    {
        QFETCH(QString, attention);
        QFETCH(int, type);
        QFETCH(int, gradients);
        QFETCH(QString, message);
        MeasureRequest request = requestOf(attention.toStdString());
        request.model.dataType = static_cast<DataType>(type);
        request.model.gradientType = static_cast<DataType>(gradients);
        const std::optional<PhaseFailure> refusal = refusalOf(request);
        QCOMPARE(refusal ? QString::fromStdString(refusal->message) : QString(), message);
        if (refusal)
            QVERIFY(refusal->exit == Exit::Unsupported);
    }

    void sizesThatFp8CannotHaveAreRefused()
    {
        MeasureRequest request = requestOf("auto");
        request.model.dataType = DataType::Fp8;
        request.model.seq = 4100;
        QCOMPARE(
            refusalOf(request)->message,
            "products in fp8 want sizes that are multiples of 16: qkv has 4100 rows of 4096 and gives 6144");
        // Rows of experts are filled up.
        request.model.seq = 4096;
        request.model.experts = 7;
        request.model.topK = 3;
        QVERIFY(!refusalOf(request));
    }

    void attentionIsFusedWhereCudnnCouldRunIt()
    {
        ModelShape shape = llamaLike();
        QVERIFY(attentionWayOf("auto", shape) == AttentionWay::Fused);
        QVERIFY(attentionWayOf("cudnn", shape) == AttentionWay::Fused);
        QVERIFY(attentionWayOf("analytic", shape) == AttentionWay::Computed);
        QVERIFY(attentionWayOf("unfused", shape) == AttentionWay::Unfused);
        shape.headDim = 100;
        QVERIFY(attentionWayOf("auto", shape) == AttentionWay::Computed);
        shape.headDim = 264;
        QVERIFY(attentionWayOf("auto", shape) == AttentionWay::Computed);
        shape = llamaLike();
        shape.dataType = DataType::Tf32;
        QVERIFY(attentionWayOf("auto", shape) == AttentionWay::Computed);
    }

    void attentionThatHadToBeComputedIsToldOf()
    {
        const ProbeWarning warning = warningOfComputedAttention("cannot open libcudnn.so.9");
        QCOMPARE(warning.code, "attention_computed");
        QCOMPARE(warning.message,
                 "attention is not measured: its time is computed from the rate of products, which a fused "
                 "attention exceeds; cannot open libcudnn.so.9");
    }

    void unfusedAttentionIsWarnedOf()
    {
        QVERIFY(!warningOfAttention(requestOf("auto")));
        const auto warning = valueOf(warningOfAttention(requestOf("unfused")));
        QCOMPARE(warning.code, "attention_unfused");
        QCOMPARE(warning.message, "attention was measured unfused, over all scores: F and I take longer than "
                                  "with the fused attention of a training run, and I : W is larger; "
                                  "--attention cudnn or analytic is closer to a training run");
    }

    void theIdleDevicesTakePart()
    {
        const PeerChoice choice = choosePeers(2, {{0, 0}, {1, 3}, {3, 1}, {4, 0}}, false);
        QCOMPARE(choice.devices, (std::vector<int>{0, 2, 4}));
        QCOMPARE(
            textsOf(choice.warnings),
            (QStringList{
                "device_busy: transfers to and from device 1 are not measured: 3 processes compute on it",
                "device_busy: transfers to and from device 3 are not measured: 1 process computes on it"}));
    }

    void aDeviceThatCannotBeToldTakesPartUnlessIdleIsAskedFor()
    {
        const PeerChoice any = choosePeers(0, {{1, std::nullopt}}, false);
        QCOMPARE(any.devices, (std::vector<int>{0, 1}));
        QVERIFY(any.warnings.empty());
        const PeerChoice idle = choosePeers(0, {{1, std::nullopt}}, true);
        QCOMPARE(idle.devices, std::vector<int>{0});
        QCOMPARE(textsOf(idle.warnings), QStringList{"device_busy: transfers to and from device 1 are not "
                                                     "measured: cannot tell whether it is idle"});
    }
};

BUBBLESCOPE_TEST(ProbeRequestTest)
#include "probe_request_test.moc"
