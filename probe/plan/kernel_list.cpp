// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/kernel_list.h"

#include <fmt/format.h>

namespace bubblescope::probe {

void KernelList::quantize(const Linear& linear, Op op)
{
    // Inputs before the forward, gradients before the backward: what W reads is there by then, turned.
    if (!linear.isFp8 || op == Op::Weight)
        return;
    const std::int64_t values = linear.count * linear.rows * (op == Op::Forward ? linear.in : linear.out);
    const std::int64_t copies = 2;
    // In blocks each 128 elements of a copy have a scale in fp32.
    const std::int64_t scales = m_shape.fp8Scaling == Fp8Scaling::Block ? copies * values * 4 / 128 : 0;
    elementwise(fmt::format("quantize_{}", linear.name), op, (m_shape.element() + copies) * values + scales);
}

void KernelList::gemm(const Linear& linear, Op op)
{
    quantize(linear, op);
    const std::int64_t element = m_shape.element();
    const std::int64_t operand = linear.isFp8 ? bytesOf(DataType::Fp8) : element;
    Kernel kernel{fmt::format("{}.{}", linear.name, opName(op)), op, KernelKind::Gemm};
    switch (op) {
    case Op::Forward:
        kernel.m = linear.rows, kernel.n = linear.out, kernel.k = linear.in;
        break;
    case Op::Input:
        kernel.m = linear.rows, kernel.n = linear.in, kernel.k = linear.out;
        break;
    case Op::Weight:
        kernel.m = linear.out, kernel.n = linear.in, kernel.k = linear.rows;
        break;
    }
    kernel.batch = linear.count;
    kernel.isFp8 = linear.isFp8;
    // One after the other in fp8, together else.
    kernel.launches = linear.isFp8 ? linear.count : 1;
    kernel.flops = 2 * kernel.m * kernel.n * kernel.k * kernel.batch;
    const std::int64_t output = kernel.m * kernel.n;
    // A gradient that is added to is read and written.
    const std::int64_t written =
        op == Op::Weight ? output * bytesOf(m_shape.gradientType) * (m_shape.accumulates() ? 2 : 1)
                         : output * element;
    kernel.bytes = kernel.batch * (operand * (kernel.m * kernel.k + kernel.n * kernel.k) + written);
    m_kernels.push_back(std::move(kernel));
}

void KernelList::elementwise(std::string_view name, Op op, std::int64_t bytes, std::int64_t launches,
                             KernelKind kind)
{
    Kernel kernel{fmt::format("{}.{}", name, opName(op)), op, kind};
    kernel.bytes = bytes;
    kernel.launches = launches;
    m_kernels.push_back(std::move(kernel));
}

void KernelList::attention(Op op)
{
    const std::int64_t heads = m_shape.heads / m_shape.tp;
    const std::int64_t square = m_shape.microBatch * heads * m_shape.seq * m_shape.seq * m_shape.headDim;
    const std::int64_t moved = m_shape.element() * m_shape.tokens() *
                               (2 * heads + 2 * m_shape.kvHeads / m_shape.tp) * m_shape.headDim;
    const std::int64_t passes = op == Op::Forward ? 1 : 2;
    Kernel kernel{fmt::format("attention.{}", opName(op)), op, KernelKind::Attention};
    kernel.flops = (m_shape.causal ? 2 : 4) * square * passes;
    kernel.bytes = moved * passes;
    m_kernels.push_back(std::move(kernel));
}

void KernelList::recompute()
{
    const std::size_t forward = m_kernels.size();
    for (std::size_t i = 0; i < forward; ++i) {
        const bool isAgain =
            m_shape.recompute == Recompute::Full ||
            (m_shape.recompute == Recompute::Attention && m_kernels[i].kind == KernelKind::Attention);
        if (!isAgain)
            continue;
        Kernel again = m_kernels[i];
        again.name += " again";
        again.op = Op::Input;
        again.isRecomputed = true;
        m_kernels.push_back(std::move(again));
    }
}

} // namespace bubblescope::probe
