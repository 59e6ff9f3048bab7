// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace bubblescope {

/// What a formula may depend on. p ranks, m microbatches, v stages per rank; times of one stage.
struct ClosedFormCase
{
    double ranks = 1;
    double microbatches = 1;
    double chunks = 1;
    double forward = 0;
    double full = 0;
    double input = 0;
    double weight = 0;
    double block = -1; ///< of an overlapped F and B; negative if that is not one time
    bool isPlain = true;
    bool hasBlocks = false;
    bool isWhole = false;       ///< every stage has an F and a backward of every microbatch
    bool isFull = false;        ///< … B throughout
    bool isSplit = false;       ///< … I and W throughout
    bool hasTimes = false;      ///< times are the same everywhere and transfers take none
    bool hasPeak = false;       ///< activations are kept whole until B or W
    double peak = 0;            ///< measured, in activations
    double leadingForwards = 0; ///< of rank 0, before anything else
    double mostBlocks = 0;      ///< of a rank

    /// Microbatches are a multiple of ranks.
    [[nodiscard]] bool isEven() const;
    /// F, I and W take the same time.
    [[nodiscard]] bool isEqual() const { return forward == input && input == weight; }
};

struct KnownTimes
{
    std::string makespanFormula;
    double makespan = 0;
    std::string bubbleFormula; ///< empty if none is known
    double bubble = 0;
    std::string idleFormula = {}; ///< of the rank that idles longest; empty if none is known
    double idle = 0;
};
/// Of the schedule with that product name, if one is known. Requires isPlain and hasTimes.
[[nodiscard]] std::optional<KnownTimes> knownTimes(const std::string& schedule, const ClosedFormCase& x);

struct KnownPeak
{
    std::string formula;
    double count = 0; ///< activations of one stage and one microbatch
};
[[nodiscard]] std::optional<KnownPeak> knownPeak(const std::string& schedule, const ClosedFormCase& x);

} // namespace bubblescope
