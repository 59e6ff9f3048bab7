// SPDX-License-Identifier: Apache-2.0
#include "tests/core/time_dense_support.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <algorithm>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// One change to an order: a cell lost, doubled, moved, renamed, joined with the next, or put on another
/// rank.
void tamper(Dice& dice, Schedule& schedule)
{
    Row& row = schedule.rows[dice.below(schedule.rankCount())];
    if (row.empty())
        return;
    const std::size_t at = dice.below(static_cast<std::uint32_t>(row.size()));
    const auto cell = row.begin() + static_cast<std::ptrdiff_t>(at);
    const Action action = *cell;
    Row& other = schedule.rows[dice.below(schedule.rankCount())];
    const auto kind = static_cast<ActionKind>(dice.below(5));
    switch (dice.below(8)) {
    case 0:
        row.erase(cell);
        break;
    case 1:
        row.insert(cell, action);
        break;
    case 2:
        std::swap(*cell, row[dice.below(static_cast<std::uint32_t>(row.size()))]);
        break;
    case 3:
        *cell = kind == ActionKind::Bubble ? Action{}
                                           : Action{action.stage(), kind, action.microbatch(), action.role()};
        break;
    case 4:
        *cell = action.withRole(static_cast<CellRole>(dice.below(4)));
        break;
    case 5:
        row.insert(cell, Action{});
        break;
    case 6:
        row.erase(cell);
        other.push_back(action);
        break;
    default:
        *cell = {StageId{action.stage().value + dice.below(2)}, action.kind(),
                 MicrobatchId{action.microbatch().value + dice.below(3)}, action.role()};
    }
}

/// How two engines did on many orders.
struct Tally
{
    int timed = 0;
    int timedDense = 0;
    std::set<TimingFailure::Kind> refused;
    int refusals = 0;

    void count(const SchedulePtr& schedule, const CostModel& costs)
    {
        if (const auto timeline = simulate(schedule, costs); timeline) {
            ++timed;
            timedDense += isTimedDense(schedule, costs) ? 1 : 0;
        } else {
            refused.insert(timeline.error().kind);
            ++refusals;
        }
    }
};

} // namespace

/// Orders that were tampered with: simulate() says of them what the general simulation says, whichever of the
/// two engines it used.
class TimeDenseBroken : public QObject
{
    Q_OBJECT

private slots:
    void byHand_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<QString>("failure");
        const auto add = [](const char* name, const char* order, const char* failure) {
            QTest::newRow(name) << order << failure;
        };
        add("W after a full B", "0F0 0B0 0W0", "rank 0 0W0 needs 0I0, which no rank runs");
        add("W before its I", "0F0 0W0 0I0",
            "deadlock: rank 0 0W0 (cell 1) waits for 0I0, which comes after it");
        add("two W", "0F0 0I0 0W0 0W0", "0W0 is on rank 0 (cell 2) and again on rank 0 (cell 3)");
        add("two F on two ranks", "0F0\n0F0", "0F0 is on rank 0 (cell 0) and again on rank 1 (cell 0)");
        add("I and B", "0F0 0I0 0B0", "0I0 on rank 0 (cell 1) and 0B0 on rank 0 (cell 2) do the same work");
        add("B without F", "0B0", "rank 0 0B0 needs 0F0, which no rank runs");
        add("a block of F and its own B", "(0F0;0B0)OVERLAP_F_B",
            "deadlock: rank 0 (0F0;0B0)OVERLAP_F_B (cell 0) waits for 0F0 in the same cell");
        add("F on a rank that waits for it", "1F0 0F0",
            "deadlock: rank 0 1F0 (cell 0) waits for 0F0, which comes after it");
    }

    void byHand()
    {
        QFETCH(QString, order);
        QFETCH(QString, failure);
        const auto schedule = std::make_shared<const Schedule>(parse(order.toStdString()));
        QVERIFY(!isTimedDense(schedule, {}));
        const auto timeline = simulate(schedule, {});
        QCOMPARE(QString::fromStdString(timeline ? "" : timeline.error().message.text()), failure);
        QCOMPARE(disagreement(schedule, {}), "");
    }

    void tamperedOrders()
    {
        Dice dice(3);
        Tally tally;
        for (const char* text : {"gpipe:ranks=2,microbatches=3", "1f1b:ranks=4,microbatches=5",
                                 "interleaved-1f1b:ranks=2,microbatches=4", "zbv:ranks=2,microbatches=4",
                                 "zb-h1:ranks=3,microbatches=4", "dualpipev:ranks=2,microbatches=5",
                                 "dualpipe:ranks=4,microbatches=8", "chimera:ranks=4,microbatches=4"})
            for (int run = 0; run < 400; ++run) {
                Schedule schedule = *generated(text);
                const CostModel costs = anyCosts(dice, schedule);
                for (std::uint32_t changes = dice.below(4); changes > 0; --changes)
                    tamper(dice, schedule);
                if (dice.below(2) == 0)
                    countStagesAndMicrobatches(schedule);
                const auto order = std::make_shared<const Schedule>(std::move(schedule));
                const std::string wrong = disagreement(order, costs);
                QVERIFY2(wrong.empty(), (wrong + "\n" + render(*order)).c_str());
                tally.count(order, costs);
            }
        qInfo("%d timed, %d of them dense, %d refused", tally.timed, tally.timedDense, tally.refusals);
        QVERIFY(tally.timedDense > 500 && tally.refusals > 500);
        QCOMPARE(tally.refused.size(), std::size_t{4});
    }

    void randomRows()
    {
        Dice dice(4);
        Tally tally;
        for (int run = 0; run < 20'000; ++run) {
            // Every F and B of two stages and a few microbatches on any of three ranks, mostly in a good
            // order.
            Schedule schedule;
            schedule.rows.resize(1 + dice.below(3));
            const std::uint32_t microbatches = 1 + dice.below(3);
            const std::uint32_t spread = dice.below(8) == 0 ? 50'000 : 1;
            for (std::uint32_t step = 0; step < 6; ++step)
                for (std::uint32_t m = 0; m < microbatches; ++m) {
                    constexpr std::array<std::pair<std::uint32_t, ActionKind>, 6> kSteps{{
                        {0, ActionKind::Forward},
                        {1, ActionKind::Forward},
                        {1, ActionKind::BackwardInput},
                        {0, ActionKind::BackwardInput},
                        {0, ActionKind::BackwardWeight},
                        {1, ActionKind::BackwardWeight},
                    }};
                    const auto [stage, kind] = kSteps[dice.below(12) == 0 ? dice.below(6) : step];
                    schedule.rows[dice.below(schedule.rankCount())].emplace_back(StageId{stage}, kind,
                                                                                 MicrobatchId{m * spread});
                }
            countStagesAndMicrobatches(schedule);
            const CostModel costs = anyCosts(dice, schedule);
            const auto order = std::make_shared<const Schedule>(std::move(schedule));
            const std::string wrong = disagreement(order, costs);
            QVERIFY2(wrong.empty(), (wrong + "\n" + render(*order)).c_str());
            tally.count(order, costs);
        }
        qInfo("%d timed, %d of them dense, %d refused", tally.timed, tally.timedDense, tally.refusals);
        QVERIFY(tally.timed > tally.timedDense && tally.timedDense > 2000 && tally.refusals > 2000);
    }
};

BUBBLESCOPE_TEST(TimeDenseBroken)
#include "time_dense_broken.moc"
