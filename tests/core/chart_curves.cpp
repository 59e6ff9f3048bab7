// SPDX-License-Identifier: Apache-2.0
// What charts are drawn from: microbatches in flight, lines and bands of few points, time by kind.
#include <QTest>

#include "core/chart/chart_csv.h"
#include "core/chart/chart_line.h"
#include "core/chart/kind_times.h"
#include "core/lower/pass.h"
#include "tests/core/order_support.h"
#include "tests/core/results_support.h"
#include "tests/support/generated.h"
#include "tests/support/random_costs.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <limits>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

TimelinePtr timelineOfOrder(std::string_view order, const CostModel& costs = {})
{
    return std::make_shared<const Timeline>(timelineOf(orderFrom(order), costs));
}

/// "1@0 2@1 1@5": each level and from when it holds.
std::string text(const std::vector<MemoryStep>& steps)
{
    std::string result;
    for (const MemoryStep& step : steps)
        result += fmt::format("{}{:g}@{:g}", result.empty() ? "" : " ", step.level, step.time);
    return result;
}

/// By the definition, at one moment: microbatches that have begun and whose last backward is yet to end.
double inFlightAt(const Timeline& timeline, RankId rank, Time t)
{
    std::map<std::uint32_t, std::pair<Time, Time>> stays;
    const Row& row = timeline.schedule->rows[rank.value];
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!isCompute(row[i].kind()))
            continue;
        auto& stay = stays.try_emplace(row[i].microbatch().value, std::numeric_limits<Time>::max(), -1.0)
                         .first->second;
        stay.first = std::min(stay.first, timeline.lanes[rank.value].start[i]);
        if (!isForward(row[i].kind()))
            stay.second = std::max(stay.second, timeline.lanes[rank.value].end[i]);
    }
    double count = 0;
    for (const auto& [microbatch, stay] : stays)
        count += stay.first <= t && t < (stay.second < 0 ? timeline.makespan : stay.second) ? 1 : 0;
    return count;
}

struct Curve
{
    std::vector<MemoryStep> steps;
    LevelPyramid pyramid{steps};
    [[nodiscard]] StepCurveView view() const { return {steps, &pyramid}; }
};

Curve randomCurve(Dice& dice, std::size_t count)
{
    std::vector<MemoryStep> steps{{0, 1}};
    for (std::size_t i = 1; i < count; ++i)
        steps.push_back(
            {steps.back().time + 1 + dice.below(4),
             static_cast<double>((static_cast<int>(steps.back().level) + 1 + dice.below(30)) % 40)});
    return {steps, LevelPyramid(steps)};
}

constexpr const char* kOrders[] = {
    "1f1b:ranks=4,microbatches=8", "gpipe:ranks=3,microbatches=5",
    "zb1p:ranks=4,microbatches=8", "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2",
    "zbv:ranks=4,microbatches=12", "dualpipev:ranks=4,microbatches=16"};

} // namespace

class ChartCurvesTest : public QObject
{
    Q_OBJECT

private slots:
    void microbatchesInFlight_data()
    {
        addRows<std::string, std::string>({
            {"one after the other is one", "0F0 0B0 0F1 0B1", "1@0 0@6"},
            {"all forward first", "0F0 0F1 0B0 0B1", "1@0 2@1 1@4 0@6"},
            {"until W has ended", "0F0 0I0 0F1 0I1 0W0 0W1", "1@0 2@2 1@5 0@6"},
            {"without backward until the end", "0F0 0F1 0B1", "1@0 2@1 0@4"},
            {"two stages of one microbatch count once", "0F0 1F0 1B0 0B0", "1@0 0@6"},
        });
    }

    void microbatchesInFlight()
    {
        const auto [order, steps] = givenRow<std::string, std::string>();
        const TimelinePtr timeline = timelineOfOrder(order);
        QCOMPARE(text(inFlight(*timeline, RankId{0})), steps);
    }

    void inFlightIsWhatTheDefinitionSays()
    {
        Dice dice(7);
        for (const char* order : kOrders)
            for (int round = 0; round < 6; ++round) {
                const SchedulePtr schedule = generated(order);
                const Timeline timeline =
                    timelineOf(schedule, round == 0 ? CostModel{} : randomCosts(dice, *schedule));
                const InFlightCurvesPtr curves = InFlightCurves::build(timeline);
                double highest = 0;
                for (std::uint32_t rank = 0; rank < schedule->rankCount(); ++rank) {
                    const StepCurveView curve = curves->curve(RankId{rank});
                    std::vector<Time> moments = timeline.lanes[rank].start;
                    moments.insert(moments.end(), timeline.lanes[rank].end.begin(),
                                   timeline.lanes[rank].end.end());
                    for (const Time moment : moments)
                        QCOMPARE(curve.levelAt(moment), inFlightAt(timeline, RankId{rank}, moment));
                    for (std::size_t i = 1; i < curve.steps.size(); ++i)
                        QVERIFY(curve.steps[i - 1].time < curve.steps[i].time &&
                                curve.steps[i - 1].level != curve.steps[i].level);
                    for (const MemoryStep& step : curve.steps)
                        highest = std::max(highest, step.level);
                }
                QCOMPARE(curves->highest(), highest);
            }
        QVERIFY(!InFlightCurves::build(timelineOf(generated(kOrders[0])), cancelled()));
    }

    void fewStepsAreDrawnAsTheyAre()
    {
        const Curve curve{{{0, 1}, {2, 3}, {5, 0}}};
        const auto drawn = [&](TimeRange range) {
            std::string result;
            for (const ChartPoint& point : chartLine(curve.view(), range, 100))
                result += fmt::format(" {:g},{:g}", point.time, point.value);
            return result;
        };
        QCOMPARE(drawn({0, 8}), " 0,1 2,1 2,3 5,3 5,0 8,0");
        QCOMPARE(drawn({1, 4}), " 1,1 2,1 2,3 4,3");
        QCOMPARE(drawn({2, 5}), " 2,3 5,3");
        QCOMPARE(drawn({6, 8}), " 6,0 8,0");
        QVERIFY(chartLine(Curve{}.view(), {0, 1}, 100).empty());
    }

    void aLineKeepsEveryPeak()
    {
        Dice dice(3);
        for (int round = 0; round < 200; ++round) {
            const Curve curve = randomCurve(dice, 5 + static_cast<std::size_t>(dice.below(900)));
            const Time end = curve.steps.back().time + 3;
            const Time from = dice.below(static_cast<std::uint32_t>(end / 2));
            const TimeRange range{from, from + 1 + dice.below(static_cast<std::uint32_t>(end - from))};
            const std::size_t most = 8 + static_cast<std::size_t>(dice.below(200));
            const std::vector<ChartPoint> line = chartLine(curve.view(), range, most);
            QVERIFY(line.size() <= most);
            QCOMPARE(line.front().time, range.from);
            QCOMPARE(line.back().time, range.to);
            QCOMPARE(line.front().value, curve.view().levelAt(range.from));
            double lowest = line.front().value;
            double highest = lowest;
            for (const MemoryStep& step : curve.steps)
                if (step.time > range.from && step.time < range.to) {
                    lowest = std::min(lowest, step.level);
                    highest = std::max(highest, step.level);
                }
            double drawnLowest = lowest + 1e9;
            double drawnHighest = -1e9;
            for (std::size_t i = 0; i < line.size(); ++i) {
                QVERIFY(i == 0 || line[i - 1].time <= line[i].time);
                drawnLowest = std::min(drawnLowest, line[i].value);
                drawnHighest = std::max(drawnHighest, line[i].value);
                // Each point is on the curve: a level that holds there, or ends there.
                const double after = curve.view().levelAt(line[i].time);
                const double before = curve.view().levelAt(std::nextafter(line[i].time, -1.0));
                QVERIFY(line[i].value == after || line[i].value == before);
            }
            QCOMPARE(drawnLowest, lowest);
            QCOMPARE(drawnHighest, highest);
        }
    }

    void aBandHoldsEveryCurve()
    {
        Dice dice(11);
        for (int round = 0; round < 60; ++round) {
            std::vector<Curve> curves;
            for (int i = 0; i < 1 + round % 6; ++i)
                curves.push_back(randomCurve(dice, 80));
            std::vector<StepCurveView> views;
            for (const Curve& curve : curves)
                views.push_back(curve.view());
            const TimeRange range{10, 110};
            const ChartBand band = chartBand(views, range, 20);
            QCOMPARE(band.times.size(), std::size_t{20});
            for (std::size_t column = 0; column < 20; ++column) {
                const Time from = 10 + 5 * static_cast<double>(column);
                QCOMPARE(band.times[column], from + 2.5);
                double lowest = 1e9;
                double highest = -1e9;
                std::vector<double> middle;
                for (const StepCurveView& view : views) {
                    // Steps stand at whole times.
                    for (int t = 0; t < 5; ++t) {
                        lowest = std::min(lowest, view.levelAt(from + t));
                        highest = std::max(highest, view.levelAt(from + t));
                    }
                    middle.push_back(view.levelAt(from + 2.5));
                }
                std::sort(middle.begin(), middle.end());
                const std::size_t half = middle.size() / 2;
                QCOMPARE(band.lowest[column], lowest);
                QCOMPARE(band.highest[column], highest);
                QCOMPARE(band.median[column],
                         middle.size() % 2 == 1 ? middle[half] : (middle[half - 1] + middle[half]) / 2);
            }
        }
    }

    void timeByKindIsWhatEachMomentIs()
    {
        Dice dice(5);
        const char* const passes[] = {"", "send-recv", "torch"};
        int loweredCount = 0;
        for (const char* order : kOrders)
            for (const char* pass : passes) {
                SchedulePtr schedule = generated(order);
                if (*pass) {
                    Result<Schedule> lowered = applyPass(pass, *schedule);
                    // Some passes take orders of their own project alone.
                    if (!lowered)
                        continue;
                    ++loweredCount;
                    schedule = std::make_shared<const Schedule>(std::move(*lowered));
                }
                CostModel costs;
                costs.forward = StageValues(2.0);
                costs.backwardInput = StageValues(3.0);
                costs.backwardWeight = StageValues(2.0);
                costs.transfer.latency = 2;
                costs.unshard = StageValues(5.0);
                costs.reduceGrad = StageValues(4.0);
                costs.overlapsFsdp = true;
                const auto timeline = std::make_shared<const Timeline>(timelineOf(schedule, costs));
                const LaneIndexPtr index = LaneIndex::build(timeline);
                // Times are whole, so each stretch of one unit is one kind throughout.
                const auto from = static_cast<double>(dice.below(6));
                const double to = std::max(from + 1, std::floor(timeline->makespan) - dice.below(4));
                for (const KindTimes& times : kindTimesOfAll(*index, {from, to})) {
                    std::array<Time, kTimeKindCount> counted{};
                    for (Time t = from; t < to; ++t) {
                        const auto of = [&](LaneId lane) {
                            const FillTimes busy = index->busy(lane, t, t + 1);
                            for (std::size_t i = 0; i < busy.size(); ++i)
                                if (busy[i] > 0.5)
                                    return static_cast<int>(i);
                            return -1;
                        };
                        const auto tracks = index->subTracksInUse();
                        const auto uses = [&](Track track) {
                            return std::find(tracks.begin(), tracks.end(), track) != tracks.end();
                        };
                        int kind = of(times.rank);
                        if (kind < 0 && uses(Track::Communication) &&
                            of({times.rank, Track::Communication}) >= 0)
                            kind = static_cast<int>(TimeKind::Communication);
                        if (kind < 0 && uses(Track::Fsdp) && of({times.rank, Track::Fsdp}) >= 0)
                            kind = static_cast<int>(TimeKind::Fsdp);
                        counted[kind < 0 ? kTimeKindCount - 1 : static_cast<std::size_t>(kind)] += 1;
                    }
                    QCOMPARE(times.times, counted);
                    QCOMPARE(times.total(), to - from);
                }
            }
        QVERIFY(loweredCount >= 6);
    }

    void exposedIsWhatNothingHides()
    {
        // F 0-1, RECV until 5 behind nothing, F 5-6; UNSHARD 0-3 hides behind F for 1.
        auto schedule = std::make_shared<Schedule>(parse("0F0 0RECV_F1 0UNSHARD 0F1"));
        auto timeline = std::make_shared<Timeline>();
        timeline->schedule = schedule;
        timeline->lanes = {{{0, 2, 0, 5}, {1, 5, 3, 6}}};
        timeline->makespan = 8;
        const KindTimes times = kindTimes(*LaneIndex::build(timeline), RankId{0}, {0, 8});
        QCOMPARE(times.of(TimeKind::Forward), 2.0);
        QCOMPARE(times.of(TimeKind::Communication), 3.0);
        QCOMPARE(times.of(TimeKind::Fsdp), 1.0);
        QCOMPARE(times.of(TimeKind::Idle), 2.0);
        QCOMPARE(times.total(), 8.0);
    }

    void groupsAddUp()
    {
        std::vector<KindTimes> ranks;
        for (std::uint32_t rank = 0; rank < 5; ++rank) {
            ranks.push_back({RankId{rank}, {1.0 + rank}});
            ranks.back().times.back() = 2; // idle
        }
        const std::vector<KindTimes> groups = grouped(ranks, 2);
        QCOMPARE(groups.size(), std::size_t{3});
        QCOMPARE(groups[1].rank, RankId{2});
        QCOMPARE(groups[1].of(TimeKind::Forward), 7.0);
        QCOMPARE(groups[2].of(TimeKind::Idle), 2.0);
    }

    void curvesAsCsv()
    {
        const Curve curve{{{0, 1}, {2, 2.5}, {5, 0}}};
        const NamedCurve named[] = {{RankId{3}, curve.view()}};
        QCOMPARE(curvesCsv(named, {0, 6}, "us", "memory (stage activations)"),
                 "rank,time (us),memory (stage activations)\n3,0,1\n3,2,2.5\n3,5,0\n3,6,0\n");
        QCOMPARE(curvesCsv(named, {2, 4.25}, "step", "memory"),
                 "rank,time (step),memory\n3,2,2.5\n3,4.25,2.5\n");
    }

    void kindsAsCsv()
    {
        const TimelinePtr timeline = timelineOfOrder("0F0 0B0\n1F0 1B0");
        const std::vector<KindTimes> all =
            kindTimesOfAll(*LaneIndex::build(timeline), {0, timeline->makespan});
        QCOMPARE(kindTimesCsv(all, "step"),
                 "rank,F (step),I (step),W (step),B (step),overlap (step),communication "
                 "(step),fsdp (step),idle (step)\n0,1,0,0,2,0,0,0,3\n1,1,0,0,2,0,0,0,3\n");
    }
};

BUBBLESCOPE_TEST(ChartCurvesTest)
#include "chart_curves.moc"
