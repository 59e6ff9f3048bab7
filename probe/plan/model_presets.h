// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/model_shape.h"

namespace bubblescope::probe {

/// A published model.
struct ModelPreset
{
    std::string key;  ///< "llama-3-8b"
    ModelShape shape; ///< complete: a micro-batch of one sequence, its layers over `stages` stages
    std::int64_t layers = 0;
    std::int64_t stages = 0; ///< a number of stages that divides the layers
    std::string source;      ///< where its figures are from, and what is ours
};
[[nodiscard]] const std::vector<ModelPreset>& modelPresets();
/// An error with the known keys.
[[nodiscard]] Result<ModelPreset> findPreset(std::string_view key);

} // namespace bubblescope::probe
