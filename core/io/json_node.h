// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_text.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace bubblescope::json {

/// A value of a document together with the way to it, so that what is wrong can be said with path and place.
class Node
{
public:
    explicit Node(const Document& document) : m_document(&document), m_value(&document.root) {}

    [[nodiscard]] const Json& value() const { return *m_value; }
    [[nodiscard]] const Document& document() const { return *m_document; }
    [[nodiscard]] bool has(const std::string& key) const { return m_value->contains(key); }
    /// Requires has(key).
    [[nodiscard]] Node member(const std::string& key) const;
    /// Requires an array with that item.
    [[nodiscard]] Node item(std::size_t index) const;
    /// All of an array, in its order.
    [[nodiscard]] std::vector<Node> items() const;
    /// The member of that key, if there is one.
    [[nodiscard]] std::optional<Node> find(const std::string& key) const
    {
        return has(key) ? std::optional(member(key)) : std::nullopt;
    }
    /// The way to it: "fsdp.unshard".
    [[nodiscard]] std::string path() const { return pathText(m_path); }
    /// Begin of the value in the text. O(text).
    [[nodiscard]] std::size_t offset() const { return m_document->offsetOf(m_path); }

    /// "costs.p2p.latency: MESSAGE" at the value, or at `offset`.
    [[nodiscard]] tl::unexpected<Error> wrong(Sentence message) const;
    [[nodiscard]] tl::unexpected<Error> wrongAt(std::size_t offset, Sentence message) const;
    /// "costs.KEY: MESSAGE" at the key.
    [[nodiscard]] tl::unexpected<Error> wrongKey(const std::string& key, Sentence message) const;
    /// "expected WHAT, found VALUE".
    [[nodiscard]] tl::unexpected<Error> expected(Sentence what) const;
    // The same of a code and its arguments.
    template <typename... Values>
    [[nodiscard]] tl::unexpected<Error> wrong(SentenceWith<sizeof...(Values)> code, Values&&... values) const
    {
        return wrong(Sentence(code, std::forward<Values>(values)...));
    }
    template <typename... Values>
    [[nodiscard]] tl::unexpected<Error> wrongKey(const std::string& key, SentenceWith<sizeof...(Values)> code,
                                                 Values&&... values) const
    {
        return wrongKey(key, Sentence(code, std::forward<Values>(values)...));
    }
    template <typename... Values>
    [[nodiscard]] tl::unexpected<Error> expected(SentenceWith<sizeof...(Values)> code,
                                                 Values&&... values) const
    {
        return expected(Sentence(code, std::forward<Values>(values)...));
    }
    /// "an object" is expected.
    [[nodiscard]] tl::unexpected<Error> expectedObject() const
    {
        return expected({"json.object", "an object"});
    }

    /// Refuses what is no object, and keys other than these, with the nearest of them.
    [[nodiscard]] Result<void> checkKeys(std::span<const std::string_view> known) const;
    [[nodiscard]] tl::unexpected<Error> unknownKey(const std::string& key,
                                                   std::span<const std::string_view> known) const;
    [[nodiscard]] Result<double> number() const;
    [[nodiscard]] Result<double> nonNegative() const;
    [[nodiscard]] Result<std::int64_t> wholeNumber() const;
    [[nodiscard]] Result<std::int64_t> wholeNumber(std::int64_t least, std::int64_t most) const;
    [[nodiscard]] Result<std::string> text() const;
    /// A list of texts, called `what` where it is none.
    [[nodiscard]] Result<std::vector<std::string>> texts(Sentence what) const;

private:
    const Document* m_document;
    const Json* m_value;
    Path m_path;
};

/// Checks a value against a JSON Schema. Of the language only what our schemas use is known: $ref within the
/// schema, type, const, enum, minimum, required, properties, additionalProperties as a schema, items, oneOf
/// of different types, allOf, if/then/else. The first thing wrong is the error, with its path and place.
[[nodiscard]] Result<void> checkSchema(const Node& node, const Json& schema);

} // namespace bubblescope::json
