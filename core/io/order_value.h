// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_node.h"
#include "core/model/schedule.h"

namespace bubblescope::json {

/// Reads "source" of a document that holds an order: {"name", "order", "placement", "stages",
/// "microbatches"}. A wrong cell is named with its rank and cell, and placed.
[[nodiscard]] Result<Schedule> scheduleFromNode(const Node& source);

} // namespace bubblescope::json
