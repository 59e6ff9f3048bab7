// SPDX-License-Identifier: Apache-2.0
// What holds for the zero-bubble project's orders whatever the parameters and costs.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "tests/core/generate_support.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <random>
#include <thread>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Admissible parameters and costs, many of them awkward.
class Draw
{
public:
    explicit Draw(unsigned seed) : m_random(seed) {}

    std::int64_t upTo(unsigned highest) { return static_cast<std::int64_t>(m_random() % highest) + 1; }
    bool coin() { return m_random() % 2 == 0; }
    double time()
    {
        constexpr double kTimes[] = {0, 0.1, 0.5, 1, 1, 1, 2, 3, 10};
        return coin() ? kTimes[m_random() % std::size(kTimes)]
                      : static_cast<double>(m_random() % 1000) / 100.0;
    }
    double oneOf(std::initializer_list<double> values)
    {
        return *(values.begin() + m_random() % values.size());
    }

    CostModel costs(std::uint32_t stages)
    {
        const auto values = [&](auto&& draw) {
            if (coin())
                return StageValues(draw());
            std::vector<double> perStage(stages);
            for (double& value : perStage)
                value = draw();
            return StageValues(perStage);
        };
        CostModel costs;
        costs.forward = values([&] { return time(); });
        costs.backwardInput = values([&] { return time(); });
        costs.backwardWeight = values([&] { return time(); });
        costs.transfer.latency = oneOf({0, 0, 0.1, 1, 30});
        costs.activation = values([&] { return oneOf({0, 0.3, 1, 1, 4096}); });
        costs.activationKeptUntilWeight = values([&] { return oneOf({0, 1.0 / 3, 0.5, 1, 1, 1.5}); });
        return costs;
    }

private:
    std::mt19937 m_random;
};

/// A drawn case, to find it again.
std::string described(const ScheduleRequest& request, const CostModel& costs)
{
    const auto text = [](const StageValues& values) {
        return fmt::format("{}", fmt::join(values.values, " "));
    };
    std::string options;
    for (const auto& [key, value] : request.options)
        options += "," + key + "=" + value;
    return fmt::format(
        " for {}:ranks={},microbatches={}{}; F {}; I {}; W {}; latency {}; activations {}, {} kept",
        request.schedule, request.ranks, request.microbatches, options,
        text(costs.forward.value_or(StageValues{})), text(costs.backwardInput.value_or(StageValues{})),
        text(costs.backwardWeight.value_or(StageValues{})), costs.transfer.latency, text(costs.activation),
        text(costs.activationKeptUntilWeight));
}

double largest(const StageValues& values)
{
    return *std::max_element(values.values.begin(), values.values.end());
}

double growthAtInput(const CostModel& costs)
{
    return std::max(0.0, largest(costs.activationKeptUntilWeight) - 1);
}

} // namespace

class GenerateZbAnyCosts : public QObject
{
    Q_OBJECT

private slots:
    void zbAutoStaysUnderItsLimit()
    {
        Draw draw(11);
        for (int k = 0; k < 1500; ++k) {
            ScheduleRequest request;
            request.schedule = "zb-auto";
            request.ranks = draw.upTo(9);
            request.microbatches = draw.upTo(30);
            const CostModel costs = draw.costs(static_cast<std::uint32_t>(request.ranks));
            const double limit = 1 + growthAtInput(costs) + draw.oneOf({0, 0.4, 1, 3, 10});
            request.options["memory_limit"] = fmt::format("{}", limit);
            const Result<Measured> ours = measured(request, costs);
            QVERIFY2(ours.has_value(), ours ? "" : (ours.error().text() + described(request, costs)).c_str());
            const double allowed = limit * largest(costs.activation);
            QVERIFY2(ours->peakMemory <= allowed * (1 + 1e-6),
                     (fmt::format("holds {} of {}", ours->peakMemory, allowed) + described(request, costs))
                         .c_str());
        }
    }

    /// What grows on one stage takes no room from the others.
    void zbAutoLimitsEachStageByItsOwnShare()
    {
        CostModel costs;
        costs.activationKeptUntilWeight = StageValues(std::vector<double>{1, 1, 1, 3});
        ScheduleRequest request;
        request.schedule = "zb-auto";
        request.ranks = 4;
        request.microbatches = 8;
        request.options["memory_limit"] = "3";
        const auto ours = succeeded(measured(request, costs));
        QVERIFY(ours->peakMemory <= 3 * (1 + 1e-6));
        QCOMPARE(ours->metrics.perRank[0].peakActivations, 3.0);
    }

    void zbAutoTakesTheFirstOfTheBest()
    {
        Draw draw(12);
        for (int k = 0; k < 200; ++k) {
            ScheduleRequest request;
            request.schedule = "zb-auto";
            request.ranks = draw.upTo(6);
            request.microbatches = draw.upTo(20);
            CostModel costs = draw.costs(static_cast<std::uint32_t>(request.ranks));
            // Whole times, so that spans are compared exactly.
            for (auto* times : {&costs.forward, &costs.backwardInput, &costs.backwardWeight})
                *times = StageValues(static_cast<double>(draw.upTo(12)));
            costs.transfer.latency = draw.oneOf({0, 1, 5});
            const auto ours = succeeded(measured(request, costs));
            std::optional<Measured> best;
            for (const char* allowBubble : {"true", "false"})
                for (const char* prioritizeB : {"true", "false"})
                    for (const char* greedy : {"true", "false"}) {
                        request.options = {{"allow_bubble_before_first_b", allowBubble},
                                           {"prioritize_b", prioritizeB},
                                           {"no_bubble_greedy", greedy}};
                        Result<Measured> one = measured(request, costs);
                        QVERIFY(one.has_value());
                        if (!best || one->metrics.longestRankSpan < best->metrics.longestRankSpan)
                            best = std::move(*one);
                    }
            QVERIFY2(ours->schedule == best->schedule, described(request, costs).c_str());
        }
    }

    void zbvAutoStaysUnderItsLimit()
    {
        Draw draw(13);
        for (int k = 0; k < 1500; ++k) {
            ScheduleRequest request;
            request.schedule = "zbv-auto";
            request.ranks = draw.upTo(12);
            request.microbatches = draw.upTo(30);
            const CostModel costs = draw.costs(static_cast<std::uint32_t>(2 * request.ranks));
            const double growth = growthAtInput(costs);
            const double needed = std::min(2.0 * static_cast<double>(request.ranks) + growth,
                                           2.0 * static_cast<double>(request.microbatches) * (1 + growth));
            double limit = 2.0 * static_cast<double>(request.ranks) + growth;
            if (draw.coin()) {
                limit = needed + draw.oneOf({0, 0, 0.4, 1, 3, 10});
                request.options["memory_limit"] = fmt::format("{}", limit);
            }
            const Result<Measured> ours = measured(request, costs);
            QVERIFY2(ours.has_value(), ours ? "" : (ours.error().text() + described(request, costs)).c_str());
            const double allowed = limit * largest(costs.activation);
            QVERIFY2(ours->peakMemory <= allowed * (1 + 1e-6),
                     (fmt::format("holds {} of {}", ours->peakMemory, allowed) + described(request, costs))
                         .c_str());
        }
    }

    void fixedRulesAreCompleteAndRun()
    {
        Draw draw(14);
        std::map<std::string, int> built;
        for (int k = 0; k < 2000; ++k) {
            ScheduleRequest request;
            request.schedule = k % 3 == 0   ? "zb-h1"
                               : k % 3 == 1 ? "zbv-handcrafted"
                                            : "group-interleaved-1f1b";
            request.ranks = draw.upTo(11);
            request.microbatches = draw.upTo(30);
            if (k % 3 == 2) {
                request.stagesPerRank = draw.upTo(7);
                if (draw.coin())
                    request.options["group_size"] = std::to_string(draw.upTo(20));
            }
            const Result<Measured> ours = measured(request, {});
            QVERIFY2(ours.has_value(), ours ? "" : (ours.error().text() + described(request, {})).c_str());
            if (k % 3 == 0)
                QVERIFY(ours->metrics.peakActivations <= static_cast<double>(request.ranks));
            ++built[request.schedule];
        }
        QCOMPARE(built.size(), std::size_t{3});
    }

    void threadsChangeNothing()
    {
        // Large enough for threads; the combination that is taken is then run again alone.
        CostModel costs;
        costs.forward = StageValues(9);
        costs.backwardInput = StageValues(14);
        costs.backwardWeight = StageValues(7);
        costs.transfer.latency = 0.5;
        for (const char* text :
             {"zb-auto:ranks=16,microbatches=400,memory_limit=24", "zbv-auto:ranks=16,microbatches=400"}) {
            const auto first = succeeded(tryGenerate(text, {.costs = costs}));
            for (int k = 0; k < 3; ++k)
                QVERIFY(*tryGenerate(text, {.costs = costs}) == *first);
        }
    }

    void aSearchThatRunsIsStopped_data()
    {
        addRows<std::string>({
            {"ZB auto", "zb-auto:ranks=64,microbatches=2000000"},
            {"ZBV auto", "zbv-auto:ranks=64,microbatches=1000000"},
            {"one combination", "zb-auto:ranks=64,microbatches=2000000,prioritize_b=true,no_bubble_greedy="
                                "true,allow_bubble_before_first_b=true,memory_limit=64"},
        });
    }

    void aSearchThatRunsIsStopped()
    {
        const auto [text] = givenRow<std::string>();
        const CancelToken cancel;
        const std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            cancel.cancel();
        });
        const Result<Schedule> schedule = generate(*requestFromText(text), {}, cancel);
        QVERIFY(!schedule);
        QCOMPARE(schedule.error().kind, ErrorKind::Cancelled);
        QCOMPARE(schedule.error().text(), "generation was stopped");
    }
};

BUBBLESCOPE_TEST(GenerateZbAnyCosts)
#include "generate_zb_any_costs.moc"
