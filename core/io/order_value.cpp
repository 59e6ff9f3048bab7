// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/csv_cell.h"
#include "core/io/csv_reader.h"
#include "core/io/document_parts.h"

#include <algorithm>
#include <array>
#include <limits>

namespace bubblescope::json {

namespace {

constexpr std::int64_t kMostStages = std::int64_t{Action::kMaxStage} + 1;

std::size_t cellNumber(std::string_view row, std::size_t offset)
{
    return 1 + static_cast<std::size_t>(
                   std::count(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(offset), ','));
}

/// The place of a string's byte in the text; the string's begin where escapes make the two differ.
std::size_t placeInString(const Node& node, std::size_t offset)
{
    const std::size_t begin = node.offset();
    const std::string_view written = node.document().text.substr(begin + 1);
    const std::string& text = node.value().get_ref<const std::string&>();
    return written.starts_with(text) ? begin + 1 + offset : begin;
}

tl::unexpected<Error> wrongCell(const Node& node, std::size_t rank, std::size_t cell, std::size_t offset,
                                Sentence message, Sentence hint)
{
    auto error = node.wrongAt(
        placeInString(node, offset),
        Sentence({"document.rank-cell", "rank {rank}, cell {cell}: {problem}"}, rank, cell, message));
    error.value().where->hint = hint;
    return error;
}

// One row of a schedule CSV in a string; here nothing that PyTorch would ignore is let through.
Result<Row> rowFromText(const Node& node, std::size_t rank)
{
    const std::string& text = node.value().get_ref<const std::string&>();
    if (text.empty())
        return Row{};
    if (const std::size_t lineEnd = text.find_first_of("\r\n"); lineEnd != std::string::npos)
        return wrongCell(node, rank, cellNumber(text, lineEnd), lineEnd,
                         Sentence({"document.no-line-end", "a row must not contain a line break"}), {});
    csv::CsvReader reader(text, "row", 1);
    static_cast<void>(reader.read({}));
    const std::vector<Error> warnings = reader.takeWarnings();
    if (reader.errors().empty() && warnings.empty())
        return std::move(reader.takeRows().front());
    const Error& error = reader.errors().empty() ? warnings.front() : reader.errors().front();
    const std::size_t offset = error.where && error.where->column > 0 ? error.where->column - 1 : 0;
    return wrongCell(node, rank, cellNumber(text, std::min(offset, text.size())), offset, error.message,
                     error.where ? error.where->hint : Sentence());
}

Result<Row> rowFromCells(const Node& node, std::size_t rank)
{
    Row row;
    for (std::size_t i = 0; i < node.value().size(); ++i) {
        const Node cell = node.item(i);
        if (!cell.value().is_string())
            return cell.expected({"document.cell-0f0", "a cell such as \"0F0\""});
        const csv::CellReading reading = csv::readCell(cell.value().get_ref<const std::string&>(), row);
        if (!reading.error && reading.warnings.empty())
            continue;
        const csv::CellNote& note = reading.error ? *reading.error : reading.warnings.front();
        return wrongCell(cell, rank, i + 1, note.offset, note.message, note.hint);
    }
    return row;
}

Result<std::vector<Row>> rowsFromNode(const Node& node)
{
    if (!node.value().is_array() || node.value().empty())
        return node.expected({"document.list-row-every-rank", "a list with one row for each rank"});
    std::vector<Row> rows;
    for (std::size_t rank = 0; rank < node.value().size(); ++rank) {
        const Node item = node.item(rank);
        if (!item.value().is_string() && !item.value().is_array())
            return item.expected(
                {"document.row-0f0-0b0-0f0", "a row such as \"0F0,0B0\" or [\"0F0\", \"0B0\"]"});
        TRY(Row row, item.value().is_string() ? rowFromText(item, rank) : rowFromCells(item, rank));
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<Placement> placementFromNode(const Node& node, std::size_t ranks)
{
    static constexpr std::array<std::string_view, 3> known{"kind", "ranks", "stagesPerRank"};
    TRY_VOID(node.checkKeys(known));
    for (const std::string_view key : known)
        if (!node.has(std::string(key)))
            return node.wrong({"json.missing", "\"{key}\" is missing"}, key);
    TRY(const PlacementKind kind, placementKindFrom(node.member("kind")));
    const auto count = static_cast<std::int64_t>(ranks);
    TRY(const auto rankCount, node.member("ranks").wholeNumber(count, count));
    TRY(const auto stages,
        node.member("stagesPerRank").wholeNumber(1, std::max<std::int64_t>(1, kMostStages / count)));
    return Placement{kind, static_cast<std::uint32_t>(rankCount), static_cast<std::uint32_t>(stages)};
}

Result<void> readCount(const Node& source, const std::string& key, std::int64_t most, std::uint32_t& count)
{
    if (!source.has(key))
        return {};
    TRY(const auto number, source.member(key).wholeNumber(count, most));
    count = static_cast<std::uint32_t>(number);
    return {};
}

Result<void> readRest(const Node& source, Schedule& schedule)
{
    if (source.has("name")) {
        TRY(schedule.name, source.member("name").text());
    }
    if (source.has("placement")) {
        TRY(schedule.placement, placementFromNode(source.member("placement"), schedule.rows.size()));
    }
    TRY_VOID(readCount(source, "stages", kMostStages, schedule.stageCount));
    return readCount(source, "microbatches", std::numeric_limits<std::uint32_t>::max(),
                     schedule.microbatchCount);
}

} // namespace

Result<PlacementKind> placementKindFrom(const Node& node)
{
    TRY(const std::string name, node.text());
    const Result<PlacementKind> kind = placementFromName(name);
    if (!kind)
        return node.wrong(kind.error().message);
    return *kind;
}

Result<Schedule> scheduleFromNode(const Node& source)
{
    static constexpr std::array<std::string_view, 5> known{"name", "order", "placement", "stages",
                                                           "microbatches"};
    TRY_VOID(source.checkKeys(known));
    TRY(std::vector<Row> rows, rowsFromNode(source.member("order")));
    Schedule schedule;
    schedule.rows = std::move(rows);
    countStagesAndMicrobatches(schedule);
    TRY_VOID(readRest(source, schedule));
    return schedule;
}

} // namespace bubblescope::json
