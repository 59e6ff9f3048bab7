// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/costs_parts.h"

#include <array>
#include <limits>
#include <set>

namespace bubblescope::json {

namespace {

Result<void> readRank(const Node& link, const std::string& key, std::uint32_t& target)
{
    if (!link.has(key))
        return link.wrong(
            {"costs.no-end-of-link", "\"{key}\" is missing: a link goes from one rank to another"}, key);
    return assign(
        target,
        link.member(key).wholeNumber(0, std::numeric_limits<std::uint32_t>::max()).map([](std::int64_t rank) {
            return static_cast<std::uint32_t>(rank);
        }));
}

/// As that of all links, but that it may carry bytes that cost nothing.
Result<double> bandwidth(const Node& node)
{
    if (node.value().is_number() && node.value().get<double>() == 0)
        return node.wrong({"costs.bandwidth-0-of-link",
                           "expected a number > 0, found 0; give \"bytes\": 0 if bytes cost nothing"});
    return node.nonNegative();
}

Result<LinkCost> linkCost(const Node& node)
{
    static constexpr std::array<std::string_view, 5> known{"from", "to", "latency", "bytes", "bandwidth"};
    LinkCost link;
    TRY_VOID(node.checkKeys(known));
    TRY_VOID(readRank(node, "from", link.from));
    TRY_VOID(readRank(node, "to", link.to));
    if (link.from == link.to)
        return node.member("to").wrong(
            {"costs.link-to-itself", "a link connects two different ranks, not {rank} and {rank}"}, link.to);
    TRY_VOID(readMember(node, "latency", link.latency));
    TRY_VOID(readMember(node, "bytes", link.bytes));
    if (node.has("bandwidth")) {
        TRY(link.bandwidth, bandwidth(node.member("bandwidth")));
    }
    return link;
}

} // namespace

Result<void> readValue(const Node& node, const CostField&, std::vector<LinkCost>& links)
{
    if (!node.value().is_array())
        return node.expected({"costs.list-of-links", "a list of links such as {example}"},
                             R"({"from": 0, "to": 1, "latency": 0.5})");
    std::set<std::pair<std::uint32_t, std::uint32_t>> named;
    for (const Node& item : node.items()) {
        TRY(const LinkCost link, linkCost(item));
        if (!named.emplace(link.from, link.to).second)
            return item.wrong({"costs.link-twice", "the link from rank {from} to rank {to} appears twice"},
                              link.from, link.to);
        links.push_back(link);
    }
    return {};
}

} // namespace bubblescope::json
