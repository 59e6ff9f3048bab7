// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/metrics.h"

#include <cstdint>

namespace bubblescope {

/// What a peak of memory is counted in. `Own` is that of the costs' sizes, which has no name.
enum class PeakUnit : std::uint8_t {
    Activations, ///< of a rank's whole share of the model, in which people compare schedules
    Own,
    Bytes,
};

/// The most that a rank holds at once: one number wherever it is shown.
struct PeakSize
{
    double size = 0;
    PeakUnit unit = PeakUnit::Activations;
    std::uint32_t rank = 0; ///< the lowest that has it
};
/// In sizes where `memory` has them, else in activations.
[[nodiscard]] PeakSize peakOf(const Metrics& metrics, const MemoryCurves* memory);

} // namespace bubblescope
