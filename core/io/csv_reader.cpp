// SPDX-License-Identifier: Apache-2.0
#include "core/io/csv_reader.h"

#include "core/base/text_edit.h"
#include "core/base/text_location.h"
#include "core/base/text_show.h"

#include <algorithm>
#include <cstring>

namespace bubblescope::csv {

namespace {

constexpr std::size_t kCsvReaderMostWarnings = 100;
constexpr std::size_t kCellsBetweenCancelChecks = 1U << 16U;

std::size_t findFrom(std::string_view text, char c, std::size_t from)
{
    const void* found = from < text.size() ? std::memchr(text.data() + from, c, text.size() - from) : nullptr;
    return found == nullptr ? text.size()
                            : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

bool endsCell(const char* p, const char* end)
{
    return p == end || *p == ',';
}

const char* closingQuote(const char* p, const char* end, bool& hasDoubledQuotes)
{
    p = std::find(p, end, '"');
    while (p != end && p + 1 != end && p[1] == '"') {
        hasDoubledQuotes = true;
        p = std::find(p + 2, end, '"');
    }
    return p;
}

// Requires that every quote is doubled.
void decodeQuotes(std::string_view inside, std::string& decoded)
{
    decoded.clear();
    for (std::size_t i = 0; i < inside.size(); ++i) {
        decoded += inside[i];
        i += inside[i] == '"' ? 1U : 0U;
    }
}

/// What bytes are that no text begins with; nothing for a text, be it a wrong one.
std::optional<Sentence> binaryKind(std::string_view bytes)
{
    using namespace std::string_view_literals;
    if (bytes.starts_with("\x89PNG"sv))
        return Sentence({"csv.png", "a PNG image"});
    if (bytes.starts_with("\xFF\xD8\xFF"sv))
        return Sentence({"csv.jpeg", "a JPEG image"});
    if (bytes.starts_with("%PDF-"sv))
        return Sentence({"csv.pdf", "a PDF"});
    if (bytes.starts_with("PK\x03\x04"sv))
        return Sentence({"csv.zip", "a ZIP archive, such as a spreadsheet"});
    if (bytes.starts_with("\x7F"
                          "ELF"sv))
        return Sentence({"csv.program", "a program"});
    constexpr std::size_t kLooked = 4096;
    constexpr std::size_t kLeast = 16; // of bytes that no text has, and one in ten
    const std::string_view head = bytes.substr(0, kLooked);
    const auto odd = static_cast<std::size_t>(std::count_if(head.begin(), head.end(), [](char c) {
        return c == '\x7F' ||
               (static_cast<unsigned char>(c) < 0x20U && c != '\n' && c != '\r' && !isBlank(c));
    }));
    return odd >= kLeast && odd * 10 >= head.size() ? std::optional(Sentence({"csv.data", "binary data"}))
                                                    : std::nullopt;
}

} // namespace

/// A cell as it stands in the line, and what it holds once the quotes are taken away.
struct CsvReader::RawCell
{
    std::string_view content;
    const char* begin = nullptr; ///< the content's first byte in the file
    bool hasDoubledQuotes = false;
    std::size_t closingQuote = std::string_view::npos; ///< where in the content a quote was taken away

    /// The byte of the file that the content's byte `offset` comes from.
    [[nodiscard]] const char* place(std::size_t offset) const
    {
        std::size_t at = 0;
        for (std::size_t i = 0; hasDoubledQuotes && i < offset; ++i)
            at += content[i] == '"' && i < closingQuote ? 1U : 0U;
        return begin + offset + at + (offset >= closingQuote ? 1U : 0U);
    }
};

CsvReader::CsvReader(std::string_view text, std::string source, std::size_t errorLimit, WrongCells wrongCells)
    : m_text(withoutByteOrderMark(text))
    , m_source(std::move(source))
    , m_errorLimit(errorLimit)
    , m_wrongCells(wrongCells)
{}

bool CsvReader::isFull() const
{
    return m_isRubbish || (m_wrongCells == WrongCells::Stop && m_errors.size() >= m_errorLimit);
}

bool CsvReader::isNearlyAllWrong() const
{
    constexpr std::size_t kWrongForOneRead = 9;
    std::size_t read = 0;
    for (const Row& row : m_rows)
        read += static_cast<std::size_t>(std::count_if(row.begin(), row.end(), [](const Action& action) {
            return !action.isBubble() && action.role() != CellRole::OverlapContinued;
        }));
    return m_wrongCount >= kWrongForOneRead * read;
}

bool CsvReader::checkEncoding()
{
    Sentence message;
    if (m_text.empty())
        message = Sentence(
            {"csv.file-empty-schedule-row", "the file is empty: a schedule has a row for each rank"});
    else if (m_text.starts_with("\xFF\xFE") || m_text.starts_with("\xFE\xFF"))
        message = Sentence({"csv.file-utf-16-text", "the file is UTF-16 text: save it as UTF-8"});
    else if (std::optional<Sentence> kind = binaryKind(m_text))
        message = Sentence({"csv.binary", "the file is {kind}; expected a schedule CSV, which is text"},
                           *std::move(kind));
    if (message.empty())
        return true;
    m_errors.push_back({ErrorKind::InvalidInput, message, SourceLocation{m_source, 0, 0, {}, {}, 0}});
    return false;
}

bool CsvReader::read(const CancelToken& cancel)
{
    if (m_errorLimit == 0 || !checkEncoding())
        return true;
    m_nextLf = findFrom(m_text, '\n', 0);
    m_nextCr = findFrom(m_text, '\r', 0);
    while (m_offset < m_text.size() && !isFull()) {
        m_line = nextLine();
        ++m_lineNumber;
        if (!readLine(cancel))
            return false;
    }
    return true;
}

std::string_view CsvReader::nextLine()
{
    const std::size_t begin = m_offset;
    if (m_nextLf < begin)
        m_nextLf = findFrom(m_text, '\n', begin);
    if (m_nextCr < begin)
        m_nextCr = findFrom(m_text, '\r', begin);
    const std::size_t end = std::min(m_nextLf, m_nextCr);
    m_offset = end + (m_nextLf == m_nextCr + 1 ? 2U : 1U);
    return m_text.substr(begin, end - begin);
}

bool CsvReader::readLine(const CancelToken& cancel)
{
    Row& row = m_rows.emplace_back();
    if (m_line.empty())
        return !cancel.isCancelled();
    const char* p = m_line.data();
    const char* const end = p + m_line.size();
    row.reserve(static_cast<std::size_t>(std::count(p, end, ',')) + 1);
    for (std::size_t cell = 1;; ++cell) {
        if (cell % kCellsBetweenCancelChecks == 0 && cancel.isCancelled())
            return false;
        if (endsCell(p, end)) {
            row.emplace_back();
        } else {
            const std::size_t size = row.size();
            const char* rest = scanStrictCell(p, end, row);
            if (rest == nullptr || !endsCell(rest, end)) {
                row.resize(size);
                m_cell = cell - 1;
                rest = readOddCell(p);
                if (isFull())
                    return true;
                // A wrong cell stays as an empty one, so that those behind it keep their numbers.
                if (row.size() == size)
                    row.emplace_back();
            }
            p = rest;
        }
        if (p == end)
            return !cancel.isCancelled();
        ++p;
    }
}

const char* CsvReader::readOddCell(const char* begin)
{
    const char* const end = m_line.data() + m_line.size();
    const char* quote = begin;
    while (quote != end && isBlank(*quote))
        ++quote;
    if (quote == end || *quote != '"') {
        const char* const close = std::find(begin, end, ',');
        readContent({{begin, static_cast<std::size_t>(close - begin)}, begin});
        return close;
    }
    if (quote != begin)
        addWarning(begin,
                   Sentence({"csv.blank-stands-before-quote",
                             "there is a blank before the quote; PyTorch rejects such a cell"}),
                   {});
    bool hasDoubledQuotes = false;
    const char* const closing = closingQuote(quote + 1, end, hasDoubledQuotes);
    if (closing == end) {
        addError(quote, Sentence({"csv.quoted-cell-not-closed", "the quoted cell is not closed on its line"}),
                 Sentence({"csv.expected-second-quote", "expected a closing quote"}));
        return m_wrongCells == WrongCells::Stop ? end : std::find(quote, end, ',');
    }
    const char* const close = std::find(closing, end, ',');
    RawCell raw{{quote + 1, static_cast<std::size_t>(closing - quote - 1)}, quote + 1, hasDoubledQuotes};
    if (hasDoubledQuotes || close != closing + 1) {
        decodeQuotes(raw.content, m_decoded);
        raw.closingQuote = m_decoded.size();
        m_decoded.append(closing + 1, close);
        raw.content = m_decoded;
    }
    readContent(raw);
    return close;
}

void CsvReader::readContent(const RawCell& raw)
{
    Row& row = m_rows.back();
    std::size_t first = 0;
    std::size_t last = raw.content.size();
    while (first < last && isBlank(raw.content[first]))
        ++first;
    while (last > first && isBlank(raw.content[last - 1]))
        --last;
    // Blanks alone are common and need no closer look.
    const char* const end = raw.content.data() + last;
    const std::size_t size = row.size();
    if (first == last) {
        row.emplace_back();
        return;
    }
    if (scanStrictCell(raw.content.data() + first, end, row) == end) {
        if (last - first != raw.content.size())
            noteBlanks(raw.place(first > 0 ? 0 : last), raw.content.substr(first, last - first));
        return;
    }
    row.resize(size);
    const CellReading reading = readCell(raw.content, row);
    for (const CellNote& note : reading.warnings) {
        if (note.onlyBlanks)
            noteBlanks(raw.place(note.offset), raw.content.substr(first, last - first));
        else
            addWarning(raw.place(note.offset), note.message, note.hint);
    }
    if (reading.error)
        addError(raw.place(reading.error->offset), reading.error->message, reading.error->hint);
}

void CsvReader::noteBlanks(const char* place, std::string_view content)
{
    if (++m_blankCells > 1)
        return;
    m_blankWarning = m_warnings.size();
    addWarning(place,
               Sentence({"csv.blanks-around-within-ignored", "blanks around or within {text} are ignored"},
                        quotedText(content)),
               {});
}

std::vector<Error> CsvReader::takeWarnings()
{
    if (m_blankCells > 1 && m_blankWarning < m_warnings.size())
        m_warnings[m_blankWarning].message =
            Sentence({"csv.so-many-times", "{warning} ({count} times in this file)"},
                     std::move(m_warnings[m_blankWarning].message), m_blankCells);
    return std::move(m_warnings);
}

void CsvReader::addWarning(const char* place, Sentence message, Sentence hint)
{
    if (m_warnings.size() < kCsvReaderMostWarnings)
        m_warnings.push_back(errorAt(place, std::move(message), std::move(hint)));
}

void CsvReader::addError(const char* place, Sentence message, Sentence hint)
{
    ++m_wrongCount;
    if (m_errors.size() >= m_errorLimit)
        return;
    m_errors.push_back(errorAt(place, std::move(message), std::move(hint)));
    m_wrongPlaces.push_back({RankId{static_cast<std::uint32_t>(m_rows.size() - 1)}, m_cell});
    // Rubbish need not be read to its end.
    m_isRubbish =
        m_wrongCells == WrongCells::LeaveEmpty && m_errors.size() == m_errorLimit && isNearlyAllWrong();
}

Error CsvReader::errorAt(const char* place, Sentence message, Sentence hint) const
{
    SourceLocation where =
        locationInLine(m_line, static_cast<std::size_t>(place - m_line.data()), m_lineNumber, m_source);
    where.hint = std::move(hint);
    return {ErrorKind::InvalidInput, std::move(message), std::move(where)};
}

} // namespace bubblescope::csv
