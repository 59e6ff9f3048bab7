// SPDX-License-Identifier: Apache-2.0
// FLOPs, bytes and memory of a model's blocks against loops that count, and against published formulas.
#include "shapes.h"

#include "probe/plan/block_memory.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

const Kernel& kernelNamed(const std::vector<Kernel>& kernels, const std::string& name)
{
    const auto found =
        std::find_if(kernels.begin(), kernels.end(), [&](const Kernel& k) { return k.name == name; });
    if (found == kernels.end())
        qFatal("no kernel %s", name.c_str());
    return *found;
}

} // namespace

class ProbeShapesTest : public QObject
{
    Q_OBJECT

private slots:
    void flopsOfLinearsAreWhatLoopsCount()
    {
        const ModelShape shape = tiny();
        for (const Block block : {Block::Layer, Block::Head})
            for (const Linear& linear : linearsOf(block, shape)) {
                std::int64_t counted = 0;
                for (std::int64_t token = 0; token < shape.tokens(); ++token)
                    for (std::int64_t out = 0; out < linear.out; ++out)
                        for (std::int64_t in = 0; in < linear.in; ++in)
                            counted += 2;
                const std::vector<Kernel> kernels = kernelsOf(block, shape);
                for (const Op op : kOps)
                    QCOMPARE(
                        kernelNamed(kernels, std::string(linear.name) + '.' + std::string(opName(op))).flops,
                        counted);
            }
    }

    void flopsOfAttentionAreWhatLoopsCount()
    {
        ModelShape shape = tiny();
        shape.causal = false;
        std::int64_t scores = 0, values = 0;
        for (std::int64_t sequence = 0; sequence < shape.microBatch; ++sequence)
            for (std::int64_t head = 0; head < shape.heads; ++head)
                for (std::int64_t token = 0; token < shape.seq; ++token)
                    for (std::int64_t other = 0; other < shape.seq; ++other)
                        for (std::int64_t at = 0; at < shape.headDim; ++at) {
                            scores += 2;
                            values += 2;
                        }
        const std::vector<Kernel> kernels = kernelsOf(Block::Layer, shape);
        QCOMPARE(kernelNamed(kernels, "attention.F").flops, scores + values);
        // dV and dP from the output's gradient, dQ and dK from dP: four products for the forward's two.
        QCOMPARE(kernelNamed(kernels, "attention.I").flops, 2 * (scores + values));
        shape.causal = true;
        QCOMPARE(kernelNamed(kernelsOf(Block::Layer, shape), "attention.F").flops, (scores + values) / 2);
    }

    void aDenseLayerHasThePublishedFlops()
    {
        ModelShape shape;
        shape.hidden = 1536;
        shape.ffn = 4 * shape.hidden;
        shape.heads = shape.kvHeads = 12;
        shape.headDim = 128;
        shape.seq = 1000;
        shape.microBatch = 3;
        shape.layersPerStage = {1};
        shape.gated = shape.causal = false;
        const std::vector<Kernel> kernels = kernelsOf(Block::Layer, shape);
        const std::int64_t h = shape.hidden, s = shape.seq, sbh = shape.tokens() * h;
        QCOMPARE(flopsOf(kernels, Op::Forward), sbh * (24 * h + 4 * s));
        QCOMPARE(flopsOf(kernels, Op::Input), sbh * (24 * h + 8 * s));
        QCOMPARE(flopsOf(kernels, Op::Weight), sbh * 24 * h);
    }

    void aLlamaLikeLayerHasTheSpecifiedFlops()
    {
        const std::vector<Kernel> kernels = kernelsOf(Block::Layer, llamaLike());
        QCOMPARE(flopsOf(kernels, Op::Forward), std::int64_t{1'924'145'348'608});
        QCOMPARE(flopsOf(kernels, Op::Input), std::int64_t{2'061'584'302'080});
        QCOMPARE(flopsOf(kernels, Op::Weight), std::int64_t{1'786'706'395'136});
    }

    void tensorParallelShardsShareTheWork()
    {
        ModelShape shape = llamaLike();
        const std::vector<Kernel> whole = kernelsOf(Block::Layer, shape);
        const std::int64_t parameters = parametersOf(Block::Layer, shape);
        shape.tp = 8;
        QVERIFY(checkShape(shape));
        const std::vector<Kernel> shard = kernelsOf(Block::Layer, shape);
        for (const Op op : kOps)
            QCOMPARE(8 * flopsOf(shard, op), flopsOf(whole, op));
        // Norms are not shared.
        QCOMPARE(8 * parametersOf(Block::Layer, shape), parameters + 7 * 2 * shape.hidden);
    }

    void recomputingAddsTheForwardToTheBackward()
    {
        ModelShape shape = llamaLike();
        const std::vector<Kernel> kept = kernelsOf(Block::Layer, shape);
        shape.recompute = Recompute::Full;
        const std::vector<Kernel> full = kernelsOf(Block::Layer, shape);
        QCOMPARE(flopsOf(full, Op::Input), flopsOf(kept, Op::Input) + flopsOf(kept, Op::Forward));
        QCOMPARE(bytesOf(full, Op::Input), bytesOf(kept, Op::Input) + bytesOf(kept, Op::Forward));
        QCOMPARE(flopsOf(full, Op::Weight), flopsOf(kept, Op::Weight));
        shape.recompute = Recompute::Attention;
        const std::vector<Kernel> attention = kernelsOf(Block::Layer, shape);
        QCOMPARE(flopsOf(attention, Op::Input),
                 flopsOf(kept, Op::Input) + kernelNamed(kept, "attention.F").flops);
        QVERIFY(kernelNamed(attention, "attention.F again").isRecomputed);
    }

    void theEmbeddingHasNoInputGradient()
    {
        const ModelShape shape = llamaLike();
        const std::vector<Kernel> kernels = kernelsOf(Block::Embedding, shape);
        const std::int64_t values = shape.tokens() * shape.hidden;
        QCOMPARE(bytesOf(kernels, Op::Forward), 2 * 2 * values);
        QCOMPARE(bytesOf(kernels, Op::Input), std::int64_t{0});
        QCOMPARE(bytesOf(kernels, Op::Weight), 2 * values + 8 * values);
        ModelShape without = shape;
        without.vocab = 0;
        QCOMPARE(blocksOf(without), std::vector{Block::Layer});
        QCOMPARE(blocksOf(shape).size(), std::size_t{3});
    }

    void bytesOfElementwiseKernels()
    {
        const ModelShape shape = tiny();
        const std::vector<Kernel> layer = kernelsOf(Block::Layer, shape);
        const std::int64_t row = 2 * shape.tokens();
        QCOMPARE(kernelNamed(layer, "norm1.F").bytes, 2 * row * 6);
        QCOMPARE(kernelNamed(layer, "residual1_norm2.F").bytes, 4 * row * 6);
        QCOMPARE(kernelNamed(layer, "residual2.F").bytes, 3 * row * 6);
        QCOMPARE(kernelNamed(layer, "rope.F").bytes, 2 * row * (4 + 2) * 3);
        QCOMPARE(kernelNamed(layer, "activation.F").bytes, 3 * row * 10);
        // Each half of a gate's gradient by itself: the output's gradient and the gate are read twice.
        QCOMPARE(kernelNamed(layer, "activation.I").bytes, 7 * row * 10);
        QCOMPARE(kernelNamed(layer, "norm2.I").bytes, 6 * row * 6);
        QCOMPARE(kernelNamed(layer, "norm2.I").launches, std::int64_t{2});
        QCOMPARE(kernelNamed(layer, "heads.F").bytes, 2 * row * 4 * 3);
        QCOMPARE(kernelNamed(layer, "rope.I").bytes, 2 * row * (4 + 2 * 2) * 3);
        const std::vector<Kernel> head = kernelsOf(Block::Head, shape);
        QCOMPARE(kernelNamed(head, "cross_entropy.F").bytes, row * 14);
        QCOMPARE(kernelNamed(head, "cross_entropy.I").bytes, 2 * row * 14);
        // x and dy in bf16; the gradient in fp32 is read and written.
        QCOMPARE(kernelNamed(layer, "proj.W").bytes, 2 * (6 * 10 + 12 * 10) + 8 * 6 * 12);
        ModelShape plain = shape;
        plain.gated = false;
        QCOMPARE(kernelNamed(kernelsOf(Block::Layer, plain), "activation.F").bytes, 2 * row * 10);
        QCOMPARE(kernelNamed(kernelsOf(Block::Layer, plain), "activation.I").bytes, 3 * row * 10);
    }

    void memoryIsHeldForWhatReadsItAgain()
    {
        const ModelShape shape = tiny();
        const BlockMemory layer = memoryOf(Block::Layer, shape);
        const std::int64_t row = 2 * shape.tokens();
        // In: x, its norm, the first residual, its norm; q, k and v; what attention gives; ffn_in's and its
        // activation.
        // q and k turned, attention's output once more, and fp32 sums of scores and of two norms.
        QCOMPARE(layer.activation,
                 row * (4 * 6 + 8 * 3 + 6 * 3 + 2 * 4 * 3 + 20 + 10) + 4 * shape.tokens() * (4 + 2));
        // Of the four linears: inputs 6, 12, 6, 10 wide, output gradients 24, 6, 20, 6.
        QCOMPARE(layer.freedByWeight, row * (6 + 12 + 6 + 10 + 24 + 6 + 20 + 6));
        QCOMPARE(layer.freedByInput + layer.freedByWeight, layer.activation);
        QCOMPARE(layer.boundary, row * 6);
        QCOMPARE(layer.weights, 2 * parametersOf(Block::Layer, shape));
        QCOMPARE(layer.gradients, 4 * parametersOf(Block::Layer, shape));
        QCOMPARE(parametersOf(Block::Layer, shape), std::int64_t{24 * 6 + 6 * 12 + 20 * 6 + 6 * 10 + 2 * 6});
        ModelShape again = shape;
        again.recompute = Recompute::Full;
        const BlockMemory recomputed = memoryOf(Block::Layer, again);
        QCOMPARE(recomputed.activation, row * 6);
        QVERIFY(recomputed.freedByInput < 0);
    }

    void wrongShapesAreRefused_data()
    {
        addRows<QString>({
            {"no hidden", "hidden is missing from the model"},
            {"negative ffn", "ffn is -4; expected 1 to 2147483647"},
            {"no layers",
             "layers_per_stage is missing: give one number for all stages, or one for each stage"},
            {"heads", "heads (4) is not a multiple of kv_heads (3): each group of heads shares one"},
            {"tp", "tp (2) must divide vocab (13): pad it to 14"},
            {"rows", "micro_batch * seq is 4.295e+09, but a matrix has at most 2147483647 rows or columns"},
            {"flops", "one block of this model takes 1.84e+20 FLOPs per microbatch, too many to count: is a "
                      "size in the wrong unit?"},
            {"gradients", "grad_dtype is fp16; expected fp32 or bf16"},
        });
    }

    void wrongShapesAreRefused()
    {
        const auto& [message] = givenRow<QString>();
        const std::string tag = QTest::currentDataTag();
        ModelShape shape = tiny();
        if (tag == "no hidden")
            shape.hidden = 0;
        else if (tag == "negative ffn")
            shape.ffn = -4;
        else if (tag == "no layers")
            shape.layersPerStage.clear();
        else if (tag == "heads")
            shape.kvHeads = 3;
        else if (tag == "tp")
            shape.tp = 2, shape.vocab = 13;
        else if (tag == "rows")
            shape.seq = shape.microBatch = 65536;
        else if (tag == "flops")
            shape.seq = 1 << 30, shape.heads = shape.kvHeads = 1, shape.headDim = 4, shape.microBatch = 1,
            shape.tp = 1, shape.vocab = 0, shape.hidden = 1 << 30;
        else
            shape.gradientType = DataType::Fp16;
        const Result<void> checked = checkShape(shape);
        QVERIFY(!checked);
        QCOMPARE(QString::fromStdString(checked.error().message.text()), message);
    }
};

BUBBLESCOPE_TEST(ProbeShapesTest)
#include "probe_shapes_test.moc"
