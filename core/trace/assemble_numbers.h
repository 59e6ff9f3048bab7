// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/rank_sources.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

struct Assembly;

/// Microbatches of each step as numbers from 0 on, whatever the labels count them from: some count from 1,
/// some go on counting over the steps, and a single wild number must not make as many microbatches. What the
/// trace does not hold takes neither time nor memory. O(labels log labels).
class MicrobatchNumbers
{
public:
    /// Of the sources of one pipeline.
    MicrobatchNumbers(const Assembly& a, const std::vector<const RankSource*>& sources);

    [[nodiscard]] std::uint32_t numberOf(std::uint64_t step, std::uint32_t label) const;
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
    std::map<std::uint64_t, Step> m_steps;
};

} // namespace bubblescope
