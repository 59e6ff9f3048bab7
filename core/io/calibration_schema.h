// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bubblescope {

/// The JSON Schema (draft 2020-12) of `pipeline-calibration/1`, by which calibrations are checked when read.
[[nodiscard]] std::string_view calibrationSchema() noexcept;

} // namespace bubblescope
