// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/generate/catalog.h"
#include "core/generate/examine.h"
#include "core/generate/registry.h"
#include "tests/core/generate_support.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <map>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// What is wrong with a complete order, looked at action by action; empty if nothing is.
std::string completenessProblem(const Schedule& schedule)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> kinds;
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        for (const Action& action : schedule.rows[r]) {
            if (action.isBubble())
                continue;
            const std::string text = actionText(action.id());
            if (!schedule.placement->holds(RankId{r}, action.stage()))
                return text + " is on rank " + std::to_string(r);
            kinds[{action.stage().value, action.microbatch().value}] += kindText(action.kind());
        }
    for (std::uint32_t s = 0; s < schedule.stageCount; ++s)
        for (std::uint32_t k = 0; k < schedule.microbatchCount; ++k)
            if (const std::string& found = kinds[{s, k}]; found != "FB" && found != "FIW")
                return "stage " + std::to_string(s) + " microbatch " + std::to_string(k) + " runs '" + found +
                       "'";
    const std::size_t expected = std::size_t{schedule.stageCount} * schedule.microbatchCount;
    return kinds.size() == expected
               ? ""
               : std::to_string(kinds.size()) + " instead of " + std::to_string(expected);
}

std::vector<std::string> variantsOf(const std::string& schedule)
{
    for (const ParameterSpec& spec : findSchedule(schedule)->parameters)
        if (spec.key == "variant")
            return spec.choices;
    return {};
}

} // namespace

class GenerateOrders : public QObject
{
    Q_OBJECT

private slots:
    void orders_data()
    {
        test::addRows<std::string, std::string>({
            {"GPipe with fewer microbatches than ranks", "gpipe:ranks=3,microbatches=2",
             "0F0 0F1 0B0 0B1\n"
             "1F0 1F1 1B0 1B1\n"
             "2F0 2F1 2B0 2B1"},
            {"1F1B, the last rank from forward 0", "1f1b:ranks=3,microbatches=4",
             "0F0 0F1 0F2 0B0 0F3 0B1 0B2 0B3\n"
             "1F0 1F1 1B0 1F2 1B1 1F3 1B2 1B3\n"
             "2F0 2B0 2F1 2B1 2F2 2B2 2F3 2B3"},
            {"1F1B on one rank", "1f1b:ranks=1,microbatches=2", "0F0 0B0 0F1 0B1"},
            {"interleaved 1F1B in two rounds", "interleaved-1f1b:ranks=2,microbatches=4",
             "0F0 0F1 2F0 2F1 0F2 2B0 0F3 2B1 2F2 0B0 2F3 0B1 2B2 2B3 0B2 0B3\n"
             "1F0 1F1 3F0 3B0 3F1 3B1 1F2 1B0 1F3 1B1 3F2 3B2 3F3 3B3 1B2 1B3"},
            {"Megatron's groups of microbatches", "megatron-interleaved:ranks=2,microbatches=2",
             "0F0 0F1 2F0 2F1 2B0 2B1 0B0 0B1\n"
             "1F0 1F1 3F0 3B0 3F1 3B1 1B0 1B1"},
            {"one stage a rank of Megatron is 1F1B",
             "megatron-interleaved:ranks=2,microbatches=2,stages-per-rank=1",
             "0F0 0F1 0B0 0B1\n"
             "1F0 1B0 1F1 1B1"},
            {"as many microbatches as ranks with neuronx",
             "interleaved-1f1b:ranks=2,microbatches=2,variant=neuronx",
             "0F0 0F1 2F0 2F1 2B0 2B1 0B0 0B1\n"
             "1F0 1F1 3F0 3F1 3B0 3B1 1B0 1B1"},
            {"fewer microbatches than ranks with Primus", "zb-h1:ranks=3,microbatches=2,variant=primus",
             "0F0 0F1 0I0 0W0 0I1 0W1\n"
             "1F0 1F1 1I0 1W0 1I1 1W1\n"
             "2F0 2I0 2F1 2I1 2W0 2W1"},
            {"looped BFS, backwards from the last microbatch", "looped-bfs:ranks=2,microbatches=2",
             "0F0 0F1 2F0 2F1 2B1 2B0 0B1 0B0\n"
             "1F0 1F1 3F0 3F1 3B1 3B0 1B1 1B0"},
            {"zero bubble, weight gradients later on later ranks",
             "interleaved-zero-bubble:ranks=2,microbatches=2",
             "0F0 0F1 2F0 2F1 2I0 2W0 2I1 2W1 0I0 0W0 0I1 0W1\n"
             "1F0 1F1 3F0 3I0 3F1 3I1 3W0 1I0 3W1 1I1 1W0 1W1"},
            {"ZBV", "zbv:ranks=2,microbatches=3",
             "0F0 0F1 0F2 3F0 3I0 3W0 3F1 3I1 3W1 0I0 0W0 3F2 3I2 3W2 0I1 0W1 0I2 0W2\n"
             "1F0 2F0 1F1 2F1 2I0 2W0 1F2 1I0 1W0 2F2 2I1 2W1 1I1 2I2 1I2 1W1 2W2 1W2"},
            {"GPipe of d9d, backwards from the last microbatch", "gpipe:ranks=2,microbatches=2,variant=d9d",
             "0F0 0F1 0B1 0B0\n"
             "1F0 1F1 1B1 1B0"},
            {"only the forwards", "looped-bfs:ranks=1,microbatches=2,variant=d9d,inference=true",
             "0F0 0F1 1F0 1F1"},
            {"1F1B with fewer microbatches than ranks", "1f1b:ranks=3,microbatches=1,variant=hyper-parallel",
             "0F0 0B0\n"
             "1F0 1B0\n"
             "2F0 2B0"},
            {"rounds of three and two microbatches, overlapped",
             "interleaved-1f1b:ranks=2,microbatches=5,variant=hyper-parallel,overlap_b_f=true",
             "0F0 0F1 0F2 2F0 2F1 2F2 (2B0;0F3)OVERLAP_B_F (2B1;0F4)OVERLAP_B_F (2B2;2F3)OVERLAP_B_F "
             "(0B0;2F4)OVERLAP_B_F 0B1 0B2 2B3 2B4 0B3 0B4\n"
             "1F0 1F1 1F2 3F0 (3B0;3F1)OVERLAP_B_F (3B1;3F2)OVERLAP_B_F (3B2;1F3)OVERLAP_B_F "
             "(1B0;1F4)OVERLAP_B_F (1B1;3F3)OVERLAP_B_F (1B2;3F4)OVERLAP_B_F 3B3 3B4 1B3 1B4"},
            {"DualPipeV", "dualpipev:ranks=2,microbatches=4",
             "0F0 0F1 0F2 3F0 3I0 3W0 3F1 (0F3;3B1)OVERLAP_F_B (3F2;0B0)OVERLAP_F_B 3B2 (3F3;0B1)OVERLAP_F_B "
             "3B3 0I2 0W2 0I3 0W3\n"
             "1F0 2F0 1F1 2F1 1F2 2B0 (2F2;1B0)OVERLAP_F_B (1F3;2B1)OVERLAP_F_B "
             "(2F3;1B1)OVERLAP_F_B 2B2 1B2 2I3 1I3 2W3 1W3"},
        });
    }

    void orders()
    {
        const auto [text, order] = test::givenRow<std::string, std::string>();
        QCOMPARE(renderedOrRefusal(text), order);
    }

    void paddedOrders_data()
    {
        test::addRows<std::string, std::string>({
            {"GPipe leaves three cells for each later rank", "gpipe:ranks=2,microbatches=2",
             "0F0 0F1 . . . 0B0 0B1\n"
             ". 1F0 1F1 1B0 1B1"},
            {"1F1B", "1f1b:ranks=2,microbatches=3",
             "0F0 . . 0F1 0B0 0F2 0B1 . 0B2\n"
             ". 1F0 1B0 1F1 1B1 1F2 1B2"},
            {"zero bubble waits for forwards of the rank before",
             "interleaved-zero-bubble:ranks=2,microbatches=4,stages-per-rank=1",
             "0F0 . 0F1 0I0 0W0 0F2 0I1 0W1 0F3 0I2 0W2 0I3 0W3\n"
             ". 1F0 1I0 1F1 1I1 1W0 1F2 1I2 1W1 1F3 1I3 1W2 1W3"},
            {"ZBV keeps a place for microbatches that do not exist", "zbv:ranks=2,microbatches=2",
             "0F0 0F1 . 3F0 3I0 3W0 3F1 3I1 3W1 0I0 0W0 . . . 0I1 0W1\n"
             ". 1F0 2F0 1F1 2F1 2I0 2W0 . 1I0 1W0 . 2I1 2W1 1I1 . . 1W1"},
        });
    }

    void paddedOrders()
    {
        const auto [text, order] = test::givenRow<std::string, std::string>();
        QCOMPARE(renderedOrRefusal(text, {.padded = true}), order);
    }

    void everyActionOnceOnItsRank()
    {
        std::mt19937 random(20);
        const auto upTo = [&](unsigned highest) { return static_cast<std::int64_t>(random() % highest) + 1; };
        std::vector<std::pair<std::string, std::string>> orders; // schedule and variant
        for (const ScheduleInfo& info : scheduleCatalog())
            for (const std::string& variant : variantsOf(info.name))
                orders.emplace_back(info.name, variant);
        std::map<std::string, int> built;
        for (std::size_t k = 0; k < 600 * orders.size(); ++k) {
            ScheduleRequest request;
            request.schedule = orders[k % orders.size()].first;
            request.options["variant"] = orders[k % orders.size()].second;
            request.ranks = upTo(9);
            request.microbatches = upTo(40);
            if (random() % 2 == 0)
                request.stagesPerRank = upTo(5);
            const bool padded = random() % 2 == 0;
            const Result<Schedule> schedule = generate(request, {padded});
            QCOMPARE(schedule.has_value(), checkRequest(request).empty());
            if (!schedule)
                continue;
            const std::string problem = completenessProblem(*schedule);
            QVERIFY2(problem.empty(), (request.schedule + ": " + problem).c_str());
            std::size_t cells = 0;
            for (const Row& row : schedule->rows)
                cells += row.size();
            Examined examined = examine(request);
            examined.shape.padded = padded;
            QVERIFY2(cells <= examined.variant->cellBound(examined.shape), request.schedule.c_str());
            ++built[request.schedule + " " + request.options["variant"]];
        }
        QCOMPARE(built.size(), orders.size());
        for (const auto& [name, count] : built)
            QVERIFY2(count > 10, name.c_str());
    }

    void bubblesOnlyWherePadded()
    {
        for (const ScheduleInfo& info : scheduleCatalog()) {
            ScheduleRequest request;
            request.schedule = info.name;
            const Result<Schedule> plain = generate(request);
            const Result<Schedule> padded = generate(request, {true});
            QVERIFY(plain && padded);
            QVERIFY2(*plain == withoutBubbles(*plain), info.name.c_str());
            QVERIFY2(*plain == withoutBubbles(*padded), info.name.c_str());
            // PyTorch's DualPipeV writes none.
            QCOMPARE(*plain == *padded,
                     info.name == "dualpipev" || !findDefinition(info.name)->variants.front().writesBubbles);
        }
    }

    void sayWhatTheyAre()
    {
        const auto schedule = test::succeeded(tryGenerate("ZBVZeroBubble:ranks=3,microbatches=5"));
        QCOMPARE(schedule->name, "zbv");
        QCOMPARE(schedule->rankCount(), 3U);
        QCOMPARE(schedule->stageCount, 6U);
        QCOMPARE(schedule->microbatchCount, 5U);
        QVERIFY(schedule->placement == Placement({PlacementKind::V, 3, 2}));
        QCOMPARE(schedule->actionCount(), std::size_t{6 * 5 * 3});
    }

    void longRowsAreTheSameOnManyThreads()
    {
        const auto schedule = test::succeeded(tryGenerate("1f1b:ranks=16,microbatches=20000"));
        for (std::uint32_t r = 0; r < 16; ++r) {
            const Row& row = schedule->rows[r];
            const std::uint32_t warmUp = 15 - r;
            QCOMPARE(row.size(), std::size_t{40000});
            // In the steady part every second cell is a forward, `warmUp` ahead of the backward after it.
            for (std::uint32_t k = 0; k < 20000 - warmUp; ++k) {
                const Action expectedForward(StageId{r}, ActionKind::Forward, MicrobatchId{warmUp + k});
                const Action expectedBackward(StageId{r}, ActionKind::Backward, MicrobatchId{k});
                if (row[warmUp + 2 * k] != expectedForward || row[warmUp + 2 * k + 1] != expectedBackward)
                    QFAIL(actionText(row[warmUp + 2 * k].id()).c_str());
            }
        }
    }

    void cancelledBeforeItBegins()
    {
        for (const ScheduleInfo& info : scheduleCatalog()) {
            ScheduleRequest request;
            request.schedule = info.name;
            request.microbatches = 100'000;
            const Result<Schedule> schedule = generate(request, {}, cancelled());
            QVERIFY2(!schedule, info.name.c_str());
            QCOMPARE(schedule.error().kind, ErrorKind::Cancelled);
            QCOMPARE(schedule.error().text(), "generation was stopped");
        }
    }

    void paddingThatIsTooLargeIsRefused()
    {
        const Result<Schedule> schedule = tryGenerate("gpipe:ranks=60000,microbatches=1", {.padded = true});
        QCOMPARE(test::errorOf(schedule),
                 "gpipe with its bubbles would have 10800120000 cells; at most 2147483648 can be built");
    }
};

BUBBLESCOPE_TEST(GenerateOrders)
#include "generate_orders.moc"
