// SPDX-License-Identifier: Apache-2.0
#include "core/io/input_kind.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool endsWithAnyCase(std::string_view name, std::string_view ending)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return name.size() >= ending.size() &&
           std::equal(ending.begin(), ending.end(), name.end() - static_cast<std::ptrdiff_t>(ending.size()),
                      [&](char a, char b) { return a == lower(b); });
}

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

InputKind kindOfName(std::string_view name)
{
    if (endsWithAnyCase(name, ".csv") || name == "-" || name == "<stdin>")
        return InputKind::ScheduleCsv;
    if (endsWithAnyCase(name, ".bubble"))
        return InputKind::Document;
    for (const std::string_view ending : {".json", ".json.gz", ".sqlite"})
        if (endsWithAnyCase(name, ending))
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

} // namespace

InputKind inputKindOf(std::string_view name, std::string_view firstBytes)
{
    if (firstBytes.starts_with("\x1F\x8B"sv) || firstBytes.starts_with("SQLite format 3\0"sv))
        return InputKind::Trace;
    if (firstBytes.starts_with(kByteOrderMark))
        firstBytes.remove_prefix(kByteOrderMark.size());
    const std::string_view text = withoutBlanks(firstBytes);
    const InputKind byName = kindOfName(name);
    if (!text.empty() && (text.front() == '{' || text.front() == '[')) {
        const InputKind byKey = kindOfJson(text);
        // A document or CSV that lacks its mark is refused by its own reader, which can say where.
        return byKey == InputKind::Trace && byName != InputKind::Unknown ? byName : byKey;
    }
    if (byName == InputKind::Unknown && looksLikeCells(text))
        return InputKind::ScheduleCsv;
    return byName;
}

std::string_view inputKindText(InputKind kind) noexcept
{
    switch (kind) {
    case InputKind::ScheduleCsv:
        return "a schedule CSV";
    case InputKind::Document:
        return "a project document";
    case InputKind::Costs:
        return "a cost file";
    case InputKind::Calibration:
        return "a calibration";
    case InputKind::Trace:
        return "a trace";
    case InputKind::Unknown:
        break;
    }
    return "nothing that Bubblescope reads";
}

Error unexpectedInput(const std::string& name, InputKind found, std::string_view expected)
{
    const bool isTrace = found == InputKind::Trace;
    return {ErrorKind::InvalidInput,
            Sentence({"input.expected", "{name} is {kind}, expected {expected}{remark}"}, name,
                     inputKindText(found), expected,
                     isTrace
                         ? Sentence({"input.where-traces-are-read",
                                     "; traces are read by File > Open profiles and 'bubblescope-cli trace'"})
                         : Sentence()),
            std::nullopt};
}

} // namespace bubblescope
