// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What a rank's time goes to.
enum class TimeKind : std::uint8_t {
    Forward,
    BackwardInput,
    BackwardWeight,
    Backward,
    Overlap, ///< blocks of overlapped actions
    Recompute,
    Vocabulary,    ///< S and T
    Communication, ///< while nothing is computed: not hidden behind a compute action
    Exchange,      ///< between experts, while nothing of those above runs
    Copy,          ///< to the host and back, likewise
    Fsdp,          ///< likewise
    Step,          ///< the head and the tail of the step
    Idle,          ///< what none of the others covers
};
inline constexpr std::size_t kTimeKindCount = 13;
[[nodiscard]] Role roleOf(TimeKind kind);
/// "F", "I", "W", "B", "overlap", "communication", "fsdp", "idle" …: columns of CSV.
[[nodiscard]] std::string_view columnOf(TimeKind kind);
/// Any schedule may have it: it has a column and a name where there is none of it, too.
[[nodiscard]] constexpr bool isCommon(TimeKind kind)
{
    return kind <= TimeKind::Overlap || kind == TimeKind::Communication || kind == TimeKind::Fsdp ||
           kind == TimeKind::Idle;
}

/// One rank's stretch of time, each moment counted once: the sum is the stretch's length.
struct KindTimes
{
    RankId rank;
    std::array<Time, kTimeKindCount> times{};

    [[nodiscard]] Time of(TimeKind kind) const { return times[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] Time total() const;
};

/// Compute by the lane's prefix sums, O(log n); with communication or FSDP in the order, O(their blocks in
/// the range · log n). Requires from < to.
[[nodiscard]] KindTimes kindTimes(const LaneIndex& index, RankId rank, const TimeRange& range);

/// Of all ranks that are not absent; empty if cancelled.
[[nodiscard]] std::vector<KindTimes> kindTimesOfAll(const LaneIndex& index, const TimeRange& range,
                                                    const CancelToken& cancel = {});

/// Neighbors added up to groups of so many ranks, each named by its first: more bars than can be read become
/// fewer that can. Requires size > 0.
[[nodiscard]] std::vector<KindTimes> grouped(const std::vector<KindTimes>& ranks, std::size_t size);

} // namespace bubblescope
