// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/rank_sources.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace bubblescope {

struct Assembly;

/// Microbatches of each step as numbers from 0 on, whatever the labels count them from: some count from 1,
/// some go on counting over the steps, torch 2.11's last rank counts its forwards alone from 1, and a single
/// wild number must not make as many microbatches. What the
/// trace does not hold takes neither time nor memory. O(labels log labels).
class MicrobatchNumbers
{
public:
    /// Of the sources of one pipeline.
    MicrobatchNumbers(const Assembly& a, const std::vector<const RankSource*>& sources);

    [[nodiscard]] std::uint32_t numberOf(const RankSource& source, std::uint64_t step, ActionKind kind,
                                         std::uint32_t label) const;
    /// One more than the highest number of the step; 0 where its labels carry none.
    [[nodiscard]] std::uint32_t countOf(std::uint64_t step) const;
    /// Why numbers differ from those of the labels in that step, or nothing.
    [[nodiscard]] std::optional<std::string> warningOf(std::uint64_t step) const;

private:
    struct Step
    {
        std::vector<std::uint32_t> labels; ///< rising
        std::uint32_t first = 0;           ///< what is 0
        bool isDense = true;               ///< else the place among `labels` is the number
    };
    /// The forwards, or the rest, of a source in a step.
    using Side = std::tuple<std::uint64_t, const RankSource*, bool>;

    void findShifts(const std::map<Side, std::vector<std::uint32_t>>& labels);
    [[nodiscard]] std::uint32_t shifted(const RankSource* source, std::uint64_t step, ActionKind kind,
                                        std::uint32_t label) const;
    [[nodiscard]] std::uint32_t numberOf(std::uint64_t step, std::uint32_t label) const;

    std::map<std::uint64_t, Step> m_steps;
    std::map<Side, std::uint32_t> m_shifts; ///< how much later than the other side one begins
};

} // namespace bubblescope
