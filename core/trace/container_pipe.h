// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/container_source.h"

#include <memory>
#include <string>
#include <vector>

namespace bubblescope {

/// What cannot be read twice ("-", a pipe, a device), read as far as somebody asked for it and kept, so that
/// its first block tells the format before more is waited for. In blocks: it does not move while it grows, so
/// it takes no more memory than there is of it.
class SpooledBytes
{
public:
    SpooledBytes(int descriptor, std::uint64_t maxSize, CancelToken cancel)
        : m_pipe(descriptor)
        , m_maxSize(maxSize)
        , m_cancel(std::move(cancel))
    {}
    /// Up to `size` bytes from `offset` on; waits for the other side if none of them is there yet, and looks
    /// at the cancel token meanwhile. 0 at the end, or where failure() says why there are no more.
    [[nodiscard]] std::size_t read(std::uint64_t offset, char* to, std::size_t size);
    /// Without the pipe's name. More than the limit is TooLarge.
    [[nodiscard]] const std::optional<TraceError>& failure() const { return m_failure; }

private:
    static constexpr std::size_t kBlock = std::size_t{1} << 20U;

    /// Waits for more; false at the end.
    [[nodiscard]] bool grow();
    [[nodiscard]] bool fail(Sentence message, TraceRefusal refusal, ErrorKind kind);

    FileHandle m_pipe;
    std::uint64_t m_maxSize;
    CancelToken m_cancel;
    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::uint64_t m_size = 0;
    bool m_isAtEnd = false;
    std::optional<TraceError> m_failure;
};

/// Those bytes from their begin, as often as wanted.
class SpooledSource : public ByteSource
{
public:
    explicit SpooledSource(std::shared_ptr<SpooledBytes> bytes) : m_bytes(std::move(bytes)) {}
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override;
    [[nodiscard]] std::uint64_t fileDone() const override { return m_done; }
    /// Nobody knows how much is still to come.
    [[nodiscard]] std::uint64_t fileSize() const override { return 0; }
    [[nodiscard]] const std::optional<TraceError>& failure() const override { return m_bytes->failure(); }

private:
    std::shared_ptr<SpooledBytes> m_bytes;
    std::uint64_t m_done = 0;
};

/// Opens what cannot be read twice, without waiting for anybody; null for a plain file.
[[nodiscard]] Result<std::shared_ptr<SpooledBytes>, TraceError> openPipe(const std::string& path,
                                                                         const TraceReadOptions& options);

} // namespace bubblescope
