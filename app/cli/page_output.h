// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/timing.h"
#include "core/page/page.h"

namespace bubblescope::cli {

/// What a page needs beside the times; to be asked of loadTimed().
[[nodiscard]] inline EvaluationOptions pageWants()
{
    return {.withIndex = false, .withMemory = true};
}
/// A timed schedule as a side of a page, explained.
[[nodiscard]] Result<PageSide> pageSideOf(const Timed& timed, const Environment& environment);

} // namespace bubblescope::cli
