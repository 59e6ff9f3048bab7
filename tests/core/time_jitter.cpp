// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/time/jitter.h"
#include "core/time/simulate_broken.h"
#include "tests/support/test_program.h"
#include "tests/support/timeline_text.h"

#include <cmath>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

CostModel jittered(double sigma, std::uint64_t seed)
{
    CostModel costs;
    costs.jitter = {sigma, seed};
    return costs;
}

SchedulePtr order(std::string_view text)
{
    return std::make_shared<const Schedule>(parse(text));
}

/// How long each action took, by its name; the n-th of a name that stands more than once gets a "#n".
std::map<std::string, Time> durations(const Timeline& timeline)
{
    std::map<std::string, Time> result;
    for (std::uint32_t r = 0; r < timeline.lanes.size(); ++r)
        for (std::size_t i = 0; i < timeline.lanes[r].start.size(); ++i) {
            std::string name = actionText(timeline.schedule->rows[r][i].id());
            while (result.contains(name))
                name += "#";
            result[name] = timeline.lanes[r].end[i] - timeline.lanes[r].start[i];
        }
    return result;
}

std::map<std::string, Time> durations(std::string_view text, const CostModel& costs)
{
    return durations(simulate(order(text), costs).value());
}

ActionId forward(std::uint32_t stage, std::uint32_t microbatch)
{
    return {StageId{stage}, ActionKind::Forward, MicrobatchId{microbatch}};
}

} // namespace

/// Times that vary from action to action, the same in every run.
class TimeJitter : public QObject
{
    Q_OBJECT

private slots:
    void drawsAreFixed()
    {
        // Computed apart from this program, from SplitMix64's and Box and Muller's formulas.
        const auto close = [](double actual, double expected) { return std::abs(actual - expected) < 1e-12; };
        QVERIFY(close(standardNormal(1, forward(0, 0)), -1.670919943340558));
        QVERIFY(close(standardNormal(2, forward(0, 0)), 1.1662253831628937));
        QVERIFY(close(standardNormal(1, {StageId{3}, ActionKind::Backward, MicrobatchId{7}}),
                      0.5858159410317592));
        QVERIFY(close(standardNormal(~std::uint64_t{0}, {StageId{0}, ActionKind::Unshard, MicrobatchId{1}}),
                      -1.162069259296962));
    }

    void drawsAreNormal()
    {
        constexpr std::uint32_t kStages = 100;
        constexpr std::uint32_t kMicrobatches = 1000;
        constexpr double kCount = 1.0 * kStages * kMicrobatches;
        double sum = 0;
        double squares = 0;
        int within = 0;
        for (std::uint32_t s = 0; s < kStages; ++s)
            for (std::uint32_t m = 0; m < kMicrobatches; ++m) {
                const double z = standardNormal(7, forward(s, m));
                QVERIFY(std::abs(z) <= kLargestNormal);
                sum += z;
                squares += z * z;
                within += std::abs(z) < 1 ? 1 : 0;
            }
        // Four standard errors each.
        QVERIFY(std::abs(sum / kCount) < 4 / std::sqrt(kCount));
        QVERIFY(std::abs(squares / kCount - 1) < 4 * std::sqrt(2 / kCount));
        QVERIFY(std::abs(within / kCount - 0.682689) < 4 * std::sqrt(0.682689 * 0.317311 / kCount));
    }

    void drawsAreIndependent()
    {
        constexpr std::uint32_t kCount = 20'000;
        const auto correlation = [](auto&& other) {
            double sum = 0;
            for (std::uint32_t m = 0; m < kCount; ++m)
                sum += standardNormal(3, forward(5, m)) * other(m);
            return std::abs(sum / kCount);
        };
        const double bound = 4 / std::sqrt(static_cast<double>(kCount));
        QVERIFY(correlation([](auto m) { return standardNormal(3, forward(5, m + 1)); }) < bound);
        QVERIFY(correlation([](auto m) { return standardNormal(3, forward(6, m)); }) < bound);
        QVERIFY(correlation([](auto m) { return standardNormal(4, forward(5, m)); }) < bound);
        QVERIFY(correlation([](auto m) {
                    return standardNormal(3, {StageId{5}, ActionKind::Backward, MicrobatchId{m}});
                }) < bound);
    }

    void aFactorIsTheExponential()
    {
        CostModel costs = jittered(0.25, 1);
        costs.forward = StageValues(8.0);
        costs.rankFactor[0] = 2;
        QCOMPARE(durations("0F0", costs)["0F0"], 16 * std::exp(0.25 * standardNormal(1, forward(0, 0))));
    }

    void noSigmaChangesNothing()
    {
        const char* text = "0UNSHARD 0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1";
        QVERIFY(durations(text, jittered(0, 99)) == durations(text, {}));
        QVERIFY(durations(text, jittered(0.1, 99)) != durations(text, {}));
        QVERIFY(durations(text, jittered(0.1, 99)) != durations(text, jittered(0.1, 98)));
    }

    void ranksAndOrderOfEvaluationDoNotCount()
    {
        // The second order is the first with its ranks the other way round, so it is also run in another
        // order.
        const CostModel costs = jittered(0.2, 5);
        const auto down = simulate(order("0F0 0F1 0B0 0B1\n1F0 1F1 1B0 1B1\n2F0 2B0 2F1 2B1"), costs);
        const auto up = simulate(order("2F0 2B0 2F1 2B1\n1F0 1F1 1B0 1B1\n0F0 0F1 0B0 0B1"), costs);
        QVERIFY(down.has_value() && up.has_value());
        QCOMPARE(up->makespan, down->makespan);
        for (std::size_t r = 0; r < 3; ++r)
            QVERIFY(up->lanes[r] == down->lanes[2 - r]);
    }

    void everyWayOfTimingDrawsTheSame()
    {
        CostModel costs = jittered(0.2, 5);
        costs.unshard = StageValues(1.0);
        costs.overlapsFsdp = true;
        const SchedulePtr schedule = order("0UNSHARD 0F0 0F1 0UNSHARD 0B0 0B1\n1F0 1F1 1B0 1B1");
        const auto plain = simulate(schedule, costs);
        const auto lenient = simulateBroken(schedule, costs);
        QVERIFY(plain.has_value() && lenient.has_value());
        QVERIFY(plain->lanes == lenient->lanes);
        QVERIFY(plain->lanes == simulate(schedule, costs)->lanes);
    }

    void anOverlappedCellDrawsOnce()
    {
        const auto times = durations("0F0 (0F1;0B0)OVERLAP_F_B", jittered(0.2, 5));
        const auto alone = durations("0F0 0F1 0B0", jittered(0.2, 5));
        QCOMPARE(times.at("0F1"), times.at("0B0"));
        QCOMPARE(times.at("0F1"), 3 * alone.at("0F1"));
    }

    void shardingCountsInItsRow()
    {
        CostModel costs = jittered(0.2, 5);
        costs.unshard = StageValues(1.0);
        const auto times = durations("0UNSHARD 0F0 0UNSHARD 1UNSHARD\n1UNSHARD", costs);
        QVERIFY(std::abs(times.at("0UNSHARD") / times.at("0UNSHARD#") - 1) > 1e-3);
        // The first of stage 1 on either rank, whatever came before.
        QVERIFY(std::abs(times.at("1UNSHARD") - times.at("1UNSHARD#")) < 1e-12);
    }
};

BUBBLESCOPE_TEST(TimeJitter)
#include "time_jitter.moc"
