// SPDX-License-Identifier: Apache-2.0
#include "core/time/memory_curves.h"
#include "core/time/simulate.h"
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

/// Where the peaks differ by more than the recorder's rounding, in words.
std::string peakDifference(const SchedulePtr& schedule, const CostModel& costs, const json& expected)
{
    const auto timeline = simulate(schedule, costs);
    if (!timeline)
        return timeline.error().message.text();
    const MemoryCurvesPtr curves = MemoryCurves::build(*timeline, costs);
    if (curves->rankCount() != expected.size())
        return fmt::format("{} ranks, expected {}", curves->rankCount(), expected.size());
    for (std::uint32_t r = 0; r < curves->rankCount(); ++r)
        if (std::abs(curves->peak(RankId{r}).level - expected[r].get<double>()) > 2e-6)
            return fmt::format("peak of rank {} is {}, expected {}", r, curves->peak(RankId{r}).level,
                               expected.dump());
    return {};
}

bool tellsPeaks(const json& record)
{
    return record.contains("peak_mem") && record.contains("ops");
}

} // namespace

/// Peaks of the memory curves against those that other projects recorded.
class MemoryRecords : public QObject
{
    Q_OBJECT

private slots:
    void zeroBubblesPeaks()
    {
        std::map<std::string, int> compared;
        for (const std::string& file : sharedFiles("conformance/timed"))
            for (const json& record : sharedJson(file)) {
                if (!tellsPeaks(record))
                    continue;
                const TimedRecord timed = timedRecord(record);
                const std::string wrong = peakDifference(timed.schedule, timed.costs, record["peak_mem"]);
                QVERIFY2(wrong.empty(), (file + ": " + wrong + " in " + record.at("config").dump()).c_str());
                ++compared[record.at("strategy").get<std::string>()];
            }
        for (const auto& [strategy, count] : compared)
            qInfo("%d records of %s compared", count, strategy.c_str());
        QVERIFY(!compared.empty());
    }

    void deepSeeksPeaks()
    {
        int compared = 0;
        for (const json& record : sharedJson(std::string(kFolder) + "deepseek_dualpipe.json")) {
            const json& config = record.at("config");
            const SchedulePtr schedule =
                generated(fmt::format("{}:ranks={},microbatches={},variant=deepseek",
                                      record.at("strategy") == "dualpipe" ? "dualpipe" : "dualpipev",
                                      config.at("ranks").dump(), config.at("chunks").dump()));
            const std::string wrong = peakDifference(schedule, {}, record.at("peak_activations"));
            QVERIFY2(wrong.empty(), (wrong + " in " + config.dump()).c_str());
            ++compared;
        }
        qInfo("%d records compared", compared);
        QVERIFY(compared > 0);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, MemoryRecords)
#include "memory_records.moc"
