// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/container_source.h"

#include <memory>
#include <string>
#include <vector>

namespace bubblescope {

/// What a pipe gave, in blocks: it does not move while it grows, so it takes no more memory than there is of
/// it.
class SpooledBytes
{
public:
    /// Where roomSize() more bytes may be written, of which take() keeps the first.
    [[nodiscard]] char* room();
    [[nodiscard]] std::size_t roomSize() const { return kBlock - static_cast<std::size_t>(m_size % kBlock); }
    void take(std::size_t count);
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// Up to `size` bytes from `offset` on.
    [[nodiscard]] std::size_t read(std::uint64_t offset, char* to, std::size_t size) const;

    static constexpr std::size_t kBlock = std::size_t{1} << 20U;

private:
    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::uint64_t m_size = 0;
};

/// Those bytes from their begin, as often as wanted.
class SpooledSource : public ByteSource
{
public:
    explicit SpooledSource(std::shared_ptr<const SpooledBytes> bytes) : m_bytes(std::move(bytes)) {}
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override;
    [[nodiscard]] std::uint64_t fileDone() const override { return m_done; }
    [[nodiscard]] std::uint64_t fileSize() const override { return m_bytes->size(); }

private:
    std::shared_ptr<const SpooledBytes> m_bytes;
    std::uint64_t m_done = 0;
};

/// What cannot be read twice ("-", a pipe, a device), read to its end; null for a plain file. Waits for the
/// other side and looks at the cancel token meanwhile. More than TraceReadOptions::maxSize is TooLarge.
[[nodiscard]] Result<std::shared_ptr<const SpooledBytes>, TraceError>
spoolPipe(const std::string& path, const TraceReadOptions& options);

} // namespace bubblescope
