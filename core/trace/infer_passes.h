// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/action.h"
#include "core/trace/trace_file.h"

#include <vector>

namespace bubblescope {

/// A backward without a label: what the autograd engine evaluates in one go.
struct InferredBackward
{
    Nanoseconds start = 0;
    Nanoseconds end = 0;
    std::uint32_t thread = 0; ///< of the engine
    ActionKind kind = ActionKind::Backward;
};

/// A forward without a label, with the backward of its nodes: B, or I and W.
struct InferredForward
{
    Nanoseconds start = 0;
    Nanoseconds end = 0;
    std::vector<InferredBackward> backwards; ///< by start
};

/// The forwards of one file by what autograd numbers, by start.
struct InferredForwards
{
    std::uint32_t thread = 0; ///< that runs them
    std::vector<InferredForward> forwards;
};

/// Finds each pass of the engine and the forward whose nodes it evaluates. A pass ends where the forward's
/// thread does something between two nodes, where a number is larger than all of the pass, or where it is of
/// a forward before which the engine has run. Passes over the same numbers are of one forward. The forward is
/// what its thread ran under these numbers. Nodes within nodes (recomputation) are no passes of their own:
/// the reader leaves them out. Empty where there is no backward. O(n log n).
[[nodiscard]] InferredForwards inferForwards(const TraceFile& file, const CancelToken& cancel);

} // namespace bubblescope
