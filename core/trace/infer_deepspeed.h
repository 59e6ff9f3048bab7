// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/assemble_drafts.h"

#include <vector>

namespace bubblescope {

/// DeepSpeed's engine calls the method that it labels on the last stage alone; elsewhere autograd runs
/// without a label. Both functions add what is missing, and say so.
///
/// Adds labels of the backwards to files whose only labels are DeepSpeed's forwards: what the autograd engine
/// evaluates in one go, else what threads without labels launch between two actions of the labeled one. Only
/// in steps with as many of them as forwards, each behind its forward. O(n log n).
void inferDeepSpeedBackwards(Assembly& a);

/// Adds the backwards of ranks that record nothing but their forwards, where the last rank has labels of all
/// of its own: in the order of 1F1B, which is DeepSpeed's, as long as on the last rank and behind that of the
/// next rank. Adds none, and says what to do, where the forwards leave no room for them. O(actions log
/// actions).
void addUnlabeledBackwards(Assembly& a, std::vector<DraftRank>& ranks);

} // namespace bubblescope
