// SPDX-License-Identifier: Apache-2.0
// Every recorded lowering, cell by cell, made from the generated order as the conformance data says.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/analyze/activation_slots.h"
#include "core/lower/pass.h"
#include "core/time/unit_grid.h"
#include "core/validate/validate.h"
#include "tests/conformance/compared.h"
#include "tests/conformance/recorded_orders.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <map>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

using Json = nlohmann::json;

const std::set<std::string> kKinds = {"sendrecv",        "fsdp", "comms", "fsdp_comms", "auto_align_sendrecv",
                                      "activation_slots"};
/// Options of a record that belong to the schedule.
const std::set<std::string> kScheduleOptions = {"overlap_b_f", "inference"};

bool isHyperParallel(const std::string& source)
{
    return source.starts_with("hyper_parallel");
}

std::string inputOf(const Json& record)
{
    const Json notes = record.value("notes", Json::object());
    return notes.is_object() ? notes.value("input", "") : "";
}

std::string textOf(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// One record's way from the generator to its order.
struct Way
{
    ScheduleRequest request;
    bool padded = false;
    bool spaced = false;
    std::vector<std::string> passes;
};

std::string settingsOf(const Json& options)
{
    std::string text;
    for (const auto& [key, value] : options.items())
        if (!kScheduleOptions.contains(key) && key != "style")
            text += ":" + key + "=" + textOf(value);
    return text;
}

/// The request of a record that is lowered; those of hyper_parallel's passes on PyTorch's order name no
/// variant.
ScheduleRequest loweredRequest(const Json& record, const std::string& source)
{
    ScheduleRequest request = requestOf(record, source);
    for (const auto& [key, value] : record["options"].items())
        if (kScheduleOptions.contains(key))
            request.options[key] = value.dump();
    if (!inputOf(record).empty())
        request.options.erase("variant");
    else if (record["schedule"] == "GPipeV") {
        request.schedule = "gpipe";
        request.placement = PlacementKind::V;
        request.stagesPerRank = 2;
    }
    return request;
}

Way wayOf(const Json& record, const std::string& source)
{
    const std::string kind = record["kind"];
    const bool looped = record["schedule"] == "Interleaved1F1B";
    Way way{loweredRequest(record, source), false, false, {}};
    const std::string hyperParallel = "send-recv:style=hyper-parallel";
    if (kind == "sendrecv" && isHyperParallel(source)) {
        way.padded = looped;
        way.spaced = inputOf(record).find("spaced") != std::string::npos;
        way.passes = {hyperParallel};
    } else if (kind == "sendrecv") {
        way.passes = {"send-recv:style=torch"};
    } else if (kind == "fsdp") {
        way.passes = {"fsdp" + settingsOf(record["options"])};
    } else if (kind == "comms") {
        way.passes = {"torch" + settingsOf(record["options"])};
    } else if (kind == "fsdp_comms") {
        way.padded = looped;
        way.passes = {hyperParallel, "fsdp:style=hyper-parallel" + settingsOf(record["options"])};
    } else if (kind == "auto_align_sendrecv") {
        way.passes = {"send-recv:style=hyper-parallel-aligned"};
    }
    return way;
}

Result<Schedule> follow(const Way& way)
{
    Result<Schedule> schedule = generate(way.request, {way.padded, {}});
    if (schedule && way.spaced)
        schedule = spacedOrder(spaceOnUnitGrid(std::make_shared<const Schedule>(*schedule)).value());
    for (const std::string& pass : way.passes)
        schedule = schedule.and_then([&](const Schedule& order) { return applyPass(pass, order); });
    return schedule;
}

std::string slotsDeviation(const Schedule& schedule, const Json& expected)
{
    const std::optional<ActivationSlots> needed = activationSlots(schedule);
    if (!needed)
        return "no activation slots";
    const Json found = {{"stage_microbatch", needed->stageMicrobatch}, {"microbatch", needed->microbatch}};
    return found == expected ? "" : found.dump() + ", expected " + expected.dump();
}

/// Where the lowered order is not the recorded one; bubbles count, but not those at the ends of spaced rows.
std::string deviation(const Json& record, const std::string& source)
{
    const Way way = wayOf(record, source);
    const Result<Schedule> schedule = follow(way);
    if (!schedule)
        return schedule.error().text();
    if (record["kind"] == "activation_slots")
        return slotsDeviation(*schedule, record["slots"]);
    return cellDifference(*schedule, record["order"], !way.spaced);
}

std::vector<std::string> problemsOf(const Schedule& schedule)
{
    std::vector<std::string> problems;
    for (const Problem& problem : validate(schedule))
        problems.emplace_back(problemKindName(problem.kind));
    return problems;
}

} // namespace

class OrdersLowered : public QObject
{
    Q_OBJECT

private slots:
    void everyRecordIsReproduced()
    {
        Compared compared;
        std::set<std::string> kinds;
        for (const Json& record : recordedOrders()) {
            if (!kKinds.contains(record["kind"].get<std::string>()))
                continue;
            kinds.insert(record["kind"]);
            for (const std::string& source : sourcesOf(record))
                compared.add(kindOf(record, source), deviation(record, source),
                             placeOf(record) + " " + inputOf(record));
        }
        QVERIFY(kinds == kKinds);
    }

    void randomOrdersAreLoweredAsPyTorchDoes()
    {
        Compared compared;
        for (const Json& record : sharedJson("conformance/orders/random.json")) {
            const std::string what = "case " + record["case"].dump();
            const Schedule order = scheduleFromCells(record["order"]);
            const Result<Schedule> sent = applyPass("send-recv", order);
            QVERIFY2(sent.has_value(), what.c_str());
            compared.add("sendrecv", difference(*sent, record["sendrecv"]), what);
            const Result<Schedule> lowered = applyPass("torch" + settingsOf(record["comms_options"]), order);
            if (record.contains("comms_error")) {
                QVERIFY2(!lowered, what.c_str());
                // PyTorch's words name the send that finds no room.
                const std::string words = record["comms_error"];
                const std::size_t send = words.find("before ") + 7;
                const std::string said =
                    " must start " + words.substr(send, words.find('.', send) - send) + " while ";
                QVERIFY2(lowered.error().message.text().find(said) != std::string::npos,
                         lowered.error().message.text().c_str());
                compared.add("comms_error");
                continue;
            }
            QVERIFY2(lowered.has_value(), (what + (lowered ? "" : lowered.error().text())).c_str());
            compared.add("comms", difference(*lowered, record["comms"]),
                         what + " " + record["comms_options"].dump());
        }
        QCOMPARE(compared.kinds(), std::size_t{3});
    }

    void pyTorchsVerdictsOnComputeOrders()
    {
        // PyTorch counts sets and overlooks what is done twice; a SEND in a compute order it refuses later.
        const std::set<std::string> refusedByUs = {"duplicate forward (set semantics)", "duplicate backward",
                                                   "comms cell in compute schedule"};
        Compared compared;
        const Json extra = sharedJson("conformance/orders/torch_extra.json");
        for (const Json& record : extra["validate"]) {
            const std::string name = record["name"];
            const Schedule order = scheduleFromCells(record["order"]);
            const Result<Schedule> lowered = applyPass("torch", order);
            const Json sent = record.value("add_send_recv", Json{{"ok", false}});
            // An order that its validator accepts and that deadlocks is refused where messages are put in.
            const bool accepted =
                record["validate"]["ok"].get<bool>() && sent["ok"].get<bool>() && !refusedByUs.contains(name);
            QVERIFY2(lowered.has_value() == accepted,
                     (name + (lowered ? ": accepted" : ": " + lowered.error().text())).c_str());
            compared.add("verdicts");
            const Result<Schedule> withMessages = applyPass("send-recv", order);
            if (!record.contains("add_send_recv") || refusedByUs.contains(name))
                continue;
            QVERIFY2(withMessages.has_value() == sent["ok"].get<bool>(), name.c_str());
            if (withMessages)
                QVERIFY2(difference(*withMessages, sent["order"]).empty(), name.c_str());
            compared.add("orders");
        }
        QVERIFY(compared.of("verdicts") > 15 && compared.of("orders") > 5);
    }

    void pyTorchsVerdictsOnOrdersWithCommunication()
    {
        // What PyTorch's runtime alone asks for; such an order runs elsewhere.
        const std::set<std::string> notOurs = {"sends without waits", "empty cell"};
        Compared compared;
        const Json extra = sharedJson("conformance/orders/torch_extra.json");
        for (const auto& [section, verdict] :
             {std::pair{"compute_comms", "verdict"}, {"simulate_comms", "simulate"}})
            for (const Json& record : extra[section]) {
                const std::string name = record["name"];
                if (notOurs.contains(name)) {
                    qInfo("not compared: %s", name.c_str());
                    continue;
                }
                const auto problems = problemsOf(scheduleFromCells(record["order"]));
                QVERIFY2(problems.empty() == record[verdict]["ok"].get<bool>(), name.c_str());
                compared.add("verdicts");
            }
        QVERIFY(compared.of("verdicts") > 13);
    }

    void pyTorchsMergedBackwards()
    {
        Compared compared;
        const Json extra = sharedJson("conformance/orders/torch_extra.json");
        for (const Json& merged : extra["merge_bw"]) {
            const Schedule row = scheduleFromCells(Json::array({merged["in"]}));
            QCOMPARE(difference(applyPass("merge-backward", row).value(), Json::array({merged["out"]})),
                     std::string());
            compared.add("rows");
        }
        QVERIFY(compared.of("rows") > 5);
    }

    /// Intervals become a rank's order with F at the start and B at the end of each, in cells as wide as
    /// needed.
    void pyTorchsSlotAssignment()
    {
        Compared compared;
        const Json extra = sharedJson("conformance/orders/torch_extra.json");
        for (const Json& record : extra["slots"]) {
            std::map<int, std::vector<std::string>> cells;
            int number = 0;
            for (const Json& interval : record["intervals"]) {
                cells[interval[0]].push_back("0F" + std::to_string(number));
                cells[interval[1]].push_back("0B" + std::to_string(number++));
            }
            Json row = Json::array();
            for (const auto& [index, parts] : cells) {
                std::string text;
                for (const std::string& part : parts)
                    text += (text.empty() ? "" : ";") + part;
                row.push_back(parts.size() == 1 ? text : "(" + text + ")OVERLAP_F_B");
            }
            const Schedule order = scheduleFromCells(Json::array({row}));
            const auto needed = activationSlots(order);
            if (row.empty()) {
                QVERIFY(!needed);
                continue;
            }
            QVERIFY(needed.has_value());
            QCOMPARE(needed->stageMicrobatch,
                     std::vector<std::uint32_t>{record["slots"][1].get<std::uint32_t>()});
            compared.add("assignments");
        }
        QVERIFY(compared.of("assignments") > 2);
    }
};

BUBBLESCOPE_TEST(OrdersLowered)
#include "conformance_lowered.moc"
