// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/model/action.h"

#include <array>
#include <cstddef>

namespace bubblescope {

/// The lanes of one rank: what it computes, and under that, thinner, a lane for each stream beside it that
/// the order uses: what it sends and receives, what it does for FSDP, the exchanges between experts, and
/// copies to the host and back. All on one time axis.
enum class Track : std::uint8_t { Compute, Communication, Fsdp, Experts, Stores, Loads };
inline constexpr std::size_t kTrackCount = 6;
inline constexpr std::array<Track, kTrackCount> kTracks{Track::Compute, Track::Communication, Track::Fsdp,
                                                        Track::Experts, Track::Stores,        Track::Loads};
inline constexpr std::array<Track, kTrackCount - 1> kSubTracks{Track::Communication, Track::Fsdp,
                                                               Track::Experts, Track::Stores, Track::Loads};

[[nodiscard]] constexpr Track trackOf(ActionKind kind)
{
    if (isCopy(kind))
        return kind == ActionKind::Offload ? Track::Stores : Track::Loads;
    return isCommunication(kind) ? Track::Communication
           : isExchange(kind)    ? Track::Experts
           : isFsdp(kind)        ? Track::Fsdp
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
