// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/time/what_if.h"

namespace bubblescope::ui {

/// The same without factors of 1, so that equal ones compare equal.
[[nodiscard]] WhatIf withoutNeutral(WhatIf whatIf);
/// The same without the factors on stages and ranks.
[[nodiscard]] WhatIf withoutParts(WhatIf whatIf);
/// Whether a stage and a rank of one mean the same in the other.
[[nodiscard]] bool hasSameParts(const ScheduleSource& a, const ScheduleSource& b);
/// The costs with the factors in them, in as few values as say it: one where all stages agree, blocks as long
/// as no time of theirs is scaled. Requires costs that passed check(stageCount).
[[nodiscard]] CostModel takenOver(const CostModel& costs, const WhatIf& whatIf, std::uint32_t stageCount,
                                  bool recomputes);
/// What forStages() composed as a document has it: of R's only where the order has some.
[[nodiscard]] CostModel asWritten(CostModel composed, bool recomputes);
/// Lists whose values are all equal as one value, and of F, I, W and B none that follows from the others.
[[nodiscard]] CostModel inFewValues(CostModel costs);

} // namespace bubblescope::ui
