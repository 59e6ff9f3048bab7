// SPDX-License-Identifier: Apache-2.0
// What a project document keeps of the window's view, and of keys that it does not know.
#include "core/base/try.h"
#include "core/io/document_parts.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace bubblescope::json {

namespace {

using Lanes = LaneArrangement;
/// The lists of an arrangement, by their keys.
constexpr std::array<std::pair<const char*, std::vector<RankId> Lanes::*>, 4> kLaneLists{
    {{"order", &Lanes::order},
     {"pinned", &Lanes::pinned},
     {"hidden", &Lanes::hidden},
     {"folded", &Lanes::folded}}};

Result<std::vector<RankId>> ranksFrom(const Node& node)
{
    if (!node.value().is_array())
        return node.expected({"document.list-ranks", "a list of ranks"});
    std::vector<RankId> ranks;
    std::unordered_set<RankId> seen;
    for (const Node& item : node.items()) {
        TRY(const auto rank, item.wholeNumber(0, kMostDocumentRanks - 1));
        ranks.emplace_back(static_cast<std::uint32_t>(rank));
        if (!seen.insert(ranks.back()).second)
            return item.wrong({"document.rank-stands-twice-list", "rank {rank} appears twice in this list"},
                              rank);
    }
    return ranks;
}

Result<LaneArrangement> lanesFrom(const Node& node)
{
    if (!node.value().is_object())
        return node.expectedObject();
    LaneArrangement lanes;
    for (const auto& [key, ranks] : kLaneLists)
        if (node.has(key)) {
            TRY(lanes.*ranks, ranksFrom(node.member(key)));
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
    for (const auto& [key, ranks] : kLaneLists)
        if (Json list = ranksValue(lanes.*ranks); !list.empty())
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
        return node.expectedObject();
    DocumentView view;
    TRY_VOID(readNumber(node, "from", view.from, &Node::number));
    TRY_VOID(readNumber(node, "to", view.to, &Node::number));
    if (view.from && view.to && *view.from >= *view.to)
        return node.wrong({"document.from-less-than", "\"from\" must be less than \"to\""});
    TRY_VOID(readNumber(node, "scroll", view.scroll, &Node::nonNegative));
    if (node.has("lanes")) {
        TRY(view.lanes, lanesFrom(node.member("lanes")));
    }
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
