// SPDX-License-Identifier: Apache-2.0
#include "core/io/perfetto_trace.h"

#include "core/io/trace_tracks.h"
#include "core/time/dependencies.h"
#include "core/time/step_phases.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace bubblescope {

namespace {

/// A message of protobuf in the making: fields one behind the other.
class ProtoMessage
{
public:
    ProtoMessage& number(std::uint32_t field, std::uint64_t value)
    {
        key(field, 0);
        varint(value);
        return *this;
    }
    ProtoMessage& fixed(std::uint32_t field, std::uint64_t value)
    {
        key(field, 1);
        for (unsigned byte = 0; byte < 8; ++byte)
            m_bytes += static_cast<char>(value >> (8U * byte) & 0xFFU);
        return *this;
    }
    ProtoMessage& real(std::uint32_t field, double value)
    {
        return fixed(field, std::bit_cast<std::uint64_t>(value));
    }
    ProtoMessage& text(std::uint32_t field, std::string_view value)
    {
        key(field, 2);
        varint(value.size());
        m_bytes += value;
        return *this;
    }
    ProtoMessage& message(std::uint32_t field, const ProtoMessage& inner)
    {
        return text(field, inner.m_bytes);
    }

    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    void key(std::uint32_t field, std::uint32_t wireType) { varint(std::uint64_t{field} << 3U | wireType); }
    void varint(std::uint64_t value)
    {
        for (; value >= 0x80U; value >>= 7U)
            m_bytes += static_cast<char>((value & 0x7FU) | 0x80U);
        m_bytes += static_cast<char>(value);
    }

    std::string m_bytes;
};

// Numbers of fields and values in Perfetto's trace.proto and what it includes.
namespace field {
constexpr std::uint32_t kPacket = 1;
constexpr std::uint32_t kTimestamp = 8, kSequence = 10, kEvent = 11, kSequenceFlags = 13, kDescriptor = 60;
constexpr std::uint32_t kUuid = 1, kName = 2, kProcess = 3, kParent = 5, kCounter = 8, kChildOrder = 11,
                        kSiblingRank = 12;
constexpr std::uint32_t kPid = 1, kProcessName = 6;
constexpr std::uint32_t kUnit = 3, kUnitName = 6;
constexpr std::uint32_t kAnnotation = 4, kType = 9, kTrackUuid = 11, kCategory = 22, kEventName = 23,
                        kDoubleValue = 44, kFlow = 47, kLastFlow = 48;
constexpr std::uint32_t kNumberOfAnnotation = 3, kTextOfAnnotation = 6, kNameOfAnnotation = 10;
} // namespace field
constexpr std::uint64_t kSliceBegin = 1, kSliceEnd = 2, kCounterValue = 4;
constexpr std::uint64_t kStateCleared = 1, kExplicitOrder = 3, kBytesUnit = 3;
constexpr std::uint64_t kTracksOfRank = 16;
constexpr std::uint64_t kMemoryTrack = kTracksOfRank - 1;

class PerfettoWriter
{
public:
    PerfettoWriter(const Timeline& timeline, const CostModel& costs, const MemoryCurves* memory)
        : m_timeline(timeline)
        , m_memory(memory)
        , m_scale(1000 * traceMicrosecondsPerUnit(timeline.unit))
        , m_table(*timeline.schedule)
        , m_dependencies(*timeline.schedule, m_table, dependencyRule(costs.profile), costs.transfer.mode)
    {}

    std::string write()
    {
        findFlows();
        for (std::uint32_t rank = 0; rank < m_timeline.schedule->rankCount(); ++rank) {
            describe(rank);
            eachTraceCell(m_timeline, rank, [&](const TraceCell& cell) { writeCell(rank, cell); });
            for (const PhaseSpan& span : m_timeline.phasesOf(rank))
                writeSlice(ProtoMessage()
                               .number(field::kTrackUuid, uuidOf(rank, TraceTrack::Step))
                               .text(field::kCategory, "step")
                               .text(field::kEventName, stepPhaseId(span.phase)),
                           span.start, span.end, uuidOf(rank, TraceTrack::Step));
            writeMemory(rank);
        }
        return std::move(m_text);
    }

private:
    /// From an action to one that waits for it; numbered from 1, for 0 is no flow.
    struct Flow
    {
        std::uint64_t from = 0; ///< number of the action
        std::uint64_t to = 0;
    };

    [[nodiscard]] static std::uint64_t uuidOf(std::uint32_t rank)
    {
        return (rank + std::uint64_t{1}) * kTracksOfRank;
    }
    [[nodiscard]] static std::uint64_t uuidOf(std::uint32_t rank, TraceTrack track)
    {
        return uuidOf(rank) + 1 + static_cast<std::uint64_t>(track);
    }
    [[nodiscard]] std::uint64_t nanoseconds(Time time) const
    {
        return static_cast<std::uint64_t>(std::llround(std::max(0.0, time * m_scale)));
    }
    [[nodiscard]] std::uint64_t numberOf(std::uint32_t rank, std::size_t index) const
    {
        return m_rowBegin[rank] + index;
    }

    void findFlows()
    {
        const Schedule& schedule = *m_timeline.schedule;
        m_rowBegin.push_back(0);
        for (const Row& row : schedule.rows)
            m_rowBegin.push_back(m_rowBegin.back() + row.size());
        for (std::uint32_t rank = 0; rank < schedule.rankCount(); ++rank)
            for (std::size_t i = 0; i < schedule.rows[rank].size(); ++i) {
                if (!schedule.rows[rank][i].hasTimeOfItsOwn())
                    continue;
                for (const Input& input : m_dependencies.inputsOf(schedule.rows[rank][i], rank))
                    if (input.producer)
                        m_flows.push_back(
                            {numberOf(input.producer.rank, input.producer.index), numberOf(rank, i)});
            }
        // By their producers; those of one consumer are together as they are.
        m_byProducer.resize(m_flows.size());
        for (std::size_t flow = 0; flow < m_flows.size(); ++flow)
            m_byProducer[flow] = flow;
        std::stable_sort(m_byProducer.begin(), m_byProducer.end(),
                         [&](std::size_t a, std::size_t b) { return m_flows[a].from < m_flows[b].from; });
    }

    void packet(ProtoMessage packet)
    {
        packet.number(field::kSequence, 1);
        if (m_text.empty())
            packet.number(field::kSequenceFlags, kStateCleared);
        m_text += ProtoMessage().message(field::kPacket, packet).bytes();
    }
    void track(const ProtoMessage& descriptor)
    {
        packet(ProtoMessage().message(field::kDescriptor, descriptor));
    }

    void describe(std::uint32_t rank)
    {
        const std::string name = fmt::format("Rank {}", rank);
        track(ProtoMessage()
                  .number(field::kUuid, uuidOf(rank))
                  .number(field::kChildOrder, kExplicitOrder)
                  .message(field::kProcess, ProtoMessage()
                                                .number(field::kPid, rank + std::uint64_t{1})
                                                .text(field::kProcessName, name)));
        const auto isUsed = traceTracksOf(m_timeline, rank);
        for (std::size_t i = 0; i < isUsed.size(); ++i)
            if (isUsed[i])
                track(ProtoMessage()
                          .number(field::kUuid, uuidOf(rank, static_cast<TraceTrack>(i)))
                          .number(field::kParent, uuidOf(rank))
                          .text(field::kName, kTraceTrackNames[i])
                          .number(field::kSiblingRank, i));
        if (m_memory == nullptr)
            return;
        const bool isBytes = m_memory->unit() == MemoryUnit::Bytes;
        track(ProtoMessage()
                  .number(field::kUuid, uuidOf(rank) + kMemoryTrack)
                  .number(field::kParent, uuidOf(rank))
                  .text(field::kName, "memory")
                  .number(field::kSiblingRank, kMemoryTrack)
                  .message(field::kCounter, isBytes ? ProtoMessage().number(field::kUnit, kBytesUnit)
                                            : m_memory->countsActivations()
                                                ? ProtoMessage().text(field::kUnitName, "activations")
                                                : ProtoMessage()));
    }

    void writeSlice(ProtoMessage begin, Time start, Time end, std::uint64_t track)
    {
        packet(ProtoMessage()
                   .number(field::kTimestamp, nanoseconds(start))
                   .message(field::kEvent, begin.number(field::kType, kSliceBegin)));
        packet(ProtoMessage()
                   .number(field::kTimestamp, nanoseconds(end))
                   .message(field::kEvent,
                            ProtoMessage().number(field::kTrackUuid, track).number(field::kType, kSliceEnd)));
    }

    void writeCell(std::uint32_t rank, const TraceCell& cell)
    {
        const std::uint64_t track = uuidOf(rank, cell.track());
        ProtoMessage event;
        event.number(field::kTrackUuid, track)
            .text(field::kCategory, cell.category())
            .text(field::kEventName, cellText(cell.actions));
        if (cell.actions.size() == 1) {
            const Action& action = cell.actions.front();
            annotate(event, "stage", action.stage().value);
            if (hasMicrobatch(action.kind()))
                annotate(event, "microbatch", action.microbatch().value);
            if (isBeyondTorch(action.kind()))
                event.message(field::kAnnotation,
                              ProtoMessage()
                                  .text(field::kNameOfAnnotation, "name")
                                  .text(field::kTextOfAnnotation, kindName(action.kind())));
        }
        for (std::size_t i = 0; i < cell.actions.size(); ++i)
            addFlows(event, numberOf(rank, cell.begin + i));
        writeSlice(std::move(event), cell.start, cell.end, track);
    }

    static void annotate(ProtoMessage& event, std::string_view name, std::uint64_t value)
    {
        event.message(
            field::kAnnotation,
            ProtoMessage().text(field::kNameOfAnnotation, name).number(field::kNumberOfAnnotation, value));
    }

    /// Rows and flows are both passed in the order of their actions.
    void addFlows(ProtoMessage& event, std::uint64_t action)
    {
        for (; m_nextOut < m_byProducer.size() && m_flows[m_byProducer[m_nextOut]].from <= action;
             ++m_nextOut)
            event.fixed(field::kFlow, m_byProducer[m_nextOut] + 1);
        for (; m_nextIn < m_flows.size() && m_flows[m_nextIn].to <= action; ++m_nextIn)
            event.fixed(field::kLastFlow, m_nextIn + 1);
    }

    void writeMemory(std::uint32_t rank)
    {
        if (m_memory == nullptr)
            return;
        for (const MemoryStep& step : m_memory->steps(RankId{rank}))
            packet(ProtoMessage()
                       .number(field::kTimestamp, nanoseconds(step.time))
                       .message(field::kEvent, ProtoMessage()
                                                   .number(field::kTrackUuid, uuidOf(rank) + kMemoryTrack)
                                                   .number(field::kType, kCounterValue)
                                                   .real(field::kDoubleValue, step.level)));
    }

    const Timeline& m_timeline;
    const MemoryCurves* m_memory;
    double m_scale;
    ActionTable m_table;
    Dependencies m_dependencies;
    std::vector<std::uint64_t> m_rowBegin;
    std::vector<Flow> m_flows; ///< in the order of those that wait
    std::vector<std::size_t> m_byProducer;
    std::size_t m_nextOut = 0;
    std::size_t m_nextIn = 0;
    std::string m_text;
};

} // namespace

std::string writePerfettoTrace(const Timeline& timeline, const CostModel& costs, const MemoryCurves* memory)
{
    return PerfettoWriter(timeline, costs, memory).write();
}

} // namespace bubblescope
