// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace_file.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Kernels that move data between devices instead of computing: NCCL's and RCCL's, those of HCCL, oneCCL and
/// MSCCL, of expert parallelism and NVSHMEM, and the all-reduces that vLLM, SGLang, TensorRT-LLM, PyTorch and
/// Transformer Engine bring along (docs/profiles.md, "Times of actions"). O(length).
[[nodiscard]] bool isCommunicationKernel(std::string_view name) noexcept;

/// The same for the names of one file, each looked at once.
class CommunicationKernels
{
public:
    explicit CommunicationKernels(const StringTable& names) : m_names(names), m_known(names.size()) {}
    [[nodiscard]] bool contains(std::uint32_t name)
    {
        std::uint8_t& known = m_known[name];
        if (known == 0)
            known = isCommunicationKernel(m_names[name]) ? 2 : 1;
        return known == 2;
    }

private:
    const StringTable& m_names;
    std::vector<std::uint8_t> m_known; ///< 0 = not looked at
};

} // namespace bubblescope
