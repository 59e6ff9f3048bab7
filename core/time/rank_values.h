// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// A size for every rank: one for all, or one a rank. A list of another
/// length than ranks is an input error; a rank beyond it has the last value.
struct RankValues
{
    std::vector<double> values; ///< never empty

    RankValues(double value)
        : values{value} {} // NOLINT(google-explicit-constructor): a number is one for all
    explicit RankValues(std::vector<double> perRank) : values(std::move(perRank)) {}
    [[nodiscard]] double at(RankId rank) const
    {
        return values[std::min<std::size_t>(rank.value, values.size() - 1)];
    }
    [[nodiscard]] bool isUniform() const { return values.size() == 1; }
    [[nodiscard]] double lowest() const { return *std::min_element(values.begin(), values.end()); }
    [[nodiscard]] double highest() const { return *std::max_element(values.begin(), values.end()); }
    /// What `rank` has less than the rank that has most; 0 for one number.
    [[nodiscard]] double shortOf(RankId rank) const { return isUniform() ? 0 : highest() - at(rank); }
    bool operator==(const RankValues&) const = default;
};

/// What `textOf(number)` says of one number; of several the least and the most: "6–8".
template <typename TextOf>
[[nodiscard]] std::string spanText(const RankValues& values, TextOf&& textOf)
{
    const std::string least = textOf(values.lowest());
    return values.lowest() == values.highest() ? least : least + "–" + textOf(values.highest());
}

} // namespace bubblescope
