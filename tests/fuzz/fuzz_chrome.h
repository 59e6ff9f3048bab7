// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bubblescope::test {

/// The text of a Chrome trace: read whole and in the smallest slices, strictly and with what stands before a
/// damage; all must agree.
void fuzzChrome(std::string_view bytes);
/// The same of a gzip stream.
void fuzzInflate(std::string_view bytes);

} // namespace bubblescope::test
