// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace bubblescope {

/// A number that counts one kind of thing from 0, so that a stage is never passed where a rank is meant.
template <typename Tag>
struct StrongId
{
    std::uint32_t value = 0;

    constexpr StrongId() = default;
    constexpr explicit StrongId(std::uint32_t number) : value(number) {}
    constexpr auto operator<=>(const StrongId&) const = default;
};

using RankId = StrongId<struct RankTag>;   ///< one accelerator (or group of them) of the pipeline
using StageId = StrongId<struct StageTag>; ///< one piece of the model, numbered along the forward pass
using MicrobatchId = StrongId<struct MicrobatchTag>; ///< one piece of the batch

} // namespace bubblescope

template <typename Tag>
struct std::hash<bubblescope::StrongId<Tag>>
{
    std::size_t operator()(bubblescope::StrongId<Tag> id) const noexcept
    {
        return std::hash<std::uint32_t>{}(id.value);
    }
};
