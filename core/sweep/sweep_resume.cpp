// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/sweep_resume.h"

#include "core/base/text_show.h"
#include "core/base/thousands.h"
#include "core/sweep/configuration_runner.h"
#include "core/sweep/sweep_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace bubblescope {

namespace {

/// Rows that are worked out again, and the largest one that is.
constexpr std::size_t kTriedAgain = 8;
constexpr std::uint64_t kMostBytesTriedAgain = std::uint64_t{64} << 20U;

/// Rows of a file, and the plan's part that they should be of.
struct RowsOfPlan
{
    std::string_view text;
    const SweepLines& lines;
    const std::string& source;
    SweepFormat format;
    const SweepPlan& plan;
    const SweepShard& shard;

    [[nodiscard]] std::string_view line(std::size_t row) const
    {
        return text.substr(lines.rows[row].offset, lines.rows[row].length);
    }
    [[nodiscard]] SweepConfiguration configuration(std::size_t row) const
    {
        return configurationAt(plan, indexInPlan(shard, row));
    }
    [[nodiscard]] tl::unexpected<Error> wrong(std::size_t row, std::size_t column, Sentence message) const
    {
        return tl::unexpected(
            sweepLineError(text, lines.rows[row], row, column, source, std::move(message), format));
    }
};

std::size_t firstDifference(std::string_view a, std::string_view b)
{
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

Result<void> checkConfiguration(const RowsOfPlan& rows, std::size_t row)
{
    const SweepConfiguration configuration = rows.configuration(row);
    const std::string expected = sweepConfigurationText(configuration, rows.format);
    const std::string_view line = rows.line(row);
    const bool isSame = line.starts_with(expected) && line.substr(expected.size()).starts_with(",");
    if (isSame && rows.lines.rows[row].configuration == configuration.index)
        return {};
    return rows.wrong(
        row, isSame ? 0 : firstDifference(line, expected),
        Sentence({"sweep.file-another-sweep-place", "the file is from another sweep: this sweep has "
                                                    "{expected} here (configuration {configuration})"},
                 quotedText(expected), configuration.index));
}

Result<void> checkWhole(const RowsOfPlan& rows, std::size_t row, const CancelToken& cancel)
{
    const std::optional<SweepRow> again = runConfiguration(rows.plan, rows.configuration(row), cancel);
    if (!again)
        return failure(ErrorKind::Cancelled, {"sweep.stopped-while-file-looked",
                                              "stopped while checking the file, which is unchanged"});
    // Want of memory comes and goes.
    if (again->status == SweepStatus::Failed)
        return {};
    std::string expected = sweepRowText(rows.plan, *again, rows.format);
    expected.pop_back();
    if (rows.line(row) == expected)
        return {};
    const std::size_t at = firstDifference(rows.line(row), expected);
    return rows.wrong(
        row, at,
        Sentence({"sweep.file-sweep-other-costs", "the file is from a sweep with other costs or options: "
                                                  "this sweep gives another result for this configuration"}));
}

/// Rows spread evenly over the file, without those that take long.
std::vector<std::size_t> rowsToTry(const RowsOfPlan& rows)
{
    const std::size_t count = rows.lines.rows.size();
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < kTriedAgain && k < count; ++k) {
        const std::size_t row = kTriedAgain >= count ? k : k * (count - 1) / (kTriedAgain - 1);
        if (rows.lines.rows[row].status != static_cast<std::uint8_t>(SweepStatus::Failed) &&
            memoryOfConfiguration(rows.configuration(row)) <= kMostBytesTriedAgain)
            chosen.push_back(row);
    }
    return chosen;
}

} // namespace

Result<void> checkRowsOfPlan(std::string_view text, const SweepLines& lines, const std::string& source,
                             SweepFormat format, const SweepPlan& plan, const SweepShard& shard,
                             const CancelToken& cancel)
{
    const RowsOfPlan rows{text, lines, source, format, plan, shard};
    const std::uint64_t count = configurationCount(plan, shard);
    for (std::size_t row = 0; row < lines.rows.size(); ++row) {
        if (row >= count)
            return rows.wrong(
                row, 0,
                Sentence({"sweep.file-another-sweep-present",
                          "the file is from another sweep: this sweep has only {count} configurations"},
                         withThousands(std::to_string(count))));
        if (const Result<void> same = checkConfiguration(rows, row); !same)
            return same;
    }
    for (const std::size_t row : rowsToTry(rows))
        if (const Result<void> same = checkWhole(rows, row, cancel); !same)
            return same;
    return {};
}

} // namespace bubblescope
