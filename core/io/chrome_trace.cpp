// SPDX-License-Identifier: Apache-2.0
#include "core/io/chrome_trace.h"

#include "core/time/step_phases.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>

namespace bubblescope {

namespace {

/// The tracks of a rank: blocks of one track must not cross each other, and communication may run beside
/// compute.
enum class Track : std::uint8_t { Compute, Communication, Sharding, Step, Stores, Loads, Experts };
constexpr std::array<std::string_view, 7> kTrackNames{
    "compute", "communication", "FSDP", "head and tail", "to the host", "from the host", "experts"};

Track trackOf(ActionKind kind)
{
    if (isFsdp(kind))
        return Track::Sharding;
    if (isCopy(kind))
        return kind == ActionKind::Offload ? Track::Stores : Track::Loads;
    if (isExchange(kind))
        return Track::Experts;
    if (isTail(kind))
        return Track::Step;
    return isCommunication(kind) ? Track::Communication : Track::Compute;
}

double microsecondsPerUnit(const std::string& unit)
{
    return unit == "us" ? 1.0 : 1000.0;
}

std::string jsonText(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class TraceWriter
{
public:
    explicit TraceWriter(const Timeline& timeline)
        : m_timeline(timeline)
        , m_scale(microsecondsPerUnit(timeline.unit))
    {}

    std::string write()
    {
        const std::string shownAs = m_timeline.unit == "step" ? "step, shown as 1 ms" : m_timeline.unit;
        print("{{\"displayTimeUnit\":\"ms\",\n\"otherData\":{{\"schedule\":{},\"unit\":{}}},"
              "\n\"traceEvents\":[",
              jsonText(m_timeline.schedule->name), jsonText(shownAs));
        for (std::uint32_t rank = 0; rank < m_timeline.schedule->rankCount(); ++rank) {
            writeNames(rank);
            writeRow(rank);
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
    void writeRow(std::uint32_t rank);
    void writePhases(std::uint32_t rank);
    void writeCell(std::uint32_t rank, std::size_t begin, std::size_t end);
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
    std::array<bool, kTrackNames.size()> isUsed{true};
    for (const Action& action : m_timeline.schedule->rows[rank])
        isUsed[static_cast<std::size_t>(trackOf(action.kind()))] = true;
    isUsed[static_cast<std::size_t>(Track::Step)] = !m_timeline.phasesOf(rank).empty();
    for (std::size_t track = 0; track < kTrackNames.size(); ++track) {
        if (!isUsed[track])
            continue;
        beginEvent();
        print(R"({{"name":"thread_name","ph":"M","pid":{},"tid":{},"args":{{"name":"{}"}}}})", rank, track,
              kTrackNames[track]);
        beginEvent();
        print(R"({{"name":"thread_sort_index","ph":"M","pid":{0},"tid":{1},"args":{{"sort_index":{1}}}}})",
              rank, track);
    }
}

void TraceWriter::writeRow(std::uint32_t rank)
{
    const Row& row = m_timeline.schedule->rows[rank];
    for (std::size_t begin = 0; begin < row.size();) {
        const std::size_t end = cellEnd(row, begin);
        if (row[begin].hasTimeOfItsOwn())
            writeCell(rank, begin, end);
        begin = end;
    }
}

void TraceWriter::writePhases(std::uint32_t rank)
{
    for (const PhaseSpan& span : m_timeline.phasesOf(rank)) {
        beginEvent();
        print(R"({{"name":"{}","cat":"step","ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"args":{{}}}})",
              stepPhaseId(span.phase), rank, static_cast<int>(Track::Step), span.start * m_scale,
              (span.end - span.start) * m_scale);
    }
}

void TraceWriter::writeCell(std::uint32_t rank, std::size_t begin, std::size_t end)
{
    const LaneTimes& lane = m_timeline.lanes[rank];
    const auto cell = std::span(m_timeline.schedule->rows[rank]).subspan(begin, end - begin);
    const auto at = [](const std::vector<Time>& times, std::size_t i) {
        return times.begin() + static_cast<std::ptrdiff_t>(i);
    };
    const Time start = *std::min_element(at(lane.start, begin), at(lane.start, end));
    const Time stop = *std::max_element(at(lane.end, begin), at(lane.end, end));
    const bool isBlock = cell.front().isOverlapped();
    const std::string_view blockKind =
        cell.front().role() == CellRole::OverlapBackwardForward ? "OVERLAP_B_F" : "OVERLAP_F_B";
    beginEvent();
    print(R"({{"name":"{}","cat":"{}","ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"args":{{)", cellText(cell),
          isBlock ? blockKind : kindText(cell.front().kind()), rank,
          static_cast<int>(trackOf(cell.front().kind())), start * m_scale, (stop - start) * m_scale);
    writeArguments(lane, cell, begin);
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
}

} // namespace

std::string writeChromeTrace(const Timeline& timeline)
{
    return TraceWriter(timeline).write();
}

} // namespace bubblescope
