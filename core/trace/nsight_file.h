// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>

/// What is told of an SQLite file before SQLite sees it; private to core/trace.
namespace bubblescope::nsight {

inline constexpr std::size_t kHeaderSize = 100;

/// The first bytes of a file and how long it is; the error is the system's reason.
struct FileHead
{
    std::string bytes; ///< at most kHeaderSize
    std::uint64_t size = 0;
};
[[nodiscard]] Result<FileHead, std::string> readHead(const std::string& path);

/// Why the file cannot be an export of Nsight Systems: empty, no SQLite; nothing if it may be one.
[[nodiscard]] std::optional<Sentence> whyNoDatabase(const FileHead& head);
/// Bytes of one page, as the header tells; 0 where there is none.
[[nodiscard]] std::uint64_t pageSizeOf(const FileHead& head);
/// The size that the database's header tells, where it is larger than the file: the end is missing.
[[nodiscard]] std::optional<std::uint64_t> sizeIfCut(const FileHead& head);

/// Why the file is not all there is: SQLite keeps a log or a journal beside it, without which it is not the
/// whole truth, and which cannot be merged without writing. With what to do.
[[nodiscard]] std::optional<Sentence> whyIncomplete(const std::string& path);

/// The file's name for SQLite: read only, and without looking for a lock or a log, so that nothing is written
/// beside it. Requires that there is neither: see whyIncomplete().
[[nodiscard]] std::string readOnlyUri(const std::string& path);

} // namespace bubblescope::nsight
