// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/measured_run.h"

#include <nlohmann/json.hpp>
#include <string>

namespace bubblescope::test {

/// The truth of a recording, by its path beginning with "traces/".
[[nodiscard]] nlohmann::json truthJson(const std::string& relativePath);
/// What a correct loader makes of a recording, from the times that its processes took themselves
/// ("traces/torch_cpu/zbv_p2_m4_straggler0/truth.json"). Waits are those of its labels, where it has any.
[[nodiscard]] MeasuredRun truthRun(const std::string& relativePath);

/// A run of which only the order counts: a line a rank as in schedule_text.h, every action 10 µs long and
/// one after the other.
[[nodiscard]] MeasuredRun runOf(const std::string& order);

} // namespace bubblescope::test
