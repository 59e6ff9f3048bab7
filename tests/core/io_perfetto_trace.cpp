// SPDX-License-Identifier: Apache-2.0
// Perfetto's format read back slice for slice, by a reader of its own.
#include "core/io/perfetto_trace.h"

#include "core/evaluate/evaluation.h"
#include "core/io/trace_tracks.h"
#include "core/time/dependencies.h"
#include "tests/support/generated.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// The fields of a protobuf message by number: numbers as they are, texts and messages as bytes.
struct Fields
{
    std::multimap<std::uint64_t, std::uint64_t> numbers;
    std::multimap<std::uint64_t, std::string> texts;

    [[nodiscard]] std::uint64_t number(std::uint64_t field) const
    {
        const auto found = numbers.find(field);
        return found == numbers.end() ? 0 : found->second;
    }
    [[nodiscard]] std::string text(std::uint64_t field) const
    {
        const auto found = texts.find(field);
        return found == texts.end() ? "" : found->second;
    }
};

/// Throws std::out_of_range where the bytes end too soon.
Fields fieldsOf(const std::string& bytes)
{
    std::size_t at = 0;
    const auto varint = [&] {
        std::uint64_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes.at(at++));
            value |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80U)
                return value;
        }
    };
    Fields fields;
    while (at < bytes.size()) {
        const std::uint64_t key = varint();
        std::uint64_t value = 0;
        switch (key & 7U) {
        case 0:
            fields.numbers.emplace(key >> 3U, varint());
            break;
        case 1:
            for (unsigned byte = 0; byte < 8; ++byte)
                value |= std::uint64_t{static_cast<unsigned char>(bytes.at(at++))} << 8U * byte;
            fields.numbers.emplace(key >> 3U, value);
            break;
        default:
            value = varint();
            fields.texts.emplace(key >> 3U, bytes.substr(at, value));
            at += value;
        }
    }
    return fields;
}

struct ReadSlice
{
    std::string track, name;
    std::uint64_t start = 0, end = 0;
    std::vector<std::uint64_t> flows, lastFlows;
};

/// "Rank 0 compute".
struct ReadTrace
{
    std::vector<ReadSlice> slices;
    std::map<std::string, std::vector<std::pair<std::uint64_t, double>>> counters;
};

std::vector<std::uint64_t> allOf(const Fields& fields, std::uint64_t field)
{
    std::vector<std::uint64_t> all;
    const auto [begin, end] = fields.numbers.equal_range(field);
    for (auto it = begin; it != end; ++it)
        all.push_back(it->second);
    return all;
}

ReadTrace readTrace(const std::string& bytes)
{
    ReadTrace trace;
    std::map<std::uint64_t, std::string> tracks;
    std::map<std::uint64_t, ReadSlice> open;
    const Fields file = fieldsOf(bytes);
    for (const auto& [field, packetBytes] : file.texts) {
        const Fields packet = fieldsOf(packetBytes);
        if (const std::string descriptor = packet.text(60); !descriptor.empty()) {
            const Fields of = fieldsOf(descriptor);
            tracks[of.number(1)] = of.text(4).empty() && of.text(3).empty()
                                       ? tracks[of.number(5)] + " " + of.text(2)
                                       : fieldsOf(of.text(3)).text(6);
            continue;
        }
        const Fields event = fieldsOf(packet.text(11));
        const std::uint64_t track = event.number(11);
        if (event.number(9) == 1)
            open[track] = {tracks[track],    event.text(23),  packet.number(8), 0,
                           allOf(event, 47), allOf(event, 48)};
        else if (event.number(9) == 2) {
            open[track].end = packet.number(8);
            trace.slices.push_back(open[track]);
        } else if (event.number(9) == 4)
            trace.counters[tracks[track]].emplace_back(packet.number(8),
                                                       std::bit_cast<double>(event.number(44)));
    }
    return trace;
}

EvaluationPtr evaluated(const char* request, const char* pass)
{
    CostModel costs;
    costs.transfer.latency = 0.25;
    std::vector<std::string> passes;
    if (*pass != '\0')
        passes.emplace_back(pass);
    return evaluate({*requestFromText(request), costs, passes}, {}).value();
}

std::uint64_t nanosecondsOf(Time time)
{
    return static_cast<std::uint64_t>(std::llround(time * 1e6)); // a step is shown as 1 ms
}

} // namespace

class IoPerfettoTrace : public QObject
{
    Q_OBJECT

private slots:
    void isReadBackSliceForSlice_data()
    {
        addRows<const char*, const char*>({
            {"one block at a time", "1f1b:ranks=4,microbatches=8", ""},
            {"two stages a rank", "zbv:ranks=4,microbatches=8", ""},
            {"communication", "interleaved-1f1b:ranks=4,microbatches=8", "send-recv"},
            {"overlapped blocks", "dualpipev:ranks=4,microbatches=12", ""},
        });
    }

    void isReadBackSliceForSlice()
    {
        const auto& [request, pass] = givenRow<const char*, const char*>();
        const EvaluationPtr evaluation = evaluated(request, pass);
        const Timeline& timeline = *evaluation->timeline;
        const ReadTrace trace =
            readTrace(writePerfettoTrace(timeline, evaluation->costs, evaluation->memory.get()));

        std::vector<ReadSlice>::const_iterator slice = trace.slices.begin();
        std::map<std::uint64_t, const ReadSlice*> flowFrom, flowTo;
        for (const ReadSlice& one : trace.slices) {
            for (const std::uint64_t flow : one.flows)
                QVERIFY(flowFrom.emplace(flow, &one).second);
            for (const std::uint64_t flow : one.lastFlows)
                QVERIFY(flowTo.emplace(flow, &one).second);
        }
        std::map<ActionPosition, const ReadSlice*> sliceOf;
        for (std::uint32_t rank = 0; rank < timeline.schedule->rankCount(); ++rank)
            eachTraceCell(timeline, rank, [&](const TraceCell& cell) {
                QVERIFY(slice != trace.slices.end());
                QCOMPARE(slice->name, cellText(cell.actions));
                QCOMPARE(slice->track,
                         "Rank " + std::to_string(rank) + " " +
                             std::string(kTraceTrackNames[static_cast<std::size_t>(cell.track())]));
                QCOMPARE(slice->start, nanosecondsOf(cell.start));
                QCOMPARE(slice->end, nanosecondsOf(cell.end));
                for (std::size_t i = 0; i < cell.actions.size(); ++i)
                    sliceOf[{RankId{rank}, cell.begin + i}] = &*slice;
                ++slice;
            });
        QVERIFY(slice == trace.slices.end());

        // Every dependency is a flow, from its producer's slice to its own; there are no others.
        const ActionTable table(*timeline.schedule);
        const Dependencies dependencies(*timeline.schedule, table, DependencyRule::Strict,
                                        TransferMode::Async);
        std::multimap<const ReadSlice*, const ReadSlice*> wanted, found;
        for (const auto& [position, own] : sliceOf)
            for (const Input& input :
                 dependencies.inputsOf(timeline.schedule->at(position), position.rank.value))
                if (input.producer)
                    wanted.emplace(sliceOf.at(input.producer.position()), own);
        QCOMPARE(flowFrom.size(), flowTo.size());
        for (const auto& [flow, from] : flowFrom)
            found.emplace(from, flowTo.at(flow));
        QCOMPARE(found.size(), wanted.size());
        for (const auto& [from, to] : wanted) {
            const auto [begin, end] = found.equal_range(from);
            const auto same =
                std::find_if(begin, end, [&, target = to](const auto& one) { return one.second == target; });
            QVERIFY(same != end);
            found.erase(same);
        }

        QCOMPARE(trace.counters.size(), std::size_t{timeline.schedule->rankCount()});
        for (std::uint32_t rank = 0; rank < timeline.schedule->rankCount(); ++rank) {
            const auto& read = trace.counters.at("Rank " + std::to_string(rank) + " memory");
            const auto steps = evaluation->memory->steps(RankId{rank});
            QCOMPARE(read.size(), steps.size());
            for (std::size_t i = 0; i < steps.size(); ++i) {
                QCOMPARE(read[i].first, nanosecondsOf(steps[i].time));
                QCOMPARE(read[i].second, steps[i].level);
            }
        }
    }

    void headAndTailHaveATrack()
    {
        Timeline timeline = timelineOf(generated("gpipe:ranks=2,microbatches=1"));
        timeline.phases = {{{StepPhase::Head, 0, 1}, {StepPhase::Optimizer, 5, 7}}};
        std::vector<std::string> names;
        for (const ReadSlice& slice : readTrace(writePerfettoTrace(timeline, {}, nullptr)).slices)
            if (slice.track == "Rank 0 head and tail")
                names.push_back(slice.name);
        QVERIFY((names == std::vector<std::string>{"head", "optimizer"}));
    }
};

BUBBLESCOPE_TEST(IoPerfettoTrace)
#include "io_perfetto_trace.moc"
