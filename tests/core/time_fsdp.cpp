// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/analyze/metrics.h"
#include "core/time/simulate_broken.h"
#include "tests/core/order_support.h"
#include "tests/core/rows_support.h"
#include "tests/support/test_program.h"
#include "tests/support/timeline_text.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// UNSHARD 3, RESHARD 1, REDUCE_GRAD 2; F 1, B 2.
CostModel sharded(bool overlaps)
{
    CostModel costs;
    costs.unshard = StageValues(3.0);
    costs.reshard = StageValues(1.0);
    costs.reduceGrad = StageValues(2.0);
    costs.overlapsFsdp = overlaps;
    return costs;
}

} // namespace

/// FSDP actions in the row of compute and beside it: text in, "action@start-end" out.
class TimeFsdp : public QObject
{
    Q_OBJECT

private slots:
    void times_data()
    {
        addRows<std::string, std::string, std::string>({
            {"one stage from gathering to letting go",
             "0UNSHARD 0F0 0F1 0B0 0B1 0REDUCE_GRAD 0WAIT_REDUCE_GRAD 0RESHARD",
             "0UNSHARD@0-3 0F0@3-4 0F1@4-5 0B0@5-7 0B1@7-9 0REDUCE_GRAD@9-11 0WAIT_REDUCE_GRAD@11-11 "
             "0RESHARD@11-12",
             "0UNSHARD@0-3 0F0@3-4 0F1@4-5 0B0@5-7 0B1@7-9 0REDUCE_GRAD@9-11 0WAIT_REDUCE_GRAD@11-11 "
             "0RESHARD@11-12"},
            {"the next stage is gathered while this one computes",
             "0UNSHARD 1UNSHARD 0F0 1F0 0RESHARD 1B0 0UNSHARD 0B0",
             "0UNSHARD@0-3 1UNSHARD@3-6 0F0@6-7 1F0@7-8 0RESHARD@8-9 1B0@9-11 0UNSHARD@11-14 0B0@14-16",
             "0UNSHARD@0-3 1UNSHARD@3-6 0F0@3-4 1F0@6-7 0RESHARD@7-8 1B0@7-9 0UNSHARD@9-12 0B0@12-14"},
            {"gradients are reduced while the next stage computes",
             "0F0 1F0 1B0 1REDUCE_GRAD 0B0 0REDUCE_GRAD 1WAIT_REDUCE_GRAD 0WAIT_REDUCE_GRAD",
             "0F0@0-1 1F0@1-2 1B0@2-4 1REDUCE_GRAD@4-6 0B0@6-8 0REDUCE_GRAD@8-10 1WAIT_REDUCE_GRAD@10-10 "
             "0WAIT_REDUCE_GRAD@10-10",
             "0F0@0-1 1F0@1-2 1B0@2-4 1REDUCE_GRAD@4-6 0B0@4-6 0REDUCE_GRAD@6-8 1WAIT_REDUCE_GRAD@6-6 "
             "0WAIT_REDUCE_GRAD@8-8"},
            {"the stream runs one action at a time", "0F0 0B0 0REDUCE_GRAD 0RESHARD 0UNSHARD 0F1",
             "0F0@0-1 0B0@1-3 0REDUCE_GRAD@3-5 0RESHARD@5-6 0UNSHARD@6-9 0F1@9-10",
             "0F0@0-1 0B0@1-3 0REDUCE_GRAD@3-5 0RESHARD@5-6 0UNSHARD@6-9 0F1@9-10"},
            {"nothing is issued before its rank comes to it", "0F0 1UNSHARD 0F1 1F0",
             "0F0@0-1 1UNSHARD@1-4 0F1@4-5 1F0@5-6", "0F0@0-1 1UNSHARD@1-4 0F1@1-2 1F0@4-5"},
            {"a stage that nothing gathers does not wait", "1UNSHARD 0F0", "1UNSHARD@0-3 0F0@3-4",
             "1UNSHARD@0-3 0F0@0-1"},
            {"a wait for nothing", "0F0 0WAIT_REDUCE_GRAD", "0F0@0-1 0WAIT_REDUCE_GRAD@1-1",
             "0F0@0-1 0WAIT_REDUCE_GRAD@1-1"},
            {"a block waits for the stages of both parts",
             "0F0 1F0 0UNSHARD 1UNSHARD (0F1;1B0)OVERLAP_F_B 0B0",
             "0F0@0-1 1F0@1-2 0UNSHARD@2-5 1UNSHARD@5-8 0F1@8-11 1B0@8-11 0B0@11-13",
             "0F0@0-1 1F0@1-2 0UNSHARD@2-5 1UNSHARD@5-8 0F1@8-11 1B0@8-11 0B0@11-13"},
            {"each rank has its own stream", "0UNSHARD 0F0\n1UNSHARD 1F0",
             "0UNSHARD@0-3 0F0@3-4\n1UNSHARD@0-3 1F0@4-5", "0UNSHARD@0-3 0F0@3-4\n1UNSHARD@0-3 1F0@4-5"},
            {"bubbles take no time", "0UNSHARD . 0F0 . 0RESHARD",
             "0UNSHARD@0-3 .@3-3 0F0@3-4 .@4-4 0RESHARD@4-5",
             "0UNSHARD@0-3 .@0-0 0F0@3-4 .@4-4 0RESHARD@4-5"},
        });
    }

    void times()
    {
        const auto [order, inTheRow, beside] = fetchRow<std::string, std::string, std::string>();
        QCOMPARE(timed(order, sharded(false)), inTheRow);
        QCOMPARE(timed(order, sharded(true)), beside);
    }

    void stragglersGatherSlowly()
    {
        CostModel costs = sharded(true);
        costs.rankFactor[0] = 2;
        costs.unshard = StageValues(std::vector<double>{3, 5});
        QCOMPARE(timed("0UNSHARD 0F0\n1UNSHARD 1F0", costs), "0UNSHARD@0-6 0F0@6-8\n1UNSHARD@0-5 1F0@8-9");
    }

    void aStreamGoesOnWhileItsRankReceives()
    {
        CostModel costs = sharded(true);
        costs.transfer.latency = 4;
        costs.transfer.mode = TransferMode::Rendezvous;
        QCOMPARE(timed("0F0 0SEND_F0\n1UNSHARD 1RECV_F0 1F0 1RESHARD", costs),
                 "0F0@0-1 0SEND_F0@1-5\n1UNSHARD@0-3 1RECV_F0@0-5 1F0@5-6 1RESHARD@6-7");
    }

    void theStreamMayEndLast()
    {
        const auto order = orderFrom("0F0 0B0 0REDUCE_GRAD 0F1");
        const auto timeline = succeeded(simulate(order, sharded(true)));
        QCOMPARE(timesText(*timeline), "0F0@0-1 0B0@1-3 0REDUCE_GRAD@3-5 0F1@3-4");
        QCOMPARE(timeline->makespan, 5.0);
    }

    void pathsLeadThroughTheStream_data()
    {
        addRows<std::string, std::string>({
            {"by what gathers", "0UNSHARD 1UNSHARD 0F0 1F0 0RESHARD 1B0 0UNSHARD 0B0",
             "0UNSHARD 1UNSHARD 1F0 1B0 0UNSHARD 0B0"},
            {"by the stream", "0F0 0B0 0REDUCE_GRAD 0RESHARD 0UNSHARD 0F1",
             "0F0 0B0 0REDUCE_GRAD 0RESHARD 0UNSHARD 0F1"},
            {"by a wait", "0F0 0B0 0REDUCE_GRAD 0F1 0WAIT_REDUCE_GRAD 0F2",
             "0F0 0B0 0REDUCE_GRAD 0WAIT_REDUCE_GRAD 0F2"},
            {"past the stream", "0F0 0B0 0REDUCE_GRAD 0F1 0F2 0F3 0WAIT_REDUCE_GRAD 0F4",
             "0F0 0B0 0F1 0F2 0F3 0WAIT_REDUCE_GRAD 0F4"},
        });
    }

    void pathsLeadThroughTheStream()
    {
        const auto [order, expected] = fetchRow<std::string, std::string>();
        const CostModel costs = sharded(true);
        const auto timeline = succeeded(simulate(orderFrom(order), costs));
        QCOMPARE(pathText(*timeline->schedule, criticalPath(*timeline, costs)), expected);
    }

    void brokenOrdersWaitForTheStream()
    {
        const auto text = [](const char* order) {
            return timesText(*simulateBroken(orderFrom(order), sharded(true)));
        };
        // 0B0 cannot have its 0F0; what is gathered for it is waited for all the same.
        QCOMPARE(text("0UNSHARD 0B0 0F0"), "0UNSHARD@0-3 0B0@3-5 0F0@5-6");
        // In a block it takes part with its time, and holds up what comes after.
        QCOMPARE(text("(0F0;1UNSHARD)OVERLAP_F_B 1F0"), "0F0@0-4 1UNSHARD@0-4 1F0@4-5");
    }
};

BUBBLESCOPE_TEST(TimeFsdp)
#include "time_fsdp.moc"
