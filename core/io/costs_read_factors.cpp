// SPDX-License-Identifier: Apache-2.0
#include "core/base/number_parse.h"
#include "core/io/costs_parts.h"

#include <algorithm>
#include <array>
#include <limits>

namespace bubblescope::json {

namespace {

std::optional<std::uint32_t> rankOf(const std::string& key)
{
    const bool digits = std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
    const std::optional<std::int64_t> rank = wholeNumberFrom(key);
    if (!digits || !rank || *rank > std::numeric_limits<std::uint32_t>::max() ||
        (key.size() > 1 && key.front() == '0'))
        return std::nullopt;
    return static_cast<std::uint32_t>(*rank);
}

} // namespace

Result<void> readRankFactor(const Node& node, CostModel& costs)
{
    if (!node.value().is_object())
        return node.expected(
            Sentence({"costs.object-of-ranks", "an object of ranks as {example}"}, R"({"2": 1.6})"));
    for (const auto& [key, value] : node.value().items()) {
        const std::optional<std::uint32_t> rank = rankOf(key);
        if (!rank)
            return node.wrongKey(
                key, Sentence({"costs.no-rank-keys-numbers", "no rank: keys are numbers from \"0\" on"}));
        if (Result<void> ok = assign(costs.rankFactor[*rank], node.member(key).nonNegative()); !ok)
            return ok;
    }
    return {};
}

Result<void> readJitter(const Node& node, CostModel& costs)
{
    static constexpr std::array<std::string_view, 2> known{"sigma", "seed"};
    Result<void> ok = node.checkKeys(known);
    if (ok && node.has("sigma"))
        ok = assign(costs.jitter.sigma, node.member("sigma").nonNegative());
    if (ok && node.has("seed")) {
        const Node seed = node.member("seed");
        if (!seed.value().is_number_unsigned())
            return seed.expected(
                Sentence({"costs.whole-number-from-0", "a whole number from 0 to 18446744073709551615"}));
        costs.jitter.seed = seed.value().get<std::uint64_t>();
    }
    return ok;
}

} // namespace bubblescope::json
