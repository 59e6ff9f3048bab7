// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sweep/sweep.h"
#include "core/sweep/sweep_columns.h"

#include <string>

namespace bubblescope {

/// A row as one line with LF, numbers as in `simulate --json`; the same bytes on every machine.
[[nodiscard]] std::string sweepRowText(const SweepPlan& plan, const SweepRow& row, SweepFormat format);
/// How the line of that configuration begins, up to the separator before its status.
[[nodiscard]] std::string sweepConfigurationText(const SweepConfiguration& configuration, SweepFormat format);

} // namespace bubblescope
