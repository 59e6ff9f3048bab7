// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/cuda_call.h"
#include "probe/cuda/nvml.h"
#include "probe/plan/calibration_result.h"

namespace bubblescope::probe {

/// How many devices there are. Throws with the exit for no driver (20), a driver too old (21) and no
/// device (22) apart.
[[nodiscard]] int deviceCount();
/// Requires an index below the count.
[[nodiscard]] DeviceFacts factsOf(int device, const Nvml& nvml);
/// Major and minor as one number: 90 for 9.0.
[[nodiscard]] int capabilityOf(int device);
/// "13.0" for 13000.
[[nodiscard]] std::string cudaVersionText(int version);

} // namespace bubblescope::probe
