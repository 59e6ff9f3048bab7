// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/cuda_call.h"
#include "probe/cuda/cudnn_names.h"
#include "probe/cuda/shared_library.h"

namespace bubblescope::probe {

/// cuDNN 9's backend interface by its names, where the library is; measuring goes on without it.
class CudnnLibrary
{
public:
    /// Looks in `folder` alone if one is given, else where the system looks and in the usual places.
    explicit CudnnLibrary(const std::string& folder);

    [[nodiscard]] explicit operator bool() const { return m_isWhole; }
    /// Why it is not there, in words.
    [[nodiscard]] const std::string& why() const { return m_why; }
    /// "9.19.0".
    [[nodiscard]] std::string version() const;

    cudnn::Status (*create)(cudnn::Handle*) = nullptr;
    cudnn::Status (*destroy)(cudnn::Handle) = nullptr;
    cudnn::Status (*setStream)(cudnn::Handle, cudaStream_t) = nullptr;
    std::size_t (*getVersion)() = nullptr;
    const char* (*errorString)(cudnn::Status) = nullptr;
    void (*lastError)(char*, std::size_t) = nullptr;
    cudnn::Status (*createDescriptor)(cudnn::Kind, cudnn::Descriptor*) = nullptr;
    cudnn::Status (*destroyDescriptor)(cudnn::Descriptor) = nullptr;
    cudnn::Status (*finalize)(cudnn::Descriptor) = nullptr;
    cudnn::Status (*setAttribute)(cudnn::Descriptor, cudnn::Attribute, cudnn::ValueType, std::int64_t,
                                  const void*) = nullptr;
    cudnn::Status (*getAttribute)(cudnn::Descriptor, cudnn::Attribute, cudnn::ValueType, std::int64_t,
                                  std::int64_t*, void*) = nullptr;
    cudnn::Status (*execute)(cudnn::Handle, cudnn::Descriptor, cudnn::Descriptor) = nullptr;

    /// Throws CudaFailure (exit 26) with cuDNN's words.
    void require(cudnn::Status status, const char* doing) const;

private:
    SharedLibrary m_library;
    std::string m_why;
    bool m_isWhole = false;
};

} // namespace bubblescope::probe
