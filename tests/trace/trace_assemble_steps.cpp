// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

const std::string kTraceAssembleStepsCounted =
    "the labels name no microbatch: the n-th of a kind is assumed to be microbatch n\n";
const std::string kRanksAreStages = "the labels name no stage: the stage is assumed to be the rank's number, "
                                    "which is wrong if a rank runs several stages\n";
const std::string kFlushes =
    "nothing marks steps: a new step is assumed wherever every forward has had its backward on all ranks\n";
const std::string kOneStep = "the labels name no microbatch and nothing marks steps, so all labels are shown "
                             "as one step: profile with torch's profiler.step() or with ranges "
                             "\"iter_<rank>_<step>\", or give a pattern with a group microbatch\n";

/// A profile of Megatron's labels in the order that the letters tell.
TraceFile lettersOf(std::uint32_t rank, const std::string& letters)
{
    MadeTrace made(fmt::format("rank{}.json", rank), rank);
    double at = 0;
    for (const char letter : letters) {
        if (letter != ' ')
            made.range(letter == 'F' ? "forward_step" : "backward_step", at, at + 10);
        at += 10;
    }
    return made.take();
}

} // namespace

/// How steps are told apart, and what is said of them.
class AssembleStepsTest : public QObject
{
    Q_OBJECT

private slots:
    void flushes_data()
    {
        const QString flushes = QString::fromStdString(kFlushes);
        const QString one = QString::fromStdString(kOneStep);
        addRows<QStringList, QString, QString>({
            {"1F1B, two steps", {"FFBFBB FFBFBB", "FBFBFB FBFBFB"}, "complete: 0, 1", flushes},
            {"GPipe, three steps", {"FFBB FFBB FFBB", "FFBB FFBB FFBB"}, "complete: 0, 1, 2", flushes},
            {"the last is cut off",
             {"FFBFBB FFBFBB FF", "FBFBFB FBFBFB FB"},
             "complete: 0, 1; incomplete: 2",
             flushes},
            {"one step is no finding", {"FFBFBB", "FBFBFB"}, "complete: 0", ""},
            {"the last rank alone", {"FBFBFB FBFBFB"}, "complete: 0", one},
            {"no backward", {"FF FF", "FF FF"}, "complete: 0", one},
            {"begins within a step", {"BBFFBFBB", "BFBFBFB"}, "complete: 0", one},
            {"the ranks do not agree", {"FFBB FFBB", "FFFBBB"}, "complete: 0", one},
        });
    }

    void flushes()
    {
        const auto& [ranks, steps, warning] = givenRow<QStringList, QString, QString>();
        std::vector<TraceFile> files;
        for (const QString& letters : ranks)
            files.push_back(lettersOf(static_cast<std::uint32_t>(files.size()), letters.toStdString()));
        const MeasuredRun run = assembled(files);
        QCOMPARE(stepsText(run), steps.toStdString());
        const bool hasFlushes = warningText(run).find(kFlushes) != std::string::npos;
        const bool hasOneStep = warningText(run).find(kOneStep) != std::string::npos;
        QCOMPARE((hasFlushes ? kFlushes : "") + (hasOneStep ? kOneStep : ""), warning.toStdString());
    }

    void flushOfTwoRanksHasTheFirst()
    {
        const MeasuredRun run =
            assembled({lettersOf(0, "FFBFBB FFFBFBBB"), lettersOf(1, "FBFBFB FBFBFBFB")}, ofStep(0));
        QCOMPARE(ordersText(run, true), "0F0 0F1 0B0 0F2 0B1 0B2\n1F0 1B0 1F1 1B1 1F2 1B2");
        QCOMPARE(warningText(run), kFlushes + "step 0 is not complete on every rank\n" + kRanksAreStages +
                                       kTraceAssembleStepsCounted);
    }

    void recordedStepsWithoutMarks()
    {
        // The recorded 1F1B three times, with Megatron's names and without the profiler's marks.
        std::vector<TraceFile> files = readAll(traceFiles("torch_cpu/1f1b_runtime_p4_m8"));
        const MeasuredRun whole = assembled(files);
        for (TraceFile& file : files) {
            std::vector<TraceRecord> kept;
            for (TraceRecord record : file.records) {
                const std::string name = file.strings[record.name];
                const auto read = NameReader().read(name);
                if (record.kind == RecordKind::Range && (!read || read->actions.empty()))
                    continue;
                if (read && !read->actions.empty()) {
                    const ActionKind kind = read->actions.front().kind;
                    if (!isCompute(kind))
                        continue;
                    record.name = file.strings.add(isForward(kind) ? "forward_step" : "backward_step");
                }
                for (int step = 0; step < 3; ++step) {
                    kept.push_back(record);
                    record.start += 600'000'000;
                    record.end += 600'000'000;
                }
            }
            std::stable_sort(kept.begin(), kept.end(),
                             [](const TraceRecord& a, const TraceRecord& b) { return a.start < b.start; });
            file.records = std::move(kept);
        }
        const MeasuredRun run = assembled(files);
        QCOMPARE(stepsText(run), "complete: 0, 1, 2");
        QCOMPARE(run.microbatchCount, 8U);
        for (std::size_t rank = 0; rank < 4; ++rank)
            QCOMPARE(orderText(run.ranks[rank], false), orderText(whole.ranks[rank], false));
        QVERIFY2(warns(run, kFlushes), warningText(run).c_str());
    }

    void receiveBelongsToItsForward()
    {
        AssembleOptions options;
        options.patterns.push_back(*NamePattern::compile("my (?<kind>.*)"));
        options.step = 1;
        MadeTrace made;
        for (const double at : {0.0, 100.0})
            made.range("my recv_f", at, at + 5)
                .range("my F", at + 5, at + 10)
                .range("my F", at + 10, at + 15)
                .range("my B", at + 15, at + 20)
                .range("my B", at + 20, at + 25)
                .range("my W", at + 25, at + 30)
                .range("my reduce_grad", at + 30, at + 35);
        const MeasuredRun run = assembled(filesOf(made), options);
        QCOMPARE(ordersText(run, true), "0RECV_F0 0F0 0F1 0I0 0B1 0W0 0REDUCE_GRAD");
    }

    void optimizerIsStronger()
    {
        const MeasuredRun run = assembled(made("forward_step 0-10, backward_step 10-20, forward_step 20-30, "
                                               "backward_step 30-40, Optimizer 40-41, forward_step 50-60"));
        QCOMPARE(stepsText(run), "complete: 0; incomplete: 1");
        QCOMPARE(warningText(run), kRanksAreStages + kTraceAssembleStepsCounted);
    }

    void incompleteStepsAreListed()
    {
        MadeTrace made;
        for (int step = 1; step < 4; ++step) {
            const double at = 100.0 * step;
            made.range("ProfilerStep#" + std::to_string(step), at, at + 90).range("PP:0F0", at + 1, at + 10);
            if (step < 3)
                made.range("PP:0B0", at + 10, at + 20)
                    .range("PP:0F1", at + 20, at + 30)
                    .range("PP:0B1", at + 30, at + 40);
        }
        const auto files = filesOf(made);
        const MeasuredRun cut = assembled(files, ofStep(3));
        QVERIFY(cut.isIncomplete());
        QCOMPARE(cut.microbatchCount, 1U);
        QCOMPARE(cut.fullMicrobatchCount, 2U);
        const MeasuredRun run = assembled(files);
        QVERIFY(!run.isIncomplete());
        QCOMPARE(run.step, std::uint64_t{2});
        QCOMPARE(run.incompleteSteps, std::vector<std::uint64_t>{3});
        QCOMPARE(stepsText(run), "complete: 1, 2; incomplete: 3");
        QCOMPARE(warningText(run), std::string());
    }

    void stepsInWords_data()
    {
        addRows<int, int, QString>({
            {"all", 2, 0, "complete: 0, 1"},
            {"none", 0, 1, "none complete; incomplete: 0"},
            {"very many", 21, 1,
             "complete: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, …; incomplete: "
             "0"},
        });
    }

    void stepsInWords()
    {
        const auto& [complete, incomplete, text] = givenRow<int, int, QString>();
        MeasuredRun run;
        for (int step = 0; step < complete; ++step)
            run.steps.push_back(static_cast<std::uint64_t>(step));
        for (int step = 0; step < incomplete; ++step)
            run.incompleteSteps.push_back(static_cast<std::uint64_t>(step));
        QCOMPARE(QString::fromStdString(stepsText(run)), text);
    }
};

BUBBLESCOPE_TEST(AssembleStepsTest)
#include "trace_assemble_steps.moc"
