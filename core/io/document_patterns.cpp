// SPDX-License-Identifier: Apache-2.0
// The name patterns of a project document.
#include "core/base/text_show.h"
#include "core/base/try.h"
#include "core/io/document_parts.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

/// What a line for an expression can hold.
bool isAdmissiblePattern(const std::string& expression)
{
    return !expression.empty() && expression.size() <= kLongestNamePattern &&
           expression == printable(expression);
}

} // namespace

std::vector<std::string> admissiblePatterns(const std::vector<std::string>& expressions)
{
    std::vector<std::string> kept;
    for (const std::string& expression : expressions)
        if (kept.size() < kMostNamePatterns && isAdmissiblePattern(expression))
            kept.push_back(expression);
    return kept;
}

namespace json {

Result<std::vector<std::string>> namePatternsFromNode(const Node& node)
{
    if (!node.value().is_array())
        return node.expected(
            Sentence({"document.list-regular-expressions", "a list of regular expressions"}));
    if (node.value().size() > kMostNamePatterns)
        return node.wrong(Sentence(
            {"document.expected-most-patterns-found", "expected at most {most} patterns, found {found}"},
            kMostNamePatterns, node.value().size()));
    std::vector<std::string> patterns;
    for (std::size_t i = 0; i < node.value().size(); ++i) {
        TRY(std::string text, node.item(i).text());
        if (text.size() > kLongestNamePattern)
            return node.item(i).wrong(Sentence(
                {"document.expected-most-bytes-found", "expected at most {most} bytes, found {found}"},
                kLongestNamePattern, text.size()));
        if (!isAdmissiblePattern(text))
            return node.item(i).wrong(Sentence({"document.expected-one-line-without-control",
                                                "expected one line without control characters, not empty"}));
        patterns.push_back(std::move(text));
    }
    return patterns;
}

} // namespace json

} // namespace bubblescope
