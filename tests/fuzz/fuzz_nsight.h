// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bubblescope::test {

/// The bytes of an SQLite database, read strictly and with what stands before a damage.
void fuzzNsight(std::string_view bytes);

} // namespace bubblescope::test
