// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"

#include <cstdint>

namespace bubblescope {

/// The key of the option that overlaps the first pair of the ranks at the turn.
inline constexpr const char* kFuseFirstKey = "fuse_first";

/// Which backwards of the cool-down are split.
enum class CoolDownSplit : std::uint8_t {
    DeepSeek, ///< the later ones, their W's between and behind the input gradients
    None,
    Jaxpp, ///< fewer, their W's at the end by microbatch
};

/// One rank of DualPipe or DualPipeV: two stages, and where the rank is between the place where
/// microbatches come in and the turn, which is the middle of DualPipe and the last rank of DualPipeV.
struct DualRank
{
    struct Stage
    {
        std::uint32_t number = 0;
        std::uint32_t nextForward = 0;  ///< its first microbatch
        std::uint32_t nextBackward = 0; ///< the same
    };

    Stage nearer;                   ///< reached first by its microbatches, so the rank begins with it
    Stage farther;                  ///< reached by its microbatches after the turn
    std::uint32_t microbatches = 0; ///< of each stage
    std::uint32_t before = 0;       ///< ranks between the entry and this one
    std::uint32_t after = 0;        ///< ranks between this one and the turn
    std::uint32_t pairs = 0;        ///< of overlapped cells in the steady part
    bool fusesFirst = false;        ///< at the turn the first forward and backward overlap too
    bool fuses = true;              ///< false: what would overlap runs in turn
    bool writesWhole = true;        ///< false: a whole backward is an I with its W
    CoolDownSplit split = CoolDownSplit::DeepSeek;
};

/// DeepSeek's order of one rank (DualPipe, 2025); DualPipeV is the same with the turn on the last rank.
[[nodiscard]] Row dualRow(const Shape& shape, const DualRank& rank, const CancelToken& cancel);

/// The switch kFuseFirstKey.
[[nodiscard]] ParameterSpec fuseFirstParameter();

} // namespace bubblescope
