// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/io/file_handle.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace bubblescope {

/// A file that grows by whole lines while a program works, and is its own until it is closed: a second one
/// that opens it, here or in another process, is refused. The claim ends with the process, however that ends;
/// on file systems without locks there is none. Only for regular files.
class GrowingFile
{
public:
    /// Opens it for reading and appending, and makes it if it is not there. Errors are OutputFailed; that
    /// another program has it is InvalidInput.
    [[nodiscard]] static Result<GrowingFile> open(const std::string& path);
    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// All that it holds.
    [[nodiscard]] Result<std::string> read() const;
    /// Drops what is after the first `size` bytes.
    [[nodiscard]] Result<void> cutTo(std::uint64_t size);
    /// Whole lines. If they cannot all be written (a full disk), those that were stay, and no part of one.
    [[nodiscard]] Result<void> append(std::string_view lines);
    /// Until what was appended is on the disk.
    [[nodiscard]] Result<void> sync();
    /// Puts it in the place of the file `path`, whose permissions it takes over.
    [[nodiscard]] Result<void> replace(const std::string& path);

private:
    GrowingFile(std::string path, FileHandle file, std::uint64_t size)
        : m_path(std::move(path))
        , m_file(std::move(file))
        , m_size(size)
    {}
    [[nodiscard]] tl::unexpected<Error> cannotWrite(int errorNumber) const;

    std::string m_path;
    FileHandle m_file;
    std::uint64_t m_size = 0;
};

} // namespace bubblescope
