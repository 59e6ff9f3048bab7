// SPDX-License-Identifier: Apache-2.0
// The probe's self-check without a GPU: its kernels compiled for the CPU, and a stand-in for cuBLASLt in the
// folder that is named. emulated_self_check FOLDER
#include "probe/cuda/measurement.h"
#include "probe/plan/self_check_plan.h"

#include <cstdio>

namespace {

using namespace bubblescope::probe;

ModelShape shapeOf(DataType type, Framework framework, bool hasExperts)
{
    ModelShape shape;
    shape.hidden = 4096, shape.ffn = 14336, shape.heads = 32, shape.kvHeads = 8, shape.headDim = 128;
    shape.seq = 4096, shape.microBatch = 1, shape.layersPerStage = {1}, shape.vocab = 32000;
    shape.dataType = type;
    shape.framework = framework;
    if (hasExperts)
        shape.experts = 8, shape.topK = 2, shape.sharedExperts = 1;
    return shape;
}

/// Whether all kernels are as near the CPU's as they are to be.
bool check(const char* name, const ModelShape& shape, const BlasLibrary& library)
{
    const SelfCheckErrors result = selfCheck(shape, library, nullptr, nullptr);
    double worst = 0;
    bool isGood = result.untried.empty();
    for (const auto& [kernel, error] : result.errors) {
        const bool isNear = error <= toleranceOf(shape.dataType);
        if (!isNear)
            std::printf("BAD %s: %s is off by %g\n", name, kernel.c_str(), error);
        worst = std::max(worst, error);
        isGood = isGood && isNear;
    }
    for (const std::string& why : result.untried)
        std::printf("BAD %s: %s\n", name, why.c_str());
    std::printf("%s: %zu kernels, largest relative error %g\n", name, result.errors.size(), worst);
    return isGood;
}

} // namespace

int main(int, char** argv)
{
    try {
        const BlasLibrary library(argv[1]);
        ModelShape blocks = shapeOf(DataType::Fp8, Framework::Compiled, true);
        blocks.fp8Scaling = Fp8Scaling::Block;
        // Dense layers, those with experts, and a prediction.
        ModelShape kinds = shapeOf(DataType::Bf16, Framework::Eager, true);
        kinds.denseLayers = kinds.mtpLayers = 1;
        blocks.denseLayers = blocks.mtpLayers = 1;
        bool isGood = check("eager", shapeOf(DataType::Bf16, Framework::Eager, false), library);
        isGood = check("kinds of layers", kinds, library) && isGood;
        isGood = check("experts", shapeOf(DataType::Bf16, Framework::Compiled, true), library) && isGood;
        isGood = check("fp8", shapeOf(DataType::Fp8, Framework::Compiled, false), library) && isGood;
        isGood = check("experts in fp8, blocks", blocks, library) && isGood;
        return isGood ? 0 : 1;
    } catch (const CudaFailure& failure) {
        std::printf("BAD %s\n", failure.message.c_str());
    }
    return 1;
}
