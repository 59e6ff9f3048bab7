// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/costs_parts.h"

#include <algorithm>
#include <array>

namespace bubblescope::json {

namespace {

std::optional<ActionKind> computeKind(std::string_view name)
{
    const ActionKind kind = kindAtBegin(name);
    return isCompute(kind) && !isBeyondTorch(kind) && kindText(kind) == name ? std::optional(kind)
                                                                             : std::nullopt;
}

Result<OverlapRule::Fallback> fallback(const Node& node, Sentence what)
{
    if (node.value() == "sum")
        return OverlapRule::Fallback::Sum;
    if (node.value() == "max")
        return OverlapRule::Fallback::Max;
    return node.expected(std::move(what));
}

Result<void> readDone(const Node& node, OverlapTime& rule)
{
    const Sentence what(
        {"costs.two-shares", "two numbers from 0 to 1: when the first and the second part are done"});
    const auto isShare = [](const Json& value) {
        return value.is_number() && value.get<double>() >= 0 && value.get<double>() <= 1;
    };
    if (!node.value().is_array() || node.value().size() != 2)
        return node.expected(what);
    for (std::size_t i = 0; i < 2; ++i)
        if (!isShare(node.value()[i]))
            return node.item(i).expected({"costs.number-from-0-1", "a number from 0 to 1"});
    rule.firstDone = node.value()[0].get<double>();
    rule.secondDone = node.value()[1].get<double>();
    if (std::max(rule.firstDone, rule.secondDone) < 1)
        return node.wrong(
            {"costs.block-ends-one-parts", "the block ends when one of its parts ends: one value must be 1"});
    return {};
}

/// {"time": X} or {"share": X}, with or without "done".
Result<OverlapTime> overlapObject(const Node& node)
{
    static constexpr std::array<std::string_view, 3> known{"time", "share", "done"};
    TRY_VOID(node.checkKeys(known));
    if (node.has("time") && node.has("share"))
        return node.wrongKey("share", {"costs.stands-beside-time-give",
                                       "given together with \"time\": give only one of them"});
    if (!node.has("time") && !node.has("share"))
        return node.wrong({"costs.time-share-missing", "\"time\" or \"share\" is missing"});
    OverlapTime rule;
    rule.isShareOfSum = node.has("share");
    TRY_VOID(readValue(node.member(rule.isShareOfSum ? "share" : "time"), CostField{}, rule.time));
    if (node.has("done"))
        TRY_VOID(readDone(node.member("done"), rule));
    return rule;
}

Result<OverlapTime> overlapTime(const Node& node)
{
    if (node.value().is_object())
        return overlapObject(node);
    OverlapTime rule;
    TRY_VOID(readValue(node, CostField{}, rule.time));
    return rule;
}

Result<void> readPair(const Node& node, const std::string& key, OverlapRule& rule)
{
    const std::size_t plus = std::min(key.find('+'), key.size());
    const auto first = computeKind(std::string_view(key).substr(0, plus));
    const auto second = computeKind(std::string_view(key).substr(std::min(plus + 1, key.size())));
    if (!first || !second)
        return node.wrongKey(key, {"costs.no-pair-kinds-two",
                                   "not a pair of kinds: expected two of F, I, W and B, such as \"F+B\""});
    return assign(rule.times[{*first, *second}], overlapTime(node.member(key)));
}

} // namespace

Result<void> readValue(const Node& node, const CostField&, OverlapRule& target)
{
    if (!node.value().is_object())
        return assign(target.fallback,
                      fallback(node, Sentence({"costs.overlap-rule",
                                               "\"sum\", \"max\" or an object of pairs such as {example}"},
                                              R"({"F+B": 3.0})")));
    for (const auto& [key, value] : node.value().items()) {
        Result<void> ok =
            key == "otherwise"
                ? assign(target.fallback,
                         fallback(node.member(key),
                                  Sentence({"costs.one-of", "{first} or {last}"}, R"("sum")", R"("max")")))
                : readPair(node, key, target);
        if (!ok)
            return ok;
    }
    return {};
}

} // namespace bubblescope::json
