// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_parts.h"

#include <array>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace bubblescope::json {

namespace {

Result<TransferMode> transferMode(const Node& node)
{
    if (node.value() == "async")
        return TransferMode::Async;
    if (node.value() == "rendezvous")
        return TransferMode::Rendezvous;
    return node.expected(Sentence({"costs.async-rendezvous", "\"async\" or \"rendezvous\""}));
}

Result<void> readRank(const Node& link, const std::string& key, std::uint32_t& target)
{
    if (!link.has(key))
        return link.wrong(Sentence(
            {"costs.missing-link-leads-from", "\"{key}\" is missing: a link leads from a rank to a rank"},
            key));
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

/// The model's 0 says that there is none; in a file that would be a link that carries nothing.
Result<double> bandwidth(const Node& node, std::string_view instead)
{
    if (node.value().is_number() && node.value().get<double>() == 0)
        return node.wrong(Sentence(
            {"costs.expected-number-0-found", "expected a number > 0, found 0; {instead}"}, instead));
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
            {"costs.link-joins-two-different", "a link joins two different ranks, not {to} and {to}"},
            link.to));
    if (ok)
        ok = readOptional(node, "latency", link.latency);
    if (ok)
        ok = readOptional(node, "bytes", link.bytes);
    if (ok && node.has("bandwidth"))
        ok = assign(link.bandwidth,
                    bandwidth(node.member("bandwidth"), "give \"bytes\": 0 for bytes that cost nothing")
                        .map([](double value) { return std::optional<double>(value); }));
    if (!ok)
        return tl::unexpected(ok.error());
    return link;
}

Result<void> readLinks(const Node& node, std::vector<LinkCost>& links)
{
    if (!node.value().is_array())
        return node.expected(Sentence({"costs.list-of-links", "a list of links as {example}"},
                                      R"({"from": 0, "to": 1, "latency": 0.5})"));
    std::set<std::pair<std::uint32_t, std::uint32_t>> named;
    for (std::size_t i = 0; i < node.value().size(); ++i) {
        const Result<LinkCost> link = linkCost(node.item(i));
        if (!link)
            return tl::unexpected(link.error());
        if (!named.emplace(link->from, link->to).second)
            return node.item(i).wrong(
                Sentence({"costs.link-from-rank-rank", "the link from rank {from} to rank {to} stands twice"},
                         link->from, link->to));
        links.push_back(*link);
    }
    return {};
}

} // namespace

Result<void> readTransfer(const Node& node, CostModel& costs)
{
    static constexpr std::array<std::string_view, 5> known{"latency", "bandwidth", "bytes", "mode", "links"};
    Result<void> ok = node.checkKeys(known);
    if (ok && node.has("latency"))
        ok = assign(costs.transfer.latency, node.member("latency").nonNegative());
    if (ok && node.has("bandwidth"))
        ok = assign(costs.transfer.bandwidth,
                    bandwidth(node.member("bandwidth"), "leave it out for bytes that cost nothing"));
    if (ok && node.has("bytes"))
        ok = assign(costs.transfer.bytes, node.member("bytes").nonNegative());
    if (ok && node.has("mode"))
        ok = assign(costs.transfer.mode, transferMode(node.member("mode")));
    if (ok && node.has("links"))
        ok = readLinks(node.member("links"), costs.transfer.links);
    return ok;
}

} // namespace bubblescope::json
