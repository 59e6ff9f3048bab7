// SPDX-License-Identifier: Apache-2.0
#include "core/time/memory_curves.h"
#include "core/time/simulate.h"
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

} // namespace

/// Peaks of the memory curves against those that other projects recorded.
class MemoryRecords : public QObject
{
    Q_OBJECT

private slots:
    void zeroBubblesPeaks()
    {
        Compared compared;
        for (const std::string& file : sharedFiles("conformance/timed"))
            for (const json& record : sharedJson(file)) {
                if (!record.contains("peak_mem") || !record.contains("ops"))
                    continue;
                const TimedRecord timed = timedRecord(record);
                compared.add(record.at("strategy"),
                             peakDifference(timed.schedule, timed.costs, record["peak_mem"]),
                             file + ": " + record.at("config").dump());
            }
        QVERIFY(compared.kinds() > 0);
    }

    void deepSeeksPeaks()
    {
        Compared compared;
        for (const json& record : sharedJson("conformance/timed/deepseek_dualpipe.json"))
            compared.add(
                "peaks",
                peakDifference(generated(deepSeeksRequest(record)), {}, record.at("peak_activations")),
                record.at("config").dump());
        QVERIFY(compared.of("peaks") > 0);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, MemoryRecords)
#include "memory_records.moc"
