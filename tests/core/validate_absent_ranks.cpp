// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/validate/validate.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

Q_DECLARE_METATYPE(std::vector<std::uint32_t>)

namespace {

QString verdict(const Schedule& schedule, const std::vector<std::uint32_t>& absent)
{
    ValidateOptions options;
    options.absentRanks = absent;
    QStringList lines;
    for (const Problem& problem : validate(schedule, options))
        lines << QString::fromStdString(std::string(problemKindName(problem.kind)) + ": " +
                                        problem.message.text());
    return lines.join('\n');
}

void columns()
{
    QTest::addColumn<QString>("order");
    QTest::addColumn<int>("placement"); // PlacementKind, one stage a rank (two for a mirror); -1 = none
    QTest::addColumn<std::vector<std::uint32_t>>("absent");
}

Schedule scheduleOf(const QString& text, int placement)
{
    Schedule schedule = parse(text.toStdString());
    if (placement >= 0) {
        const auto kind = static_cast<PlacementKind>(placement);
        schedule.placement =
            Placement{kind, schedule.rankCount(), kind == PlacementKind::Mirror ? std::uint32_t{2} : 1};
    }
    return schedule;
}

constexpr int kNone = -1;
constexpr int kLoop = static_cast<int>(PlacementKind::Loop);
constexpr int kMirror = static_cast<int>(PlacementKind::Mirror);

} // namespace

/// Orders of which some ranks are not known: a run with traces of some ranks.
class ValidateAbsentRanks : public QObject
{
    Q_OBJECT

private slots:
    void whatMayRunThereIsNoProblem_data()
    {
        columns();
        const auto row = [](const char* name, const char* order, int placement,
                            const std::vector<std::uint32_t>& absent) {
            QTest::newRow(name) << QString(order) << placement << absent;
        };
        row("one in the middle, placed", "0F0 0B0\n\n2F0 2B0", kLoop, {1});
        row("one in the middle, not placed", "0F0 0B0\n\n2F0 2B0", kNone, {1});
        row("the first", "\n1F0 1B0\n2F0 2B0", kLoop, {0});
        row("one side of a mirror, not placed", "0F0 1F1 1B1 0B0\n\n", kNone, {1});
        row("one side of a mirror, placed", "0F0 1F1 1B1 0B0\n\n", kMirror, {1});
        row("two of four of a mirror", "0F0 3F1 3B1 0B0\n1F0 2F1 2B1 1B0\n\n\n", kNone, {2, 3});
        row("the receiver's rank", "0F0 0SEND_F0 0RECV_B0 0B0\n\n", kNone, {1});
        row("the sender's rank, placed", "\n1RECV_F0 1F0 1B0 1SEND_B0", kLoop, {0});
        row("a rank that the order does not reach", "0F0 0SEND_F0 0RECV_B0 0B0", kNone, {1});
    }

    void whatMayRunThereIsNoProblem()
    {
        QFETCH(QString, order);
        QFETCH(int, placement);
        QFETCH(std::vector<std::uint32_t>, absent);
        const Schedule schedule = scheduleOf(order, placement);
        QCOMPARE(verdict(schedule, absent), QString());
        const bool reachesAll = schedule.rankCount() > absent.back();
        QVERIFY2(!reachesAll || !verdict(schedule, {}).isEmpty(), "a row that is valid anyway tells nothing");
    }

    void whatIsKnownIsJudged_data()
    {
        columns();
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* order, int placement,
                            const std::vector<std::uint32_t>& absent, const char* expected) {
            QTest::newRow(name) << QString(order) << placement << absent << QString(expected);
        };
        row("a backward of a rank that is there", "0F0 0F1 0B0\n\n", kLoop, {1},
            "missing-action: rank 0 does not run 0B1");
        row("a microbatch of a rank that is there", "0F0 0B0\n\n2F0 2B0 2F1 2B1", kLoop, {1},
            "missing-action: rank 0 does not run 0F1\nmissing-action: rank 0 does not run 0B1");
        row("what one rank repeats", "0F0 0F0 0B0\n\n", kNone, {1},
            "duplicate-action: rank 0 runs 0F0 twice, in cells 0 and 1");
        row("what stands before what it needs", "0B0 0F0\n\n", kNone, {1},
            "dependency-order: rank 0 runs 0B0 (cell 0) before 0F0 (cell 1)");
        row("a send to a rank that is there", "0F0 0SEND_F0 0B0\n1F0 1B0\n\n", kLoop, {2},
            "unmatched-send: rank 0 0SEND_F0 (cell 1) has no receiver: no rank runs 1RECV_F0\n"
            "missing-recv: rank 0 0B0 (cell 2) never receives 1B0 of rank 1: no rank runs 0RECV_B0\n"
            "missing-recv: rank 1 1F0 (cell 0) never receives 0F0 of rank 0: no rank runs 1RECV_F0");
        row("what waits in a circle", "0F0 0B0 0F1 0B1\n1F0 1F1 1B0 1B1\n\n", kLoop, {2},
            "deadlock: rank 0 0B0 (cell 1) waits for 1B0 on rank 1, which stands behind 1F1; rank 1 1F1 "
            "(cell "
            "1) waits for 0F1 on rank 0, which stands behind 0B0");
    }

    void whatIsKnownIsJudged()
    {
        QFETCH(QString, order);
        QFETCH(int, placement);
        QFETCH(std::vector<std::uint32_t>, absent);
        QFETCH(QString, expected);
        QCOMPARE(verdict(scheduleOf(order, placement), absent), expected);
    }
};

BUBBLESCOPE_TEST(ValidateAbsentRanks)
#include "validate_absent_ranks.moc"
