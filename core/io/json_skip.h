// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Finds places in a text that is known to be valid JSON; private to core/io.
namespace bubblescope::json {

[[nodiscard]] std::size_t skipBlanks(std::string_view text, std::size_t offset);
/// One past the value that begins at `offset`.
[[nodiscard]] std::size_t skipValue(std::string_view text, std::size_t offset);
/// Begin of an array's item; the array's own begin if it has none.
[[nodiscard]] std::size_t findItem(std::string_view text, std::size_t array, std::size_t index);
/// Begin of the value (or of the key) of an object's member; the object's own begin if it has none.
[[nodiscard]] std::size_t findMember(std::string_view text, std::size_t object, const std::string& key,
                                     bool ofKey);

} // namespace bubblescope::json
