// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/blas_library.h"
#include "probe/cuda/device_kernels.h"
#include "probe/cuda/resources.h"
#include "probe/plan/linear_gemms.h"

#include <memory>

namespace bubblescope::probe {

/// Where a tensor of this type lives.
[[nodiscard]] device::Element elementOf(DataType type);

/// Of the operands of a product in fp8: which elements share a scale, and where the scales are.
struct GemmScales
{
    Fp8Scales a = Fp8Scales::Given, b = Fp8Scales::Given;
    const float* ofA = nullptr;
    const float* ofB = nullptr;
    [[nodiscard]] bool isLike(const GemmScales& other) const { return a == other.a && b == other.b; }
};

/// A product that is prepared once and run often. Uses the algorithm that cuBLASLt's heuristic puts first, or
/// the fastest of up to eight where it was tuned.
class Gemm
{
public:
    /// Output is `outputType`; inputs are `type`, with scales where that is fp8.
    Gemm(const BlasLibrary& library, cublasLtHandle_t handle, const BatchedGemm& product, DataType type,
         DataType outputType, const GemmScales& scales);
    Gemm(const Gemm&) = delete;
    Gemm& operator=(const Gemm&) = delete;
    ~Gemm();

    [[nodiscard]] bool serves(const BatchedGemm& product, DataType type, DataType outputType,
                              const GemmScales& scales) const;
    /// For what runs next.
    void setScales(const GemmScales& scales);
    /// Offsets are the caller's.
    void run(const void* a, const void* b, void* c, void* workspace, cudaStream_t stream) const;
    /// Times the algorithms with these operands and keeps the best; its share of the first one's time.
    double tune(const void* a, const void* b, void* c, void* workspace, cudaStream_t stream);

private:
    void addLayout(cublasLtMatrixLayout_t& layout, cudaDataType type, std::int64_t rows, std::int64_t columns,
                   std::int64_t leading, std::int64_t stride);
    void findAlgorithms(int wanted);
    /// Of A, B and C: an algorithm may rely on the default unless told otherwise.
    [[nodiscard]] cublasStatus_t tellAlignment(cublasLtMatmulPreference_t preference) const;

    const BlasLibrary& m_library;
    cublasLtHandle_t m_handle;
    BatchedGemm m_product;
    GemmAlignment m_alignment;
    DataType m_type, m_outputType;
    GemmScales m_scales;
    cublasLtMatmulDesc_t m_description = nullptr;
    cublasLtMatrixLayout_t m_a = nullptr, m_b = nullptr, m_c = nullptr;
    std::vector<cublasLtMatmulHeuristicResult_t> m_algorithms;
    std::size_t m_chosen = 0;
};

/// All products of one stream: they share a workspace, so two streams want two of these.
class Gemms
{
public:
    static constexpr std::int64_t kWorkspaceBytes = std::int64_t{32} << 20;

    explicit Gemms(const BlasLibrary& library);
    Gemms(const Gemms&) = delete;
    Gemms& operator=(const Gemms&) = delete;
    ~Gemms();

    /// Prepared before, or now.
    Gemm& get(const BatchedGemm& product, DataType type, DataType outputType, const GemmScales& scales = {});
    [[nodiscard]] void* workspace() const { return m_workspace.get(); }
    /// Runs get(product) with the product's offsets applied.
    void run(const BatchedGemm& product, DataType type, DataType outputType, const void* a, const void* b,
             void* c, cudaStream_t stream, const GemmScales& scales = {});

private:
    const BlasLibrary& m_library;
    cublasLtHandle_t m_handle = nullptr;
    DeviceBuffer m_workspace;
    std::vector<std::unique_ptr<Gemm>> m_gemms;
};

} // namespace bubblescope::probe
