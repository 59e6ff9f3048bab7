// SPDX-License-Identifier: Apache-2.0
// What ranks hold over time by part: against the curves of all of it, and the peak's parts.
#include <QTest>

#include "core/analyze/memory_parts.h"
#include "core/analyze/stacked_memory.h"
#include "core/evaluate/evaluation.h"
#include "core/generate/generate.h"
#include "core/io/schedule_csv.h"
#include "core/layout/layout_edit.h"
#include "core/time/simulate.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <numeric>

using namespace bubblescope;

namespace {

CostModel partedCosts()
{
    CostModel costs;
    costs.activation = StageValues(10.0);
    costs.activationKeptUntilWeight = StageValues(0.3);
    costs.activationRecomputed = StageValues(0.75);
    costs.parameters = StageValues(2.0);
    costs.gradients = StageValues(4.0);
    costs.optimizer = StageValues(12.0);
    costs.workspace = RankValues(0.5);
    return costs;
}

double sumOf(const MemorySizes& sizes)
{
    return std::accumulate(sizes.begin(), sizes.begin() + kDevicePartCount, 0.0);
}

} // namespace

class AnalyzeStackedMemory : public QObject
{
    Q_OBJECT

private slots:
    void partsAddUpAtEveryStep_data()
    {
        test::addRows<const char*, const char*>(
            {{"1f1b", "1f1b", ""},
             {"zero bubble", "zb-h1", ""},
             {"vshape", "zbv", ""},
             {"overlapped", "interleaved-1f1b-overlap", ""},
             {"recomputed", "1f1b", "recompute:style=full"},
             {"offloaded", "gpipe", "offload:style=zero-bubble,time=0.1"}});
    }
    void partsAddUpAtEveryStep()
    {
        const auto [request, pass] = test::givenRow<const char*, const char*>();
        std::vector<std::string> passes;
        if (*pass != 0)
            passes.emplace_back(pass);
        const EvaluationPtr evaluation =
            evaluate({requestFromText(request).value(), partedCosts(), passes}, {}, {.withIndex = false})
                .value();
        const MemoryCurves& total = *evaluation->memory;
        const MemoryStackPtr stack =
            stackedMemory(*evaluation->timeline, evaluation->costs, evaluation->memory);
        const auto peaks = memoryByPart(*evaluation->timeline, evaluation->costs);
        QVERIFY(stack->parts().size() >= 5);
        QVERIFY(std::is_sorted(stack->parts().begin(), stack->parts().end()));
        QCOMPARE(stack->hasHost(), QByteArray(pass).startsWith("offload"));
        for (std::uint32_t r = 0; r < total.rankCount(); ++r) {
            const RankId rank{r};
            const std::span<const MemoryStep> steps = total.steps(rank);
            for (std::size_t i = 0; i < steps.size(); ++i) {
                // In the middle: at a step's begin an action without length may be on its way.
                const Time end = i + 1 < steps.size() ? steps[i + 1].time : evaluation->timeline->makespan;
                const Time time = steps[i].time + (end - steps[i].time) / 2;
                QVERIFY(std::abs(sumOf(stack->at(rank, time)) - steps[i].level) <= 1e-9 * steps[i].level);
                for (std::size_t layer = 1; layer < stack->parts().size(); ++layer)
                    QVERIFY(levelAt(*stack, rank, layer - 1, time) <=
                            levelAt(*stack, rank, layer, time) * (1 + 1e-9));
            }
            const MemorySizes atPeak = stack->at(rank, peaks[r].device.time);
            for (std::size_t part = 0; part < kDevicePartCount; ++part)
                QVERIFY2(std::abs(atPeak[part] - peaks[r].atPeak[part]) <= 1e-9 * peaks[r].device.level,
                         qPrintable(QString::number(part)));
            if (stack->hasHost()) {
                double highest = 0;
                for (const MemoryStep& step : stack->hostSteps(rank))
                    highest = std::max(highest, step.level);
                QVERIFY(std::abs(highest - peaks[r].host.level) <= 1e-9 * std::max(1.0, highest));
                QVERIFY(std::abs(stack->hostSteps(rank).back().level) <= 1e-9 * std::max(1.0, highest));
            }
        }
    }

    void partsThatNoRankHoldsAreLeftOut()
    {
        const auto order = readScheduleCsv("0F0,0F1,0B0,0B1\n", "order").value().schedule;
        const Timeline timeline = simulate(std::make_shared<const Schedule>(order), CostModel{}).value();
        const MemoryStackPtr stack = stackedMemory(timeline, {}, MemoryCurves::build(timeline, {}));
        QCOMPARE(stack->parts().size(), std::size_t{1});
        QVERIFY(stack->parts()[0] == MemoryPart::Forward);
        QCOMPARE(stack->steps(RankId{0}, 0).data(), stack->total()->steps(RankId{0}).data());
        QCOMPARE(sumOf(stack->at(RankId{0}, 1.5)), 2.0);
    }

    void boundariesOfLayoutsMove()
    {
        const Layout layout = *parseLayout("Ett|tt||tL", 2);
        const auto text = [&](std::size_t stage, std::int64_t by) {
            const auto moved = withBoundaryMoved(layout, stage, by);
            return moved ? QString::fromStdString(layoutText(*moved)) : QString();
        };
        QCOMPARE(text(0, 1), "Ettt|t||tL");
        QCOMPARE(text(0, 2), "Et*4|||tL");
        QCOMPARE(text(0, -2), "E|t*4||tL");
        QCOMPARE(text(0, -3), "|Et*4||tL");
        QCOMPARE(text(0, 3), QString()); // the next stage has two
        QCOMPARE(text(0, -4), QString());
        QCOMPARE(text(1, -1), "Ett|t|t|tL");
        QCOMPARE(text(2, 2), "Ett|tt|tL|");
        QCOMPARE(text(1, 0), "Ett|tt||tL");
    }

private:
    static double levelAt(const MemoryStack& stack, RankId rank, std::size_t layer, Time time)
    {
        double level = 0;
        for (const MemoryStep& step : stack.steps(rank, layer))
            if (step.time <= time)
                level = step.level;
        return level;
    }
};

BUBBLESCOPE_TEST(AnalyzeStackedMemory)
#include "analyze_stacked_memory.moc"
