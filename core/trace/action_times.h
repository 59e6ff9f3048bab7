// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/issue_queue.h"
#include "core/trace/assemble_actions.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

struct Assembly;

/// When an action ran, on the clock of its file.
struct ActionTime
{
    Nanoseconds start = 0; ///< of compute
    Nanoseconds end = 0;
    Nanoseconds wait = 0; ///< before `start`; 0 where unknown
    Nanoseconds busy = 0;
    TimeSource source = TimeSource::Cpu;
    /// Its input is there from here on, and its result not before: what clocks are held against. The start
    /// and the end, but where kernels say less (core/trace/action_times_witness.cpp).
    std::optional<Nanoseconds> surelyFrom = {};
    std::optional<Nanoseconds> surelyUntil = {};
    std::uint32_t kernels = 0;
    Nanoseconds blockBusy = 0; ///< of the first part of an overlapped block: that any of its parts works
    bool isWitness = true;     ///< false without kernels on the GPU: nothing is known of when it ran

    [[nodiscard]] Nanoseconds inputBy() const { return surelyFrom.value_or(start); }
    [[nodiscard]] Nanoseconds resultFrom() const { return surelyUntil.value_or(end); }
};

/// What the host of a rank issued in the shown step, and when its transfers ran, on the clock of its file.
struct IssuedWork
{
    IssueQueue queue;
    std::vector<Nanoseconds> starts; ///< by transfer
    std::vector<Nanoseconds> ends;
};

/// Work of a rank before its first or after its last action, on the clock of its file.
struct EdgeWork
{
    StepPhase phase = StepPhase::Finish;
    Nanoseconds start = 0;
    Nanoseconds end = 0;
    std::string group;     ///< of a collective: the name of its group, and which of the group's it is
    std::size_t place = 0; ///< among the collectives of its group there
};

/// The step around a rank's actions.
struct StepEdges
{
    Nanoseconds begin = 0;
    Nanoseconds first = 0; ///< when the first kernel of the pipeline was there, waiting or not
    Nanoseconds last = 0;  ///< when the last action had ended
    Nanoseconds end = 0;
    std::vector<EdgeWork> head; ///< by start
    std::vector<EdgeWork> tail;
};

/// Times of one rank's actions.
struct RankTimes
{
    std::vector<ActionTime> times; ///< parallel to PlannedRank::actions
    bool hasKernels = false;       ///< some compute action has kernels
    bool knowsWaits = false;       ///< the waits for receives are recorded
    std::vector<std::string> warnings;
    std::vector<std::uint32_t> usedRecords; ///< kernels that an action's times are made of, rising
    IssuedWork issued;                      ///< see issued_work.h
    std::optional<StepEdges> edges;         ///< see step_edges.h
};

/// Times of a rank by the first source that its file has (docs/profiles.md, "Times of actions"): kernels that
/// carry the label, kernels launched inside the label by any thread of its process, the label without the
/// wait for its receive. Parts of an overlapped block have the block's times unless kernels separate them;
/// splitOverlaps() divides the others. O(records log records).
[[nodiscard]] RankTimes timeActions(const Assembly& a, const PlannedRank& rank);

/// Divides blocks whose parts no kernels separate in the ratio of the medians of their kinds and stages
/// outside blocks, and marks them as estimated. O(actions log actions).
void splitOverlaps(Assembly& a);

/// A kernel of a label.
struct LabelKernel
{
    std::uint32_t label = 0; ///< index into PlannedRank::labels
    std::uint32_t record = 0;
    Nanoseconds start = 0;
    Nanoseconds end = 0;
    std::uint32_t stream = 0; ///< index into TraceFile::threads
    bool isNccl = false;
    bool isOwnThread = false; ///< launched by the label's own thread; the autograd engine has another
};

/// What the kernels of an action, by start, say of its input and result: its last group of kernels needs the
/// input (what FSDP copies out before the data arrive does not), and the result is there when the kernels of
/// its main stream have ended (reducing gradients on another stream may go on). Counts them. Writes `time`.
void findWitness(std::span<const LabelKernel* const> kernels, ActionTime& time);

/// Kernels launched inside each label, by label and start: the innermost label around the launch, on the
/// launching thread if it has one, has them. O((records + labels) log records).
[[nodiscard]] std::vector<LabelKernel> kernelsOfLabels(const PlannedRank& rank, const RankSource& source,
                                                       const TraceFile& file, const CancelToken& cancel);

} // namespace bubblescope
