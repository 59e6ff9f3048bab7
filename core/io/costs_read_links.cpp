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
        return link.wrong(Sentence(
            {"costs.no-end-of-link", "\"{key}\" is missing: a link leads from a rank to a rank"}, key));
    return assign(
        target,
        link.member(key).wholeNumber(0, std::numeric_limits<std::uint32_t>::max()).map([](std::int64_t rank) {
            return static_cast<std::uint32_t>(rank);
        }));
}

Result<void> readOptional(const Node& link, const std::string& key, std::optional<double>& target)
{
    if (!link.has(key))
        return {};
    return assign(target, link.member(key).nonNegative().map(
                              [](double value) { return std::optional<double>(value); }));
}

/// As that of all links, but that it may carry bytes that cost nothing.
Result<double> bandwidth(const Node& node)
{
    if (node.value().is_number() && node.value().get<double>() == 0)
        return node.wrong(
            Sentence({"costs.bandwidth-0-of-link",
                      "expected a number > 0, found 0; give \"bytes\": 0 for bytes that cost nothing"}));
    return node.nonNegative();
}

Result<LinkCost> linkCost(const Node& node)
{
    static constexpr std::array<std::string_view, 5> known{"from", "to", "latency", "bytes", "bandwidth"};
    LinkCost link;
    Result<void> ok = node.checkKeys(known);
    if (ok)
        ok = readRank(node, "from", link.from);
    if (ok)
        ok = readRank(node, "to", link.to);
    if (ok && link.from == link.to)
        return node.member("to").wrong(Sentence(
            {"costs.link-to-itself", "a link joins two different ranks, not {rank} and {rank}"}, link.to));
    if (ok)
        ok = readOptional(node, "latency", link.latency);
    if (ok)
        ok = readOptional(node, "bytes", link.bytes);
    if (ok && node.has("bandwidth"))
        ok = assign(link.bandwidth, bandwidth(node.member("bandwidth")).map([](double value) {
            return std::optional<double>(value);
        }));
    if (!ok)
        return tl::unexpected(ok.error());
    return link;
}

} // namespace

Result<void> readValue(const Node& node, const CostField&, std::vector<LinkCost>& links)
{
    if (!node.value().is_array())
        return node.expected(Sentence({"costs.list-of-links", "a list of links as {example}"},
                                      R"({"from": 0, "to": 1, "latency": 0.5})"));
    std::set<std::pair<std::uint32_t, std::uint32_t>> named;
    for (std::size_t i = 0; i < node.value().size(); ++i) {
        TRY(const LinkCost link, linkCost(node.item(i)));
        if (!named.emplace(link.from, link.to).second)
            return node.item(i).wrong(
                Sentence({"costs.link-twice", "the link from rank {from} to rank {to} stands twice"},
                         link.from, link.to));
        links.push_back(link);
    }
    return {};
}

} // namespace bubblescope::json
