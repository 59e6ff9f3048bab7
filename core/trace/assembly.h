// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/clock_ranks.h"

#include <fmt/format.h>

namespace bubblescope {

/// A run while it is put together: each step reads what the steps before it have written.
struct Assembly
{
    const std::vector<TraceFile>& files;
    const AssembleOptions& options;
    std::vector<FileLabels> labels = {}; ///< by file
    std::vector<RankSource> sources = {};
    std::vector<PlannedRank> ranks = {};
    std::vector<RankTimes> times = {}; ///< by rank
    RankClocks clocks = RankClocks();
    MeasuredRun run = {};

    /// Requires a rank that has a file.
    [[nodiscard]] const RankSource& sourceOf(const PlannedRank& rank) const { return sources[*rank.source]; }
    [[nodiscard]] const TraceFile& fileOf(const PlannedRank& rank) const
    {
        return files[sourceOf(rank).file];
    }
    [[nodiscard]] const FileLabels& labelsOf(const RankSource& source) const { return labels[source.file]; }
    /// A sentence for MeasuredRun::warnings.
    template <typename... Args>
    void warn(fmt::format_string<Args...> format, Args&&... args)
    {
        run.warnings.push_back(fmt::format(format, std::forward<Args>(args)...));
    }
};

/// Fills the clocks and CUDA streams of every file, and the mesh, of a run whose ranks are known. Files
/// without pipeline labels too. O(records), on all cores.
void writeFiles(Assembly& a);

/// Why no file has a pipeline action, in one sentence: phases alone, labels that had to be left out, ranks
/// that send without labels, or nothing that is known; what to do about it, where something can be done.
[[nodiscard]] std::string whyNoActions(const Assembly& a);
/// A warning for each pattern that found nothing in the files, with the reason. O(records) and one match for
/// each different name and pattern.
void tellPatterns(Assembly& a);

} // namespace bubblescope
