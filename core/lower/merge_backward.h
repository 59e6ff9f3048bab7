// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/schedule.h"

namespace bubblescope {

/// An I followed, bubbles skipped, by the W of the same stage and microbatch becomes one B; bubbles are
/// dropped. Actions inside overlapped cells stay as they are. PyTorch's merge of split backwards does the
/// same.
[[nodiscard]] Result<Schedule> mergeBackward(const Schedule& schedule);

} // namespace bubblescope
