// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Where a list of one value a stage, a rank, or a microbatch is in a file, or what is said of layers.
struct CostsList
{
    std::string name; ///< as CostModel::check() calls it
    std::string path; ///< of its key: "fsdp.unshard"
    SourceLocation where;
    /// Not values, but a calibration's "stages": one entry for each.
    bool isStages = false;
};
using CostsLists = std::vector<CostsList>;

/// CostModel::check(), where a list that does not fit stages, ranks or microbatches is said with its key's
/// path and its place if it is among `lists`.
[[nodiscard]] Result<void> checkPlaced(const CostModel& costs, std::uint32_t stageCount,
                                       const CostsLists& lists, std::optional<std::uint32_t> rankCount = {},
                                       std::optional<std::uint32_t> microbatchCount = {});

/// layersWithoutCosts(), each with its place if it is among `lists`.
[[nodiscard]] std::vector<Error> remarksOnLayers(const CostModel& costs, const CostsLists& lists);

/// The lists in the costs of a project document, read again for an error's sake; none where it cannot be.
[[nodiscard]] CostsLists costsListsOfDocument(std::string_view text, const std::string& sourceName);

} // namespace bubblescope
