// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_node.h"
#include "core/time/cost_model.h"

/// Costs as a JSON object, for cost files and project documents; private to core/io.
namespace bubblescope::json {

/// Reads the keys of a cost file. "format" and "version" are checked where they are; `isFile` demands them.
[[nodiscard]] Result<CostModel> costsFromNode(const Node& node, bool isFile);

/// What differs from the defaults, without format and version.
[[nodiscard]] Json costsValue(const CostModel& costs);

} // namespace bubblescope::json
