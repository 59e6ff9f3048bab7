// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/model_shape.h"

namespace bubblescope::probe {

/// A small shape on which kernels are compared with the CPU.
struct SelfCheckShape
{
    std::string name; ///< of its errors; empty for the common one
    ModelShape shape;
    /// A measurement is good without it: widths that cuBLASLt may have no algorithm for.
    bool isOptional = false;
    /// One head's queries that the buffer of scores holds. Few, so that attention runs in parts of every
    /// kind; not so few that sums over parts, rounded each time, come near what is allowed: to bf16 each adds
    /// up to 2^-8 of the value, mostly less, so there are at most three.
    std::int64_t scoreQueries = 0;

    [[nodiscard]] std::int64_t scoreBytes() const { return scoreQueries * shape.seq * shape.element(); }
};
/// Switches and types are those of the model that is measured. The first has widths of whole packs, as real
/// models do; the second is odd throughout; the third has the layout of a tensor-parallel shard, and rows so
/// wide that a norm's gradient does not fit registers.
[[nodiscard]] std::vector<SelfCheckShape> selfCheckShapes(const ModelShape& like);
/// Shapes for fused attention: query heads that share keys, and heads as long as the model's with more than
/// one tile of queries, without sharing.
[[nodiscard]] std::vector<SelfCheckShape> fusedCheckShapes(const ModelShape& like);
/// What an error may be, relative to the largest value.
[[nodiscard]] double toleranceOf(DataType type);

} // namespace bubblescope::probe
