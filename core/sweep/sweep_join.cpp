// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/sweep_join.h"

#include "core/base/try.h"
#include "core/sweep/sweep_reader.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// A row and the file it is of.
struct JoinedRow
{
    std::size_t part = 0;
    std::size_t number = 0; ///< in its file, from 0
    SweepLine line;
};

Result<void> addRowsOf(const std::vector<SweepPart>& parts, std::size_t part, SweepFormat format,
                       std::vector<JoinedRow>& rows)
{
    const SweepPart& file = parts[part];
    TRY(const SweepLines lines, readSweepLines(file.text, file.source, format));
    if (lines.wholeSize != file.text.size())
        return invalidInput({"sweep.last-line-cut-off",
                             "the last line of {source} is cut off: continue its sweep with --resume"},
                            file.source);
    for (std::size_t i = 0; i < lines.rows.size(); ++i)
        rows.push_back({part, i, lines.rows[i]});
    return {};
}

Result<void> checkComplete(const std::vector<SweepPart>& parts, const std::vector<JoinedRow>& rows,
                           SweepFormat format, std::uint64_t count)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const JoinedRow& row = rows[i];
        if (row.line.configuration == i)
            continue;
        if (row.line.configuration > i)
            break;
        const JoinedRow& before = rows[i - 1];
        const SweepPart& file = parts[row.part];
        return tl::unexpected(sweepLineError(
            file.text, row.line, row.number, 0, file.source,
            Sentence({"sweep.configuration-twice", "configuration {configuration} is also in {source}"},
                     row.line.configuration, parts[before.part].source),
            format));
    }
    std::uint64_t missing = 0;
    while (missing < rows.size() && rows[missing].line.configuration == missing)
        ++missing;
    if (missing < count)
        return invalidInput({"sweep.configuration-none-files-part",
                             "configuration {configuration} is in none of the files: a part is missing or "
                             "not finished (continue it with --resume)"},
                            missing);
    if (rows.size() > count)
        return invalidInput(
            {"sweep.files-hold-configuration-sweep",
             "the files contain configuration {configuration}, but the sweep has only {count}"},
            rows[count].line.configuration, count);
    return {};
}

} // namespace

Result<std::string> joinSweepParts(const std::vector<SweepPart>& parts, SweepFormat format,
                                   std::optional<std::uint64_t> count)
{
    std::vector<JoinedRow> rows;
    for (std::size_t part = 0; part < parts.size(); ++part)
        TRY_VOID(addRowsOf(parts, part, format, rows));
    std::stable_sort(rows.begin(), rows.end(), [](const JoinedRow& a, const JoinedRow& b) {
        return a.line.configuration < b.line.configuration;
    });
    const std::uint64_t all = rows.empty() ? 0 : rows.back().line.configuration + 1;
    TRY_VOID(checkComplete(parts, rows, format, count.value_or(all)));
    std::string whole = sweepHeader(format);
    for (const JoinedRow& row : rows) {
        whole.append(parts[row.part].text, row.line.offset, row.line.length);
        whole += '\n';
    }
    return whole;
}

} // namespace bubblescope
