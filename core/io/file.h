// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace bubblescope {

/// The bytes of a file ("-" = standard input). Missing, unreadable, a folder, or over `maxBytes`: an error
/// with the name. What is no plain file, and so may never end, is read up to 256 MiB.
[[nodiscard]] Result<std::string> readFile(const std::string& path,
                                           std::uint64_t maxBytes = std::uint64_t{8} << 30U);

/// Writes a temporary file beside `path` and renames it, so that an earlier file stays whole if anything
/// fails. A symbolic link is followed; permissions of an earlier file are kept. Errors are OutputFailed.
[[nodiscard]] Result<void> writeFileAtomically(const std::string& path, std::string_view bytes);

/// Whether writeFileAtomically() could write there now; its errors, but for those of a disk that fills up.
/// Leaves nothing behind: for what takes long to work out, asked before.
[[nodiscard]] Result<void> checkWritable(const std::string& path);

} // namespace bubblescope
