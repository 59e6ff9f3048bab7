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

char* SpooledBytes::room()
{
    const auto used = static_cast<std::size_t>(m_size % kBlock);
    if (m_size == m_blocks.size() * std::uint64_t{kBlock})
        m_blocks.emplace_back(new char[kBlock]);
    return m_blocks.back().get() + used;
}

void SpooledBytes::take(std::size_t count)
{
    m_size += count;
}

std::size_t SpooledBytes::read(std::uint64_t offset, char* to, std::size_t size) const
{
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
int openPipe(const std::string& path)
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

Result<std::shared_ptr<const SpooledBytes>, TraceError> spoolPipe(const std::string& path,
                                                                  const TraceReadOptions& options)
{
    if (isPlain(path))
        return nullptr;
    const FileHandle pipe(openPipe(path));
    if (!pipe.isOpen())
        return refused(path, Sentence({"trace.cannot-read", "cannot be read: {why}"}, SystemError{errno}));
    auto bytes = std::make_shared<SpooledBytes>();
    for (;;) {
        if (!waitForBytes(pipe.descriptor(), options.cancel))
            return refused(path, Sentence({"base.cancelled", "canceled"}), TraceRefusal::Final,
                           ErrorKind::Cancelled);
        const ssize_t count = ::read(pipe.descriptor(), bytes->room(), bytes->roomSize());
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count < 0)
            return refused(path,
                           Sentence({"trace.cannot-read-from-byte", "cannot be read past byte {byte}: {why}"},
                                    bytes->size(), SystemError{errno}));
        if (count == 0)
            return bytes;
        bytes->take(static_cast<std::size_t>(count));
        if (bytes->size() > options.maxSize)
            return refused(path,
                           Sentence({"trace.what-comes-from-pipe",
                                     "the pipe sends more than {most} bytes; set a larger limit to read it"},
                                    options.maxSize),
                           TraceRefusal::TooLarge);
    }
}

} // namespace bubblescope
