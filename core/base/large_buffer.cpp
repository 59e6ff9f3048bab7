// SPDX-License-Identifier: Apache-2.0
#include "core/base/large_buffer.h"

#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bubblescope {

namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;

} // namespace

LargeBuffer::LargeBuffer(std::size_t bytes)
{
    const std::size_t whole = (bytes + kLargePage - 1) / kLargePage * kLargePage;
    m_bytes.reset(static_cast<std::byte*>(std::aligned_alloc(kLargePage, whole)));
    if (m_bytes == nullptr)
        throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    // Only a wish: where it is not heard, pages are small.
    static_cast<void>(madvise(m_bytes.get(), whole, MADV_HUGEPAGE));
#endif
}

} // namespace bubblescope
