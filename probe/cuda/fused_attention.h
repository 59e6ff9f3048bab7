// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/cudnn_graph.h"
#include "probe/plan/model_shape.h"

#include <memory>

namespace bubblescope::probe {

/// Attention that keeps its scores on the chip, by cuDNN's graph interface: query heads share key and value
/// heads, causal or not. Works in place of UnfusedAttention on the same rows.
class FusedAttention
{
public:
    /// What a forward reads and writes, and a backward besides; all must outlive the attention.
    struct Buffers
    {
        void* qkv = nullptr;            ///< [T, (H + 2K) d]
        void* output = nullptr;         ///< [T, H d]
        void* outputGradient = nullptr; ///< [T, H d]
        void* qkvGradient = nullptr;    ///< [T, (H + 2K) d]
    };
    /// Throws CudaFailure (exit 26) where cuDNN has no engine for the shape on this device. Without buffers
    /// it is only planned.
    FusedAttention(const CudnnLibrary& library, const ModelShape& shape, const Buffers& buffers);
    FusedAttention(const FusedAttention&) = delete;
    FusedAttention& operator=(const FusedAttention&) = delete;
    ~FusedAttention();

    void forward(cudaStream_t stream) const;
    /// Of what the last forward left.
    void backward(cudaStream_t stream) const;

private:
    void planForward(const ModelShape& shape, const Buffers& buffers);
    void planBackward(const ModelShape& shape, const Buffers& buffers);

    const CudnnLibrary& m_library;
    cudnn::Handle m_handle = nullptr;
    DeviceBuffer m_statistics;    ///< of each query: the logarithm of its scores' sum
    DeviceBuffer m_sums;          ///< of each query: output times its gradient
    DeviceBuffer m_queryGradient; ///< fp32, before it is rounded
    std::unique_ptr<CudnnGraph> m_forward, m_backward;
};

} // namespace bubblescope::probe
