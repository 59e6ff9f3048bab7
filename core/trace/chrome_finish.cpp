// SPDX-License-Identifier: Apache-2.0
// What a collector can only do when all events are known.
#include "core/trace/chrome_collect.h"

#include <algorithm>
#include <unordered_set>

namespace bubblescope {

void ChromeCollector::joinMarks()
{
    std::stable_sort(m_marks.begin(), m_marks.end(), [](const Mark& a, const Mark& b) {
        return a.thread != b.thread ? a.thread < b.thread : a.time < b.time;
    });
    for (auto begin = m_marks.begin(); begin != m_marks.end();) {
        const auto end = std::find_if(begin, m_marks.end(),
                                      [&](const Mark& mark) { return mark.thread != begin->thread; });
        joinThread({&*begin, static_cast<std::size_t>(end - begin)});
        begin = end;
    }
    m_marks = {};
}

namespace {

/// What has begun on one thread and not ended. Every operation takes amortised constant time.
class OpenRanges
{
public:
    void begin(std::uint32_t name, std::size_t mark)
    {
        m_stack.push_back(mark);
        m_byName[name].marks.push_back(mark);
        m_isOpen.insert(mark);
    }
    /// Nothing if none is open.
    std::optional<std::size_t> takeInnermost()
    {
        for (; !m_stack.empty(); m_stack.pop_back())
            if (m_isOpen.erase(m_stack.back()) > 0)
                return m_stack.back();
        return std::nullopt;
    }
    std::optional<std::size_t> takeNamed(std::uint32_t name, bool oldest)
    {
        Named& named = m_byName[name];
        while (named.first < named.marks.size()) {
            const std::size_t mark = oldest ? named.marks[named.first] : named.marks.back();
            if (oldest)
                ++named.first;
            else
                named.marks.pop_back();
            if (m_isOpen.erase(mark) > 0)
                return mark;
        }
        return std::nullopt;
    }
    [[nodiscard]] std::size_t count() const { return m_isOpen.size(); }

private:
    struct Named
    {
        std::vector<std::size_t> marks;
        std::size_t first = 0;
    };
    std::vector<std::size_t> m_stack;
    std::unordered_map<std::uint32_t, Named> m_byName;
    std::unordered_set<std::size_t> m_isOpen;
};

} // namespace

// An end without a name closes what began last, as the format says; one with a name the innermost range of
// that name, and of communication, which overlaps itself, the oldest.
void ChromeCollector::joinThread(std::span<const Mark> marks)
{
    OpenRanges open;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const Mark& mark = marks[i];
        if (!mark.isEnd) {
            open.begin(mark.name, i);
            continue;
        }
        const auto begin = mark.name == 0
                               ? open.takeInnermost()
                               : open.takeNamed(mark.name, isCommunicationName(m_file.strings[mark.name]));
        if (!begin) {
            m_skipped.add("end without a start");
            continue;
        }
        const Mark& start = marks[*begin];
        const bool isSpan = isCommunicationName(m_file.strings[start.name]);
        if (!start.isDropped)
            m_file.records.push_back({start.time, mark.time, 0, start.name, 0, start.thread,
                                      isSpan ? RecordKind::Communication : RecordKind::Range});
    }
    for (std::size_t i = 0; i < open.count(); ++i)
        m_skipped.add("start without an end");
}

void ChromeCollector::dropIdleLaunches()
{
    std::vector<std::uint64_t> launched;
    for (const TraceRecord& record : m_file.records)
        if ((record.kind == RecordKind::Kernel || record.kind == RecordKind::Copy) && record.correlation != 0)
            launched.push_back(record.correlation);
    std::sort(launched.begin(), launched.end());
    std::erase_if(m_file.records, [&](const TraceRecord& record) {
        return record.kind == RecordKind::Launch &&
               !std::binary_search(launched.begin(), launched.end(), record.correlation);
    });
}

void ChromeCollector::shiftTimes(std::optional<Nanoseconds> base)
{
    // From 2001 on, and before what 64 bits hold of nanoseconds: no other clock counts that far.
    constexpr Nanoseconds kPlausible = 1'000'000'000'000'000'000;
    Nanoseconds least = m_file.records.empty() ? 0 : m_file.records.front().start;
    for (const TraceRecord& record : m_file.records)
        least = std::min(least, record.start);
    m_file.isAbsolute = base ? true : least >= kPlausible;
    if (!base)
        return;
    std::size_t kept = 0;
    for (TraceRecord record : m_file.records) {
        if (__builtin_add_overflow(record.start, *base, &record.start) ||
            __builtin_add_overflow(record.end, *base, &record.end))
            m_skipped.add("time out of range");
        else
            m_file.records[kept++] = record;
    }
    m_file.records.resize(kept);
    shiftOperators(*base);
}

void ChromeCollector::keepUsedRows()
{
    constexpr auto kNone = UINT32_MAX;
    std::vector<std::uint32_t> newThread(m_file.threads.size(), kNone);
    std::vector<std::uint32_t> newProcess(m_file.processes.size(), kNone);
    for (const TraceRecord& record : m_file.records)
        newThread[record.thread] = 0;
    for (const TraceOperator& one : m_file.operators)
        newThread[one.thread] = 0;
    for (const TraceMessage& message : m_file.messages)
        newThread[message.thread] = 0;
    for (const TraceHostCall& call : m_file.hostCalls)
        newThread[call.thread] = 0;
    for (const StepOperation& operation : m_file.stepOperations)
        newThread[operation.thread] = 0;
    std::vector<TraceThread> threads;
    std::vector<TraceProcess> processes;
    for (std::size_t i = 0; i < newThread.size(); ++i) {
        if (newThread[i] == kNone)
            continue;
        newThread[i] = static_cast<std::uint32_t>(threads.size());
        TraceThread& thread = threads.emplace_back(std::move(m_file.threads[i]));
        if (newProcess[thread.process] == kNone) {
            newProcess[thread.process] = static_cast<std::uint32_t>(processes.size());
            processes.push_back(std::move(m_file.processes[thread.process]));
        }
        thread.process = newProcess[thread.process];
    }
    for (TraceRecord& record : m_file.records)
        record.thread = newThread[record.thread];
    for (TraceOperator& one : m_file.operators)
        one.thread = newThread[one.thread] & (TraceOperator::kThreadEnd - 1U);
    for (TraceMessage& message : m_file.messages)
        message.thread = newThread[message.thread];
    for (TraceHostCall& call : m_file.hostCalls)
        call.thread = newThread[call.thread];
    for (StepOperation& operation : m_file.stepOperations)
        operation.thread = newThread[operation.thread];
    m_file.threads = std::move(threads);
    m_file.processes = std::move(processes);
}

} // namespace bubblescope
