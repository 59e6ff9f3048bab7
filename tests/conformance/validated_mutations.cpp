// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/validate/validate.h"
#include "tests/conformance/order_oracle.h"
#include "tests/conformance/timed_records.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <optional>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;
using nlohmann::json;

/// Every order of the conformance data that runs, broken in one place: the problem that was made is told, at
/// its place, and no other.
class ValidatedMutations : public QObject
{
    Q_OBJECT

private slots:
    void orders_data();
    void orders();
};

namespace {

using Keys = std::set<std::string>;

struct Mutation
{
    Schedule schedule;
    Keys expected;
    bool mayHaveMore = false; ///< besides, what follows from it may be told
};
using Mutate = std::optional<Mutation> (*)(const Schedule& schedule, const ActionPosition& at);

Keys verdicts(const std::vector<Problem>& problems)
{
    Keys keys;
    for (const Problem& problem : problems) {
        const ProblemAction& first = problem.actions.front();
        keys.insert(problemKey(std::string(problemKindName(problem.kind)), first.rank.value,
                               first.index ? std::to_string(*first.index) : "-", actionText(first.action)));
    }
    return keys;
}

std::string text(const Keys& keys)
{
    std::string all;
    for (const std::string& key : keys)
        all += key + "; ";
    return all;
}

using Filter = std::function<bool(const Action&)>;

std::optional<ActionPosition> findAction(const Schedule& schedule, const Filter& wanted,
                                         std::optional<RankId> rank = std::nullopt, std::size_t from = 0)
{
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        if (!rank || rank->value == r)
            for (std::size_t i = from; i < schedule.rows[r].size(); ++i)
                if (wanted(schedule.rows[r][i]))
                    return ActionPosition{RankId{r}, i};
    return std::nullopt;
}

Filter named(std::uint32_t stage, ActionKind kind, MicrobatchId microbatch)
{
    return [=](const Action& a) { return a.id() == ActionId{StageId{stage}, kind, microbatch}; };
}

std::size_t countKind(const Schedule& schedule, ActionKind kind)
{
    std::size_t count = 0;
    for (const Row& row : schedule.rows)
        count += static_cast<std::size_t>(
            std::count_if(row.begin(), row.end(), [&](const Action& a) { return a.kind() == kind; }));
    return count;
}

void eraseAt(Schedule& schedule, const ActionPosition& at)
{
    Row& row = schedule.rows[at.rank.value];
    row.erase(row.begin() + static_cast<std::ptrdiff_t>(at.index));
    countStagesAndMicrobatches(schedule);
}

void insertAt(Schedule& schedule, const ActionPosition& at, const Action& action)
{
    Row& row = schedule.rows[at.rank.value];
    row.insert(row.begin() + static_cast<std::ptrdiff_t>(at.index), action);
}

std::string missing(const ActionPosition& at, const ActionId& id)
{
    return problemKey("missing-action", at.rank.value, "-", actionText(id));
}

/// Everything of one stage and microbatch that receives what `sent` carries.
struct Partner
{
    std::uint32_t stage;
    ActionKind receive;
    std::vector<ActionKind> uses;
};
Partner partnerOf(const Action& sent)
{
    if (sent.kind() == ActionKind::SendForward)
        return {sent.stage().value + 1, ActionKind::ReceiveForward, {ActionKind::Forward}};
    return {sent.stage().value - 1,
            ActionKind::ReceiveBackward,
            {ActionKind::Backward, ActionKind::BackwardInput}};
}

/// The first compute action of a stage, or its RESHARD, on a rank from an index on.
std::optional<ActionPosition> nextUse(const Schedule& schedule, const ActionPosition& from, StageId stage)
{
    return findAction(
        schedule,
        [&](const Action& a) {
            return a.stage() == stage && (isCompute(a.kind()) || a.kind() == ActionKind::Reshard);
        },
        from.rank, from.index);
}

/// What taking an FSDP action out leaves; nothing if the order is whole without it.
std::optional<Keys> withoutFsdp(const Schedule& broken, const ActionPosition& at, const Action& gone)
{
    if (gone.kind() == ActionKind::Unshard) {
        const auto use = nextUse(broken, at, gone.stage());
        return use ? std::optional(Keys{problemKeyAt("unshard-missing", broken, *use)}) : std::nullopt;
    }
    const bool others = countKind(broken, gone.kind()) > 0;
    // hyper_parallel's reductions wait for nothing, so the last of them leaves no trace.
    return others ? std::optional(Keys{missing(at, gone.id())}) : std::nullopt;
}

std::optional<Mutation> drop(const Schedule& schedule, const ActionPosition& at)
{
    const Action gone = schedule.at(at);
    Schedule broken = schedule;
    eraseAt(broken, at);
    if (isFsdp(gone.kind())) {
        const auto expected = withoutFsdp(broken, at, gone);
        return expected ? std::optional(Mutation{broken, *expected}) : std::nullopt;
    }
    const bool hasWaits =
        countKind(schedule, ActionKind::WaitSendForward) + countKind(schedule, ActionKind::WaitSendBackward) >
        0;
    Keys expected;
    switch (gone.kind()) {
    case ActionKind::SendForward:
    case ActionKind::SendBackward: {
        const Partner partner = partnerOf(gone);
        const auto receive = findAction(broken, named(partner.stage, partner.receive, gone.microbatch()));
        expected.insert(problemKeyAt("unmatched-recv", broken, *receive));
        if (hasWaits)
            expected.insert(missing(at, gone.id()));
        break;
    }
    case ActionKind::ReceiveForward:
    case ActionKind::ReceiveBackward: {
        const bool forward = gone.kind() == ActionKind::ReceiveForward;
        const std::uint32_t sender = forward ? gone.stage().value - 1 : gone.stage().value + 1;
        const auto send =
            findAction(broken, named(sender, forward ? ActionKind::SendForward : ActionKind::SendBackward,
                                     gone.microbatch()));
        expected.insert(problemKeyAt("unmatched-send", broken, *send));
        for (const ActionKind kind : partnerOf(broken.at(*send)).uses)
            if (const auto use = findAction(broken, named(gone.stage().value, kind, gone.microbatch())))
                expected.insert(problemKeyAt("missing-recv", broken, *use));
        break;
    }
    default: {
        // Numbers count to the highest; without one, or without the last of a kind, this is another order.
        if (broken.stageCount != schedule.stageCount || broken.microbatchCount != schedule.microbatchCount ||
            countKind(broken, gone.kind()) == 0)
            return std::nullopt;
        expected.insert(missing(at, gone.id()));
        break;
    }
    }
    return Mutation{std::move(broken), std::move(expected)};
}

std::optional<Mutation> duplicate(const Schedule& schedule, const ActionPosition& at)
{
    Schedule broken = schedule;
    insertAt(broken, {at.rank, at.index + 1}, schedule.at(at));
    return Mutation{broken, {problemKeyAt("duplicate-action", broken, at)}};
}

std::optional<Mutation> duplicateElsewhere(const Schedule& schedule, const ActionPosition& at)
{
    const Action action = schedule.at(at);
    if (isFsdp(action.kind()))
        return std::nullopt; // no duplicate on another rank
    Schedule broken = schedule;
    const RankId other{(at.rank.value + 1) % schedule.rankCount()};
    insertAt(broken, {other, broken.rows[other.value].size()}, action);
    // The copy where the stage lives is the right one.
    return Mutation{broken, {problemKeyAt("duplicate-action", broken, at)}};
}

/// Enough of a stage (or of a direction) is left to tell where it lives.
bool isRooted(const Schedule& schedule, const ActionPosition& at)
{
    const Action& action = schedule.at(at);
    const Row& row = schedule.rows[at.rank.value];
    std::size_t home = 0;
    std::size_t both = 0;
    for (const Action& a : row) {
        home += a.stage() == action.stage() && isCompute(a.kind());
        both += a.stage() == action.stage() && isCompute(a.kind()) && a.microbatch() == action.microbatch();
    }
    return home >= 4 && schedule.rankCount() > 2 && (both >= 2 || isFsdp(action.kind()));
}

std::optional<Mutation> moveToAnotherRank(const Schedule& schedule, const ActionPosition& at)
{
    if (schedule.rankCount() < 3 || !isRooted(schedule, at))
        return std::nullopt;
    const Action action = schedule.at(at);
    Schedule broken = schedule;
    eraseAt(broken, at);
    Keys expected;
    if (isFsdp(action.kind())) {
        // The stage that lives there has to be another one.
        const auto without = withoutFsdp(broken, at, action);
        if (!without)
            return std::nullopt;
        expected = *without;
    }
    RankId other{(at.rank.value + 1) % schedule.rankCount()};
    const bool holdsIt =
        std::any_of(broken.rows[other.value].begin(), broken.rows[other.value].end(),
                    [&](const Action& a) { return a.stage() == action.stage() && isFsdp(a.kind()); });
    if (holdsIt)
        return std::nullopt;
    const ActionPosition there{other, broken.rows[other.value].size()};
    insertAt(broken, there, action);
    countStagesAndMicrobatches(broken);
    expected.insert(problemKeyAt("wrong-rank", broken, there));
    return Mutation{std::move(broken), std::move(expected)};
}

/// Two cells of one rank in the other order: told as the oracle sees it.
std::optional<Mutation> swap(const Schedule& schedule, const ActionPosition& at)
{
    Schedule broken = schedule;
    Row& row = broken.rows[at.rank.value];
    std::size_t other = at.index + 1 + at.index % 5;
    while (other < row.size() && (row[other].isOverlapped() || isFsdp(row[other].kind())))
        ++other;
    if (other >= row.size() || isFsdp(row[at.index].kind()))
        return std::nullopt;
    for (std::size_t i = at.index; i <= other; ++i)
        if (isFsdp(row[i].kind())) // what happens to parameters is the matter of other mutations
            return std::nullopt;
    std::swap(row[at.index], row[other]);
    const OrderOracle oracle(broken);
    Mutation mutation{broken, oracle.misplaced()};
    mutation.mayHaveMore = !mutation.expected.empty();
    if (mutation.expected.empty() && !oracle.runs(false))
        mutation.expected = {"deadlock"};
    return mutation;
}

/// A RECV behind the action that uses it.
std::optional<Mutation> delayReceive(const Schedule& schedule, const ActionPosition& at)
{
    const Action receive = schedule.at(at);
    if (receive.kind() != ActionKind::ReceiveForward && receive.kind() != ActionKind::ReceiveBackward)
        return std::nullopt;
    const bool forward = receive.kind() == ActionKind::ReceiveForward;
    const auto use = findAction(
        schedule,
        [&](const Action& a) {
            return a.stage() == receive.stage() && a.microbatch() == receive.microbatch() &&
                   (forward ? isForward(a.kind()) : isInputGradient(a.kind()));
        },
        at.rank, at.index);
    if (!use)
        return std::nullopt;
    Schedule broken = schedule;
    Row& row = broken.rows[at.rank.value];
    insertAt(broken, {at.rank, cellEnd(row, use->index)}, receive);
    eraseAt(broken, at);
    Mutation mutation{broken, {problemKeyAt("dependency-order", broken, {at.rank, use->index - 1})}};
    return mutation;
}

struct Named
{
    const char* name;
    Mutate mutate;
};
constexpr std::array<Named, 6> kMutations{{{"drop", drop},
                                           {"duplicate", duplicate},
                                           {"duplicate on another rank", duplicateElsewhere},
                                           {"move to another rank", moveToAnotherRank},
                                           {"swap", swap},
                                           {"delay a recv", delayReceive}}};

/// The problems of a mutation as they should be; otherwise how they are.
std::string defect(const Mutation& mutation)
{
    Keys found = verdicts(validate(mutation.schedule));
    if (mutation.expected == Keys{"deadlock"}) {
        const bool only = std::all_of(found.begin(), found.end(),
                                      [](const auto& key) { return key.starts_with("deadlock"); });
        return !found.empty() && only ? "" : text(found) + "\nexpected a deadlock";
    }
    if (mutation.mayHaveMore)
        std::erase_if(found, [](const auto& key) { return key.starts_with("deadlock"); });
    return found == mutation.expected ? "" : text(found) + "\nexpected " + text(mutation.expected);
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
        // OVERLAP_B_F cells that hyper_parallel's FSDP passes leave out are no whole orders.
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

void ValidatedMutations::orders_data()
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

void ValidatedMutations::orders()
{
    QFETCH(QString, file);
    std::mt19937 random(11);
    std::map<std::string, int> counts;
    for (const auto& [title, schedule] : ordersOf(file.toStdString())) {
        if (!isValid(schedule))
            continue; // hyper_parallel's with a RECV behind its use: see validated_records
        const auto problems = validate(schedule);
        QVERIFY2(problems.empty(), (text(verdicts(problems)) + "\nin unbroken " + title).c_str());
        ++counts["whole"];
        for (const Named& mutation : kMutations)
            for (int attempt = 0; attempt < 12; ++attempt) {
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
                ++counts[mutation.name];
            }
    }
    std::string told;
    for (const auto& [name, count] : counts)
        told += fmt::format("{} {}, ", name, count);
    qInfo("%s", told.c_str());
    QVERIFY(counts["whole"] > 0 && counts["drop"] > 0);
}

QTEST_APPLESS_MAIN(ValidatedMutations)
#include "validated_mutations.moc"
