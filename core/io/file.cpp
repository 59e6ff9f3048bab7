// SPDX-License-Identifier: Apache-2.0
#include "core/io/file.h"

#include "core/io/file_handle.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace bubblescope {

namespace {

constexpr std::size_t kFirstRead = 1U << 16U;

/// Of a pipe or device: nothing else says that it ends.
constexpr std::uint64_t kMostPiped = std::uint64_t{256} << 20U;

tl::unexpected<Error> cannotRead(const std::string& name, Sentence why)
{
    return invalidInput({"file.cannot-read", "cannot read {path}: {why}"}, name, why);
}

// One byte more than the file says, so that its end is seen without growing.
std::size_t nextReadSize(const struct stat& status, std::size_t used)
{
    if (S_ISREG(status.st_mode) && status.st_size > 0 && static_cast<std::uint64_t>(status.st_size) >= used)
        return static_cast<std::size_t>(status.st_size) + 1;
    return used * 2;
}

/// To just that size: a string that is resized takes up to twice as much.
void grow(std::string& bytes, std::size_t size)
{
    std::string larger;
    larger.reserve(size);
    larger = bytes;
    larger.resize(size);
    bytes = std::move(larger);
}

/// What no text is, told by its first block: of a device or pipe anything binary, else zeros alone.
bool isNoText(std::string_view block, bool isPlain)
{
    constexpr std::size_t kFewest = 4096;
    const bool isUtf16 = block.starts_with("\xff\xfe") || block.starts_with("\xfe\xff");
    if (!isPlain)
        return !isUtf16 && block.find('\0') != std::string_view::npos;
    return block.size() >= kFewest && block.find_first_not_of('\0') == std::string_view::npos;
}

Result<std::string> readAll(int descriptor, const std::string& name, std::uint64_t maxBytes)
{
    struct stat status
    {};
    if (::fstat(descriptor, &status) != 0)
        return cannotRead(name, systemSentence(errno));
    if (S_ISDIR(status.st_mode))
        return cannotRead(name, Sentence({"file.folder", "it is a folder"}));
    const bool isPlain = S_ISREG(status.st_mode);
    const std::uint64_t most = isPlain ? maxBytes : std::min(maxBytes, kMostPiped);
    const Sentence tooLarge({"file.too-large", "it is larger than {most} bytes"}, most);
    if (isPlain && static_cast<std::uint64_t>(status.st_size) > most)
        return cannotRead(name, tooLarge);
    std::string bytes(kFirstRead, '\0');
    std::size_t used = 0;
    for (;;) {
        if (used == bytes.size())
            grow(bytes, nextReadSize(status, used));
        const ssize_t count = ::read(descriptor, bytes.data() + used, bytes.size() - used);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return cannotRead(name, systemSentence(errno));
        const bool isFirst = used == 0;
        used += static_cast<std::size_t>(count);
        if (used > most)
            return cannotRead(name, tooLarge);
        if (isFirst && isNoText({bytes.data(), used}, isPlain))
            return cannotRead(name,
                              Sentence({"file.no-text", "it holds no text: it starts with binary data"}));
        if (count == 0)
            break;
    }
    bytes.resize(used);
    return bytes;
}

} // namespace

Result<std::string> readFile(const std::string& path, std::uint64_t maxBytes)
{
    try {
        if (path == "-")
            return readAll(STDIN_FILENO, "<stdin>", maxBytes);
        const FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        if (!file.isOpen())
            return cannotRead(path, systemSentence(errno));
        return readAll(file.descriptor(), path, maxBytes);
    } catch (const std::bad_alloc&) {
        return cannotRead(path, systemSentence(ENOMEM));
    } catch (const std::length_error&) {
        return cannotRead(path, systemSentence(ENOMEM));
    }
}

} // namespace bubblescope
