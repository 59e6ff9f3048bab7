// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/text_edit.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bubblescope {

/// Equal but for the case of ASCII letters.
[[nodiscard]] bool equalInAnyCase(std::string_view a, std::string_view b);
/// "a, b, c".
[[nodiscard]] std::string joined(std::span<const std::string> words);
/// Of pairs (spelling, what is meant) the meanings whose spellings are as close to `word` as any, if that is
/// close, each once.
[[nodiscard]] std::vector<std::string>
closestMeanings(std::string_view word, std::span<const std::pair<std::string, std::string>> spellings);

} // namespace bubblescope
