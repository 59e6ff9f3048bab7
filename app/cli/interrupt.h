// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"

namespace bubblescope::cli {

/// A token that Ctrl+C cancels; a second Ctrl+C ends the program at once.
[[nodiscard]] const CancelToken& cancelOnInterrupt();

} // namespace bubblescope::cli
