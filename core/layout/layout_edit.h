// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/layout.h"

namespace bubblescope {

/// The layout with the boundary behind a stage moved by so many layers, to the end or (below 0) to the
/// beginning; nothing where the stage beside it has not so many. What is in a stage keeps its order. Requires
/// a stage that is not the last.
[[nodiscard]] std::optional<Layout> withBoundaryMoved(Layout layout, std::size_t stage, std::int64_t layers);

} // namespace bubblescope
