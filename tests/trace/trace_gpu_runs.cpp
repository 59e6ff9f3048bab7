// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/fit_costs.h"
#include "core/trace/gpu_streams.h"
#include "tests/support/gpu_data.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"

#include <cmath>
#include <fmt/format.h>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

void addRuns()
{
    QTest::addColumn<QString>("run");
    for (const std::string& run : gpuRuns())
        QTest::newRow(run.c_str()) << QString::fromStdString(run);
}

/// Kinds as the records say them, by rank and row of the file.
std::map<std::string, std::string> kindsByName(const TraceFile& file)
{
    std::map<std::uint32_t, std::pair<int, int>> counts;
    for (const TraceRecord& record : file.records) {
        const bool isKernel = record.kind == RecordKind::Kernel;
        if (!isKernel && record.kind != RecordKind::Copy)
            continue;
        auto& [compute, network] = counts[record.thread];
        if (isKernel)
            (file.strings[record.name].starts_with("nccl") ? network : compute) += 1;
    }
    std::map<std::string, std::string> kinds;
    for (const auto& [thread, count] : counts)
        kinds[fmt::format("{} stream {}", *file.rank, file.threads[thread].id)] =
            count.first + count.second == 0 ? "copies"
            : count.second > count.first    ? "communication"
                                            : "compute";
    return kinds;
}

} // namespace

/// Real runs: one host, one clock; streams by what is on them; nobody a straggler that is none.
class GpuRunsTest : public QObject
{
    Q_OBJECT

private slots:
    void clocksStreamsAndStragglers_data() { addRuns(); }

    void clocksStreamsAndStragglers()
    {
        QFETCH(QString, run);
        const std::vector<TraceFile> files = readAll(gpuFiles(run.toStdString()));
        const MeasuredRun measured = assembled(files);
        QCOMPARE(measured.clocks.size(), files.size());
        for (const FileClock& clock : measured.clocks) {
            const QString told = QString("rank %1: %2, %3")
                                     .arg(clock.rank)
                                     .arg(clock.offset)
                                     .arg(QString::fromStdString(warningText(measured)));
            QVERIFY2(std::abs(clock.offset) <= 100, qPrintable(told));
            QCOMPARE(clockBasisName(clock.basis), "one-host");
        }
        std::map<std::string, std::string> expected;
        for (const TraceFile& file : files)
            expected.merge(kindsByName(file));
        std::map<std::string, std::string> found;
        for (const GpuStream& stream : measured.gpuStreams)
            found[fmt::format("{} {}", stream.rank, stream.name)] = streamKindName(stream.kind);
        QCOMPARE(found, expected);
        QVERIFY(!found.empty());
        QVERIFY(!warns(measured, "cannot be aligned"));
        const auto stragglers = fitCosts(measured).stragglers;
        QVERIFY2(stragglers.empty(), stragglers.empty() ? "" : stragglerText(stragglers.front()).c_str());
    }

    void streamsAreCounted()
    {
        // A barrier that waits longer than everything else runs.
        const MeasuredRun run = withPlain(made("train 0-9, gemm @1 10-11, gemm @2 12-13, "
                                               "ncclDevKernel_Barrier @3 20-900, Memcpy HtoD 950-960"));
        QCOMPARE(run.gpuStreams.size(), std::size_t{1});
        const GpuStream& stream = run.gpuStreams.front();
        QCOMPARE(stream.kind, StreamKind::Compute);
        QCOMPARE(stream.name, "stream 7");
        QCOMPARE(stream.spans, std::size_t{3});
        QCOMPARE(stream.busy, 892.0);
    }

    void namesOfStreams_data()
    {
        addRows<QString, QString>({
            {"a number", "7", "stream 7"},
            {"a name", "stream 7", "stream 7"},
            {"a name with a blank", "stream 7 ", "stream 7"},
            {"no number", "default", "stream default"},
        });
    }

    void namesOfStreams()
    {
        const auto& [id, name] = givenRow<QString, QString>();
        QCOMPARE(streamName({0, id.toStdString(), "", 0U}), name.toStdString());
    }
};

BUBBLESCOPE_TEST(GpuRunsTest)
#include "trace_gpu_runs.moc"
