// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/assemble_labels.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

struct Assembly;

/// The records of one rank: a file, or one process of a file that holds several ranks.
struct RankSource
{
    std::size_t file = 0;                 ///< index into the files
    std::optional<std::uint32_t> process; ///< nothing = the whole file
    /// Where a file holds several ranks and GPU rows are processes of their own: that of this rank.
    std::optional<std::uint32_t> deviceProcess;
    std::uint32_t globalRank = 0;
    std::vector<TraceLabel> labels; ///< by start
    /// Of a process: its records and marks, as indices, so that many ranks of one file stay linear.
    std::vector<std::uint32_t> records;
    std::vector<std::uint32_t> marks;

    [[nodiscard]] bool owns(std::uint32_t ofProcess) const { return !process || *process == ofProcess; }
    [[nodiscard]] bool ownsGpu(std::uint32_t ofProcess) const
    {
        return owns(ofProcess) || deviceProcess == ofProcess;
    }
};

/// Calls `visit(index, record)` for each record that may be of the source, by start.
template <typename Visit>
void forEachRecord(const RankSource& source, const TraceFile& file, Visit visit)
{
    if (source.process) {
        for (const std::uint32_t index : source.records)
            visit(index, file.records[index]);
        return;
    }
    for (std::uint32_t index = 0; index < file.records.size(); ++index)
        visit(index, file.records[index]);
}

/// Calls `visit(mark)` for each mark of a step or phase of the source, by start.
template <typename Visit>
void forEachMark(const RankSource& source, const FileLabels& labels, Visit visit)
{
    if (source.process) {
        for (const std::uint32_t index : source.marks)
            visit(labels.marks[index]);
        return;
    }
    for (const StepMark& mark : labels.marks)
        visit(mark);
}

/// Number after "rank", "trace" or before ".sqlite" in a file's name: "rank3_trace.json", "trace-0.json.gz",
/// "megatron.2.sqlite". O(length).
[[nodiscard]] std::optional<std::uint32_t> rankInFileName(const std::string& path);

/// Fills Assembly::sources: one for each rank that owns labels (or phases), with its global rank: given by
/// the user, by the file, by its name, by the process, else the next free one with a warning (whole files in
/// MeasuredRun::assumedRanks too). Sorted by rank; no two share one. Assembly::labels lose their labels to
/// the sources. An unknown path in AssembleOptions::rankOfFile is an error.
[[nodiscard]] Result<void> findRanks(Assembly& a);

} // namespace bubblescope
