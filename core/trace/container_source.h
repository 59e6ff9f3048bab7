// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/file_handle.h"
#include "core/trace/read_trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// An error that names a file as a whole.
[[nodiscard]] inline TraceError traceError(const std::string& path, Sentence message,
                                           TraceRefusal refusal = TraceRefusal::Final,
                                           ErrorKind kind = ErrorKind::InvalidInput)
{
    return {{kind, std::move(message), SourceLocation{path, 0, 0, {}, {}, 0}}, refusal};
}
template <typename... More>
[[nodiscard]] tl::unexpected<TraceError> refused(const std::string& path, Sentence message, More... more)
{
    return tl::unexpected(traceError(path, std::move(message), more...));
}

/// Bytes that come one after the other; private to core/trace.
class ByteSource
{
public:
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    /// Up to `size` of the next bytes; 0 at the end, or where failure() says why there are no more.
    [[nodiscard]] virtual std::size_t read(char* to, std::size_t size) = 0;
    /// Bytes of the file itself that were used so far, and all it has: the measure of progress.
    [[nodiscard]] virtual std::uint64_t fileDone() const = 0;
    [[nodiscard]] virtual std::uint64_t fileSize() const = 0;
    /// What is wrong, without the file's name; nothing at a plain end.
    [[nodiscard]] virtual const std::optional<TraceError>& failure() const { return m_failure; }

protected:
    std::optional<TraceError> m_failure;
};

/// A text in memory, which must outlive the source.
class MemorySource : public ByteSource
{
public:
    explicit MemorySource(std::string_view bytes) : m_bytes(bytes) {}
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override;
    [[nodiscard]] std::uint64_t fileDone() const override { return m_done; }
    [[nodiscard]] std::uint64_t fileSize() const override { return m_bytes.size(); }

private:
    std::string_view m_bytes;
    std::size_t m_done = 0;
};

/// A file, read as it goes: a map of it would bring the program down where the file shrinks meanwhile.
class FileSource : public ByteSource
{
public:
    /// Missing, unreadable, a folder: an error with the name.
    [[nodiscard]] static Result<std::unique_ptr<ByteSource>, TraceError> open(const std::string& path);
    FileSource(int descriptor, std::uint64_t size) : m_file(descriptor), m_size(size) {}
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override;
    [[nodiscard]] std::uint64_t fileDone() const override { return m_done; }
    [[nodiscard]] std::uint64_t fileSize() const override { return m_size; }

private:
    FileHandle m_file;
    std::uint64_t m_size = 0;
    std::uint64_t m_done = 0;
};

/// The bytes of another source of which the first were looked at already.
class PeekedSource : public ByteSource
{
public:
    /// Reads up to `most` bytes ahead.
    PeekedSource(std::unique_ptr<ByteSource> rest, std::size_t most);
    [[nodiscard]] std::string_view peeked() const { return m_peeked; }
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override;
    [[nodiscard]] std::uint64_t fileDone() const override { return m_rest->fileDone(); }
    [[nodiscard]] std::uint64_t fileSize() const override { return m_rest->fileSize(); }
    [[nodiscard]] const std::optional<TraceError>& failure() const override { return m_rest->failure(); }

private:
    std::unique_ptr<ByteSource> m_rest;
    std::string m_peeked;
    std::size_t m_given = 0;
};

} // namespace bubblescope
