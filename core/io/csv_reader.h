// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/io/csv_cell.h"
#include "core/model/schedule.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope::csv {

/// Goes through a schedule CSV line by line, cell by cell, keeping rows, errors and warnings. Lines end with
/// LF, CRLF or CR; quotes are those of Python's csv module, but close on their line. O(bytes).
class CsvReader
{
public:
    /// Stops after `errorLimit` wrong cells.
    CsvReader(std::string_view text, std::string source, std::size_t errorLimit);

    /// False if it was cancelled.
    [[nodiscard]] bool read(const CancelToken& cancel);

    [[nodiscard]] const std::vector<Error>& errors() const { return m_errors; }
    [[nodiscard]] std::vector<Row> takeRows() { return std::move(m_rows); }
    [[nodiscard]] std::vector<Error> takeWarnings();

private:
    struct RawCell;

    bool checkEncoding();
    [[nodiscard]] std::string_view nextLine();
    [[nodiscard]] bool readLine(const CancelToken& cancel);
    [[nodiscard]] const char* readOddCell(const char* begin);
    void readContent(const RawCell& raw);
    void noteBlanks(const char* place, std::string_view content);
    void addWarning(const char* place, std::string message, std::string hint);
    void addError(const char* place, std::string message, std::string hint);
    [[nodiscard]] Error errorAt(const char* place, std::string message, std::string hint) const;

    std::string_view m_text;
    std::string m_source;
    std::size_t m_errorLimit;
    std::size_t m_offset = 0; ///< begin of the next line
    std::size_t m_nextLf = 0; ///< next LF and CR at or after m_offset, so that no line is searched twice
    std::size_t m_nextCr = 0;
    std::string_view m_line;
    std::uint32_t m_lineNumber = 0;
    std::vector<Row> m_rows;
    std::vector<Error> m_errors;
    std::vector<Error> m_warnings;
    std::size_t m_blankCells = 0;
    std::size_t m_blankWarning = 0; ///< index of the one warning about blanks
    std::string m_decoded;          ///< a quoted cell with doubled quotes, reused
};

} // namespace bubblescope::csv
