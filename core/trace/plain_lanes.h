// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/clock_ranks.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Texts of plain spans, each once.
class PlainNames
{
public:
    explicit PlainNames(std::vector<std::string>& texts) : m_texts(texts) {}
    [[nodiscard]] std::uint32_t add(const std::string& text);

private:
    std::vector<std::string>& m_texts;
    std::unordered_map<std::string, std::uint32_t> m_index;
};

/// Lanes so that no two of a lane overlap, as few as that needs: spans by start, each to the lane that is
/// free for the longest time. O(n log n). Returns the number of lanes.
[[nodiscard]] std::uint32_t assignLanes(std::vector<PlainSpan*>& spans);

using Interval = std::pair<Time, Time>;
/// How long any of them lasts. O(n log n).
[[nodiscard]] Time unionLength(std::vector<Interval> spans);
/// Sets how long kernels of compute, of communication, of any of them and of both at once ran.
void addBusyTimes(std::vector<Interval> compute, std::vector<Interval> communication, PhaseTimes& times);

/// Fills `to.plain`: a bar for each phase and stream, the recorded transfers and sharding of `to.actions`,
/// and the GPU records and gloo spans of the rank that no action is made of, a group of lanes for each stream
/// or thread and kind. With actions, only what runs between the first and the last of them. O(n log n).
void addPlain(MeasuredRank& to, std::size_t rank, const Assembly& a, const RankSource& source,
              const RankTimes& times, PlainNames& names);

} // namespace bubblescope
