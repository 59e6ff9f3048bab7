// SPDX-License-Identifier: Apache-2.0
// Every recorded order that a generator's variant must reproduce, action by action.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/generate/catalog.h"
#include "core/generate/generate.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <map>

using namespace bubblescope;

namespace {

using Json = nlohmann::json;

/// The variant whose order a source's records are.
std::string variantOf(const std::string& source)
{
    return source.starts_with("hyper_parallel") ? "hyper-parallel" : source.substr(0, source.find(' '));
}

/// The record's own source and the others that gave the same order.
std::vector<std::string> sourcesOf(const Json& record)
{
    std::vector<std::string> sources = {record["source"]};
    for (const Json& other : record.value("also", Json::array()))
        if (other != record["source"])
            sources.push_back(other);
    return sources;
}

std::string describe(const Json& record, const std::string& source)
{
    return source + " " + record["schedule"].get<std::string>() + " ranks " +
           std::to_string(record["ranks"].get<int>()) + " microbatches " +
           std::to_string(record["microbatches"].get<int>()) + " stages per rank " +
           std::to_string(record["stages_per_rank"].get<int>());
}

ScheduleRequest requestOf(const Json& record, const std::string& source)
{
    ScheduleRequest request;
    request.schedule = record["schedule"];
    request.ranks = record["ranks"];
    request.microbatches = record["microbatches"];
    request.stagesPerRank = record["stages_per_rank"].get<std::int64_t>();
    request.options["variant"] = variantOf(source);
    for (const auto& [key, value] : record["options"].items())
        request.options[key] = value.dump();
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

bool isBuilt(const Json& record, const std::string& source)
{
    const ScheduleInfo* info = findSchedule(record["schedule"].get<std::string>());
    if (info == nullptr)
        return false;
    for (const ParameterSpec& spec : info->parameters)
        if (spec.key == "variant")
            return std::count(spec.choices.begin(), spec.choices.end(), variantOf(source)) == 1;
    return false;
}

/// Where the built order is not the recorded one, bubbles at the ends of rows included; empty if nowhere.
std::string deviation(const ScheduleRequest& request, bool padded, const Json& order)
{
    const Result<Schedule> schedule = generate(request, {padded});
    if (!schedule)
        return schedule.error().text();
    const auto cells = test::cellsOf(*schedule);
    for (std::size_t r = 0; r < cells.size() && cells.size() == order.size(); ++r)
        if (cells[r].size() != order[r].size())
            return "rank " + std::to_string(r) + " has " + std::to_string(cells[r].size()) +
                   " cells, expected " + std::to_string(order[r].size()) + "; " +
                   test::difference(*schedule, order);
    return test::difference(*schedule, order);
}

/// The compute cells of an order with communication.
Json computeCells(const Json& order)
{
    Json rows = Json::array();
    for (const Json& row : order) {
        Json cells = Json::array();
        for (const Json& cell : row)
            if (const std::string text = cell; !text.empty() && text.find("SEND") == std::string::npos &&
                                               text.find("RECV") == std::string::npos)
                cells.push_back(text);
        rows.push_back(cells);
    }
    return rows;
}

} // namespace

class OrdersGenerated : public QObject
{
    Q_OBJECT

private slots:
    void everyRecordOfABuiltVariantIsReproduced()
    {
        std::map<std::string, int> compared;
        std::map<std::string, int> notBuilt;
        for (const Json& record : recordedOrders()) {
            const std::string kind = record["kind"];
            if (kind != "compute" && kind != "padded")
                continue;
            for (const std::string& source : sourcesOf(record)) {
                if (!isBuilt(record, source)) {
                    ++notBuilt[kind + " " + record["schedule"].get<std::string>() + " of " + source];
                    continue;
                }
                const std::string difference =
                    deviation(requestOf(record, source), kind == "padded", record["order"]);
                QVERIFY2(difference.empty(),
                         (kind + " " + describe(record, source) + ": " + difference).c_str());
                ++compared[kind + " " + record["schedule"].get<std::string>() + " of " + source];
            }
        }
        for (const auto& [kind, count] : compared)
            qInfo("compared %d records of %s", count, kind.c_str());
        for (const auto& [kind, count] : notBuilt)
            qInfo("not built yet: %d records of %s", count, kind.c_str());
        for (const char* schedule : {"GPipe", "1F1B", "Interleaved1F1B", "LoopedBFS", "InterleavedZeroBubble",
                                     "ZBVZeroBubble", "DualPipeV"})
            for (const char* kind : {"compute ", "padded "})
                QVERIFY2(compared[std::string(kind) + schedule + " of torch 2.15"] > 0, schedule);
        QVERIFY(notBuilt.empty());
    }

    void gpipeInTheShapeOfAV()
    {
        int compared = 0;
        for (const Json& record : test::sharedJson("conformance/orders/GPipeV.json")) {
            if (record["kind"] != "sendrecv")
                continue;
            const std::string text =
                "gpipe:variant=hyper-parallel,placement=v,stages-per-rank=2,ranks=" + record["ranks"].dump() +
                ",microbatches=" + record["microbatches"].dump();
            const std::string difference =
                deviation(requestFromText(text).value(), false, computeCells(record["order"]));
            QVERIFY2(difference.empty(), (text + ": " + difference).c_str());
            ++compared;
        }
        QVERIFY(compared > 0);
        qInfo("compared the compute actions of %d records of GPipeV", compared);
    }

    void whatPeersRefuseIsRefusedAndTheNearestWorks()
    {
        int refused = 0;
        for (const Json& record : test::sharedJson("conformance/orders/rejected.json")) {
            const std::string step = record["step"];
            const bool isRule =
                record["error_type"] == "ValueError" && (step == "construct" || step == "compose");
            if (!isRule)
                continue;
            const std::string source = record["source"];
            for (const Json& config : record["configs"]) {
                ScheduleRequest request;
                request.schedule = record["schedule"];
                request.ranks = config[0];
                request.microbatches = config[1];
                request.stagesPerRank = config[2].get<std::int64_t>();
                request.options["variant"] = variantOf(source);
                const std::string what = source + " " + request.schedule + " " + config.dump();
                QVERIFY2(!generate(request), what.c_str());
                // Following each problem's first proposal must lead to a schedule.
                for (const ParameterProblem& problem : checkRequest(request)) {
                    QVERIFY2(!problem.nearest.empty(), (what + ": " + problem.text()).c_str());
                    const std::int64_t value = std::stoll(problem.nearest.front());
                    (problem.parameter == "microbatches" ? request.microbatches : *request.stagesPerRank) =
                        value;
                }
                const Result<Schedule> mended = generate(request);
                QVERIFY2(mended.has_value(), (what + ": " + (mended ? "" : mended.error().text())).c_str());
                ++refused;
            }
        }
        qInfo("refused %d configurations that their sources refuse", refused);
        QVERIFY(refused > 100);
    }

    void oneStageARankWorksForLoopedSchedules()
    {
        for (const char* name : {"interleaved-1f1b", "looped-bfs", "interleaved-zero-bubble"}) {
            ScheduleRequest request;
            request.schedule = name;
            request.stagesPerRank = 1;
            QVERIFY2(generate(request).has_value(), name);
        }
    }
};

BUBBLESCOPE_TEST(OrdersGenerated)
#include "orders_generated.moc"
