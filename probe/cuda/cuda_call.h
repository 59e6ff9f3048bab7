// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/phase_failure.h"

#include <cuda_runtime_api.h>
#include <exception>
#include <string>

namespace bubblescope::probe {

/// Why measuring cannot go on. Every call to a device can fail; it is thrown where it happens and becomes a
/// value again at the edges, in Sampler's functions and measureModel(): it never leaves this folder.
struct CudaFailure : std::exception
{
    CudaFailure(Exit status, std::string what, std::string words)
        : exit(status)
        , code(std::move(what))
        , message(std::move(words))
    {}
    explicit CudaFailure(PhaseFailure failure)
        : CudaFailure(failure.exit, std::move(failure.code), std::move(failure.message))
    {}
    [[nodiscard]] const char* what() const noexcept override { return message.c_str(); }

    Exit exit;
    std::string code; ///< as in the protocol: "out_of_memory"
    std::string message;
};

/// `doing` completes "while …".
[[nodiscard]] CudaFailure failureOf(cudaError_t status, const std::string& doing);
inline void require(cudaError_t status, const char* doing)
{
    if (status != cudaSuccess)
        throw failureOf(status, doing);
}

} // namespace bubblescope::probe
