// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/compared.h"
#include "tests/conformance/generated_records.h"
#include "tests/conformance/timed_records.h"
#include "tests/support/conformance_data.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <cmath>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;
using nlohmann::json;

namespace {

/// A record in the form that timedRecord() reads, from DeepSeek's form.
json visualizationForm(const json& record, const json& ops)
{
    return {{"strategy", record.at("strategy")},
            {"config",
             {{"num_devices", record.at("config").at("ranks")},
              {"num_stages", record.at("config").at("stages")}}},
            {"ops", ops}};
}

/// DeepSeek's trace without its communication.
json tracedOps(const json& record)
{
    json ops = json::array();
    for (std::size_t rank = 0; rank < record.at("trace").size(); ++rank)
        for (const json& traced : record["trace"][rank]) {
            if (traced[0] == "COMM")
                continue;
            json op{rank, traced[0], traced[1], traced[2], 0, 0};
            if (traced.size() > 4)
                op.push_back(traced[4]);
            ops.push_back(op);
        }
    return ops;
}

CostModel deepSeeksCosts(const json& timing)
{
    const json& cost = timing.at("cost");
    CostModel costs;
    costs.forward = StageValues(cost.at("F").get<double>());
    costs.backwardInput = StageValues(cost.at("I").get<double>());
    costs.backwardWeight = StageValues(cost.at("W").get<double>());
    costs.backward = StageValues(cost.at("B").get<double>());
    costs.overlap.times[{ActionKind::Forward, ActionKind::Backward}] =
        OverlapTime(StageValues(cost.at("FB").get<double>()));
    costs.transfer.latency = timing.at("p2p").get<double>();
    return costs;
}

/// What differs in a replay of DeepSeek's, in words.
std::string replayDifference(const SchedulePtr& ours, const json& record, const json& timing)
{
    const CostModel costs = deepSeeksCosts(timing);
    const auto timeline = simulate(ours, costs);
    if (!timeline)
        return timeline.error().message.text();
    const Metrics metrics = measure(*timeline, costs);
    if (std::abs(metrics.makespan - timing.at("makespan").get<double>()) > 2e-6)
        return fmt::format("makespan {}, expected {}", metrics.makespan, timing["makespan"].dump());
    for (std::size_t r = 0; r < metrics.perRank.size(); ++r)
        if (std::abs(metrics.perRank[r].busy - timing.at("busy")[r].get<double>()) > 2e-6)
            return fmt::format("rank {} is busy for {}, expected {}", r, metrics.perRank[r].busy,
                               timing["busy"].dump());
    if (!timing.contains("ops"))
        return {};
    return timeDifference(*timeline, timedRecord(visualizationForm(record, timing["ops"])).lanes);
}

} // namespace

/// DualPipe and DualPipeV from our generator against DeepSeek's code.
class GeneratedDual : public QObject
{
    Q_OBJECT

private slots:
    void deepSeeksOrderAndTimes()
    {
        Compared compared;
        for (const json& record : sharedJson("conformance/timed/deepseek_dualpipe.json")) {
            const std::string config = record.at("config").dump();
            const SchedulePtr ours = generated(deepSeeksRequest(record));
            const TimedRecord recorded = timedRecord(visualizationForm(record, tracedOps(record)));
            compared.add("orders", difference(*ours, json(cellsOf(*recorded.schedule))), config);
            QVERIFY2(problems(*ours).empty(), problems(*ours).c_str());
            const Metrics metrics = measured(ours);
            for (std::size_t r = 0; r < metrics.perRank.size(); ++r)
                QCOMPARE(metrics.perRank[r].peakActivations, record.at("peak_activations")[r].get<double>());
            for (const json& timing : record.at("timings"))
                compared.add(timing.contains("ops") ? "replays" : "sums",
                             replayDifference(ours, record, timing), config);
        }
        QVERIFY(compared.of("orders") > 0 && compared.of("replays") > 0);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, GeneratedDual)
#include "generated_dual.moc"
