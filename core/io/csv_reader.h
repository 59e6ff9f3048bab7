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

/// A cell by its row and its number there, both from 0.
struct CellPlace
{
    RankId rank;
    std::size_t cell = 0;
};

/// Goes through a schedule CSV line by line, cell by cell, keeping rows, errors and warnings. Lines end with
/// LF, CRLF or CR; quotes are those of Python's csv module, but close on their line. O(bytes).
class CsvReader
{
public:
    enum class WrongCells : std::uint8_t {
        Stop,      ///< after `errorLimit` of them
        LeaveEmpty ///< the first `errorLimit` are kept as errors, the others only counted
    };

    CsvReader(std::string_view text, std::string source, std::size_t errorLimit,
              WrongCells wrongCells = WrongCells::Stop);

    /// False if it was cancelled.
    [[nodiscard]] bool read(const CancelToken& cancel);

    [[nodiscard]] const std::vector<Error>& errors() const { return m_errors; }
    /// Where errors() stand, one for each that is of a cell.
    [[nodiscard]] const std::vector<CellPlace>& wrongPlaces() const { return m_wrongPlaces; }
    /// Those that were not kept counted too.
    [[nodiscard]] std::size_t wrongCount() const { return m_wrongCount; }
    /// Nine wrong cells or more for every cell with an action: this is no schedule. O(actions).
    [[nodiscard]] bool isNearlyAllWrong() const;
    [[nodiscard]] std::vector<Row> takeRows() { return std::move(m_rows); }
    [[nodiscard]] std::vector<Error> takeWarnings();

private:
    struct RawCell;

    /// No more is read.
    [[nodiscard]] bool isFull() const;
    bool checkEncoding();
    [[nodiscard]] std::string_view nextLine();
    [[nodiscard]] bool readLine(const CancelToken& cancel);
    [[nodiscard]] const char* readOddCell(const char* begin);
    void readContent(const RawCell& raw);
    void noteBlanks(const char* place, std::string_view content);
    void addWarning(const char* place, Sentence message, Sentence hint);
    void addError(const char* place, Sentence message, Sentence hint);
    [[nodiscard]] Error errorAt(const char* place, Sentence message, Sentence hint) const;

    std::string_view m_text;
    std::string m_source;
    std::size_t m_errorLimit;
    WrongCells m_wrongCells;
    std::size_t m_offset = 0; ///< begin of the next line
    std::size_t m_nextLf = 0; ///< next LF and CR at or after m_offset, so that no line is searched twice
    std::size_t m_nextCr = 0;
    std::string_view m_line;
    std::uint32_t m_lineNumber = 0;
    std::vector<Row> m_rows;
    std::size_t m_cell = 0; ///< number of the odd cell that is being read
    std::vector<Error> m_errors;
    std::vector<CellPlace> m_wrongPlaces;
    std::size_t m_wrongCount = 0;
    bool m_isRubbish = false; ///< nearly all wrong already
    std::vector<Error> m_warnings;
    std::size_t m_blankCells = 0;
    std::size_t m_blankWarning = 0; ///< index of the one warning about blanks
    std::string m_decoded;          ///< a quoted cell with doubled quotes, reused
};

} // namespace bubblescope::csv
