// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/metrics.h"
#include "core/time/simulate.h"
#include "tests/conformance/timed_records.h"
#include "tests/support/conformance_data.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <cmath>
#include <fmt/format.h>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Files whose records tell no action's times: sums, refusals, and orders that others here compare.
bool hasNoTimes(std::string_view name)
{
    return name.find("summary") != std::string_view::npos ||
           name.find("rejected") != std::string_view::npos ||
           name.find("chimera") != std::string_view::npos || name.starts_with("deepseek");
}

/// The first metric of the record that ours differs from, in words; empty if none does.
std::string metricDifference(const Timeline& timeline, const CostModel& costs, const nlohmann::json& record)
{
    const Metrics metrics = measure(timeline, costs);
    const std::map<std::string, double> ours{{"makespan", metrics.makespan},
                                             {"bubble_rate", metrics.bubbleRateFb},
                                             {"longest_device_span", metrics.longestRankSpan},
                                             {"idle_fraction", metrics.idleFraction}};
    const auto differs = [](double a, double b) { return std::abs(a - b) > 2e-6; };
    for (const auto& [name, value] : ours)
        if (record.contains(name) && differs(value, record[name].get<double>()))
            return fmt::format("{} is {}, expected {}", name, value, record[name].dump());
    for (std::size_t r = 0; r < metrics.perRank.size(); ++r) {
        const RankMetrics& rank = metrics.perRank[r];
        if (record.contains("peak_mem") && differs(rank.peakActivations * costs.activation.at(StageId{0}),
                                                   record["peak_mem"][r].get<double>()))
            return fmt::format("peak of rank {} is {}, expected {}", r, rank.peakActivations,
                               record["peak_mem"].dump());
        for (const char* busy : {"device_busy", "device_running_time"})
            if (record.contains(busy) && differs(rank.busy, record[busy][r].get<double>()))
                return fmt::format("{} of rank {} is {}, expected {}", busy, r, rank.busy,
                                   record[busy].dump());
        if (differs(rank.idle, metrics.makespan - rank.busy))
            return fmt::format("idle of rank {} is {}, not the makespan less {}", r, rank.idle, rank.busy);
    }
    const CriticalPath path = criticalPath(timeline, costs);
    if (path.length != metrics.makespan || timeline.startOf(path.actions.front()) != 0)
        return fmt::format("critical path of {} from {}", path.length,
                           timeline.startOf(path.actions.front()));
    return {};
}

} // namespace

/// Every record of conformance/timed that tells start and end of its actions: its order, timed by us.
class TimedOrders : public QObject
{
    Q_OBJECT

private slots:
    void startAndEndAreThoseOfTheOriginal_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("profile");
        for (const std::string& file : sharedFiles("conformance/timed")) {
            const std::string name = file.substr(file.rfind('/') + 1);
            TimingProfile profile = TimingProfile::Strict;
            if (name == "pp_schedule_visualization.json")
                profile = TimingProfile::PpScheduleVisualization;
            else if (name == "pp_schedule_visualization_sync.json")
                profile = TimingProfile::PpScheduleVisualizationSync;
            else if (!name.starts_with("zb_") && !name.starts_with("extra_"))
                continue;
            if (hasNoTimes(name))
                continue;
            QTest::newRow(name.c_str()) << QString::fromStdString(file) << static_cast<int>(profile);
        }
    }

    void startAndEndAreThoseOfTheOriginal()
    {
        QFETCH(QString, file);
        QFETCH(int, profile);
        int compared = 0;
        for (const auto& record : sharedJson(file.toStdString())) {
            if (!record.contains("ops"))
                continue;
            TimedRecord timed = timedRecord(record);
            timed.costs.profile = static_cast<TimingProfile>(profile);
            const auto timeline = simulate(timed.schedule, timed.costs);
            const std::string config = record.at("config").dump();
            QVERIFY2(timeline.has_value(),
                     (timeline ? "" : timeline.error().message.text() + " in " + config).c_str());
            const std::string difference = timeDifference(*timeline, timed.lanes);
            QVERIFY2(difference.empty(), (difference + " in " + config).c_str());
            const std::string wrong = metricDifference(*timeline, timed.costs, record);
            QVERIFY2(wrong.empty(), (wrong + " in " + config).c_str());
            ++compared;
        }
        qInfo("%d records compared", compared);
        QVERIFY(compared > 0);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, TimedOrders)
#include "conformance_timed.moc"
