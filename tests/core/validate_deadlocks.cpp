// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/time/wait_cycles.h"
#include "core/validate/validate.h"
#include "tests/core/cell_graph.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// "0:0B0 1:1B0 1:1F1" of each deadlock: the cycle's ranks and actions.
std::string cyclesText(const std::vector<Problem>& problems)
{
    std::string text;
    for (const Problem& problem : problems) {
        text += text.empty() ? "" : " | ";
        text += problemKindName(problem.kind);
        for (const ProblemAction& action : problem.actions)
            text += fmt::format(" {}:{}", action.rank.value, actionText(action.action));
    }
    return text;
}

/// Ranks of one cell each that wait for other ranks' cells, as given.
struct Waits
{
    Schedule schedule;
    std::vector<std::vector<std::uint32_t>> of; ///< by rank

    explicit Waits(std::vector<std::vector<std::uint32_t>> edges) : of(std::move(edges))
    {
        schedule.rows.assign(of.size(), {Action(StageId{0}, ActionKind::Forward, MicrobatchId{0})});
    }

    [[nodiscard]] std::vector<WaitCycle> find() const
    {
        const Worklist worklist(schedule);
        std::vector<std::uint32_t> all(of.size());
        for (std::uint32_t r = 0; r < all.size(); ++r)
            all[r] = r;
        return findWaitCycles(
            worklist, schedule,
            [&](std::uint32_t rank, std::vector<Blockage>& waits) {
                for (const std::uint32_t other : of[rank])
                    waits.push_back({0, Input{{}, {other, 0}, false, false}});
            },
            all);
    }
};

/// The fewest ranks of any cycle, by trying all ways; 0 if there is none.
std::size_t fewestRanks(const std::vector<std::vector<std::uint32_t>>& edges, const std::vector<bool>& gone)
{
    std::size_t best = 0;
    std::vector<std::uint32_t> way;
    const std::function<void(std::uint32_t)> walk = [&](std::uint32_t at) {
        way.push_back(at);
        for (const std::uint32_t next : edges[at]) {
            if (next == way.front() && (best == 0 || way.size() < best))
                best = way.size();
            if (!gone[next] && std::find(way.begin(), way.end(), next) == way.end())
                walk(next);
        }
        way.pop_back();
    };
    for (std::uint32_t rank = 0; rank < edges.size(); ++rank)
        if (!gone[rank])
            walk(rank);
    return best;
}

/// Stages in a loop over the ranks, each rank's actions in any order in which no F stands behind its B, and
/// no RECV, F and SEND behind each other.
Schedule randomOrder(std::mt19937& random, bool messages)
{
    const auto ranks = static_cast<std::uint32_t>(2 + random() % 4);
    const auto stages = static_cast<std::uint32_t>(ranks * (1 + random() % 2));
    const auto microbatches = static_cast<std::uint32_t>(1 + random() % 3);
    Schedule schedule;
    schedule.rows.resize(ranks);
    for (std::uint32_t r = 0; r < ranks; ++r) {
        // The actions of a stage and microbatch keep their order; whose turn it is, is drawn.
        std::vector<std::vector<Action>> queues;
        for (std::uint32_t s = r; s < stages; s += ranks)
            for (std::uint32_t m = 0; m < microbatches; ++m) {
                std::vector<Action>& queue = queues.emplace_back();
                const auto put = [&](ActionKind kind) {
                    queue.emplace_back(StageId{s}, kind, MicrobatchId{m});
                };
                if (messages && s > 0)
                    put(ActionKind::ReceiveForward);
                put(ActionKind::Forward);
                if (messages && s + 1 < stages)
                    put(ActionKind::SendForward);
                if (!messages)
                    put(ActionKind::Backward);
            }
        while (!queues.empty()) {
            // Mostly the first: few cycles, and long ones.
            const std::size_t i = random() % 3 != 0 ? 0 : random() % queues.size();
            schedule.rows[r].push_back(queues[i].front());
            queues[i].erase(queues[i].begin());
            if (queues[i].empty())
                queues.erase(queues.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    countStagesAndMicrobatches(schedule);
    return schedule;
}

std::size_t waitsIn(const std::string& message)
{
    std::size_t waits = 0;
    for (std::size_t at = message.find(" waits for "); at != std::string::npos;
         at = message.find(" waits for ", at + 1))
        ++waits;
    return waits;
}

} // namespace

/// Which cycle of a deadlock is told: the shortest, checked against looking at all of them.
class ValidateDeadlocks : public QObject
{
    Q_OBJECT

private slots:
    void orders_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<bool>("rendezvous");
        QTest::addColumn<QString>("expected");
        const auto add = [](const char* name, const char* order, bool rendezvous, const char* expected) {
            QTest::newRow(name) << order << rendezvous << expected;
        };
        // 1F0 leads round over all three ranks, 5F0 over two.
        add("the shorter of two ways out of one cell", "(1F0;5F0)OVERLAP_F_B\n3F0 0F0\n2F0 4F0", false,
            "deadlock 0:5F0 2:4F0 2:2F0 0:1F0");
        add("a send that waits for itself", "0F0 0SEND_F0 1RECV_F0 1F0", true,
            "deadlock 0:0SEND_F0 0:1RECV_F0");
        add("the same with buffers", "0F0 0SEND_F0 1RECV_F0 1F0", false, "");
        add("a receive before the send of its own rank", "0F0 1RECV_F0 0SEND_F0 1F0", false,
            "dependency-order 0:1RECV_F0 0:0SEND_F0");
    }

    void orders()
    {
        QFETCH(QString, order);
        QFETCH(bool, rendezvous);
        QFETCH(QString, expected);
        const ValidateOptions options{rendezvous ? SendSemantics::Rendezvous : SendSemantics::Buffered};
        std::vector<Problem> problems = validate(parse(order.toStdString()), options);
        std::erase_if(problems, [](const Problem& p) { return p.kind == ProblemKind::MissingAction; });
        QCOMPARE(QString::fromStdString(cyclesText(problems)), expected);
    }

    void messages_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<QString>("expected");
        // The ranks stop at 3F1, 4F0 and 2B0; of these, three wait for each other.
        QTest::newRow("behind where the ranks stop")
            << "0F0 3F1 0F1 3F0 3B0 0B0 3B1 0B1\n1F0 1F1 4F0 4F1 "
               "4B0 4B1 1B0 1B1\n2F0 5F0 5B0 2B0 2F1 5F1 5B1 2B1"
            << "rank 0 3F1 (cell 1) waits for 2F1 on rank 2, which comes after 2B0; rank 2 2B0 (cell 3) "
               "waits for 3B0 on rank 0, which comes after 3F1";
        QTest::newRow("an action of an interleaved order that was moved to the front")
            << "0F0 3F5 0F1 0F2 3F0 3F1 3F2 0F3 0F4 3B0 0F5 3B1 3F3 3B2 3F4 0B0 0B1 0B2 3B3 3B4 3B5 0B3 0B4 "
               "0B5\n"
               "1F0 1F1 1F2 4F0 4F1 4F2 4B0 1F3 4B1 1F4 4B2 1F5 1B0 4F3 1B1 4F4 1B2 4F5 4B3 4B4 4B5 1B3 1B4 "
               "1B5\n"
               "2F0 2F1 2F2 5F0 5B0 5F1 5B1 5F2 5B2 2F3 2B0 2F4 2B1 2F5 2B2 5F3 5B3 5F4 5B4 5F5 5B5 2B3 2B4 "
               "2B5"
            << "rank 0 3F5 (cell 1) waits for 2F5 on rank 2, which comes after 2B1; rank 2 2B1 (cell 12) "
               "waits for 3B1 on rank 0, which comes after 3F5";
    }

    void messages()
    {
        QFETCH(QString, order);
        const std::vector<Problem> problems = validate(parse(order.toStdString()));
        QVERIFY(!problems.empty());
        QTEST(QString::fromStdString(problems.front().message.text()), "expected");
    }

    void shortestOfRandomOrders_data()
    {
        QTest::addColumn<bool>("messages");
        QTest::addColumn<bool>("rendezvous");
        QTest::newRow("without messages") << false << false;
        QTest::newRow("with buffers") << true << false;
        QTest::newRow("with rendezvous") << true << true;
    }

    void shortestOfRandomOrders()
    {
        QFETCH(bool, messages);
        QFETCH(bool, rendezvous);
        std::mt19937 random(23);
        std::map<std::size_t, int> found;
        for (int k = 0; k < 1500; ++k) {
            const Schedule schedule = randomOrder(random, messages);
            const ValidateOptions options{rendezvous ? SendSemantics::Rendezvous : SendSemantics::Buffered};
            const std::vector<Problem> problems = validate(schedule, options);
            std::size_t last = 0;
            for (const Problem& problem : problems) {
                QCOMPARE(QString::fromStdString(std::string(problemKindName(problem.kind))),
                         QString("deadlock"));
                QVERIFY(waitsIn(problem.message.text()) >= last);
                last = waitsIn(problem.message.text());
            }
            const std::size_t waits = problems.empty() ? 0 : waitsIn(problems.front().message.text());
            QVERIFY2(waits == CellGraph(schedule, rendezvous).fewestWaits(), render(schedule).c_str());
            ++found[waits];
        }
        for (const auto& [waits, orders] : found)
            qInfo("%d orders with cycles of %d", orders, static_cast<int>(waits));
        QVERIFY(found.size() > 3);
    }

    void shortestOfRandomWaits()
    {
        std::mt19937 random(17);
        int found = 0;
        for (int k = 0; k < 2000; ++k) {
            std::vector<std::vector<std::uint32_t>> edges(2 + random() % 7);
            for (auto& of : edges)
                for (std::size_t n = random() % 4; n > 0; --n)
                    of.push_back(static_cast<std::uint32_t>(random() % edges.size()));
            std::vector<bool> gone(edges.size(), false);
            std::size_t last = 1;
            for (const WaitCycle& cycle : Waits(edges).find()) {
                // Each is as short as what the ones before it leave, waits as it says, and begins with its
                // lowest.
                QCOMPARE(cycle.size(), fewestRanks(edges, gone));
                QVERIFY(cycle.size() >= last);
                last = cycle.size();
                for (std::size_t i = 0; i < cycle.size(); ++i) {
                    QCOMPARE(cycle[i].wait.input.producer.rank, cycle[(i + 1) % cycle.size()].rank);
                    QVERIFY(cycle[i].rank >= cycle[0].rank);
                    gone[cycle[i].rank] = true;
                }
                ++found;
            }
            QCOMPARE(fewestRanks(edges, gone), std::size_t{0});
        }
        QVERIFY(found > 1000);
    }

    void manyRanks_data()
    {
        QTest::addColumn<int>("form");
        QTest::addColumn<int>("cycles");
        QTest::addColumn<int>("longest");
        QTest::newRow("one ring") << 0 << 1 << 65'536;
        QTest::newRow("a chain of neighbours that wait for each other") << 1 << 32'768 << 2;
        QTest::newRow("two rings that may be crossed anywhere") << 2 << 2 << 32'768;
        QTest::newRow("a ring with one short cut") << 3 << 1 << 65'535;
        QTest::newRow("pairs") << 4 << 32'768 << 2;
    }

    void manyRanks()
    {
        QFETCH(int, form);
        constexpr std::uint32_t kRanks = 65'536;
        constexpr std::uint32_t kHalf = kRanks / 2;
        std::vector<std::vector<std::uint32_t>> edges(kRanks);
        for (std::uint32_t r = 0; r < kRanks; ++r)
            switch (form) {
            case 1:
                if (r > 0)
                    edges[r].push_back(r - 1);
                if (r + 1 < kRanks)
                    edges[r].push_back(r + 1);
                break;
            case 2:
                edges[r] = {(r % kHalf + 1) % kHalf, (r % kHalf + 1) % kHalf + kHalf};
                break;
            case 4:
                edges[r].push_back(r ^ 1U);
                break;
            default:
                edges[r].push_back((r + 1) % kRanks);
                if (form == 3 && r == 5)
                    edges[r].push_back(7);
            }
        const auto cycles = Waits(edges).find();
        QTEST(static_cast<int>(cycles.size()), "cycles");
        QTEST(static_cast<int>(cycles.back().size()), "longest");
    }

    void manyProblemsEnd()
    {
        // Each rank waits for what the other does next: a deadlock every two microbatches.
        constexpr std::uint32_t kMicrobatches = 60'000;
        Schedule schedule;
        schedule.rows.resize(2);
        for (std::uint32_t m = 0; m < kMicrobatches; m += 2)
            for (std::uint32_t r = 0; r < 2; ++r)
                for (const std::uint32_t k : {r, 1 - r}) // first the second half of what the other begins
                    schedule.rows[r].emplace_back(StageId{r == k ? 1U : 0U}, ActionKind::Forward,
                                                  MicrobatchId{m + k});
        schedule.placement = Placement{PlacementKind::Mirror, 2, 1};
        countStagesAndMicrobatches(schedule);
        const auto problems = validate(schedule);
        QCOMPARE(problems.size(), std::size_t{10'001});
        QCOMPARE(problems.back().message.text(), "and more problems of this kind");
    }
};

BUBBLESCOPE_TEST(ValidateDeadlocks)
#include "validate_deadlocks.moc"
