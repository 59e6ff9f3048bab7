// SPDX-License-Identifier: Apache-2.0
// What a sweep's lists and plan say, and in which order its configurations stand.
#include <QTest>

#include "core/generate/catalog.h"
#include "core/generate/examine.h"
#include "core/sweep/sweep.h"
#include "core/sweep/value_list.h"
#include "tests/core/results_support.h"
#include "tests/support/generated.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

using namespace bubblescope;

namespace {

using PlanChange = std::function<void(SweepPlan&)>;

std::string listed(std::string_view text)
{
    const auto values = wholeNumbersFrom(text);
    return values ? fmt::format("{}", fmt::join(*values, " ")) : values.error().message.text();
}

SweepPlan smallPlan()
{
    SweepPlan plan;
    plan.schedules = {*requestFromText("1f1b"), *requestFromText("interleaved-1f1b:variant=torch")};
    plan.ranks = {2, 4};
    plan.microbatches = {4, 8};
    return plan;
}

std::string configurationText(const SweepConfiguration& one)
{
    return fmt::format("{} {} {} {} {}", sweepScheduleText(one.request), one.request.ranks,
                       one.request.microbatches, one.request.stagesPerRank.value_or(0), one.p2pLatency);
}

std::string refusalOf(const SweepPlan& plan)
{
    const Result<void> checked = checkPlan(plan);
    return checked ? "fine" : checked.error().message.text();
}

} // namespace

class SweepPlanTest : public QObject
{
    Q_OBJECT

private slots:
    void lists_data()
    {
        test::addRows<std::string, std::string>({
            {"4", "4", "4"},
            {"4, 8 ,16", "4, 8 ,16", "4 8 16"},
            {"16,4", "16,4", "16 4"},
            {"4..7", "4..7", "4 5 6 7"},
            {"4..4", "4..4", "4"},
            {"4..17:4", "4..17:4", "4 8 12 16"},
            {"4..64x2", "4..64x2", "4 8 16 32 64"},
            {"3..50x3", "3..50x3", "3 9 27"},
            {"1,4..8:2", "1,4..8:2", "1 4 6 8"},
            {"9223372036854775806..9223372036854775807", "9223372036854775806..9223372036854775807",
             "9223372036854775806 9223372036854775807"},
            {"", "", "a value is missing: write e.g. 4,8,16"},
            {"4,,8", "4,,8", "a value is missing: write e.g. 4,8,16"},
            {"4,", "4,", "a value is missing: write e.g. 4,8,16"},
            {"4,8,4", "4,8,4", "4 appears twice"},
            {"1..4,2", "1..4,2", "2 appears twice"},
            {"four", "four",
             "'four' is not a whole number: write numbers and ranges, e.g. 4,8,16, 4..16, 4..64:4 or "
             "4..64x2"},
            {"4.5", "4.5",
             "'4.5' is not a whole number: write numbers and ranges, e.g. 4,8,16, 4..16, 4..64:4 or 4..64x2"},
            {"8..4", "8..4", "'8..4' is descending: write 4..8"},
            {"4..8:0", "4..8:0", "'4..8:0' never ends: the step must be 1 or more"},
            {"4..8x1", "4..8x1",
             "'4..8x1' never ends: the factor must be 2 or more, and the first number 1 or more"},
            {"0..8x2", "0..8x2",
             "'0..8x2' never ends: the factor must be 2 or more, and the first number 1 or more"},
            {"4..", "4..",
             "'4..' is not a range: write numbers and ranges, e.g. 4,8,16, 4..16, 4..64:4 or 4..64x2"},
            {"1..1000000000", "1..1000000000", "more than 100000 values"},
        });
    }

    void lists()
    {
        const auto [text, values] = test::givenRow<std::string, std::string>();
        QCOMPARE(listed(text), values);
    }

    void latencies()
    {
        QCOMPARE(*realNumbersFrom("0, 0.25,1e3"), (std::vector<double>{0, 0.25, 1000}));
        QCOMPARE(realNumbersFrom("0,-1").error().message.text(),
                 "'-1' is not a number of 0 or more, e.g. 0,0.1,0.25");
        QCOMPARE(realNumbersFrom("0.5,0.50").error().message.text(), "0.5 appears twice");
        QCOMPARE(realNumbersFrom("nan").error().message.text(),
                 "'nan' is not a number of 0 or more, e.g. 0,0.1,0.25");
    }

    void theLastListVariesFastest()
    {
        SweepPlan plan = smallPlan();
        plan.stagesPerRank = {1, 2};
        plan.p2pLatencies = {0, 0.5};
        QCOMPARE(configurationCount(plan), 32U);
        QCOMPARE(configurationText(configurationAt(plan, 0)), "1f1b 2 4 1 0");
        QCOMPARE(configurationText(configurationAt(plan, 1)), "1f1b 2 4 1 0.5");
        QCOMPARE(configurationText(configurationAt(plan, 2)), "1f1b 2 4 2 0");
        QCOMPARE(configurationText(configurationAt(plan, 4)), "1f1b 2 8 1 0");
        QCOMPARE(configurationText(configurationAt(plan, 8)), "1f1b 4 4 1 0");
        QCOMPARE(configurationText(configurationAt(plan, 16)), "interleaved-1f1b:variant=torch 2 4 1 0");
        QCOMPARE(configurationText(configurationAt(plan, 31)), "interleaved-1f1b:variant=torch 4 8 2 0.5");
        for (std::uint64_t i = 0; i < 32; ++i)
            QCOMPARE(configurationAt(plan, i).index, i);
    }

    void whatIsNotGivenIsTheSchedulesOwn()
    {
        SweepPlan plan = smallPlan();
        plan.costs.transfer.latency = 0.25;
        QCOMPARE(configurationCount(plan), 8U);
        QCOMPARE(configurationText(configurationAt(plan, 0)), "1f1b 2 4 1 0.25");
        QCOMPARE(configurationText(configurationAt(plan, 4)), "interleaved-1f1b:variant=torch 2 4 2 0.25");
    }

    void defaultsAreThoseOfTheGenerator()
    {
        int compared = 0;
        for (const ScheduleInfo& info : scheduleCatalog())
            for (const VariantInfo& variant : info.variants) {
                SweepPlan plan = smallPlan();
                plan.schedules = {ScheduleRequest{}};
                plan.schedules[0].schedule = info.name;
                if (info.variants.size() > 1)
                    plan.schedules[0].options["variant"] = variant.name;
                ScheduleRequest request = configurationAt(plan, 3).request;
                const std::int64_t given = request.stagesPerRank.value_or(0);
                request.stagesPerRank.reset();
                const Examined examined = examine(request);
                if (!examined.problems.empty())
                    continue;
                ++compared;
                QVERIFY2(given == examined.shape.stagesPerRank, sweepScheduleText(request).c_str());
            }
        QVERIFY2(compared > 24, std::to_string(compared).c_str());
    }

    void refusals_data()
    {
        test::addRows<PlanChange, std::string>({
            {"nothing wrong", [](SweepPlan&) {}, "fine"},
            {"no schedule", [](SweepPlan& plan) { plan.schedules.clear(); },
             "schedules: expected at least one"},
            {"one twice", [](SweepPlan& plan) { plan.schedules.push_back(plan.schedules.front()); },
             "schedules: 1f1b appears twice"},
            {"an option that it does not have",
             [](SweepPlan& plan) { plan.schedules.front().options["colour"] = "red"; },
             "schedules: unknown option 'colour': 1f1b has variant"},
            {"no ranks", [](SweepPlan& plan) { plan.ranks.clear(); }, "ranks: a value is missing"},
            {"no rank", [](SweepPlan& plan) { plan.ranks = {0}; },
             "ranks: no schedule takes 0: give 1 to 65536"},
            {"ranks twice",
             [](SweepPlan& plan) {
                 plan.ranks = {4, 2, 4};
             },
             "ranks: 4 appears twice"},
            {"no microbatches", [](SweepPlan& plan) { plan.microbatches.clear(); },
             "microbatches: a value is missing"},
            {"stages",
             [](SweepPlan& plan) {
                 plan.stagesPerRank = {2, 1025};
             },
             "stages-per-rank: no schedule takes 1025: give 1 to 1024"},
            {"a latency below 0",
             [](SweepPlan& plan) {
                 plan.p2pLatencies = {0, -1};
             },
             "p2p-latency: -1 is not a time; expected a finite number of at least 0"},
            {"a latency twice",
             [](SweepPlan& plan) {
                 plan.p2pLatencies = {0.5, 0.5};
             },
             "p2p-latency: 0.5 appears twice"},
            {"a limit below 0", [](SweepPlan& plan) { plan.memoryLimit = -1; },
             "memory-limit: -1 is not a size; expected a finite number of at least 0"},
            {"too many",
             [](SweepPlan& plan) {
                 plan.ranks = *wholeNumbersFrom("1..50000");
                 plan.microbatches = *wholeNumbersFrom("1..50000");
             },
             "schedules: all combinations make more than 1,000,000,000 configurations: shorten the lists"},
        });
    }

    void refusals()
    {
        const auto [change, words] = test::givenRow<PlanChange, std::string>();
        SweepPlan plan = smallPlan();
        change(plan);
        QCOMPARE(refusalOf(plan), words);
        if (words != "fine")
            return;
        plan.schedules.front().schedule = "1f1c";
        QVERIFY(refusalOf(plan).starts_with(
            "schedules: unknown schedule '1f1c'; the schedules are gpipe, 1f1b,"));
    }

    void aNameOfOptionsIsOneText()
    {
        // However it is written.
        const auto first = requestFromText("ZBV-Auto:memory_limit=8,placement=v");
        const auto second = requestFromText("zbv-auto:placement=v,memory_limit=8");
        QVERIFY(first && second);
        QCOMPARE(sweepScheduleText(*first), "zbv-auto:placement=v,memory_limit=8");
        QCOMPARE(sweepScheduleText(*second), sweepScheduleText(*first));
    }

    void partsShareOutAllConfigurations()
    {
        const SweepPlan plan = smallPlan();
        for (std::uint64_t parts = 1; parts <= 10; ++parts) {
            std::vector<int> seen(8, 0);
            for (std::uint64_t part = 1; part <= parts; ++part) {
                const SweepShard shard{part, parts};
                for (std::uint64_t i = 0; i < configurationCount(plan, shard); ++i)
                    ++seen.at(indexInPlan(shard, i));
            }
            QCOMPARE(seen, std::vector<int>(8, 1));
        }
    }
};

BUBBLESCOPE_TEST(SweepPlanTest)
#include "sweep_plan.moc"
