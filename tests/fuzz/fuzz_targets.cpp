// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_targets.h"

#include "core/base/text_show.h"
#include "core/io/costs_json.h"
#include "core/io/document.h"
#include "core/io/schedule_csv.h"

#include <cstdio>
#include <cstdlib>

namespace bubblescope::test {

namespace {

void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

void checkError(const Error& error, std::string_view bytes)
{
    constexpr std::size_t mostText = 4096;
    require(!error.message.empty(), "an error says something");
    require(firstInvalidUtf8(error.message) == std::string_view::npos, "a message is UTF-8");
    const std::string text = error.text();
    require(firstInvalidUtf8(text) == std::string_view::npos, "an error's text is UTF-8");
    require(text.size() < mostText, "an error's text is short");
    require(error.where && error.where->line <= bytes.size() + 1, "an error has a line of the file");
    require(error.where->column <= bytes.size() + 1, "an error has a column of the file");
}

void fuzzCsv(std::string_view bytes)
{
    const auto read = readScheduleCsv(bytes, "f.csv");
    const auto errors = scheduleCsvErrors(bytes, "f.csv");
    require(read.has_value() == errors.empty(), "one wrong cell is found by both");
    for (const Error& error : errors)
        checkError(error, bytes);
    if (!read) {
        require(read.error().text() == errors.front().text(), "the first wrong cell is the same for both");
        return;
    }
    for (const Error& warning : read->warnings)
        checkError(warning, bytes);
    const auto again = readScheduleCsv(writeScheduleCsv(read->schedule), "f.csv");
    require(again && again->warnings.empty(), "our own text has no odd cell");
    require(again->schedule == read->schedule, "our own text holds the same order");
}

void fuzzDocument(std::string_view bytes)
{
    const auto read = readDocument(bytes, "f.bubble");
    if (!read)
        return checkError(read.error(), bytes);
    const std::string text = writeDocument(*read);
    const auto again = readDocument(text, "f.bubble");
    require(again.has_value(), "our own text is read");
    require(*again == *read, "our own text holds the same document");
    require(writeDocument(*again) == text, "the same document has the same bytes");
}

void fuzzCosts(std::string_view bytes)
{
    const auto read = readCosts(bytes, "f.json");
    if (!read)
        return checkError(read.error(), bytes);
    const auto again = readCosts(writeCosts(*read), "f.json");
    require(again.has_value(), "our own text is read");
    require(*again == *read, "our own text holds the same costs");
}

} // namespace

FuzzTarget fuzzTarget(std::string_view name)
{
    if (name == "csv")
        return fuzzCsv;
    if (name == "document")
        return fuzzDocument;
    return name == "costs" ? fuzzCosts : nullptr;
}

} // namespace bubblescope::test
