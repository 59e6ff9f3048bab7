// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/schedule.h"

namespace bubblescope {

/// The compute actions alone, in their order: communication, FSDP actions and bubbles are dropped. The parts
/// of a block become the whole again, where the first of them was.
[[nodiscard]] Result<Schedule> strip(const Schedule& schedule);

} // namespace bubblescope
