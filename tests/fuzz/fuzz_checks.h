// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace_file.h"

#include <algorithm>
#include <string_view>

namespace bubblescope::test {

/// Ends the program with `what` if it does not hold.
void require(bool holds, const char* what);
/// The same of a text that can be shown: not empty, UTF-8.
void requireText(std::string_view text, const char* what);

/// What holds of each profile that a reader gives, of so many bytes.
void requireProfile(const TraceFile& file, std::uint64_t bytes);

template <typename Take>
void forEachLine(std::string_view bytes, Take take)
{
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        take(bytes.substr(0, end));
        bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
}

} // namespace bubblescope::test
