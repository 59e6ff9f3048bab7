// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/record_names.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// What the group `kind` of a user's pattern caught: "F", "fwd", "Forward", "forward_step", "send_forward",
/// "dgrad", … without case; '-', ' ' and '.' count as '_'. Nothing for another word.
[[nodiscard]] std::optional<ActionKind> kindFromWord(std::string_view word);

} // namespace bubblescope
