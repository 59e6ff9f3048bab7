// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/resources.h"
#include "probe/cuda/shared_library.h"

#include <cuda.h>

namespace bubblescope::probe {

/// A device's multiprocessors in equal parts, each with a stream whose work runs on its part alone (CUDA's
/// green contexts).
class SmPartition
{
public:
    /// Throws CudaFailure (exit 26) where the driver or the device cannot.
    SmPartition(int device, unsigned parts, unsigned multiprocessors);
    SmPartition(const SmPartition&) = delete;
    SmPartition& operator=(const SmPartition&) = delete;
    /// Makes the context current that was so before.
    ~SmPartition();

    /// What this thread allocates, creates and launches from now on is the part's.
    void enter(unsigned part) const;
    [[nodiscard]] cudaStream_t stream(unsigned part) const { return m_parts[part].stream; }
    /// Of each part, at least what was asked for.
    [[nodiscard]] unsigned multiprocessors() const { return m_multiprocessors; }

private:
    struct Part
    {
        CUgreenCtx green = nullptr;
        CUcontext context = nullptr;
        CUstream stream = nullptr;
    };
    static void require(CUresult status, const char* doing);

    SharedLibrary m_driver;
    decltype(&cuCtxSetCurrent) m_setCurrent = nullptr;
    decltype(&cuGreenCtxDestroy) m_destroy = nullptr;
    decltype(&cuStreamDestroy) m_destroyStream = nullptr;
    CUcontext m_before = nullptr;
    std::vector<Part> m_parts;
    unsigned m_multiprocessors = 0;
};

} // namespace bubblescope::probe
