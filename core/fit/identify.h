// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/request.h"
#include "core/model/schedule.h"
#include "core/trace/measured_run.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Where two orders of one rank first differ; positions count compute actions.
struct OrderDifference
{
    RankId rank;
    std::size_t index = 0;
    std::optional<ActionId> expected; ///< nothing = the schedule's row ends before
    std::optional<ActionId> found;    ///< nothing = the trace's row ends before
    /// "rank 2, action 7: expected 2B1, trace has 2F4".
    [[nodiscard]] std::string text() const;
};

/// One schedule compared with a measured order.
struct ScheduleMatch
{
    std::string name;                       ///< product name, or that of a user's file
    std::optional<ScheduleRequest> request; ///< what generates it
    SchedulePtr schedule;                   ///< compute actions
    double score = 0; ///< mean over ranks of longest common subsequence / longer length; 1 = the same order
    bool isExact = false;
    /// Of an incomplete step: what the trace has of it is a piece of this order on every rank.
    bool isPart = false;
    bool mergesBackward = false;              ///< its I and W count as the trace's B
    std::vector<OrderDifference> differences; ///< the first of each rank that differs
    std::size_t inTrace = 0;                  ///< with isPart: actions that the trace has
    std::size_t inOrder = 0;                  ///< with isPart: actions of the order on those ranks
};

struct Identification
{
    /// Best first; exact ones before others, then those of which an incomplete step is a part. Empty where
    /// the run has no stages.
    std::vector<ScheduleMatch> matches;
    [[nodiscard]] const ScheduleMatch* exact() const
    {
        return !matches.empty() && matches.front().isExact ? &matches.front() : nullptr;
    }
    /// Names of the other schedules of `matches` that are exact, each once: they run the same, as far as
    /// there are traces.
    [[nodiscard]] std::vector<std::string> alsoExact() const;
};

/// Compares one order with the measured one, over the ranks that have a trace. O(n log n).
[[nodiscard]] ScheduleMatch matchOrder(const MeasuredRun& run, SchedulePtr schedule);

/// Compares the measured order with every generator with its number of ranks, stages a rank, microbatches and
/// placement, and against `candidates` of the user (docs/profiles.md, "Which schedule it is"). Of several
/// exact matches the one that people know by the shortest list of options comes first.
[[nodiscard]] Result<Identification> identify(const MeasuredRun& run,
                                              const std::vector<SchedulePtr>& candidates = {},
                                              const CancelToken& cancel = {});

} // namespace bubblescope
