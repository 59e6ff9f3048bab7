// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/slowdown/training_job.h"

#include <array>

/// How a job is made of straggler timelines; private to core/slowdown.
namespace bubblescope::slow {

/// A timeline's operations: those of one kind on one rank follow each other in their order.
struct TimelineJob
{
    struct Span
    {
        double start = 0; ///< seconds from the step's first start
        double end = 0;
    };

    TrainingJob job;
    std::vector<Span> spans;           ///< as TrainingJob::durations
    std::vector<std::uint32_t> chunks; ///< by operation: of the model, of its rank
    /// First operation of each kind, by rank, and one behind the last kind's.
    std::vector<std::array<std::uint32_t, kOperationKindCount + 1>> firstOf;

    /// The operations of a kind on a rank, in their order.
    [[nodiscard]] std::vector<std::uint32_t> operationsOf(std::uint32_t rank, OperationKind kind) const;
    /// Of the first step on the first data-parallel rank: every other has the same order.
    [[nodiscard]] const Span& spanOf(std::uint32_t operation) const
    {
        return spans[job.timeIndex(0, operation, 0)];
    }
};

/// Whether any file has operations in rows named "PP rank 0, TP rank 0, …".
[[nodiscard]] bool hasTimeline(const std::vector<TraceFile>& files);
[[nodiscard]] Result<TrainingJob> timelineJobOf(const std::vector<TraceFile>& files,
                                                const JobOptions& options);
/// Fills needs and groups.
void addNeeds(TimelineJob& timeline);

/// A job of the steps' runs, one each, all of the same ranks and replicas.
[[nodiscard]] Result<TrainingJob> runJobOf(const std::vector<MeasuredRun>& steps);

} // namespace bubblescope::slow
