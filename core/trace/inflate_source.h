// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/container_source.h"

#include <memory>

namespace bubblescope {

/// What a gzip file holds, inflated in blocks as it is asked for: one member after the other, zeros behind
/// the last left out. A stream that ends early, is damaged or has other bytes behind it is a failure that may
/// be asked about (TraceRefusal::Damaged), and so are the limits of TraceReadOptions::maxSize (TooLarge).
/// Memory does not grow with the file.
class InflateSource : public ByteSource
{
public:
    InflateSource(std::unique_ptr<ByteSource> compressed, std::uint64_t maxSize, CancelToken cancel);
    ~InflateSource() override;
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override;
    [[nodiscard]] std::uint64_t fileDone() const override { return m_compressed->fileDone(); }
    [[nodiscard]] std::uint64_t fileSize() const override { return m_compressed->fileSize(); }

private:
    struct Stream;
    [[nodiscard]] bool fillInput();
    [[nodiscard]] bool startNextMember();
    [[nodiscard]] bool isWithinLimits();
    void fail(Sentence message, TraceRefusal refusal, ErrorKind kind = ErrorKind::InvalidInput);

    std::unique_ptr<ByteSource> m_compressed;
    std::unique_ptr<Stream> m_stream;
    std::uint64_t m_maxSize = 0;
    CancelToken m_cancel;
    std::uint64_t m_inflated = 0;
    std::uint64_t m_taken = 0; ///< compressed bytes given to zlib
    bool m_isAtEnd = false;
};

} // namespace bubblescope
