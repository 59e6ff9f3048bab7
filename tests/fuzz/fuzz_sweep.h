// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bubblescope::test {

/// The file of a sweep that is gone on with, as CSV and as JSON lines.
void fuzzSweep(std::string_view bytes);

} // namespace bubblescope::test
