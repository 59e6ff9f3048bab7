// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/file.h"
#include "core/io/file_handle.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace bubblescope {

namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;
constexpr int kMostAttempts = 1000;
constexpr mode_t kNewFileMode = 0666;
constexpr mode_t kPermissionBits = 0777;

tl::unexpected<Error> cannotWrite(const std::string& path, Sentence why)
{
    return failure(ErrorKind::OutputFailed, {"file.cannot-write", "cannot write {path}: {why}"}, path, why);
}

// Also where a link points to nothing yet; canonical() would refuse that.
Result<fs::path> linkTarget(const std::string& path)
{
    fs::path target(path);
    std::error_code error;
    for (int links = 0; fs::is_symlink(fs::symlink_status(target, error)); ++links) {
        const fs::path next = fs::read_symlink(target, error);
        if (error)
            return cannotWrite(path, systemSentence(error.value()));
        if (links == kMostLinks)
            return cannotWrite(path, systemSentence(ELOOP));
        target = next.is_absolute() ? next : target.parent_path() / next;
    }
    return target;
}

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

/// A new file beside the target, removed again unless it took the target's place.
class TemporaryFile
{
public:
    explicit TemporaryFile(const fs::path& target) : m_file(create(target)) {}
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile()
    {
        if (m_file.isOpen() || m_isClosed)
            ::unlink(m_path.c_str());
    }

    [[nodiscard]] bool isOpen() const { return m_file.isOpen(); }

    void takeOver(const struct stat& earlier) const
    {
        // Fails for all but root; then the new file is the writer's own, as any new file is. Its group may be
        // one of the writer's others.
        if (::fchown(m_file.descriptor(), earlier.st_uid, earlier.st_gid) != 0)
            static_cast<void>(::fchown(m_file.descriptor(), static_cast<uid_t>(-1), earlier.st_gid) == 0);
        static_cast<void>(::fchmod(m_file.descriptor(), earlier.st_mode & kPermissionBits));
    }
    /// False with errno.
    [[nodiscard]] bool fill(std::string_view bytes)
    {
        if (!writeAll(m_file.descriptor(), bytes) || ::fsync(m_file.descriptor()) != 0)
            return false;
        m_isClosed = true;
        return m_file.close();
    }
    /// False with errno.
    [[nodiscard]] bool replace(const fs::path& target)
    {
        if (::rename(m_path.c_str(), target.c_str()) != 0)
            return false;
        m_isClosed = false;
        return true;
    }

private:
    // open() rather than mkstemp(): a new file gets the permissions of the user's umask.
    [[nodiscard]] int create(const fs::path& target)
    {
        for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
            m_path = target.parent_path() / fmt::format(".bubblescope-{}-{}.tmp", ::getpid(), attempt);
            const int descriptor =
                ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
            if (descriptor >= 0 || errno != EEXIST)
                return descriptor;
        }
        return -1;
    }

    fs::path m_path;
    FileHandle m_file;
    bool m_isClosed = false; ///< complete, and waiting to take the target's place
};

// A device or a pipe is written to; a file put in its place would not be what was asked for.
Result<void> writeInPlace(const std::string& path, const fs::path& target, std::string_view bytes)
{
    FileHandle file(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.isOpen() || !writeAll(file.descriptor(), bytes) || !file.close())
        return cannotWrite(path, systemSentence(errno));
    return {};
}

void syncFolder(const fs::path& folder)
{
    const FileHandle handle(
        ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (handle.isOpen())
        static_cast<void>(::fsync(handle.descriptor()));
}

Result<void> checkTemporary(const std::string& path, const TemporaryFile& temporary)
{
    if (!temporary.isOpen())
        return cannotWrite(path,
                           Sentence({"file.no-file-can-made", "cannot create a file in its folder: {why}"},
                                    systemSentence(errno)));
    return {};
}

Result<void> replaceFile(const std::string& path, const fs::path& target, std::string_view bytes,
                         const std::optional<struct stat>& earlier)
{
    TemporaryFile temporary(target);
    if (auto ok = checkTemporary(path, temporary); !ok)
        return ok;
    if (earlier)
        temporary.takeOver(*earlier);
    if (!temporary.fill(bytes) || !temporary.replace(target))
        return cannotWrite(path, systemSentence(errno));
    syncFolder(target.parent_path());
    return {};
}

/// What is to be written to, links followed, and what stands there.
struct Target
{
    fs::path path;
    std::optional<struct stat> earlier;

    [[nodiscard]] bool isReplaced() const { return !earlier || S_ISREG(earlier->st_mode); }
};

Result<Target> targetOf(const std::string& path)
{
    if (path.empty())
        return cannotWrite("''", Sentence({"file.file-needs-name", "the file name is empty"}));
    TRY(const fs::path target, linkTarget(path));
    struct stat status
    {};
    if (::stat(target.c_str(), &status) != 0) {
        if (errno != ENOENT)
            return cannotWrite(path, systemSentence(errno));
        if (!target.has_filename())
            return cannotWrite(path, Sentence({"file.names-folder-does-not", "its folder does not exist"}));
        return Target{target, std::nullopt};
    }
    if (S_ISDIR(status.st_mode))
        return cannotWrite(path, Sentence({"file.folder", "it is a folder"}));
    if (::access(target.c_str(), W_OK) != 0)
        return cannotWrite(path, systemSentence(errno));
    return Target{target, status};
}

} // namespace

Result<void> writeFileAtomically(const std::string& path, std::string_view bytes)
{
    TRY(const Target target, targetOf(path));
    return target.isReplaced() ? replaceFile(path, target.path, bytes, target.earlier)
                               : writeInPlace(path, target.path, bytes);
}

Result<void> checkWritable(const std::string& path)
{
    TRY(const Target target, targetOf(path));
    if (!target.isReplaced())
        return {};
    return checkTemporary(path, TemporaryFile(target.path));
}

} // namespace bubblescope
