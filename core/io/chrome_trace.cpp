// SPDX-License-Identifier: Apache-2.0
#include "core/io/chrome_trace.h"

#include "core/io/trace_tracks.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>

namespace bubblescope {

namespace {

std::string jsonText(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class TraceWriter
{
public:
    explicit TraceWriter(const Timeline& timeline)
        : m_timeline(timeline)
        , m_scale(traceMicrosecondsPerUnit(timeline.unit))
    {}

    std::string write()
    {
        const std::string shownAs = m_timeline.unit == "step" ? "step, shown as 1 ms" : m_timeline.unit;
        print("{{\"displayTimeUnit\":\"ms\",\n\"otherData\":{{\"schedule\":{},\"unit\":{}}},"
              "\n\"traceEvents\":[",
              jsonText(m_timeline.schedule->name), jsonText(shownAs));
        for (std::uint32_t rank = 0; rank < m_timeline.schedule->rankCount(); ++rank) {
            writeNames(rank);
            eachTraceCell(m_timeline, rank, [&](const TraceCell& cell) { writeCell(rank, cell); });
            writePhases(rank);
        }
        m_text += "\n]}\n";
        return std::move(m_text);
    }

private:
    template <typename... Args>
    void print(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
    }
    void beginEvent()
    {
        m_text += m_isFirst ? "\n" : ",\n";
        m_isFirst = false;
    }
    void writeNames(std::uint32_t rank);
    void writePhases(std::uint32_t rank);
    void writeCell(std::uint32_t rank, const TraceCell& cell);
    void writeArguments(const LaneTimes& lane, std::span<const Action> cell, std::size_t begin);
    void writeAction(const Action& action);

    const Timeline& m_timeline;
    double m_scale;
    std::string m_text;
    bool m_isFirst = true;
};

void TraceWriter::writeNames(std::uint32_t rank)
{
    beginEvent();
    print(R"({{"name":"process_name","ph":"M","pid":{0},"args":{{"name":"Rank {0}"}}}})", rank);
    beginEvent();
    print(R"({{"name":"process_sort_index","ph":"M","pid":{0},"args":{{"sort_index":{0}}}}})", rank);
    const auto isUsed = traceTracksOf(m_timeline, rank);
    for (std::size_t track = 0; track < kTraceTrackNames.size(); ++track) {
        if (!isUsed[track])
            continue;
        beginEvent();
        print(R"({{"name":"thread_name","ph":"M","pid":{},"tid":{},"args":{{"name":"{}"}}}})", rank, track,
              kTraceTrackNames[track]);
        beginEvent();
        print(R"({{"name":"thread_sort_index","ph":"M","pid":{0},"tid":{1},"args":{{"sort_index":{1}}}}})",
              rank, track);
    }
}

void TraceWriter::writePhases(std::uint32_t rank)
{
    for (const PhaseSpan& span : m_timeline.phasesOf(rank)) {
        beginEvent();
        print(R"({{"name":"{}","cat":"step","ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"args":{{}}}})",
              stepPhaseId(span.phase), rank, static_cast<int>(TraceTrack::Step), span.start * m_scale,
              (span.end - span.start) * m_scale);
    }
}

void TraceWriter::writeCell(std::uint32_t rank, const TraceCell& cell)
{
    beginEvent();
    print(R"({{"name":"{}","cat":"{}","ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"args":{{)",
          cellText(cell.actions), cell.category(), rank, static_cast<int>(cell.track()), cell.start * m_scale,
          (cell.end - cell.start) * m_scale);
    writeArguments(m_timeline.lanes[rank], cell.actions, cell.begin);
    m_text += "}}";
}

void TraceWriter::writeArguments(const LaneTimes& lane, std::span<const Action> cell, std::size_t begin)
{
    if (!cell.front().isOverlapped()) {
        writeAction(cell.front());
        return;
    }
    m_text += "\"parts\":[";
    for (std::size_t i = 0; i < cell.size(); ++i) {
        print(R"({}{{"action":"{}","kind":"{}",)", i > 0 ? "," : "", actionText(cell[i].id()),
              kindText(cell[i].kind()));
        writeAction(cell[i]);
        const Time start = lane.start[begin + i];
        print(R"(,"ts":{},"dur":{}}})", start * m_scale, (lane.end[begin + i] - start) * m_scale);
    }
    m_text += ']';
}

void TraceWriter::writeAction(const Action& action)
{
    print(R"("stage":{})", action.stage().value);
    if (hasMicrobatch(action.kind()))
        print(R"(,"microbatch":{})", action.microbatch().value);
    if (isBeyondTorch(action.kind()))
        print(R"(,"name":"{}")", kindName(action.kind()));
}

} // namespace

std::string writeChromeTrace(const Timeline& timeline)
{
    return TraceWriter(timeline).write();
}

} // namespace bubblescope
