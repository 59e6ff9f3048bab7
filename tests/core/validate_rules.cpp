// SPDX-License-Identifier: Apache-2.0
#include "core/validate/validate.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string verdict(const Schedule& schedule, const ValidateOptions& options = {})
{
    std::string text;
    for (const Problem& problem : validate(schedule, options))
        text.append(text.empty() ? "" : "\n")
            .append(problemKindName(problem.kind))
            .append(": ")
            .append(problem.message.text());
    return text;
}

} // namespace

/// Each rule on a small order: text in, "kind: message" out.
class ValidateRules : public QObject
{
    Q_OBJECT

private slots:
    void rules_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<QString>("expected");
        const auto add = [](const char* name, const char* order, const char* expected) {
            QTest::newRow(name) << order << expected;
        };
        add("valid", "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1", "");
        add("valid: only forwards", "0F0 0F1\n1F0 1F1", "");
        add("valid: B beside I and W", "0F0 0B0 0F1 0I1 0W1", "");
        add("valid: mirror", "0F0 1F1 1B1 0B0\n1F0 0F1 1B0 0B1", "");
        add("no action at all", "\n", "missing-action: the order has no compute action");
        add("only bubbles", ". .\n.", "missing-action: the order has no compute action");
        add("only parameters", "0UNSHARD 0RESHARD", "missing-action: the order has no compute action");
        add("only messages", "0SEND_F0 0WAIT_SEND_F0 0WAIT_SEND_F1\n1RECV_F0",
            "missing-action: the order has no compute action\n"
            "missing-action: rank 0 0WAIT_SEND_F1 (cell 2) waits for 0SEND_F1, which no rank runs");
        add("missing forward", "0F0 0B0 0B1\n1F0 1F1 1B0 1B1", "missing-action: rank 0 does not run 0F1");
        add("missing weight gradient", "0F0 0I0 0W0 0F1 0I1", "missing-action: rank 0 does not run 0W1");
        add("missing input gradient", "0F0 0W0 0F1 0I1 0W1", "missing-action: rank 0 does not run 0I0");
        add("a stage that is not there", "0F0\n2F0",
            "missing-action: no rank runs 1F0: stage 1 is not in the order");
        add("twice in a row", "0F0 . 0F0 0B0", "duplicate-action: rank 0 runs 0F0 twice, in cells 0 and 2");
        add("twice, on two ranks", "0F0 0F1 0F2\n1F0 0F1 1F1 1F2",
            "duplicate-action: rank 1 runs 0F1 (cell 1) again, which rank 0 runs in cell 1");
        add("W after B", "0F0 0B0 0W0",
            "duplicate-action: rank 0 0W0 (cell 2) repeats the work of 0B0 (cell 1) on rank 0");
        add("B before F", "0F0 0B1 0F1 0B0",
            "dependency-order: rank 0 runs 0B1 (cell 1) before 0F1 (cell 2)");
        add("W before I", "0F0 0W0 0I0", "dependency-order: rank 0 runs 0W0 (cell 1) before 0I0 (cell 2)");
        add("in one cell with what it needs", "(0F0;0B0)OVERLAP_F_B",
            "dependency-order: rank 0 runs 0B0 (cell 0) in one cell with 0F0, which must run first");
        add("on the wrong rank", "0F0 0F1 0B0 0B1\n1F0 1B0 1F1\n2F0 2B0 2F1 2B1 1B1",
            "wrong-rank: rank 2 runs 1B1 (cell 4), but stage 1 is on rank 1");
        add("on the wrong side of a mirror", "0F0 1F1 1B1 0B0 0F1\n1F0 1B0 0B1",
            "wrong-rank: rank 0 runs 0F1 (cell 4), but stage 0 of microbatch 1 is on rank 1");
        add("deadlock", "0F0 0B0 0F1 0B1\n1F0 1F1 1B0 1B1",
            "deadlock: rank 0 0B0 (cell 1) waits for 1B0 on rank 1, which comes after 1F1; rank 1 1F1 (cell "
            "1) waits for 0F1 on rank 0, which comes after 0B0");
        add("a send that nobody receives", "0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0 1F1",
            "unmatched-send: rank 0 0SEND_F1 (cell 3) has no receiver: no rank runs 1RECV_F1\n"
            "missing-recv: rank 1 1F1 (cell 2) never receives 0F1 of rank 0: no rank runs 1RECV_F1");
        add("a send behind the last stage", "0F0 0SEND_F0",
            "unmatched-send: rank 0 0SEND_F0 (cell 1) has no receiver: there is no stage after it");
        add("a receive that nobody sends", "0F0 0SEND_F0 0F1\n1RECV_F0 1F0 1RECV_F1 1F1",
            "unmatched-recv: rank 1 1RECV_F1 (cell 2) has no sender: no rank runs 0SEND_F1");
        add("neither sent nor received", "0F0 0SEND_F0 0F1\n1RECV_F0 1F0 1F1",
            "missing-recv: rank 1 1F1 (cell 2) never receives 0F1 of rank 0: no rank runs 1RECV_F1");
        add("received behind its use", "0F0 0SEND_F0\n1F0 1RECV_F0",
            "dependency-order: rank 1 runs 1F0 (cell 0) before 1RECV_F0 (cell 1)");
        add("sent before it is computed", "0SEND_F0 0F0\n1RECV_F0 1F0",
            "dependency-order: rank 0 runs 0SEND_F0 (cell 0) before 0F0 (cell 1)");
        add("waits for what it never sends", "0F0 0WAIT_SEND_F0",
            "missing-action: rank 0 0WAIT_SEND_F0 (cell 1) waits for 0SEND_F0, which no rank runs");
        add("valid: messages in two directions", "0F0 0SEND_F0 1RECV_F1 1F1\n1RECV_F0 1F0 0F1 0SEND_F1", "");
        add("two that receive before they send", "1RECV_F1 1F1 0F0 0SEND_F0\n1RECV_F0 1F0 0F1 0SEND_F1",
            "deadlock: rank 0 1RECV_F1 (cell 0) waits for 0SEND_F1 on rank 1, which comes after 1RECV_F0; "
            "rank 1 1RECV_F0 (cell 0) waits for 0SEND_F0 on rank 0, which comes after 1RECV_F1");
        add("computed while sharded", "0UNSHARD 0F0 0RESHARD 0F1 0F2",
            "unshard-missing: rank 0 runs 0F1 (cell 3) while stage 0 is sharded: there is no 0UNSHARD before "
            "it");
        add("every problem is told", "0F0 0F0 0B1 0F1\n1F0 1B0 1B1",
            "duplicate-action: rank 0 runs 0F0 twice, in cells 0 and 1\n"
            "missing-action: rank 0 does not run 0B0\n"
            "missing-action: rank 1 does not run 1F1\n"
            "dependency-order: rank 0 runs 0B1 (cell 2) before 0F1 (cell 3)");
    }

    void rules()
    {
        QFETCH(QString, order);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(verdict(parse(order.toStdString()))), expected);
    }

    void rendezvousFindsWhatBuffersHide()
    {
        const Schedule schedule = parse("0F0 0SEND_F0 1RECV_F1 1F1\n0F1 0SEND_F1 1RECV_F0 1F0");
        Schedule mirrored = schedule;
        mirrored.placement = Placement{PlacementKind::Mirror, 2, 1};
        QCOMPARE(verdict(mirrored), "");
        QCOMPARE(
            verdict(mirrored, {SendSemantics::Rendezvous}),
            "deadlock: rank 0 0SEND_F0 (cell 1) waits for 1RECV_F0 on rank 1, which comes after 0SEND_F1; "
            "rank 1 0SEND_F1 (cell 1) waits for 1RECV_F1 on rank 0, which comes after 0SEND_F0");
        const Schedule posted =
            parse("0F0 0SEND_F0 1RECV_F1 1F1 0WAIT_SEND_F0\n0F1 0SEND_F1 1RECV_F0 1F0 0WAIT_SEND_F1");
        QCOMPARE(verdict(posted, {SendSemantics::Rendezvous}), "");
    }

    void everyDeadlockIsTold()
    {
        const auto deadlocks = [](std::uint32_t count) {
            Schedule schedule;
            for (std::uint32_t k = 0; k < count; ++k) {
                schedule.rows.push_back({{StageId{3 * k + 2}, ActionKind::Forward, MicrobatchId{0}},
                                         {StageId{3 * k}, ActionKind::Forward, MicrobatchId{0}}});
                schedule.rows.push_back({{StageId{3 * k + 1}, ActionKind::Forward, MicrobatchId{0}}});
            }
            countStagesAndMicrobatches(schedule);
            return validate(schedule);
        };
        const auto listed = deadlocks(3000);
        QCOMPARE(listed.size(), std::size_t{3000});
        QCOMPARE(listed.back().message.text(),
                 "rank 5998 8999F0 (cell 0) waits for 8998F0 on rank 5999; rank 5999 8998F0 (cell 0) waits "
                 "for 8997F0 on rank 5998, which comes after 8999F0");
        const auto counted = deadlocks(10'500);
        QCOMPARE(counted.size(), std::size_t{10'001});
        QCOMPARE(counted.back().message.text(), "and 500 more problems of this kind");
    }

    void hostileNumbersStaySmall()
    {
        const auto problems = validate(parse("0F0 4000000F4000000000"));
        QCOMPARE(problems.size(), std::size_t{10'001});
        QCOMPARE(problems.back().message.text(), "and 16000004003989999 more problems of this kind");
        QVERIFY(problems.back().actions.empty());
    }

    void json()
    {
        const auto parsed = nlohmann::json::parse(problemsJson(validate(parse(". 0F0 0B1 0F1 0B0"))));
        QCOMPARE(parsed,
                 nlohmann::json::parse(R"json({"valid": false, "problems": [{"kind": "dependency-order",
        "message": "rank 0 runs 0B1 (cell 2) before 0F1 (cell 3)",
        "actions": [{"rank": 0, "index": 2, "action": "0B1"}, {"rank": 0, "index": 3, "action": "0F1"}]
}]
})json"));
        const auto missing = nlohmann::json::parse(problemsJson(validate(parse("0F0 0F1 0B1"))));
        QCOMPARE(missing["problems"][0]["actions"],
                 nlohmann::json::parse(R"json([{"rank": 0, "action": "0B0"}])json"));
        QCOMPARE(nlohmann::json::parse(problemsJson(validate(parse("0UNSHARD")))),
                 nlohmann::json::parse(R"json({"valid": false, "problems": [{"kind": "missing-action",
        "message": "the order has no compute action", "actions": []}]})json"));
        Problem syntax;
        syntax.kind = ProblemKind::Syntax;
        syntax.message = Sentence::verbatim("no such action");
        syntax.line = 3;
        syntax.column = 9;
        const auto wrongCell = nlohmann::json::parse(problemsJson({syntax}));
        QCOMPARE(wrongCell, nlohmann::json::parse(R"json({"valid": false, "problems": [{"kind": "syntax",
        "message": "no such action", "actions": [], "line": 3, "column": 9}]})json"));
        QCOMPARE(nlohmann::json::parse(problemsJson({})),
                 nlohmann::json::parse(R"json({"valid": true, "problems": []})json"));
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, ValidateRules)
#include "validate_rules.moc"
