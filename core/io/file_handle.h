// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sentence.h"

#include <unistd.h>
#include <utility>

namespace bubblescope {

/// What the system says of an errno, as a part of an error; its argument "system" is the number.
[[nodiscard]] inline Sentence systemSentence(int errorNumber)
{
    return {{"file.system", "{system}"}, SystemError{errorNumber}};
}

/// Owns a file descriptor; -1 is none. Private to core/io.
class FileHandle
{
public:
    explicit FileHandle(int descriptor) : m_descriptor(descriptor) {}
    FileHandle(FileHandle&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    FileHandle& operator=(FileHandle&& other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    ~FileHandle() { static_cast<void>(close()); }

    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    [[nodiscard]] int descriptor() const { return m_descriptor; }
    /// False (with errno) if the last bytes could not be written.
    [[nodiscard]] bool close()
    {
        const int descriptor = std::exchange(m_descriptor, -1);
        return descriptor < 0 || ::close(descriptor) == 0;
    }

private:
    int m_descriptor;
};

} // namespace bubblescope
