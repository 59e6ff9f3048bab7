// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/gemms.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

constexpr int kMostAlgorithms = 8;

cudaDataType cudaType(DataType type)
{
    switch (type) {
    case DataType::Bf16:
        return CUDA_R_16BF;
    case DataType::Fp16:
        return CUDA_R_16F;
    case DataType::Fp8:
        return CUDA_R_8F_E4M3;
    case DataType::Tf32:
    case DataType::Fp32:
        break;
    }
    return CUDA_R_32F;
}

std::int32_t scaleMode(Fp8Scales scales)
{
    switch (scales) {
    case Fp8Scales::Given:
        break;
    case Fp8Scales::Rows:
        return CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F;
    case Fp8Scales::Blocks:
        return CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F;
    }
    return CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F;
}

template <typename Value>
const void* moved(const Value* base, std::int64_t elements, DataType type)
{
    return static_cast<const char*>(base) + elements * bytesOf(type);
}

} // namespace

device::Element elementOf(DataType type)
{
    return type == DataType::Bf16   ? device::Element::Bf16
           : type == DataType::Fp16 ? device::Element::Fp16
                                    : device::Element::Fp32;
}

Gemm::Gemm(const BlasLibrary& library, cublasLtHandle_t handle, const BatchedGemm& product, DataType type,
           DataType outputType, const GemmScales& scales)
    : m_library(library)
    , m_handle(handle)
    , m_product(product)
    , m_alignment(alignmentOf(product, bytesOf(type), bytesOf(outputType)))
    , m_type(type)
    , m_outputType(outputType)
    , m_scales(scales)
{
    const GemmCall& call = product.call;
    const cublasComputeType_t compute =
        type == DataType::Tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
    m_library.require(m_library.descCreate(&m_description, compute, CUDA_R_32F), "describing a product");
    const auto set = [&](cublasLtMatmulDescAttributes_t attribute, bool isTransposed) {
        const cublasOperation_t operation = isTransposed ? CUBLAS_OP_T : CUBLAS_OP_N;
        m_library.require(m_library.descSet(m_description, attribute, &operation, sizeof operation),
                          "describing a product");
    };
    set(CUBLASLT_MATMUL_DESC_TRANSA, call.transposesA);
    set(CUBLASLT_MATMUL_DESC_TRANSB, call.transposesB);
    addLayout(m_a, cudaType(type), call.transposesA ? call.k : call.m, call.transposesA ? call.m : call.k,
              call.lda, product.strideA);
    addLayout(m_b, cudaType(type), call.transposesB ? call.n : call.k, call.transposesB ? call.k : call.n,
              call.ldb, product.strideB);
    addLayout(m_c, cudaType(outputType), call.m, call.n, call.ldc, product.strideC);
    if (type == DataType::Fp8) {
        for (const auto& [attribute, way] : {std::pair{CUBLASLT_MATMUL_DESC_A_SCALE_MODE, scales.a},
                                             std::pair{CUBLASLT_MATMUL_DESC_B_SCALE_MODE, scales.b}}) {
            const std::int32_t mode = scaleMode(way);
            m_library.require(m_library.descSet(m_description, attribute, &mode, sizeof mode),
                              "describing scales");
        }
        setScales(scales);
    }
    findAlgorithms(1);
}

void Gemm::setScales(const GemmScales& scales)
{
    if (m_type != DataType::Fp8)
        return;
    for (const auto& [attribute, values] : {std::pair{CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, scales.ofA},
                                            std::pair{CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, scales.ofB}}) {
        const void* const pointer = values;
        m_library.require(m_library.descSet(m_description, attribute, &pointer, sizeof pointer),
                          "giving scales");
    }
}

Gemm::~Gemm()
{
    for (cublasLtMatrixLayout_t layout : {m_a, m_b, m_c})
        if (layout != nullptr)
            m_library.layoutDestroy(layout);
    if (m_description != nullptr)
        m_library.descDestroy(m_description);
}

void Gemm::addLayout(cublasLtMatrixLayout_t& layout, cudaDataType type, std::int64_t rows,
                     std::int64_t columns, std::int64_t leading, std::int64_t stride)
{
    m_library.require(m_library.layoutCreate(&layout, type, static_cast<std::uint64_t>(rows),
                                             static_cast<std::uint64_t>(columns), leading),
                      "describing a matrix");
    if (m_product.batch == 1)
        return;
    const auto batch = static_cast<std::int32_t>(m_product.batch);
    m_library.require(m_library.layoutSet(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch),
                      "describing a batch");
    m_library.require(
        m_library.layoutSet(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride),
        "describing a batch");
}

cublasStatus_t Gemm::tellAlignment(cublasLtMatmulPreference_t preference) const
{
    // The output is read from where it is written: C and D are one.
    const std::array<std::pair<cublasLtMatmulPreferenceAttributes_t, std::uint32_t>, 4> bytes{
        {{CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, m_alignment.a},
         {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, m_alignment.b},
         {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, m_alignment.c},
         {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, m_alignment.c}}};
    for (const auto& [attribute, value] : bytes)
        if (const cublasStatus_t status =
                m_library.preferenceSet(preference, attribute, &value, sizeof value);
            status != CUBLAS_STATUS_SUCCESS)
            return status;
    return CUBLAS_STATUS_SUCCESS;
}

void Gemm::findAlgorithms(int wanted)
{
    cublasLtMatmulPreference_t preference = nullptr;
    m_library.require(m_library.preferenceCreate(&preference), "choosing an algorithm");
    const auto workspace = static_cast<std::uint64_t>(Gemms::kWorkspaceBytes);
    cublasStatus_t status = m_library.preferenceSet(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                                    &workspace, sizeof workspace);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = tellAlignment(preference);
    m_algorithms.assign(static_cast<std::size_t>(wanted), {});
    int found = 0;
    if (status == CUBLAS_STATUS_SUCCESS)
        status = m_library.heuristic(m_handle, m_description, m_a, m_b, m_c, m_c, preference, wanted,
                                     m_algorithms.data(), &found);
    m_library.preferenceDestroy(preference);
    m_library.require(status, "choosing an algorithm");
    m_algorithms.resize(static_cast<std::size_t>(std::max(0, found)));
    m_algorithms.erase(std::remove_if(m_algorithms.begin(), m_algorithms.end(),
                                      [](const cublasLtMatmulHeuristicResult_t& algorithm) {
                                          return algorithm.state != CUBLAS_STATUS_SUCCESS;
                                      }),
                       m_algorithms.end());
    if (m_algorithms.empty())
        throw CudaFailure(Exit::Unsupported, "unsupported",
                          fmt::format("cuBLASLt has no algorithm for a product of {} x {} x {}",
                                      m_product.call.m, m_product.call.n, m_product.call.k));
}

bool Gemm::serves(const BatchedGemm& product, DataType type, DataType outputType,
                  const GemmScales& scales) const
{
    return m_type == type && m_outputType == outputType && m_product.isLike(product) &&
           m_scales.isLike(scales) && m_alignment == alignmentOf(product, bytesOf(type), bytesOf(outputType));
}

void Gemm::run(const void* a, const void* b, void* c, void* workspace, cudaStream_t stream) const
{
    const auto alpha = static_cast<float>(m_product.alpha), beta = static_cast<float>(m_product.call.beta);
    m_library.require(m_library.matmul(m_handle, m_description, &alpha, a, m_a, b, m_b, &beta, c, m_c, c, m_c,
                                       &m_algorithms[m_chosen].algo, workspace,
                                       static_cast<std::size_t>(Gemms::kWorkspaceBytes), stream),
                      "starting a product");
}

double Gemm::tune(const void* a, const void* b, void* c, void* workspace, cudaStream_t stream)
{
    findAlgorithms(kMostAlgorithms);
    const Event begin, end;
    std::vector<double> best(m_algorithms.size());
    for (m_chosen = 0; m_chosen < m_algorithms.size(); ++m_chosen)
        for (int attempt = 0; attempt < 6; ++attempt) {
            require(cudaEventRecord(begin.get(), stream), "timing an algorithm");
            run(a, b, c, workspace, stream);
            require(cudaEventRecord(end.get(), stream), "timing an algorithm");
            end.wait();
            const double time = microsecondsBetween(begin, end);
            // The first run also loads the algorithm.
            if (attempt == 1 || (attempt > 1 && time < best[m_chosen]))
                best[m_chosen] = time;
        }
    m_chosen = static_cast<std::size_t>(std::min_element(best.begin(), best.end()) - best.begin());
    return best.front() > 0 ? best[m_chosen] / best.front() : 1;
}

Gemms::Gemms(const BlasLibrary& library) : m_library(library), m_workspace(kWorkspaceBytes)
{
    m_library.require(m_library.create(&m_handle), "starting cuBLASLt");
}

Gemms::~Gemms()
{
    m_gemms.clear();
    m_library.destroy(m_handle);
}

Gemm& Gemms::get(const BatchedGemm& product, DataType type, DataType outputType, const GemmScales& scales)
{
    for (const std::unique_ptr<Gemm>& known : m_gemms)
        if (known->serves(product, type, outputType, scales))
            return *known;
    m_gemms.push_back(std::make_unique<Gemm>(m_library, m_handle, product, type, outputType, scales));
    return *m_gemms.back();
}

void Gemms::run(const BatchedGemm& product, DataType type, DataType outputType, const void* a, const void* b,
                void* c, cudaStream_t stream, const GemmScales& scales)
{
    Gemm& gemm = get(product, type, outputType, scales);
    gemm.setScales(scales);
    gemm.run(moved(a, product.offsetA, type), moved(b, product.offsetB, type),
             const_cast<void*>(moved(static_cast<const void*>(c), product.offsetC, outputType)), workspace(),
             stream);
}

} // namespace bubblescope::probe
