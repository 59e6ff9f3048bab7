// SPDX-License-Identifier: Apache-2.0
// The zero-bubble project's searches and fixed rules: small orders, refusals, and known figures.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/generate/catalog.h"
#include "tests/core/generate_support.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

class GenerateZb : public QObject
{
    Q_OBJECT

private slots:
    void orders_data()
    {
        addRows<std::string, std::string>({
            {"ZB-H1 splits nothing on the first rank, the first and the last on the second",
             "zb-h1:ranks=2,microbatches=4",
             "0F0 0F1 0B0 0F2 0B1 0F3 0B2 0B3\n"
             "1F0 1I0 1F1 1B1 1F2 1B2 1F3 1I3 1W0 1W3"},
            {"ZB-H1, weight gradients as late as the rank's number", "zb-h1:ranks=4,microbatches=4",
             "0F0 0F1 0F2 0F3 0B0 0B1 0B2 0B3\n"
             "1F0 1F1 1F2 1I0 1F3 1I1 1W0 1I2 1W1 1I3 1W2 1W3\n"
             "2F0 2F1 2I0 2F2 2I1 2F3 2I2 2W0 2I3 2W1 2W2 2W3\n"
             "3F0 3I0 3F1 3I1 3F2 3I2 3F3 3I3 3W0 3W1 3W2 3W3"},
            {"ZB-H1 with fewer microbatches than ranks", "zb-h1:ranks=3,microbatches=1",
             "0F0 0B0\n"
             "1F0 1I0 1W0\n"
             "2F0 2I0 2W0"},
            {"ZB auto with room for one activation", "zb-auto:ranks=2,microbatches=2,memory_limit=1",
             "0F0 0I0 0W0 0F1 0I1 0W1\n"
             "1F0 1I0 1W0 1F1 1I1 1W1"},
            {"ZB auto with the memory of 1F1B", "zb-auto:ranks=2,microbatches=3,memory_limit=2",
             "0F0 0F1 0I0 0W0 0F2 0I1 0W1 0I2 0W2\n"
             "1F0 1I0 1F1 1I1 1W0 1F2 1I2 1W1 1W2"},
            {"ZB auto without a limit", "zb-auto:ranks=2,microbatches=3",
             "0F0 0F1 0F2 0I0 0W0 0I1 0W1 0I2 0W2\n"
             "1F0 1I0 1F1 1I1 1F2 1I2 1W0 1W1 1W2"},
            {"ZB auto on one rank", "zb-auto:ranks=1,microbatches=2", "0F0 0I0 0F1 0W0 0I1 0W1"},
            {"ZBV auto", "zbv-auto:ranks=2,microbatches=2",
             "0F0 0F1 3F0 3I0 3F1 3I1 0I0 3W0 0I1 3W1 0W0 0W1\n"
             "1F0 2F0 1F1 2F1 2I0 1I0 2I1 1I1 2W0 1W0 2W1 1W1"},
            {"ZBV by hand without the microbatches that it was built for",
             "zbv-handcrafted:ranks=2,microbatches=1",
             "0F0 3F0 3I0 3W0 0I0 0W0\n"
             "1F0 2F0 2I0 2W0 1I0 1W0"},
            {"groups of one", "group-interleaved-1f1b:ranks=2,microbatches=3,group_size=1",
             "0F0 2F0 0F1 2I0 2W0 2F1 0I0 0W0 0F2 2I1 2W1 2F2 0I1 0W1 2I2 2W2 0I2 0W2\n"
             "1F0 3F0 3I0 3W0 1F1 1I0 1W0 3F1 3I1 3W1 1F2 1I1 1W1 3F2 3I2 3W2 1I2 1W2"},
            {"groups of all ranks, the last one short", "group-interleaved-1f1b:ranks=2,microbatches=3",
             "0F0 0F1 2F0 2F1 2I0 2W0 0F2 2I1 2W1 0I0 0W0 2F2 0I1 0W1 2I2 2W2 0I2 0W2\n"
             "1F0 1F1 3F0 3I0 3W0 3F1 3I1 3W1 1F2 1I0 1W0 1I1 1W1 3F2 3I2 3W2 1I2 1W2"},
            {"a later chunk waits until no other takes its turn",
             "group-interleaved-1f1b:ranks=3,microbatches=2,group_size=1",
             "0F0 0F1 3F0 3F1 3I0 3W0 3I1 3W1 0I0 0W0 0I1 0W1\n"
             "1F0 1F1 4F0 4I0 4W0 4F1 4I1 4W1 1I0 1W0 1I1 1W1\n"
             "2F0 2F1 5F0 5I0 5W0 5F1 5I1 5W1 2I0 2W0 2I1 2W1"},
            {"four chunks, two blocks apart: the third moves on, for the first takes its turn",
             "group-interleaved-1f1b:ranks=3,microbatches=3,stages-per-rank=4,group_size=1",
             "0F0 3F0 0F1 6F0 3F1 9F0 0F2 6F1 9I0 9W0 3F2 9F1 6I0 6W0 6F2 9I1 9W1 3I0 3W0 9F2 6I1 6W1 0I0 "
             "0W0 9I2 9W2 3I1 3W1 6I2 6W2 0I1 0W1 3I2 3W2 0I2 0W2\n"
             "1F0 4F0 1F1 7F0 4F1 10F0 1F2 10I0 10W0 7F1 4F2 7I0 7W0 10F1 10I1 10W1 7F2 4I0 4W0 7I1 7W1 "
             "10F2 1I0 1W0 10I2 10W2 4I1 4W1 7I2 7W2 1I1 1W1 4I2 4W2 1I2 1W2\n"
             "2F0 5F0 2F1 8F0 5F1 11F0 11I0 11W0 2F2 8F1 8I0 8W0 5F2 11F1 11I1 11W1 5I0 5W0 8F2 8I1 8W1 "
             "2I0 2W0 11F2 11I2 11W2 5I1 5W1 8I2 8W2 2I1 2W1 5I2 5W2 2I2 2W2"},
            {"one chunk a rank is 1F1B", "group-interleaved-1f1b:ranks=2,microbatches=2,stages-per-rank=1",
             "0F0 0F1 0I0 0W0 0I1 0W1\n"
             "1F0 1I0 1W0 1F1 1I1 1W1"},
        });
    }

    void orders()
    {
        const auto [text, order] = givenRow<std::string, std::string>();
        QCOMPARE(renderedOrRefusal(text), order);
    }

    void costsChangeTheOrder()
    {
        CostModel costs;
        costs.forward = StageValues(std::vector<double>{1, 2});
        costs.backwardInput = StageValues(2);
        costs.transfer.latency = 1;
        // The first rank has time for both forwards; the second fills its waits with weight gradients.
        QCOMPARE(renderedOrRefusal("zb-auto:ranks=2,microbatches=4,memory_limit=2", {.costs = costs}),
                 "0F0 0F1 0I0 0W0 0F2 0I1 0W1 0F3 0I2 0W2 0I3 0W3\n"
                 "1F0 1I0 1F1 1I1 1W0 1W1 1F2 1I2 1F3 1I3 1W2 1W3");
    }

    void refusals_data()
    {
        addRows<std::string, std::string>({
            {"no room for one activation", "zb-auto:memory_limit=0.5",
             "memory_limit is 0.5, but zb-auto needs at least 1; nearest that work: 1"},
            {"a limit that is no number", "zb-auto:memory_limit=all",
             "memory_limit is 'all'; expected a number or auto; nearest that work: auto"},
            {"two stages a rank", "zb-auto:stages-per-rank=2",
             "stages-per-rank is 2, but zb-auto needs exactly 1; nearest that work: 1"},
            {"a decision that is none", "zb-auto:prioritize_b=maybe",
             "prioritize_b is 'maybe'; expected one of auto, true, false; nearest that work: auto, true, "
             "false"},
            {"less memory than the warm-up of ZBV", "zbv-auto:ranks=4,microbatches=12,memory_limit=6",
             "memory_limit is 6, but zbv-auto needs at least twice the ranks, or twice the microbatches if "
             "there are fewer of them (8); nearest that work: 8"},
            {"less memory than three microbatches", "zbv-auto:ranks=4,microbatches=3,memory_limit=5.5",
             "memory_limit is 5.5, but zbv-auto needs at least twice the ranks, or twice the microbatches if "
             "there are fewer of them (6); nearest that work: 6"},
            {"an empty group", "group-interleaved-1f1b:group_size=0",
             "group_size is 0, but group-interleaved-1f1b needs at least 1; nearest that work: 1"},
            {"half a microbatch in a group", "group-interleaved-1f1b:group_size=1.5",
             "group_size is '1.5'; expected a whole number or auto; nearest that work: auto"},
            {"more than fits", "zb-auto:ranks=65536,microbatches=100000",
             "microbatches is 100000, but zb-auto would have 19660800000 actions; at most 2147483648 can be "
             "built; nearest that work: 10922"},
        });
    }

    void refusals()
    {
        const auto [text, message] = givenRow<std::string, std::string>();
        QCOMPARE(renderedOrRefusal(text), message);
    }

    void limitsThatCostsMakeTooSmall()
    {
        CostModel costs;
        costs.activationKeptUntilWeight = StageValues(1.5);
        QCOMPARE(renderedOrRefusal("zb-auto:memory_limit=1", {.costs = costs}),
                 "memory_limit is 1, but zb-auto needs at least 1.5 with these costs");
        QVERIFY(tryGenerate("zb-auto:memory_limit=1.5", {.costs = costs}).has_value());
        QCOMPARE(renderedOrRefusal("zbv-auto:ranks=4,memory_limit=8", {.costs = costs}),
                 "memory_limit is 8, but zbv-auto needs at least 8.5 with these costs");
        QVERIFY(tryGenerate("zbv-auto:ranks=4,memory_limit=8.5", {.costs = costs}).has_value());
        QCOMPARE(renderedOrRefusal("zbv-auto:ranks=4,microbatches=2,memory_limit=4", {.costs = costs}),
                 "memory_limit is 4, but zbv-auto needs at least 6 with these costs");

        costs.forward = StageValues(std::vector<double>{1, 2, 3});
        QCOMPARE(tryGenerate("zb-auto:ranks=4", {.costs = costs}).error().text(),
                 costs.check(4).error().text());
    }

    void optionsOfTheCatalog()
    {
        for (const char* name : {"zb-auto", "zbv-auto"}) {
            const ScheduleInfo* info = findSchedule(name);
            QVERIFY(info != nullptr && info->isMadeForCosts);
            std::string options;
            for (const ParameterSpec& spec : info->parameters)
                if (spec.isOption)
                    options += " " + spec.key + "=" + spec.defaultValue;
            QCOMPARE(options, std::string(name) == "zb-auto"
                                  ? " variant=zero-bubble memory_limit=auto allow_bubble_before_first_b=auto "
                                    "prioritize_b=auto no_bubble_greedy=auto"
                                  : " variant=zero-bubble memory_limit=auto fill_b=auto fill_f=auto");
        }
        for (const char* name : {"zb-h1", "zbv-handcrafted", "group-interleaved-1f1b"})
            QVERIFY(findSchedule(name) != nullptr && !findSchedule(name)->isMadeForCosts);
    }

    void handcraftedIsTheOrderOfZbv()
    {
        for (int ranks = 1; ranks <= 6; ++ranks)
            for (int microbatches = 1; microbatches <= 14; ++microbatches) {
                const std::string size = fmt::format("ranks={},microbatches={}", ranks, microbatches);
                QCOMPARE(renderedOrRefusal("zbv-handcrafted:" + size), renderedOrRefusal("zbv:" + size));
            }
    }

    void groupsLargerThanAllMicrobatchesChangeNothing()
    {
        for (int ranks = 1; ranks <= 7; ++ranks)
            for (int chunks = 1; chunks <= 4; ++chunks) {
                const std::string size = fmt::format(
                    "group-interleaved-1f1b:ranks={},microbatches=5,stages-per-rank={},group_size=", ranks,
                    chunks);
                QCOMPARE(renderedOrRefusal(size + "1000000000"), renderedOrRefusal(size + "5"));
            }
    }

    void smallerGroupsHoldLess()
    {
        ScheduleRequest request;
        request.schedule = "group-interleaved-1f1b";
        request.ranks = 8;
        request.microbatches = 24;
        request.stagesPerRank = 3;
        const auto peakWith = [&](const char* groupSize) {
            request.options["group_size"] = groupSize;
            return measured(request, {})->metrics.peakActivations;
        };
        // (chunks - 1) · step · group size + ranks.
        QCOMPARE(peakWith("auto"), 24.0);
        QCOMPARE(peakWith("4"), 16.0);
        QCOMPARE(peakWith("1"), 16.0);
    }

    void chunksWhoseTurnIsTakenMoveOneBlock_data()
    {
        // (the last chunk's block) · group size + ranks.
        addRows<int, int, int, double>({
            {"six chunks, two blocks apart, groups of two", 6, 6, 2, (5 * 2 + 1) * 2 + 6.0},
            {"six chunks, two blocks apart", 4, 6, 1, 5 * 2 + 1 + 4.0},
            {"six chunks, three blocks apart", 5, 6, 1, 5 * 3 + 2 + 5.0},
            {"four chunks, four blocks apart", 8, 4, 1, 3 * 4 + 3 + 8.0},
            {"five chunks, two blocks apart: none is taken", 4, 5, 1, 4 * 2 + 4.0},
        });
    }

    void chunksWhoseTurnIsTakenMoveOneBlock()
    {
        const auto [ranks, chunks, groupSize, peak] = givenRow<int, int, int, double>();
        ScheduleRequest request;
        request.schedule = "group-interleaved-1f1b";
        request.ranks = ranks;
        request.microbatches = 24;
        request.stagesPerRank = chunks;
        request.options["group_size"] = std::to_string(groupSize);
        QCOMPARE(measured(request, {})->metrics.peakActivations, peak);
    }

    void limitOfTheRanksNeedsNoMoreThanOneForwardOneBackward()
    {
        for (int ranks = 2; ranks <= 8; ++ranks) {
            ScheduleRequest request;
            request.schedule = "zb-auto";
            request.ranks = ranks;
            request.microbatches = 4 * ranks;
            request.options["memory_limit"] = std::to_string(ranks);
            const Result<Measured> oneTimes = measured(request, {});
            QCOMPARE(oneTimes->metrics.peakActivations, static_cast<double>(ranks));
            // (p - 1)(F + I - W) more than a rank's work.
            QCOMPARE(oneTimes->metrics.longestRankSpan, 12.0 * ranks + (ranks - 1));
            request.options["memory_limit"] = std::to_string(2 * ranks);
            QCOMPARE(measured(request, {})->metrics.longestRankSpan, 12.0 * ranks);
        }
    }
};

BUBBLESCOPE_TEST(GenerateZb)
#include "generate_zb.moc"
