// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/timed_records.h"
#include "tests/support/conformance_data.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <cmath>
#include <fmt/format.h>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;
using nlohmann::json;

namespace {

constexpr const char* kFolder = "conformance/timed/";

bool isDual(const json& record)
{
    return record.at("strategy") == "dualpipe" || record.at("strategy") == "dualpipe_v";
}

/// The request that must print a record of PP-Schedule-Visualization.
std::string visualizationRequest(const json& record)
{
    const json& config = record.at("config");
    const bool of2025 = record.at("source").get<std::string>().find("2025") != std::string::npos;
    return fmt::format("{}:ranks={},microbatches={},variant=pp-schedule-visualization{}",
                       record.at("strategy") == "dualpipe" ? "dualpipe" : "dualpipev",
                       config.at("num_devices").dump(), config.at("num_batches").dump(),
                       of2025 ? ",fuse_first=true" : "");
}

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

using OperationTimes = std::map<std::pair<std::string, std::string>, json>;

std::pair<std::string, std::string> timesKey(const json& config)
{
    return {config.at("op_times_kind").get<std::string>(), config.at("num_stages").dump()};
}

/// The sums leave out the times of the operations; full records of the same kind have them, those of
/// schedules that split the backward with its halves too.
OperationTimes operationTimes()
{
    OperationTimes times;
    for (const char* file : {"pp_schedule_visualization.json", "pp_schedule_visualization_sync.json"})
        for (const json& record : sharedJson(std::string(kFolder) + file)) {
            json& known = times[timesKey(record.at("config"))];
            const json given = record["config"].value("op_times", json());
            if (given.size() > known.size())
                known = given;
        }
    return times;
}

std::string orderDifference(const Schedule& ours, const Schedule& recorded)
{
    return difference(ours, json(cellsOf(recorded)));
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

/// DualPipe and DualPipeV from our generator against DeepSeek's code and PP-Schedule-Visualization.
class GeneratedDual : public QObject
{
    Q_OBJECT

private slots:
    void deepSeeksOrderAndTimes()
    {
        int orders = 0;
        int replays = 0;
        for (const json& record : sharedJson(std::string(kFolder) + "deepseek_dualpipe.json")) {
            const json& config = record.at("config");
            QVERIFY(isDual(record));
            const SchedulePtr ours =
                generated(fmt::format("{}:ranks={},microbatches={},variant=deepseek",
                                      record["strategy"] == "dualpipe" ? "dualpipe" : "dualpipev",
                                      config.at("ranks").dump(), config.at("chunks").dump()));
            const TimedRecord recorded = timedRecord(visualizationForm(record, tracedOps(record)));
            const std::string differs = orderDifference(*ours, *recorded.schedule);
            QVERIFY2(differs.empty(), (differs + " in " + config.dump()).c_str());
            QVERIFY2(problems(*ours).empty(), problems(*ours).c_str());
            const Metrics metrics = measured(ours);
            for (std::size_t r = 0; r < metrics.perRank.size(); ++r)
                QCOMPARE(metrics.perRank[r].peakActivations, record.at("peak_activations")[r].get<double>());
            for (const json& timing : record.at("timings")) {
                const std::string replay = replayDifference(ours, record, timing);
                QVERIFY2(replay.empty(), (replay + " in " + config.dump()).c_str());
                replays += timing.contains("ops") ? 1 : 0;
            }
            ++orders;
        }
        qInfo("%d orders and %d replays of DeepSeek compared", orders, replays);
        QVERIFY(orders > 0 && replays > 0);
    }

    void visualizationsOrderAndTimes_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("profile");
        QTest::newRow("without synchronous transfers")
            << "pp_schedule_visualization.json" << static_cast<int>(TimingProfile::PpScheduleVisualization);
        QTest::newRow("with synchronous transfers")
            << "pp_schedule_visualization_sync.json"
            << static_cast<int>(TimingProfile::PpScheduleVisualizationSync);
    }

    void visualizationsOrderAndTimes()
    {
        QFETCH(QString, file);
        QFETCH(int, profile);
        std::map<std::string, int> compared;
        for (const json& record : sharedJson(kFolder + file.toStdString())) {
            if (!isDual(record) || !record.contains("ops"))
                continue;
            const std::string request = visualizationRequest(record);
            const SchedulePtr ours = generated(request);
            TimedRecord recorded = timedRecord(record);
            const std::string differs = orderDifference(*ours, *recorded.schedule);
            QVERIFY2(differs.empty(), (differs + " in " + request).c_str());
            recorded.costs.profile = static_cast<TimingProfile>(profile);
            const auto timeline = simulate(ours, recorded.costs);
            QVERIFY2(timeline.has_value(), (timeline ? "" : timeline.error().message.text()).c_str());
            const std::string times = timeDifference(*timeline, recorded.lanes);
            QVERIFY2(times.empty(), (times + " in " + request).c_str());
            const Metrics metrics = measure(*timeline, recorded.costs);
            QVERIFY2(std::abs(metrics.makespan - record.at("makespan").get<double>()) < 2e-6,
                     request.c_str());
            QVERIFY2(std::abs(metrics.bubbleRateFb - record.at("bubble_rate").get<double>()) < 2e-6,
                     request.c_str());
            ++compared[record["strategy"].get<std::string>()];
        }
        for (const auto& [strategy, count] : compared)
            qInfo("%d records of %s compared", count, strategy.c_str());
        QVERIFY(!compared.empty());
    }

    void visualizationsSums()
    {
        const auto times = operationTimes();
        int compared = 0;
        for (const json& record :
             sharedJson(std::string(kFolder) + "pp_schedule_visualization_summary_all.json")) {
            if (!isDual(record))
                continue;
            json full = record;
            full["ops"] = json::array();
            const json& config = record.at("config");
            const auto found = times.find(timesKey(config));
            const std::string request = visualizationRequest(record) + " " + config.dump();
            QVERIFY2(found != times.end(), request.c_str());
            full["config"]["op_times"] = found->second;
            CostModel costs = timedRecord(full).costs;
            costs.profile = TimingProfile::PpScheduleVisualizationSync;
            const Metrics metrics = measured(generated(visualizationRequest(record)), costs);
            QVERIFY2(std::abs(metrics.makespan - record.at("makespan").get<double>()) < 2e-6,
                     request.c_str());
            QVERIFY2(std::abs(metrics.bubbleRateFb - record.at("bubble_rate").get<double>()) < 2e-6,
                     request.c_str());
            ++compared;
        }
        qInfo("%d sums compared", compared);
        QVERIFY(compared > 0);
    }

    void whatVisualizationRefuses()
    {
        int compared = 0;
        for (const json& record :
             sharedJson(std::string(kFolder) + "pp_schedule_visualization_rejected.json")) {
            if (!isDual(record))
                continue;
            const std::string request = visualizationRequest(record);
            const std::string refusal = refusals(request);
            QVERIFY2(refusal.starts_with("microbatches is "), (request + ": " + refusal).c_str());
            ++compared;
        }
        qInfo("%d refusals compared", compared);
        QVERIFY(compared > 0);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, GeneratedDual)
#include "generated_dual.moc"
