// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/chrome_event.h"
#include "core/trace/chrome_timeline.h"
#include "core/trace/skip_counts.h"
#include "core/trace/trace_file.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Makes records of the events of a Chrome trace. Texts and rows are kept once; ranges that begin and end as
/// events of their own are joined at the end, when all are known.
class ChromeCollector
{
public:
    void add(const ChromeEvent& event);
    /// One that is left out; the reason lives as long as the program.
    void skip(std::string_view reason) { m_skipped.add(reason); }
    /// Records in order, with times from `base` (nanoseconds since the epoch) on; O(kept · log kept).
    [[nodiscard]] TraceFile finish(std::optional<Nanoseconds> base);
    /// Whether more of an operator is wanted, once its start is known: not if it lies in the one before.
    [[nodiscard]] bool wants(const ChromeEvent& event);

private:
    /// What a time that is missing, and one that is no number, are skipped for.
    struct TimeWords
    {
        std::string_view missing;
        std::string_view noNumber;
    };
    static constexpr TimeWords kStart{"no start time", "start time is not a number"};
    static constexpr TimeWords kDuration{"no duration", "duration is not a number"};
    struct Mark
    {
        Nanoseconds time = 0;
        std::uint32_t thread = 0;
        std::uint32_t name = 0;
        bool isEnd = false;
        bool isDropped = false;
    };
    /// Takes a time as it is in the file, called `what` where it is none.
    [[nodiscard]] bool takeTime(std::string_view token, const TimeWords& what, Nanoseconds& time);
    [[nodiscard]] std::uint32_t processOf(std::string_view pid);
    [[nodiscard]] std::uint32_t threadOf(std::string_view pid, std::string_view tid);
    [[nodiscard]] std::uint32_t nameOf(std::string_view token);
    void addComplete(const ChromeEvent& event);
    void addOperator(const ChromeEvent& event);
    /// False where its args name no step.
    bool addStepOperation(const ChromeEvent& event, const TraceRecord& times);
    void addMessage(const ChromeEvent& event, const TraceOperator& times);
    void addGroup(const ChromeEvent& event, std::uint32_t name);
    void keepOperators();
    void shiftOperators(Nanoseconds base);
    void addMark(const ChromeEvent& event);
    void addMetadata(const ChromeEvent& event);
    void joinMarks();
    void joinThread(std::span<const Mark> marks);
    void dropIdleLaunches();
    void shiftTimes(std::optional<Nanoseconds> base);
    void keepUsedRows();

    TraceFile m_file;
    SkipCounts m_skipped;
    std::vector<Mark> m_marks;
    TimelineSteps m_steps;
    std::unordered_map<std::string, std::uint32_t> m_processes;
    std::unordered_map<std::string, std::uint32_t> m_threads; ///< by pid and tid as they are in the file
    std::string m_key;
    std::uint32_t m_lastThread = 0;                                  ///< of m_key
    std::vector<std::pair<Nanoseconds, Nanoseconds>> m_lastOperator; ///< kept one of each thread
    bool m_hasMessages = false;                                      ///< that name the other side
    std::set<std::uint32_t> m_groups;                                ///< of messages, by their names
    std::uint64_t m_cutNames = 0;
};

/// A gloo or NCCL span on the CPU: it starts where it is issued and ends where it is waited for.
[[nodiscard]] bool isCommunicationName(std::string_view name) noexcept;

} // namespace bubblescope
