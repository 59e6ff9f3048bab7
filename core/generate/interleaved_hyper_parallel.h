// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"

namespace bubblescope {

/// The interleaved 1F1B of hyper_parallel: any number of microbatches, for rounds may differ by one, and with
/// the option "overlap_b_f" each backward of the steady part overlaps the forward after it.
[[nodiscard]] Variant interleavedHyperParallel();

} // namespace bubblescope
