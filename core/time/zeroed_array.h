// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace bubblescope {

/// Asks the system to back memory with pages of megabytes, where it has such: the first touch of small ones
/// costs more than most work that is done on them. No effect on small memory.
void preferLargePages(void* memory, std::size_t bytes);

/// Numbers that are 0 until they are written. Large ones come from the system as zero pages, so that memory
/// is touched where the work gets to it and never only to be cleared. Throws std::bad_alloc.
template <typename T>
class ZeroedArray
{
    static_assert(std::is_trivial_v<T>);

public:
    ZeroedArray() = default;
    explicit ZeroedArray(std::size_t size)
        : m_values(size > 0 ? static_cast<T*>(std::calloc(size, sizeof(T))) : nullptr)
    {
        if (size > 0 && !m_values)
            throw std::bad_alloc();
        preferLargePages(m_values.get(), size * sizeof(T));
    }

    [[nodiscard]] T* data() const { return m_values.get(); }
    [[nodiscard]] T& operator[](std::size_t index) const { return m_values.get()[index]; }

private:
    struct Free
    {
        void operator()(T* values) const { std::free(values); }
    };
    std::unique_ptr<T, Free> m_values;
};

} // namespace bubblescope
