// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/action.h"
#include "core/time/stage_values.h"

#include <optional>

namespace bubblescope {

/// Times of the parts of one kind of block; what is not given is an equal share of the whole.
struct PartTimes
{
    std::optional<StageValues> attention;
    std::optional<StageValues> dispatch;
    std::optional<StageValues> experts;
    std::optional<StageValues> combine;
    bool operator==(const PartTimes&) const = default;
};

/// What the parts of a block take (docs/expert-parts.md), in the cost model's unit.
struct PartCosts
{
    PartTimes forward;
    PartTimes backwardInput;
    PartTimes backwardWeight; ///< has no dispatch and no combine
    PartTimes backward;

    bool operator==(const PartCosts&) const = default;
    /// Requires a part.
    [[nodiscard]] const std::optional<StageValues>& of(ActionKind part) const;
    [[nodiscard]] std::optional<StageValues>& of(ActionKind part);
};

/// Share of the whole that a part takes where nothing is said of it: the parts share it equally.
[[nodiscard]] constexpr double equalShareOf(ActionKind part)
{
    return wholeOf(part) == ActionKind::BackwardWeight ? 0.5 : 0.25;
}

} // namespace bubblescope
