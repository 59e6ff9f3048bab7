// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/bubble_ledger.h"
#include "core/base/cancel.h"
#include "core/time/bindings.h"

namespace bubblescope {

/// Every gap with its cause. O(actions). Not complete if cancelled. The bindings must be those of the
/// timeline.
[[nodiscard]] BubbleLedger ledgerOf(const Timeline& timeline, const Bindings& bindings,
                                    const CostModel& costs, const CancelToken& cancel = {});

} // namespace bubblescope
