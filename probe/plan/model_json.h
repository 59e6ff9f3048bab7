// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_node.h"
#include "probe/plan/model_shape.h"

namespace bubblescope::probe {

/// A model as a JSON object with the keys of the calibration file's "model", or the name of a preset under
/// "preset" and what differs from it. Not yet checked as a whole: flags may complete it. Errors have the
/// key's path and place.
[[nodiscard]] Result<ModelShape> readModel(std::string_view text, const std::string& sourceName);
[[nodiscard]] Result<ModelShape> modelFromNode(const json::Node& node);
/// For the calibration file.
[[nodiscard]] json::Json modelValue(const ModelShape& shape);

} // namespace bubblescope::probe
