// SPDX-License-Identifier: Apache-2.0
#include "core/io/chrome_trace.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Every action lasts one unit and starts at its index; bubbles take none.
Timeline oneAfterAnother(const char* order, const char* unit)
{
    Timeline timeline;
    auto schedule = std::make_shared<Schedule>(parse(order));
    for (const Row& row : schedule->rows) {
        LaneTimes& lane = timeline.lanes.emplace_back();
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::size_t cell = row[i].role() == CellRole::OverlapContinued ? i - 1 : i;
            lane.start.push_back(static_cast<double>(cell));
            lane.end.push_back(static_cast<double>(cell) + (row[i].isBubble() ? 0.0 : 1.0));
        }
    }
    timeline.schedule = schedule;
    timeline.unit = unit;
    return timeline;
}

nlohmann::json eventsOf(const Timeline& timeline)
{
    return nlohmann::json::parse(writeChromeTrace(timeline))["traceEvents"];
}

} // namespace

class IoChromeTrace : public QObject
{
    Q_OBJECT

private slots:
    void headAndTailHaveATrack()
    {
        Timeline timeline = oneAfterAnother("0F0 0B0", "us");
        timeline.phases = {{{StepPhase::Head, 0, 1}, {StepPhase::Optimizer, 5, 7}}};
        std::map<std::string, nlohmann::json> found;
        for (const nlohmann::json& event : eventsOf(timeline))
            if (event.value("cat", "") == "step")
                found[event["name"]] = event;
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found["optimizer"]["ts"].get<double>(), 5.0);
        QCOMPARE(found["optimizer"]["dur"].get<double>(), 2.0);
        // Beside the blocks of its actions, not across them.
        for (const nlohmann::json& event : eventsOf(timeline))
            if (event.value("cat", "") == "F")
                QVERIFY(event["tid"] != found["head"]["tid"]);
    }

    void writesARankAProcess()
    {
        QCOMPARE(QString::fromStdString(writeChromeTrace(oneAfterAnother("0F0 . 0B0\n1UNSHARD", "step"))),
                 QString(R"({"displayTimeUnit":"ms",
"otherData":{"schedule":"test","unit":"step, shown as 1 ms"},
"traceEvents":[
{"name":"process_name","ph":"M","pid":0,"args":{"name":"Rank 0"}},
{"name":"process_sort_index","ph":"M","pid":0,"args":{"sort_index":0}},
{"name":"thread_name","ph":"M","pid":0,"tid":0,"args":{"name":"compute"}},
{"name":"thread_sort_index","ph":"M","pid":0,"tid":0,"args":{"sort_index":0}},
{"name":"0F0","cat":"F","ph":"X","pid":0,"tid":0,"ts":0,"dur":1000,"args":{"stage":0,"microbatch":0}},
{"name":"0B0","cat":"B","ph":"X","pid":0,"tid":0,"ts":2000,"dur":1000,"args":{"stage":0,"microbatch":0}},
{"name":"process_name","ph":"M","pid":1,"args":{"name":"Rank 1"}},
{"name":"process_sort_index","ph":"M","pid":1,"args":{"sort_index":1}},
{"name":"thread_name","ph":"M","pid":1,"tid":0,"args":{"name":"compute"}},
{"name":"thread_sort_index","ph":"M","pid":1,"tid":0,"args":{"sort_index":0}},
{"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"FSDP"}},
{"name":"thread_sort_index","ph":"M","pid":1,"tid":2,"args":{"sort_index":2}},
{"name":"1UNSHARD","cat":"UNSHARD","ph":"X","pid":1,"tid":2,"ts":0,"dur":1000,"args":{"stage":1}}
]}
)"));
        QCOMPARE(
            QString::fromStdString(writeChromeTrace(oneAfterAnother("", "us"))),
            QString("{\"displayTimeUnit\":\"ms\",\n\"otherData\":{\"schedule\":\"test\",\"unit\":\"us\"},\n"
                    "\"traceEvents\":[\n]}\n"));
    }

    void scalesTimes_data()
    {
        QTest::addColumn<QByteArray>("unit");
        QTest::addColumn<double>("microseconds");
        QTest::newRow("a step is shown as a millisecond") << QByteArray("step") << 1000.0;
        QTest::newRow("microseconds are true") << QByteArray("us") << 1.0;
        QTest::newRow("milliseconds are true") << QByteArray("ms") << 1000.0;
    }

    void scalesTimes()
    {
        QFETCH(QByteArray, unit);
        QFETCH(double, microseconds);
        const auto event = eventsOf(oneAfterAnother("0F0 0F1", unit.constData())).back();
        QCOMPARE(event["name"].get<std::string>(), std::string("0F1"));
        QCOMPARE(event["ts"].get<double>(), microseconds);
        QCOMPARE(event["dur"].get<double>(), microseconds);
    }

    void writesOverlapsAsOneBlock()
    {
        Timeline timeline = oneAfterAnother("(0F1;3B0)OVERLAP_F_B", "us");
        timeline.lanes[0].end = {2.5, 4.0};
        const auto event = eventsOf(timeline).back();
        QCOMPARE(
            QString::fromStdString(event.dump()),
            QString(
                R"({"args":{"parts":[{"action":"0F1","dur":2.5,"kind":"F","microbatch":1,"stage":0,"ts":0},)"
                R"({"action":"3B0","dur":4,"kind":"B","microbatch":0,"stage":3,"ts":0}]},"cat":"OVERLAP_F_B",)"
                R"("dur":4,"name":"(0F1;3B0)OVERLAP_F_B","ph":"X","pid":0,"tid":0,"ts":0})"));
        const auto backward = eventsOf(oneAfterAnother("(3B0;0F1)OVERLAP_B_F", "us")).back();
        QCOMPARE(backward["cat"].get<std::string>(), std::string("OVERLAP_B_F"));
    }

    void givesCommunicationItsOwnTrack()
    {
        const auto events = eventsOf(oneAfterAnother("0F0 0SEND_F0 0WAIT_SEND_F0 0RESHARD", "step"));
        std::string tracks;
        for (const auto& event : events)
            if (event["ph"] == "X")
                tracks += event["name"].get<std::string>() + ":" + event["tid"].dump() + " ";
        QCOMPARE(QString::fromStdString(tracks), QString("0F0:0 0SEND_F0:1 0WAIT_SEND_F0:1 0RESHARD:2 "));
    }

    void escapesTheName()
    {
        Timeline timeline = oneAfterAnother("0F0", "us");
        auto schedule = std::make_shared<Schedule>(*timeline.schedule);
        schedule->name = "a \"b\"\n\xFF";
        timeline.schedule = schedule;
        const auto trace = nlohmann::json::parse(writeChromeTrace(timeline));
        QCOMPARE(trace["otherData"]["schedule"].get<std::string>(), std::string("a \"b\"\n\xEF\xBF\xBD"));
    }
};

BUBBLESCOPE_TEST(IoChromeTrace)
#include "io_chrome_trace.moc"
