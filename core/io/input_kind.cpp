// SPDX-License-Identifier: Apache-2.0
#include "core/io/input_kind.h"

#include "core/base/text_edit.h"
#include "core/base/text_show.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

std::string_view withoutBlanks(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text;
}

InputKind kindOfJson(std::string_view text)
{
    if (text.front() == '[')
        return InputKind::Trace;
    text = withoutBlanks(text.substr(1));
    if (text.starts_with("\"bubblescopeFormat\""))
        return InputKind::Document;
    if (text.starts_with("\"format\""))
        return InputKind::Costs;
    return text.starts_with("\"schema\"") ? InputKind::Calibration : InputKind::Trace;
}

InputKind kindOfName(std::string_view given)
{
    const std::string name = lowered(given);
    if (name.ends_with(".csv") || name == "-" || name == "<stdin>")
        return InputKind::ScheduleCsv;
    if (name.ends_with(".bubble"))
        return InputKind::Document;
    for (const std::string_view ending : {".json", ".json.gz", ".sqlite"})
        if (name.ends_with(ending))
            return InputKind::Trace;
    return InputKind::Unknown;
}

bool looksLikeCells(std::string_view text)
{
    const std::string_view line = text.substr(0, text.find_first_of(",\r\n"));
    return !line.empty() &&
           ((line.front() >= '0' && line.front() <= '9') || line.front() == '(' || line.front() == '"') &&
           line.find_first_of("FIWBURS") != std::string_view::npos;
}

/// One wrong character in a text is told of by its place instead. UTF-16 is text of a kind that nobody wants.
bool isBinary(std::string_view bytes)
{
    constexpr std::ptrdiff_t kMostShare = 10;
    if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv))
        return false;
    std::ptrdiff_t strange = 0;
    for (std::size_t i = 0; i < bytes.size();) {
        const auto code = static_cast<unsigned char>(bytes[i]);
        const std::size_t length = utf8SequenceLength(bytes, i);
        const bool isControl = code < 0x20 && code != '\t' && code != '\n' && code != '\r';
        strange += isControl || length == 0 ? 1 : 0;
        i += std::max<std::size_t>(1, length);
    }
    return strange > 1 && strange * kMostShare > static_cast<std::ptrdiff_t>(bytes.size());
}

/// What follows "expected …".
Sentence remarkOn(InputKind kind)
{
    switch (kind) {
    case InputKind::Trace:
        return Sentence({"input.where-traces-are-read",
                         "; to read traces, use File > Open profiles or 'bubblescope-cli trace'"});
    case InputKind::RocprofCsv:
        return Sentence({"input.rocprof", "; {remedy}"}, rocprofRemedy());
    default:
        return {};
    }
}

} // namespace

bool isRocprofCsv(std::string_view firstBytes)
{
    constexpr std::array<std::string_view, 7> kColumns{"Kind,Agent_Id,",
                                                       "Kind,Direction,",
                                                       "Kind,Operation,Agent_Id,",
                                                       "Domain,Function,Process_Id,",
                                                       "Correlation_Id,Dispatch_Id,Agent_Id,",
                                                       "Node_Id,Logical_Node_Id,",
                                                       "Name,Calls,TotalDurationNs,"};
    constexpr std::size_t kLooked = 64;
    std::string line(withoutByteOrderMark(firstBytes).substr(0, kLooked));
    std::erase(line, '"');
    return std::any_of(kColumns.begin(), kColumns.end(),
                       [&](std::string_view columns) { return line.starts_with(columns); });
}

Sentence rocprofRemedy()
{
    return {{"input.rocprof-remedy",
             "record with 'rocprofv3 --output-format pftrace' and convert that with 'traceconv json', or "
             "profile with torch's profiler"}};
}

InputKind inputKindOf(std::string_view name, std::string_view firstBytes)
{
    if (firstBytes.starts_with("\x1F\x8B"sv) || firstBytes.starts_with("SQLite format 3\0"sv))
        return InputKind::Trace;
    if (isRocprofCsv(firstBytes))
        return InputKind::RocprofCsv;
    const std::string_view text = withoutBlanks(withoutByteOrderMark(firstBytes));
    const InputKind byName = kindOfName(name);
    if (!text.empty() && (text.front() == '{' || text.front() == '[')) {
        const InputKind byKey = kindOfJson(text);
        // A document or CSV that lacks its mark is refused by its own reader, which can say where.
        return byKey == InputKind::Trace && byName != InputKind::Unknown ? byName : byKey;
    }
    if (byName != InputKind::Trace && isBinary(firstBytes.substr(0, 4096)))
        return InputKind::Binary;
    if (byName == InputKind::Unknown && looksLikeCells(text))
        return InputKind::ScheduleCsv;
    return byName;
}

std::string_view inputKindText(InputKind kind) noexcept
{
    constexpr std::array<std::string_view, 8> kTexts{"a schedule CSV",
                                                     "a project document",
                                                     "a cost file",
                                                     "a calibration",
                                                     "a trace",
                                                     "an output of rocprofv3",
                                                     "nothing that Bubblescope reads",
                                                     "a binary file"};
    return kTexts[static_cast<std::size_t>(kind)];
}

Error unexpectedInput(const std::string& name, InputKind found, std::string_view expected)
{
    return {ErrorKind::InvalidInput,
            Sentence({"input.expected", "{name} is {kind}; expected {expected}{remark}"}, name,
                     inputKindText(found), expected, remarkOn(found)),
            std::nullopt};
}

} // namespace bubblescope
