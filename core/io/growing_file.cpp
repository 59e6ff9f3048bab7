// SPDX-License-Identifier: Apache-2.0
#include "core/io/growing_file.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bubblescope {

namespace {

constexpr mode_t kGrowingFileMode = 0666;
constexpr mode_t kPermissions = 0777;
constexpr int kOpenAttempts = 10;

tl::unexpected<Error> growingFailed(const std::string& path, Sentence why)
{
    return failure(ErrorKind::OutputFailed, {"file.cannot-write", "cannot write {path}: {why}"}, path, why);
}

/// What stands at the path now is still what was opened: its last holder may have put another in its place.
bool isStillAt(const std::string& path, int descriptor)
{
    struct stat opened
    {};
    struct stat named
    {};
    return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

/// False if another has it.
bool claim(int descriptor)
{
    // Some file systems know no locks; then there is no claim.
    return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EAGAIN);
}

} // namespace

tl::unexpected<Error> GrowingFile::cannotWrite(int errorNumber) const
{
    return growingFailed(m_path, systemSentence(errorNumber));
}

Result<GrowingFile> GrowingFile::open(const std::string& path)
{
    for (int attempt = 0; attempt < kOpenAttempts; ++attempt) {
        FileHandle handle(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kGrowingFileMode));
        struct stat status
        {};
        if (!handle.isOpen() || ::fstat(handle.descriptor(), &status) != 0)
            return growingFailed(path, systemSentence(errno));
        if (!S_ISREG(status.st_mode))
            return growingFailed(path, Sentence({"file.no-regular-file", "it is not a regular file"}));
        if (!claim(handle.descriptor()))
            return invalidInput(
                {"file.being-written-another-process",
                 "another process is writing {path}: wait for it to finish, or choose another name"},
                path);
        if (!isStillAt(path, handle.descriptor()))
            continue;
        if (::fstat(handle.descriptor(), &status) != 0)
            return growingFailed(path, systemSentence(errno));
        return GrowingFile(path, std::move(handle), static_cast<std::uint64_t>(status.st_size));
    }
    return growingFailed(path, Sentence({"file.replaced-again-again", "it is being replaced repeatedly"}));
}

Result<std::string> GrowingFile::read() const
{
    std::string text(m_size, '\0');
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t count =
            ::pread(m_file.descriptor(), text.data() + done, text.size() - done, static_cast<off_t>(done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return invalidInput({"file.cannot-read", "cannot read {path}: {why}"}, m_path,
                                SystemError{errno});
        if (count == 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    text.resize(done);
    return text;
}

Result<void> GrowingFile::cutTo(std::uint64_t size)
{
    if (size >= m_size)
        return {};
    if (::ftruncate(m_file.descriptor(), static_cast<off_t>(size)) != 0)
        return cannotWrite(errno);
    m_size = size;
    return {};
}

Result<void> GrowingFile::append(std::string_view lines)
{
    std::size_t done = 0;
    std::optional<int> problem;
    while (done < lines.size() && !problem) {
        const ssize_t count = ::pwrite(m_file.descriptor(), lines.data() + done, lines.size() - done,
                                       static_cast<off_t>(m_size + done));
        if (count >= 0)
            done += static_cast<std::size_t>(count);
        else if (errno != EINTR)
            problem = errno;
    }
    const std::uint64_t begin = m_size;
    m_size += done;
    if (!problem)
        return {};
    const std::size_t lastLine = done == 0 ? std::string_view::npos : lines.rfind('\n', done - 1);
    // Should this fail too, who reads it finds a line that is cut off.
    static_cast<void>(cutTo(begin + (lastLine == std::string_view::npos ? 0 : lastLine + 1)));
    return cannotWrite(*problem);
}

Result<void> GrowingFile::sync()
{
    // EINVAL, EROFS: nothing that could be made safe in this way.
    if (::fsync(m_file.descriptor()) != 0 && errno != EINVAL && errno != EROFS)
        return cannotWrite(errno);
    return {};
}

Result<void> GrowingFile::replace(const std::string& path)
{
    struct stat earlier
    {};
    if (::stat(path.c_str(), &earlier) == 0)
        static_cast<void>(::fchmod(m_file.descriptor(), earlier.st_mode & kPermissions));
    if (const Result<void> safe = sync(); !safe)
        return safe;
    if (std::rename(m_path.c_str(), path.c_str()) != 0)
        return growingFailed(path, systemSentence(errno));
    m_path = path;
    return {};
}

} // namespace bubblescope
