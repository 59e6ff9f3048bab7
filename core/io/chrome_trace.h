// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"

#include <string>

namespace bubblescope {

/// The timeline as a Chrome trace that Perfetto opens: one process a rank named "Rank r", complete events
/// named as the cells, category = kind, args stage and microbatch; head and tail of the step on a track of
/// their own, named as in cost files; one step is shown as one millisecond.
[[nodiscard]] std::string writeChromeTrace(const Timeline& timeline);

} // namespace bubblescope
