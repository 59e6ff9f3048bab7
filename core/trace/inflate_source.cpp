// SPDX-License-Identifier: Apache-2.0
#include "core/trace/inflate_source.h"

#include <algorithm>
#include <array>
#include <zlib.h>

namespace bubblescope {

namespace {

constexpr std::size_t kInputBlock = 256U << 10U;
constexpr std::uint64_t kRatioFrom = std::uint64_t{1} << 30U;
constexpr std::uint64_t kMostRatio = 2000;
constexpr int kGzipOnly = 16 + MAX_WBITS;

} // namespace

struct InflateSource::Stream
{
    z_stream zlib{};
    std::array<char, kInputBlock> input{};
};

InflateSource::InflateSource(std::unique_ptr<ByteSource> compressed, std::uint64_t maxSize,
                             CancelToken cancel)
    : m_compressed(std::move(compressed))
    , m_stream(std::make_unique<Stream>())
    , m_maxSize(maxSize)
    , m_cancel(std::move(cancel))
{
    if (inflateInit2(&m_stream->zlib, kGzipOnly) != Z_OK)
        fail(Sentence({"trace.no-memory-inflate", "not enough memory to inflate it"}), TraceRefusal::Final);
}

InflateSource::~InflateSource()
{
    inflateEnd(&m_stream->zlib);
}

void InflateSource::fail(Sentence message, TraceRefusal refusal, ErrorKind kind)
{
    m_isAtEnd = true;
    m_failure = TraceError{{kind, std::move(message), {}}, refusal};
}

bool InflateSource::fillInput()
{
    z_stream& zlib = m_stream->zlib;
    if (zlib.avail_in > 0)
        return true;
    const std::size_t count = m_compressed->read(m_stream->input.data(), m_stream->input.size());
    zlib.next_in = reinterpret_cast<Bytef*>(m_stream->input.data());
    zlib.avail_in = static_cast<uInt>(count);
    m_taken += count;
    return count > 0;
}

bool InflateSource::startNextMember()
{
    z_stream& zlib = m_stream->zlib;
    // Zeros fill up the blocks of tapes and images; far more of them are a sparse file.
    constexpr std::uint64_t kMostZeros = std::uint64_t{64} << 20U;
    std::uint64_t zeros = 0;
    for (; fillInput() && *zlib.next_in == 0 && zeros < kMostZeros; ++zlib.next_in, --zlib.avail_in) {
        ++zeros;
        if (m_cancel.isCancelled()) {
            fail(Sentence({"base.cancelled", "canceled"}), TraceRefusal::Final, ErrorKind::Cancelled);
            return false;
        }
    }
    if (zlib.avail_in == 0) {
        m_failure = m_compressed->failure();
        return false;
    }
    constexpr Bytef kFirstByte = 0x1f;
    if (*zlib.next_in == kFirstByte)
        return inflateReset(&zlib) == Z_OK;
    fail(Sentence({"trace.what-comes-after-byte",
                   "the data after byte {byte} is not gzip: a part is damaged, or bytes were appended"},
                  m_taken - zlib.avail_in),
         TraceRefusal::Damaged);
    return false;
}

bool InflateSource::isWithinLimits()
{
    if (m_inflated > m_maxSize) {
        fail(Sentence({"trace.inflates-more-than-bytes",
                       "it inflates to more than {most} bytes; set a larger limit to read it"},
                      m_maxSize),
             TraceRefusal::TooLarge);
        return false;
    }
    const bool isDefault = m_maxSize == TraceReadOptions{}.maxSize;
    const std::uint64_t size = std::max(fileSize(), m_compressed->fileDone());
    if (isDefault && m_inflated > kRatioFrom && m_inflated / kMostRatio > size) {
        fail(Sentence({"trace.bytes-inflate-more-than",
                       "its {bytes} bytes inflate to more than {inflated} bytes, over {most} times as much; "
                       "set a larger limit to read it"},
                      size, m_inflated, kMostRatio),
             TraceRefusal::TooLarge);
        return false;
    }
    return true;
}

std::size_t InflateSource::read(char* to, std::size_t size)
{
    constexpr std::size_t kMostAtOnce = 1U << 30U;
    z_stream& zlib = m_stream->zlib;
    zlib.next_out = reinterpret_cast<Bytef*>(to);
    zlib.avail_out = static_cast<uInt>(std::min(size, kMostAtOnce));
    const uInt wanted = zlib.avail_out;
    while (!m_isAtEnd && zlib.avail_out > 0) {
        if (m_cancel.isCancelled()) {
            fail(Sentence({"base.cancelled", "canceled"}), TraceRefusal::Final, ErrorKind::Cancelled);
            break;
        }
        if (!fillInput()) {
            fail(Sentence({"trace.gzip-stream-ends-early", "the gzip stream ends early, after {bytes} bytes"},
                          m_taken),
                 TraceRefusal::Damaged);
            if (const auto& cause = m_compressed->failure())
                m_failure = cause;
            break;
        }
        const int status = inflate(&zlib, Z_NO_FLUSH);
        if (status == Z_STREAM_END)
            m_isAtEnd = !startNextMember();
        else if (status != Z_OK)
            fail(Sentence(
                     {"trace.gzip-stream-damaged-byte", "the gzip stream is damaged at byte {byte} ({why})"},
                     m_taken - zlib.avail_in, zlib.msg != nullptr ? zlib.msg : "no memory"),
                 TraceRefusal::Damaged);
    }
    const std::size_t count = wanted - zlib.avail_out;
    m_inflated += count;
    return isWithinLimits() ? count : 0;
}

} // namespace bubblescope
