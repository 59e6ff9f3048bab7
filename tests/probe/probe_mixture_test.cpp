// SPDX-License-Identifier: Apache-2.0
// Experts and fp8: FLOPs, bytes, parameters and memory against loops and published figures; their estimates.
#include "shapes.h"

#include "probe/plan/block_memory.h"
#include "probe/plan/estimator.h"
#include "probe/plan/model_presets.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace bubblescope;
using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

Kernel layerKernel(const ModelShape& shape, const std::string& name)
{
    for (const Kernel& kernel : kernelsOf(Block::Layer, shape))
        if (kernel.name == name)
            return kernel;
    qFatal("no kernel %s", name.c_str());
}

double blockTime(Block block, const ModelShape& shape, const char* device, Op op)
{
    return Estimator::make(*findDevice(device), shape.dataType)->timeOf(kernelsOf(block, shape), op);
}

double mixtureTime(const ModelShape& shape, const char* device, Op op)
{
    return blockTime(Block::Layer, shape, device, op);
}

/// A dense layer, one with experts, and a prediction.
ModelShape tinyKinds()
{
    ModelShape shape = tinyMixture();
    shape.denseLayers = 1;
    shape.mtpLayers = 2;
    shape.vocab = 30;
    return shape;
}

} // namespace

class ProbeMixtureTest : public QObject
{
    Q_OBJECT

private slots:
    void expertsComputeWhatLoopsCount()
    {
        const ModelShape shape = tinyMixture();
        std::int64_t routed = 0, chosen = 0, shared = 0;
        for (std::int64_t token = 0; token < shape.tokens(); ++token) {
            routed += 2 * shape.hidden * shape.experts;
            for (std::int64_t expert = 0; expert < shape.topK; ++expert)
                chosen += 2 * shape.hidden * shape.expertFfn;
            for (std::int64_t expert = 0; expert < shape.sharedExperts; ++expert)
                shared += 2 * shape.hidden * shape.expertFfn;
        }
        for (const char* op : {"F", "I", "W"}) {
            const std::string pass = std::string(".") + op;
            QCOMPARE(layerKernel(shape, "router" + pass).flops, routed);
            QCOMPARE(layerKernel(shape, "expert_in" + pass).flops, 2 * chosen);
            QCOMPARE(layerKernel(shape, "expert_out" + pass).flops, chosen);
            QCOMPARE(layerKernel(shape, "shared_in" + pass).flops, 2 * shared);
            QCOMPARE(layerKernel(shape, "shared_out" + pass).flops, shared);
        }
        QCOMPARE(layerKernel(shape, "expert_in.F").batch, std::int64_t{4});
        QCOMPARE(layerKernel(shape, "expert_in.F").m, std::int64_t{5});
    }

    void expertsOnMoreDevicesHaveMoreRows()
    {
        ModelShape shape = tinyMixture();
        const std::int64_t flops = layerKernel(shape, "expert_in.F").flops;
        shape.expertParallel = 4;
        QVERIFY(checkShape(shape));
        // One expert, with the rows of four devices.
        QCOMPARE(layerKernel(shape, "expert_in.F").batch, std::int64_t{1});
        QCOMPARE(layerKernel(shape, "expert_in.F").m, std::int64_t{20});
        QCOMPARE(layerKernel(shape, "expert_in.F").flops, flops);
    }

    void bytesOfTheWayToTheExpertsAndBack()
    {
        const ModelShape shape = tinyMixture();
        const std::int64_t hidden = 2 * shape.tokens() * 6, weights = 4 * shape.tokens() * 2;
        QCOMPARE(layerKernel(shape, "route.F").bytes, 2 * shape.tokens() * 4 + 2 * weights);
        QCOMPARE(layerKernel(shape, "permute.F").bytes, 3 * hidden + weights);
        QCOMPARE(layerKernel(shape, "combine.F").bytes, 4 * hidden + 2 * weights);
        QCOMPARE(layerKernel(shape, "combine.I").bytes, 5 * hidden + 3 * weights);
        QCOMPARE(layerKernel(shape, "permute.I").bytes, 5 * hidden + weights);
        QCOMPARE(layerKernel(shape, "expert_activation.F").bytes, 3 * 2 * 20 * std::int64_t{8});
        ModelShape alone = shape;
        alone.sharedExperts = 0;
        QCOMPARE(layerKernel(alone, "combine.F").bytes, 3 * hidden + 2 * weights);
        for (const Kernel& kernel : kernelsOf(Block::Layer, alone))
            QVERIFY(kernel.name.find("shared") == std::string::npos);
    }

    void aLayerHoldsWhatItsExpertsRead()
    {
        const ModelShape shape = tinyMixture(), dense = tiny();
        const std::int64_t row = 2 * shape.tokens();
        const std::int64_t before =
            memoryOf(Block::Layer, dense).activation - row * (20 + 10); // without the feed-forward part
        // Numbers and weights of the chosen; rows twice, as they come and go; both halves and the activation.
        const std::int64_t experts = 8 * shape.tokens() * 2 + 2 * row * (6 + 16 + 8 + 6);
        QCOMPARE(memoryOf(Block::Layer, shape).activation, before + experts + row * 2 * (16 + 8));
        QCOMPARE(parametersOf(Block::Layer, shape),
                 std::int64_t{24 * 6 + 6 * 12 + 2 * 6 + 4 * 6 + 4 * 3 * 6 * 8 + 2 * 3 * 6 * 8});
    }

    void deepSeeksExpertsHaveThePublishedWeights()
    {
        // 671 billion in all: experts, router and the published attention in 58 layers, three dense layers,
        // words.
        const ModelPreset preset = *findPreset("deepseek-v3");
        const ModelShape& shape = preset.shape;
        const std::int64_t own = (shape.heads + 2 * shape.kvHeads) * shape.headDim * shape.hidden +
                                 shape.heads * shape.headDim * shape.hidden;
        const std::int64_t h = shape.hidden;
        const std::int64_t latent = h * 1536 + 1536 * 128 * 192 + h * 576 + 512 * 128 * 256 + 128 * 128 * h;
        const std::int64_t experts = parametersOf(Block::Expert, shape) - own;
        QCOMPARE(parametersOf(Block::Layer, shape) - own, 3 * shape.ffn * h + 2 * h);
        // 11.5 billion are the prediction's own (the model's page of weights).
        const std::int64_t prediction = parametersOf(Block::Prediction, shape) - own + latent;
        QVERIFY2(std::abs(static_cast<double>(prediction) / 11.5e9 - 1) < 0.015,
                 qPrintable(QString::number(prediction)));
        const std::int64_t all = 58 * experts + 61 * latent + 3 * 3 * shape.ffn * h + 2 * shape.vocab * h;
        QVERIFY2(std::abs(static_cast<double>(all) / 671e9 - 1) < 0.005, qPrintable(QString::number(all)));
        // 37 billion of them meet a token.
        const std::int64_t met =
            58 * (h * 256 + 9 * 3 * h * 2048) + 61 * latent + 3 * 3 * shape.ffn * h + 2 * shape.vocab * h;
        QVERIFY2(std::abs(static_cast<double>(met) / 37e9 - 1) < 0.03, qPrintable(QString::number(met)));
    }

    void deepSeeksTrainingTookAsLongAsItsLayersAndMore()
    {
        // 2.664 million hours of H800 for 14.8e12 tokens (DeepSeek-V3 Technical Report, 2024, table 1): 648
        // us of one GPU a token, with communication, bubbles and the optimizer. Compute alone is less, but
        // not a third.
        ModelShape shape = findPreset("deepseek-v3")->shape;
        shape.dataType = DataType::Fp8;
        shape.fp8Scaling = Fp8Scaling::Block;
        shape.expertParallel = 64;
        double us = 0;
        for (const Op op : kOps)
            us += 3 * blockTime(Block::Layer, shape, "h100", op) +
                  58 * blockTime(Block::Expert, shape, "h100", op);
        const double share = us / static_cast<double>(shape.tokens()) / (2.664e6 * 3600e6 / 14.8e12);
        QVERIFY2(share > 0.35 && share < 0.9, qPrintable(QString::number(share)));
    }

    void expertTimesAreThoseOfAnH100_data()
    {
        // tests/data/gpu/probe-h100: us of F, I and W.
        addRows<bool, bool, double, double, double>({{"bf16", false, false, 2225.1, 3021.4, 2356.3},
                                                     {"fp8", true, false, 1686.8, 2491.6, 2052.1},
                                                     {"fp8 in blocks", true, true, 1866.3, 2714.8, 2168.1}});
    }

    void expertTimesAreThoseOfAnH100()
    {
        const auto& [isFp8, isInBlocks, forward, input, weight] =
            givenRow<bool, bool, double, double, double>();
        ModelShape shape = llamaLike();
        shape.seq = 4096;
        shape.vocab = 0;
        shape.experts = 8;
        shape.topK = 2;
        shape.expertFfn = 4096;
        shape.dataType = isFp8 ? DataType::Fp8 : DataType::Bf16;
        shape.fp8Scaling = isInBlocks ? Fp8Scaling::Block : Fp8Scaling::Tensor;
        for (const auto& [op, us] :
             {std::pair{Op::Forward, forward}, {Op::Input, input}, {Op::Weight, weight}}) {
            const double ratio = mixtureTime(shape, "h100", op) / us;
            QVERIFY2(std::abs(ratio - 1) < 0.1, qPrintable(QString::number(ratio)));
        }
    }

    void mixtralComputesAsMuchAsItsActiveWeights()
    {
        // 12.9 billion weights meet a token (Jiang et al., Mixtral of Experts, 2024): two FLOPs each.
        const ModelPreset preset = *findPreset("mixtral-8x7b");
        std::int64_t flops = 0;
        for (const Kernel& kernel : kernelsOf(Block::Layer, preset.shape))
            flops += kernel.op == Op::Forward && kernel.kind == KernelKind::Gemm ? kernel.flops : 0;
        flops = flops / preset.shape.tokens() * preset.layers + 2 * preset.shape.vocab * preset.shape.hidden;
        const double active =
            static_cast<double>(flops) / 2 + static_cast<double>(preset.shape.vocab * preset.shape.hidden);
        QVERIFY2(std::abs(active / 12.9e9 - 1) < 0.01, qPrintable(QString::number(active)));
    }

    void aSmallPartOfATileTakesAWholeOne()
    {
        ModelShape shape = llamaLike();
        shape.experts = 64;
        shape.topK = 1;
        shape.expertFfn = 1024;
        shape.seq = 64 * 64; // 64 rows each: half a tile
        const Estimator estimator = *Estimator::make(*findDevice("h100"), DataType::Bf16);
        const Kernel half = layerKernel(shape, "expert_in.F");
        Kernel full = half;
        full.m *= 2;
        full.flops *= 2;
        QCOMPARE(half.m, std::int64_t{64});
        QVERIFY(std::abs(estimator.timeOf(half) / estimator.timeOf(full) - 1) < 1e-9);
    }

    void productsInFp8ReadOneByteAndAreCopiedBefore_data()
    {
        addRows<int, double>({{"tensor", 0, 4.0}, {"block", 1, 4.0 + 2 * 4.0 / 128}});
    }

    void productsInFp8ReadOneByteAndAreCopiedBefore()
    {
        const auto& [scaling, perValue] = givenRow<int, double>();
        ModelShape shape = llamaLike();
        const Kernel wide = layerKernel(shape, "ffn_in.F");
        shape.dataType = DataType::Fp8;
        shape.fp8Scaling = static_cast<Fp8Scaling>(scaling);
        const Kernel narrow = layerKernel(shape, "ffn_in.F");
        QCOMPARE(narrow.flops, wide.flops);
        QCOMPARE(wide.bytes - narrow.bytes, wide.m * wide.k + wide.n * wide.k);
        const double values = static_cast<double>(shape.tokens() * shape.hidden);
        QCOMPARE(static_cast<double>(layerKernel(shape, "quantize_ffn_in.F").bytes), perValue * values);
        QCOMPARE(static_cast<double>(layerKernel(shape, "quantize_ffn_out.I").bytes), perValue * values);
        // A head stays as it is.
        for (const Kernel& kernel : kernelsOf(Block::Head, shape))
            QVERIFY(!kernel.isFp8);
    }

    void fp8HoldsLessAndIsFaster()
    {
        ModelShape bf16 = llamaLike(), fp8 = bf16;
        fp8.dataType = DataType::Fp8;
        for (const Op op : kOps)
            QVERIFY(mixtureTime(fp8, "h200", op) < mixtureTime(bf16, "h200", op));
        QVERIFY(memoryOf(Block::Layer, fp8).activation < memoryOf(Block::Layer, bf16).activation);
        // Weights beside their two copies.
        const std::int64_t norms = 2 * bf16.hidden;
        QCOMPARE(memoryOf(Block::Layer, fp8).weights,
                 4 * (parametersOf(Block::Layer, bf16) - norms) + 2 * norms);
        QCOMPARE(memoryOf(Block::Head, fp8), memoryOf(Block::Head, bf16));
        // Attention is as in bf16.
        QCOMPARE(layerKernel(fp8, "attention.F"), layerKernel(bf16, "attention.F"));
    }

    void everyKindOfLayerIsABlock()
    {
        const ModelShape kinds = tinyKinds();
        QVERIFY(checkShape(kinds));
        QCOMPARE(blocksOf(kinds), (std::vector<Block>{Block::Layer, Block::Expert, Block::Prediction,
                                                      Block::Embedding, Block::Head}));
        // A dense layer is that of the dense model, one with experts that of the mixture.
        ModelShape dense = tiny();
        dense.vocab = 30;
        ModelShape mixture = tinyMixture();
        mixture.vocab = 30;
        QCOMPARE(kernelsOf(Block::Layer, kinds), kernelsOf(Block::Layer, dense));
        QCOMPARE(memoryOf(Block::Layer, kinds), memoryOf(Block::Layer, dense));
        QCOMPARE(kernelsOf(Block::Expert, kinds), kernelsOf(Block::Layer, mixture));
        QCOMPARE(memoryOf(Block::Expert, kinds), memoryOf(Block::Layer, mixture));
        QCOMPARE(kernelsOf(Block::Embedding, kinds), kernelsOf(Block::Embedding, mixture));
        // Both predictions pass through the head, too.
        QCOMPARE(flopsOf(kernelsOf(Block::Head, kinds), Op::Forward),
                 3 * flopsOf(kernelsOf(Block::Head, mixture), Op::Forward));
        QCOMPARE(parametersOf(Block::Head, kinds), parametersOf(Block::Head, mixture));
        // One in two behind the dense ones says that, too; without either all are alike.
        mixture.expertEvery = 2;
        QVERIFY(mixture.isMixed());
        mixture.expertEvery = 1;
        QCOMPARE(blocksOf(mixture), (std::vector<Block>{Block::Layer, Block::Embedding, Block::Head}));
    }

    void aPredictionJoinsTwoInputsBeforeItsLayer()
    {
        const ModelShape shape = tinyKinds();
        const std::int64_t hidden = shape.hidden, tokens = shape.tokens(), own = 2 * tokens * hidden;
        const std::vector<Kernel> layer = kernelsOf(Block::Expert, shape);
        const std::vector<Kernel> kernels = kernelsOf(Block::Prediction, shape);
        for (const Op op : kOps)
            QCOMPARE(flopsOf(kernels, op) - flopsOf(layer, op), 2 * tokens * 2 * hidden * hidden);
        const std::int64_t join = 2 * (tokens * 2 * hidden + 2 * hidden * hidden + tokens * hidden);
        QCOMPARE(bytesOf(kernels, Op::Forward) - bytesOf(layer, Op::Forward), 2 * own + 4 * own + join);
        QCOMPARE(kernels.front().name, "gather.F");
        QVERIFY(std::is_sorted(kernels.begin(), kernels.end(),
                               [](const Kernel& a, const Kernel& b) { return a.op < b.op; }));
        QCOMPARE(parametersOf(Block::Prediction, shape) - parametersOf(Block::Expert, shape),
                 2 * hidden * hidden + 2 * hidden);
        // Both inputs, both norms and their sums, which tokens.
        QCOMPARE(memoryOf(Block::Prediction, shape).activation - memoryOf(Block::Expert, shape).activation,
                 4 * own + 8 * tokens + 8 * tokens);
    }

    void rowsOfExpertsAreWholeVectorsInFp8()
    {
        ModelShape shape = tinyMixture();
        shape.dataType = DataType::Fp8;
        QCOMPARE(shape.expertRows(), std::int64_t{16});
        shape.dataType = DataType::Bf16;
        QCOMPARE(shape.expertRows(), std::int64_t{5});
    }

    void wrongMixturesAreRefused_data()
    {
        addRows<QString>({
            {"top_k", "top_k is 5; expected 1 to 4"},
            {"none", "top_k is 0; expected 1 to 4"},
            {"ep", "ep (3) must divide experts (4)"},
            {"no experts", "top_k has no effect without experts"},
            {"tp", "tp (2) must divide expert_ffn (9)"},
            {"dense layers", "dense_layers has no effect without experts"},
            {"one in none", "expert_every is 0; expected 1 to 65536"},
            {"prediction",
             "mtp_layers needs a vocab: a prediction has an embedding and a pass through the head"},
        });
    }

    void wrongMixturesAreRefused()
    {
        const auto& [message] = givenRow<QString>();
        ModelShape shape = tinyMixture();
        const QString tag = QTest::currentDataTag();
        if (tag == "top_k")
            shape.topK = 5;
        else if (tag == "none")
            shape.topK = 0;
        else if (tag == "ep")
            shape.expertParallel = 3;
        else if (tag == "no experts")
            shape.experts = 0;
        else if (tag == "dense layers")
            shape = tiny(), shape.denseLayers = 3;
        else if (tag == "one in none")
            shape.expertEvery = 0;
        else if (tag == "prediction")
            shape.mtpLayers = 1, shape.vocab = 0;
        else
            shape.expertFfn = 9, shape.tp = 2;
        const Result<void> ok = checkShape(shape);
        QVERIFY(!ok);
        QCOMPARE(QString::fromStdString(ok.error().message.text()), message);
    }
};

BUBBLESCOPE_TEST(ProbeMixtureTest)
#include "probe_mixture_test.moc"
