// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/chrome_slices.h"
#include "core/trace/container_open.h"

#include <cstdint>

namespace bubblescope {

/// Line and column of a byte of a text, found by reading the text again up to there; without a line if it
/// cannot be read again. O(offset), in memory of one block.
[[nodiscard]] SourceLocation placeInText(const SourceOpener& open, std::uint64_t offset,
                                         const std::string& sourceName);

/// Reads a Chrome trace of which the text can be read twice, in slices of at least 4 bytes.
[[nodiscard]] Result<TraceFile, TraceError> readChromeSource(const SourceOpener& open,
                                                             const std::string& sourceName,
                                                             const TraceReadOptions& options,
                                                             std::size_t sliceSize = SliceBuffer::kUsualSize);

} // namespace bubblescope
