// SPDX-License-Identifier: Apache-2.0
// What a run loses to stragglers: a job whose figures are worked out by hand, and the published ones.
#include "core/slowdown/slowdown.h"
#include "core/trace/read_trace.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_data.h"

#include <QTest>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// An event of a timeline, µs; two stages of two data-parallel ranks.
struct TimelineEvent
{
    std::string name;
    int replica = 0;
    int stage = 0;
    int step = 0;
    double start = 0;
    double end = 0;
    int chunk = 0;
    int tensor = 0;
    int place = 0;
};

std::string timelineText(const std::vector<TimelineEvent>& events)
{
    std::vector<std::string> lines;
    for (const TimelineEvent& one : events) {
        const int row = one.stage * 100 + one.tensor;
        lines.push_back(fmt::format(
            R"({{"name":"thread_name","pid":{},"tid":{},"ph":"M","args":{{"name":"PP rank {}, TP rank {}, compute"}}}})",
            one.replica, row, one.stage, one.tensor));
        lines.push_back(fmt::format(
            R"({{"name":"{0}","cat":"{0}","pid":{1},"tid":{2},"ts":{3},"dur":{4},"ph":"X","args":{{"step":{5},"model_chunk":{6},"mb_id":0,"seq_id":{7}}}}})",
            one.name, one.replica, row, one.start, one.end - one.start, one.step, one.chunk, one.place));
    }
    return fmt::format("[{}]", fmt::join(lines, ",\n"));
}

Result<TrainingJob> jobOf(const std::string& json, const JobOptions& options = {})
{
    std::vector<TraceFile> files;
    auto file = readChromeTrace(json, "job.json");
    if (!file)
        return tl::unexpected(file.error().error);
    files.push_back(*std::move(file));
    return trainingJobOf(files, options);
}

std::vector<TraceFile> filesAt(const std::vector<std::string>& paths)
{
    std::vector<TraceFile> files;
    for (auto& file : readTraces(paths))
        files.push_back(*std::move(file));
    return files;
}

Slowdown slowdownOf(const std::vector<std::string>& paths)
{
    return measureSlowdown(trainingJobOf(filesAt(paths)).value()).value();
}

std::filesystem::path handMadeJob()
{
    return testsFolder() / "data" / "slowdown" / "dp2_pp2.json";
}

/// "a 1.5000, b 1.0000".
template <typename Shares>
std::string sharesText(const Shares& shares)
{
    std::string text;
    for (const auto& [name, share] : shares)
        text += fmt::format("{}{} {:.6f}", text.empty() ? "" : ", ", name, share);
    return text;
}

std::string problemOf(const Result<TrainingJob>& job)
{
    return job ? std::string("no problem") : job.error().text();
}

/// One forward and one backward of stages 0 and 1; those of the second begin with `late` more.
std::vector<TimelineEvent> plainStep(int step, int replica, double late)
{
    const double zero = 1000.0 * step;
    return {{"forward-compute", replica, 0, step, zero, zero + 10},
            {"forward-compute", replica, 1, step, zero + 10, zero + 20 + late},
            {"backward-compute", replica, 1, step, zero + 20 + late, zero + 40 + late},
            {"backward-compute", replica, 0, step, zero + 40 + late, zero + 60 + late}};
}

std::vector<TimelineEvent> joined(const std::vector<std::vector<TimelineEvent>>& parts)
{
    std::vector<TimelineEvent> all;
    for (const auto& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

void verifyWithin(double value, double expected, const char* what)
{
    QVERIFY2(std::abs(value / expected - 1) < 0.01,
             qPrintable(QString("%1: %2, expected %3").arg(what).arg(value).arg(expected)));
}

template <typename Shares>
void verifyShares(const Shares& shares, const nlohmann::json& expected)
{
    QCOMPARE(shares.size(), expected.size());
    for (const auto& [name, share] : shares) {
        const std::string key = fmt::format("{}", name);
        QVERIFY2(expected.contains(key), key.c_str());
        verifyWithin(share, expected[key].template get<double>(), key.c_str());
    }
}

} // namespace

class SlowdownJobs : public QObject
{
    Q_OBJECT

private slots:
    // F takes 10 ms and B 20, on stage 1 of DP rank 1 twice that: means 12.5 and 25. A message takes 1, the
    // reduction 5, the optimizer 2. DP rank 1: 10 + 1 + 20 + 40 + 1 + 20 + 5 + 2 = 99; ideally 12.5 + 1 +
    // 12.5 + 25 + 1 + 25 + 5 + 2 = 84. The optimizer was launched 9.9 late.
    void aJobWorkedOutByHand()
    {
        const Slowdown found = slowdownOf({handMadeJob().string()});
        QCOMPARE(qRound64(found.step * 1e9), 99'000'000);
        QCOMPARE(qRound64(found.idealStep * 1e9), 84'000'000);
        QCOMPARE(qRound64(*found.measuredStep * 1e9), 108'900'000);
        QCOMPARE(fmt::format("{:.6f} {:.6f}", found.slowdown, *found.launchSlowdown),
                 std::string("1.178571 1.100000"));
        QCOMPARE(sharesText(found.byKind),
                 std::string("backward-compute 1.119048, forward-compute 1.059524, forward-pp-comm 1.000000, "
                             "backward-pp-comm 1.000000, grads-reduce-scatter 1.000000, optimizer 1.000000"));
        QCOMPARE(sharesText(found.byStage), std::string("0 0.910714, 1 1.267857"));
        QCOMPARE(sharesText(found.byReplica), std::string("0 1.000000, 1 1.178571"));
        QCOMPARE(fmt::format("{:.6f} {:.6f}", *found.lastStage, *found.slowWorkers),
                 std::string("1.500000 1.500000"));
        QCOMPARE(found.workers.size(), std::size_t{4});
        QCOMPARE(fmt::format("{:.6f} {:.6f}", found.workers[3].share, *found.workers[3].without),
                 std::string("1.178571 -0.227273"));
        QCOMPARE(found.steps, (std::vector<std::uint64_t>{7, 9}));
        QVERIFY(found.notes.empty());
    }

    void sentencesSayIt()
    {
        std::vector<std::string> told;
        for (const Sentence& one : slowdownSentences(slowdownOf({handMadeJob().string()})))
            told.push_back(one.text());
        QCOMPARE(fmt::format("{}", fmt::join(told, "\n")),
                 std::string("a step takes 99 ms instead of 84 ms: 1.18 times as long as if every operation "
                             "took as long as the others of its kind\n"
                             "late launches and gaps between operations: +10 %\n"
                             "uneven backward-compute by itself: +12 %\n"
                             "uneven forward-compute by itself: +6.0 %\n"
                             "without stage 1 of DP rank 1: −23 %\n"
                             "the last stage at ideal durations would undo 150 % of the loss\n"
                             "the slowest workers (1 of 4) at ideal durations would undo 150 % of the loss"));
    }

    void stepsAreChosen_data()
    {
        addRows<std::uint64_t, std::uint64_t, std::string>({
            {"both", 0, 100, "7 9"},
            {"the first", 7, 8, "7"},
            {"none", 10, 20, "no step from 10 to 20; the profile has 7, 9"},
        });
    }

    void stepsAreChosen()
    {
        const auto& [first, last, expected] = givenRow<std::uint64_t, std::uint64_t, std::string>();
        JobOptions options;
        options.steps = {first, last};
        const auto job = trainingJobOf(filesAt({handMadeJob().string()}), options);
        QCOMPARE(job ? fmt::format("{}", fmt::join(job->steps, " ")) : job.error().text(), expected);
    }

    void oneStepSaysWhatItCannotTell()
    {
        JobOptions options;
        options.steps = {9, 9};
        const auto job = trainingJobOf(filesAt({handMadeJob().string()}), options);
        const Slowdown found = measureSlowdown(job.value()).value();
        QCOMPARE(found.notes.size(), std::size_t{1});
        QVERIFY(QString::fromStdString(found.notes[0].text()).startsWith("only one step: "));
        QCOMPARE(fmt::format("{:.6f}", found.slowdown), std::string("1.178571"));
    }

    void computeWithoutMessagesWaitsByOrder()
    {
        const auto job =
            jobOf(timelineText(joined({plainStep(1, 0, 0), plainStep(2, 0, 10), plainStep(3, 0, 20)})));
        const Slowdown found = measureSlowdown(job.value()).value();
        QCOMPARE(fmt::format("{:.1f} {:.1f} {:.1f}", found.step * 1e6, found.idealStep * 1e6,
                             *found.measuredStep * 1e6),
                 std::string("70.0 70.0 70.0"));
    }

    void aStepWithOtherOperationsIsLeftOut()
    {
        auto cut = plainStep(2, 0, 0);
        cut.pop_back();
        const auto job = jobOf(timelineText(joined({plainStep(1, 0, 0), cut, plainStep(3, 0, 0)})));
        QCOMPARE(fmt::format("{}", fmt::join(job.value().steps, " ")), std::string("1 3"));
        QCOMPARE(fmt::format("{}", fmt::join(job->warnings, "\n")),
                 std::string("step 2 left out: other operations than in most steps"));
    }

    void aJobIsNotMixedWithAnother()
    {
        const auto fileOf = [](const std::vector<TimelineEvent>& events, const char* name) {
            return readChromeTrace(timelineText(events), name).value();
        };
        const TraceFile first = fileOf(joined({plainStep(1, 0, 0), plainStep(2, 0, 0)}), "first.json");
        const TraceFile more = fileOf(plainStep(3, 0, 0), "more.json");
        const TraceFile other = fileOf(plainStep(2, 0, 7), "other.json");
        const TrainingJob job = trainingJobOf({first, more, other}).value();
        QCOMPARE(fmt::format("{}", fmt::join(job.steps, " ")), std::string("1 2 3"));
        QCOMPARE(
            fmt::format("{}", fmt::join(job.warnings, "\n")),
            std::string("other.json is left out: it looks like another job than first.json, as both have "
                        "forward-compute of step 2 on stage 0 of DP rank 0"));
        QCOMPARE(job.durations, trainingJobOf({first, more}).value().durations);
    }

    void aMessageMayEndBeforeItsReceiverAsks()
    {
        auto events = joined({plainStep(1, 0, 0), plainStep(2, 0, 0)});
        for (const int step : {1, 2}) {
            const double zero = 1000.0 * step;
            events.push_back({"forward-send", 0, 0, step, zero + 13, zero + 12});
            events.push_back({"forward-recv", 0, 1, step, zero + 13, zero + 14});
        }
        const Slowdown found = measureSlowdown(jobOf(timelineText(events)).value()).value();
        // 10 + 1 of the receive + 10 + 20 + 20: the send's -1 is nobody's way.
        QCOMPARE(fmt::format("{:.3f}", found.step * 1e6), std::string("61.000"));
    }

    void oneTensorParallelRankCounts()
    {
        auto events = joined({plainStep(1, 0, 0), plainStep(2, 0, 0)});
        for (TimelineEvent one : plainStep(1, 0, 50)) {
            one.tensor = 1;
            events.push_back(one);
        }
        const auto job = jobOf(timelineText(events));
        QCOMPARE(fmt::format("{}", fmt::join(job.value().warnings, "\n")),
                 std::string("only the first of 2 tensor-parallel ranks counts"));
        QCOMPARE(fmt::format("{:.1f}", measureSlowdown(*job).value().step * 1e6), std::string("60.0"));
    }

    void whatCannotBeReplayedIsRefused_data()
    {
        addRows<std::string, std::string>({
            {"no pipeline", "[]", "no pipeline records in the trace, so there is nothing to replay"},
            {"replicas that differ",
             timelineText(joined({plainStep(1, 0, 0), {{"forward-compute", 1, 0, 1, 1000, 1010}}})),
             "no step has the same operations on all data-parallel ranks: in step 1, DP rank 1 has 0 of "
             "backward-compute on stage 0, DP rank 0 has 1"},
        });
    }

    void whatCannotBeReplayedIsRefused()
    {
        const auto& [json, expected] = givenRow<std::string, std::string>();
        QCOMPARE(problemOf(jobOf(json)), expected);
    }

    void operationsThatWaitForEachOtherAreRefused()
    {
        // Stage 0 runs its backward first, which waits for stage 1, whose forward waits for stage 0.
        auto events = plainStep(1, 0, 0);
        std::swap(events[0].start, events[3].start);
        std::swap(events[0].end, events[3].end);
        const auto found = measureSlowdown(jobOf(timelineText(events)).value());
        QVERIFY(!found.has_value());
        QCOMPARE(found.error().kind, ErrorKind::DoesNotHold);
        QCOMPARE(found.error().text(),
                 std::string("the recorded operations wait for each other, so the run cannot be replayed: "
                             "forward-compute of rank 0 never starts"));
    }

    void runsWithoutATimelineAreReplayedFromTheirCompute_data()
    {
        addRows<const char*, std::string>({
            {"Primus", "primus/1f1b", "1 2"},
            {"interleaved", "primus/interleaved", "1 2"},
            {"Kineto", "torch_cpu/1f1b_runtime_p4_m8", "1"},
        });
    }

    void runsWithoutATimelineAreReplayedFromTheirCompute()
    {
        const auto& [folder, steps] = givenRow<const char*, std::string>();
        const Slowdown found = slowdownOf(traceFiles(folder));
        QVERIFY(found.slowdown > 0.9 && found.slowdown < 3);
        QVERIFY(*found.launchSlowdown > 0.95);
        QVERIFY(std::abs(found.byReplica.front().second - found.slowdown) < 1e-12);
        QCOMPARE(fmt::format("{}", fmt::join(found.steps, " ")), steps);
        QVERIFY(!found.notes.empty());
    }

    void publishedJobs_data()
    {
        QTest::addColumn<QString>("job");
        if (sharedFolder().empty() || !std::filesystem::exists(published("")))
            QSKIP("the published jobs are not there");
        for (const auto& entry : std::filesystem::directory_iterator(published("")))
            if (const QString file = QString::fromStdString(entry.path().filename().string());
                file.startsWith("result-") && file.endsWith(".json"))
                QTest::newRow(qPrintable(file)) << file.mid(7).chopped(5);
    }

    void publishedJobs()
    {
        QFETCH(const QString, job);
        const std::string name = job.toStdString();
        const auto expected = [&](const char* what) {
            return nlohmann::json::parse(
                sharedFile(fmt::format("public/straggler_analysis/{}-{}.json", what, name)));
        };
        const nlohmann::json result = expected("result");
        const Slowdown found = slowdownOf({published(fmt::format("timeline-{}.json.gz", name)).string()});
        verifyWithin(found.slowdown, result["blocking_slowdown"].get<double>(), "slowdown");
        verifyWithin(*found.launchSlowdown, result["launch_slowdown"].get<double>(), "launch_slowdown");
        verifyWithin(found.idealStep, result["step_t_noblk"].begin()->get<double>(), "ideal_step");
        verifyShares(found.byKind, result["blocking_decompose_by_optype"]);
        verifyShares(found.byStage, result["blocking_decompose_by_stage"]);
        verifyShares(found.byReplica, result["blocking_decompose_by_dp_rank"]);
        verifyWithin(*found.lastStage, expected("ms")["Ms"].get<double>(), "m_s");
        verifyWithin(*found.slowWorkers, expected("mw")["Mw"].get<double>(), "m_w");
    }

private:
    [[nodiscard]] static std::filesystem::path published(const std::string& name)
    {
        return sharedFolder() / "public" / "straggler_analysis" / name;
    }
};

BUBBLESCOPE_TEST(SlowdownJobs)
#include "slowdown_jobs.moc"
