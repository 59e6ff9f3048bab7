// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bubblescope::cli {

/// Now, as "2026-01-31T12:00:00Z", or the time that SOURCE_DATE_EPOCH gives to whoever wants the same bytes
/// again.
[[nodiscard]] std::string createdUtc();

} // namespace bubblescope::cli
