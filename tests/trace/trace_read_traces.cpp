// SPDX-License-Identifier: Apache-2.0
// Several files at once: what is told of them, and that one does not take the others down.
#include <QTest>

#include "tests/support/test_program.h"
#include "tests/trace/chrome_support.h"

#include <atomic>
#include <new>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr std::string_view kTraceReadTracesTrace =
    R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}]})";
constexpr const char* kTraceReadTracesRead = "range a 1000..2000 on 1/1";
constexpr const char* kNoMemory =
    ": not enough memory to read it; open fewer files at once, or record fewer steps";

} // namespace

class TraceReadTraces : public QObject
{
    Q_OBJECT
private slots:
    // Sanitizers for threads look at this too.
    void progressIsOfAllTogether()
    {
        TraceFolder folder;
        std::vector<std::string> paths;
        std::uint64_t bytes = 0;
        for (int i = 0; i < 16; ++i) {
            // One that is refused at its first bytes counts as done too.
            const std::string text = i == 3 ? "no trace" : std::string(kTraceReadTracesTrace);
            paths.push_back(folder.add("t" + std::to_string(i), text));
            bytes += text.size();
        }
        TraceReadOptions options;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> told;
        options.progress = [&](std::uint64_t done, std::uint64_t total) { told.emplace_back(done, total); };
        QCOMPARE(readTraces(paths, options).size(), paths.size());
        QVERIFY(!told.empty());
        std::uint64_t before = 0;
        for (const auto& [done, total] : told) {
            QVERIFY(done >= before && done <= total);
            QCOMPARE(total, bytes);
            before = done;
        }
        QCOMPARE(before, bytes);
    }

    void withoutMemoryTheFileIsNamed()
    {
        TraceReadOptions options;
        options.progress = [](std::uint64_t, std::uint64_t) { throw std::bad_alloc(); };
        QCOMPARE(readText(kTraceReadTracesTrace, options), std::string("t.json") + kNoMemory);
        TraceFolder folder;
        const auto read = readTrace(folder.add("t", std::string(kTraceReadTracesTrace)), options);
        QCOMPARE(folder.withoutFolder(textOf(read)), std::string("t") + kNoMemory);
        QCOMPARE(read.error().refusal, TraceRefusal::Final);
    }

    void withoutMemoryOneFileFails()
    {
        TraceFolder folder;
        std::vector<std::string> paths;
        for (const char* name : {"a", "b", "c"})
            paths.push_back(folder.add(name, std::string(kTraceReadTracesTrace)));
        std::atomic<bool> isFirst = true;
        TraceReadOptions options;
        options.progress = [&](std::uint64_t, std::uint64_t) {
            if (isFirst.exchange(false))
                throw std::bad_alloc();
        };
        int failed = 0;
        const auto read = readTraces(paths, options);
        for (std::size_t i = 0; i < read.size(); ++i) {
            failed += read[i] ? 0 : 1;
            QCOMPARE(folder.withoutFolder(textOf(read[i])),
                     read[i] ? std::string(kTraceReadTracesRead) : std::string(1, "abc"[i]) + kNoMemory);
        }
        QCOMPARE(failed, 1);
    }
};

BUBBLESCOPE_TEST(TraceReadTraces)
#include "trace_read_traces.moc"
