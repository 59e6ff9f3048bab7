// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/time/simulate.h"
#include "core/time/simulate_broken.h"
#include "tests/core/order_support.h"
#include "tests/core/results_support.h"
#include "tests/support/conformance_data.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <fmt/format.h>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string timesOfAll(const Timeline& timeline)
{
    std::string text;
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r) {
        text += r > 0 ? "\n" : "";
        for (std::size_t i = 0; i < timeline.lanes[r].start.size(); ++i)
            text +=
                fmt::format("{}{} {}-{}", i > 0 ? ", " : "", actionText(timeline.schedule->rows[r][i].id()),
                            timeline.lanes[r].start[i], timeline.lanes[r].end[i]);
    }
    return text;
}

/// Where a timeline is not what every timeline is, in words.
std::string defect(const Timeline& timeline)
{
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r) {
        const Row& row = timeline.schedule->rows[r];
        const LaneTimes& lane = timeline.lanes[r];
        if (lane.start.size() != row.size() || lane.end.size() != row.size())
            return fmt::format("rank {} has {} times for {} actions", r, lane.start.size(), row.size());
        Time free = 0;
        for (std::size_t i = 0; i < row.size(); i = cellEnd(row, i)) {
            if (lane.start[i] < free || lane.end[i] < lane.start[i])
                return fmt::format("rank {} action {}: {}..{} after {}", r, i, lane.start[i], lane.end[i],
                                   free);
            free = lane.end[i];
        }
        if (free > timeline.makespan)
            return fmt::format("rank {} ends at {} behind the makespan {}", r, free, timeline.makespan);
    }
    return {};
}

/// Drops, repeats, swaps and moves cells at random.
void breakUp(Schedule& schedule, std::mt19937& random)
{
    for (int k = 0; k < 4; ++k) {
        Row& row = schedule.rows[random() % schedule.rows.size()];
        Row& other = schedule.rows[random() % schedule.rows.size()];
        if (row.empty())
            continue;
        const auto at = row.begin() + static_cast<std::ptrdiff_t>(random() % row.size());
        const Action action = at->withRole(CellRole::Single);
        switch (random() % 4) {
        case 0:
            row.erase(at);
            break;
        case 1:
            row.push_back(action);
            break;
        case 2:
            std::iter_swap(at, row.begin());
            break;
        default:
            row.erase(at);
            other.insert(other.begin() + static_cast<std::ptrdiff_t>(random() % (other.size() + 1)), action);
        }
    }
    // An overlapped cell that lost its beginning is none.
    for (Row& row : schedule.rows)
        for (Action& action : row)
            action = action.withRole(CellRole::Single);
}

/// Random orders that run, as they are and lowered.
std::vector<SchedulePtr> someOrders()
{
    std::vector<SchedulePtr> orders;
    for (const auto& record : sharedJson("conformance/orders/random.json"))
        for (const char* kind : {"order", "sendrecv", "comms"})
            if (record.contains(kind))
                orders.push_back(std::make_shared<const Schedule>(scheduleFromCells(record[kind])));
    return orders;
}

} // namespace

/// Orders that cannot run still get times: text in, "0F0 0-1" out.
class TimeBroken : public QObject
{
    Q_OBJECT

private slots:
    void orders_data()
    {
        addRows<std::string, bool, std::string>({
            {"runs", "0F0 0B0\n1F0 1B0", false, "0F0 0-1, 0B0 4-6\n1F0 1-2, 1B0 2-4"},
            {"two that wait for each other: the earlier goes on", "0F0 0B0 0F1 0B1\n1F0 1F1 1B0 1B1", false,
             "0F0 0-1, 0B0 1-3, 0F1 3-4, 0B1 9-11\n1F0 1-2, 1F1 4-5, 1B0 5-7, 1B1 7-9"},
            {"of equals the lowest rank goes on", "1F1 0F0\n1F0 0F1", false,
             "1F1 0-1, 0F0 1-2\n1F0 2-3, 0F1 3-4"},
            {"B before its F", "0B0 0F0", false, "0B0 0-2, 0F0 2-3"},
            {"needs what no rank runs", "1F0 1B0 1F1\n3F0 3B0", false,
             "1F0 0-1, 1B0 1-3, 1F1 3-4\n3F0 0-1, 3B0 1-3"},
            {"the first of two is the producer", "0F0 0F0\n1F0 1F0", false,
             "0F0 0-1, 0F0 1-2\n1F0 1-2, 1F0 2-3"},
            {"received behind its use", "0F0 0SEND_F0\n1F0 1RECV_F0", false,
             "0F0 0-1, 0SEND_F0 1-1\n1F0 1-2, 1RECV_F0 2-2"},
            {"a receive behind its use meets its send", "0F0 0SEND_F0\n1F0 1RECV_F0", true,
             "0F0 0-1, 0SEND_F0 1-1\n1F0 0-1, 1RECV_F0 1-1"},
            {"two sends at each other", "0F0 0SEND_F0 1RECV_F1 1F1\n0F1 0SEND_F1 1RECV_F0 1F0", true,
             "0F0 0-1, 0SEND_F0 1-1, 1RECV_F1 1-1, 1F1 1-2\n0F1 0-1, 0SEND_F1 1-1, 1RECV_F0 1-1, 1F0 1-2"},
            {"only messages", "0SEND_F0\n1RECV_F0", false, "0SEND_F0 0-0\n1RECV_F0 0-0"},
            {"a message in an overlapped cell", "(0F0;0SEND_F0)OVERLAP_F_B 0B0\n1RECV_F0 1F0 1B0", false,
             "0F0 0-1, 0SEND_F0 0-1, 0B0 4-6\n1RECV_F0 0-0, 1F0 1-2, 1B0 2-4"},
            {"nothing", "\n", false, ""},
        });
    }

    void orders()
    {
        const auto [rows, rendezvous, expected] = givenRow<std::string, bool, std::string>();
        CostModel costs;
        costs.transfer.mode = rendezvous ? TransferMode::Rendezvous : TransferMode::Async;
        const auto timeline = succeeded(simulateBroken(orderFrom(rows), costs));
        QCOMPARE(timesOfAll(*timeline), expected);
    }

    void whatRunsGetsItsOwnTimes()
    {
        int compared = 0;
        for (const SchedulePtr& schedule : someOrders())
            for (const TransferMode mode : {TransferMode::Async, TransferMode::Rendezvous}) {
                CostModel costs;
                costs.transfer = {0.5, 3, 2, mode};
                const auto strict = simulate(schedule, costs);
                if (!strict)
                    continue;
                const auto lenient = succeeded(simulateBroken(schedule, costs));
                QVERIFY2(lenient->lanes == strict->lanes, render(*schedule).c_str());
                QCOMPARE(lenient->makespan, strict->makespan);
                ++compared;
            }
        qInfo("%d orders compared", compared);
        QVERIFY(compared > 100);
    }

    void everythingHasATimeOfItsOwn()
    {
        std::mt19937 random(5);
        int stuck = 0;
        for (const SchedulePtr& valid : someOrders())
            for (int k = 0; k < 10; ++k) {
                auto schedule = std::make_shared<Schedule>(*valid);
                breakUp(*schedule, random);
                CostModel costs;
                costs.transfer = {0.25, 1, k % 3 == 0 ? 0.0 : 4.0,
                                  k % 2 == 0 ? TransferMode::Async : TransferMode::Rendezvous};
                const auto timeline = succeeded(simulateBroken(schedule, costs));
                const std::string wrong = defect(*timeline);
                QVERIFY2(wrong.empty(), (wrong + " in\n" + render(*schedule)).c_str());
                QVERIFY(simulateBroken(schedule, costs)->lanes == timeline->lanes);
                stuck += !simulate(schedule, costs).has_value();
            }
        qInfo("%d orders that cannot run", stuck);
        QVERIFY(stuck > 100);
    }

    void manyRanksThatWaitForOne()
    {
        constexpr std::uint32_t kRanks = 65'536;
        constexpr std::uint32_t kEach = 8;
        auto schedule = std::make_shared<Schedule>();
        schedule->rows.resize(kRanks);
        // Rank 0 waits for itself; every other one waits for its last action.
        schedule->rows[0] = {{StageId{0}, ActionKind::Backward, MicrobatchId{0}},
                             {StageId{0}, ActionKind::Forward, MicrobatchId{0}}};
        for (std::uint32_t r = 1; r < kRanks; ++r)
            for (std::uint32_t k = 0; k < kEach; ++k)
                schedule->rows[r].emplace_back(StageId{1}, ActionKind::Forward, MicrobatchId{0});
        countStagesAndMicrobatches(*schedule);
        const auto timeline = succeeded(simulateBroken(schedule, {}));
        QCOMPARE(timeline->startOf({RankId{0}, 0}), 0.0);
        QCOMPARE(timeline->startOf({RankId{kRanks - 1}, 0}), 3.0);
        QCOMPARE(timeline->makespan, 3.0 + kEach);
    }

    void failures()
    {
        CostModel costs;
        costs.forward = StageValues(-1.0);
        const auto refused = simulateBroken(orderFrom("0B0 0F0"), costs);
        QCOMPARE(messageOf(refused), "forward is -1; expected a finite number of at least 0");
        const auto stopped = simulateBroken(orderFrom("0B0 0F0"), {}, cancelled());
        QVERIFY(!stopped.has_value());
        QCOMPARE(stopped.error().kind, TimingFailure::Kind::Cancelled);
    }
};

BUBBLESCOPE_TEST(TimeBroken)
#include "time_broken.moc"
