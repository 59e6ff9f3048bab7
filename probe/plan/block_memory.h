// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/kernels.h"

namespace bubblescope::probe {

/// What one block holds on one device, bytes; as in the calibration file.
struct BlockMemory
{
    std::int64_t weights = 0;
    std::int64_t gradients = 0;
    std::int64_t optimizer = 0;    ///< fp32 copy of the weights and AdamW's two moments
    std::int64_t activation = 0;   ///< of one micro-batch, held after F
    std::int64_t freedByInput = 0; ///< of it, by I; negative where I has to keep more for W than F held
    std::int64_t freedByWeight = 0;
    std::int64_t boundary = 0; ///< what a stage that ends here sends to the next

    bool operator==(const BlockMemory&) const = default;
};

/// Held after F: what the backward of each kernel reads. Kept after I for W: inputs and output gradients of
/// the linears. Nothing after W. Scores of attention are not held: they are computed again from what is.
[[nodiscard]] BlockMemory memoryOf(Block block, const ModelShape& shape);
/// Parameters of one shard.
[[nodiscard]] std::int64_t parametersOf(Block block, const ModelShape& shape);

} // namespace bubblescope::probe
