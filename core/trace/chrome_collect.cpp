// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_collect.h"

#include "core/base/number_parse.h"
#include "core/trace/chrome_decimal.h"
#include "core/trace/name_scanner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace bubblescope {

bool isCommunicationName(std::string_view name) noexcept
{
    constexpr std::array<std::string_view, 5> kBackends{"gloo:", "nccl:", "ucc:", "mpi:", "xccl:"};
    return std::any_of(kBackends.begin(), kBackends.end(),
                       [&](std::string_view backend) { return name.starts_with(backend); }) ||
           isTimelineCommunication(name);
}

void ChromeCollector::add(const ChromeEvent& event)
{
    switch (event.letter()) {
    case 'X':
        return addComplete(event);
    case 'B':
    case 'E':
        return addMark(event);
    case 'M':
        return addMetadata(event);
    default:
        if (event.phase.empty())
            m_skipped.add("no phase (\"ph\")");
    }
}

bool ChromeCollector::takeTime(std::string_view token, const TimeWords& what, Nanoseconds& time)
{
    const DecimalFault fault =
        token.empty() ? DecimalFault::NotANumber : nanosecondsFrom(bareToken(token), time);
    if (fault == DecimalFault::None)
        return true;
    m_skipped.add(fault == DecimalFault::OutOfRange ? "time out of range"
                  : token.empty()                   ? what.missing
                                                    : what.noNumber);
    return false;
}

std::uint32_t ChromeCollector::processOf(std::string_view pid)
{
    std::string id = tokenText(pid);
    const auto [at, isNew] = m_processes.try_emplace(id, static_cast<std::uint32_t>(m_file.processes.size()));
    if (isNew)
        m_file.processes.push_back({std::move(id), {}, {}});
    return at->second;
}

std::uint32_t ChromeCollector::threadOf(std::string_view pid, std::string_view tid)
{
    pid = bareToken(pid);
    tid = bareToken(tid);
    // Events of one thread mostly follow each other.
    if (m_key.size() == pid.size() + tid.size() + 1 && m_key.starts_with(pid) && m_key.ends_with(tid))
        return m_lastThread;
    m_key.assign(pid).push_back('\0');
    m_key.append(tid);
    const auto found = m_threads.find(m_key);
    if (found != m_threads.end())
        return m_lastThread = found->second;
    const auto index = static_cast<std::uint32_t>(m_file.threads.size());
    m_threads.emplace(m_key, index);
    m_file.threads.push_back({processOf(pid), tokenText(tid), {}, {}});
    return m_lastThread = index;
}

std::uint32_t ChromeCollector::nameOf(std::string_view token)
{
    if (token.empty())
        return 0;
    const std::string_view bare = bareToken(token);
    if (bare.size() <= kLongestName && bare.find('\\') == std::string_view::npos)
        return m_file.strings.add(bare);
    const std::string text = tokenText(token);
    m_cutNames += text.size() > kLongestName ? 1 : 0;
    return m_file.strings.add(text);
}

namespace {

std::optional<std::uint32_t> deviceOf(const ChromeEvent& event)
{
    for (const std::string_view token : {event.device, event.pid}) {
        const auto number = wholeNumberFrom(bareToken(token));
        if (number && *number >= 0 && *number <= UINT32_MAX)
            return static_cast<std::uint32_t>(*number);
    }
    return 0;
}

/// "cudaDeviceSynchronize", "hipStreamSynchronize": the host waits.
bool isSynchronization(std::string_view name)
{
    return name.ends_with("Synchronize");
}

RecordKind kindOf(EventClass eventClass, std::string_view name)
{
    switch (eventClass) {
    case EventClass::Kernel:
        return RecordKind::Kernel;
    case EventClass::Copy:
        return RecordKind::Copy;
    case EventClass::Launch:
        return RecordKind::Launch;
    default:
        return isCommunicationName(name) ? RecordKind::Communication : RecordKind::Range;
    }
}

} // namespace

void ChromeCollector::addComplete(const ChromeEvent& event)
{
    const EventClass eventClass = event.kind;
    if (eventClass == EventClass::Dropped)
        return;
    if (eventClass == EventClass::Operator)
        return addOperator(event);
    if (eventClass == EventClass::Frame && !names::isPipelineFrame(bareToken(event.name)))
        return;
    TraceRecord record;
    const std::string_view digits = bareToken(event.correlation);
    std::from_chars(digits.data(), digits.data() + digits.size(), record.correlation);
    if (eventClass == EventClass::Launch && record.correlation == 0)
        return;
    Nanoseconds duration = 0;
    if (!takeTime(event.time, kStart, record.start) || !takeTime(event.duration, kDuration, duration))
        return;
    if (__builtin_add_overflow(record.start, duration, &record.end))
        return m_skipped.add("time out of range");
    const std::string_view name = bareToken(event.name);
    // A timeline's message may have arrived before its receiver asked for it.
    const bool isOperation = (duration >= 0 || isTimelineCommunication(name)) && isTimelineOperation(name) &&
                             addStepOperation(event, record);
    if (duration < 0 && !isOperation)
        return m_skipped.add("negative duration");
    record.end = std::max(record.start, record.end);
    if (eventClass == EventClass::Launch && isSynchronization(name)) {
        m_file.hostCalls.push_back(
            {record.start, record.end, threadOf(event.pid, event.tid), TraceHostCall::Kind::Synchronize});
        return;
    }
    record.kind = kindOf(eventClass, name);
    const bool isTimeline = isTimelineCompute(name);
    record.name = isTimeline ? m_file.strings.add(timelineLabel(event)) : nameOf(event.name);
    record.thread = threadOf(event.pid, event.tid);
    if (isTimeline)
        m_steps.add(event, record);
    const bool isOnGpu = record.kind == RecordKind::Kernel || record.kind == RecordKind::Copy;
    if (isOnGpu) {
        record.label = nameOf(event.label);
        auto& device = m_file.threads[record.thread].device;
        if (!device)
            device = deviceOf(event);
    }
    m_file.records.push_back(record);
}

bool ChromeCollector::addStepOperation(const ChromeEvent& event, const TraceRecord& times)
{
    auto operation = timelineOperation(event, times.start, times.end, threadOf(event.pid, event.tid));
    if (!operation)
        return false;
    operation->name = nameOf(event.name);
    m_file.stepOperations.push_back(*operation);
    return true;
}

void ChromeCollector::addMark(const ChromeEvent& event)
{
    Mark mark;
    if (!takeTime(event.time, kStart, mark.time))
        return;
    mark.isEnd = event.letter() == 'E';
    mark.isDropped = eventClassOf(bareToken(event.category)) != EventClass::Range;
    mark.name = nameOf(event.name);
    mark.thread = threadOf(event.pid, event.tid);
    m_marks.push_back(mark);
}

void ChromeCollector::addMetadata(const ChromeEvent& event)
{
    const std::string_view what = bareToken(event.name);
    if (what == "thread_name") {
        std::string& name = m_file.threads[threadOf(event.pid, event.tid)].name;
        if (name.empty())
            name = tokenText(event.label);
    } else if (what == "process_name") {
        m_file.processes[processOf(event.pid)].name = tokenText(event.label);
    } else if (what == "process_labels") {
        m_file.processes[processOf(event.pid)].labels = tokenText(event.labels);
    }
}

TraceFile ChromeCollector::finish(std::optional<Nanoseconds> base)
{
    joinMarks();
    dropIdleLaunches();
    keepOperators();
    m_steps.writeTo(m_file);
    shiftTimes(base);
    std::stable_sort(m_file.records.begin(), m_file.records.end(),
                     [](const TraceRecord& a, const TraceRecord& b) {
                         return a.start != b.start ? a.start < b.start : a.end > b.end;
                     });
    keepUsedRows();
    divideByRowNames(m_file);
    m_file.warnings = m_skipped.texts();
    if (m_cutNames > 0)
        m_file.warnings.push_back(fmt::format("{} name{} of more than {} bytes shortened", m_cutNames,
                                              m_cutNames == 1 ? "" : "s", kLongestName));
    return std::move(m_file);
}

} // namespace bubblescope
