// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <utility>
#include <vector>

namespace bubblescope {

/// A time (or size) for every stage: one value for all, or one a stage. A stage beyond a list is an input
/// error.
struct StageValues
{
    std::vector<double> values{1.0}; ///< never empty

    StageValues() = default;
    explicit StageValues(double value) : values{value} {}
    explicit StageValues(std::vector<double> perStage) : values(std::move(perStage)) {}
    [[nodiscard]] double at(StageId stage) const
    {
        return values.size() == 1 ? values[0] : values[stage.value];
    }
    [[nodiscard]] bool isUniform() const { return values.size() == 1; }
    bool operator==(const StageValues&) const = default;
};

} // namespace bubblescope
