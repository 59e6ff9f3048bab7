// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"

namespace bubblescope {

/// ZB1P with one stage a rank, as PP-Schedule-Visualization orders it: any number of microbatches.
[[nodiscard]] Variant zeroBubbleWithOneStage();

} // namespace bubblescope
