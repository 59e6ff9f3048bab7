// SPDX-License-Identifier: Apache-2.0
// Every recorded lowering, cell by cell, made from the generated order as the conformance data says.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/analyze/activation_slots.h"
#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/time/unit_grid.h"
#include "core/validate/validate.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <map>
#include <set>

using namespace bubblescope;

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

std::vector<std::string> sourcesOf(const Json& record)
{
    std::vector<std::string> sources = {record["source"]};
    for (const Json& other : record.value("also", Json::array()))
        if (other != record["source"])
            sources.push_back(other);
    return sources;
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

ScheduleRequest requestOf(const Json& record, const std::string& source)
{
    ScheduleRequest request;
    request.schedule = record["schedule"];
    request.ranks = record["ranks"];
    request.microbatches = record["microbatches"];
    request.stagesPerRank = record["stages_per_rank"].get<std::int64_t>();
    for (const auto& [key, value] : record["options"].items())
        if (kScheduleOptions.contains(key))
            request.options[key] = value.dump();
    // Records of hyper_parallel's passes on PyTorch's order.
    if (!inputOf(record).empty())
        return request;
    request.options["variant"] =
        isHyperParallel(source) ? "hyper-parallel" : source.substr(0, source.find(' '));
    if (record["schedule"] == "GPipeV") {
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
    Way way{requestOf(record, source), false, false, {}};
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
    const Json& order = record["order"];
    const auto cells = test::cellsOf(*schedule);
    for (std::size_t r = 0; r < cells.size() && cells.size() == order.size() && !way.spaced; ++r)
        if (cells[r].size() != order[r].size())
            return "rank " + std::to_string(r) + " has " + std::to_string(cells[r].size()) +
                   " cells, expected " + std::to_string(order[r].size()) + "; " +
                   test::difference(*schedule, order);
    return test::difference(*schedule, order);
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
        std::map<std::string, int> compared;
        for (const std::string& path : test::sharedFiles("conformance/orders"))
            for (const Json& record : test::sharedJson(path)) {
                if (!record.contains("kind") || !kKinds.contains(record["kind"].get<std::string>()))
                    continue;
                for (const std::string& source : sourcesOf(record)) {
                    const std::string what = record["kind"].get<std::string>() + " " +
                                             record["schedule"].get<std::string>() + " of " + source;
                    const std::string difference = deviation(record, source);
                    QVERIFY2(difference.empty(),
                             (what + " ranks " + record["ranks"].dump() + " microbatches " +
                              record["microbatches"].dump() + " stages per rank " +
                              record["stages_per_rank"].dump() + " " + record["options"].dump() + " " +
                              inputOf(record) + ": " + difference)
                                 .c_str());
                    ++compared[what];
                }
            }
        std::set<std::string> kinds;
        for (const auto& [what, count] : compared) {
            qInfo("compared %d records of %s", count, what.c_str());
            kinds.insert(what.substr(0, what.find(' ')));
        }
        QVERIFY(kinds == kKinds);
    }

    void randomOrdersAreLoweredAsPyTorchDoes()
    {
        std::map<std::string, int> compared;
        for (const Json& record : test::sharedJson("conformance/orders/random.json")) {
            const std::string what = "case " + record["case"].dump();
            const Schedule order = test::scheduleFromCells(record["order"]);
            const Result<Schedule> sent = applyPass("send-recv", order);
            QVERIFY2(sent.has_value(), what.c_str());
            QVERIFY2(test::difference(*sent, record["sendrecv"]).empty(), what.c_str());
            ++compared["sendrecv"];
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
                ++compared["comms_error"];
                continue;
            }
            QVERIFY2(lowered.has_value(), (what + (lowered ? "" : lowered.error().text())).c_str());
            const std::string difference = test::difference(*lowered, record["comms"]);
            QVERIFY2(difference.empty(),
                     (what + " " + record["comms_options"].dump() + ": " + difference).c_str());
            ++compared["comms"];
        }
        for (const auto& [kind, count] : compared)
            qInfo("compared %d random records of %s", count, kind.c_str());
        QCOMPARE(compared.size(), std::size_t{3});
    }

    void pyTorchsVerdictsOnComputeOrders()
    {
        // PyTorch counts sets and overlooks what is done twice; a SEND in a compute order it refuses later.
        const std::set<std::string> refusedByUs = {"duplicate forward (set semantics)", "duplicate backward",
                                                   "comms cell in compute schedule"};
        int verdicts = 0;
        int orders = 0;
        const Json extra = test::sharedJson("conformance/orders/torch_extra.json");
        for (const Json& record : extra["validate"]) {
            const std::string name = record["name"];
            const Schedule order = test::scheduleFromCells(record["order"]);
            const Result<Schedule> lowered = applyPass("torch", order);
            const Json sent = record.value("add_send_recv", Json{{"ok", false}});
            // An order that its validator accepts and that deadlocks is refused where messages are put in.
            const bool accepted =
                record["validate"]["ok"].get<bool>() && sent["ok"].get<bool>() && !refusedByUs.contains(name);
            QVERIFY2(lowered.has_value() == accepted,
                     (name + (lowered ? ": accepted" : ": " + lowered.error().text())).c_str());
            ++verdicts;
            const Result<Schedule> withMessages = applyPass("send-recv", order);
            if (!record.contains("add_send_recv") || refusedByUs.contains(name))
                continue;
            QVERIFY2(withMessages.has_value() == sent["ok"].get<bool>(), name.c_str());
            if (withMessages)
                QVERIFY2(test::difference(*withMessages, sent["order"]).empty(), name.c_str());
            ++orders;
        }
        qInfo("compared %d verdicts and %d results of PyTorch's validator", verdicts, orders);
        QVERIFY(verdicts > 15);
        QVERIFY(orders > 5);
    }

    void pyTorchsVerdictsOnOrdersWithCommunication()
    {
        // What PyTorch's runtime alone asks for; such an order runs elsewhere.
        const std::set<std::string> notOurs = {"sends without waits", "empty cell"};
        int compared = 0;
        const Json extra = test::sharedJson("conformance/orders/torch_extra.json");
        for (const auto& [section, verdict] :
             {std::pair{"compute_comms", "verdict"}, {"simulate_comms", "simulate"}})
            for (const Json& record : extra[section]) {
                const std::string name = record["name"];
                if (notOurs.contains(name)) {
                    qInfo("not compared: %s", name.c_str());
                    continue;
                }
                const auto problems = problemsOf(test::scheduleFromCells(record["order"]));
                QVERIFY2(problems.empty() == record[verdict]["ok"].get<bool>(), name.c_str());
                ++compared;
            }
        qInfo("compared %d verdicts on orders with communication", compared);
        QVERIFY(compared > 13);
    }

    void pyTorchsMergedBackwards()
    {
        int compared = 0;
        const Json extra = test::sharedJson("conformance/orders/torch_extra.json");
        for (const Json& merged : extra["merge_bw"]) {
            const Schedule row = test::scheduleFromCells(Json::array({merged["in"]}));
            QCOMPARE(test::difference(applyPass("merge-backward", row).value(), Json::array({merged["out"]})),
                     std::string());
            ++compared;
        }
        qInfo("compared %d rows with merged backwards", compared);
        QVERIFY(compared > 5);
    }

    /// Intervals become a rank's order with F at the start and B at the end of each, in cells as wide as
    /// needed.
    void pyTorchsSlotAssignment()
    {
        int compared = 0;
        const Json extra = test::sharedJson("conformance/orders/torch_extra.json");
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
            const Schedule order = test::scheduleFromCells(Json::array({row}));
            const auto needed = activationSlots(order);
            if (row.empty()) {
                QVERIFY(!needed);
                continue;
            }
            QVERIFY(needed.has_value());
            QCOMPARE(needed->stageMicrobatch,
                     std::vector<std::uint32_t>{record["slots"][1].get<std::uint32_t>()});
            ++compared;
        }
        qInfo("compared %d assignments of activation slots", compared);
        QVERIFY(compared > 2);
    }
};

BUBBLESCOPE_TEST(OrdersLowered)
#include "conformance_lowered.moc"
