// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/validate/validate.h"
#include "tests/conformance/compared.h"
#include "tests/conformance/order_oracle.h"
#include "tests/support/conformance_data.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;
using nlohmann::json;

namespace {

/// hyper_parallel's FSDP passes do not look into OVERLAP_B_F cells: their parts may run
/// on parameters that were given away.
Keys shardedUses(const Schedule& schedule)
{
    Keys found;
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
        std::map<std::uint32_t, bool> isThere;
        for (std::size_t i = 0; i < schedule.rows[r].size(); ++i) {
            const Action& action = schedule.rows[r][i];
            if (action.kind() == ActionKind::Unshard || action.kind() == ActionKind::Reshard)
                isThere[action.stage().value] = action.kind() == ActionKind::Unshard;
            if (isCompute(action.kind()) && !isThere[action.stage().value]) {
                found.insert(problemKeyAt("unshard-missing", schedule, {RankId{r}, i}));
                isThere[action.stage().value] = true; // told once a stretch
            }
        }
    }
    return found;
}

std::string compare(const Schedule& schedule, bool hasFsdp)
{
    const OrderOracle oracle(schedule);
    Keys expected = oracle.misplaced();
    const bool runs = oracle.runs(true) || !expected.empty();
    if (hasFsdp)
        expected.merge(shardedUses(schedule));
    const auto buffered = verdicts(validate(schedule));
    if (buffered != expected)
        return "buffered: " + text(buffered) + "\nexpected: " + text(expected);
    auto rendezvous = verdicts(validate(schedule, {SendSemantics::Rendezvous}));
    const auto others =
        std::erase_if(rendezvous, [](const auto& key) { return key.starts_with("deadlock"); });
    if (rendezvous != expected || (others > 0) == runs)
        return fmt::format("rendezvous: {} and {} deadlocks\nexpected: {}", text(rendezvous), others,
                           text(expected));
    return {};
}

std::string title(const json& record)
{
    return fmt::format("{} {} {}x{}x{}", record["source"].dump(), record["kind"].dump(),
                       record["ranks"].dump(), record["microbatches"].dump(),
                       record["stages_per_rank"].dump());
}

/// An order in which each text is a message: its n-th place in the list of a sender's texts is a microbatch.
/// Ranks are stages here, so a text's source and target say which way it goes.
Schedule messagesOrder(const json& input)
{
    Schedule schedule;
    for (const auto& [rank, texts] : input.items()) {
        Row& row = schedule.rows.emplace_back();
        for (const auto& each : texts) {
            unsigned source = 0;
            unsigned target = 0;
            unsigned microbatch = 0;
            if (std::sscanf(each.get<std::string>().c_str(), "Send_Receive_(%u)->(%u)_micro%u", &source,
                            &target, &microbatch) != 3)
                return {};
            const bool sends = std::to_string(source) == rank;
            const ActionKind kind = target > source
                                        ? (sends ? ActionKind::SendForward : ActionKind::ReceiveForward)
                                        : (sends ? ActionKind::SendBackward : ActionKind::ReceiveBackward);
            row.emplace_back(StageId{sends ? source : target}, kind, MicrobatchId{microbatch});
        }
    }
    countStagesAndMicrobatches(schedule);
    return schedule;
}

/// The messages of a cycle, each once, as that record names them.
std::vector<std::string> messagesOf(const Problem& deadlock)
{
    std::vector<std::string> messages;
    for (const ProblemAction& each : deadlock.actions) {
        const std::uint32_t stage = each.action.stage.value;
        const bool up =
            each.action.kind == ActionKind::SendForward || each.action.kind == ActionKind::ReceiveForward;
        const bool sends = isSend(each.action.kind);
        const std::uint32_t source = sends ? stage : up ? stage - 1 : stage + 1;
        const std::string message = fmt::format("Send_Receive_({})->({})_micro{}_1th", source,
                                                up ? source + 1 : source - 1, each.action.microbatch.value);
        if (std::find(messages.begin(), messages.end(), message) == messages.end())
            messages.push_back(message);
    }
    return messages;
}

} // namespace

/// The verdicts on every recorded order, and on the broken ones that the peers recorded.
class ValidatedRecords : public QObject
{
    Q_OBJECT

private slots:
    void orders_data()
    {
        QTest::addColumn<QString>("file");
        for (const std::string& file : sharedFiles("conformance/orders")) {
            const json records = sharedJson(file);
            if (records.is_array() && records[0].contains("kind") && records[0]["kind"] != "cycle")
                QTest::newRow(file.substr(file.rfind('/') + 1).c_str()) << QString::fromStdString(file);
        }
    }

    void orders()
    {
        QFETCH(QString, file);
        Compared compared;
        for (const json& record : sharedJson(file.toStdString())) {
            // PyTorch's row defect puts actions on wrong ranks; the corrected record stands beside it.
            if (!record.contains("order") || !record.value("rows_kept", true))
                continue;
            const auto kind = record["kind"].get<std::string>();
            const Schedule schedule = scheduleFromCells(record["order"]);
            const bool isMisplaced = !OrderOracle(schedule).misplaced().empty();
            QVERIFY2(!isMisplaced || record["source"].get<std::string>().starts_with("hyper_parallel"),
                     title(record).c_str());
            compared.add(kind + (isMisplaced ? ", RECV behind its use" : ""),
                         compare(schedule, kind == "fsdp_comms" || kind == "comms"), title(record));
        }
        QVERIFY(compared.kinds() > 0);
    }

    void randomOrders()
    {
        Compared compared;
        for (const json& record : sharedJson("conformance/orders/random.json"))
            for (const char* kind : {"order", "spaced", "sendrecv", "comms"}) {
                if (!record.contains(kind) ||
                    (kind == std::string("spaced") && !record.value("spaced_rows_kept", true)))
                    continue;
                compared.add("orders", compare(scheduleFromCells(record[kind]), false),
                             "case " + record["case"].dump());
            }
        QVERIFY(compared.of("orders") > 0);
    }

    void pyTorchsVerdicts_data()
    {
        addRows<QString, int>({
            {"compute orders", "validate", 19},
            {"orders with communication", "compute_comms", 11},
            {"simulated orders", "simulate_comms", 6},
        });
    }

    void pyTorchsVerdicts()
    {
        const auto& [group, count] = givenRow<QString, int>();
        // Ours, each at its place. Where PyTorch says otherwise: it counts sets, so that what stands twice
        // vanishes; it does not look across ranks, nor at messages in a compute order; and it wants waits and
        // no bubbles, as its runtime does, where a plain order with messages and bubbles is a whole one too.
        const std::map<std::string, Keys> ours{
            {"missing backward", {"missing-action rank 0 cell - 0B1"}},
            {"missing forward", {"missing-action rank 0 cell - 0F1"}},
            {"backward before forward", {"dependency-order rank 1 cell 0 3B0"}},
            {"duplicate forward (set semantics)", {"duplicate-action rank 0 cell 0 0F0"}},
            {"duplicate backward", {"duplicate-action rank 0 cell 7 0B1"}},
            {"stage on two ranks", {"wrong-rank rank 1 cell 3 2F1"}},
            {"W without I", {"missing-action rank 0 cell - 3I0"}},
            {"W before I", {"dependency-order rank 0 cell 8 0W0"}},
            {"I without W", {"missing-action rank 0 cell - 3W0"}},
            {"one rank missing",
             {"missing-action rank 0 cell - 1B0", "missing-action rank 0 cell - 1B1",
              "missing-action rank 0 cell - 1F0", "missing-action rank 0 cell - 1F1"}},
            {"microbatch out of range",
             {"missing-action rank 0 cell - 2B2", "missing-action rank 0 cell - 2F2",
              "missing-action rank 1 cell - 1B2", "missing-action rank 1 cell - 1F2",
              "missing-action rank 1 cell - 3B2", "missing-action rank 1 cell - 3F2"}},
            {"order deadlock (forward waits on later own forward)", {"deadlock rank 0 cell 0 2F0"}},
            {"B of stage 0 before its forwarder got grads", {"deadlock rank 0 cell 4 0B0"}},
            {"comms cell in compute schedule",
             {"unmatched-send rank 0 cell 1 0SEND_F0", "missing-recv rank 0 cell 3 2F0",
              "missing-recv rank 0 cell 4 2F1", "missing-recv rank 0 cell 5 2B0",
              "missing-recv rank 0 cell 6 2B1", "missing-recv rank 0 cell 7 0B0",
              "missing-recv rank 0 cell 8 0B1", "missing-recv rank 1 cell 0 1F0",
              "missing-recv rank 1 cell 1 1F1", "missing-recv rank 1 cell 2 3F0",
              "missing-recv rank 1 cell 3 3F1", "missing-recv rank 1 cell 6 1B0",
              "missing-recv rank 1 cell 7 1B1"}},
            {"wait before send", {"dependency-order rank 0 cell 0 0WAIT_SEND_F0"}},
            {"duplicate wait", {"duplicate-action rank 0 cell 20 0WAIT_SEND_F0"}},
            {"duplicate send", {"duplicate-action rank 0 cell 1 0SEND_F0"}},
            {"reduce without wait", {"missing-action rank 0 cell - 0WAIT_REDUCE_GRAD"}},
            {"wait reduce without reduce", {"missing-action rank 0 cell - 0REDUCE_GRAD"}},
            {"two pending reductions", {"dependency-order rank 0 cell 27 2REDUCE_GRAD"}},
            {"wait other stage",
             {"missing-action rank 0 cell - 0WAIT_REDUCE_GRAD", "missing-action rank 0 cell - 2REDUCE_GRAD"}},
            {"drop one RECV_F", {"missing-recv rank 1 cell 3 1F1", "unmatched-send rank 0 cell 4 0SEND_F1"}},
            {"drop one SEND_B", {"unmatched-recv rank 0 cell 10 2RECV_B0"}},
            {"send before compute", {"dependency-order rank 0 cell 0 0SEND_F0"}},
            {"recv after use", {"dependency-order rank 1 cell 0 1F0"}},
            {"recv moved early (blocks)", {"deadlock rank 0 cell 0 0RECV_B0"}},
        };
        const Keys acceptedByTorchAlone{"duplicate forward (set semantics)", "duplicate backward",
                                        "order deadlock (forward waits on later own forward)",
                                        "B of stage 0 before its forwarder got grads",
                                        "comms cell in compute schedule"};
        const Keys acceptedByUsAlone{"sends without waits", "empty cell"};
        const json extra = sharedJson("conformance/orders/torch_extra.json");
        Compared compared;
        for (const json& record : extra.at(group.toStdString())) {
            const auto name = record["name"].get<std::string>();
            const auto found = verdicts(validate(scheduleFromCells(record["order"])));
            const auto expected = ours.contains(name) ? ours.at(name) : Keys{};
            QVERIFY2(found == expected, (name + ": " + text(found)).c_str());
            const char* verdict = group == "compute_comms" ? "verdict"
                                  : group == "validate"    ? "validate"
                                                           : "simulate";
            const bool theirs = record.at(verdict).at("ok").get<bool>();
            QVERIFY2((theirs != found.empty()) ==
                         (acceptedByTorchAlone.contains(name) || acceptedByUsAlone.contains(name)),
                     name.c_str());
            compared.add("verdicts");
        }
        QCOMPARE(compared.of("verdicts"), count);
    }

    void cycles()
    {
        Compared compared;
        for (const json& record : sharedJson("conformance/orders/cycle_detection.json")) {
            const Schedule schedule = messagesOrder(record.at("input"));
            const auto problems = validate(schedule, {SendSemantics::Rendezvous});
            const auto deadlock = std::find_if(problems.begin(), problems.end(), [](const Problem& problem) {
                return problem.kind == ProblemKind::Deadlock;
            });
            QVERIFY(deadlock != problems.end());
            auto path = record.at("cycle_path").get<std::vector<std::string>>();
            QCOMPARE(path.front(), path.back());
            path.pop_back();
            QCOMPARE(messagesOf(*deadlock), path);
            QCOMPARE(deadlock->actions.size(), 2 * record.at("cycle_ranks").size());
            compared.add("cycles");
        }
        QVERIFY(compared.of("cycles") > 0);
    }
};

BUBBLESCOPE_TEST(ValidatedRecords)
#include "validated_records.moc"
