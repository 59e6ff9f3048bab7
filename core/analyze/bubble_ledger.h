// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/lane_gaps.h"
#include "core/model/timeline.h"
#include "core/time/action_table.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Why a rank computes nothing.
enum class BubbleCause : std::uint8_t {
    WarmUp,        ///< before the rank's first action: its first input is not there yet
    Dependency,    ///< the next action's input is still being computed
    Transfer,      ///< it has been computed and is on its way (or waits for its link)
    Communication, ///< the rank itself sends, receives or waits for a partner
    Fsdp,          ///< the rank gathers or reduces parameters, or waits for that
    CoolDown,      ///< after the rank's last F: a dependency whose gap falls into its cool-down
    NothingLeft,   ///< after the rank's last action
};
inline constexpr std::size_t kBubbleCauseCount = 7;
/// "warm-up", "dependency", "transfer", "communication", "fsdp", "cool-down", "nothing-left".
[[nodiscard]] std::string_view bubbleCauseId(BubbleCause cause) noexcept;

/// A maximal stretch in which a rank computes nothing.
struct Bubble
{
    RankId rank;
    Time start = 0;
    Time length = 0; ///< > 0
    BubbleCause cause = BubbleCause::Dependency;
    RankPhase phase = RankPhase::Steady;
    Place waitsFor;    ///< the action that the gap waited for last; nowhere for none
    Place next;        ///< the action that ends the gap; nowhere after the last
    Time transfer = 0; ///< part of the length in which that action's message was on its way

    [[nodiscard]] Time end() const { return start + length; }
};

/// Every gap of a timeline, by rank, then by start. For each rank the lengths, added up in this order, are
/// its idle time to the last bit.
struct BubbleLedger
{
    std::vector<Bubble> bubbles;
    std::vector<Time> idlePerRank;
    Time total = 0; ///< of all ranks
    std::array<Time, kBubbleCauseCount> byCause{};
};

/// "waits for 2F3 from rank 1, 0.1 of it transfer", "nothing left to do", …
[[nodiscard]] std::string bubbleText(const Timeline& timeline, const Bubble& bubble);

} // namespace bubblescope
