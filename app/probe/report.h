// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/calibration_result.h"
#include "probe/plan/model_presets.h"
#include "probe/plan/probe_plan.h"

namespace bubblescope::probe {

/// Texts for people.
[[nodiscard]] std::string presetsText();
[[nodiscard]] std::string gpusText();
/// A line a block: times of F, I, W and B, FLOPs, memory.
[[nodiscard]] std::string resultText(const CalibrationResult& result);
/// What would be measured, by phase, and how long.
[[nodiscard]] std::string planText(const ModelShape& shape, const ProbePlan& plan, const std::string& device);

} // namespace bubblescope::probe
