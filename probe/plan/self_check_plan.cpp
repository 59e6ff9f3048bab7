// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/self_check_plan.h"

namespace bubblescope::probe {

namespace {

struct Experts
{
    std::int64_t experts, chosen, width, devices;
};

void setExperts(ModelShape& shape, const Experts& sizes, bool hasShared)
{
    shape.experts = sizes.experts;
    shape.topK = sizes.chosen;
    shape.expertFfn = sizes.width;
    shape.expertParallel = sizes.devices;
    shape.sharedExperts = hasShared ? 2 : 0;
}

/// Whole squares of 128, and sizes that end within them.
std::vector<SelfCheckShape> fp8CheckShapes(const ModelShape& like)
{
    ModelShape whole = like;
    whole.hidden = 128;
    whole.ffn = 256;
    whole.headDim = 32;
    whole.seq = 64;
    if (like.isMoe())
        setExperts(whole, {4, 2, 128, 2}, like.sharedExperts > 0);
    ModelShape ending = whole;
    ending.hidden = 144;
    ending.ffn = 272;
    ending.headDim = 16;
    ending.heads = ending.kvHeads = 3;
    ending.seq = 80;
    if (like.isMoe())
        setExperts(ending, {3, 2, 176, 1}, like.sharedExperts > 0);
    // Backward a head at a time, and a head's queries in two parts: a key's gradient is two sums, as in bf16.
    return {{"", whole, false, 128}, {"ending ", ending, true, 80}};
}

} // namespace

std::vector<SelfCheckShape> selfCheckShapes(const ModelShape& like)
{
    ModelShape whole = like;
    whole.hidden = 64;
    whole.ffn = 96;
    whole.heads = 4;
    whole.kvHeads = 2;
    whole.headDim = 16;
    whole.seq = 24;
    whole.microBatch = 2;
    whole.vocab = 160;
    whole.tp = 1;
    whole.recompute = Recompute::None;
    whole.sequenceParallel = whole.withCollectives = false;
    if (like.isMoe())
        setExperts(whole, {6, 2, 48, 2}, like.sharedExperts > 0);
    if (like.isFp8())
        return fp8CheckShapes(whole);
    ModelShape odd = whole;
    odd.hidden = 65;
    odd.ffn = 97;
    odd.heads = 3;
    odd.kvHeads = 3;
    odd.headDim = 12;
    odd.seq = 23;
    odd.vocab = 161;
    if (like.isMoe())
        setExperts(odd, {5, 3, 33, 1}, like.sharedExperts > 0);
    // A thread of 512 keeps four values of a row, one each where the width is odd.
    ModelShape shard = whole;
    shard.hidden = 4 * 512 + 3;
    shard.ffn = 66;
    shard.vocab = 130;
    shard.seq = 9;
    shard.tp = 2;
    shard.mtpLayers = 0; // its width cannot be halved
    if (like.isMoe())
        setExperts(shard, {36, 34, 66, 3}, like.sharedExperts > 0);
    // Two heads forward and one backward at a time; a head's queries in two and three parts; a head at a
    // time.
    return {{"", whole, false, 50}, {"odd ", odd, true, 22}, {"shard ", shard, true, 20}};
}

std::vector<SelfCheckShape> fusedCheckShapes(const ModelShape& like)
{
    // Attention is the same beside experts, and never in fp8.
    ModelShape dense = like;
    dense.dataType = like.valueType();
    dense.experts = dense.topK = dense.expertFfn = dense.sharedExperts = 0;
    dense.expertParallel = dense.expertEvery = 1;
    dense.denseLayers = dense.mtpLayers = 0;
    ModelShape shared = selfCheckShapes(dense).front().shape;
    shared.headDim = like.headDim;
    shared.seq = 72;
    ModelShape own = shared;
    own.kvHeads = own.heads = 2;
    own.microBatch = 1;
    own.seq = 200;
    return {{"fused ", shared, false, 0}, {"fused own ", own, false, 0}};
}

double toleranceOf(DataType type)
{
    switch (type) {
    case DataType::Fp32:
        return 1e-5;
    case DataType::Tf32:
        return 3e-3;
    case DataType::Bf16:
    case DataType::Fp16:
    case DataType::Fp8:
        break;
    }
    return 1e-2;
}

} // namespace bubblescope::probe
