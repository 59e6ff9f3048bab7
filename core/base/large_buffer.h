// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace bubblescope {

/// Memory that is read here and there all over, in pages as large as the system gives: the processor keeps
/// few addresses of pages, and looking one up costs more than what is read there. Begins at a page's begin.
class LargeBuffer
{
public:
    LargeBuffer() = default;
    /// Uninitialised. Throws std::bad_alloc where there is no memory.
    explicit LargeBuffer(std::size_t bytes);

    [[nodiscard]] std::byte* data() const { return m_bytes.get(); }

private:
    struct Free
    {
        void operator()(std::byte* bytes) const { std::free(bytes); }
    };
    std::unique_ptr<std::byte, Free> m_bytes;
};

} // namespace bubblescope
