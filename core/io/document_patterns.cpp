// SPDX-License-Identifier: Apache-2.0
// The name patterns of a project document.
#include "core/base/text_show.h"
#include "core/base/try.h"
#include "core/io/document_parts.h"

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
        return node.expected({"document.list-regular-expressions", "a list of regular expressions"});
    if (node.value().size() > kMostNamePatterns)
        return node.wrong(
            {"document.expected-most-patterns-found", "expected at most {most} patterns, found {found}"},
            kMostNamePatterns, node.value().size());
    std::vector<std::string> patterns;
    for (const Node& item : node.items()) {
        TRY(std::string text, item.text());
        if (text.size() > kLongestNamePattern)
            return item.wrong(
                {"document.expected-most-bytes-found", "expected at most {most} bytes, found {found}"},
                kLongestNamePattern, text.size());
        if (!isAdmissiblePattern(text))
            return item.wrong({"document.expected-one-line-without-control",
                               "expected one nonempty line without control characters"});
        patterns.push_back(std::move(text));
    }
    return patterns;
}

} // namespace json

} // namespace bubblescope
