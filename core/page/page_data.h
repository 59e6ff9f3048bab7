// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/page/page.h"

#include <cstddef>
#include <string>
#include <vector>

namespace bubblescope {

/// How many actions of each rank's row a page holds.
using PageRows = std::vector<std::size_t>;
/// All of them, or the first ranks' that are `most` together.
[[nodiscard]] PageRows rowsWithin(const Schedule& schedule, std::size_t most);
/// What a page leaves out, in words; empty if nothing.
[[nodiscard]] Sentence leftOutText(const Schedule& schedule, const PageRows& rows);

/// What the page's script reads of one side: what is counted and named, as a JSON object, and its arrays.
struct PageData
{
    std::string json;
    std::string packed; ///< base64
};
[[nodiscard]] PageData pageData(const PageSide& side, const PageRows& rows, const Wording& wording);

/// jsonString() that may stand within an element of HTML.
[[nodiscard]] std::string scriptString(const std::string& text);

} // namespace bubblescope
