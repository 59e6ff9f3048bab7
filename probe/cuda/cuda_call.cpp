// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/cuda_call.h"

#include <fmt/format.h>

namespace bubblescope::probe {

CudaFailure failureOf(cudaError_t status, const std::string& doing)
{
    // What can be gone on from is not to be reported again by the next call.
    static_cast<void>(cudaGetLastError());
    const std::string words =
        fmt::format("{} ({}) while {}", cudaGetErrorString(status), cudaGetErrorName(status), doing);
    switch (status) {
    case cudaErrorMemoryAllocation:
        return {Exit::OutOfMemory, "out_of_memory", words};
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidPtx:
    case cudaErrorUnsupportedPtxVersion:
        return {Exit::Unsupported, "unsupported", words};
    case cudaErrorDevicesUnavailable:
        return {Exit::DeviceBusy, "device_busy", words};
    default:
        return {Exit::CudaError, "cuda_error", words};
    }
}

} // namespace bubblescope::probe
