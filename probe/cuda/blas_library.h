// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/shared_library.h"

#include <cublasLt.h>

namespace bubblescope::probe {

/// cuBLASLt's functions by their names, from the library that this program was built for (same major
/// version).
class BlasLibrary
{
public:
    /// Throws CudaFailure (exit 24) where it is not found.
    explicit BlasLibrary(const std::string& folder);

    /// "13.0.2".
    [[nodiscard]] std::string version() const;

    decltype(&cublasLtCreate) create = nullptr;
    decltype(&cublasLtDestroy) destroy = nullptr;
    decltype(&cublasLtGetVersion) getVersion = nullptr;
    decltype(&cublasLtGetStatusString) statusString = nullptr;
    decltype(&cublasLtMatmul) matmul = nullptr;
    decltype(&cublasLtMatmulAlgoGetHeuristic) heuristic = nullptr;
    decltype(&cublasLtMatmulDescCreate) descCreate = nullptr;
    decltype(&cublasLtMatmulDescDestroy) descDestroy = nullptr;
    decltype(&cublasLtMatmulDescSetAttribute) descSet = nullptr;
    decltype(&cublasLtMatrixLayoutCreate) layoutCreate = nullptr;
    decltype(&cublasLtMatrixLayoutDestroy) layoutDestroy = nullptr;
    decltype(&cublasLtMatrixLayoutSetAttribute) layoutSet = nullptr;
    decltype(&cublasLtMatmulPreferenceCreate) preferenceCreate = nullptr;
    decltype(&cublasLtMatmulPreferenceDestroy) preferenceDestroy = nullptr;
    decltype(&cublasLtMatmulPreferenceSetAttribute) preferenceSet = nullptr;

    /// Throws CudaFailure with cuBLASLt's words.
    void require(cublasStatus_t status, const char* doing) const;

private:
    SharedLibrary m_library;
};

} // namespace bubblescope::probe
