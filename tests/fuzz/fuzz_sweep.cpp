// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_targets.h"

#include "core/base/text_show.h"
#include "core/sweep/sweep_reader.h"
#include "tests/fuzz/fuzz_checks.h"

#include <algorithm>

namespace bubblescope::test {

namespace {

void checkRefusal(const Error& error, std::string_view bytes)
{
    const std::string text = error.text();
    require(firstInvalidUtf8(text) == std::string_view::npos, "an error's text is UTF-8");
    require(!error.message.empty() && error.where.has_value(), "an error says what is wrong, and where");
    require(error.where->line >= 1 && error.where->line <= bytes.size() + 1, "it is in a line of the file");
    require(error.where->column >= 1 && error.where->column <= bytes.size() + 1, "and in a column");
}

void checkRows(const SweepLines& lines, std::string_view bytes, SweepFormat format)
{
    require(lines.wholeSize <= bytes.size(), "whole lines are in the file");
    require(lines.wholeSize == 0 || bytes[lines.wholeSize - 1] == '\n', "they end with a line end");
    require(bytes.find('\n', lines.wholeSize) == std::string_view::npos, "what is cut off is one line");
    std::size_t end = format == SweepFormat::Csv && lines.wholeSize > 0 ? bytes.find('\n') + 1 : 0;
    for (const SweepLine& row : lines.rows) {
        require(row.offset == end, "each row follows the one before");
        require(row.status < kSweepStatusNames.size(), "a status is one");
        end = row.offset + row.length + 1;
    }
    require(end == lines.wholeSize, "every line is a row");
}

/// A killed sweep may have left any part of it.
void checkCut(const SweepLines& lines, std::string_view bytes, SweepFormat format)
{
    const std::size_t size = bytes.size() / 2;
    const auto cut = readSweepLines(bytes.substr(0, size), "f", format);
    require(cut.has_value(), "the begin of a file that is fine is fine");
    require(cut->rows.size() <= lines.rows.size() && cut->wholeSize <= size, "it has no more rows");
    for (std::size_t i = 0; i < cut->rows.size(); ++i)
        require(cut->rows[i].offset == lines.rows[i].offset &&
                    cut->rows[i].configuration == lines.rows[i].configuration,
                "and the same ones");
}

} // namespace

void fuzzSweep(std::string_view bytes)
{
    for (const SweepFormat format : {SweepFormat::Csv, SweepFormat::JsonLines}) {
        const auto lines = readSweepLines(bytes, "f", format);
        if (!lines) {
            checkRefusal(lines.error(), bytes);
            continue;
        }
        checkRows(*lines, bytes, format);
        checkCut(*lines, bytes, format);
    }
}

} // namespace bubblescope::test
