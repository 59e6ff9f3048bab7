// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/time/cost_model.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// Reads a cost file ("format": "bubblescope-costs"). Unknown keys and wrong types are errors with the key's
/// path.
[[nodiscard]] Result<CostModel> readCosts(std::string_view text, const std::string& sourceName);
/// The same as JSON text; only what differs from the defaults, format and version first.
[[nodiscard]] std::string writeCosts(const CostModel& costs);

} // namespace bubblescope
