// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/chrome_event.h"
#include "core/trace/trace_file.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace bubblescope {

/// Whether an event is the "forward-compute" or "backward-compute" of a timeline whose args have mb_id,
/// model_chunk and step.
[[nodiscard]] bool isTimelineCompute(std::string_view name) noexcept;
/// The same of their communication: "forward-send", "grads-reduce-scatter".
[[nodiscard]] bool isTimelineCommunication(std::string_view name) noexcept;
/// Either, or what else a step of theirs ends with: "optimizer".
[[nodiscard]] bool isTimelineOperation(std::string_view name) noexcept;
/// The operation with the numbers of its args, but for its name; nothing where they name no step.
[[nodiscard]] std::optional<StepOperation> timelineOperation(const ChromeEvent& event, Nanoseconds start,
                                                             Nanoseconds end, std::uint32_t thread);
/// "forward-compute mb_id=3 model_chunk=0": what its args say goes into the name; -1 says nothing.
[[nodiscard]] std::string timelineLabel(const ChromeEvent& event);

/// Steps that args name, by row: they become ranges "ProfilerStep#3" around the events of each.
class TimelineSteps
{
public:
    /// Requires a record that is in the file's rows.
    void add(const ChromeEvent& event, const TraceRecord& record);
    /// Appends the ranges.
    void writeTo(TraceFile& file) const;

private:
    std::map<std::pair<std::uint32_t, std::int64_t>, std::pair<Nanoseconds, Nanoseconds>> m_spans;
};

/// Where a row called "PP rank 1, TP rank 0, compute" belongs; its process is a data-parallel rank.
struct TimelinePlace
{
    std::uint64_t pipeline = 0;
    std::uint64_t tensor = 0;

    auto operator<=>(const TimelinePlace&) const = default;
};
/// Nothing where the row is not called so.
[[nodiscard]] std::optional<TimelinePlace> timelinePlaceOf(const TraceThread& thread);

/// Where processes are data-parallel ranks and rows are named "PP rank 1, TP rank 0, compute": makes each of
/// their pipeline ranks a process of its own, called "rank N" in Megatron's order of global ranks (as if
/// there were no ranks but these), and adds the process groups. Where all rows of one process are called
/// "rank 0", "rank 1", …, each becomes a process of its own. Leaves all other files as they are.
void divideByRowNames(TraceFile& file);

} // namespace bubblescope
