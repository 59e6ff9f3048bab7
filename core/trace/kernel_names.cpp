// SPDX-License-Identifier: Apache-2.0
#include "core/trace/kernel_names.h"

#include "core/trace/record_names.h"

#include <algorithm>
#include <array>

namespace bubblescope {

bool isCommunicationKernel(std::string_view name) noexcept
{
    const std::string_view function = functionName(name);
    constexpr std::array<std::string_view, 9> kBegins{"nccl",   // NCCL, and RCCL but for its main kernel
                                                      "rccl",   // RCCL
                                                      "msccl",  // Microsoft's, also within RCCL
                                                      "hcom_",  // HCCL
                                                      "hccl",   // HCCL
                                                      "oneccl", // oneCCL
                                                      "ccl_",   // oneCCL
                                                      "nvshmem", "kuserbuffers_"};
    if (std::any_of(kBegins.begin(), kBegins.end(), [&](std::string_view begin) {
            return name.starts_with(begin) || function.starts_with(begin);
        }))
        return true;
    constexpr std::array<std::string_view, 15> kParts{
        "::ep::",               // DeepEP
        "deep_ep",              // DeepEP
        "nvshmem",              // whatever is built upon it
        "oneccl",               // names of SYCL are mangled
        "cross_device_reduce_", // vLLM, SGLang, aiter
        "quickreduce",          // vLLM on AMD
        "ncclDevKernel",        // with a return type before it
        "ncclKernel_",          // the same, older
        "allreduce_fusion_",    // FlashInfer, TensorRT-LLM
        "oneShotAllReduce",     // TensorRT-LLM
        "twoShotAllReduce",     // TensorRT-LLM
        "customAllReduce",      // TensorRT-LLM
        "one_shot_all_reduce",  // PyTorch's symmetric memory, and multimem_…
        "two_shot_all_reduce",  // the same
        "multimem_all_",        // the same
    };
    return std::any_of(kParts.begin(), kParts.end(),
                       [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

} // namespace bubblescope
