// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/request.h"
#include "core/model/schedule.h"
#include "core/time/cost_model.h"

#include <string>
#include <vector>

namespace bubblescope {

/// What this machine lacks for an order, and no property of its numbers.
inline constexpr SentenceCode kNoMemoryToGenerate{
    "generate.no-memory", "not enough memory for the {count} actions of this schedule"};
inline constexpr SentenceCode kNoThreadToGenerate{"generate.no-thread", "could not start a thread: {why}"};

/// Of an option that the schedule does not have.
inline constexpr SentenceCode kUnknownOption{"parameter.unknown-option",
                                             "unknown option '{found}': {schedule} has {known}"};

/// A parameter that a schedule cannot take.
struct ParameterProblem
{
    std::string parameter; ///< key of the parameter; "schedule" if the name itself is unknown
    Sentence message; ///< found and rule in words: "microbatches is 3, but 1f1b needs at least as many as
                      ///< ranks (4)"
    std::vector<std::string> nearest; ///< the nearest values that work, nearest first; may be empty

    /// message, then "; nearest that work: 4, 8".
    [[nodiscard]] Sentence said() const;
    [[nodiscard]] std::string text() const { return said().text(); }
    [[nodiscard]] Error toError() const;
};

/// Everything that is wrong with a request, field by field; empty = it can be generated. Cheap: nothing is
/// generated.
[[nodiscard]] std::vector<ParameterProblem> checkRequest(const ScheduleRequest& request);
/// That nothing is wrong with it, without the search for what would be right.
[[nodiscard]] bool canBeGenerated(const ScheduleRequest& request);
/// Stages of the order that a request makes; 0 for one that checkRequest() refuses.
[[nodiscard]] std::uint32_t stageCountOf(const ScheduleRequest& request);
/// Microbatches of that order, of which some schedules make several of one; 0 for one that is refused.
[[nodiscard]] std::uint32_t microbatchCountOf(const ScheduleRequest& request);

struct GenerateOptions
{
    bool padded = false;  ///< keep the bubbles that the original generator writes
    CostModel costs = {}; ///< for schedules that are made for costs (ScheduleInfo::isMadeForCosts)
};

/// Builds the order. Refuses what checkRequest() refuses, with its first problem. Rows are built in parallel.
[[nodiscard]] Result<Schedule> generate(const ScheduleRequest& request, const GenerateOptions& options = {},
                                        const CancelToken& cancel = {});

/// Reads "interleaved-1f1b" or "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2,variant=torch" over
/// the values of `base`; unknown keys, missing values and numbers that are none are refused with what would
/// be right.
[[nodiscard]] Result<ScheduleRequest> requestFromText(std::string_view text,
                                                      const ScheduleRequest& base = {});

} // namespace bubblescope
