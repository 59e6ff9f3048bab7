// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bubblescope::test {

/// Each line is a record's name.
void fuzzNames(std::string_view bytes);
/// The first line is a user's pattern, the others are names.
void fuzzNamePattern(std::string_view bytes);

} // namespace bubblescope::test
