// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"

namespace bubblescope {

/// d9d's breadth-first order, which it also calls "gpipe" where a rank has one stage: backwards run from the
/// last microbatch to the first. With the option "inference" only forwards.
[[nodiscard]] Variant breadthFirstD9d();
/// The option of that variant.
[[nodiscard]] ParameterSpec inferenceParameter();

} // namespace bubblescope
