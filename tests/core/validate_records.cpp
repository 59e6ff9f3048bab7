// SPDX-License-Identifier: Apache-2.0
#include "core/time/simulate.h"
#include "core/validate/validate.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;
using nlohmann::json;

namespace {

std::string problemText(const Problem& problem)
{
    return fmt::format("{}: {}", problemKindName(problem.kind), problem.message.text());
}

std::string problemsText(const std::vector<Problem>& problems)
{
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(problems.size(), 5); ++i)
        text.append(i > 0 ? "\n" : "").append(problemText(problems[i]));
    return text;
}

bool isRunnable(const json& record)
{
    static const std::vector<std::string> kinds{"compute", "padded", "sendrecv", "comms", "fsdp"};
    const auto source = record.value("source", "");
    return record.contains("order") && (source.starts_with("torch") || source.starts_with("d9d")) &&
           std::find(kinds.begin(), kinds.end(), record.value("kind", "")) != kinds.end();
}

std::string title(const json& record)
{
    return fmt::format(
        "{} {} {} {}x{}x{} {}", record["source"].get<std::string>(), record["schedule"].get<std::string>(),
        record["kind"].get<std::string>(), record["ranks"].dump(), record["microbatches"].dump(),
        record["stages_per_rank"].dump(), record.contains("options") ? record["options"].dump() : "");
}

std::vector<json> recordsOfKind(const std::string& kind)
{
    std::vector<json> result;
    for (const std::string& file : sharedFiles("conformance/orders"))
        for (const json& record : sharedJson(file))
            if (record.is_object() && isRunnable(record) && record["kind"] == kind)
                result.push_back(record);
    return result;
}

using Filter = bool (*)(const Action&);

std::vector<ActionPosition> positionsOf(const Schedule& schedule, Filter wanted)
{
    std::vector<ActionPosition> result;
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        for (std::size_t i = 0; i < schedule.rows[r].size(); ++i)
            if (wanted(schedule.rows[r][i]) && !schedule.rows[r][i].isOverlapped())
                result.push_back({RankId{r}, i});
    return result;
}

std::size_t cellOf(const Row& row, std::size_t index)
{
    return static_cast<std::size_t>(std::count_if(row.begin(),
                                                  row.begin() + static_cast<std::ptrdiff_t>(index),
                                                  [](const Action& a) { return a.startsCell(); }));
}

/// "kind rank r cell c action" of each problem, by its first action.
std::vector<std::string> verdicts(const std::vector<Problem>& problems)
{
    std::vector<std::string> result;
    for (const Problem& problem : problems) {
        const ProblemAction& first = problem.actions.front();
        result.push_back(fmt::format("{} rank {} cell {} {}", problemKindName(problem.kind), first.rank.value,
                                     first.index ? std::to_string(*first.index) : "-",
                                     actionText(first.action)));
    }
    return result;
}

struct Mutation
{
    Schedule schedule;
    std::vector<std::string> expected;
};

void erase(Row& row, std::size_t index)
{
    row.erase(row.begin() + static_cast<std::ptrdiff_t>(index));
}

void insert(Row& row, std::size_t index, const Action& action)
{
    row.insert(row.begin() + static_cast<std::ptrdiff_t>(index), action);
}

Mutation dropped(Schedule schedule, const ActionPosition& at)
{
    const std::string name = actionText(schedule.at(at).id());
    erase(schedule.rows[at.rank.value], at.index);
    return {std::move(schedule), {fmt::format("missing-action rank {} cell - {}", at.rank.value, name)}};
}

Mutation doubled(Schedule schedule, const ActionPosition& at)
{
    Row& row = schedule.rows[at.rank.value];
    const Action action = row[at.index];
    const std::size_t cell = cellOf(row, at.index);
    row.push_back(action);
    return {
        std::move(schedule),
        {fmt::format("duplicate-action rank {} cell {} {}", at.rank.value, cell, actionText(action.id()))}};
}

Mutation moved(Schedule schedule, const ActionPosition& at)
{
    const Action action = schedule.at(at);
    erase(schedule.rows[at.rank.value], at.index);
    const std::uint32_t other = (at.rank.value + 1) % schedule.rankCount();
    Row& row = schedule.rows[other];
    row.push_back(action);
    return {schedule,
            {fmt::format("wrong-rank rank {} cell {} {}", other, cellOf(row, row.size() - 1),
                         actionText(action.id()))}};
}

/// Puts a backward directly before its own forward.
Mutation hastened(Schedule schedule, const ActionPosition& at)
{
    Row& row = schedule.rows[at.rank.value];
    const Action backward = row[at.index];
    const auto forward = std::find_if(row.begin(), row.end(), [&](const Action& a) {
        return isForward(a.kind()) && a.stage() == backward.stage() &&
               a.microbatch() == backward.microbatch();
    });
    auto index = static_cast<std::size_t>(forward - row.begin());
    while (!row[index].startsCell())
        --index;
    const std::size_t cell = cellOf(row, index);
    erase(row, at.index);
    insert(row, index, backward);
    return {
        std::move(schedule),
        {fmt::format("dependency-order rank {} cell {} {}", at.rank.value, cell, actionText(backward.id()))}};
}

} // namespace

/// Orders that ran in PyTorch have no problem; broken on purpose, they have the one that was made.
class ValidateRecords : public QObject
{
    Q_OBJECT

private slots:
    void recordedOrdersAreValid_data()
    {
        QTest::addColumn<QString>("file");
        for (const std::string& file : sharedFiles("conformance/orders")) {
            const json records = sharedJson(file);
            if (records.is_array() && std::any_of(records.begin(), records.end(), isRunnable))
                QTest::newRow(file.substr(file.rfind('/') + 1).c_str()) << QString::fromStdString(file);
        }
    }

    void recordedOrdersAreValid()
    {
        QFETCH(QString, file);
        std::map<std::string, int> counts;
        for (const json& record : sharedJson(file.toStdString())) {
            if (!isRunnable(record))
                continue;
            const auto problems = validate(scheduleFromCells(record["order"]));
            QVERIFY2(problems.empty(), (problemsText(problems) + " in " + title(record)).c_str());
            ++counts[record["kind"].get<std::string>()];
        }
        for (const auto& [kind, count] : counts)
            qInfo("%s: %d", kind.c_str(), count);
        QVERIFY(!counts.empty());
    }

    void randomOrdersAreValid()
    {
        int orders = 0;
        for (const json& record : sharedJson("conformance/orders/random.json"))
            for (const char* kind : {"order", "sendrecv", "comms"}) {
                if (!record.contains(kind))
                    continue;
                const auto problems = validate(scheduleFromCells(record[kind]));
                QVERIFY2(problems.empty(),
                         (problemsText(problems) + " in case " + record["case"].dump()).c_str());
                ++orders;
            }
        qInfo("%d orders", orders);
        QVERIFY(orders > 0);
    }

    void pyTorchsVerdicts()
    {
        // What PyTorch lets through and we do not: repeated actions, deadlocks, a message that nobody takes.
        const std::map<std::string, std::string> ours{
            {"duplicate forward (set semantics)", "duplicate-action"},
            {"duplicate backward", "duplicate-action"},
            {"order deadlock (forward waits on later own forward)", "deadlock"},
            {"B of stage 0 before its forwarder got grads", "deadlock"},
            {"comms cell in compute schedule", "unmatched-send"},
        };
        int compared = 0;
        const json extra = sharedJson("conformance/orders/torch_extra.json");
        for (const json& record : extra.at("validate")) {
            if (!record.contains("validate"))
                continue;
            const auto name = record["name"].get<std::string>();
            const auto problems = validate(scheduleFromCells(record["order"]));
            const auto known = ours.find(name);
            if (known != ours.end()) {
                QVERIFY2(!problems.empty(), name.c_str());
                QCOMPARE(std::string(problemKindName(problems.front().kind)), known->second);
            } else {
                const bool ok = record["validate"]["ok"].get<bool>();
                QVERIFY2(problems.empty() == ok, (name + ": " + problemsText(problems)).c_str());
            }
            ++compared;
        }
        QCOMPARE(compared, 19);
    }

    void brokenOrders_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("a dropped action is missing") << 0;
        QTest::newRow("a repeated action is a duplicate") << 1;
        QTest::newRow("an action on another rank is wrong there") << 2;
        QTest::newRow("a backward before its forward") << 3;
    }

    void brokenOrders()
    {
        QFETCH(int, kind);
        std::mt19937 random(7);
        int broken = 0;
        for (const json& record : recordsOfKind("compute")) {
            const Schedule schedule = scheduleFromCells(record["order"]);
            // With fewer, what is left is a valid order of another kind, or there is no majority.
            if (schedule.rankCount() < 2 || schedule.microbatchCount < 3)
                continue;
            const auto places = positionsOf(schedule, [](const Action& a) { return isCompute(a.kind()); });
            const auto backwards =
                positionsOf(schedule, [](const Action& a) { return isInputGradient(a.kind()); });
            if (places.empty() || (kind == 3 && backwards.empty()))
                continue;
            const ActionPosition at =
                kind == 3 ? backwards[random() % backwards.size()] : places[random() % places.size()];
            const Mutation mutation = kind == 0   ? dropped(schedule, at)
                                      : kind == 1 ? doubled(schedule, at)
                                      : kind == 2 ? moved(schedule, at)
                                                  : hastened(schedule, at);
            const auto problems = validate(mutation.schedule);
            auto found = verdicts(problems);
            // A B before its F may stand before more that it needs, or they before it.
            if (kind == 3 && !found.empty()) {
                QVERIFY2(std::all_of(found.begin(), found.end(),
                                     [](const auto& v) { return v.starts_with("dependency"); }),
                         (problemsText(problems) + " in " + title(record)).c_str());
                QVERIFY2(std::find(found.begin(), found.end(), mutation.expected.front()) != found.end(),
                         (problemsText(problems) + " in " + title(record)).c_str());
            } else {
                QVERIFY2(found == mutation.expected, (problemsText(problems) + "\nnot " +
                                                      mutation.expected.front() + " in " + title(record))
                                                         .c_str());
            }
            ++broken;
        }
        qInfo("%d orders broken", broken);
        QVERIFY(broken > 100);
    }

    void brokenMessages()
    {
        std::mt19937 random(11);
        int broken = 0;
        for (const json& record : recordsOfKind("sendrecv")) {
            const Schedule schedule = scheduleFromCells(record["order"]);
            for (const bool send : {true, false}) {
                const auto places = positionsOf(
                    schedule, send ? [](const Action& a) { return isSend(a.kind()); }
                                   : [](const Action& a) { return isReceive(a.kind()); });
                // The last message taken out leaves an order without communication.
                if (places.size() < 2)
                    continue;
                Schedule mutated = schedule;
                const ActionPosition at = places[random() % places.size()];
                erase(mutated.rows[at.rank.value], at.index);
                std::vector<std::string> kinds;
                for (const Problem& problem : validate(mutated))
                    kinds.emplace_back(problemKindName(problem.kind));
                const std::vector<std::string> expected =
                    send ? std::vector<std::string>{"unmatched-recv"}
                         : std::vector<std::string>{"unmatched-send", "missing-recv"};
                QVERIFY2(kinds == expected,
                         (problemsText(validate(mutated)) + " in " + title(record)).c_str());
                ++broken;
            }
        }
        qInfo("%d messages lost", broken);
        QVERIFY(broken > 100);
    }

    void validMeansItRuns()
    {
        std::mt19937 random(3);
        int valid = 0;
        int invalid = 0;
        for (const json& record : recordsOfKind("compute")) {
            auto schedule = std::make_shared<Schedule>(scheduleFromCells(record["order"]));
            for (int swaps = 0; swaps < 2; ++swaps) {
                Row& row = schedule->rows[random() % schedule->rows.size()];
                const std::size_t a = random() % row.size();
                const std::size_t b = std::min(a + 1 + random() % 3, row.size() - 1);
                if (row[a].isOverlapped() || row[b].isOverlapped())
                    continue;
                std::swap(row[a], row[b]);
            }
            const auto problems = validate(*schedule);
            const auto timeline = simulate(schedule, {});
            QVERIFY2(problems.empty() == timeline.has_value(),
                     (problemsText(problems) + " in " + title(record)).c_str());
            ++(problems.empty() ? valid : invalid);
        }
        qInfo("%d shuffled orders still run, %d do not", valid, invalid);
        QVERIFY(valid > 50 && invalid > 50);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, ValidateRecords)
#include "validate_records.moc"
