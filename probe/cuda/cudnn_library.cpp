// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/cudnn_library.h"

#include <array>
#include <fmt/format.h>

#if __has_include(<cudnn_graph.h>)
#include <cudnn_graph.h>
#endif

namespace bubblescope::probe {

namespace {

constexpr const char* kName = "libcudnn.so.9";

#ifdef CUDNN_GRAPH_H_
static_assert(static_cast<int>(cudnn::Kind::OperationReshape) == CUDNN_BACKEND_OPERATION_RESHAPE_DESCRIPTOR);
static_assert(static_cast<int>(cudnn::Kind::OperationReduction) ==
              CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR);
static_assert(static_cast<int>(cudnn::Kind::ExecutionPlan) == CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
static_assert(static_cast<int>(cudnn::Kind::VariantPack) == CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
static_assert(static_cast<int>(cudnn::Attribute::OperationPointwiseT) ==
              CUDNN_ATTR_OPERATION_POINTWISE_TDESC);
static_assert(static_cast<int>(cudnn::Attribute::TensorIsByValue) == CUDNN_ATTR_TENSOR_IS_BY_VALUE);
static_assert(static_cast<int>(cudnn::Attribute::PackWorkspace) == CUDNN_ATTR_VARIANT_PACK_WORKSPACE);
static_assert(static_cast<int>(cudnn::Attribute::OperationMatmulDescriptor) ==
              CUDNN_ATTR_OPERATION_MATMUL_DESC);
static_assert(static_cast<int>(cudnn::Attribute::OperationReductionDescriptor) ==
              CUDNN_ATTR_OPERATION_REDUCTION_DESC);
static_assert(static_cast<int>(cudnn::Attribute::OperationReshapeY) == CUDNN_ATTR_OPERATION_RESHAPE_YDESC);
static_assert(static_cast<int>(cudnn::ValueType::ReductionOperator) == CUDNN_TYPE_REDUCTION_OPERATOR_TYPE);
static_assert(static_cast<int>(cudnn::Data::Boolean) == CUDNN_DATA_BOOLEAN);
static_assert(static_cast<int>(cudnn::Pointwise::Select) == CUDNN_POINTWISE_BINARY_SELECT);
static_assert(static_cast<int>(cudnn::Reduction::Maximum) == CUDNN_REDUCE_TENSOR_MAX);
static_assert(static_cast<int>(cudnn::Heuristic::A) == CUDNN_HEUR_MODE_A);
#endif

} // namespace

CudnnLibrary::CudnnLibrary(const std::string& folder)
    : m_library({kName}, folder,
                {"/usr/local/cuda/lib64", "/usr/local/cuda/lib", "/usr/lib/x86_64-linux-gnu",
                 "/usr/lib/aarch64-linux-gnu"})
{
    if (!m_library) {
        m_why = fmt::format("cannot open {} ({})", kName, m_library.why());
        return;
    }
    m_isWhole = true;
    const auto take = [&](const char* symbol, auto& function) {
        m_isWhole = m_library.find(symbol, function) && m_isWhole;
    };
    take("cudnnCreate", create);
    take("cudnnDestroy", destroy);
    take("cudnnSetStream", setStream);
    take("cudnnGetVersion", getVersion);
    take("cudnnGetErrorString", errorString);
    take("cudnnGetLastErrorString", lastError);
    take("cudnnBackendCreateDescriptor", createDescriptor);
    take("cudnnBackendDestroyDescriptor", destroyDescriptor);
    take("cudnnBackendFinalize", finalize);
    take("cudnnBackendSetAttribute", setAttribute);
    take("cudnnBackendGetAttribute", getAttribute);
    take("cudnnBackendExecute", execute);
    if (!m_isWhole)
        m_why = fmt::format("{} lacks a function that version 9 has", kName);
}

std::string CudnnLibrary::version() const
{
    const std::size_t number = getVersion();
    return fmt::format("{}.{}.{}", number / 10000, number / 100 % 100, number % 100);
}

void CudnnLibrary::require(cudnn::Status status, const char* doing) const
{
    if (status == 0)
        return;
    std::array<char, 1024> said{};
    lastError(said.data(), said.size() - 1);
    throw CudaFailure(
        Exit::Unsupported, "unsupported",
        fmt::format("cuDNN {}: {} while {}: {}", version(), errorString(status), doing, said.data()));
}

} // namespace bubblescope::probe
