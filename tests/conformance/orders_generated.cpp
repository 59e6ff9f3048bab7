// SPDX-License-Identifier: Apache-2.0
// Every recorded order that a generator's variant must reproduce, action by action.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/generate/catalog.h"
#include "tests/conformance/compared.h"
#include "tests/conformance/recorded_orders.h"
#include "tests/support/conformance_data.h"
#include "tests/support/test_program.h"

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

using Json = nlohmann::json;

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

std::string deviation(const ScheduleRequest& request, bool padded, const Json& order)
{
    const Result<Schedule> schedule = generate(request, {padded});
    return schedule ? cellDifference(*schedule, order) : schedule.error().text();
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
        Compared compared;
        for (const Json& record : recordedOrders()) {
            const std::string kind = record["kind"];
            if (kind != "compute" && kind != "padded")
                continue;
            for (const std::string& source : sourcesOf(record)) {
                QVERIFY2(isBuilt(record, source), kindOf(record, source).c_str());
                ScheduleRequest request = requestOf(record, source);
                for (const auto& [key, value] : record["options"].items())
                    request.options[key] = value.dump();
                compared.add(kindOf(record, source), deviation(request, kind == "padded", record["order"]),
                             placeOf(record));
            }
        }
        for (const char* schedule : {"GPipe", "1F1B", "Interleaved1F1B", "LoopedBFS", "InterleavedZeroBubble",
                                     "ZBVZeroBubble", "DualPipeV"})
            for (const char* kind : {"compute ", "padded "})
                QVERIFY2(compared.of(std::string(kind) + schedule + " of torch 2.15") > 0, schedule);
    }

    void gpipeInTheShapeOfAV()
    {
        Compared compared;
        for (const Json& record : sharedJson("conformance/orders/GPipeV.json")) {
            if (record["kind"] != "sendrecv")
                continue;
            const std::string text =
                "gpipe:variant=hyper-parallel,placement=v,stages-per-rank=2,ranks=" + record["ranks"].dump() +
                ",microbatches=" + record["microbatches"].dump();
            compared.add("compute actions",
                         deviation(requestFromText(text).value(), false, computeCells(record["order"])),
                         text);
        }
        QVERIFY(compared.of("compute actions") > 0);
    }

    void whatPeersRefuseIsRefusedAndTheNearestWorks()
    {
        Compared compared;
        for (const Json& record : sharedJson("conformance/orders/rejected.json")) {
            const std::string step = record["step"];
            const bool isRule =
                record["error_type"] == "ValueError" && (step == "construct" || step == "compose");
            if (!isRule)
                continue;
            const std::string source = record["source"];
            for (const Json& config : record["configs"]) {
                ScheduleRequest request = requestOf({{"schedule", record["schedule"]},
                                                     {"ranks", config[0]},
                                                     {"microbatches", config[1]},
                                                     {"stages_per_rank", config[2]}},
                                                    source);
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
                compared.add("refusals");
            }
        }
        QVERIFY(compared.of("refusals") > 100);
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
