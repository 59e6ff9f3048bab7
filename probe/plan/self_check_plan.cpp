// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/self_check_plan.h"

namespace bubblescope::probe {

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
    ModelShape odd = whole;
    odd.hidden = 65;
    odd.ffn = 97;
    odd.heads = 3;
    odd.kvHeads = 3;
    odd.headDim = 12;
    odd.seq = 23;
    odd.vocab = 161;
    // A thread of 512 keeps four values of a row, one each where the width is odd.
    ModelShape shard = whole;
    shard.hidden = 4 * 512 + 3;
    shard.ffn = 66;
    shard.vocab = 130;
    shard.seq = 9;
    shard.tp = 2;
    // Two heads forward and one backward at a time; a head's queries in two and three parts; a head at a
    // time.
    return {{"", whole, false, 50}, {"odd ", odd, true, 22}, {"shard ", shard, true, 20}};
}

std::vector<SelfCheckShape> fusedCheckShapes(const ModelShape& like)
{
    ModelShape shared = selfCheckShapes(like).front().shape;
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
