// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/kernels.h"

namespace bubblescope::test {

/// The layer whose figures the specification gives.
inline probe::ModelShape llamaLike()
{
    probe::ModelShape shape;
    shape.hidden = 4096;
    shape.ffn = 14336;
    shape.heads = 32;
    shape.kvHeads = 8;
    shape.headDim = 128;
    shape.seq = 4096;
    shape.microBatch = 1;
    shape.vocab = 128256;
    shape.layersPerStage = {4};
    return shape;
}

/// So small that loops count it, with every size different.
inline probe::ModelShape tiny()
{
    probe::ModelShape shape;
    shape.hidden = 6;
    shape.ffn = 10;
    shape.heads = 4;
    shape.kvHeads = 2;
    shape.headDim = 3;
    shape.seq = 5;
    shape.microBatch = 2;
    shape.vocab = 14;
    shape.layersPerStage = {1};
    return shape;
}

/// tiny() with experts, of which every token meets two, and shared ones.
inline probe::ModelShape tinyMixture()
{
    probe::ModelShape shape = tiny();
    shape.experts = 4;
    shape.topK = 2;
    shape.expertFfn = 8;
    shape.sharedExperts = 2;
    return shape;
}

} // namespace bubblescope::test
