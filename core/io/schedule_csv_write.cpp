// SPDX-License-Identifier: Apache-2.0
#include "core/io/csv_cell.h"
#include "core/io/schedule_csv.h"

#include <charconv>

namespace bubblescope {

namespace {

constexpr std::size_t kTypicalCellBytes = 8;

void appendNumber(std::string& text, std::uint32_t number)
{
    char digits[10];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
    text.append(digits, end);
}

void appendAction(std::string& text, const Action& action)
{
    if (!isTail(action.kind()))
        appendNumber(text, action.stage().value);
    text += textBeforeMicrobatch(action.kind());
    if (hasMicrobatch(action.kind()))
        appendNumber(text, action.microbatch().value);
    text += textBehindMicrobatch(action.kind());
}

void appendOverlap(std::string& text, std::span<const Action> cell)
{
    char before = '(';
    for (const Action& part : cell) {
        text += before;
        appendAction(text, part);
        before = ';';
    }
    text += cell.front().role() == CellRole::OverlapBackwardForward ? ")OVERLAP_B_F" : ")OVERLAP_F_B";
}

} // namespace

void appendRowText(std::string& text, std::span<const Action> row)
{
    // A line without anything is a row without cells, also for Python's csv module.
    if (row.size() == 1 && row.front().isBubble()) {
        text += "\"\"";
        return;
    }
    for (std::size_t i = 0; i < row.size();) {
        if (i > 0)
            text += ',';
        if (row[i].isBubble()) {
            ++i;
        } else if (row[i].isOverlapped()) {
            const std::size_t end = cellEnd(row, i);
            appendOverlap(text, row.subspan(i, end - i));
            i = end;
        } else {
            appendAction(text, row[i++]);
        }
    }
}

std::string writeScheduleCsv(const Schedule& schedule)
{
    std::string text;
    std::size_t cells = 0;
    for (const Row& row : schedule.rows)
        cells += row.size() + 1;
    text.reserve(cells * kTypicalCellBytes);
    for (const Row& row : schedule.rows) {
        appendRowText(text, row);
        text += '\n';
    }
    return text;
}

} // namespace bubblescope
