// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_targets.h"

#include "core/base/text_show.h"
#include "core/io/calibration.h"
#include "core/io/costs_json.h"
#include "core/io/document.h"
#include "core/io/schedule_csv.h"
#include "tests/fuzz/fuzz_checks.h"

#include <map>

namespace bubblescope::test {

namespace {

void checkError(const Error& error, std::string_view bytes)
{
    constexpr std::size_t mostText = 4096;
    require(!error.message.empty(), "an error says something");
    require(firstInvalidUtf8(error.message.text()) == std::string_view::npos, "a message is UTF-8");
    const std::string text = error.text();
    require(firstInvalidUtf8(text) == std::string_view::npos, "an error's text is UTF-8");
    require(text.size() < mostText, "an error's text is short");
    require(error.where && error.where->line <= bytes.size() + 1, "an error has a line of the file");
    require(error.where->column <= bytes.size() + 1, "an error has a column of the file");
}

void fuzzLenientCsv(std::string_view bytes, const Result<ScheduleCsv>& strict)
{
    const auto lenient = readScheduleCsvLeniently(bytes, "f.csv");
    if (!lenient) {
        require(!strict && lenient.error().text() == strict.error().text(),
                "what is refused leniently is refused strictly, with the same words");
        return;
    }
    require(strict.has_value() == lenient->wrongCells.empty(),
            "an order without wrong cells is read by both");
    require(lenient->wrongCellCount >= lenient->wrongCells.size(), "every wrong cell is counted");
    if (strict)
        require(strict->schedule == lenient->csv.schedule, "both read the same order");
    else
        require(strict.error().text() == lenient->wrongCells.front().error.text(),
                "the first wrong cell is the same for both");
    const Schedule& schedule = lenient->csv.schedule;
    for (const WrongCell& wrong : lenient->wrongCells) {
        checkError(wrong.error, bytes);
        const Row& row = schedule.rows.at(wrong.rank.value);
        std::size_t begin = 0;
        for (std::size_t cell = 0; cell < wrong.cell && begin < row.size(); ++cell)
            begin = cellEnd(row, begin);
        require(begin < row.size() && row[begin].isBubble(), "a wrong cell is an empty one in the order");
    }
    const auto again = readScheduleCsv(writeScheduleCsv(schedule), "f.csv");
    require(again && again->schedule == schedule, "what was read of a broken file is an order");
}

void fuzzCsv(std::string_view bytes)
{
    const auto read = readScheduleCsv(bytes, "f.csv");
    const auto errors = scheduleCsvErrors(bytes, "f.csv");
    require(read.has_value() == errors.empty(), "one wrong cell is found by both");
    fuzzLenientCsv(bytes, read);
    for (const Error& error : errors)
        checkError(error, bytes);
    if (!read) {
        require(read.error().text() == errors.front().text(), "the first wrong cell is the same for both");
        return;
    }
    for (const Error& warning : read->warnings)
        checkError(warning, bytes);
    const auto again = readScheduleCsv(writeScheduleCsv(read->schedule), "f.csv");
    const std::size_t ownWords = beyondTorch(read->schedule) ? 1 : 0;
    require(again && again->warnings.size() == ownWords, "our own text has no odd cell");
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
    const std::string text = writeCosts(*read);
    const auto again = readCosts(text, "f.json");
    require(again.has_value(), "our own text is read");
    require(*again == *read, "our own text holds the same costs");
    require(writeCosts(*again) == text, "the same costs have the same bytes");
}

/// What is read as one kind is what readCostsFile() makes of it, with costs that a cost file can say.
void fuzzCalibration(std::string_view bytes)
{
    constexpr std::size_t mostWarnings = 20;
    constexpr std::size_t longestWarning = 1000;
    const CalibrationOptions options{true};
    const auto read = readCalibration(bytes, "f.json", options);
    const auto file = readCostsFile(bytes, "f.json", options);
    if (!read)
        return checkError(read.error(), bytes);
    require(file && file->costs == read->costs && !file->summary.empty(), "a calibration is told from costs");
    require(read->warnings.size() <= mostWarnings, "warnings are few");
    for (const std::string& warning : read->warnings) {
        require(firstInvalidUtf8(warning) == std::string_view::npos, "a warning is UTF-8");
        require(!warning.empty() && warning.size() < longestWarning, "a warning is short");
    }
    const auto again = readCosts(writeCosts(read->costs), "f.json");
    require(again && *again == read->costs, "a cost file can say the same");
    const auto layers = static_cast<std::uint32_t>(read->costs.layersPerStage.values.size());
    if (read->costs.blocks && read->costs.check(layers))
        static_cast<void>(read->costs.forStages(layers));
}

} // namespace

FuzzTarget fuzzTarget(std::string_view name)
{
    static const std::map<std::string_view, FuzzTarget> targets{
        {"csv", fuzzCsv},           {"document", fuzzDocument},
        {"costs", fuzzCosts},       {"calibration", fuzzCalibration},
        {"names", fuzzNames},       {"name_patterns", fuzzNamePattern},
        {"nsight", fuzzNsight},     {"chrome", fuzzChrome},
        {"inflate", fuzzInflate},   {"assembly", fuzzAssembly},
        {"protocol", fuzzProtocol}, {"model", fuzzModel},
        {"sweep", fuzzSweep},       {"primus", fuzzPrimus},
        {"timeline", fuzzChrome}};
    const auto found = targets.find(name);
    return found == targets.end() ? nullptr : found->second;
}

} // namespace bubblescope::test
