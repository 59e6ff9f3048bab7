// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/action.h"
#include "core/time/stage_values.h"

#include <map>
#include <utility>

namespace bubblescope {

/// How long a block of one ordered pair of kinds takes, by the stage of its first part.
struct OverlapTime
{
    StageValues time;
    /// `time` is a share of what the two parts take one after the other, instead of a time: what a
    /// calibration of one layer says of stages of many.
    bool isShareOfSum = false;
    /// When each part's result is there, as a share of the block's time in [0, 1]. The rank is free after the
    /// whole block.
    double firstDone = 1;
    double secondDone = 1;

    OverlapTime() = default;
    explicit OverlapTime(StageValues values) : time(std::move(values)) {}
    bool operator==(const OverlapTime&) const = default;
};

/// How long a block of overlapped parts takes.
struct OverlapRule
{
    enum class Fallback : std::uint8_t { Sum, Max };
    Fallback fallback = Fallback::Sum; ///< for pairs that are not in `times`
    /// By the ordered pair of kinds: "F+B" apart from "B+F".
    std::map<std::pair<ActionKind, ActionKind>, OverlapTime> times;
    bool operator==(const OverlapRule&) const = default;
};

} // namespace bubblescope
