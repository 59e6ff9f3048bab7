// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v_shape.h"

#include <cstdint>
#include <optional>

namespace bubblescope {

// The steps from a repeated building block to an order. Grids have rows of equal length; a step that finds
// passes missing or out of order gives nothing.

/// Each pass in the first slot that its rank's order and its inputs allow. O(cells).
[[nodiscard]] std::optional<VGrid> squeezed(const VGrid& grid, std::uint32_t microbatches);

/// Lays out anew what each rank does before its first InputDown: forwards as early as memory allows, then
/// InputUp, its W and a forward in turn.
[[nodiscard]] std::optional<VGrid> withPackedWarmUp(VGrid grid, std::uint32_t microbatches);

/// Takes out the passes of microbatches from `microbatches` on.
void removeSurplus(VGrid& grid, std::uint32_t microbatches);

/// On ranks below `peak` the first W's go to the end of the row, as many as memory allows.
void postponeFirstWeights(VGrid& grid, std::uint32_t peak);

/// Lays out anew the last input gradients of each rank, as tight as they can follow each other, and the W's
/// behind them; then squeezes.
[[nodiscard]] std::optional<VGrid> withPackedCoolDown(VGrid grid, std::uint32_t microbatches);

/// From left to right, moves into each idle slot the first later pass of its rank whose inputs are there and
/// which raises no peak.
void fillIdleSlots(VGrid& grid, std::uint32_t microbatches);

/// Gives the W slots of each rank to the input gradients in their order. False if passes are missing.
[[nodiscard]] bool relabelWeights(VGrid& grid, std::uint32_t microbatches);

/// Whether each rank runs every pass of every microbatch, each after its inputs.
[[nodiscard]] bool isComplete(const VGrid& grid, std::uint32_t microbatches);

} // namespace bubblescope
