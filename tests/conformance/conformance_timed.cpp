// SPDX-License-Identifier: Apache-2.0
#include "core/time/simulate.h"
#include "tests/conformance/compared.h"
#include "tests/conformance/generated_records.h"
#include "tests/conformance/timed_records.h"
#include "tests/support/conformance_data.h"
#include "tests/support/test_program.h"

#include <QtTest>

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
        Compared compared;
        for (const auto& record : sharedJson(file.toStdString())) {
            if (!record.contains("ops"))
                continue;
            TimedRecord timed = timedRecord(record);
            timed.costs.profile = static_cast<TimingProfile>(profile);
            compared.add("records", recordDifference(timed.schedule, timed.costs, record),
                         record.at("config").dump());
        }
        QVERIFY(compared.of("records") > 0);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, TimedOrders)
#include "conformance_timed.moc"
