// SPDX-License-Identifier: Apache-2.0
#include "tests/core/order_support.h"
#include "tests/core/time_dense_support.h"

#include "core/generate/parameters.h"
#include "core/generate/registry.h"
#include "core/time/dense_order.h"
#include "tests/core/change_support.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Orders of a schedule's variant for shapes from one rank and one microbatch on, small enough for searches.
std::vector<SchedulePtr> ordersOf(const ScheduleDefinition& definition, const Variant& variant)
{
    std::vector<SchedulePtr> orders;
    for (const std::int64_t ranks : {1, 2, 3, 4, 6, 8})
        for (const std::int64_t microbatches : {1, 2, 3, 5, 8, 12, 16, 18, 24})
            for (const std::int64_t stagesPerRank : {0, 1, 3}) {
                ScheduleRequest request;
                request.schedule = definition.info.name;
                request.ranks = ranks;
                request.microbatches = microbatches;
                if (stagesPerRank > 0)
                    request.stagesPerRank = stagesPerRank;
                if (definition.variants.size() > 1)
                    request.options[kVariantKey] = variant.name;
                if (!checkRequest(request).empty())
                    continue;
                if (auto order = generate(request))
                    orders.push_back(std::make_shared<const Schedule>(*std::move(order)));
            }
    return orders;
}

CostModel strictWithLatency(double latency)
{
    CostModel costs;
    costs.transfer.latency = latency;
    return costs;
}

} // namespace

/// The dense simulation against the general one, on every schedule that can be generated.
class TimeDense : public QObject
{
    Q_OBJECT

private slots:
    void everyScheduleToTheLastBit()
    {
        Dice dice(1);
        int compared = 0;
        int onSeveralRanks = 0;
        for (const ScheduleDefinition& definition : scheduleDefinitions())
            for (const Variant& variant : definition.variants) {
                const auto orders = ordersOf(definition, variant);
                const std::string name = definition.info.name + " " + variant.name;
                QVERIFY2(!orders.empty(), name.c_str());
                for (const SchedulePtr& order : orders)
                    for (int set = 0; set < 3; ++set) {
                        const CostModel costs = set == 0 ? CostModel{} : anyCosts(dice, *order);
                        const std::string wrong = disagreement(order, costs);
                        QVERIFY2(wrong.empty(), (name + ": " + wrong + "\n" + render(*order)).c_str());
                        QVERIFY2(isTimedDense(order, costs), (name + "\n" + render(*order)).c_str());
                        ++compared;
                        onSeveralRanks += denseOrder(*order)->hasOneHomeEach ? 0 : 1;
                    }
            }
        qInfo("%d timelines compared, %d of stages on several ranks", compared, onSeveralRanks);
        QVERIFY(compared > 1000 && onSeveralRanks > 100);
    }

    void blocksOfStages()
    {
        CostModel costs;
        costs.blocks = BlockCosts{};
        costs.blocks->embedding.forward = 0.1;
        costs.blocks->layer.forward = 1.0 / 3;
        costs.blocks->layer.backward = 0.7;
        costs.blocks->head.forward = 0.3;
        costs.blocks->perAction = 0.01;
        costs.layersPerStage = StageValues(3.0);
        for (const char* text : {"1f1b:ranks=4,microbatches=8", "zbv:ranks=3,microbatches=7"}) {
            QCOMPARE(disagreement(generated(text), costs), "");
            QVERIFY(isTimedDense(generated(text), costs));
        }
    }

    void paddedOrders()
    {
        Dice dice(2);
        for (const char* text : {"1f1b:ranks=4,microbatches=8", "interleaved-1f1b:ranks=4,microbatches=8",
                                 "zbv:ranks=4,microbatches=8", "dualpipev:ranks=4,microbatches=10"}) {
            const SchedulePtr order = generated(text, true);
            const CostModel costs = anyCosts(dice, *order);
            QCOMPARE(disagreement(order, costs), "");
            QVERIFY(isTimedDense(order, costs));
        }
    }

    void namedLinks()
    {
        CostModel costs = strictWithLatency(0.5);
        costs.transfer.links = {{0, 1, 2.0, std::nullopt, std::nullopt}, {1, 0, std::nullopt, 6.0, 2.0}};
        const auto order = orderFrom("0F0 0B0\n1F0 1B0");
        const auto timing = simulateDense(*order, costs, {});
        QVERIFY(timing.timeline.has_value());
        // Forth 2, back 0.5 + 6 / 2.
        QCOMPARE(timing.timeline->lanes[1].start, (std::vector<Time>{3, 4}));
        QCOMPARE(timing.timeline->lanes[0].start, (std::vector<Time>{0, 9.5}));
        // A microbatch up and one down: each takes the link from where its producer ran.
        const auto both = orderFrom("0F0 1F1\n0F1 1F0");
        const auto crossed = simulateDense(*both, costs, {});
        QVERIFY(crossed.timeline.has_value());
        QCOMPARE(crossed.timeline->lanes[0].start, (std::vector<Time>{0, 4.5}));
        QCOMPARE(crossed.timeline->lanes[1].start, (std::vector<Time>{0, 3}));
    }

    void onlyWhatItKnows_data()
    {
        const std::string block = "0F0 (0F1;0B0)OVERLAP_F_B 0B1";
        addRows<std::string, Change, bool>({
            {"a plain order", "0F0 . 0B0", {}, true},
            {"a block", block, {}, true},
            {"messages", "0F0 0SEND_F0\n1RECV_F0 1F0", {}, false},
            {"FSDP", "0UNSHARD 0F0 0RESHARD", {}, false},
            {"nothing to do", ". .", {}, false},
            {"another profile", "0F0 0B0",
             [](CostModel& c) { c.profile = TimingProfile::PpScheduleVisualization; }, false},
            {"jitter", "0F0 0B0", [](CostModel& c) { c.jitter.sigma = 0.1; }, false},
            {"parts that end before their block", block,
             [](CostModel& c) {
                 OverlapTime& rule = c.overlap.times[{ActionKind::Forward, ActionKind::Backward}];
                 rule.time = StageValues(3.0);
                 rule.firstDone = 0.5;
             },
             false},
            {"numbers with gaps", "0F0 4000F100000", {}, false},
            {"too long", "0F0 0F1", given(&CostModel::forward, 1e290), false},
            {"a list that does not fit", "0F0\n1F0", given(&CostModel::forward, std::vector<double>{1, 2, 3}),
             false},
            {"too large activations", "0F0 0F1", given(&CostModel::activation, 1e308), false},
        });
    }

    void onlyWhatItKnows()
    {
        const auto [order, change, isTimed] = givenRow<std::string, Change, bool>();
        QCOMPARE(isTimedDense(orderFrom(order), changed(change)), isTimed);
    }

    void seesWhereStagesLive()
    {
        const auto loop = denseOrder(parse("0F0 2F0\n1F0 . 3F0 3B0"));
        QVERIFY(loop.has_value() && loop->hasOneHomeEach);
        QCOMPARE(loop->home, (std::vector<std::uint32_t>{0, 1, 0, 1}));
        QCOMPARE(loop->stageCount, 4U);
        QCOMPARE(loop->microbatchCount, 1U);
        QCOMPARE(loop->actionCount, std::size_t{5});
        QVERIFY(loop->has(ActionKind::Backward) && !loop->has(ActionKind::BackwardWeight));
        const auto mirror = denseOrder(parse("0F0 1F1\n0F1 1F0"));
        QVERIFY(mirror.has_value() && !mirror->hasOneHomeEach);
        QVERIFY(!denseOrder(parse("0F0 0SEND_F0")).has_value());
    }

    void looksAtTheToken()
    {
        const SchedulePtr order = generated("1f1b:ranks=8,microbatches=10000");
        CancelToken cancel;
        QVERIFY(simulate(order, {}, cancel).has_value());
        cancel.cancel();
        const auto stopped = simulateDense(*order, {}, cancel);
        QVERIFY(stopped.isCancelled && !stopped.timeline);
        QVERIFY2(!denseOrder(*order, cancel), "the first pass over the order does not look");
        const auto timeline = simulate(order, {}, cancel);
        QVERIFY(!timeline.has_value());
        QCOMPARE(timeline.error().kind, TimingFailure::Kind::Cancelled);
        QCOMPARE(timeline.error().message.text(), "timing was stopped");
    }
};

BUBBLESCOPE_TEST(TimeDense)
#include "time_dense.moc"
