// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/model/action.h"

#include <array>
#include <cstddef>

namespace bubblescope {

/// The lanes of one rank: what it computes, and under that, thinner, what it sends and receives, and what it
/// does for FSDP. All on one time axis.
enum class Track : std::uint8_t { Compute, Communication, Fsdp };
inline constexpr std::size_t kTrackCount = 3;
inline constexpr std::array<Track, 2> kSubTracks{Track::Communication, Track::Fsdp};

[[nodiscard]] constexpr Track trackOf(ActionKind kind)
{
    return isCommunication(kind) || isCopy(kind) ? Track::Communication
           : isFsdp(kind)                        ? Track::Fsdp
                                                 : Track::Compute;
}

/// One lane of a rank; a rank alone means its compute lane.
struct LaneId
{
    RankId rank;
    Track track = Track::Compute;

    constexpr LaneId(RankId r, Track t = Track::Compute) : rank(r), track(t) {}
    bool operator==(const LaneId&) const = default;
};

} // namespace bubblescope
