// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/kernels.h"

namespace bubblescope::probe {

/// Puts the kernels of one block together, in their order.
class KernelList
{
public:
    explicit KernelList(const ModelShape& shape) : m_shape(shape) {}

    /// With the copies in fp8 that its operands need.
    void gemm(const Linear& linear, Op op);
    void elementwise(std::string_view name, Op op, std::int64_t bytes, std::int64_t launches = 1,
                     KernelKind kind = KernelKind::Elementwise);
    /// Of scores between all tokens and all that they look at; reads q, k, v and writes as much as q.
    void attention(Op op);
    /// Runs what the forward ran again, before all else of the backward.
    void recompute();
    [[nodiscard]] std::vector<Kernel> take() { return std::move(m_kernels); }

private:
    void quantize(const Linear& linear, Op op);

    const ModelShape& m_shape;
    std::vector<Kernel> m_kernels;
};

} // namespace bubblescope::probe
