// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/action_query.h"
#include "core/scene/lane_index.h"

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// Where an action is among all: by the start of its block, then by rank, then in the order of the rank.
struct MatchKey
{
    Time start = 0;
    RankId rank;
    std::size_t index = 0;

    auto operator<=>(const MatchKey&) const = default;
};
/// Requires an action of the timeline.
[[nodiscard]] MatchKey matchKeyOf(const Timeline& timeline, const ActionPosition& action);

/// The first match after `from` (or the last before it), found without an index by looking at what is
/// between: at once for what is frequent, O(actions) at most, for what is rare or there only far away.
[[nodiscard]] std::optional<ActionPosition> findMatch(const LaneIndex& index, const ActionQuery& query,
                                                      const MatchKey& from, bool forward);

/// What a look at so many blocks has found.
struct BoundedMatch
{
    std::optional<ActionPosition> action;
    bool isKnown = true; ///< else more blocks than that would have to be looked at
};
/// The same, giving up after `looks` blocks; takes off how many it looked at.
[[nodiscard]] BoundedMatch findMatchWithin(const LaneIndex& index, const ActionQuery& query,
                                           const MatchKey& from, bool forward, std::size_t& looks);

/// Every match of a query in a timeline: how many, which is next, and where they are drawn, answered in time
/// that hardly grows with the actions. Immutable, shared between threads. 4 bytes a match, and about one for
/// the buckets in which distant looks find something.
class MatchIndex
{
public:
    /// O(actions), some nanoseconds each, on all processors if there are many. Null when cancelled.
    [[nodiscard]] static std::shared_ptr<const MatchIndex> build(LaneIndexPtr index, const ActionQuery& query,
                                                                 const CancelToken& cancel);

    [[nodiscard]] const LaneIndexPtr& lanes() const { return m_index; }
    [[nodiscard]] const ActionQuery& query() const { return m_query; }
    [[nodiscard]] std::size_t count() const { return m_count; }
    /// The first one after it, or the last one before it. O(lanes · log matches).
    [[nodiscard]] std::optional<ActionPosition> nearest(const MatchKey& from, bool forward) const;
    /// How many matches are before it; nothing for an action that does not match.
    [[nodiscard]] std::optional<std::size_t> numberOf(const ActionPosition& action) const;

    /// Appends the stretches of a lane that match, or have less than `least` between matches, and touch
    /// [from, to), rising. Where many matches share a stretch of `least` its ends may be off by less than
    /// `least`. At most (to - from) / least of them, each found in nearly constant time.
    void stretches(LaneId lane, Time from, Time to, Time least, std::vector<TimeSpan>& found) const;

private:
    struct Lane
    {
        std::vector<std::uint32_t> actions; ///< numbers in the rank's row, in the order of their keys
        /// A bit for each equal part of the makespan: something there. The next level's parts are twice as
        /// long, so that a look at any distance finds some of the length of a pixel.
        std::vector<std::vector<std::uint64_t>> buckets;
        Time bucket = 0; ///< length of the first level's
    };
    [[nodiscard]] const Lane& laneOf(LaneId lane) const
    {
        return m_lanes[static_cast<std::size_t>(lane.track)][lane.rank.value];
    }
    [[nodiscard]] MatchKey keyOf(RankId rank, std::uint32_t action) const;
    /// The first of the lane's matches whose key is not below.
    [[nodiscard]] std::size_t lowerBound(const Lane& lane, RankId rank, const MatchKey& key) const;
    void fill(Lane& lane, LaneId id, const CancelToken& cancel) const;
    void fillBuckets(Lane& lane, RankId rank) const;
    void distantStretches(const Lane& lane, Time from, Time to, Time least,
                          std::vector<TimeSpan>& found) const;
    void nearStretches(const Lane& lane, RankId rank, Time from, Time to, Time least,
                       std::vector<TimeSpan>& found) const;

    LaneIndexPtr m_index;
    ActionQuery m_query;
    std::array<std::vector<Lane>, kTrackCount> m_lanes;
    std::size_t m_count = 0;
};
using MatchIndexPtr = std::shared_ptr<const MatchIndex>;

} // namespace bubblescope
