// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/blas_library.h"

#include "probe/cuda/cuda_call.h"

#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

std::string libraryName()
{
    return fmt::format("libcublasLt.so.{}", CUBLAS_VER_MAJOR);
}

} // namespace

BlasLibrary::BlasLibrary(const std::string& folder)
    : m_library({libraryName()}, folder,
                {"/usr/local/cuda/lib64", fmt::format("/usr/local/cuda-{}/lib64", CUBLAS_VER_MAJOR)})
{
    if (!m_library)
        throw CudaFailure(
            Exit::LibraryMissing, "library_missing",
            fmt::format("cannot open {} ({}): install cuBLAS {}, or give its folder with --library-path",
                        libraryName(), m_library.why(), CUBLAS_VER_MAJOR));
    bool isWhole = true;
    const auto take = [&](const char* symbol, auto& function) {
        isWhole = m_library.find(symbol, function) && isWhole;
    };
    take("cublasLtCreate", create);
    take("cublasLtDestroy", destroy);
    take("cublasLtGetVersion", getVersion);
    take("cublasLtGetStatusString", statusString);
    take("cublasLtMatmul", matmul);
    take("cublasLtMatmulAlgoGetHeuristic", heuristic);
    take("cublasLtMatmulDescCreate", descCreate);
    take("cublasLtMatmulDescDestroy", descDestroy);
    take("cublasLtMatmulDescSetAttribute", descSet);
    take("cublasLtMatrixLayoutCreate", layoutCreate);
    take("cublasLtMatrixLayoutDestroy", layoutDestroy);
    take("cublasLtMatrixLayoutSetAttribute", layoutSet);
    take("cublasLtMatmulPreferenceCreate", preferenceCreate);
    take("cublasLtMatmulPreferenceDestroy", preferenceDestroy);
    take("cublasLtMatmulPreferenceSetAttribute", preferenceSet);
    if (!isWhole)
        throw CudaFailure(
            Exit::LibraryMissing, "library_missing",
            fmt::format("{} lacks a function that version {} has", libraryName(), CUBLAS_VER_MAJOR));
}

std::string BlasLibrary::version() const
{
    const std::size_t number = getVersion();
    return fmt::format("{}.{}.{}", number / 10000, number / 100 % 100, number % 100);
}

void BlasLibrary::require(cublasStatus_t status, const char* doing) const
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return;
    const std::string words = fmt::format("{} while {}", statusString(status), doing);
    if (status == CUBLAS_STATUS_ALLOC_FAILED)
        throw CudaFailure(Exit::OutOfMemory, "out_of_memory", words);
    // Said before anything is given to the device.
    if (status == CUBLAS_STATUS_NOT_SUPPORTED || status == CUBLAS_STATUS_ARCH_MISMATCH ||
        status == CUBLAS_STATUS_INVALID_VALUE)
        throw CudaFailure(Exit::Unsupported, "unsupported", words);
    throw CudaFailure(Exit::CudaError, "cuda_error", words);
}

} // namespace bubblescope::probe
