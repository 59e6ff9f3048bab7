// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bubblescope {

struct Assembly;

/// Leaves out a label whose stage no other label names and that is far above all others, with a warning: one
/// wild number must not become thousands of ranks. Only of sources that have labels of other stages.
/// O(labels).
void leaveOutWildStages(Assembly& a);

} // namespace bubblescope
