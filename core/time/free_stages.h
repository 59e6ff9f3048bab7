// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sentence.h"
#include "core/time/cost_model.h"

namespace bubblescope {

/// Whether a rank's share can be divided into any number of stages at no price: neither transfers nor the
/// host's part of an action take time, so that more stages per rank are never worse.
[[nodiscard]] bool stagesAreFree(const CostModel& costs);
/// That a comparison of numbers of stages per rank says little then.
[[nodiscard]] Sentence freeStagesWarning();

} // namespace bubblescope
