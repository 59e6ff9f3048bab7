// SPDX-License-Identifier: Apache-2.0
// Whole exports against what they were made of: each label with its exact time on the CPU, and the kernels
// that are launched within it with theirs.
#include <QTest>

#include "core/trace/read_trace.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_data.h"
#include "tests/trace/nsight_files.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr Nanoseconds kEpoch = 1790857030000000000;

TraceFile readFile(const std::filesystem::path& path)
{
    auto file = readTrace(path.string());
    if (!file)
        qFatal("%s", file.error().error.text().c_str());
    return std::move(*file);
}

struct Span
{
    Nanoseconds start = std::numeric_limits<Nanoseconds>::max();
    Nanoseconds end = std::numeric_limits<Nanoseconds>::min();
};

/// From the first to the last of what is launched within the range by any thread of its process, NCCL left
/// out.
Span spanOnDevice(const TraceFile& file, const TraceRecord& range)
{
    std::vector<std::uint64_t> launched;
    for (const TraceRecord& record : file.records)
        if (record.kind == RecordKind::Launch && record.start >= range.start && record.start < range.end &&
            file.threads[record.thread].process == file.threads[range.thread].process)
            launched.push_back(record.correlation);
    Span span;
    for (const TraceRecord& record : file.records) {
        const bool isCompute =
            record.kind == RecordKind::Kernel && !file.strings[record.name].starts_with("nccl");
        if (!isCompute || std::find(launched.begin(), launched.end(), record.correlation) == launched.end())
            continue;
        span.start = std::min(span.start, record.start);
        span.end = std::max(span.end, record.end);
    }
    return span;
}

/// Compares the actions of one rank; the label's range is the one that starts where the action was made to.
void compareActions(const TraceFile& file, const nlohmann::json& truth, std::uint32_t rank,
                    const std::string& process, Nanoseconds epoch)
{
    std::size_t compared = 0;
    for (const auto& action : truth["actions"]) {
        if (action["rank"] != rank)
            continue;
        const std::string label = action["label"];
        const Nanoseconds start = epoch + action["cpu_start"].get<Nanoseconds>();
        const auto range =
            std::find_if(file.records.begin(), file.records.end(), [&](const TraceRecord& record) {
                return record.start == start && file.strings[record.name] == label &&
                       file.processes[file.threads[record.thread].process].id == process;
            });
        QVERIFY2(range != file.records.end(), label.c_str());
        QVERIFY(range->kind == RecordKind::Range);
        QCOMPARE(range->end - range->start, action["cpu_dur"].get<Nanoseconds>());
        const Span span = spanOnDevice(file, *range);
        QCOMPARE(span.start, epoch + action["gpu_start"].get<Nanoseconds>());
        QCOMPARE(span.end - span.start, action["gpu_dur"].get<Nanoseconds>());
        if (action.contains("unix_gpu_start"))
            QCOMPARE(span.start, action["unix_gpu_start"].get<Nanoseconds>());
        ++compared;
    }
    QVERIFY(compared > 10);
}

std::map<RecordKind, std::size_t> countsOf(const TraceFile& file)
{
    std::map<RecordKind, std::size_t> counts;
    for (const TraceRecord& record : file.records)
        ++counts[record.kind];
    return counts;
}

} // namespace

class TraceNsightFiles : public QObject
{
    Q_OBJECT
private slots:
    void severalProcessesInOneExport()
    {
        const TraceFile file = readFile(tracePath("nsys_synth/zb_h1_p4_m8_onefile.sqlite"));
        const auto truth = traceJson("nsys_synth/zb_h1_p4_m8_onefile.truth.json");
        QVERIFY(file.container == TraceContainer::NsightSqlite && file.isAbsolute && !file.isCut);
        QCOMPARE(file.host, "node0");
        QCOMPARE(file.processes.size(), std::size_t{4});
        auto counts = countsOf(file);
        QCOMPARE(counts[RecordKind::Kernel], std::size_t{708});
        QCOMPARE(counts[RecordKind::Launch], std::size_t{708});
        QCOMPARE(counts[RecordKind::Range], std::size_t{336 - 4 - 4});
        QCOMPARE(file.eventCount, std::uint64_t{336 + 2 * 708});
        QCOMPARE(warningsText(file),
                 "4 events skipped: range without an end, still open when the recording stopped\n");
        for (std::uint32_t rank = 0; rank < 4; ++rank) {
            QCOMPARE(file.processes[rank].name, "python3");
            compareActions(file, truth, rank, std::to_string(7000 + rank), kEpoch);
        }
    }

    void anExportForEachRank()
    {
        const std::string folder = "nsys_synth/megatron_1f1b_p4_m8_perrank/";
        const auto truth = traceJson(folder + "truth.json");
        for (std::uint32_t rank = 0; rank < 4; ++rank) {
            const TraceFile file = readFile(tracePath(fmt::format("{}megatron.{}.sqlite", folder, rank)));
            QCOMPARE(file.host, std::string(rank < 2 ? "node0" : "node1"));
            QCOMPARE(file.processes.size(), std::size_t{1});
            compareActions(file, truth, rank, std::to_string(9000 + rank),
                           kEpoch + truth["session_offset_ns"][rank].get<Nanoseconds>());
        }
    }

    void malformed_data()
    {
        addRows<QString>({
            {"36_no_kernels.sqlite",
             "range 'F0.0.0' 263 6721537 [1000, 51000]\nrange 'B0.0.0' 263 6721537 [60000, 160000]\n"
             "1 event skipped: range without an end, still open when the recording stopped\n"
             "no TARGET_INFO_SESSION_START_TIME: times count from the begin of the session, so other files' "
             "times cannot be compared with them\n"},
            {"32_not_sqlite.sqlite", "PATH: not an SQLite database; a report of Nsight Systems (.nsys-rep, "
                                     ".qdstrm) has to be exported with 'nsys export --type sqlite'"},
            {"33_empty.sqlite", "PATH: the file is empty, so there is no NVTX_EVENTS table; export the "
                                "report again with 'nsys export --type sqlite'"},
            {"34_truncated.sqlite",
             "PATH: the database disk image is malformed: its header tells 69632 bytes and the file ends "
             "after 34816; copy it again, or export the report again with 'nsys export --type sqlite'"},
            {"38_nsys_rep.sqlite", "PATH: this is a report of Nsight Systems, not an SQLite database; export "
                                   "it with 'nsys export --type sqlite' and open what that writes"},
        });
    }

    void malformed()
    {
        const auto& [expected] = givenRow<QString>();
        const std::string path = tracePath(std::string("malformed/") + QTest::currentDataTag()).string();
        const auto file = readNsightExport(path);
        QString outcome = QString::fromStdString(file ? recordsText(*file) + warningsText(*file)
                                                      : file.error().error.text());
        QCOMPARE(outcome.replace(QString::fromStdString(path), "PATH"), expected);
    }
};

BUBBLESCOPE_TEST(TraceNsightFiles)
#include "trace_nsight_files.moc"
