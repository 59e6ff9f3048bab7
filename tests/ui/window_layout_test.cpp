// SPDX-License-Identifier: Apache-2.0
// Layouts in the sheet of costs: boundaries that are dragged and moved by keys, the string that follows, and
// what Megatron refuses.
#include "core/io/schedule_csv.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_costs_support.h"
#include "ui/panels/block_form.h"
#include "ui/panels/cost_more.h"
#include "ui/panels/layout_form.h"

namespace bubblescope::test {

using namespace ui;

class WindowLayoutTest : public QObject
{
    Q_OBJECT

    CostWindow w;

    [[nodiscard]] LayoutForm& form() { return *w.form().blocks()->layoutForm(); }
    [[nodiscard]] LayoutBand& band() { return *form().band(); }
    [[nodiscard]] QPoint handle(std::size_t stage) { return band().handleRect(stage).center(); }
    [[nodiscard]] QPoint cells(int count) { return {qRound(count * band().cellWidth()), 0}; }

private slots:
    void init()
    {
        w.begin();
        w.form().chooseMode(CostMode::ByBlock);
        w.type(w.field("cost-layers"), "3");
        w.settle();
        QVERIFY(band().isVisible());
    }
    void cleanup() { w.end(); }

    void theBandBeginsFromLayersPerStage()
    {
        QCOMPARE(form().field()->text(), "");
        QCOMPARE(form().field()->placeholderText(), "Ettt|(ttt|)*6tttL");
        QVERIFY(w.costs().layout.empty());
        QVERIFY(w->findChild<QWidget*>("cost-layers")->isVisible());
    }

    void aBoundaryIsDragged()
    {
        const CostModel before = w.costs();
        const double makespan = w.timeline().makespan;
        const QPoint from = handle(1);
        QTest::mousePress(&band(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&band(), from + cells(1));
        w.settle();
        QCOMPARE(w.costs().layout, std::string("Ettt|t*4|tt|(ttt|)*4tttL"));
        QVERIFY(w.timeline().makespan > makespan);
        QTRY_VERIFY(form().effectText().contains('+')); // what it does, while it moves
        QTest::mouseMove(&band(), from - cells(2));
        w.settle();
        QCOMPARE(w.costs().layout, std::string("Ettt|t|t*5|(ttt|)*4tttL"));
        QTest::mouseRelease(&band(), Qt::LeftButton, {}, from - cells(2));
        QCOMPARE(form().effectText(), "");
        QCOMPARE(form().field()->text(), "Ettt|t|t*5|(ttt|)*4tttL");
        QVERIFY(!w->findChild<QWidget*>("cost-layers")->isVisible()); // the layout says it
        // One drag is one step.
        w.undo();
        w.settle();
        QVERIFY(w.costs() == before);
        QCOMPARE(form().field()->text(), "");
        QCOMPARE(w.timeline().makespan, makespan);
    }

    void aDragGoesNoFurtherThanTheNextBoundary()
    {
        const QPoint from = handle(0);
        QTest::mousePress(&band(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&band(), from + cells(20));
        QTest::mouseRelease(&band(), Qt::LeftButton, {}, from + cells(20));
        w.settle();
        QCOMPARE(w.costs().layout, std::string("Et*6||(ttt|)*5tttL"));
        QVERIFY(w.document().evaluation()->brokenBecause.empty());
    }

    void escapeTakesADragBack()
    {
        const CostModel before = w.costs();
        const QPoint from = handle(2);
        QTest::mousePress(&band(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&band(), from + cells(2));
        QVERIFY(w.costs() != before);
        QTest::keyClick(&band(), Qt::Key_Escape);
        w.settle();
        QVERIFY(w.costs() == before);
        QTest::mouseRelease(&band(), Qt::LeftButton, {}, from + cells(2));
        QVERIFY(w.costs() == before);
        QVERIFY(w.form().blocks()->isVisible()); // the sheet stays open
    }

    void keysMoveTheChosenBoundary()
    {
        band().setFocus();
        QCOMPARE(band().chosenBoundary(), std::size_t{0});
        QTest::keyClick(&band(), Qt::Key_Down);
        QTest::keyClick(&band(), Qt::Key_Down);
        QCOMPARE(band().chosenBoundary(), std::size_t{2});
        QVERIFY2(band().accessibleDescription().startsWith(
                     "Boundary 3 of 7, between stage 2 (ttt) and stage 3 (ttt)."),
                 qPrintable(band().accessibleDescription()));
        QTest::keyClick(&band(), Qt::Key_Right);
        QTest::keyClick(&band(), Qt::Key_Right);
        w.settle();
        QCOMPARE(w.costs().layout, std::string("Ettt|ttt|t*5|t|(ttt|)*3tttL"));
        QTRY_VERIFY(!form().effectText().isEmpty());
        QTest::keyClick(&band(), Qt::Key_Left);
        QTest::keyClick(&band(), Qt::Key_End);
        QCOMPARE(band().chosenBoundary(), std::size_t{6});
        QTest::keyClick(&band(), Qt::Key_Left);
        w.settle();
        QCOMPARE(w.costs().layout, std::string("Ettt|ttt|t*4|tt|ttt|ttt|tt|t*4L"));
        // Moves of one boundary are one step.
        w.undo();
        QCOMPARE(w.costs().layout, std::string("Ettt|ttt|t*4|tt|(ttt|)*3tttL"));
        w.undo();
        QVERIFY(w.costs().layout.empty());
    }

    void escapeTakesMovesByKeysBack()
    {
        const CostModel before = w.costs();
        band().setFocus();
        QTest::keyClick(&band(), Qt::Key_Right);
        QVERIFY(w.costs() != before);
        QTest::keyClick(&band(), Qt::Key_Escape);
        QVERIFY(w.costs() == before);
    }

    void theStringIsTypedAndTheBandFollows()
    {
        w.typeLine(*form().field(), "Etttt|(ttt|)*6ttL");
        w.settle();
        QCOMPARE(w.costs().layout, std::string("Etttt|(ttt|)*6ttL"));
        QCOMPARE(form().problemText(), "");
        QTest::keyClick(&band(), Qt::Key_Left); // behind stage 0
        QCOMPARE(w.costs().layout, std::string("Ettt|t*4|(ttt|)*5ttL"));
        QCOMPARE(form().field()->text(), "Ettt|t*4|(ttt|)*5ttL");
    }

    void whatMegatronRefusesIsSaidAndMovesNothing_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("problem");
        QTest::newRow("no embedding") << "ttt|(ttt|)*6tttL"
                                      << "the first layer is 't', not the embedding (E)";
        QTest::newRow("two losses") << "EtttL|(ttt|)*6tttL"
                                    << "the layout has 2 losses (L), not one";
        QTest::newRow("no layer") << "Ex|(ttt|)*6tttL"
                                  << "is no layer";
        QTest::newRow("other stages") << "Ettt|ttt|ttt|tttL"
                                      << "The layout has 4 stages, the schedule 8";
        QTest::newRow("prediction") << "Ettt|(ttt|)*2mL||||"
                                    << "is not the last of rank";
    }
    void whatMegatronRefusesIsSaidAndMovesNothing()
    {
        QFETCH(QString, text);
        QFETCH(QString, problem);
        const CostModel before = w.costs();
        w.typeLine(*form().field(), text);
        QVERIFY2(form().problemText().contains(problem), qPrintable(form().problemText()));
        QVERIFY(w.costs() == before);
        QCOMPARE(form().field()->text(), text);
    }

    void aDragPassesOverWhatMegatronRefuses()
    {
        w.typeLine(*form().field(), "Ettt|(ttt|)*5ttmm|L");
        w.settle();
        const std::string before = w.costs().layout;
        QCOMPARE(before, std::string("Ettt|(ttt|)*5ttmm|L"));
        const QPoint from = handle(6);
        QTest::mousePress(&band(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&band(), from - cells(1));
        QVERIFY2(form().problemText().contains("spread over 2 stages"), qPrintable(form().problemText()));
        QCOMPARE(w.costs().layout, before); // said, and nothing moves
        QTest::mouseMove(&band(), from - cells(2));
        QCOMPARE(form().problemText(), "");
        QCOMPARE(w.costs().layout, std::string("Ettt|(ttt|)*5tt|mmL"));
        QTest::mouseMove(&band(), from - cells(1));
        QTest::mouseRelease(&band(), Qt::LeftButton, {}, from - cells(1));
        QCOMPARE(form().problemText(), "");
        QCOMPARE(w.costs().layout, std::string("Ettt|(ttt|)*5tt|mmL")); // as it was admissible last
    }

    void rareBlocksAreShownWhereTheyCount()
    {
        auto* expert = w->findChild<QLineEdit*>("block-expert-F");
        auto* prediction = w->findChild<QLineEdit*>("block-mtp-F");
        QVERIFY(expert && !expert->isVisible() && !prediction->isVisible());
        w.typeLine(*form().field(), "Ettt|(ttt|)*5tttm|L");
        QVERIFY(prediction->isVisible());
        w.typeLine(*prediction, "2.5");
        QCOMPARE(w.costs().blocks->prediction.forward, std::optional(2.5));
        CostModel costs = w.costs();
        costs.blocks->expert.forward = 3;
        w.document().setCosts(costs, "Costs");
        QVERIFY(expert->isVisible());
        QCOMPARE(expert->text(), "3");
    }

    void partsOfABlockHaveRows()
    {
        w.button("cost-more").click();
        QVERIFY(!w.row("F@attention").isVisibleTo(w.form().more()));
        const auto order =
            readScheduleCsv("0F0@attention,0F0@dispatch,0F0@experts,0F0@combine,0B0\n", "order").value();
        w.document().setOrder(std::make_shared<const Schedule>(order.schedule), "Order");
        w.settle();
        auto& row = w.row("F@attention");
        QVERIFY(row.isVisibleTo(w.form().more()));
        QVERIFY(!w.row("W@attention").isVisibleTo(w.form().more()));
        w.type(w.field("F@attention"), "4");
        w.settle();
        QVERIFY(w.costs().parts.forward.attention == StageValues(4.0));
        w.undo();
        QVERIFY(!w.costs().parts.forward.attention);
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowLayoutTest)
#include "window_layout_test.moc"
