// SPDX-License-Identifier: Apache-2.0
#include "core/io/schedule_csv.h"

#include "core/io/csv_reader.h"

namespace bubblescope {

namespace {

std::string nameOfSource(const std::string& source)
{
    std::string name = source.substr(source.find_last_of('/') + 1);
    if (name == "-" || name == "<stdin>")
        return "stdin";
    const std::size_t dot = name.find_last_of('.');
    return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

ScheduleCsv takeCsv(csv::CsvReader& reader, const std::string& sourceName)
{
    ScheduleCsv result;
    result.schedule.name = nameOfSource(sourceName);
    result.schedule.rows = reader.takeRows();
    countStagesAndMicrobatches(result.schedule);
    result.warnings = reader.takeWarnings();
    if (std::optional<Error> warning = beyondTorch(result.schedule, sourceName))
        result.warnings.push_back(*std::move(warning));
    return result;
}

tl::unexpected<Error> cancelled(const std::string& sourceName)
{
    return failure(ErrorKind::Cancelled, {"csv.reading-cancelled", "reading {source} was canceled"},
                   sourceName);
}

} // namespace

std::optional<Error> beyondTorch(const Schedule& schedule, const std::string& source)
{
    for (std::size_t r = 0; r < schedule.rows.size(); ++r)
        for (const Action& action : schedule.rows[r])
            if (isBeyondTorch(action.kind()))
                return Error{ErrorKind::InvalidInput, Sentence(kBeyondTorch, actionText(action.id())),
                             SourceLocation{source, static_cast<std::uint32_t>(r + 1), 0, {}, {}}};
    return std::nullopt;
}

Result<ScheduleCsv> readScheduleCsv(std::string_view text, const std::string& sourceName,
                                    const CancelToken& cancel)
{
    csv::CsvReader reader(text, sourceName, 1);
    if (!reader.read(cancel))
        return cancelled(sourceName);
    if (!reader.errors().empty())
        return tl::unexpected(reader.errors().front());
    return takeCsv(reader, sourceName);
}

Result<LenientScheduleCsv> readScheduleCsvLeniently(std::string_view text, const std::string& sourceName,
                                                    const CancelToken& cancel)
{
    csv::CsvReader reader(text, sourceName, kMostWrongCells, csv::CsvReader::WrongCells::LeaveEmpty);
    if (!reader.read(cancel))
        return cancelled(sourceName);
    if (!reader.errors().empty() && reader.isNearlyAllWrong())
        return tl::unexpected(reader.errors().front());
    LenientScheduleCsv result;
    result.wrongCellCount = reader.wrongCount();
    result.wrongCells.reserve(reader.wrongPlaces().size());
    for (std::size_t i = 0; i < reader.wrongPlaces().size(); ++i) {
        const csv::CellPlace& place = reader.wrongPlaces()[i];
        result.wrongCells.push_back({place.rank, place.cell, reader.errors()[i]});
    }
    result.csv = takeCsv(reader, sourceName);
    return result;
}

std::vector<Error> scheduleCsvErrors(std::string_view text, const std::string& sourceName, std::size_t limit)
{
    csv::CsvReader reader(text, sourceName, limit);
    static_cast<void>(reader.read({}));
    return reader.errors();
}

} // namespace bubblescope
