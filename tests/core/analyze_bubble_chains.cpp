// SPDX-License-Identifier: Apache-2.0
// The whole reason of a bubble: from the action that ends it back to what ran before it began.
#include <QTest>

#include "core/analyze/explanation.h"
#include "tests/core/explained_orders.h"
#include "tests/core/order_support.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <cmath>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

Explanation explained(const Timeline& timeline, const CostModel& costs)
{
    auto explanation = explain(timeline, costs);
    if (!explanation)
        throw std::invalid_argument(explanation.error().message.text());
    return std::move(*explanation);
}

/// The chains of a rank, a line for each: "0B0 ← 1B0 ← 2B0".
std::string chainsText(const Timeline& timeline, const BubbleLedger& ledger, std::uint32_t rank)
{
    std::string text;
    for (std::size_t i = 0; i < ledger.bubbles.size(); ++i)
        if (ledger.bubbles[i].rank.value == rank)
            text += (text.empty() ? "" : "\n") + chainText(timeline, ledger.chains.of(i));
    return text;
}

/// What is wrong with a chain, in words; empty if nothing is.
std::string wrongChain(const Timeline& timeline, const Bubble& bubble, std::span<const Place> chain)
{
    const double tolerance = 1e-9 * std::max(1.0, timeline.makespan);
    if (!bubble.next)
        return chain.empty() ? "" : "a chain of nothing";
    if (chain.empty() || chain.front() != bubble.next)
        return "it does not begin with what ends the gap";
    for (std::size_t i = 1; i < chain.size(); ++i) {
        if (timeline.startOf(chain[i].position()) > timeline.startOf(chain[i - 1].position()) + tolerance)
            return "a step starts after what waited for it";
        if (i + 1 < chain.size() && timeline.startOf(chain[i].position()) < bubble.start - tolerance)
            return "it goes on behind what ran before the gap";
    }
    const Time begin = timeline.startOf(chain.back().position());
    if (begin > tolerance && begin >= bubble.start - tolerance && chain.size() < kMostChainSteps)
        return "it ends while the gap lasts";
    const ChainParts parts = chainParts(timeline, bubble, chain);
    for (const Time part : {parts.compute, parts.transfer, parts.fsdp, parts.other})
        if (part < 0 || part > bubble.length + tolerance)
            return "a part is longer than the gap";
    return std::abs(parts.compute + parts.transfer + parts.fsdp + parts.other - bubble.length) <= tolerance
               ? ""
               : "its parts are not the gap";
}

} // namespace

class AnalyzeBubbleChains : public QObject
{
    Q_OBJECT

private slots:
    void theGradientComesBack()
    {
        CostModel costs;
        costs.transfer.latency = 0.25;
        const Timeline timeline = timelineOf(generated("1f1b:ranks=4,microbatches=8"), costs);
        const Explanation why = explained(timeline, costs);
        const BubbleLedger& ledger = why.ledger;
        // Rank 0 runs four forwards, then waits for the first gradient.
        QCOMPARE(chainText(timeline, ledger.chains.of(0)), "0B0 ← 1B0 ← 2B0 ← 3B0 ← 3F0");
        const Bubble& first = ledger.bubbles.front();
        QCOMPARE(
            chainSentence(timeline, first, ledger.chains.of(0)).text(),
            "rank 0 waits 7.5 steps: the gradient of microbatch 0 comes back through ranks 1–3; 6.75 steps "
            "compute, 0.75 steps transfer");
        // Rank 3 waits for its first activation, from the begin on.
        const std::string last = chainsText(timeline, ledger, 3);
        QCOMPARE(last.substr(0, last.find('\n')), "3F0 ← 2F0 ← 1F0 ← 0F0");
    }

    void sentences_data()
    {
        addRows<QString, int, QString, QString>({
            {"one hop", "0F0 0B0\n1F0 1B0", 0,
             "rank 0 waits 3 steps: the gradient of microbatch 0 comes back through rank 1; 3 steps compute",
             "0B0 ← 1B0 ← 1F0 ← 0F0"},
            {"the activation", "0F0 0B0\n1F0 1B0", 1,
             "rank 1 waits 1 step: the activation of microbatch 0 comes through rank 0; 1 step compute",
             "1F0 ← 0F0"},
            {"another runs first", "0F0 0F1 0B0 0B1\n1F0 1F1 1B0 1B1", 0,
             "rank 0 waits 3 steps: the gradient of microbatch 0 comes back through rank 1, and rank 1 runs "
             "1F1 "
             "first; 3 steps compute",
             "0B0 ← 1B0 ← 1F1 ← 1F0"},
        });
    }
    void sentences()
    {
        const auto [order, bubble, sentence, chain] = givenRow<QString, int, QString, QString>();
        const CostModel costs;
        const Timeline timeline = timelineOf(orderFrom(order.toStdString()), costs);
        const BubbleLedger ledger = explained(timeline, costs).ledger;
        const auto number = static_cast<std::size_t>(bubble);
        QVERIFY(number < ledger.bubbles.size());
        QCOMPARE(chainText(timeline, ledger.chains.of(number)), chain.toStdString());
        QCOMPARE(chainSentence(timeline, ledger.bubbles[number], ledger.chains.of(number)).text(),
                 sentence.toStdString());
    }

    void whatNothingEndsHasNone()
    {
        const CostModel costs;
        const Timeline timeline = timelineOf(orderFrom("0F0 0B0\n1F0 1B0"), costs);
        const BubbleLedger ledger = explained(timeline, costs).ledger;
        const std::size_t last = ledger.bubbles.size() - 1;
        QVERIFY(ledger.bubbles[last].cause == BubbleCause::NothingLeft);
        QVERIFY(ledger.chains.of(last).empty());
        QCOMPARE(chainSentence(timeline, ledger.bubbles[last], {}).text(),
                 "rank 1 is idle for 2 steps: nothing left to do");
        QVERIFY(ledger.chains.of(last + 1).empty());
    }

    void aLongChainIsCutInItsMiddle()
    {
        const CostModel costs;
        const Timeline timeline = timelineOf(generated("1f1b:ranks=32,microbatches=64"), costs);
        const BubbleLedger ledger = explained(timeline, costs).ledger;
        QCOMPARE(ledger.chains.of(0).size(), std::size_t{33});
        QCOMPARE(chainText(timeline, ledger.chains.of(0), 4), "0B0 ← 1B0 ← 2B0 ← … 29 more … ← 31F0");
        QVERIFY(chainSentence(timeline, ledger.bubbles[0], ledger.chains.of(0))
                    .text()
                    .find("through ranks 1–31;") != std::string::npos);
    }

    void theyHoldForEveryOrder_data() { addProfilesAndModes(); }
    void theyHoldForEveryOrder()
    {
        QFETCH(int, profile);
        QFETCH(bool, rendezvous);
        Dice dice(17);
        int compared = 0;
        for (const NamedOrder& order : smallOrders()) {
            CostModel costs = mixedCosts(dice, rendezvous ? TransferMode::Rendezvous : TransferMode::Async);
            costs.profile = static_cast<TimingProfile>(profile);
            auto timeline = simulate(order.schedule, costs);
            if (!timeline)
                continue;
            const BubbleLedger ledger = explained(*timeline, costs).ledger;
            for (std::size_t i = 0; i < ledger.bubbles.size(); ++i) {
                const std::string wrong = wrongChain(*timeline, ledger.bubbles[i], ledger.chains.of(i));
                QVERIFY2(wrong.empty(), fmt::format("{}: {} in {}", order.name, wrong,
                                                    chainText(*timeline, ledger.chains.of(i)))
                                            .c_str());
            }
            ++compared;
        }
        QVERIFY(compared > 100);
    }
};

BUBBLESCOPE_TEST(AnalyzeBubbleChains)
#include "analyze_bubble_chains.moc"
