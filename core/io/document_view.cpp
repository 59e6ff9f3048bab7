// SPDX-License-Identifier: Apache-2.0
// What a project document keeps of the window's view, and of keys that it does not know.
#include "core/base/try.h"
#include "core/io/document_keys.h"
#include "core/io/document_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <unordered_set>

namespace bubblescope::json {

namespace {

Result<std::vector<RankId>> ranksFrom(const Node& node)
{
    if (!node.value().is_array())
        return node.expected(Sentence({"document.list-ranks", "a list of ranks"}));
    std::vector<RankId> ranks;
    std::unordered_set<RankId> seen;
    for (std::size_t i = 0; i < node.value().size(); ++i) {
        TRY(const auto rank, node.item(i).wholeNumber(0, kMostDocumentRanks - 1));
        ranks.emplace_back(static_cast<std::uint32_t>(rank));
        if (!seen.insert(ranks.back()).second)
            return node.item(i).wrong(
                Sentence({"document.rank-stands-twice-list", "rank {rank} stands twice in this list"}, rank));
    }
    return ranks;
}

Result<LaneArrangement> lanesFrom(const Node& node)
{
    if (!node.value().is_object())
        return node.expected(Sentence({"json.object", "an object"}));
    LaneArrangement lanes;
    const std::pair<const char*, std::vector<RankId>*> lists[] = {{"order", &lanes.order},
                                                                  {"pinned", &lanes.pinned},
                                                                  {"hidden", &lanes.hidden},
                                                                  {"folded", &lanes.folded}};
    for (const auto& [key, ranks] : lists) {
        if (!node.has(key))
            continue;
        TRY(*ranks, ranksFrom(node.member(key)));
    }
    lanes.unknownKeys = unknownKeysOf(node.value(), kLaneKeys);
    return lanes;
}

Result<void> readNumber(const Node& view, const char* key, std::optional<double>& target,
                        Result<double> (Node::*read)() const)
{
    if (!view.has(key))
        return {};
    TRY(target, (view.member(key).*read)());
    return {};
}

/// As a file can hold it: each rank once, in its first place.
Json ranksValue(const std::vector<RankId>& ranks)
{
    Json list = Json::array();
    std::unordered_set<RankId> seen;
    for (const RankId rank : ranks)
        if (rank.value < kMostDocumentRanks && seen.insert(rank).second)
            list.push_back(rank.value);
    return list;
}

Json lanesValue(const LaneArrangement& lanes)
{
    Json object = Json::object();
    putUnknown(object, lanes.unknownKeys, kLaneKeys);
    const std::pair<const char*, const std::vector<RankId>*> lists[] = {{"order", &lanes.order},
                                                                        {"pinned", &lanes.pinned},
                                                                        {"hidden", &lanes.hidden},
                                                                        {"folded", &lanes.folded}};
    for (const auto& [key, ranks] : lists)
        if (Json list = ranksValue(*ranks); !list.empty())
            object[key] = std::move(list);
    return object;
}

} // namespace

UnknownKeys unknownKeysOf(const Json& object, std::span<const std::string_view> known)
{
    UnknownKeys unknown;
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            unknown[key] = value.dump();
    return unknown;
}

void putUnknown(Json& object, const UnknownKeys& unknown, std::span<const std::string_view> known)
{
    for (const auto& [key, text] : unknown) {
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        if (Json value = Json::parse(text, nullptr, false); !value.is_discarded())
            object[key] = std::move(value);
    }
}

Result<DocumentView> viewFromNode(const Node& node)
{
    if (!node.value().is_object())
        return node.expected(Sentence({"json.object", "an object"}));
    DocumentView view;
    Result<void> ok = readNumber(node, "from", view.from, &Node::number);
    if (ok)
        ok = readNumber(node, "to", view.to, &Node::number);
    if (ok && view.from && view.to && *view.from >= *view.to)
        ok = node.wrong(Sentence({"document.from-less-than", "\"from\" must be less than \"to\""}));
    if (ok)
        ok = readNumber(node, "scroll", view.scroll, &Node::nonNegative);
    if (ok && node.has("lanes")) {
        TRY(view.lanes, lanesFrom(node.member("lanes")));
    }
    if (!ok)
        return tl::unexpected(std::move(ok.error()));
    view.unknownKeys = unknownKeysOf(node.value(), kViewKeys);
    return view;
}

Json viewValue(const DocumentView& view)
{
    Json object = Json::object();
    putUnknown(object, view.unknownKeys, kViewKeys);
    if (view.from && std::isfinite(*view.from))
        object["from"] = *view.from;
    if (view.to && std::isfinite(*view.to))
        object["to"] = *view.to;
    if (view.scroll && std::isfinite(*view.scroll) && *view.scroll >= 0)
        object["scroll"] = *view.scroll;
    if (Json lanes = lanesValue(view.lanes); !lanes.empty())
        object["lanes"] = std::move(lanes);
    return object;
}

} // namespace bubblescope::json
