// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// JSON read so that every complaint has its key's path and its place in the text; private to core/io.
namespace bubblescope::json {

using Json = nlohmann::json;

/// The way to a value: keys and indices from the root.
using Path = std::vector<std::variant<std::string, std::size_t>>;

/// "costs.forward[2]"; empty for the root.
[[nodiscard]] std::string pathText(const Path& path);

/// A parsed text. Objects hold each key once, nothing is nested deeper than 64 levels.
struct Document
{
    std::string_view text;
    std::string source;
    Json root;

    /// Where in the text the value stands (or, if `ofKey`, the key before it). O(text). The path must lead to
    /// a value.
    [[nodiscard]] std::size_t offsetOf(const Path& path, bool ofKey = false) const;
    [[nodiscard]] Error errorAt(std::size_t offset, Sentence message) const;
};

/// Parses JSON of any size; never throws. The text must outlive the result. Broken JSON, a key that stands
/// twice, too deep nesting: an error with line, column and caret.
[[nodiscard]] Result<Document> parse(std::string_view text, const std::string& source);

/// An object as indented JSON with a final line end: first the members of `head` (ready text), then those of
/// `object`, sorted. Bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string textWithHead(std::string_view head, const Json& object);

} // namespace bubblescope::json
