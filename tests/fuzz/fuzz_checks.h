// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bubblescope::test {

/// Ends the program with `what` if it does not hold.
void require(bool holds, const char* what);

} // namespace bubblescope::test
