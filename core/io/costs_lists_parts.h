// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/costs_lists.h"
#include "core/io/json_node.h"

/// Finding the lists of a file that was understood; private to core/io.
namespace bubblescope {

/// Of the keys of a cost file.
[[nodiscard]] CostsLists costsListsOf(const json::Node& costs);
/// Of a calibration from which `costs` were made.
[[nodiscard]] CostsLists calibrationListsOf(const json::Node& root, const CostModel& costs);

} // namespace bubblescope
