// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_slices.h"

#include "core/trace/chrome_skip.h"

#include <algorithm>
#include <cstring>

namespace bubblescope {

SliceBuffer::SliceBuffer(ByteSource& source, std::size_t usualSize) : m_source(source), m_usualSize(usualSize)
{
    reserve(usualSize);
}

void SliceBuffer::reserve(std::size_t capacity)
{
    std::unique_ptr<char[]> bytes(new char[capacity + 2 * kRoom]);
    // Bytes around the text may be looked at, never taken for it.
    std::memset(bytes.get(), ' ', capacity + 2 * kRoom);
    if (m_size > 0)
        std::memcpy(bytes.get() + kRoom, data(), m_size);
    m_bytes = std::move(bytes);
    m_capacity = capacity;
    m_begin = 0;
}

void SliceBuffer::consume(std::size_t count)
{
    m_begin += count;
    m_size -= count;
    m_offset += count;
}

bool SliceBuffer::fill()
{
    if (m_size == m_capacity) {
        if (m_capacity >= kMostSize)
            return false;
        reserve(m_capacity * 2);
    } else if (m_begin > 0) {
        std::memmove(m_bytes.get() + kRoom, data(), m_size);
        m_begin = 0;
    }
    while (!m_isAtEnd && m_size < m_capacity) {
        const std::size_t count = m_source.read(data() + m_size, m_capacity - m_size);
        m_size += count;
        m_isAtEnd = count == 0;
    }
    return true;
}

bool SliceBuffer::skipBlanks()
{
    for (;;) {
        const std::string_view all = text();
        const auto end = std::find_if_not(all.begin(), all.end(), isJsonBlank);
        consume(static_cast<std::size_t>(end - all.begin()));
        if (m_size > 0)
            return true;
        if (m_isAtEnd || !fill())
            return false;
    }
}

} // namespace bubblescope
