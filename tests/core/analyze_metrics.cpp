// SPDX-License-Identifier: Apache-2.0
#include "tests/core/order_support.h"
#include "tests/core/results_support.h"
#include "tests/support/generated.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

CostModel costsOf(double forward, double input, double weight)
{
    CostModel costs;
    costs.forward = StageValues(forward);
    costs.backwardInput = StageValues(input);
    costs.backwardWeight = StageValues(weight);
    return costs;
}

/// The formula of the makespan, if one is known.
std::optional<ClosedForm> closedFormMakespan(const Timeline& timeline, const CostModel& costs)
{
    for (const ClosedForm& form : closedForms(timeline, costs, measure(timeline, costs)))
        if (form.id == "makespan")
            return form;
    return std::nullopt;
}

} // namespace

/// Metrics by their names, closed forms, critical path, and the JSON that tells them.
class AnalyzeMetrics : public QObject
{
    Q_OBJECT

private slots:
    void numbers_data()
    {
        addRows<double, std::string, std::string>({
            {"no trailing noise", 58.400000000000006, "58.4", "58.4"},
            {"whole", 33.0, "33", "33"},
            {"negative zero", -0.0, "0", "0"},
            {"small", 1e-7, "1e-07", "1e-07"},
            {"a day in nanoseconds", 86'400'000'000'001.0, "86400000000001", "86400000000001"},
            {"twelve digits", 1.0 / 3, "0.333333333333", "0.333333333333333"},
            {"an hour in microseconds", 3600000000.1234, "3600000000.12", "3600000000.1234"},
            {"a sum of tenths", 0.1 + 0.2 + 0.1 + 0.4 + 0.1, "0.9", "0.9"},
        });
    }

    void numbers()
    {
        const auto [value, text, precise] = givenRow<double, std::string, std::string>();
        QCOMPARE(numberText(value), text);
        QCOMPARE(preciseNumberText(value, 4e-15 * std::abs(value)), precise);
    }

    void ranksOfOneForwardOneBackward()
    {
        const Metrics metrics = measure(timelineOf(generated("1f1b:ranks=4,microbatches=8")), {});
        QCOMPARE(metrics.makespan, 33.0);
        QCOMPARE(metrics.idealTime, 24.0);
        QCOMPARE(metrics.bubbleRate, 0.375);
        QCOMPARE(metrics.bubbleRateFb, 0.375);
        QCOMPARE(metrics.idleFraction, 36.0 / 132);
        QCOMPARE(metrics.longestRankSpan, 33.0);
        QCOMPARE(metrics.peakActivations, 4.0);
        QCOMPARE(metrics.peakRank, 0U);
        const RankMetrics& first = metrics.perRank[0];
        QCOMPARE(first.busy, 24.0);
        QCOMPARE(first.idle, 9.0);
        QCOMPARE(first.idleWarmup, 6.0);
        QCOMPARE(first.idleSteady, 0.0);
        QCOMPARE(first.idleCooldown, 3.0);
        QCOMPARE(metrics.perRank[3].idleWarmup, 3.0);
        QCOMPARE(metrics.perRank[3].idleCooldown, 6.0);
        QCOMPARE(metrics.perRank[3].peakActivations, 1.0);
        QCOMPARE(metricsLine(metrics, "step"),
                 "makespan 33 · idle 27.3 % · bubble rate 37.5 % · peak 4 activations on rank 0");
        QCOMPARE(metricsLine(metrics, "ms"),
                 "makespan 33 ms · idle 27.3 % · bubble rate 37.5 % · peak 4 activations on rank 0");
    }

    void peaksKeepUntilWeight()
    {
        const auto schedule = orderFrom("0F0 0F1 0I0 0F2 0I1 0W0 0W1 0I2 0W2");
        const Timeline timeline = timelineOf(schedule);
        QCOMPARE(measure(timeline, {}).peakActivations, 3.0);
        CostModel half;
        half.activationKeptUntilWeight = StageValues(0.5);
        QCOMPARE(measure(timeline, half).peakActivations, 2.5);
        // Whatever its size, a stage's activation of one microbatch counts as 1.
        half.activation = StageValues(4.0);
        QCOMPARE(measure(timeline, half).peakActivations, 2.5);
    }

    void closedForms_data()
    {
        QTest::addColumn<QString>("request");
        QTest::addColumn<double>("forward");
        QTest::addColumn<double>("input");
        QTest::addColumn<double>("weight");
        QTest::addColumn<double>("makespan");
        for (const int p : {1, 2, 4, 7})
            for (const int m : {p, 2 * p, 5 * p}) {
                const auto add = [&](const std::string& name, double f, double i, double w, double makespan) {
                    const std::string request = fmt::format("{},ranks={},microbatches={}", name, p, m);
                    QTest::newRow(fmt::format("{} F {} I {} W {}", request, f, i, w).c_str())
                        << QString::fromStdString(request) << f << i << w << makespan;
                };
                add("gpipe:stages-per-rank=1", 1, 1, 1, (m + p - 1) * 3);
                add("1f1b:stages-per-rank=1", 1, 1, 1, (m + p - 1) * 3);
                add("1f1b:stages-per-rank=1", 3, 2, 5, (m + p - 1) * 10);
                add("interleaved-1f1b:stages-per-rank=2", 1, 1, 1, (2 * m + p - 1) * 3);
                add("interleaved-1f1b:stages-per-rank=3", 2, 1.5, 1.5, (3 * m + p - 1) * 5);
                add("interleaved-zero-bubble:stages-per-rank=2", 1, 1, 1, 6 * m + (p - 1));
                add("interleaved-zero-bubble:stages-per-rank=2", 5, 4, 3, 24 * m + (p - 1) * 6);
                if (m >= 2 * p - 1)
                    add("zbv:stages-per-rank=2", 1, 1, 1, 6 * m + p - 1);
            }
    }

    void closedForms()
    {
        QFETCH(QString, request);
        QFETCH(double, forward);
        QFETCH(double, input);
        QFETCH(double, weight);
        QFETCH(double, makespan);
        const CostModel costs = costsOf(forward, input, weight);
        const Timeline timeline = timelineOf(generated(request.toStdString()), costs);
        QCOMPARE(timeline.makespan, makespan);
        const auto form = closedFormMakespan(timeline, costs);
        QVERIFY(form.has_value());
        QCOMPARE(form->value, makespan);
    }

    void noClosedFormWhereNoneIsKnown()
    {
        const auto schedule = generated("1f1b:ranks=4,microbatches=8");
        const Timeline timeline = timelineOf(schedule);
        QVERIFY(closedFormMakespan(timeline, {}).has_value());
        CostModel costs;
        costs.transfer.latency = 0.5;
        QVERIFY(!closedFormMakespan(timelineOf(schedule, costs), costs).has_value());
        costs = {};
        costs.forward = StageValues(std::vector<double>{1, 2, 1, 1});
        QVERIFY(!closedFormMakespan(timelineOf(schedule, costs), costs).has_value());
        QVERIFY(!closedFormMakespan(
            timelineOf(generated("interleaved-1f1b:ranks=4,microbatches=6,stages-per-rank=2")), {}));
        Schedule loaded = *schedule;
        loaded.placement.reset();
        QVERIFY(!closedFormMakespan(timelineOf(std::make_shared<const Schedule>(loaded)), {}));
    }

    void criticalPathHasNoGaps()
    {
        for (const char* request :
             {"1f1b:ranks=4,microbatches=8", "zbv:ranks=4,microbatches=10,stages-per-rank=2",
              "dualpipev:ranks=4,microbatches=10,stages-per-rank=2"}) {
            CostModel costs = costsOf(3, 2, 1);
            costs.transfer.latency = 0.5;
            const Timeline timeline = timelineOf(generated(request), costs);
            const CriticalPath path = criticalPath(timeline, costs);
            QCOMPARE(path.length, timeline.makespan);
            QCOMPARE(timeline.startOf(path.actions.front()), 0.0);
            for (std::size_t i = 1; i < path.actions.size(); ++i) {
                const double gap = timeline.startOf(path.actions[i]) - timeline.endOf(path.actions[i - 1]);
                const bool crosses = path.actions[i].rank != path.actions[i - 1].rank;
                QVERIFY2(qAbs(gap - (crosses ? 0.5 : 0)) < 1e-9, request);
            }
        }
    }

    void everyMetricIsFinite()
    {
        // The backward's time is so large that only its sum over the microbatches is no number any more.
        CostModel costs = costsOf(1e280, 1, 1);
        costs.backward = StageValues(1e308);
        costs.activation = StageValues(1e280);
        const Timeline timeline = timelineOf(orderFrom("0F0 0F1\n1F0 1F1"), costs);
        const Metrics metrics = measure(timeline, costs);
        QCOMPARE(metrics.makespan, 3e280);
        QCOMPARE(metrics.bubbleRate, 0.5);
        QCOMPARE(metrics.bubbleRateFb, -1.0);
        QCOMPARE(metrics.peakActivations, 2.0);
        std::string text = simulationJson({timeline, metrics, criticalPath(timeline, costs)}, true);
        // An order without a backward says nothing of buffers; all else is a number.
        const std::string noSlots = "\"activation_slots\": null";
        const std::size_t slotsAt = text.find(noSlots);
        QVERIFY(slotsAt != std::string::npos);
        text.erase(slotsAt, noSlots.size());
        for (const char* none : {"inf", "nan", "null"})
            QVERIFY2(text.find(none) == std::string::npos, text.c_str());
    }

    void jsonKeepsShortTimesLateInALongRun()
    {
        CostModel costs;
        costs.forward = StageValues(123456789.25);
        costs.backward = StageValues(0.0625);
        costs.unit = "us";
        const Timeline timeline = timelineOf(orderFrom("0F0 0F1 0B0 0B1"), costs);
        const auto json = nlohmann::json::parse(
            simulationJson({timeline, measure(timeline, costs), criticalPath(timeline, costs)}, true));
        const auto& last = json["actions"].back();
        QCOMPARE(last["end"].get<double>() - last["start"].get<double>(), 0.0625);
    }

    void json()
    {
        const auto schedule = generated("1f1b:ranks=2,microbatches=2");
        const CostModel costs = costsOf(0.1, 0.1, 0.1);
        const Timeline timeline = timelineOf(schedule, costs);
        const Metrics metrics = measure(timeline, costs);
        const CriticalPath path = criticalPath(timeline, costs);
        const std::string text = simulationJson({timeline,
                                                 metrics,
                                                 path,
                                                 bubblescope::closedForms(timeline, costs, metrics),
                                                 {},
                                                 activationSlots(*schedule)},
                                                true);
        QCOMPARE(text,
                 R"json({"schedule": "1f1b", "ranks": 2, "stages": 2, "microbatches": 2, "time_unit": "step",
 "makespan": 0.9, "ideal_time": 0.6, "bubble_rate": 0.5, "idle_fraction": 0.333333333333333, "longest_rank_span": 0.9,
 "bubble_rate_fb": 0.5, "peak_activations": 2.0, "peak_activations_per_rank": 2.0, "peak_rank": 0,
 "closed_form": {"formula": "(m + p - 1)(F + B)", "makespan": 0.9},
 "closed_forms": [
  {"id": "makespan", "formula": "(m + p - 1)(F + B)", "value": 0.9, "measured": 0.9},
  {"id": "bubble", "formula": "(p - 1)(F + B)", "value": 0.3, "measured": 0.3},
  {"id": "peak_activations", "formula": "min(p, m)", "value": 2.0, "measured": 2.0}],
 "per_rank": [
  {"rank": 0, "busy": 0.6, "idle": 0.3, "idle_warmup": 0.2, "idle_steady": 0.0, "idle_cooldown": 0.1, "rank_span": 0.9, "peak_activations": 2.0},
  {"rank": 1, "busy": 0.6, "idle": 0.3, "idle_warmup": 0.1, "idle_steady": 0.0, "idle_cooldown": 0.2, "rank_span": 0.6, "peak_activations": 1.0}],
 "critical_path": {"length": 0.9, "actions": [
  {"rank": 0, "action": "0F0", "start": 0.0, "end": 0.1},
  {"rank": 1, "action": "1F0", "start": 0.1, "end": 0.2},
  {"rank": 1, "action": "1B0", "start": 0.2, "end": 0.4},
  {"rank": 1, "action": "1F1", "start": 0.4, "end": 0.5},
  {"rank": 1, "action": "1B1", "start": 0.5, "end": 0.7},
  {"rank": 0, "action": "0B1", "start": 0.7, "end": 0.9}]},
 "activation_slots": {"stage_microbatch": [2, 1], "microbatch": [2, 1]},
 "actions": [
  {"rank": 0, "action": "0F0", "start": 0.0, "end": 0.1},
  {"rank": 0, "action": "0F1", "start": 0.1, "end": 0.2},
  {"rank": 0, "action": "0B0", "start": 0.4, "end": 0.6},
  {"rank": 0, "action": "0B1", "start": 0.7, "end": 0.9},
  {"rank": 1, "action": "1F0", "start": 0.1, "end": 0.2},
  {"rank": 1, "action": "1B0", "start": 0.2, "end": 0.4},
  {"rank": 1, "action": "1F1", "start": 0.4, "end": 0.5},
  {"rank": 1, "action": "1B1", "start": 0.5, "end": 0.7}]}
)json");
        QVERIFY(!nlohmann::json::parse(text).is_discarded());
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, AnalyzeMetrics)
#include "analyze_metrics.moc"
