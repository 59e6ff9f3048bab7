// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/costs_value.h"
#include "core/io/document.h"
#include "core/io/document_keys.h"
#include "core/io/document_parts.h"
#include "core/io/order_value.h"

#include <array>
#include <fmt/format.h>
#include <limits>

namespace bubblescope {

namespace {

using json::Node;

Result<void> checkVersion(const Node& root)
{
    if (!root.value().is_object() || !root.has("bubblescopeFormat"))
        return root.wrong(
            Sentence({"document.no-bubblescope-document-begins",
                      "this is no Bubblescope document: it begins with \"bubblescopeFormat\": 1"}));
    const Node format = root.member("bubblescopeFormat");
    TRY(const auto version, format.wholeNumber(1, std::numeric_limits<std::int32_t>::max()));
    if (version > kDocumentVersion)
        return format.wrong(Sentence({"document.made-newer-bubblescope-format",
                                      "made by a newer Bubblescope (format {version}); this "
                                      "one reads up to {most}: open it with the newer one"},
                                     version, kDocumentVersion));
    return {};
}

Result<std::string> optionText(const Node& node)
{
    if (node.value().is_string())
        return node.value().get<std::string>();
    if (node.value().is_boolean() || node.value().is_number())
        return node.value().dump();
    return node.expected(Sentence({"document.text-number-true-false", "a text, a number, true or false"}));
}

Result<void> readOptions(const Node& node, ScheduleRequest& request)
{
    if (!node.value().is_object())
        return node.expected(Sentence({"json.object", "an object"}));
    for (const auto& [key, value] : node.value().items()) {
        TRY(request.options[key], optionText(node.member(key)));
    }
    return {};
}

Result<void> readPlacement(const Node& node, ScheduleRequest& request)
{
    TRY(const std::string name, node.text());
    const Result<PlacementKind> kind = placementFromName(name);
    if (!kind)
        return node.wrong(kind.error().message);
    request.placement = *kind;
    return {};
}

template <typename T, typename U>
Result<void> assign(T& target, const Result<U>& value)
{
    if (!value)
        return tl::unexpected(value.error());
    target = *value;
    return {};
}

Result<ScheduleRequest> requestFrom(const Node& node)
{
    static constexpr std::array<std::string_view, 6> known{"schedule",      "ranks",     "microbatches",
                                                           "stagesPerRank", "placement", "options"};
    Result<void> ok = node.checkKeys(known);
    for (const char* key : {"schedule", "ranks", "microbatches"})
        if (ok && !node.has(key))
            ok = node.wrong(Sentence({"json.missing", "\"{key}\" is missing"}, key));
    ScheduleRequest request;
    if (ok)
        ok = assign(request.schedule, node.member("schedule").text());
    if (ok)
        ok = assign(request.ranks, node.member("ranks").wholeNumber());
    if (ok)
        ok = assign(request.microbatches, node.member("microbatches").wholeNumber());
    if (ok && node.has("stagesPerRank"))
        ok = assign(request.stagesPerRank, node.member("stagesPerRank").wholeNumber());
    if (ok && node.has("placement"))
        ok = readPlacement(node.member("placement"), request);
    if (ok && node.has("options"))
        ok = readOptions(node.member("options"), request);
    return ok.map([&] { return request; });
}

Result<void> readSource(const Node& node, ProjectDocument& document)
{
    if (!node.value().is_object() || node.has("request") == node.has("order"))
        return node.wrong(Sentence({"document.expected-object-either-request",
                                    "expected an object with either \"request\" or \"order\""}));
    if (node.has("order"))
        return assign(document.source, json::scheduleFromNode(node));
    static constexpr std::array<std::string_view, 1> known{"request"};
    if (Result<void> ok = node.checkKeys(known); !ok)
        return ok;
    return assign(document.source, requestFrom(node.member("request")));
}

/// Names and settings are the passes' own business; here they are texts.
Result<void> readPasses(const Node& node, std::vector<std::string>& passes)
{
    if (!node.value().is_array())
        return node.expected(Sentence({"document.list-passes", "a list of passes"}));
    for (std::size_t i = 0; i < node.value().size(); ++i) {
        TRY(std::string pass, node.item(i).text());
        passes.push_back(std::move(pass));
    }
    return {};
}

/// What an order was edited from; it is checked wherever it stands, and kept beside an order.
Result<void> readOrigin(const Node& node, ProjectDocument& document)
{
    static constexpr std::array<std::string_view, 2> known{"passes", "request"};
    Result<void> ok = node.checkKeys(known);
    if (ok && !node.has("request"))
        ok = node.wrong(Sentence({"document.request-missing", "\"request\" is missing"}));
    OrderOrigin origin;
    if (ok)
        ok = assign(origin.request, requestFrom(node.member("request")));
    if (ok && node.has("passes"))
        ok = readPasses(node.member("passes"), origin.passes);
    if (ok && std::holds_alternative<Schedule>(document.source))
        document.editedFrom = std::move(origin);
    return ok;
}

Result<ProjectDocument> documentFrom(const Node& root)
{
    Result<void> ok = checkVersion(root);
    if (ok && !root.has("source"))
        ok = root.wrong(Sentence({"document.source-missing-holds-request",
                                  "\"source\" is missing: it holds a \"request\" or an \"order\""}));
    ProjectDocument document;
    if (ok)
        ok = readSource(root.member("source"), document);
    if (ok && root.has("costs"))
        ok = assign(document.costs, json::costsFromNode(root.member("costs"), false));
    if (ok && root.has("passes"))
        ok = readPasses(root.member("passes"), document.passes);
    if (ok && root.has("editedFrom"))
        ok = readOrigin(root.member("editedFrom"), document);
    if (ok && root.has("title"))
        ok = assign(document.title, root.member("title").text());
    if (ok && root.has("view"))
        ok = assign(document.view, json::viewFromNode(root.member("view")));
    if (ok && root.has("notes"))
        ok = assign(document.notes, json::notesFromNode(root.member("notes")));
    if (ok && root.has("namePatterns"))
        ok = assign(document.namePatterns, json::namePatternsFromNode(root.member("namePatterns")));
    if (!ok)
        return tl::unexpected(ok.error());
    document.unknownKeys = json::unknownKeysOf(root.value(), kDocumentKeys);
    return document;
}

} // namespace

Result<ProjectDocument> readDocument(std::string_view text, const std::string& sourceName)
{
    TRY(const json::Document parsed, json::parse(text, sourceName));
    return documentFrom(Node(parsed));
}

} // namespace bubblescope
