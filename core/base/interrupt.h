// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"

namespace bubblescope {

/// From now on SIGINT (Ctrl+C) and SIGTERM cancel the token that is returned. Signals within a second of the
/// first one count as that one, because wrappers such as timeout(1) send two. A later signal ends the program
/// at once. The handlers stay until the program ends.
[[nodiscard]] const CancelToken& cancelOnInterrupt();

/// The same for a program with an event loop, and for SIGHUP (the terminal was closed) unless it is ignored:
/// a file descriptor that becomes readable with the first signal. -1 if there are no descriptors left; then
/// no handler is set.
[[nodiscard]] int interruptDescriptor();

} // namespace bubblescope
