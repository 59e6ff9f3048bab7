// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/trace/record_names.h"
#include "core/trace/trace_file.h"

#include <cstddef>
#include <optional>
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
    std::size_t unknownKind = 0; ///< of them: they match, and their kind is no word that is known
    /// The first different words that `kind` caught in those, with how many records each.
    std::vector<std::pair<std::string, std::size_t>> unknownKinds;
    /// The first different names that match, as shownName() gives them, with what they say.
    std::vector<std::pair<std::string, NamedAction>> examples;
    std::string firstName; ///< of the records, whether it matches or not, as shownName() gives it
};

/// Tries each different name once. What was counted until then where it is cancelled. O(records) and one
/// match for each name.
[[nodiscard]] PatternPreview previewPattern(const NamePattern& pattern,
                                            const std::vector<const TraceFile*>& files,
                                            const CancelToken& cancel = {}, std::size_t mostExamples = 5);

/// Why a pattern finds nothing, in one sentence, where there were records to try it on: its numbers are out
/// of bounds, the words of its kinds are unknown, or it fits no name. Nothing where it finds something.
[[nodiscard]] std::optional<std::string> whyNothingMatches(const NamePattern& pattern,
                                                           const PatternPreview& preview);

} // namespace bubblescope
