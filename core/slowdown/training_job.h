// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/measured_run.h"
#include "core/trace/operation_kind.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// One operation of a step: the same in every step and on every data-parallel rank.
struct JobOperation
{
    OperationKind kind = OperationKind::ForwardCompute;
    std::uint32_t rank = 0;           ///< place in the pipeline
    std::vector<std::uint32_t> needs; ///< operations that end before it starts, of its data-parallel rank
};

/// Operations that begin together, as soon as all of them could: both ends of a message, a collective.
struct JobGroup
{
    std::vector<std::uint32_t> members;
    bool isAcrossReplicas = false; ///< those of all data-parallel ranks begin together
};

/// Several steps of a training run as operations, what each waits for, and how long it took. Seconds.
struct TrainingJob
{
    std::vector<std::uint64_t> steps;     ///< as the profile counts them
    std::vector<std::uint64_t> ranks;     ///< numbers of the pipeline's ranks, rising
    std::vector<std::uint64_t> replicas;  ///< numbers of the data-parallel ranks, rising
    std::vector<JobOperation> operations; ///< no operation is in two groups
    std::vector<JobGroup> groups;
    /// Of what waits for others only from when the last of its group was there.
    std::vector<double> durations;
    /// By step: from its first start to its last end. Empty where clocks of ranks are not known.
    std::vector<double> measured;
    std::vector<Sentence> notes;       ///< what this profile cannot tell
    std::vector<std::string> warnings; ///< what was left out

    [[nodiscard]] std::size_t timeIndex(std::size_t step, std::size_t operation, std::size_t replica) const
    {
        return (step * operations.size() + operation) * replicas.size() + replica;
    }
};

struct JobOptions
{
    /// Numbers of the first and last step to take; nothing = all.
    std::optional<std::pair<std::uint64_t, std::uint64_t>> steps;
    AssembleOptions assembling; ///< of runs that are no straggler timeline
};

/// Makes a job of profiles: of straggler timelines all that they hold, of others the compute of every
/// complete step (their transfers have no times of their own). What depends on what in a timeline is the rule
/// of ByteDance-Seed/StragglerAnalysis (docs/slowdown.md). Errors: no pipeline, no such steps, operations
/// that wait for each other are found by JobReplay. O(records · steps) where steps are assembled.
[[nodiscard]] Result<TrainingJob> trainingJobOf(const std::vector<TraceFile>& files,
                                                const JobOptions& options = {});

} // namespace bubblescope
