// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/comparison_json.h"
#include "core/fit/pairing.h"
#include "core/fit/residuals.h"
#include "core/fit/waterfall.h"
#include "core/time/simulate.h"
#include "tests/fit/truth_run.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"
#include "tests/trace/value_of.h"

#include <cmath>
#include <fmt/format.h>
#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Two ranks of one forward each, both 10 long; with a hop of 2.
CostModel simpleCosts()
{
    CostModel costs;
    costs.forward = StageValues(10.0);
    costs.transfer.latency = 2;
    costs.unit = "us";
    return costs;
}

MeasuredRun timed(const std::string& order, const std::vector<std::vector<std::pair<Time, Time>>>& times)
{
    MeasuredRun run = runOf(order);
    for (std::size_t r = 0; r < times.size(); ++r)
        for (std::size_t i = 0; i < times[r].size(); ++i)
            std::tie(run.ranks[r].actions[i].start, run.ranks[r].actions[i].end) = times[r][i];
    return run;
}

QString residualText(const Residual& one)
{
    return QString::fromStdString(fmt::format("{} {:+} {:+} {}", actionText(one.action), one.startDelta,
                                              one.durationDelta, causeText(one.cause)));
}

} // namespace

/// A measured run held against its prediction.
class CompareRecordings : public QObject
{
    Q_OBJECT

private slots:
    void tellsWhereTheTimeWent()
    {
        const std::vector<std::vector<std::pair<Time, Time>>> times{{{0, 11}, {11, 21}},
                                                                    {{14, 25}, {27, 38}}};
        const auto slower = waterfallOf(valueOf(compareRun(timed("0F0 0F1\n1F0 1F1", times), simpleCosts())));
        QVERIFY(slower.has_value());
        QCOMPARE(slower->rank, RankId{1});
        QCOMPARE(slower->predicted, 32.0);
        QCOMPARE(slower->measured, 38.0);
        // Two actions 1 longer each; the message 1 later and 1 longer on its way; 2 between the actions.
        QCOMPARE(slower->extra, (std::array<Time, 5>{2, 1, 1, 2, 0}));
    }

    void tellsTheActionsOfACause()
    {
        const Comparison slower = valueOf(compareRun(
            timed("0F0 0F1\n1F0 1F1", {{{0, 11}, {11, 21}}, {{14, 25}, {27, 38}}}), simpleCosts()));
        const auto of = [&](DeviationCause cause, Time noise) {
            std::string text;
            for (const ActionId& action : actionsOf(slower, cause, noise))
                text += (text.empty() ? "" : " ") + actionText(action);
            return text;
        };
        // 0F1 took just as long as predicted.
        QCOMPARE(of(DeviationCause::Compute, 0), "0F0 1F0");
        QCOMPARE(of(DeviationCause::Host, 0), "1F1");
        QCOMPARE(of(DeviationCause::Transfer, 0), "");
        // Of 1F0 the wait before it counts, too.
        QCOMPARE(of(DeviationCause::Compute, 2), "1F0");
        QCOMPARE(of(DeviationCause::Host, 3), "");
    }

    void tellsThatAnotherRankEndsLast()
    {
        const auto other = waterfallOf(
            valueOf(compareRun(timed("0F0 0F1\n1F0", {{{0, 10}, {10, 40}}, {{12, 22}}}), simpleCosts())));
        QVERIFY(other.has_value());
        QCOMPARE(other->rank, RankId{0});
        QCOMPARE(other->predicted, 22.0); // of rank 1
        QCOMPARE(other->extra, (std::array<Time, 5>{20, 0, 0, 0, -2}));
        QVERIFY(!waterfallOf(Comparison()));
    }

    void addsUpByRank_data()
    {
        addRows<>({{"torch_cpu/1f1b_runtime_p4_m8"},
                   {"torch_cpu/dualpipev_p2_m6"},
                   {"torch_cpu/izb_p4_v2_m8"},
                   {"torch_cpu/zbv_p2_m4_straggler0"},
                   {"gpu_synth/gpu_1f1b_p4_m8_gua"}});
    }

    void addsUpByRank()
    {
        const MeasuredRun run = truthRun();
        const FittedCosts fitted = fitCosts(run);
        const auto comparison = valueOf(compareRun(run, fitted.costs));
        QVERIFY(comparison.warnings.empty());
        QCOMPARE(comparison.perRank.size(), run.ranks.size());
        std::size_t actions = 0;
        for (const RankDeviation& rank : comparison.perRank) {
            const Time sum = std::accumulate(rank.byCause.begin(), rank.byCause.end(), 0.0);
            QVERIFY(std::abs(sum - (rank.measuredEnd - rank.predictedEnd)) < 1e-6);
            // Everything has a cause here: both sides run the same, one after the other.
            QVERIFY(std::abs(rank.byCause[4]) < 1e-6 || rank.rank.value == 0);
            actions += run.ranks[rank.rank.value].actions.size();
        }
        QCOMPARE(comparison.residuals.size(), actions);
        QVERIFY(std::abs(comparison.makespanError) < 0.05);
    }

    void namesTheCause_data()
    {
        addRows<QString, QString>({
            // Predicted: 0F0 at 0 and 10, 1F0 at 12 and 22.
            {"as predicted", "0 10 10 20 / 12 22 22 32", "1F1 +0 +0 compute"},
            {"its own work took longer", "0 10 10 20 / 12 22 22 37", "1F1 +0 +5 compute"},
            {"the host was late", "0 10 10 20 / 12 22 27 37", "1F1 +5 +0 host"},
            {"the producer was late", "0 10 20 30 / 12 22 32 42", "1F1 +10 +0 wait"},
            {"the message took its time", "0 10 13 23 / 12 22 40 50", "1F1 +18 +0 transfer"},
        });
    }

    void namesTheCause()
    {
        const auto& [times, expected] = givenRow<QString, QString>();
        std::vector<std::vector<std::pair<Time, Time>>> ranks;
        for (const QString& rank : times.split(" / ")) {
            const QStringList numbers = rank.split(' ');
            ranks.emplace_back();
            for (int i = 0; i + 1 < numbers.size(); i += 2)
                ranks.back().emplace_back(numbers[i].toDouble(), numbers[i + 1].toDouble());
        }
        const auto comparison = valueOf(compareRun(timed("0F0 0F1\n1F0 1F1", ranks), simpleCosts()));
        QCOMPARE(residualText(comparison.residuals.back()), expected);
        if (comparison.residuals.back().startDelta != 0)
            QCOMPARE(comparison.perRank[1].measuredEnd - comparison.perRank[1].predictedEnd,
                     comparison.residuals.back().startDelta);
    }

    void tellsWhatOneSideLacks()
    {
        const MeasuredRun run = timed("0F0 0F1\n1F0 1F1", {{{0, 10}, {10, 20}}, {{12, 22}, {22, 32}}});
        const auto other = std::make_shared<const Schedule>(parse("0F0 0F2\n1F0 1F2"));
        const auto comparison = valueOf(compareRun(run, simpleCosts(), other));
        const std::vector<std::string> expected{
            "2 actions are only in the trace (0F1 of rank 0, …): told under unmodelled",
            "2 actions are only in the schedule (0F2 of rank 0, …): told under unmodelled"};
        QCOMPARE(comparison.warnings, expected);
        QCOMPARE(comparison.residuals.size(), std::size_t{2});
    }

    void saysWhichOrdersAreOtherWork()
    {
        const MeasuredRun run = runOf("0F0\n1F0");
        const PipelineSize pipeline = pipelineOf(run, {});
        const auto why = [&](const char* order) {
            Schedule schedule = parse(order);
            schedule.name = "this";
            return QString::fromStdString(whyNotPaired(run, pipeline, schedule));
        };
        QCOMPARE(why("0F0 0F1\n1F0 1F1"), QString());
        QCOMPARE(why("0F0\n1F0\n2F0"), "this has 3 stages, but the run has 2");
        QCOMPARE(why("0F0 1F0"), "this has 1 rank, but the run has 2");
        QCOMPARE(why("1F0\n0F0"), "this has stage 0 on another rank than the run, which has it on rank 0");
    }

    void refusesWhatCannotBeHeld()
    {
        const Result<Comparison> none = compareRun(MeasuredRun{}, simpleCosts());
        QVERIFY(!none);
        QCOMPARE(none.error().message.text(),
                 "the trace has no pipeline actions, so there is nothing to compare");
        const Result<Comparison> partial = compareRun(runOf("1F0\n2F0"), simpleCosts());
        QVERIFY(!partial);
        QVERIFY2(partial.error().message.text().starts_with("the order of the trace cannot be simulated: "),
                 partial.error().message.text().c_str());
        CostModel wrong = simpleCosts();
        wrong.forward = StageValues(std::vector<double>{1, 2, 3});
        QVERIFY(!compareRun(runOf("0F0\n1F0"), wrong));
    }

    void writesJson()
    {
        const MeasuredRun run = timed("0F0\n1F0", {{{0, 10}}, {{13, 24}}});
        const auto comparison = valueOf(compareRun(run, simpleCosts()));
        const auto predicted = std::make_shared<const Timeline>(comparison.predicted);
        const std::vector<ComparisonRow> rows{{predicted, measure(*predicted, simpleCosts())}};
        const MeasuredRow measured{comparison, measure(comparison.measured, simpleCosts())};
        const nlohmann::json json = nlohmann::json::parse(comparisonJson(rows, &measured));
        QCOMPARE(json["rows"].size(), std::size_t{1});
        QCOMPARE(json["rows"][0]["makespan"].get<double>(), 22.0);
        QVERIFY(!json["rows"][0].contains("per_rank"));
        QCOMPARE(json["measured"]["makespan"].get<double>(), 24.0);
        QCOMPARE(json["residuals"][1].dump(),
                 std::string(R"({"action":"1F0","cause":"compute","duration_delta":1.0,"gap_delta":1.0,)"
                             R"("predicted_start":12.0,"rank":1,"start":13.0,"start_delta":1.0})"));
        const nlohmann::json plain = nlohmann::json::parse(comparisonJson(rows));
        QVERIFY(!plain.contains("measured") && !plain.contains("residuals"));
    }

    void onePredictionHasOneFigure()
    {
        const MeasuredRun run = truthRun("torch_cpu/1f1b_runtime_p4_m8");
        const CostModel costs = fitCosts(run).costs;
        QVERIFY(costs.hostOverhead > 0);
        const auto comparison = valueOf(compareRun(run, costs));
        const auto timeline = valueOf(simulate(measuredTimeline(run).schedule, costs));
        QCOMPARE(comparison.predicted.makespan, timeline.makespan);
        for (std::size_t r = 0; r < timeline.lanes.size(); ++r)
            QCOMPARE(comparison.predicted.lanes[r].end, timeline.lanes[r].end);
    }

    void tellsTheHostsPart()
    {
        // Predicted: 0F0 at 0 and 10, each 8 of computing and 2 of the host.
        CostModel costs = simpleCosts();
        costs.hostOverhead = 2;
        const auto comparison = valueOf(compareRun(timed("0F0 0F1", {{{0, 8}, {10, 18}}}), costs));
        QCOMPARE(comparison.predicted.makespan, 20.0);
        QCOMPARE(residualText(comparison.residuals.back()), "0F1 +0 +0 compute");
        const RankDeviation& rank = comparison.perRank.front();
        QCOMPARE(rank.predictedBusy, 16.0);
        QCOMPARE(rank.predictedEnd, 20.0);
        const std::array<Time, 5> expected{0, 0, 0, -2, 0};
        QCOMPARE(rank.byCause, expected);
    }
};

BUBBLESCOPE_TEST(CompareRecordings)
#include "compare_recordings.moc"
