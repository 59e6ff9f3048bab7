// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/costs_parts.h"
#include "core/io/document_parts.h"

#include <array>
#include <limits>

namespace bubblescope {

namespace {

using json::Node;

Result<void> documentReadCheckVersion(const Node& root)
{
    if (!root.value().is_object() || !root.has("bubblescopeFormat"))
        return root.wrong({"document.no-bubblescope-document-begins",
                           "not a Bubblescope document: it must start with \"bubblescopeFormat\": 1"});
    const Node format = root.member("bubblescopeFormat");
    TRY(const auto version, format.wholeNumber(1, std::numeric_limits<std::int32_t>::max()));
    if (version > kDocumentVersion)
        return format.wrong({"document.made-newer-bubblescope-format",
                             "made by a newer Bubblescope (format {version}); this one reads formats up to "
                             "{most}: open it with the newer one"},
                            version, kDocumentVersion);
    return {};
}

Result<std::string> optionText(const Node& node)
{
    if (node.value().is_string())
        return node.value().get<std::string>();
    if (node.value().is_boolean() || node.value().is_number())
        return node.value().dump();
    return node.expected({"document.text-number-true-false", "a string, a number, true or false"});
}

Result<std::map<std::string, std::string>> optionsFrom(const Node& node)
{
    if (!node.value().is_object())
        return node.expectedObject();
    std::map<std::string, std::string> options;
    for (const auto& [key, value] : node.value().items()) {
        TRY(options[key], optionText(node.member(key)));
    }
    return options;
}

/// Reads a member of an object, if it is there: `read(node)` gives what it holds.
template <typename T, typename Read>
Result<void> readMember(const Node& node, const char* key, T& target, Read read)
{
    if (node.has(key)) {
        TRY(target, std::invoke(read, node.member(key)));
    }
    return {};
}

Result<void> require(const Node& node, std::initializer_list<const char*> keys)
{
    for (const char* key : keys)
        if (!node.has(key))
            return node.wrong({"json.missing", "\"{key}\" is missing"}, key);
    return {};
}

Result<ScheduleRequest> requestFrom(const Node& node)
{
    static constexpr std::array<std::string_view, 6> known{"schedule",      "ranks",     "microbatches",
                                                           "stagesPerRank", "placement", "options"};
    TRY_VOID(node.checkKeys(known));
    TRY_VOID(require(node, {"schedule", "ranks", "microbatches"}));
    const auto wholeNumber = [](const Node& number) { return number.wholeNumber(); };
    ScheduleRequest request;
    TRY_VOID(readMember(node, "schedule", request.schedule, &Node::text));
    TRY_VOID(readMember(node, "ranks", request.ranks, wholeNumber));
    TRY_VOID(readMember(node, "microbatches", request.microbatches, wholeNumber));
    TRY_VOID(readMember(node, "stagesPerRank", request.stagesPerRank, wholeNumber));
    TRY_VOID(readMember(node, "placement", request.placement, json::placementKindFrom));
    TRY_VOID(readMember(node, "options", request.options, optionsFrom));
    return request;
}

Result<void> readSource(const Node& node, ProjectDocument& document)
{
    if (!node.value().is_object() || node.has("request") == node.has("order"))
        return node.wrong({"document.expected-object-either-request",
                           "expected an object with either \"request\" or \"order\""});
    if (node.has("order")) {
        TRY(document.source, json::scheduleFromNode(node));
        return {};
    }
    static constexpr std::array<std::string_view, 1> known{"request"};
    TRY_VOID(node.checkKeys(known));
    return readMember(node, "request", document.source, requestFrom);
}

/// Names and settings are the passes' own business; here they are texts.
Result<std::vector<std::string>> passesFrom(const Node& node)
{
    return node.texts(Sentence({"document.list-passes", "a list of passes"}));
}

/// What an order was edited from; it is checked wherever it stands, and kept beside an order.
Result<OrderOrigin> originFrom(const Node& node)
{
    static constexpr std::array<std::string_view, 2> known{"passes", "request"};
    TRY_VOID(node.checkKeys(known));
    if (!node.has("request"))
        return node.wrong({"document.request-missing", "\"request\" is missing"});
    OrderOrigin origin;
    TRY_VOID(readMember(node, "request", origin.request, requestFrom));
    TRY_VOID(readMember(node, "passes", origin.passes, passesFrom));
    return origin;
}

Result<ProjectDocument> documentFrom(const Node& root)
{
    TRY_VOID(documentReadCheckVersion(root));
    if (!root.has("source"))
        return root.wrong({"document.source-missing-holds-request",
                           "\"source\" is missing: it contains a \"request\" or an \"order\""});
    const auto costsFrom = [](const Node& node) { return json::costsFromNode(node, false); };
    ProjectDocument document;
    TRY_VOID(readSource(root.member("source"), document));
    TRY_VOID(readMember(root, "costs", document.costs, costsFrom));
    TRY_VOID(readMember(root, "passes", document.passes, passesFrom));
    TRY_VOID(readMember(root, "editedFrom", document.editedFrom, originFrom));
    TRY_VOID(readMember(root, "title", document.title, &Node::text));
    TRY_VOID(readMember(root, "view", document.view, json::viewFromNode));
    TRY_VOID(readMember(root, "notes", document.notes, json::notesFromNode));
    TRY_VOID(readMember(root, "namePatterns", document.namePatterns, json::namePatternsFromNode));
    if (!std::holds_alternative<Schedule>(document.source))
        document.editedFrom.reset();
    document.unknownKeys = json::unknownKeysOf(root.value(), json::kDocumentKeys);
    return document;
}

} // namespace

Result<ProjectDocument> readDocument(std::string_view text, const std::string& sourceName)
{
    TRY(const json::Document parsed, json::parse(text, sourceName));
    return documentFrom(Node(parsed));
}

} // namespace bubblescope
