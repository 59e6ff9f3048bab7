// SPDX-License-Identifier: Apache-2.0
#include "core/trace/foreign_format.h"

#include "core/base/text_edit.h"
#include "core/io/input_kind.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace bubblescope {

namespace {

/// Protobuf's wire types.
constexpr std::uint64_t kVarint = 0;
constexpr std::uint64_t kLength = 2;

/// Reads a protobuf message from its first byte on.
class ProtobufScanner
{
public:
    explicit ProtobufScanner(std::string_view bytes) : m_rest(bytes) {}

    [[nodiscard]] std::string_view rest() const { return m_rest; }
    std::optional<std::uint64_t> takeVarint()
    {
        constexpr std::size_t kLongest = 10;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < std::min(kLongest, m_rest.size()); ++i) {
            const auto byte = static_cast<unsigned char>(m_rest[i]);
            value |= std::uint64_t{byte & 0x7FU} << (7 * i);
            if ((byte & 0x80U) == 0) {
                m_rest.remove_prefix(i + 1);
                return value;
            }
        }
        return std::nullopt;
    }
    bool takeTag(std::uint64_t field, std::uint64_t wireType)
    {
        const std::string_view before = m_rest;
        if (takeVarint() == (field << 3U | wireType))
            return true;
        m_rest = before;
        return false;
    }

private:
    std::string_view m_rest;
};

/// XSpace begins with its first plane, and that with its number and name: "/host:CPU", "/device:GPU:0".
bool isXPlane(std::string_view bytes)
{
    constexpr std::array<std::string_view, 4> kNames{"/host:", "/device:", "Task Environment", "/job:"};
    ProtobufScanner scanner(bytes);
    if (!scanner.takeTag(1, kLength) || !scanner.takeVarint())
        return false;
    if (scanner.takeTag(1, kVarint) && !scanner.takeVarint())
        return false;
    if (!scanner.takeTag(2, kLength) || !scanner.takeVarint())
        return false;
    return std::any_of(kNames.begin(), kNames.end(),
                       [&](std::string_view name) { return scanner.rest().starts_with(name); });
}

/// A Perfetto trace is a list of packets, each with one of these first, and ids of its writer.
bool isPerfetto(std::string_view bytes)
{
    struct Field
    {
        std::uint64_t number;
        std::uint64_t wireType;
    };
    // clock_snapshot, timestamp, trusted_uid, trusted_packet_sequence_id, process_tree, trace_config,
    // system_info, track_event, trace_packet_defaults, track_descriptor, trusted_pid, trace_uuid,
    // previous_packet_dropped, sequence_flags, first_packet_on_sequence.
    constexpr std::array<Field, 15> kFields{{{6, kLength},
                                             {8, kVarint},
                                             {3, kVarint},
                                             {10, kVarint},
                                             {2, kLength},
                                             {33, kLength},
                                             {45, kLength},
                                             {11, kLength},
                                             {59, kLength},
                                             {60, kLength},
                                             {79, kVarint},
                                             {89, kLength},
                                             {42, kVarint},
                                             {13, kVarint},
                                             {87, kVarint}}};
    ProtobufScanner scanner(bytes);
    if (!scanner.takeTag(1, kLength))
        return false;
    const auto length = scanner.takeVarint();
    if (!length || *length < 2)
        return false;
    const std::string_view packet = scanner.rest();
    // The next packet shows it, as far as it is within what was looked at.
    if (*length < packet.size() && packet[static_cast<std::size_t>(*length)] != '\n')
        return false;
    return std::any_of(kFields.begin(), kFields.end(), [&](const Field& field) {
        return ProtobufScanner(packet).takeTag(field.number, field.wireType);
    });
}

/// Written by core/io/perfetto_trace.cpp: its first track, and what its slices say of their actions.
bool isOwnPerfetto(std::string_view bytes)
{
    return bytes.substr(0, 64).find("Rank 0") != std::string_view::npos &&
           bytes.find("microbatch") != std::string_view::npos;
}

bool isRocprofText(std::string_view bytes)
{
    if (isRocprofCsv(bytes))
        return true;
    bytes = withoutByteOrderMark(bytes);
    if (!bytes.starts_with('{'))
        return false;
    bytes.remove_prefix(1);
    bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
    return bytes.starts_with("\"rocprofiler-sdk-tool\"");
}

} // namespace

std::optional<Sentence> foreignFormat(std::string_view firstBytes)
{
    if (isXPlane(firstBytes))
        return Sentence(
            {"trace.xplane",
             "this is an XPlane protobuf of JAX or TensorFlow (xplane.pb), which is not read; open "
             "the .trace.json.gz that the profiler writes beside it, or let XProf convert it "
             "(xspace_to_tool_data with the tool trace_viewer)"});
    if (isPerfetto(firstBytes) && isOwnPerfetto(firstBytes))
        return Sentence({"trace.own-perfetto",
                         "this is a schedule's trace that Bubblescope wrote for ui.perfetto.dev, which is "
                         "not read; 'bubblescope-cli convert "
                         "SCHEDULE -o x.trace.json' writes the same trace in JSON, which is read"});
    if (isPerfetto(firstBytes))
        return Sentence(
            {"trace.perfetto",
             "this is a Perfetto trace in protobuf, which is not read; convert it with 'traceconv "
             "json TRACE trace.json' and open trace.json"});
    if (isRocprofText(firstBytes))
        return Sentence({"trace.rocprof-text", "this is an output of rocprofv3, which is not read; {remedy}"},
                        rocprofRemedy());
    return std::nullopt;
}

std::optional<Sentence> nsightReport(std::string_view path, std::string_view firstBytes)
{
    constexpr std::array<std::string_view, 3> kMagic{"QDSTRM", "QDREP", "NSYS-REP"};
    constexpr std::array<std::string_view, 3> kEndings{".nsys-rep", ".qdrep", ".qdstrm"};
    const bool isReport =
        std::any_of(kMagic.begin(), kMagic.end(),
                    [&](auto magic) { return firstBytes.starts_with(magic); }) ||
        std::any_of(kEndings.begin(), kEndings.end(), [&](auto ending) { return path.ends_with(ending); });
    if (!isReport)
        return std::nullopt;
    return Sentence(
        {"trace.report-only-nsight-systems",
         "only Nsight Systems can read this report; run 'nsys export --type sqlite' on it and open "
         "the .sqlite file"});
}

Sentence rocprofDatabase()
{
    return {{"trace.rocprof-database",
             "this is rocprofv3's database, which is not read; convert it with 'rocpd convert -i FILE "
             "--output-format pftrace' and that with 'traceconv json', or profile with torch's profiler"}};
}

} // namespace bubblescope
