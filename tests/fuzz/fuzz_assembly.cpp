// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_targets.h"

#include "core/base/text_show.h"
#include "core/trace/measured_run.h"
#include "tests/fuzz/fuzz_checks.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace bubblescope::test {

namespace {

constexpr std::size_t kMostFiles = 6;
constexpr std::size_t kMostRecords = 2000;
constexpr std::uint32_t kProcesses = 2;
constexpr std::uint32_t kRowsOfProcess = 4; ///< two threads and two streams
// What the readers let in.
constexpr Nanoseconds kFarthest = Nanoseconds{1} << 61U;

std::string_view takeWord(std::string_view& text)
{
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

std::int64_t takeNumber(std::string_view& text)
{
    const std::string_view word = takeWord(text);
    std::int64_t number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return number;
}

TraceFile newFile(std::size_t index)
{
    TraceFile file;
    file.path = "f" + std::to_string(index);
    for (std::uint32_t process = 0; process < kProcesses; ++process) {
        file.processes.push_back({std::to_string(process), "python", {}});
        for (std::uint32_t row = 0; row < kRowsOfProcess; ++row) {
            const bool isStream = row >= 2;
            file.threads.push_back(
                {process, std::to_string(row), {}, isStream ? std::optional(process) : std::nullopt});
        }
    }
    return file;
}

class Made
{
public:
    void addLine(std::string_view line)
    {
        const std::string_view what = takeWord(line);
        if (m_files.empty() || (what == "file" && m_files.size() < kMostFiles))
            m_files.push_back(newFile(m_files.size()));
        TraceFile& file = m_files.back();
        if (what == "file")
            file.rank = line.starts_with('-') ? std::nullopt : std::optional(takeRank(line));
        else if (what == "host")
            file.host = line, file.isAbsolute = true;
        else if (what == "group")
            addGroup(line);
        else if (what == "pattern")
            addPattern(line);
        else if (what == "step")
            m_options.step = static_cast<std::uint64_t>(takeNumber(line));
        else if (what == "rank")
            m_options.rankOfFile[file.path] = takeRank(line);
        else if (what == "plain")
            m_options.withPlain = true;
        else if (what.size() == 1)
            addRecord(what.front(), line);
    }
    [[nodiscard]] std::vector<TraceFile>& files()
    {
        for (TraceFile& file : m_files)
            std::stable_sort(file.records.begin(), file.records.end(),
                             [](const TraceRecord& a, const TraceRecord& b) {
                                 return a.start != b.start ? a.start < b.start : a.end > b.end;
                             });
        return m_files;
    }
    [[nodiscard]] const AssembleOptions& options() const { return m_options; }

private:
    static std::uint32_t takeRank(std::string_view& line)
    {
        return static_cast<std::uint32_t>(takeNumber(line));
    }
    void addGroup(std::string_view line)
    {
        ProcessGroup& group = m_files.back().groups.emplace_back();
        group.description = takeWord(line);
        while (!line.empty() && group.ranks.size() < 100)
            group.ranks.push_back(takeRank(line));
    }
    void addPattern(std::string_view line)
    {
        if (const auto pattern = NamePattern::compile(std::string(line));
            pattern && m_options.patterns.size() < 3)
            m_options.patterns.push_back(*pattern);
    }
    void addRecord(char letter, std::string_view line)
    {
        constexpr std::string_view letters = "RKCLM"; // as RecordKind counts
        const std::size_t kind = letters.find(letter);
        if (kind == std::string_view::npos || ++m_records > kMostRecords)
            return;
        TraceRecord record;
        record.kind = static_cast<RecordKind>(kind);
        const bool isOnDevice = record.kind == RecordKind::Kernel || record.kind == RecordKind::Copy;
        const auto row = static_cast<std::uint64_t>(takeNumber(line));
        record.thread = static_cast<std::uint32_t>(row % kProcesses * kRowsOfProcess + row / kProcesses % 2 +
                                                   (isOnDevice ? 2 : 0));
        record.start = std::clamp(takeNumber(line), -kFarthest, kFarthest);
        record.end =
            record.start + std::clamp(takeNumber(line), Nanoseconds{0}, kFarthest - record.start / 2);
        record.end = std::clamp(record.end, record.start, kFarthest);
        record.correlation = static_cast<std::uint64_t>(takeNumber(line));
        StringTable& strings = m_files.back().strings;
        const std::size_t bar = isOnDevice ? std::min(line.find('|'), line.size()) : line.size();
        record.name = strings.add(line.substr(0, bar));
        record.label = bar < line.size() ? strings.add(line.substr(bar + 1)) : 0;
        m_files.back().records.push_back(record);
    }

    std::vector<TraceFile> m_files;
    AssembleOptions m_options;
    std::size_t m_records = 0;
};

void checkRank(const MeasuredRun& run, const MeasuredRank& rank)
{
    for (const MeasuredAction& measured : rank.actions) {
        const Action& action = measured.action;
        require(std::isfinite(measured.start) && std::isfinite(measured.end), "times are finite");
        require(measured.start <= measured.end, "an action ends after it starts");
        require(measured.busy >= 0 && measured.wait >= 0, "nothing waits or is busy for less than no time");
        if (!isCompute(action.kind()))
            continue;
        require(action.stage().value < run.stageCount, "a stage is in bounds");
        require(action.microbatch().value < run.microbatchCount, "a microbatch is in bounds");
    }
    for (const PlainSpan& span : rank.plain) {
        require(span.start <= span.end, "a span ends after it starts");
        require(span.lane < rank.plainLanes.size() && span.name < run.plainNames.size(), "a span has a lane");
    }
}

void checkRun(const MeasuredRun& run)
{
    for (std::size_t rank = 0; rank < run.ranks.size(); ++rank) {
        require(run.ranks[rank].rank == rank, "ranks are counted up");
        checkRank(run, run.ranks[rank]);
    }
    for (const std::string& warning : run.warnings)
        requireText(warning, "a warning is UTF-8");
    if (run.empty())
        return;
    for (const bool withCommunication : {false, true})
        static_cast<void>(measuredTimeline(run, withCommunication));
}

} // namespace

void fuzzAssembly(std::string_view bytes)
{
    Made made;
    forEachLine(bytes, [&](std::string_view line) { made.addLine(line); });
    const auto run = assembleRun(made.files(), made.options());
    if (run)
        checkRun(*run);
    else
        requireText(run.error().text(), "an error's text is UTF-8");
}

} // namespace bubblescope::test
