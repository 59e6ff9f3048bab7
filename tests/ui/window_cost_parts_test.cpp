// SPDX-License-Identifier: Apache-2.0
// The cost model editor: blocks, errors beside their field, and what few change.
#include "tests/support/test_program.h"
#include "tests/ui/window_costs_support.h"
#include "ui/panels/block_form.h"
#include "ui/panels/cost_line.h"
#include "ui/panels/cost_more.h"
#include "ui/panels/overlap_rows.h"
#include "ui/widgets/entry_rows.h"

namespace bubblescope::test {

using namespace ui;

class WindowCostPartsTest : public QObject
{
    Q_OBJECT

    CostWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void blocksBeginFromTheLayersTimes()
    {
        const double before = w.timeline().makespan;
        w.form().chooseMode(CostMode::ByBlock);
        w.settle();
        QVERIFY(w.form().blocks()->isVisible());
        QCOMPARE(w->findChild<QLineEdit*>("block-layer-F")->text(), "1");
        QCOMPARE(w.timeline().makespan, before);
        w.form().chooseMode(CostMode::Uniform);
        QVERIFY(w.costs().forward == StageValues(1.0));
        QVERIFY(!w.costs().blocks);
        QCOMPARE(w.form().noticeText(), QString());
    }

    void blockTimesCompose()
    {
        w.form().chooseMode(CostMode::ByBlock);
        w.typeLine(*w->findChild<QLineEdit*>("block-head-F"), "0.5");
        w.type(w.field("cost-layers"), "2");
        w.settle();
        QVERIFY(w.document().evaluation()->costs.forward == list({2, 2, 2, 2, 2, 2, 2, 2.5}));
        const auto* composed = w->findChild<StageTable*>("composed-table");
        QVERIFY(composed->isVisible());
        QCOMPARE(composed->model()->index(7, 0).data().toString(), "2.5");
        QVERIFY(!(composed->model()->flags(composed->model()->index(7, 0)) & Qt::ItemIsEditable));
        // What was composed can be edited stage by stage.
        w.form().chooseMode(CostMode::PerStage);
        QVERIFY(w.costs().forward == list({2, 2, 2, 2, 2, 2, 2, 2.5}));
        QVERIFY(w.costs().backwardInput == StageValues(2.0));
    }

    void aWrongBlockTimeIsRefusedInWords()
    {
        w.form().chooseMode(CostMode::ByBlock);
        const CostModel before = w.costs();
        w.typeLine(*w->findChild<QLineEdit*>("block-layer-I"), "-1");
        QCOMPARE(w.form().blocks()->problemText(), "I of Layer must be a number of at least 0");
        QVERIFY(w.costs() == before);
    }

    void communicatorsAreEdited()
    {
        auto* policy = w->findChild<QComboBox*>("cost-policy");
        QVERIFY(policy);
        QVERIFY(!w.row("cost-communicators-sent").isVisibleTo(w.form().more()));
        // Without a policy nothing else counts.
        policy->setFocus();
        QTest::keyClick(policy, Qt::Key_Down);
        emit policy->activated(policy->currentIndex());
        w.settle();
        QVERIFY(w.costs().communicators.policy == CommunicatorPolicy::Torch);
        QVERIFY(w.row("cost-communicators-sent").isVisibleTo(w.form().more()));
        const double before = w.timeline().makespan;
        w.type(w.field("cost-communicators-arrival"), "2.5");
        w.settle();
        QCOMPARE(w.costs().communicators.arrival, 2.5);
        QVERIFY(w.timeline().makespan > before);
        w.type(w.field("cost-communicators-backward-host"), "0.5, 1");
        w.settle();
        QVERIFY(w.costs().communicators.backward.host == list({0.5, 1}));
        w.type(w.field("cost-communicators-host-factor"), "0.72");
        w.settle();
        QCOMPARE(w.costs().communicators.hostFactor, 0.72);
        // One stretch of typing is one step of undo, and a project keeps it.
        w.undo();
        w.settle();
        QCOMPARE(w.costs().communicators.hostFactor, 1.0);
        QCOMPARE(w.costs().communicators.arrival, 2.5);
        const Communicators kept = w.costs().communicators;
        w.undo();
        w.settle();
        const QString path = w.path("plan.bubble");
        QVERIFY(w->files().saveTo(path));
        w.start("gpipe:ranks=2,microbatches=2");
        w->questions.saveChanges = [](const QString&) { return SaveAnswer::Discard; };
        w.openFile(path);
        w.settle();
        QCOMPARE(w.costs().communicators.arrival, kept.arrival);
        QVERIFY(w.costs().communicators.policy == CommunicatorPolicy::Torch);
    }

    void microbatchesOfUnequalLengthAreEdited()
    {
        w.start("gpipe:ranks=2,microbatches=3");
        w.button("cost-more").click();
        const double before = w.timeline().makespan;
        w.type(w.field("cost-microbatch-times"), "1, 2, 0.5");
        w.settle();
        QCOMPARE(w.costs().microbatches.times.values, (std::vector<double>{1, 2, 0.5}));
        QVERIFY(w.timeline().makespan > before);
        QCOMPARE(w->schedulePanel()->costLine()->timesText(),
                 QString("F 1 · B 2 · microbatches of unequal length"));
        QCOMPARE(w.row("cost-microbatch-times").problemText(), QString());
        // Too few are said beside the field.
        w.type(w.field("cost-microbatch-times"), "1, 2");
        w.settle();
        QCOMPARE(w.row("cost-microbatch-times").problemText(),
                 QString("microbatch times has 2 values, but the schedule has 3 microbatches: give one value "
                         "for each microbatch"));
        w.field("cost-microbatch-times").setFocus();
        w.field("cost-microbatch-times").selectAll();
        QTest::keyClick(&w.field("cost-microbatch-times"), Qt::Key_Delete);
        w.settle();
        QVERIFY(w.costs().microbatches == MicrobatchCosts());
        QCOMPARE(w.timeline().makespan, before);
        w.type(w.field("cost-microbatch-lengths"), "1, 2, 1");
        w.type(w.field("cost-microbatch-attention"), "1");
        w.settle();
        QVERIFY(w.timeline().makespan > before + 3);
        w.undo();
        w.settle();
        QCOMPARE(w.costs().microbatches.attention, 0.0);
    }

    void slicesOfASequenceAreEdited()
    {
        w.start("gpipe:ranks=2,microbatches=4");
        w.button("cost-more").click();
        QCOMPARE(w.field("cost-microbatch-slices").text(), QString("1"));
        w.type(w.field("cost-microbatch-attention"), "0.5");
        w.settle();
        const double alike = w.timeline().makespan;
        w.type(w.field("cost-microbatch-slices"), "2");
        w.settle();
        QCOMPARE(w.costs().microbatches.slices, std::uint64_t{2});
        QVERIFY(w.timeline().makespan > alike);
        for (const char* wrong : {"2.5", "0", "-1"}) {
            w.type(w.field("cost-microbatch-slices"), wrong);
            w.settle();
            QCOMPARE(w.row("cost-microbatch-slices").problemText(),
                     QString("Slices of a sequence must be a whole number of at least 1"));
            QCOMPARE(w.costs().microbatches.slices, std::uint64_t{2});
        }
        w.type(w.field("cost-microbatch-slices"), "1");
        w.settle();
        QCOMPARE(w.timeline().makespan, alike);
    }

    void everyFieldOfCommunicatorsHasARow()
    {
        std::size_t rows = 0;
        for (const CostField* field : costFields())
            if (field->group == "communicators" && field->key != "policy") {
                const auto* found = w->findChild<NumberField*>(QString::fromUtf8(
                    field->entry.name.data(), static_cast<qsizetype>(field->entry.name.size())));
                QVERIFY2(found, std::string(field->key).c_str());
                ++rows;
            }
        QCOMPARE(rows, std::size_t{31});
    }

    void aRowSaysWhereItsValueComesFrom()
    {
        CostModel fitted = w.costs();
        fitted.communicators.policy = CommunicatorPolicy::Torch;
        fitted.communicators.arrival = 2;
        w.document().setCosts(fitted, "fitted");
        auto origin = std::make_shared<CostOrigin>();
        origin->fitted = fitted;
        origin->defaults["communicators.sent"] = "nothing was sent";
        w.form().more()->setOrigin(origin);
        QCOMPARE(w.row("cost-communicators-arrival").markText(), "fitted");
        QCOMPARE(w.row("cost-communicators-sent").markText(), "default");
        w.type(w.field("cost-communicators-arrival"), "3");
        QCOMPARE(w.row("cost-communicators-arrival").markText(), "edited");
        w.undo();
        w.settle();
        QCOMPARE(w.row("cost-communicators-arrival").markText(), "fitted");
        w.form().more()->setOrigin(nullptr);
        QCOMPARE(w.row("cost-communicators-arrival").markText(), QString());
    }

    void errorsStandBesideTheirField()
    {
        w.type(w.field("cost-forward"), "fast");
        QCOMPARE(w.row("cost-forward").problemText(),
                 "Forward must be a number of at least 0, or one for every stage: 1, 1, 1.5");
        w.type(w.field("cost-latency"), "-1");
        QCOMPARE(w.row("cost-latency").problemText(), "P2P latency must be a number of at least 0");
        w.type(w.field("cost-latency"), "1");
        QCOMPARE(w.row("cost-latency").problemText(), QString());
        // What the model itself refuses.
        CostModel bad;
        bad.transfer.latency = -2;
        w.document().setCosts(bad, "Latency");
        w.settle();
        QCOMPARE(w.row("cost-latency").problemText(),
                 "p2p latency is -2; expected a finite number of at least 0");
        QVERIFY(w->findChild<QLabel*>("cost-problem")->isHidden());
    }

    void stragglersAreAddedAndTakenAway()
    {
        w.button("cost-more").click();
        auto* rows = w->findChild<EntryRows*>("cost-stragglers");
        rows->addButton()->setFocus();
        QTest::keyClick(rows->addButton(), Qt::Key_Space);
        QVERIFY((w.costs().rankFactor == std::map<std::uint32_t, double>{{0, 1.5}}));
        QVERIFY(rows->field(0, 0)->hasFocus());
        w.typeLine(*rows->field(0, 0), "2");
        w.typeLine(*rows->field(0, 1), "1.6");
        QVERIFY((w.costs().rankFactor == std::map<std::uint32_t, double>{{2, 1.6}}));
        w.typeLine(*rows->field(0, 0), "4");
        QCOMPARE(rows->problemText(), "rank 4: the schedule has only ranks 0 to 3");
        w.typeLine(*rows->field(0, 0), "1.5");
        QCOMPARE(rows->problemText(), "Rank must be a whole number of at least 0");
        w.typeLine(*rows->field(0, 0), "1");
        QCOMPARE(rows->problemText(), QString());
        rows->addButton()->click();
        w.typeLine(*rows->field(1, 0), "1");
        QCOMPARE(rows->problemText(), "rank 1 appears twice");
        rows->removeButton(1)->click();
        QCOMPARE(rows->problemText(), QString());
        rows->removeButton(0)->click();
        QVERIFY(w.costs().rankFactor.empty());
        QVERIFY(!rows->field(0, 0));
    }

    void linksAreChecked()
    {
        w.button("cost-more").click();
        auto* rows = w->findChild<EntryRows*>("cost-links");
        rows->addButton()->click();
        w.typeLine(*rows->field(0, 2), "0.5");
        QCOMPARE(w.costs().transfer.links.size(), std::size_t{1});
        QVERIFY(w.costs().transfer.links[0] == (LinkCost{0, 1, 0.5, {}, {}}));
        w.typeLine(*rows->field(0, 1), "0");
        QCOMPARE(rows->problemText(), "a link connects two ranks, not rank 0 with itself");
        QCOMPARE(w.costs().transfer.links[0].to, 1U);
    }

    void overlapTimesAreEdited()
    {
        w.button("cost-more").click();
        auto* rows = w->findChild<OverlapRows*>("cost-overlap-times");
        // Where nothing overlaps, there is nothing to say of it.
        QVERIFY(!rows->isVisible());
        w.document().chooseSchedule(*findSchedule("dualpipev"));
        w.settle();
        QVERIFY(rows->isVisible());
        rows->addButton()->setFocus();
        QTest::keyClick(rows->addButton(), Qt::Key_Space);
        const KindPair pair{ActionKind::Forward, ActionKind::Backward};
        QCOMPARE(rows->field(0, 0)->text(), "F+B");
        QVERIFY(rows->field(0, 0)->hasFocus());
        // Begins with what it took before.
        QVERIFY(w.costs().overlap.times.at(pair).time == StageValues(3.0));
        w.typeLine(*rows->field(0, 1), "2.5");
        QVERIFY(w.costs().overlap.times.at(pair).time == StageValues(2.5));
        w.typeLine(*rows->field(0, 0), "b+f");
        QVERIFY((w.costs().overlap.times.contains({ActionKind::Backward, ActionKind::Forward})));
        QCOMPARE(w.costs().overlap.times.size(), std::size_t{1});
        w.typeLine(*rows->field(0, 0), "B+R");
        QCOMPARE(rows->problemText(), "\"B+R\" is not a pair: expected two of F, I, W and B, such as F+B");
        w.typeLine(*rows->field(0, 0), "F+B");
        QCOMPARE(rows->problemText(), QString());
        w.typeLine(*rows->field(0, 1), "soon");
        QCOMPARE(rows->problemText(),
                 "F+B must be a number of at least 0, one for every stage, or a share: × 0.8");
        QVERIFY(w.costs().overlap.times.at(pair).time == StageValues(2.5));
        // What the model itself refuses stands here, too.
        w.typeLine(*rows->field(0, 1), "1, 2, 3");
        w.settle();
        QVERIFY(w.costs().overlap.times.at(pair).time == list({1, 2, 3}));
        QCOMPARE(w.form().misfitText(), "Overlap has 3 values, but the schedule has 8 stages.");
        rows->removeButton(0)->click();
        QVERIFY(w.costs().overlap.times.empty());
        QVERIFY(!rows->field(0, 0));
        w.undo();
        QCOMPARE(rows->field(0, 0)->text(), "F+B");
    }

    void aPairKeepsWhenItsPartsAreDone()
    {
        w.button("cost-more").click();
        CostModel costs;
        OverlapTime time(StageValues(4.0));
        time.firstDone = 0.25;
        const KindPair pair{ActionKind::Forward, ActionKind::BackwardInput};
        costs.overlap.times[pair] = time;
        w.document().setCosts(costs, "Overlap");
        auto* rows = w->findChild<OverlapRows*>("cost-overlap-times");
        QVERIFY(rows->isVisible());
        w.typeLine(*rows->field(0, 1), "5");
        QVERIFY(w.costs().overlap.times.at(pair).time == StageValues(5.0));
        QCOMPARE(w.costs().overlap.times.at(pair).firstDone, 0.25);
    }

    void aShareIsAFactor()
    {
        w.button("cost-more").click();
        CostModel costs;
        const KindPair pair{ActionKind::Forward, ActionKind::Backward};
        costs.overlap.times[pair] = OverlapTime(StageValues(0.8));
        costs.overlap.times[pair].isShareOfSum = true;
        w.document().setCosts(costs, "Overlap");
        auto* rows = w->findChild<OverlapRows*>("cost-overlap-times");
        QCOMPARE(rows->field(0, 1)->text(), "× 0.8");
        w.typeLine(*rows->field(0, 1), "x 0.7");
        QVERIFY(w.costs().overlap.times.at(pair).isShareOfSum);
        QVERIFY(w.costs().overlap.times.at(pair).time == StageValues(0.7));
        w.typeLine(*rows->field(0, 1), "2");
        QVERIFY(!w.costs().overlap.times.at(pair).isShareOfSum);
    }

    void everyActionMayTakeMore()
    {
        w.form().chooseMode(CostMode::ByBlock);
        QCOMPARE(w.field("cost-per-action").text(), "0");
        w.type(w.field("cost-per-action"), "0.5");
        w.settle();
        QCOMPARE(w.costs().blocks->perAction, 0.5);
        QCOMPARE(w.document().evaluation()->costs.durationOf(ActionKind::Forward, StageId{0}), 1.5);
        CostModel bad = w.costs();
        bad.blocks->perAction = -1;
        w.document().setCosts(bad, "Per action");
        w.settle();
        QCOMPARE(w.row("cost-per-action").problemText(),
                 "blocks per_action is -1; expected a finite number of at least 0");
    }

    void layersGoByOne()
    {
        w.form().chooseMode(CostMode::ByBlock);
        w.field("cost-layers").setFocus();
        QTest::keyClick(&w.field("cost-layers"), Qt::Key_Up);
        QVERIFY(w.costs().layersPerStage == StageValues(2.0));
    }

    void halfAListStaysWhileTheFirstHalfIsTimed()
    {
        NumberField& field = w.field("cost-forward");
        w.typeOpen(field, "2,");
        w.settle();
        QCOMPARE(w.document().evaluation()->input.costs.forward, std::optional(StageValues(2.0)));
        QCOMPARE(field.text(), "2,");
        w.undo();
        QCOMPARE(field.text(), "1");
        QCOMPARE(w.row("cost-forward").problemText(), QString());
    }

    void aTypedListStaysInItsField()
    {
        NumberField& field = w.field("cost-forward");
        field.setFocus();
        field.selectAll();
        for (const QChar key : QString("1, 2, 3, 4, 5, 6, 7, 8")) {
            QTest::keyClick(&field, key.toLatin1());
            w.settle();
            QVERIFY(field.hasFocus());
        }
        QCOMPARE(w.form().mode(), CostMode::Uniform);
        QCOMPARE(field.text(), "1, 2, 3, 4, 5, 6, 7, 8");
        QVERIFY(w.document().evaluation()->input.costs.forward == list({1, 2, 3, 4, 5, 6, 7, 8}));
        QCOMPARE(w.form().misfitText(), QString());
        QCOMPARE(w.steps(), 1);
        // Brought back from elsewhere it is a table.
        w.undo();
        w.document().undoStack().redo();
        QCOMPARE(w.form().mode(), CostMode::PerStage);
    }

    void theWheelChangesNoFieldThatIsNotEdited()
    {
        const auto roll = [](QWidget& widget) {
            const QPointF middle = QRectF(widget.rect()).center();
            QWheelEvent event(middle, widget.mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&widget, &event);
        };
        w.view().setFocus();
        roll(w.field("cost-forward"));
        roll(w.number("ranks"));
        roll(*w->findChild<QComboBox*>("lowering"));
        QVERIFY(w.costs() == CostModel{});
        QCOMPARE(w.steps(), 0);
        QVERIFY(w.view().hasFocus());
        w.field("cost-forward").setFocus();
        roll(w.field("cost-forward"));
        QVERIFY(w.costs().forward == StageValues(1.1));
    }

    void emptyMeansNone()
    {
        w.button("cost-more").click();
        w.type(w.field("cost-memory-limit"), "6");
        QVERIFY(w.costs().memoryLimit == 6.0);
        w.field("cost-memory-limit").setFocus();
        w.field("cost-memory-limit").selectAll();
        QTest::keyClick(&w.field("cost-memory-limit"), Qt::Key_Delete);
        QVERIFY(!w.costs().memoryLimit);
        QCOMPARE(w.row("cost-memory-limit").problemText(), QString());
    }

    void theSeedIsDrawnAgain()
    {
        w.button("cost-more").click();
        w.type(w.field("cost-sigma"), "0.1");
        w.button("cost-draw").click();
        QCOMPARE(w.costs().jitter.seed, std::uint64_t{1});
        QCOMPARE(w->findChild<QLineEdit*>("cost-seed")->text(), "1");
        QCOMPARE(w.costs().jitter.sigma, 0.1);
    }

    void moreIsFolded()
    {
        QVERIFY(!w.field("cost-bytes").isVisible());
        w.button("cost-more").setFocus();
        QTest::keyClick(&w.button("cost-more"), Qt::Key_Space);
        QVERIFY(w.field("cost-bytes").isVisible());
        // Where the order has none, nothing of FSDP is offered.
        QVERIFY(!w.field("cost-unshard").isVisible());
        w.document().setPasses({"fsdp"}, "Lowering");
        w.settle();
        QVERIFY(w.field("cost-unshard").isVisible());
        QVERIFY(w->findChild<QCheckBox*>("cost-fsdp-beside")->isVisible());
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowCostPartsTest)
#include "window_cost_parts_test.moc"
