// SPDX-License-Identifier: Apache-2.0
#include "core/trace/nsight_file.h"

#include "core/base/text_show.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <system_error>

namespace bubblescope::nsight {

namespace {

constexpr std::string_view kMagic{"SQLite format 3\0", 16};

std::uint64_t bigEndian(std::string_view bytes)
{
    std::uint64_t value = 0;
    for (const char byte : bytes)
        value = value << 8U | static_cast<unsigned char>(byte);
    return value;
}

bool isThereAndNotEmpty(const std::string& path)
{
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return !error && size > 0;
}

/// One that is done with stays in some modes, with zeros where it began.
bool isHotJournal(const std::string& path)
{
    constexpr std::string_view kJournal{"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8};
    std::array<char, kJournal.size()> begin{};
    std::ifstream file(path, std::ios::binary);
    return file.read(begin.data(), begin.size()) && std::string_view(begin.data(), begin.size()) == kJournal;
}

bool mayStandInUri(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' ||
           c == '.' || c == '_' || c == '-';
}

} // namespace

Result<FileHead, std::string> readHead(const std::string& path)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (error)
        return tl::unexpected<std::string>(error.message());
    if (std::filesystem::is_directory(status))
        return tl::unexpected<std::string>("it is a folder");
    if (!std::filesystem::is_regular_file(status))
        return tl::unexpected<std::string>("it is not a regular file");
    FileHead head;
    head.size = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    if (error || !file)
        return tl::unexpected<std::string>(error ? error.message() : std::generic_category().message(errno));
    head.bytes.resize(kHeaderSize);
    file.read(head.bytes.data(), static_cast<std::streamsize>(head.bytes.size()));
    head.bytes.resize(static_cast<std::size_t>(file.gcount()));
    return head;
}

std::optional<Sentence> whyNoDatabase(const FileHead& head)
{
    if (head.size == 0)
        return Sentence({"trace.file-empty-so-no",
                         "the file is empty, so there is no NVTX_EVENTS table; export the "
                         "report again with 'nsys export --type sqlite'"});
    if (head.bytes.starts_with("QDSTRM"))
        return Sentence({"trace.report-nsight-systems-not",
                         "this is a report of Nsight Systems, not an SQLite database; export it with 'nsys "
                         "export --type sqlite' and open the exported file"});
    if (!head.bytes.starts_with(kMagic) || head.bytes.size() < kHeaderSize)
        return Sentence({"trace.not-sqlite-database-report",
                         "not an SQLite database; export a report of Nsight Systems "
                         "(.nsys-rep, .qdstrm) with 'nsys export --type sqlite'"});
    return std::nullopt;
}

std::uint64_t pageSizeOf(const FileHead& head)
{
    if (head.bytes.size() < kHeaderSize)
        return 0;
    const std::uint64_t field = bigEndian(std::string_view(head.bytes).substr(16, 2));
    return field == 1 ? 65'536 : field;
}

std::optional<std::uint64_t> sizeIfCut(const FileHead& head)
{
    if (head.bytes.size() < kHeaderSize)
        return std::nullopt;
    const std::string_view bytes = head.bytes;
    // The page count counts only where the last writer kept it.
    if (bytes.substr(24, 4) != bytes.substr(92, 4))
        return std::nullopt;
    const std::uint64_t size = pageSizeOf(head) * bigEndian(bytes.substr(28, 4));
    return size > head.size ? std::optional(size) : std::nullopt;
}

std::optional<Sentence> whyIncomplete(const std::string& path)
{
    if (isThereAndNotEmpty(path + "-wal"))
        return Sentence({"trace.not-all-file-rest",
                         "the file is incomplete: the rest is in {path}-wal; close the program that writes "
                         "it, or merge them with: sqlite3 {path} 'PRAGMA wal_checkpoint(TRUNCATE)'"},
                        printable(path));
    if (isHotJournal(path + "-journal"))
        return Sentence({"trace.change-broken-off-journal",
                         "a change to it was interrupted, and {path}-journal has the previous content; close "
                         "the program that writes it, or undo the change with: sqlite3 {path} .tables"},
                        printable(path));
    return std::nullopt;
}

std::string readOnlyUri(const std::string& path)
{
    std::string uri = path.starts_with('/') ? "file://" : "file:";
    for (const char c : path) {
        if (mayStandInUri(c))
            uri += c;
        else
            fmt::format_to(std::back_inserter(uri), "%{:02X}", static_cast<unsigned char>(c));
    }
    return uri + "?mode=ro&immutable=1";
}

} // namespace bubblescope::nsight
