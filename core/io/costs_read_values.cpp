// SPDX-License-Identifier: Apache-2.0
#include "core/base/number_parse.h"
#include "core/base/try.h"
#include "core/io/costs_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace bubblescope::json {

namespace {

constexpr SentenceCode kByStage{"costs.number-or-list", "a number >= 0, or a list with one for each stage"};

template <typename ItemOf>
Result<StageValues> listed(const Node& node, const Sentence& what, ItemOf&& itemOf)
{
    if (node.value().empty())
        return node.expected(what);
    StageValues values(std::vector<double>{});
    values.values.reserve(node.value().size());
    for (std::size_t i = 0; i < node.value().size(); ++i) {
        TRY(const double value, itemOf(node.item(i)));
        values.values.push_back(value);
    }
    return values;
}

bool isWhole(const Json& value)
{
    return value.is_number() && value.get<double>() >= 0 &&
           std::floor(value.get<double>()) == value.get<double>();
}

Result<StageValues> layers(const Node& node)
{
    const Sentence what(
        {"costs.whole-number-or-list", "a whole number >= 0, or a list with one for each stage"});
    if (node.value().is_array())
        return listed(node, what, [](const Node& item) -> Result<double> {
            if (!isWhole(item.value()))
                return item.expected({"json.whole-number-from-0", "a whole number >= 0"});
            return item.value().get<double>();
        });
    if (!isWhole(node.value()))
        return node.expected(what);
    return StageValues(node.value().get<double>());
}

/// A number, or a list of them.
Result<StageValues> values(const Node& node, const Sentence& what)
{
    if (node.value().is_array())
        return listed(node, what, [](const Node& item) { return item.nonNegative(); });
    if (!node.value().is_number() || !(node.value().get<double>() >= 0))
        return node.expected(what);
    return StageValues(node.value().get<double>());
}

std::optional<std::uint32_t> rankOf(const std::string& key)
{
    const bool digits = std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
    const std::optional<std::int64_t> rank = wholeNumberFrom(key);
    if (!digits || !rank || *rank > std::numeric_limits<std::uint32_t>::max() ||
        (key.size() > 1 && key.front() == '0'))
        return std::nullopt;
    return static_cast<std::uint32_t>(*rank);
}

/// "\"step\", \"us\" or \"ms\"", without a choice that is not written.
Sentence inWords(std::span<const std::string_view> choices)
{
    std::vector<std::string> words;
    for (const std::string_view choice : choices)
        if (!choice.empty())
            words.push_back(fmt::format("\"{}\"", choice));
    const std::string last = words.back();
    words.pop_back();
    return words.empty() ? Sentence::verbatim(last)
                         : Sentence({"costs.one-of", "{first} or {last}"},
                                    fmt::format("{}", fmt::join(words, ", ")), last);
}

} // namespace

Result<void> readValue(const Node& node, const CostField& field, double& target)
{
    // The model's 0 says that there is none; in a file that would be a link that carries nothing.
    if (field.unit == CostUnit::Bandwidth && node.value().is_number() && node.value().get<double>() == 0)
        return node.wrong(
            {"costs.bandwidth-0", "expected a number > 0, found 0; leave it out if bytes cost nothing"});
    if (node.value().is_number() && node.value().get<double>() < field.least)
        return node.expected({"costs.number-from", "a number >= {least:g}"}, field.least);
    return assign(target, node.nonNegative());
}

Result<void> readValue(const Node& node, const CostField& field, StageValues& target)
{
    return assign(target, field.unit == CostUnit::Layers ? layers(node) : values(node, Sentence(kByStage)));
}

Result<void> readValue(const Node& node, const CostField&, std::optional<RankValues>& target)
{
    TRY(StageValues read, values(node, Sentence({"costs.number-or-list-of-ranks",
                                                 "a number >= 0, or a list with one for each rank"})));
    target = RankValues(std::move(read.values));
    return {};
}

Result<void> readValue(const Node& node, const CostField&, MicrobatchValues& target)
{
    const Sentence what({"costs.list-of-microbatches", "a list with a number >= 0 for each microbatch"});
    if (!node.value().is_array())
        return node.expected(what);
    TRY(StageValues read, listed(node, what, [](const Node& item) { return item.nonNegative(); }));
    target.values = std::move(read.values);
    return {};
}

Result<void> readValue(const Node& node, const CostField&, bool& target)
{
    if (!node.value().is_boolean())
        return node.expected({"json.switch", "true or false"});
    target = node.value().get<bool>();
    return {};
}

Result<void> readValue(const Node& node, const CostField&, std::uint64_t& target)
{
    if (!node.value().is_number_unsigned())
        return node.expected({"json.whole-number-from", "a whole number from {least} to {most}"}, 0,
                             std::numeric_limits<std::uint64_t>::max());
    target = node.value().get<std::uint64_t>();
    return {};
}

Result<std::size_t> readChoice(const Node& node, const CostField& field)
{
    for (std::size_t i = 0; i < field.choices.size(); ++i)
        if (!field.choices[i].empty() && node.value() == field.choices[i])
            return i;
    return node.expected(inWords(field.choices));
}

Result<void> readValue(const Node& node, const CostField& field, std::string& target)
{
    if (field.choices.empty())
        return assign(target, node.text());
    return assign(target, readChoice(node, field).map([&](std::size_t choice) {
        return std::string(field.choices[choice]);
    }));
}

Result<void> readValue(const Node& node, const CostField&, std::vector<std::string>& target)
{
    return assign(target, node.texts(Sentence({"costs.list-of-texts", "a list of strings"})));
}

Result<void> readValue(const Node& node, const CostField&, TimingProfile& target)
{
    TRY(const std::string name, node.text());
    const Result<TimingProfile> profile = profileFromName(name);
    if (!profile)
        return node.wrong(profile.error().message);
    target = *profile;
    return {};
}

Result<void> readValue(const Node& node, const CostField&, std::map<std::uint32_t, double>& target)
{
    if (!node.value().is_object())
        return node.expected({"costs.object-of-ranks", "an object of ranks such as {example}"},
                             R"({"2": 1.6})");
    for (const auto& [key, value] : node.value().items()) {
        const std::optional<std::uint32_t> rank = rankOf(key);
        if (!rank)
            return node.wrongKey(key, {"costs.no-rank", "not a rank: keys are numbers starting at \"0\""});
        TRY_VOID(assign(target[*rank], node.member(key).nonNegative()));
    }
    return {};
}

} // namespace bubblescope::json
