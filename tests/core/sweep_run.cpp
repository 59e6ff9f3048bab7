// SPDX-License-Identifier: Apache-2.0
// A sweep hands out the same rows in the same order for any number of threads and parts.
#include <QTest>

#include "core/generate/generate.h"
#include "core/sweep/memory_gate.h"
#include "core/sweep/sweep.h"
#include "core/sweep/sweep_text.h"
#include "tests/support/test_program.h"

#include <atomic>
#include <thread>

using namespace bubblescope;

namespace {

SweepPlan manyPlan()
{
    SweepPlan plan;
    for (const char* name : {"1f1b", "zbv", "zb-auto", "dualpipe", "interleaved-1f1b:variant=torch"})
        plan.schedules.push_back(*requestFromText(name));
    // Small and large ones in turn.
    plan.ranks = {2, 16, 4, 5};
    plan.microbatches = {4, 64, 8, 12, 7};
    plan.p2pLatencies = {0, 0.125};
    plan.memoryLimit = 6;
    return plan;
}

/// More rows than may be ahead of the one that is taken.
SweepPlan longPlan()
{
    SweepPlan plan = manyPlan();
    plan.schedules.resize(1);
    plan.ranks = {2};
    plan.microbatches = {4};
    plan.p2pLatencies.clear();
    for (int i = 0; i < 12'000; ++i)
        plan.p2pLatencies.push_back(i);
    return plan;
}

std::string textOf(const SweepPlan& plan, const SweepRun& run)
{
    std::string text;
    runSweep(plan, run, [&](const SweepRow& row) { text += sweepRowText(plan, row, SweepFormat::Csv); });
    return text;
}

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin) + 1;
        lines.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    return lines;
}

} // namespace

class SweepRunTest : public QObject
{
    Q_OBJECT

private slots:
    void threadsChangeNothing()
    {
        const SweepPlan plan = manyPlan();
        const std::string one = textOf(plan, {{}, 1, 0});
        QCOMPARE(linesOf(one).size(), std::size_t{200});
        for (const unsigned threads : {2U, 4U, 13U, 0U})
            QVERIFY(textOf(plan, {{}, threads, 0}) == one);
    }

    void everyStatusIsThere()
    {
        std::map<SweepStatus, int> counts;
        const SweepPlan plan = manyPlan();
        runSweep(plan, {}, [&](const SweepRow& row) { ++counts[row.status]; });
        QVERIFY(counts[SweepStatus::Done] > 50);
        QVERIFY(counts[SweepStatus::OverLimit] > 10);
        QVERIFY(counts[SweepStatus::Refused] > 10);
        QCOMPARE(counts[SweepStatus::Failed], 0);
    }

    void partsTogetherAreTheWhole()
    {
        const SweepPlan plan = manyPlan();
        const std::vector<std::string> whole = linesOf(textOf(plan, {}));
        for (const std::uint64_t parts : {1U, 3U, 7U, 199U, 201U}) {
            std::vector<std::string> together(whole.size());
            for (std::uint64_t part = 1; part <= parts; ++part) {
                const std::vector<std::string> lines = linesOf(textOf(plan, {{part, parts}, 2, 0}));
                for (std::size_t i = 0; i < lines.size(); ++i)
                    together.at(indexInPlan({part, parts}, i)) = lines[i];
            }
            QVERIFY(together == whole);
        }
    }

    void itGoesOnWhereItWas()
    {
        const SweepPlan plan = manyPlan();
        const std::vector<std::string> whole = linesOf(textOf(plan, {{2, 3}, 0, 0}));
        for (const std::size_t done : {std::size_t{1}, whole.size() - 1, whole.size(), whole.size() + 5}) {
            const std::vector<std::string> rest = linesOf(textOf(plan, {{2, 3}, 3, done}));
            QVERIFY(rest ==
                    std::vector<std::string>(whole.begin() + std::min(done, whole.size()), whole.end()));
        }
    }

    void oneAtATimeAndInOrder()
    {
        SweepPlan plan = manyPlan();
        std::atomic<int> inside = 0;
        std::uint64_t next = 0;
        bool isAlone = true;
        const bool isComplete = runSweep(plan, {{}, 8, 0}, [&](const SweepRow& row) {
            isAlone = isAlone && ++inside == 1 && row.configuration.index == next++;
            std::this_thread::yield();
            --inside;
        });
        QVERIFY(isComplete && isAlone);
        QCOMPARE(next, configurationCount(plan));
    }

    void cancellingLeavesFinishedRows()
    {
        const SweepPlan plan = longPlan();
        const std::vector<std::string> whole = linesOf(textOf(plan, {}));
        const CancelToken cancel;
        std::vector<std::string> taken;
        const bool isComplete = runSweep(
            plan, {{}, 4, 0},
            [&](const SweepRow& row) {
                taken.push_back(sweepRowText(plan, row, SweepFormat::Csv));
                if (taken.size() == 20)
                    cancel.cancel();
            },
            cancel);
        QVERIFY(!isComplete);
        QVERIFY(taken.size() >= 20 && taken.size() < whole.size());
        QVERIFY(taken == std::vector<std::string>(whole.begin(), whole.begin() + taken.size()));
    }

    void rowsFarAheadWait()
    {
        // The first configuration is slow to be taken; the others must not pile up behind it, nor be lost.
        const SweepPlan plan = longPlan();
        std::uint64_t taken = 0;
        QVERIFY(runSweep(plan, {{}, 4, 0}, [&](const SweepRow& row) {
            if (row.configuration.index == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(200));
            taken += row.configuration.index == taken ? 1 : 0;
        }));
        QCOMPARE(taken, 12'000U);
    }

    void memoryIsShared()
    {
        // Whatever comes first: never more than the budget at once, but for one that is larger, which is
        // alone.
        MemoryGate gate(100);
        std::atomic<int> held = 0;
        std::atomic<bool> isWithin = true;
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (int i = 0; i < 500; ++i) {
                    const int bytes = (i + t) % 17 == 0 ? 150 : 10 + (i * 7 + t * 13) % 60;
                    gate.enter(static_cast<std::uint64_t>(bytes));
                    const int now = held += bytes;
                    if (now > 100 && now != bytes)
                        isWithin = false;
                    std::this_thread::yield();
                    held -= bytes;
                    gate.leave(static_cast<std::uint64_t>(bytes));
                }
            });
        threads.clear();
        QVERIFY(isWithin);
        QVERIFY(memoryBudget() > 0);
    }
};

BUBBLESCOPE_TEST(SweepRunTest)
#include "sweep_run.moc"
