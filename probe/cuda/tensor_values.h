// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/block_runner.h"
#include "probe/plan/reference.h"

namespace bubblescope::probe {

/// A tensor's numbers, read from the device, in double. Throws CudaFailure.
[[nodiscard]] reference::Values valuesOf(const BlockRunner::Tensor& tensor);

} // namespace bubblescope::probe
