// SPDX-License-Identifier: Apache-2.0
#include "core/trace/container_pipe.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bubblescope {

namespace {

bool isPlain(const std::string& path)
{
    struct stat status
    {};
    return path != "-" &&
           (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

/// Opening waits for nobody, unlike that of a pipe in the usual way; reading is done where there is
/// something.
int pipeDescriptor(const std::string& path)
{
    return path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                       : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

/// False where the user does not want to wait any more.
bool waitForBytes(int descriptor, const CancelToken& cancel)
{
    constexpr int kMillisecondsPerLook = 50;
    while (!cancel.isCancelled()) {
        pollfd waited{descriptor, POLLIN, 0};
        const int ready = ::poll(&waited, 1, kMillisecondsPerLook);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true;
    }
    return false;
}

} // namespace

bool SpooledBytes::fail(Sentence message, TraceRefusal refusal, ErrorKind kind)
{
    m_failure = TraceError{{kind, std::move(message), {}}, refusal};
    return false;
}

bool SpooledBytes::grow()
{
    if (m_isAtEnd || m_failure)
        return false;
    if (m_size == m_blocks.size() * std::uint64_t{kBlock})
        m_blocks.emplace_back(new char[kBlock]);
    const auto used = static_cast<std::size_t>(m_size % kBlock);
    for (;;) {
        if (!waitForBytes(m_pipe.descriptor(), m_cancel))
            return fail(Sentence({"base.cancelled", "canceled"}), TraceRefusal::Final, ErrorKind::Cancelled);
        const ssize_t count = ::read(m_pipe.descriptor(), m_blocks.back().get() + used, kBlock - used);
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count < 0)
            return fail(Sentence({"trace.cannot-read-from-byte", "cannot be read past byte {byte}: {why}"},
                                 m_size, SystemError{errno}),
                        TraceRefusal::Final, ErrorKind::InvalidInput);
        m_isAtEnd = count == 0;
        if (m_size + static_cast<std::uint64_t>(count) > m_maxSize)
            return fail(Sentence({"trace.what-comes-from-pipe",
                                  "the pipe sends more than {most} bytes; set a larger limit to read it"},
                                 m_maxSize),
                        TraceRefusal::TooLarge, ErrorKind::InvalidInput);
        m_size += static_cast<std::uint64_t>(count);
        return !m_isAtEnd;
    }
}

std::size_t SpooledBytes::read(std::uint64_t offset, char* to, std::size_t size)
{
    if (offset >= m_size && !grow())
        return 0;
    std::size_t count = 0;
    while (count < size && offset < m_size) {
        const auto within = static_cast<std::size_t>(offset % kBlock);
        const std::size_t left = std::min<std::uint64_t>(m_size - offset, kBlock - within);
        const std::size_t piece = std::min(size - count, left);
        std::memcpy(to + count, m_blocks[static_cast<std::size_t>(offset / kBlock)].get() + within, piece);
        count += piece;
        offset += piece;
    }
    return count;
}

std::size_t SpooledSource::read(char* to, std::size_t size)
{
    const std::size_t count = m_bytes->read(m_done, to, size);
    m_done += count;
    return count;
}

Result<std::shared_ptr<SpooledBytes>, TraceError> openPipe(const std::string& path,
                                                           const TraceReadOptions& options)
{
    if (isPlain(path))
        return nullptr;
    const int descriptor = pipeDescriptor(path);
    if (descriptor < 0)
        return refused(path, Sentence({"trace.cannot-read", "cannot be read: {why}"}, SystemError{errno}));
    return std::make_shared<SpooledBytes>(descriptor, std::min(options.maxPiped, options.maxSize),
                                          options.cancel);
}

} // namespace bubblescope
