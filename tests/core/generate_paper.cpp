// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/generate/catalog.h"
#include "tests/core/rows_support.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

/// Hanayo and ZB-H2, which are written from papers: small orders by hand, and what their help promises.
class GeneratePaper : public QObject
{
    Q_OBJECT

private slots:
    void orders_data()
    {
        addRows<std::string, std::string>({
            {"Hanayo, a group and one more", "hanayo:ranks=2,microbatches=3",
             "0F0 0F1 3F0 3B0 0F2 3F1 3B1 0B0 3F2 3B2 0B1 0B2\n"
             "1F0 2F0 1F1 2F1 2B0 1F2 1B0 2F2 2B1 1B1 2B2 1B2"},
            {"Hanayo in two waves", "hanayo:ranks=2,microbatches=2,stages-per-rank=4",
             "0F0 0F1 3F0 4F0 3F1 4F1 7F0 7B0 7F1 7B1 4B0 3B0 4B1 3B1 0B0 0B1\n"
             "1F0 2F0 1F1 2F1 5F0 6F0 5F1 6F1 6B0 5B0 6B1 5B1 2B0 1B0 2B1 1B1"},
            {"Hanayo on one rank", "hanayo:ranks=1,microbatches=2,stages-per-rank=4",
             "0F0 1F0 2F0 3F0 3B0 0F1 2B0 1F1 1B0 2F1 0B0 3F1 3B1 2B1 1B1 0B1"},
            {"ZB-H2", "zb-h2:ranks=2,microbatches=4",
             "0F0 0F1 0F2 0I0 0W0 0F3 0I1 0W1 0I2 0W2 0I3 0W3\n"
             "1F0 1I0 1F1 1I1 1F2 1I2 1W0 1F3 1I3 1W1 1W2 1W3"},
            {"ZB-H2 with fewer microbatches than its warm-up", "zb-h2:ranks=3,microbatches=2",
             "0F0 0F1 0I0 0W0 0I1 0W1\n"
             "1F0 1F1 1I0 1I1 1W0 1W1\n"
             "2F0 2I0 2F1 2I1 2W0 2W1"},
            {"ZB-H2 on one rank", "zb-h2:ranks=1,microbatches=2", "0F0 0I0 0W0 0F1 0I1 0W1"},
        });
    }

    void orders()
    {
        const auto [text, order] = fetchRow<std::string, std::string>();
        QCOMPARE(rendered(text), order);
    }

    void refused_data()
    {
        addRows<std::string, std::string>({
            {"half a wave", "hanayo:stages-per-rank=3",
             "stages-per-rank is 3, but hanayo needs an even number, two for each wave; nearest that work: "
             "2, 4"},
            {"one stage a rank", "hanayo:stages-per-rank=1",
             "stages-per-rank is 1, but hanayo needs at least 2; nearest that work: 2"},
            {"a loop", "hanayo:placement=loop",
             "placement is loop, but hanayo needs v; nearest that work: v"},
            {"two stages a rank", "zb-h2:stages-per-rank=2",
             "stages-per-rank is 2, but zb-h2 needs exactly 1; nearest that work: 1"},
            {"no microbatch", "zb-h2:microbatches=0",
             "microbatches is 0, but zb-h2 needs at least 1; nearest that work: 1"},
        });
    }

    void refused()
    {
        const auto [text, expected] = fetchRow<std::string, std::string>();
        QCOMPARE(refusals(text), expected);
    }

    void helpSaysFromThePaper()
    {
        for (const char* name : {"chimera", "hanayo", "zb-h2"}) {
            const ScheduleInfo* info = findSchedule(name);
            QVERIFY(info != nullptr);
            QVERIFY2(info->help.starts_with("From the paper. "), name);
            QVERIFY2(info->origin.ends_with(": from the paper"), name);
            QCOMPARE(info->variants.front().name, "paper");
        }
    }

    void hanayoIsValidInItsMemory()
    {
        Dice dice(43);
        for (int k = 0; k < 300; ++k) {
            const std::uint32_t ranks = 1 + dice.below(12);
            const std::uint32_t stagesPerRank = 2 * (1 + dice.below(4));
            const std::uint32_t microbatches = 1 + dice.below(40);
            const std::string text = fmt::format("hanayo:ranks={},microbatches={},stages-per-rank={}", ranks,
                                                 microbatches, stagesPerRank);
            const SchedulePtr schedule = generated(text);
            QVERIFY2(problems(*schedule).empty(), (text + ": " + problems(*schedule)).c_str());
            // 1F1B's first rank keeps whole ranks' activations of min(ranks, microbatches) microbatches.
            for (const RankMetrics& rank : measured(schedule).perRank)
                QVERIFY2(rank.peakActivations <= stagesPerRank * std::min(ranks, microbatches), text.c_str());
        }
    }

    void hanayosBubbles_data()
    {
        addRows<double, double>({
            {"a backward as long as two forwards", 1.0, 2.0},
            {"a backward as long as a forward", 1.0, 1.0},
            {"a backward half longer than a forward", 2.0, 3.0},
            {"a backward half as long as a forward", 2.0, 1.0},
        });
    }

    void hanayosBubbles()
    {
        const auto [forward, backward] = fetchRow<double, double>();
        CostModel costs;
        costs.forward = StageValues(forward);
        costs.backward = StageValues(backward);
        for (const std::uint32_t ranks : {1U, 2U, 3U, 4U, 5U, 8U, 16U})
            for (const std::uint32_t waves : {1U, 2U, 3U, 4U})
                for (const std::uint32_t groups : {1U, 2U, 4U, 10U}) {
                    const std::string text = fmt::format("hanayo:ranks={},microbatches={},stages-per-rank={}",
                                                         ranks, ranks * groups, 2 * waves);
                    for (const RankMetrics& rank : measured(generated(text), costs).perRank)
                        QVERIFY2(rank.idle == 2.0 * (ranks - 1) * std::max(forward, backward), text.c_str());
                }
    }

    void hanayoIdlesNoLongerThan1F1B()
    {
        for (const std::uint32_t ranks : {1U, 2U, 3U, 5U, 8U})
            for (std::uint32_t microbatches = 1; microbatches <= 3 * ranks; ++microbatches)
                for (const std::uint32_t waves : {1U, 2U, 4U}) {
                    const std::string text = fmt::format("hanayo:ranks={},microbatches={},stages-per-rank={}",
                                                         ranks, microbatches, 2 * waves);
                    for (const RankMetrics& rank : measured(generated(text)).perRank)
                        // A stage of 1F1B is as long as the stages of a rank here; its first rank idles for
                        // ranks - 1 forwards and backwards, for any number of microbatches.
                        QVERIFY2(rank.idle <= 3.0 * (ranks - 1) * 2 * waves, text.c_str());
                }
    }

    void moreWavesMakeTheBubblesSmaller()
    {
        double last = 1;
        for (const int waves : {1, 2, 4, 8}) {
            const double rate =
                measured(
                    generated(fmt::format("hanayo:ranks=8,microbatches=24,stages-per-rank={}", 2 * waves)))
                    .bubbleRate;
            QVERIFY(rate < last);
            last = rate;
        }
        QVERIFY(last < measured(generated("1f1b:ranks=8,microbatches=24")).bubbleRate);
    }

    void zbH2IsValidForAnyNumberOfMicrobatches()
    {
        for (std::uint32_t ranks = 1; ranks <= 9; ++ranks)
            for (std::uint32_t microbatches = 1; microbatches <= 24; ++microbatches) {
                const std::string text = fmt::format("zb-h2:ranks={},microbatches={}", ranks, microbatches);
                const SchedulePtr schedule = generated(text);
                QVERIFY2(problems(*schedule).empty(), (text + ": " + problems(*schedule)).c_str());
                for (const RankMetrics& rank : measured(schedule).perRank)
                    QVERIFY2(rank.peakActivations == std::min(2 * ranks - 1, microbatches), text.c_str());
            }
    }

    void zbH2HasNoBubbleOnARank()
    {
        for (std::uint32_t ranks = 1; ranks <= 12; ++ranks)
            for (std::uint32_t microbatches = 2 * ranks - 1; microbatches < 2 * ranks + 20; ++microbatches) {
                const Metrics metrics =
                    measured(generated(fmt::format("zb-h2:ranks={},microbatches={}", ranks, microbatches)));
                QCOMPARE(metrics.longestRankSpan, 3.0 * microbatches);
                QCOMPARE(metrics.makespan, 3.0 * microbatches + ranks - 1);
            }
    }
};

BUBBLESCOPE_TEST(GeneratePaper)
#include "generate_paper.moc"
