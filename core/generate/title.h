// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <string>

namespace bubblescope {

/// What a picture of a schedule is headed with: "Interleaved 1F1B · 4 ranks × 8 microbatches · 2 stages per
/// rank".
[[nodiscard]] std::string scheduleTitle(const Schedule& schedule);

} // namespace bubblescope
