// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/validate/validate.h"
#include "tests/conformance/compared.h"
#include "tests/conformance/order_mutations.h"
#include "tests/conformance/timed_records.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <fmt/format.h>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;
using nlohmann::json;

namespace {

/// The problems of a mutation as they should be; otherwise how they are.
std::string defect(const Mutation& mutation)
{
    for (const SendSemantics sends : {SendSemantics::Buffered, SendSemantics::Rendezvous}) {
        const bool buffered = sends == SendSemantics::Buffered;
        if (!buffered && !mutation.meets)
            continue;
        Keys found = verdicts(validate(mutation.schedule, {sends}));
        const auto deadlocks =
            std::erase_if(found, [](const auto& key) { return key.starts_with("deadlock"); });
        const bool runs = buffered ? mutation.runs : *mutation.meets;
        if (found != mutation.expected || (!mutation.mayHaveMore && (deadlocks == 0) != runs))
            return fmt::format("{}{} deadlocks{}\nexpected {}{}", text(found), deadlocks,
                               buffered ? "" : " with rendezvous", text(mutation.expected),
                               runs ? "none" : "some");
    }
    return {};
}

bool isValid(const Schedule& schedule)
{
    const OrderOracle oracle(schedule);
    return oracle.misplaced().empty() && oracle.runs(false);
}

/// Orders of one file, each with a title.
std::vector<std::pair<std::string, Schedule>> ordersOf(const std::string& file)
{
    std::vector<std::pair<std::string, Schedule>> orders;
    const auto add = [&](const std::string& title, Schedule schedule) {
        orders.emplace_back(title, std::move(schedule));
    };
    for (const json& record : sharedJson(file)) {
        const std::string name = record.value("schedule", record.value("strategy", std::string()));
        if (record.contains("ops"))
            add(name + record["config"].dump(), *timedRecord(record).schedule);
        if (record.contains("trace"))
            for (json timing : record["timings"])
                if (timing.contains("ops")) {
                    timing["strategy"] = name;
                    timing["config"] = {{"num_devices", record["config"]["ranks"]}};
                    add(name + record["config"].dump(), *timedRecord(timing).schedule);
                }
        const std::string kind = record.value("kind", "random");
        const bool whole = kind == "compute" || kind == "sendrecv" || kind == "comms" || kind == "fsdp" ||
                           kind == "fsdp_comms" || kind == "auto_align_sendrecv" || kind == "random";
        // hyper_parallel's FSDP passes do not look into OVERLAP_B_F cells: see validated_records.
        const bool uncovered = kind == "fsdp_comms" && record["options"].value("overlap_b_f", false);
        if (!whole || uncovered)
            continue;
        for (const char* key : {"order", "sendrecv", "comms"})
            if (record.contains(key) && record[key].is_array())
                add(fmt::format("{} {} {} {}x{}x{}", name, kind, key, record["ranks"].dump(),
                                record["microbatches"].dump(), record["stages_per_rank"].dump()),
                    scheduleFromCells(record[key]));
    }
    return orders;
}

} // namespace

/// Every order of the conformance data that runs, broken in one place: the problem that was made is told, at
/// its place, and no other.
class ValidatedMutations : public QObject
{
    Q_OBJECT

private slots:
    void orders_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* folder : {"conformance/orders", "conformance/timed"})
            for (const std::string& file : sharedFiles(folder)) {
                const json records = sharedJson(file);
                const bool holds = records.is_array() && !records.empty() &&
                                   std::any_of(records.begin(), records.end(), [](const json& record) {
                                       return record.contains("ops") || record.contains("trace") ||
                                              (record.contains("order") && record["order"].is_array());
                                   });
                if (holds)
                    QTest::newRow(file.substr(file.rfind('/') + 1).c_str()) << QString::fromStdString(file);
            }
    }

    void orders()
    {
        QFETCH(QString, file);
        std::mt19937 random(11);
        Compared compared;
        for (const auto& [title, schedule] : ordersOf(file.toStdString())) {
            if (!isValid(schedule))
                continue; // hyper_parallel's with a RECV behind its use: see validated_records
            const auto problems = validate(schedule);
            QVERIFY2(problems.empty(), (text(verdicts(problems)) + "\nin unbroken " + title).c_str());
            compared.add("whole");
            for (const NamedMutation& mutation : mutations())
                for (int attempt = 0; attempt < 8; ++attempt) {
                    const RankId rank{static_cast<std::uint32_t>(random() % schedule.rankCount())};
                    const Row& row = schedule.rows[rank.value];
                    if (row.empty())
                        continue;
                    const ActionPosition at{rank, random() % row.size()};
                    if (row[at.index].isBubble() || row[at.index].isOverlapped())
                        continue;
                    const auto broken = mutation.mutate(schedule, at);
                    if (!broken)
                        continue;
                    const std::string wrong = defect(*broken);
                    QVERIFY2(wrong.empty(),
                             fmt::format("{} of {} on rank {} at {} in {}:\n{}\n{}", mutation.name,
                                         actionText(row[at.index].id()), rank.value, at.index, title, wrong,
                                         schedule.actionCount() < 100 ? render(broken->schedule) : "")
                                 .c_str());
                    compared.add(mutation.name);
                }
        }
        QVERIFY(compared.of("whole") > 0 && compared.of("drop") > 0);
    }
};

BUBBLESCOPE_TEST(ValidatedMutations)
#include "validated_mutations.moc"
