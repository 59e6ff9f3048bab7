// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/validate/validate.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

using Ranks = std::vector<std::uint32_t>;
using ValidateAbsentRanksKind = std::optional<PlacementKind>;

constexpr ValidateAbsentRanksKind kValidateAbsentRanksNone;
constexpr ValidateAbsentRanksKind kLoop = PlacementKind::Loop;
constexpr ValidateAbsentRanksKind kMirror = PlacementKind::Mirror;

std::string verdict(const Schedule& schedule, const Ranks& absent)
{
    ValidateOptions options;
    options.absentRanks = absent;
    std::string lines;
    for (const Problem& problem : validate(schedule, options))
        lines += fmt::format("{}{}: {}", lines.empty() ? "" : "\n", problemKindName(problem.kind),
                             problem.message.text());
    return lines;
}

/// Placed with one stage a rank, two for a mirror.
Schedule scheduleOf(const std::string& text, ValidateAbsentRanksKind kind)
{
    Schedule schedule = parse(text);
    if (kind)
        schedule.placement = Placement{*kind, schedule.rankCount(), kind == kMirror ? 2U : 1U};
    return schedule;
}

} // namespace

/// Orders of which some ranks are not known: a run with traces of some ranks.
class ValidateAbsentRanks : public QObject
{
    Q_OBJECT

private slots:
    void whatMayRunThereIsNoProblem_data()
    {
        addRows<std::string, ValidateAbsentRanksKind, Ranks>({
            {"one in the middle, placed", "0F0 0B0\n\n2F0 2B0", kLoop, Ranks{1}},
            {"one in the middle, not placed", "0F0 0B0\n\n2F0 2B0", kValidateAbsentRanksNone, Ranks{1}},
            {"the first", "\n1F0 1B0\n2F0 2B0", kLoop, Ranks{0}},
            {"one side of a mirror, not placed", "0F0 1F1 1B1 0B0\n\n", kValidateAbsentRanksNone, Ranks{1}},
            {"one side of a mirror, placed", "0F0 1F1 1B1 0B0\n\n", kMirror, Ranks{1}},
            {"two of four of a mirror", "0F0 3F1 3B1 0B0\n1F0 2F1 2B1 1B0\n\n\n", kValidateAbsentRanksNone,
             Ranks{2, 3}},
            {"the receiver's rank", "0F0 0SEND_F0 0RECV_B0 0B0\n\n", kValidateAbsentRanksNone, Ranks{1}},
            {"the sender's rank, placed", "\n1RECV_F0 1F0 1B0 1SEND_B0", kLoop, Ranks{0}},
            {"a rank that the order does not reach", "0F0 0SEND_F0 0RECV_B0 0B0", kValidateAbsentRanksNone,
             Ranks{1}},
        });
    }

    void whatMayRunThereIsNoProblem()
    {
        const auto [order, placement, absent] = givenRow<std::string, ValidateAbsentRanksKind, Ranks>();
        const Schedule schedule = scheduleOf(order, placement);
        QCOMPARE(verdict(schedule, absent), "");
        const bool reachesAll = schedule.rankCount() > absent.back();
        QVERIFY2(!reachesAll || !verdict(schedule, {}).empty(), "a row that is valid anyway tells nothing");
    }

    void whatIsKnownIsJudged_data()
    {
        addRows<std::string, ValidateAbsentRanksKind, Ranks, std::string>({
            {"a backward of a rank that is there", "0F0 0F1 0B0\n\n", kLoop, Ranks{1},
             "missing-action: rank 0 does not run 0B1"},
            {"a microbatch of a rank that is there", "0F0 0B0\n\n2F0 2B0 2F1 2B1", kLoop, Ranks{1},
             "missing-action: rank 0 does not run 0F1\nmissing-action: rank 0 does not run 0B1"},
            {"what one rank repeats", "0F0 0F0 0B0\n\n", kValidateAbsentRanksNone, Ranks{1},
             "duplicate-action: rank 0 runs 0F0 twice, in cells 0 and 1"},
            {"what stands before what it needs", "0B0 0F0\n\n", kValidateAbsentRanksNone, Ranks{1},
             "dependency-order: rank 0 runs 0B0 (cell 0) before 0F0 (cell 1)"},
            {"a send to a rank that is there", "0F0 0SEND_F0 0B0\n1F0 1B0\n\n", kLoop, Ranks{2},
             "unmatched-send: rank 0 0SEND_F0 (cell 1) has no receiver: no rank runs 1RECV_F0\n"
             "missing-recv: rank 0 0B0 (cell 2) never receives 1B0 of rank 1: no rank runs 0RECV_B0\n"
             "missing-recv: rank 1 1F0 (cell 0) never receives 0F0 of rank 0: no rank runs 1RECV_F0"},
            {"what waits in a circle", "0F0 0B0 0F1 0B1\n1F0 1F1 1B0 1B1\n\n", kLoop, Ranks{2},
             "deadlock: rank 0 0B0 (cell 1) waits for 1B0 on rank 1, which comes after 1F1; rank 1 1F1 (cell "
             "1) waits for 0F1 on rank 0, which comes after 0B0"},
        });
    }

    void whatIsKnownIsJudged()
    {
        const auto [order, placement, absent, expected] =
            givenRow<std::string, ValidateAbsentRanksKind, Ranks, std::string>();
        QCOMPARE(verdict(scheduleOf(order, placement), absent), expected);
    }
};

BUBBLESCOPE_TEST(ValidateAbsentRanks)
#include "validate_absent_ranks.moc"
