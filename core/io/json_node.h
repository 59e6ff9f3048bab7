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

    /// Refuses what is no object, and keys other than these, with the nearest of them.
    [[nodiscard]] Result<void> checkKeys(std::span<const std::string_view> known) const;
    [[nodiscard]] tl::unexpected<Error> unknownKey(const std::string& key,
                                                   std::span<const std::string_view> known) const;
    [[nodiscard]] Result<double> number() const;
    [[nodiscard]] Result<double> nonNegative() const;
    [[nodiscard]] Result<std::int64_t> wholeNumber() const;
    [[nodiscard]] Result<std::int64_t> wholeNumber(std::int64_t least, std::int64_t most) const;
    [[nodiscard]] Result<std::string> text() const;

private:
    const Document* m_document;
    const Json* m_value;
    Path m_path;
};

} // namespace bubblescope::json
