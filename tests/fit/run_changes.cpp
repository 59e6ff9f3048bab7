// SPDX-License-Identifier: Apache-2.0
// Two runs against each other: what the second gained and lost.
#include <QTest>

#include "core/fit/run_change.h"
#include "tests/fit/truth_run.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr auto kRunOrder = "0F0 0F1 0B0 0B1\n1F0 1F1 1B0 1B1";

/// kRunOrder with every action so long, as early as its rank and its inputs let it: F 100, B 200 µs on a rank
/// of factor 1.
MeasuredRun runAt(const std::vector<double>& forward, const std::vector<double>& backward)
{
    MeasuredRun run = runOf(kRunOrder);
    std::map<std::string, Time> ends;
    const auto place = [&](std::size_t rank, std::size_t index, const std::string& input) {
        MeasuredAction& one = run.ranks[rank].actions[index];
        const Time before = index > 0 ? run.ranks[rank].actions[index - 1].end : 0;
        one.start = std::max(before, input.empty() ? 0 : ends.at(input));
        one.end = one.start + (isForward(one.action.kind()) ? forward[rank] : backward[rank]);
        one.busy = one.end - one.start;
        ends[actionText(one.action.id())] = one.end;
    };
    for (std::size_t i = 0; i < 2; ++i) {
        place(0, i, "");
        place(1, i, fmt::format("0F{}", i));
    }
    for (std::size_t i = 2; i < 4; ++i) {
        place(1, i, "");
        place(0, i, fmt::format("1B{}", i - 2));
    }
    return run;
}

/// With a head before every rank's first action, and reducing and an optimizer behind its last one.
MeasuredRun withEdges(MeasuredRun run, Time head, Time reduce, Time optimizer)
{
    for (MeasuredRank& rank : run.ranks) {
        const Time first = rank.actions.front().start;
        const Time last = rank.actions.back().end;
        rank.edges = MeasuredStep{-head,
                                  last + reduce + optimizer,
                                  {{StepPhase::Head, -head, 0},
                                   {StepPhase::ReduceGradients, last, last + reduce},
                                   {StepPhase::Optimizer, last + reduce, last + reduce + optimizer}}};
        if (first == 0)
            rank.edges->phases.front().end = first;
    }
    return run;
}

const PartChange& partOf(const RankChange& rank, RunPart part)
{
    return rank.parts[static_cast<std::size_t>(part)];
}

std::string told(const RunChange& change)
{
    std::string text;
    for (const Sentence& sentence : runChangeSentences(change))
        text += (text.empty() ? "" : "; ") + sentence.text();
    return text;
}

RunChange changed(const MeasuredRun& before, const MeasuredRun& after)
{
    auto change = runChange(before, after);
    if (!change)
        throw std::invalid_argument(change.error().message.text());
    return std::move(*change);
}

Time sumOf(const PartChanges& parts, Time PartChange::*time)
{
    Time sum = 0;
    for (const PartChange& part : parts)
        sum += part.*time;
    return sum;
}

} // namespace

class RunChangesTest : public QObject
{
    Q_OBJECT

private slots:
    void aRankThatBecameFaster()
    {
        const RunChange change = changed(runAt({100, 100}, {200, 300}), runAt({100, 100}, {200, 200}));
        QCOMPARE(change.before, 1100.0);
        QCOMPARE(change.after, 900.0);
        QCOMPARE(told(change),
                 "B is 18 % faster: 900 µs instead of 1.1 ms; rank 1 gained most, 200 µs, in its "
                 "backwards");
        const PartChange& backward = change.ranks[1].parts[static_cast<std::size_t>(RunPart::Backward)];
        QCOMPARE(backward.actions, std::size_t{2});
        QCOMPARE(backward.gained(), 200.0);
        // Rank 0 waited for it.
        QCOMPARE(change.ranks[0].parts[static_cast<std::size_t>(RunPart::Wait)].gained(), 200.0);
        QCOMPARE(change.ranks[0].parts[static_cast<std::size_t>(RunPart::Backward)].gained(), 0.0);
        QCOMPARE(change.actions.size(), std::size_t{8});
    }

    void aRankThatBecameSlower()
    {
        const RunChange change = changed(runAt({100, 100}, {200, 200}), runAt({80, 160}, {200, 200}));
        QVERIFY(change.after > change.before);
        const std::string text = told(change);
        QVERIFY2(
            text.find("slower") != std::string::npos &&
                text.find(
                    "; rank 1 lost most, 120 µs, in its forwards; rank 0 gained 40 µs in its forwards") !=
                    std::string::npos,
            text.c_str());
    }

    void theSameRun()
    {
        const MeasuredRun run = runAt({100, 100}, {200, 200});
        const RunChange change = changed(run, run);
        QCOMPARE(told(change), "B takes as long as A: 900 µs, 900 µs before");
        for (const ActionChange& action : change.actions)
            QCOMPARE(action.gained(), 0.0);
    }

    void whatEachRankSpendsIsItsEnd()
    {
        const RunChange change = changed(runAt({100, 130}, {210, 300}), runAt({90, 100}, {200, 250}));
        for (const RankChange& rank : change.ranks) {
            QVERIFY(std::abs(sumOf(rank.parts, &PartChange::before) - rank.endBefore) < 1e-9);
            QVERIFY(std::abs(sumOf(rank.parts, &PartChange::after) - rank.endAfter) < 1e-9);
        }
    }

    void otherStagesAreNotPaired()
    {
        const RunChange change = changed(runAt({100, 100}, {200, 200}), runOf("0F0 0B0\n1F0 1B0\n2F0 2B0"));
        QVERIFY(change.actions.empty() && change.ranks.empty());
        const std::string text = told(change);
        QVERIFY2(text.find("A has 2 stages and B 3: actions of the same name are other work") !=
                     std::string::npos,
                 text.c_str());
    }

    void whatOnlyOneHasIsCounted()
    {
        const MeasuredRun run = runAt({100, 100}, {200, 200});
        MeasuredRun shorter = run;
        for (MeasuredRank& rank : shorter.ranks)
            rank.actions.pop_back();
        const RunChange change = changed(run, shorter);
        QCOMPARE(change.onlyBefore, std::size_t{2});
        QCOMPARE(change.onlyAfter, std::size_t{0});
        QVERIFY(told(change).find("2 actions are only in A, 0 only in B") != std::string::npos);
    }

    void aRankWithoutATraceIsLeftOut()
    {
        MeasuredRun before = runAt({100, 100}, {200, 200});
        MeasuredRun after = before;
        after.ranks[1].actions.clear();
        after.ranks[1].file.clear();
        const RunChange change = changed(before, after);
        QCOMPARE(change.ranks.size(), std::size_t{1});
        QCOMPARE(change.ranks[0].rank.value, 0U);
        before.ranks[0].actions.clear();
        QVERIFY(told(changed(before, after)).find("no rank has a trace in both runs") != std::string::npos);
    }

    /// Faster in its actions, slower in all: the whole step counts.
    void aTailTurnsTheVerdict()
    {
        const MeasuredRun before = withEdges(runAt({100, 100}, {200, 300}), 50, 40, 10);
        const MeasuredRun after = withEdges(runAt({100, 100}, {200, 200}), 50, 400, 30);
        const RunChange change = changed(before, after);
        QVERIFY(change.isWhole);
        QCOMPARE(change.before, 1100.0 + 50 + 50);
        QCOMPARE(change.after, 900.0 + 50 + 430);
        const std::string text = told(change);
        QVERIFY2(text.starts_with("B is 15 % slower: 1.38 ms instead of 1.2 ms; rank 0 lost most, 360 µs, in "
                                  "reducing gradients; rank 1 gained 200 µs in its backwards"),
                 text.c_str());
        const RankChange& first = change.ranks[0];
        QCOMPARE(partOf(first, RunPart::Head).before, 50.0);
        QCOMPARE(partOf(first, RunPart::Head).gained(), 0.0);
        QCOMPARE(partOf(first, runPartOf(StepPhase::ReduceGradients)).gained(), -360.0);
        QCOMPARE(partOf(first, runPartOf(StepPhase::Optimizer)).gained(), -20.0);
        for (const RankChange& rank : change.ranks) {
            QVERIFY(std::abs(sumOf(rank.parts, &PartChange::before) - rank.endBefore) < 1e-9);
            QVERIFY(std::abs(sumOf(rank.parts, &PartChange::after) - rank.endAfter) < 1e-9);
        }
        const nlohmann::json read = nlohmann::json::parse(runChangeJson(change));
        QCOMPARE(read["by_part"]["reduce_gradients"]["after"].get<double>(), 800.0);
        QVERIFY(read["head_and_tail"].get<bool>());
    }

    void oneSideWithoutThemMeansTheActionsAlone()
    {
        const MeasuredRun plain = runAt({100, 100}, {200, 200});
        const RunChange change = changed(withEdges(plain, 50, 40, 10), plain);
        QVERIFY(!change.isWhole);
        QCOMPARE(change.before, 900.0);
        QCOMPARE(change.after, 900.0);
        QCOMPARE(change.leftOut.size(), std::size_t{1});
        QVERIFY(told(change).find("do not mark off the step") != std::string::npos);
    }

    /// Both steps are then of the ranks that both have.
    void anIncompleteRunIsComparedRankByRank()
    {
        const MeasuredRun before = withEdges(runAt({100, 100}, {200, 300}), 50, 40, 10);
        MeasuredRun after = withEdges(runAt({100, 100}, {200, 200}), 50, 40, 10);
        after = withRanks(after, {1});
        after.stageCount = 2;
        const RunChange change = changed(before, after);
        QCOMPARE(change.compared, std::vector<std::uint32_t>{1});
        QCOMPARE(change.before - change.after, 200.0);
        QVERIFY(told(change).find("no trace in B and are left out: 0") != std::string::npos);
        // What the missing rank sent was waited for, in both.
        QCOMPARE(partOf(change.ranks[0], RunPart::Host).before, 0.0);
        QCOMPARE(partOf(change.ranks[0], RunPart::Host).after, 0.0);
        MeasuredRun others = withRanks(before, {0});
        const RunChange nothing = changed(others, after);
        QVERIFY(!nothing.hasSteps() && nothing.ranks.empty());
    }

    void anEmptyRunIsRefused() { QVERIFY(!runChange({}, runAt({100, 100}, {200, 200}))); }

    void aRecordingAgainstItsSlowTwin()
    {
        // The same schedule, once with rank 2 slowed down.
        const MeasuredRun fast = truthRun("torch_cpu/1f1b_runtime_p4_m8");
        const MeasuredRun slow = truthRun("torch_cpu/1f1b_runtime_straggler2_p4_m8");
        const RunChange change = changed(fast, slow);
        QCOMPARE(change.ranks.size(), std::size_t{4});
        const std::string text = told(change);
        QVERIFY2(text.find("slower") != std::string::npos &&
                     text.find("; rank 2 lost most, ") != std::string::npos,
                 text.c_str());
        // Seen from the other side.
        const std::string back = told(changed(slow, fast));
        QVERIFY2(back.find("faster") != std::string::npos &&
                     back.find("; rank 2 gained most, ") != std::string::npos,
                 back.c_str());
    }

    void json()
    {
        const RunChange change = changed(runAt({100, 100}, {200, 300}), runAt({100, 100}, {200, 200}));
        const nlohmann::json read = nlohmann::json::parse(runChangeJson(change));
        QCOMPARE(read["before"].get<double>(), 1100.0);
        QCOMPARE(read["by_rank"][1]["backward"]["before"].get<double>(), 600.0);
        QCOMPARE(read["by_part"]["backward"]["after"].get<double>(), 800.0);
        QVERIFY(!read["by_part"].contains("overlapped"));
        QVERIFY(read["sentences"][0].get<std::string>().starts_with("B is 18 % faster"));
    }
};

BUBBLESCOPE_TEST(RunChangesTest)
#include "run_changes.moc"
