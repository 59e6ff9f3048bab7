// SPDX-License-Identifier: Apache-2.0
#include "core/time/simulate.h"
#include "tests/conformance/timed_records.h"
#include "tests/support/conformance_data.h"

#include <QtTest>

using namespace bubblescope;
using namespace bubblescope::test;

/// Every record of conformance/timed that tells start and end of its actions: its order, timed by us.
class TimedOrders : public QObject
{
    Q_OBJECT

private slots:
    void startAndEndAreThoseOfTheOriginal_data();
    void startAndEndAreThoseOfTheOriginal();
};

void TimedOrders::startAndEndAreThoseOfTheOriginal_data()
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
        QTest::newRow(name.c_str()) << QString::fromStdString(file) << static_cast<int>(profile);
    }
}

void TimedOrders::startAndEndAreThoseOfTheOriginal()
{
    QFETCH(QString, file);
    QFETCH(int, profile);
    int compared = 0;
    int withoutTimes = 0;
    for (const auto& record : sharedJson(file.toStdString())) {
        if (!record.contains("ops")) {
            ++withoutTimes;
            continue;
        }
        TimedRecord timed = timedRecord(record);
        timed.costs.profile = static_cast<TimingProfile>(profile);
        const auto timeline = simulate(timed.schedule, timed.costs);
        const std::string config = record.at("config").dump();
        QVERIFY2(timeline.has_value(), (timeline ? "" : timeline.error().message + " in " + config).c_str());
        const std::string difference = timeDifference(*timeline, timed.lanes);
        QVERIFY2(difference.empty(), (difference + " in " + config).c_str());
        QVERIFY(qAbs(timeline->makespan - record.at("makespan").get<double>()) < 2e-6);
        ++compared;
    }
    qInfo("%d records compared, %d without times", compared, withoutTimes);
    QVERIFY(compared + withoutTimes > 0);
}

QTEST_GUILESS_MAIN(TimedOrders)
#include "timed_orders.moc"
