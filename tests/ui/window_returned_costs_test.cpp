// SPDX-License-Identifier: Apache-2.0
// What recomputation and offload cost, edited in the window and written into its documents.
#include "tests/support/test_program.h"
#include "tests/ui/window_costs_support.h"
#include "ui/document/cost_edits.h"
#include "ui/document/what_if_rules.h"

namespace bubblescope::test {

using namespace ui;

class WindowReturnedCostsTest : public QObject
{
    Q_OBJECT

    CostWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void whatIsOffloadedHasRowsOfItsOwn()
    {
        w.start("gpipe:ranks=2,microbatches=4");
        w.button("cost-more").click();
        QVERIFY(!w.row("cost-offloads-in-flight").isVisible());
        w.openFile(w.write("offloaded.csv", "0F0,0O0,0F1,0O1,0F2,0L1,0B2,0B1,0L0,0B0\n"));
        w.settle();
        QVERIFY(w.row("cost-offloads-in-flight").isVisible());
        w.type(w.field("cost-offload"), "4");
        w.settle();
        QCOMPARE(w.timeline().lanes[0].start[4], 2.0); // F2
        w.type(w.field("cost-offloads-in-flight"), "1");
        w.settle();
        QCOMPARE(w.timeline().lanes[0].start[4], 5.0); // behind O0
        w.type(w.field("cost-offloads-in-flight"), "0");
        w.settle();
        QCOMPARE(w.timeline().lanes[0].start[4], 10.0);
        w.type(w.field("cost-offloads-in-flight"), "1.5");
        w.settle();
        QCOMPARE(w.row("cost-offloads-in-flight").problemText(),
                 QString("Copies under way must be a whole number of at least 0"));
        w.field("cost-offloads-in-flight").selectAll();
        QTest::keyClick(&w.field("cost-offloads-in-flight"), Qt::Key_Delete);
        w.settle();
        QVERIFY(!w.costs().offloadsInFlight);
        QCOMPARE(w.timeline().lanes[0].start[4], 2.0);
    }

    void costsOfRecomputationAreWrittenWhereThereIsOne()
    {
        CostModel costs;
        costs.blocks.emplace();
        costs.blocks->layer.forward = 1;
        costs.blocks->head.forward = 3;
        costs.layersPerStage = StageValues(2.0);
        for (const CostMode mode : {CostMode::PerStage, CostMode::Uniform})
            QVERIFY(!convertedTo(mode, costs, 4, false).costs.recompute);
        const CostModel listed = convertedTo(CostMode::PerStage, costs, 4, true).costs;
        QVERIFY(listed.recompute == StageValues({2.0, 2.0, 2.0, 2.0}));
        QCOMPARE(listed.forward->at(StageId{3}), 5.0);
        WhatIf twice;
        twice.kinds[ActionKind::Forward] = 2;
        QVERIFY(!takenOver(costs, twice, 4, false).recompute);
        QVERIFY(takenOver(costs, twice, 4, true).recompute == StageValues({4.0, 4.0, 4.0, 4.0}));
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowReturnedCostsTest)
#include "window_returned_costs_test.moc"
