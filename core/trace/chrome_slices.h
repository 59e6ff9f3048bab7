// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/container_source.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace bubblescope {

/// The piece of a long text that is being read: bytes are consumed in front and filled in behind. Around them
/// is room for what EventWalker wants. Grows only where one item is longer than it.
class SliceBuffer
{
public:
    SliceBuffer(ByteSource& source, std::size_t usualSize);

    [[nodiscard]] std::string_view text() const { return {data(), m_size}; }
    /// One byte before the text, for a "[".
    [[nodiscard]] char* list() { return data() - 1; }
    /// How far into the whole text the piece begins.
    [[nodiscard]] std::uint64_t offset() const { return m_offset; }
    [[nodiscard]] bool isAtEnd() const { return m_isAtEnd; }
    void consume(std::size_t count);
    /// Reads on until the buffer is full; a full one grows first. False if it may not grow any more.
    [[nodiscard]] bool fill();
    /// Consumes blanks, filling as needed; false at the end of the text.
    [[nodiscard]] bool skipBlanks();

    /// Whether so little is left that reading on is worth a move of it.
    [[nodiscard]] bool isLow() const { return m_size < m_usualSize && !m_isAtEnd; }

    static constexpr std::size_t kUsualSize = std::size_t{1} << 20U;
    static constexpr std::size_t kMostSize = std::size_t{32} << 20U;

private:
    [[nodiscard]] char* data() const { return m_bytes.get() + kRoom + m_begin; }
    void reserve(std::size_t capacity);

    // A bracket before the text, a bracket and a blank behind it, and EventWalker::kPadding bytes.
    static constexpr std::size_t kRoom = 128;
    ByteSource& m_source;
    std::unique_ptr<char[]> m_bytes;
    std::size_t m_usualSize = 0;
    std::size_t m_capacity = 0;
    std::size_t m_begin = 0;
    std::size_t m_size = 0;
    std::uint64_t m_offset = 0;
    bool m_isAtEnd = false;
};

} // namespace bubblescope
