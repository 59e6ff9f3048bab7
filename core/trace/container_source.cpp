// SPDX-License-Identifier: Apache-2.0
#include "core/trace/container_source.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>

namespace bubblescope {

std::size_t MemorySource::read(char* to, std::size_t size)
{
    const std::size_t count = m_bytes.copy(to, size, m_done);
    m_done += count;
    return count;
}

namespace {

tl::unexpected<TraceError> containerSourceCannotRead(const std::string& path, Sentence why)
{
    return tl::unexpected(TraceError{{ErrorKind::InvalidInput,
                                      Sentence({"file.cannot-read", "cannot read {path}: {why}"}, path, why),
                                      {}}});
}

} // namespace

Result<std::unique_ptr<ByteSource>, TraceError> FileSource::open(const std::string& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return containerSourceCannotRead(path, systemSentence(errno));
    struct stat status
    {};
    const bool isKnown = ::fstat(descriptor, &status) == 0;
    auto source = std::make_unique<FileSource>(
        descriptor, isKnown && S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0);
    if (isKnown && S_ISDIR(status.st_mode))
        return containerSourceCannotRead(path, Sentence({"file.folder", "it is a folder"}));
    return source;
}

std::size_t FileSource::read(char* to, std::size_t size)
{
    std::size_t count = 0;
    while (count < size) {
        const ssize_t got = ::read(m_file.descriptor(), to + count, size - count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            m_failure = TraceError{{ErrorKind::InvalidInput,
                                    Sentence({"trace.cannot-read-on", "cannot read past byte {byte}: {why}"},
                                             m_done, SystemError{errno}),
                                    {}}};
            break;
        }
        if (got == 0)
            break;
        count += static_cast<std::size_t>(got);
        m_done += static_cast<std::uint64_t>(got);
    }
    return count;
}

PeekedSource::PeekedSource(std::unique_ptr<ByteSource> rest, std::size_t most)
    : m_rest(std::move(rest))
    , m_peeked(most, '\0')
{
    std::size_t count = 0;
    while (count < most) {
        const std::size_t got = m_rest->read(m_peeked.data() + count, most - count);
        if (got == 0)
            break;
        count += got;
    }
    m_peeked.resize(count);
}

std::size_t PeekedSource::read(char* to, std::size_t size)
{
    if (m_given == m_peeked.size())
        return m_rest->read(to, size);
    const std::size_t count = m_peeked.copy(to, size, m_given);
    m_given += count;
    return count;
}

} // namespace bubblescope
