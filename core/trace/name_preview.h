// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/trace/record_names.h"
#include "core/trace/trace_file.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// What a pattern finds in profiles, to be shown while it is written.
struct PatternPreview
{
    std::size_t records = 0;     ///< ranges, and kernels that carry a label: what could match
    std::size_t matched = 0;     ///< of them
    std::size_t outOfBounds = 0; ///< of them: they match, with numbers that no schedule has
    /// The first different names that match, as shownName() gives them, with what they say.
    std::vector<std::pair<std::string, NamedAction>> examples;
};

/// Tries each different name once. What was counted until then where it is cancelled. O(records) and one
/// match for each name.
[[nodiscard]] PatternPreview previewPattern(const NamePattern& pattern,
                                            const std::vector<const TraceFile*>& files,
                                            const CancelToken& cancel = {}, std::size_t mostExamples = 5);

} // namespace bubblescope
