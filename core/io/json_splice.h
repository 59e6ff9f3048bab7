// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace bubblescope::json {

/// An object as indented JSON with a final line end: first the members of `head` (ready text), then those of
/// `object`, sorted. Bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string textWithHead(std::string_view head, const nlohmann::json& object);

} // namespace bubblescope::json
