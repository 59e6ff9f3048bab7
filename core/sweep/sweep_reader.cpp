// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/sweep_reader.h"

#include "core/base/number_parse.h"
#include "core/base/text_location.h"
#include "core/base/text_show.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace bubblescope {

namespace {

/// A cell of a line: its text as it stands there, and its value.
struct SweepCell
{
    std::size_t offset = 0;
    std::string_view value; ///< without quotes; what is escaped in it stays so
    bool isQuoted = false;
};

/// Walks over one line; remembers where and why it stopped.
class SweepLineScanner
{
public:
    SweepLineScanner(std::string_view line, SweepFormat format)
        : m_line(line)
        , m_isJson(format == SweepFormat::JsonLines)
    {}

    /// False if the line is none of a sweep.
    bool scan(SweepLine& row)
    {
        if (const std::size_t odd = oddByte(); odd != std::string_view::npos)
            return stop(odd, Sentence({"sweep.character-no-row-sweep",
                                       "a character that cannot be in a row of a sweep"}));
        for (std::size_t column = 0; column < kSweepColumns.size(); ++column)
            if (!readCell(column) || !checkCell(kSweepColumns[column]) || !keep(column, row))
                return false;
        if (m_isJson && !skip("}"))
            return stop(m_at,
                        Sentence({"sweep.expected-brace", "expected {brace} at the end of the row"}, "'}'"));
        if (m_at != m_line.size())
            return stop(m_at, Sentence({"sweep.expected-end-row-after",
                                        "expected the end of the row after its {count} columns"},
                                       kSweepColumns.size()));
        return true;
    }

    [[nodiscard]] std::size_t column() const { return m_wrongAt; }
    [[nodiscard]] const Sentence& message() const { return m_message; }

private:
    bool stop(std::size_t at, Sentence message)
    {
        m_wrongAt = at;
        m_message = std::move(message);
        return false;
    }

    [[nodiscard]] std::size_t oddByte() const
    {
        const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
        const auto odd = std::find_if(m_line.begin(), m_line.end(), isControl);
        const auto place =
            odd == m_line.end() ? std::string_view::npos : static_cast<std::size_t>(odd - m_line.begin());
        return std::min(place, firstInvalidUtf8(m_line));
    }

    bool skip(std::string_view expected)
    {
        if (!m_line.substr(m_at).starts_with(expected))
            return false;
        m_at += expected.size();
        return true;
    }

    bool readCell(std::size_t column)
    {
        const std::string before =
            m_isJson      ? fmt::format("{}\"{}\": ", column == 0 ? "{" : ", ", kSweepColumns[column].name)
            : column == 0 ? ""
                          : ",";
        if (!skip(before))
            return stop(
                m_at, m_isJson
                          ? Sentence({"sweep.expected-text", "expected {text}"}, quotedText(before))
                          : Sentence({"sweep.row-ends-before-column", "the row ends before column {column}"},
                                     kSweepColumns[column].name));
        m_cell = {m_at, {}, m_at < m_line.size() && m_line[m_at] == '"'};
        return m_cell.isQuoted ? readQuoted() : readPlain();
    }

    bool readQuoted()
    {
        const std::size_t begin = ++m_at;
        for (; m_at < m_line.size(); ++m_at) {
            if (m_isJson && m_line[m_at] == '\\') {
                ++m_at;
            } else if (m_line[m_at] == '"') {
                if (!m_isJson && m_at + 1 < m_line.size() && m_line[m_at + 1] == '"') {
                    ++m_at;
                    continue;
                }
                m_cell.value = m_line.substr(begin, m_at - begin);
                ++m_at;
                return true;
            }
        }
        return stop(m_cell.offset, Sentence({"sweep.quotes-never-closed", "the quotes are not closed"}));
    }

    bool readPlain()
    {
        const std::size_t end = std::min(m_line.find_first_of(m_isJson ? ",}" : ",", m_at), m_line.size());
        m_cell.value = m_line.substr(m_at, end - m_at);
        if (m_cell.value.find('"') != std::string_view::npos)
            return stop(m_at + m_cell.value.find('"'),
                        Sentence({"sweep.quotes-stand-around-whole", "quotes must enclose a whole cell"}));
        m_at = end;
        return true;
    }

    [[nodiscard]] bool isEmptyCell() const
    {
        return !m_cell.isQuoted && m_cell.value == (m_isJson ? "null" : "");
    }

    bool wrongCell(const SweepColumn& column, std::string_view expected)
    {
        return stop(m_cell.offset,
                    Sentence({"sweep.other-expected", "{column} is {cell}; expected {expected}"}, column.name,
                             quotedText(m_cell.value), expected));
    }

    bool checkCell(const SweepColumn& column)
    {
        if (isEmptyCell())
            return column.mayBeEmpty || wrongCell(column, "a value");
        const bool isText = column.kind == SweepColumnKind::Text || column.kind == SweepColumnKind::Status;
        if (m_isJson ? m_cell.isQuoted != isText : m_cell.isQuoted && !isText)
            return wrongCell(column, isText ? "a string in quotes" : "a number");
        if (column.kind == SweepColumnKind::Number && !realNumberFrom(m_cell.value))
            return wrongCell(column, "a number");
        const std::optional<std::int64_t> whole = wholeNumberFrom(m_cell.value);
        if (column.kind == SweepColumnKind::WholeNumber && (!whole || *whole < 0))
            return wrongCell(column, "a whole number of at least 0");
        return true;
    }

    bool keep(std::size_t column, SweepLine& row)
    {
        if (column == kConfigurationNumberColumn)
            row.configuration = static_cast<std::uint64_t>(*wholeNumberFrom(m_cell.value));
        if (column != kStatusColumn)
            return true;
        const auto* const status =
            std::find(kSweepStatusNames.begin(), kSweepStatusNames.end(), m_cell.value);
        if (status == kSweepStatusNames.end())
            return wrongCell(kSweepColumns[column],
                             fmt::format("one of {}", fmt::join(kSweepStatusNames, ", ")));
        row.status = static_cast<std::uint8_t>(status - kSweepStatusNames.begin());
        return true;
    }

    std::string_view m_line;
    bool m_isJson;
    std::size_t m_at = 0;
    SweepCell m_cell;
    std::size_t m_wrongAt = 0;
    Sentence m_message;
};

Error errorInLine(std::string_view line, std::size_t number, std::size_t column, const std::string& source,
                  Sentence message)
{
    return {ErrorKind::InvalidInput, std::move(message), locationInLine(line, column, number, source)};
}

/// The header must be the one of today's columns; a file that another version began is not gone on with.
std::optional<Error> headerError(std::string_view line, const std::string& source)
{
    const std::string header = sweepHeader(SweepFormat::Csv);
    const std::string_view expected = std::string_view(header).substr(0, header.size() - 1);
    if (line == expected)
        return std::nullopt;
    const auto [at, other] = std::mismatch(line.begin(), line.end(), expected.begin(), expected.end());
    return errorInLine(
        line, 1, static_cast<std::size_t>(at - line.begin()), source,
        Sentence({"sweep.no-sweep", "not a sweep file: its first line must be '{header}'"}, expected));
}

} // namespace

Error sweepLineError(std::string_view text, const SweepLine& line, std::size_t number, std::size_t column,
                     const std::string& source, Sentence message, SweepFormat format)
{
    const std::size_t linesBefore = format == SweepFormat::Csv ? 2 : 1; // the header is a line too
    return errorInLine(text.substr(line.offset, line.length), number + linesBefore, column, source,
                       std::move(message));
}

Result<SweepLines> readSweepLines(std::string_view text, const std::string& source, SweepFormat format)
{
    SweepLines lines;
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text.size(); begin = lines.wholeSize) {
        const std::size_t end = text.find('\n', begin);
        if (end == std::string_view::npos)
            break;
        const std::string_view line = text.substr(begin, end - begin);
        ++number;
        lines.wholeSize = end + 1;
        if (format == SweepFormat::Csv && number == 1) {
            if (std::optional<Error> wrong = headerError(line, source))
                return tl::unexpected(std::move(*wrong));
            continue;
        }
        SweepLine row{begin, line.size()};
        SweepLineScanner scanner(line, format);
        if (!scanner.scan(row))
            return tl::unexpected(errorInLine(line, number, scanner.column(), source, scanner.message()));
        lines.rows.push_back(row);
    }
    return lines;
}

} // namespace bubblescope
