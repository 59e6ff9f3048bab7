// SPDX-License-Identifier: Apache-2.0
// What is read of an export of Nsight Systems: text in as SQL, records out as text.
#include <QTest>

#include "core/trace/read_trace.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/nsight_files.h"
#include "tests/trace/value_of.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string sql(std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (const std::string_view part : parts)
        text += part;
    return text;
}

constexpr std::string_view kNoEpoch = "no TARGET_INFO_SESSION_START_TIME: times count from the begin of the "
                                      "session, so other files' times cannot be compared with them\n";

/// A session of one process with a range, its launch and its kernel.
std::string smallExport()
{
    return sql(
        {kStringIds,
         "INSERT INTO StringIds "
         "VALUES(1,'forward_step'),(2,'gemm<float>'),(3,'gemm'),(4,'cudaLaunchKernel');",
         kNvtxEvents, fmt::format("INSERT INTO NVTX_EVENTS VALUES(100,500,59,NULL,{},1);", globalId(7, 8)),
         kRuntimeTable,
         fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(150,160,{0},11,4),(170,171,{0},12,4);",
                     globalId(7, 9)),
         kKernelTable,
         fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(300,700,1,20,11,{},2,3);",
                     globalId(7, 0))});
}

std::string manyRanges(int count)
{
    return std::string(kNvtxEvents) +
           fmt::format("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<{}) INSERT INTO "
                       "NVTX_EVENTS SELECT i,i+1,59,'F'||i,0,NULL FROM n;",
                       count - 1);
}

} // namespace

class TraceNsight : public QObject
{
    Q_OBJECT
private slots:
    void rowsBecomeRecords()
    {
        const TraceFile file = read(smallExport());
        QCOMPARE(recordsText(file), std::string(R"(range 'forward_step' 7 8 [100, 500]
launch 'cudaLaunchKernel' 7 9 #0:11 [150, 160]
kernel 'gemm<float>' 7 gpu1/20 #0:11 [300, 700]
)"));
        QCOMPARE(warningsText(file), kNoEpoch);
        QCOMPARE(file.eventCount, std::uint64_t{4});
        QVERIFY(file.container == TraceContainer::NsightSqlite && !file.isAbsolute && !file.isCut);
        QVERIFY(!file.rank && file.host.empty());
    }

    void timesAreAbsoluteWithASessionStart()
    {
        const TraceFile file = read(
            smallExport() + "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INTEGER);"
                            "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(1790857030000000000);"
                            "CREATE TABLE TARGET_INFO_SYSTEM_ENV(name TEXT, value TEXT);"
                            "INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES('OS','Linux'),('Hostname','node3');");
        QVERIFY(file.isAbsolute);
        QCOMPARE(file.records.front().start, Nanoseconds{1790857030000000100});
        QCOMPARE(file.records.back().end, Nanoseconds{1790857030000000700});
        QCOMPARE(file.host, "node3");
        QVERIFY(file.warnings.empty());
    }

    void correlationsAreOfAProcess()
    {
        const TraceFile file = read(
            sql({kStringIds, kNvtxEvents, kRuntimeTable,
                 fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME "
                             "VALUES(1,2,{},11,NULL),(3,4,{},11,NULL),(5,6,{},0,NULL),(7,8,{},-11,NULL),(9,"
                             "10,{},12,NULL);",
                             globalId(7, 1), globalId(8, 1), globalId(8, 1), globalId(8, 1), globalId(9, 1)),
                 kKernelTable,
                 fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL "
                             "VALUES(20,30,0,7,11,{},NULL,NULL),(40,50,0,7,11,{},NULL,NULL),(60,70,1,7,0,{},"
                             "NULL,NULL),(80,90,1,7,12,{},NULL,NULL);",
                             globalId(7, 0), globalId(8, 0), globalId(8, 0), globalId(8, 0))}));
        QCOMPARE(recordsText(file), std::string(R"(launch '' 7 1 #0:11 [1, 2]
launch '' 8 1 #1:11 [3, 4]
kernel '' 7 gpu0/7 #0:11 [20, 30]
kernel '' 8 gpu0/7 #1:11 [40, 50]
kernel '' 8 gpu1/7 [60, 70]
kernel '' 8 gpu1/7 #1:12 [80, 90]
)"));
    }

    void threadsAndProcessesHaveNames()
    {
        const TraceFile file = read(
            smallExport() +
            "INSERT INTO StringIds VALUES(5,'pt_autograd_0'),(6,'unused');"
            "CREATE TABLE ThreadNames(nameId "
            "INTEGER, priority INTEGER, globalTid INTEGER);" +
            fmt::format("INSERT INTO ThreadNames VALUES(5,0,{}),(6,0,{});", globalId(7, 9), globalId(7, 99)) +
            "CREATE TABLE PROCESSES(globalPid INTEGER, pid INTEGER, name TEXT);" +
            fmt::format("INSERT INTO PROCESSES VALUES({},7,'python3'),({},12,'bash');", globalId(7, 0),
                        globalId(12, 0)));
        QCOMPARE(file.processes.size(), std::size_t{1});
        QVERIFY((file.processes[0] == TraceProcess{"7", "python3", ""}));
        QCOMPARE(file.threads.size(), std::size_t{3});
        QVERIFY((file.threads[0] == TraceThread{0, "8", "", {}}));
        QVERIFY((file.threads[1] == TraceThread{0, "20", "stream 20", 1}));
        QVERIFY((file.threads[2] == TraceThread{0, "9", "pt_autograd_0", {}}));
    }

    void copiesAreNamedByTheirDirection()
    {
        const TraceFile file = read(sql(
            {kNvtxEvents,
             "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER, end INTEGER, deviceId INTEGER, streamId "
             "INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER);"
             "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start INTEGER, end INTEGER, deviceId INTEGER, streamId "
             "INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER);"
             "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY "
             "VALUES(1,2,0,7,1,0,8,1),(2,3,0,7,2,0,8,2),(3,4,0,7,3,0,8,8),(4,5,0,7,4,0,8,10),(5,6,0,7,5,0,8,"
             "77),(6,7,0,7,6,0,8,NULL);"
             "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES(9,10,0,7,9,0,8);"}));
        QCOMPARE(recordsText(file), std::string(R"(copy 'Memcpy HtoD' 0 gpu0/7 #0:1 [1, 2]
copy 'Memcpy DtoH' 0 gpu0/7 #0:2 [2, 3]
copy 'Memcpy DtoD' 0 gpu0/7 #0:3 [3, 4]
copy 'Memcpy PtoP' 0 gpu0/7 #0:4 [4, 5]
copy 'Memcpy' 0 gpu0/7 #0:5 [5, 6]
copy 'Memcpy' 0 gpu0/7 #0:6 [6, 7]
copy 'Memset' 0 gpu0/7 #0:9 [9, 10]
)"));
    }

    void whatIsNoRecordIsCounted()
    {
        const TraceFile file = read(
            sql({kStringIds, "INSERT INTO StringIds VALUES(1,'by number'),(2,'');", kNvtxEvents,
                 "INSERT INTO NVTX_EVENTS "
                 "VALUES(1,9,59,'kept',0,NULL),(2,9,60,'both',0,1),(3,9,59,NULL,0,1),(4,4,34,'a "
                 "mark',0,NULL),(4,NULL,34,'a mark',0,NULL),(4,9,33,'a "
                 "category',0,NULL),(5,NULL,59,'open',0,NULL),(5,NULL,60,'open',0,NULL),(6,5,59,'backwards',"
                 "0,NULL),('x',9,59,'no time',0,NULL),(NULL,9,59,'no time',0,NULL),(1.5,9,59,'no "
                 "time',0,NULL),(7,9223372036854775807,59,'far',0,NULL),(-9223372036854775808,1,59,'far',0,"
                 "NULL),(8,9,59,NULL,0,NULL),(8,9,59,NULL,0,99),(8,9,59,NULL,0,2),(8,9,59,'',0,1),(-8,-7,59,'"
                 "before the session',0,NULL);",
                 kKernelTable,
                 "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL "
                 "VALUES(1,2,NULL,7,1,0,NULL,NULL),(1,2,0,NULL,1,0,NULL,NULL),(1,2,-1,7,1,0,NULL,NULL),(3,4,"
                 "0,7,1,0,99,NULL);"}));
        QCOMPARE(recordsText(file), std::string(R"(range 'before the session' 0 0 [-8, -7]
range 'kept' 0 0 [1, 9]
range 'both' 0 0 [2, 9]
range 'by number' 0 0 [3, 9]
kernel '' 0 gpu0/7 #0:1 [3, 4]
)"));
        QCOMPARE(warningsText(file),
                 std::string("2 events skipped: range without an end, still open when the recording stopped\n"
                             "1 event skipped: negative duration\n"
                             "3 events skipped: time is not a whole number\n"
                             "2 events skipped: time out of range\n"
                             "4 events skipped: range without a name\n"
                             "3 events skipped: no device or stream\n" +
                             std::string(kNoEpoch)));
    }

    void typesAreThoseOfTheExport()
    {
        const TraceFile file = read(sql(
            {kNvtxEvents,
             "INSERT INTO NVTX_EVENTS "
             "VALUES(1,9,70,'push',0,NULL),(2,9,71,'start',0,NULL),(3,9,59,'other',0,NULL);"
             "CREATE TABLE ENUM_NSYS_EVENT_TYPE(id INTEGER, name TEXT);"
             "INSERT INTO ENUM_NSYS_EVENT_TYPE VALUES(70,'NvtxPushPopRange'),(71,'NvtxStartEndRange');"}));
        QCOMPARE(recordsText(file), std::string("range 'push' 0 0 [1, 9]\nrange 'start' 0 0 [2, 9]\n"));
    }

    void tablesAndColumnsMayBeAbsent_data()
    {
        const std::string noEpoch(kNoEpoch);
        addRows<std::string, std::string, std::string>({
            {"ranges alone",
             "CREATE TABLE NVTX_EVENTS(start, end, text); INSERT INTO NVTX_EVENTS VALUES(1,2,'F');",
             "range 'F'  0 [1, 2]\n", noEpoch},
            {"no StringIds",
             sql({kNvtxEvents, "INSERT INTO NVTX_EVENTS VALUES(1,2,59,NULL,0,1),(1,2,59,'a',0,1);"}),
             "range 'a' 0 0 [1, 2]\n", "1 event skipped: range without a name\n" + noEpoch},
            {"no rows", std::string(kNvtxEvents), "", noEpoch},
            {"kernels alone",
             sql({kKernelTable, "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1,2,0,7,1,0,NULL,NULL);"}),
             "kernel '' 0 gpu0/7 #0:1 [1, 2]\n",
             "no NVTX_EVENTS table: record with 'nsys profile -t cuda,nvtx' to get labels\n" +
                 std::string(kNoEpoch)},
            {"one process that kernels do not tell",
             sql({kNvtxEvents,
                  fmt::format("INSERT INTO NVTX_EVENTS VALUES(1,5,59,'F',{},NULL);", globalId(7, 8)),
                  "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end, deviceId, streamId, "
                  "correlationId);"
                  "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(3,4,0,7,1);"}),
             "range 'F' 7 8 [1, 5]\nkernel '' 7 gpu0/7 #0:1 [3, 4]\n", std::string(kNoEpoch)},
            {"several processes that kernels do not tell",
             sql({kNvtxEvents,
                  fmt::format("INSERT INTO NVTX_EVENTS VALUES(1,5,59,'F',{},NULL),(1,5,59,'F',{},NULL);",
                              globalId(7, 8), globalId(8, 8)),
                  kRuntimeTable,
                  fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(2,3,{},1,NULL);",
                              globalId(7, 8)),
                  "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end, deviceId, streamId, "
                  "correlationId);"
                  "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(3,4,0,7,1);"}),
             "range 'F' 7 8 [1, 5]\nrange 'F' 8 8 [1, 5]\nkernel ''  gpu0/7 #2:1 [3, 4]\n",
             "kernels and copies without a process: 1; they cannot be joined with the calls that launched "
             "them\n" +
                 std::string(kNoEpoch)},
            {"other letters",
             "CREATE TABLE NVTX_EVENTS(START, End, TEXT); INSERT INTO NVTX_EVENTS VALUES(1,2,'F');",
             "range 'F'  0 [1, 2]\n", noEpoch},
            {"no number of the session",
             sql({kNvtxEvents, "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcTime TEXT);"
                               "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES('today');"}),
             "", noEpoch},
        });
    }

    void tablesAndColumnsMayBeAbsent()
    {
        const auto& [statements, records, warnings] = givenRow<std::string, std::string, std::string>();
        const TraceFile file = read(statements);
        QCOMPARE(recordsText(file), records);
        QCOMPARE(warningsText(file), warnings);
    }

    void equalStartsHaveTheLongerFirst()
    {
        const TraceFile file = read(
            sql({kNvtxEvents,
                 "INSERT INTO NVTX_EVENTS VALUES(5,6,59,'inner',0,NULL),(5,9,59,'outer',0,NULL),(5,9,59,'its "
                 "twin',0,NULL),(1,2,59,'first',0,NULL);"}));
        QCOMPARE(
            recordsText(file),
            std::string("range 'first' 0 0 [1, 2]\nrange 'outer' 0 0 [5, 9]\nrange 'its twin' 0 0 [5, 9]\n"
                        "range 'inner' 0 0 [5, 6]\n"));
    }

    void progressEndsAtTheSize()
    {
        const std::string path = m_files.make("p.sqlite", manyRanges(200'000));
        std::vector<std::uint64_t> told;
        TraceReadOptions options;
        const std::uint64_t size = std::filesystem::file_size(path);
        options.progress = [&](std::uint64_t done, std::uint64_t total) {
            QCOMPARE(total, size);
            told.push_back(done);
        };
        const auto file = valueOf(readNsightExport(path, options));
        QCOMPARE(file.records.size(), std::size_t{200'000});
        QVERIFY(told.size() > 10);
        QVERIFY(std::is_sorted(told.begin(), told.end()));
        QVERIFY(told[told.size() / 2] > size / 4 && told[told.size() / 2] < size * 3 / 4);
        QCOMPARE(told.back(), size);
    }

    void aStopIsAnError()
    {
        const std::string path = m_files.make("c.sqlite", manyRanges(200'000));
        TraceReadOptions options;
        options.progress = [&](std::uint64_t, std::uint64_t) { options.cancel.cancel(); };
        const auto file = readNsightExport(path, options);
        QVERIFY(!file);
        QVERIFY(file.error().error.kind == ErrorKind::Cancelled);
        QCOMPARE(file.error().error.text(), path + ": cancelled");
    }

    void nothingIsWrittenBesideTheFile()
    {
        const std::string path = m_files.make("wal.sqlite", "PRAGMA journal_mode=WAL;" + smallExport());
        const auto before = m_files.names();
        const auto bytes = std::filesystem::file_size(path);
        const auto file = valueOf(readNsightExport(path));
        QCOMPARE(file.records.size(), std::size_t{3});
        QVERIFY(m_files.names() == before);
        QCOMPARE(std::filesystem::file_size(path), bytes);
    }

    void anyFileNameIsOpened()
    {
        for (const char* name :
             {"a b.sqlite", "50%41?mode=rwc#x&y.sqlite", "sch\xC3\xB6n.sqlite", "file:x", "-x"}) {
            const auto file = readNsightExport(m_files.make(name, smallExport()));
            QVERIFY2(file, name);
            QCOMPARE(file->records.size(), std::size_t{3});
        }
    }

private:
    NsightFiles m_files;
    TraceFile read(std::string_view sql)
    {
        auto file = readNsightExport(m_files.make("t.sqlite", sql));
        if (!file)
            qFatal("%s", file.error().error.text().c_str());
        return std::move(*file);
    }
};

BUBBLESCOPE_TEST(TraceNsight)
#include "trace_nsight.moc"
