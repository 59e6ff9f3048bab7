// SPDX-License-Identifier: Apache-2.0
// Every recorded order that a generator's variant must reproduce, action by action.
#include "core/generate/generate.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"

#include <QTest>
#include <map>

using namespace bubblescope;

namespace {

using Json = nlohmann::json;

std::string variantOf(const std::string& source)
{
    return source.substr(0, source.find(' '));
}

std::string describe(const Json& record)
{
    return record["source"].get<std::string>() + " " + record["schedule"].get<std::string>() + " ranks " +
           std::to_string(record["ranks"].get<int>()) + " microbatches " +
           std::to_string(record["microbatches"].get<int>()) + " stages per rank " +
           std::to_string(record["stages_per_rank"].get<int>());
}

ScheduleRequest requestOf(const Json& record)
{
    ScheduleRequest request;
    request.schedule = record["schedule"];
    request.ranks = record["ranks"];
    request.microbatches = record["microbatches"];
    request.stagesPerRank = record["stages_per_rank"].get<std::int64_t>();
    request.options["variant"] = variantOf(record["source"]);
    return request;
}

std::vector<Json> recordedOrders()
{
    std::vector<Json> records;
    for (const std::string& path : test::sharedFiles("conformance/orders"))
        for (Json& record : test::sharedJson(path))
            if (record.contains("schedule") && record.contains("kind"))
                records.push_back(std::move(record));
    return records;
}

bool isBuilt(const Json& record)
{
    const std::string kind = record["kind"];
    return (kind == "compute" || kind == "padded") && variantOf(record["source"]) == "torch";
}

/// Empty if the order is the recorded one, bubbles at the ends of rows included.
std::string deviation(const Json& record)
{
    const bool padded = record["kind"] == "padded";
    const Result<Schedule> schedule = generate(requestOf(record), {padded});
    if (!schedule)
        return schedule.error().text();
    const auto cells = test::cellsOf(*schedule);
    for (std::size_t r = 0; r < cells.size() && cells.size() == record["order"].size(); ++r)
        if (cells[r].size() != record["order"][r].size())
            return "rank " + std::to_string(r) + " has " + std::to_string(cells[r].size()) +
                   " cells, expected " + std::to_string(record["order"][r].size()) + "; " +
                   test::difference(*schedule, record["order"]);
    return test::difference(*schedule, record["order"]);
}

} // namespace

class OrdersGenerated : public QObject
{
    Q_OBJECT

private slots:
    void everyRecordOfABuiltVariantIsReproduced();
    void whatPeersRefuseIsRefusedAndTheNearestWorks();
    void oneStageARankWorksForLoopedSchedules();
};

void OrdersGenerated::everyRecordOfABuiltVariantIsReproduced()
{
    std::map<std::string, int> compared;
    std::map<std::string, int> notBuilt;
    for (const Json& record : recordedOrders()) {
        const std::string kind = record["kind"];
        if (!isBuilt(record)) {
            if (kind == "compute" || kind == "padded")
                ++notBuilt[kind + " of " + record["source"].get<std::string>()];
            continue;
        }
        const std::string difference = deviation(record);
        QVERIFY2(difference.empty(), (kind + " " + describe(record) + ": " + difference).c_str());
        ++compared[kind + " " + record["schedule"].get<std::string>()];
    }
    for (const auto& [kind, count] : compared)
        qInfo("compared %d records of %s", count, kind.c_str());
    for (const auto& [kind, count] : notBuilt)
        qInfo("not built yet: %d records of %s", count, kind.c_str());
    QCOMPARE(static_cast<int>(compared.size()), 14);
}

void OrdersGenerated::whatPeersRefuseIsRefusedAndTheNearestWorks()
{
    int refused = 0;
    for (const Json& record : test::sharedJson("conformance/orders/rejected.json")) {
        const std::string step = record["step"];
        const bool isRule =
            record["error_type"] == "ValueError" && (step == "construct" || step == "compose");
        if (!isRule || variantOf(record["source"]) != "torch")
            continue;
        for (const Json& config : record["configs"]) {
            ScheduleRequest request;
            request.schedule = record["schedule"];
            request.ranks = config[0];
            request.microbatches = config[1];
            request.stagesPerRank = config[2].get<std::int64_t>();
            const std::string what = request.schedule + " " + config.dump();
            QVERIFY2(!generate(request), what.c_str());
            // Following each problem's first proposal must lead to a schedule.
            for (const ParameterProblem& problem : checkRequest(request)) {
                QVERIFY2(!problem.nearest.empty(), (what + ": " + problem.text()).c_str());
                const std::int64_t value = std::stoll(problem.nearest.front());
                (problem.parameter == "microbatches" ? request.microbatches : *request.stagesPerRank) = value;
            }
            const Result<Schedule> mended = generate(request);
            QVERIFY2(mended.has_value(), (what + ": " + (mended ? "" : mended.error().text())).c_str());
            ++refused;
        }
    }
    qInfo("refused %d configurations that torch refuses", refused);
    QVERIFY(refused > 100);
}

void OrdersGenerated::oneStageARankWorksForLoopedSchedules()
{
    for (const char* name : {"interleaved-1f1b", "looped-bfs", "interleaved-zero-bubble"}) {
        ScheduleRequest request;
        request.schedule = name;
        request.stagesPerRank = 1;
        QVERIFY2(generate(request).has_value(), name);
    }
}

QTEST_APPLESS_MAIN(OrdersGenerated)
#include "orders_generated.moc"
