// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"

#include <cmath>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr Nanoseconds kSecond = 1'000'000'000;

void shift(TraceFile& file, Nanoseconds by)
{
    for (TraceRecord& record : file.records) {
        record.start += by;
        record.end += by;
    }
}

/// The recorded V of two ranks with zero-bubble's names, which tell chunks instead of stages.
std::vector<TraceFile> recordedV()
{
    std::vector<TraceFile> files = readAll(traceFiles("torch_cpu/zbv_p2_m4_straggler0"));
    for (TraceFile& file : files) {
        for (TraceRecord& record : file.records) {
            const auto read = NameReader().read(file.strings[record.name]);
            if (record.kind != RecordKind::Range || !read || read->actions.empty())
                continue;
            const NamedAction& action = read->actions.front();
            const bool isInput = action.kind == ActionKind::BackwardInput;
            const std::string kind = isInput ? "B" : std::string(kindText(action.kind));
            record.name = file.strings.add(
                isCompute(action.kind)
                    ? fmt::format("{}{}.{}.0", kind, action.microbatch.value_or(0), *action.stage / 2)
                    : "other");
        }
    }
    return files;
}

std::string spans(const MeasuredRun& run)
{
    std::string text;
    for (const MeasuredRank& rank : run.ranks) {
        for (const MeasuredAction& action : rank.actions)
            text += fmt::format("{} {:g}-{:g}, ", actionText(action.action.id()), action.start, action.end);
        text += rank.hasOwnZero ? "own zero\n" : "\n";
    }
    return text;
}

/// A rank whose file has a zero of its own.
MadeTrace relative(const std::string& path, std::uint32_t rank)
{
    MadeTrace made(path, rank);
    made.file().isAbsolute = false;
    return made;
}

} // namespace

/// Nothing is taken from the distance of two files' clocks.
class AssembleClocksTest : public QObject
{
    Q_OBJECT

private slots:
    void chunksOfAVWhateverTheClocks_data()
    {
        addRows<qint64>({
            {"one clock", qint64{0}},
            {"rank 1 ten seconds ahead", qint64{10}},
            {"rank 1 ten seconds behind", qint64{-10}},
        });
    }

    void chunksOfAVWhateverTheClocks()
    {
        const auto& [secondsLater] = givenRow<qint64>();
        const MeasuredRun truth = assembled(readAll(traceFiles("torch_cpu/zbv_p2_m4_straggler0")));
        std::vector<TraceFile> files = recordedV();
        shift(files.at(1), secondsLater * kSecond);
        if (secondsLater != 0)
            files.at(1).host = "another";
        const MeasuredRun run = assembled(files);
        QVERIFY2(run.placement && run.placement->kind == PlacementKind::V, warningText(run).c_str());
        QCOMPARE(ordersText(run), ordersText(truth));
        const Time makespan = measuredTimeline(run).makespan;
        QVERIFY2(std::abs(makespan - measuredTimeline(truth).makespan) < 2000,
                 std::to_string(makespan).c_str());
    }

    void loopIsNoVWhateverTheClocks()
    {
        for (const Nanoseconds later : {Nanoseconds{0}, 10 * kSecond, -10 * kSecond}) {
            MadeTrace first("a.json", 0);
            MadeTrace second("b.json", 1);
            second.file().host = "two";
            first.add("F0.0.0 0-10, F1.0.0 10-20, F0.1.0 20-30, F1.1.0 30-40");
            second.add("F0.0.0 10-20, F1.0.0 20-30, F0.1.0 30-40, F1.1.0 40-50");
            std::vector<TraceFile> files = filesOf(first, second);
            shift(files[1], later);
            QCOMPARE(ordersText(assembled(files)), "0F0 0F1 2F0 2F1\n1F0 1F1 3F0 3F1");
        }
    }

    void hostsWithoutWaits()
    {
        MadeTrace first("a.json", 0);
        MadeTrace second("b.json", 1);
        second.file().host = "two";
        first.add("PP:0F0 0-10, PP:0B0 40-50");
        second.add("PP:1F0 10-20, PP:1B0 20-30");
        QCOMPARE(warningText(assembled(filesOf(first, second))),
                 "the records tell no waits, so the clocks of the ranks are taken as one, which nothing in "
                 "them contradicts\n");
    }

    void fileWithoutClockBeginsAtZero()
    {
        // Ranks 0 and 2 of three: nothing passes between them.
        MadeTrace first("a.json", 0);
        MadeTrace last = relative("c.json", 2);
        first.add("PP:0F0 0-10, PP:0B0 40-50");
        last.add("PP:2F0 5000-5010, PP:2B0 5010-5020");
        std::vector<TraceFile> files = filesOf(first, last);
        shift(files[0], 1'790'857'026 * kSecond);
        const MeasuredRun run = assembled(files);
        QCOMPARE(spans(run), "0F0 0-10, 0B0 40-50, \n\n2F0 0-10, 2B0 10-20, own zero\n");
        QCOMPARE(warningText(run),
                 "no trace of pipeline rank 1 of 3\n"
                 "c.json: its times have no absolute clock and nothing ties them to those of the other "
                 "files: they begin at 0 and say nothing of what passes between ranks\n");
    }

    void causalityTiesAFileWithoutClock()
    {
        MadeTrace first("a.json", 0);
        MadeTrace second = relative("b.json", 1);
        first.add("PP:0F0 0-10, gloo:recv 40-42, PP:0B0 40-52");
        second.add("PP:1F0 5000-5014, gloo:recv 5001-5004, PP:1B0 5014-5026");
        std::vector<TraceFile> files = filesOf(first, second);
        shift(files[0], 1'790'857'026 * kSecond);
        const MeasuredRun run = assembled(files);
        // 1F0 cannot begin before 10 nor 1B0 end after 42: the middle of what is left.
        QCOMPARE(spans(run), "0F0 0-10, 0B0 42-52, \n1F0 15-25, 1B0 25-37, \n");
        QVERIFY2(
            warningText(run).find(
                "b.json: its times have no absolute clock: they are aligned by what its actions need\n") !=
                std::string::npos,
            warningText(run).c_str());
    }

    void filesWithoutClocksStayTogether()
    {
        MadeTrace first = relative("a.json", 0);
        MadeTrace second = relative("b.json", 1);
        first.add("PP:0F0 0-10, PP:0B0 40-50");
        second.add("PP:1F0 10-20, PP:1B0 20-30");
        QCOMPARE(spans(assembled(filesOf(first, second))), "0F0 0-10, 0B0 40-50, \n1F0 10-20, 1B0 20-30, \n");
    }

    void plainFilesWithoutClockBeginAtZero()
    {
        MadeTrace first("a.json", 0);
        MadeTrace second = relative("b.json", 1);
        first.add("train 0-10, gemm @1 100-110");
        second.add("train 0-10, gemm @1 700-720");
        std::vector<TraceFile> files = filesOf(first, second);
        shift(files[0], 1'790'857'026 * kSecond);
        const MeasuredRun run = withPlain(files);
        for (const MeasuredRank& rank : run.ranks)
            QCOMPARE(rank.plain.at(0).start, 0.0);
        QVERIFY(run.ranks[1].hasOwnZero);
        QVERIFY2(warningText(run).ends_with("b.json: its times have no absolute clock: they begin at 0\n"),
                 warningText(run).c_str());
    }
};

BUBBLESCOPE_TEST(AssembleClocksTest)
#include "trace_assemble_clocks.moc"
