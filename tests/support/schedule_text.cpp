// SPDX-License-Identifier: Apache-2.0
#include "tests/support/schedule_text.h"

#include <algorithm>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace bubblescope::test {

namespace {

Action parseAction(const std::string& word, CellRole role)
{
    static const std::regex pattern(R"((\d+)([A-Z_]+?)(\d*)(@[a-z]+)?)");
    std::smatch match;
    if (!std::regex_match(word, match, pattern))
        throw std::invalid_argument("no action: " + word);
    for (std::size_t k = 1; k < kActionKindCount; ++k) {
        const auto kind = static_cast<ActionKind>(k);
        if (match[2].str() + match[4].str() == kindText(kind))
            return {
                StageId{static_cast<std::uint32_t>(std::stoul(match[1]))}, kind,
                MicrobatchId{match[3].length() > 0 ? static_cast<std::uint32_t>(std::stoul(match[3])) : 0},
                role};
    }
    throw std::invalid_argument("no action kind: " + word);
}

void appendWord(const std::string& word, Row& row)
{
    if (word.empty() || word == ".") {
        row.emplace_back();
        return;
    }
    if (word.front() != '(') {
        row.push_back(parseAction(word, CellRole::Single));
        return;
    }
    const std::size_t close = word.find(')');
    CellRole role = word.substr(close + 1) == "OVERLAP_B_F" ? CellRole::OverlapBackwardForward
                                                            : CellRole::OverlapForwardBackward;
    std::istringstream parts(word.substr(1, close - 1));
    for (std::string part; std::getline(parts, part, ';'); role = CellRole::OverlapContinued)
        row.push_back(parseAction(part, role));
}

} // namespace

Schedule parse(std::string_view text)
{
    Schedule schedule;
    schedule.name = "test";
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        Row& row = schedule.rows.emplace_back();
        std::istringstream words(line);
        for (std::string word; words >> word;)
            appendWord(word, row);
    }
    countStagesAndMicrobatches(schedule);
    return schedule;
}

std::vector<std::vector<std::string>> cellsOf(const Schedule& schedule)
{
    std::vector<std::vector<std::string>> rows;
    for (const Row& row : schedule.rows) {
        auto& cells = rows.emplace_back();
        for (std::size_t i = 0; i < row.size();) {
            const std::size_t end = cellEnd(row, i);
            cells.push_back(cellText(std::span(row).subspan(i, end - i)));
            i = end;
        }
    }
    return rows;
}

std::string render(const Schedule& schedule)
{
    std::string text;
    for (auto& cells : cellsOf(schedule)) {
        while (!cells.empty() && cells.back().empty())
            cells.pop_back();
        std::string line;
        for (const std::string& cell : cells)
            line += (line.empty() ? "" : " ") + (cell.empty() ? "." : cell);
        text += (text.empty() ? "" : "\n") + line;
    }
    return text;
}

Schedule scheduleFromCells(const nlohmann::json& order)
{
    Schedule schedule;
    schedule.name = "recorded";
    for (const auto& cells : order) {
        Row& row = schedule.rows.emplace_back();
        for (const auto& cell : cells)
            appendWord(cell.get<std::string>(), row);
    }
    countStagesAndMicrobatches(schedule);
    return schedule;
}

std::string difference(const Schedule& actual, const nlohmann::json& expectedOrder)
{
    const auto rows = cellsOf(actual);
    if (rows.size() != expectedOrder.size())
        return std::to_string(rows.size()) + " rows, expected " + std::to_string(expectedOrder.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const auto& expected = expectedOrder[r];
        for (std::size_t c = 0; c < std::max(rows[r].size(), expected.size()); ++c) {
            const std::string found = c < rows[r].size() ? rows[r][c] : "";
            const std::string wanted = c < expected.size() ? expected[c].get<std::string>() : "";
            if (found != wanted)
                return "rank " + std::to_string(r) + " cell " + std::to_string(c) + ": '" + found +
                       "', expected '" + wanted + "'";
        }
    }
    return {};
}

} // namespace bubblescope::test
