// SPDX-License-Identifier: Apache-2.0
// What-if sliders: what they scale, what they say, and that nothing of it is part of the project.
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/docks/docks.h"
#include "ui/messages/document_notices.h"
#include "ui/panels/bubbles_model.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/panels/what_if_notice.h"
#include "ui/panels/what_if_panel.h"
#include "ui/widgets/factor_slider.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>
#include <QTreeView>

namespace bubblescope::test {

namespace {

using namespace ui;

/// In the unfolded bar.
FactorSlider& slider(ShownWindow& w, const char* name)
{
    if (!w->whatIf()->isVisible())
        QTest::mouseClick(w->metrics()->whatIf(), Qt::LeftButton);
    return *w->findChild<FactorSlider*>(QLatin1String(name));
}

QPushButton& button(ShownWindow& w, const char* name)
{
    return *w->findChild<QPushButton*>(QLatin1String(name));
}

/// Makespan of the shown picture once nothing is computed any more.
double settledMakespan(ShownWindow& w)
{
    if (!QTest::qWaitFor([&] { return !w.document().isBusy(); }))
        qWarning("the evaluation did not end");
    return w.document().evaluation()->timeline->makespan;
}

WhatIf backwardTimes(double factor)
{
    WhatIf whatIf;
    whatIf.kinds[ActionKind::Backward] = factor;
    return whatIf;
}

} // namespace

class WindowWhatIfTest : public QObject
{
    Q_OBJECT

private slots:
    /// Beside an open inspector there is little room; what is in the docks stays whole.
    void theBarMovesNoDock()
    {
        ShownWindow w;
        w.unfoldInspector();
        w.trigger("schedule.costs");
        const QDockWidget* left = w->docks().dockOf(w->schedulePanel());
        const QDockWidget* right = w->docks().dockOf(w->inspector());
        const std::pair before(left->width(), right->width());
        slider(w, "what-if-backward");
        QTest::qWait(50);
        QCOMPARE(std::pair(left->width(), right->width()), before);
    }

    /// With all of the costs, too, in whatever order they are opened.
    void everythingOpenIsWhole_data()
    {
        QTest::addColumn<QList<int>>("order");
        QList<int> order{0, 1, 2};
        do
            QTest::addRow("%d %d %d", order[0], order[1], order[2]) << order;
        while (std::next_permutation(order.begin(), order.end()));
    }

    void everythingOpenIsWhole()
    {
        QFETCH(QList<int>, order);
        ShownWindow w;
        for (const int step : order) {
            if (step == 0)
                w.unfoldInspector();
            else if (step == 1)
                slider(w, "what-if-backward");
            else {
                w.trigger("schedule.costs");
                button(w, "cost-more").click();
            }
            QTest::qWait(50);
        }
        QCOMPARE(w->size(), QSize(1280, 800));
        int forms = 0;
        for (const QScrollArea* area : w->findChildren<QScrollArea*>()) {
            if (!area->isVisible())
                continue;
            ++forms;
            const int needs = area->widget()->minimumSizeHint().width();
            QVERIFY2(area->viewport()->width() >= needs,
                     qPrintable(QString("%1 of %2 px").arg(area->viewport()->width()).arg(needs)));
            for (const QWidget* parent = area->parentWidget(); parent; parent = parent->parentWidget())
                QVERIFY(!qobject_cast<const QScrollArea*>(parent));
        }
        QCOMPARE(forms, 2);
    }

    void keysScaleAKind()
    {
        ShownWindow w;
        FactorSlider& backward = slider(w, "what-if-backward");
        backward.setFocus();
        QTest::keyClick(&backward, Qt::Key_Left);
        QCOMPARE(w.document().whatIf(), backwardTimes(0.95));
        // (16 + 3)(1 + 1.9)
        QCOMPARE(settledMakespan(w), 55.1);
        QTest::keyClick(&backward, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(w.document().whatIf(), backwardTimes(0.94));
        QTest::keyClick(&backward, Qt::Key_Right);
        QCOMPARE(w.document().whatIf(), backwardTimes(0.95));
        QTest::keyClick(&backward, Qt::Key_PageUp);
        QCOMPARE(w.document().whatIf(), backwardTimes(1.9));
        QTest::keyClick(&backward, Qt::Key_Backspace);
        QVERIFY(w.document().whatIf().isNeutral());
        QCOMPARE(settledMakespan(w), 57.0);
        QCOMPARE(w.document().undoStack().count(), 0);
    }

    void theMouseDragsAndCatchesAtOne()
    {
        ShownWindow w;
        FactorSlider& forward = slider(w, "what-if-forward");
        const QPoint middle(forward.width() / 2, forward.height() / 2);
        const auto& factors = w.document().whatIf().kinds;
        QTest::mousePress(&forward, Qt::LeftButton, {}, middle + QPoint(30, 0));
        QVERIFY(factors.at(ActionKind::Forward) > 1.2);
        QTest::mouseMove(&forward, middle + QPoint(-30, 0));
        QVERIFY(factors.at(ActionKind::Forward) < 0.8);
        QTest::mouseMove(&forward, middle + QPoint(2, 0));
        QCOMPARE(forward.factor(), 1.0);
        QVERIFY(w.document().whatIf().isNeutral());
        QTest::mouseMove(&forward, middle + QPoint(40, 0));
        QTest::mouseRelease(&forward, Qt::LeftButton, {}, middle + QPoint(40, 0));
        QVERIFY(!w.document().whatIf().isNeutral());
        QTest::mouseDClick(&forward, Qt::LeftButton, {}, middle + QPoint(40, 0));
        QCOMPARE(forward.factor(), 1.0);
    }

    void factorsStayWithinTheirRange()
    {
        FactorSlider one;
        one.resize(140, 24);
        QTest::keyClick(&one, Qt::Key_Home);
        QCOMPARE(one.factor(), 0.25);
        QTest::keyClick(&one, Qt::Key_Left);
        QCOMPARE(one.factor(), 0.25);
        QTest::keyClick(&one, Qt::Key_End);
        QTest::keyClick(&one, Qt::Key_PageUp);
        QCOMPARE(one.factor(), 4.0);
        QTest::mouseClick(&one, Qt::LeftButton, {}, QPoint(0, 12));
        QCOMPARE(one.factor(), 0.25);
        // As assistive tools set it.
        one.setValue(0);
        QCOMPARE(one.factor(), 1.0);
    }

    void theEffectIsSaid()
    {
        ShownWindow w;
        const WhatIfPanel& panel = *w->whatIf();
        QCOMPARE(panel.effectText(), QString());
        w.document().setWhatIf(backwardTimes(0.95));
        QCOMPARE(settledMakespan(w), 55.1);
        QCOMPARE(panel.effectText(), QStringLiteral("step time −1.9 (−3.3 %)"));
        w.document().setWhatIf(backwardTimes(1.5));
        settledMakespan(w);
        QCOMPARE(panel.effectText(), QStringLiteral("step time +19 (+33.3 %)"));
        QCOMPARE(w->findChild<QToolButton*>(QStringLiteral("what-if-backward-value"))->text(),
                 QStringLiteral("× 1.50"));
        w.document().setWhatIf({});
        QCOMPARE(panel.effectText(), QString());
        // Times with a unit have it here, too.
        CostModel costs;
        costs.unit = "us";
        costs.forward = StageValues(1000.0);
        costs.backward = StageValues(2000.0);
        w.document().setCosts(costs, QStringLiteral("Costs"));
        w.document().setWhatIf(backwardTimes(0.95));
        settledMakespan(w);
        QTRY_COMPARE(panel.effectText(), QStringLiteral("step time −1.9 ms (−3.3 %)"));
    }

    void theNoticeStandsWhileSomethingIsScaled()
    {
        ShownWindow w;
        QCOMPARE(w->notices().whatIf()->text(), QString());
        WhatIf whatIf = backwardTimes(0.95);
        whatIf.ranks[2] = 1.6;
        w.document().setWhatIf(whatIf);
        QVERIFY(w->notices().whatIf()->isVisible());
        QCOMPARE(w->notices().whatIf()->text(), QStringLiteral("What if: B × 0.95, rank 2 × 1.60"));
        QTest::mouseClick(w->notices().whatIf()->findChild<QPushButton*>(), Qt::LeftButton);
        QVERIFY(!w->notices().whatIf()->isVisible());
        QVERIFY(w.document().whatIf().isNeutral());
    }

    void theBarFoldsAndIsKept()
    {
        ShownWindow w;
        QVERIFY(!w->whatIf()->isVisible());
        w.document().setWhatIf(backwardTimes(0.5));
        QVERIFY(w->notices().whatIf()->isVisible());
        w->metrics()->whatIf()->setFocus();
        QTest::keyClick(w->metrics()->whatIf(), Qt::Key_Space);
        QVERIFY(w->whatIf()->isVisible() && w.action("view.whatIf")->isChecked());
        // The sliders say it themselves.
        QVERIFY(!w->notices().whatIf()->isVisible());
        w.reopen();
        QVERIFY(w->whatIf()->isVisible());
        w.trigger("view.whatIf");
        QVERIFY(!w->whatIf()->isVisible());
    }

    void resetTakesAllBack()
    {
        ShownWindow w;
        QVERIFY(!button(w, "what-if-reset").isEnabled());
        w.document().setWhatIf(backwardTimes(2));
        button(w, "what-if-reset").setFocus();
        QTest::keyClick(&button(w, "what-if-reset"), Qt::Key_Space);
        QVERIFY(w.document().whatIf().isNeutral());
        QCOMPARE(slider(w, "what-if-backward").factor(), 1.0);
        QCOMPARE(settledMakespan(w), 57.0);
    }

    void takingOverIsOneUndoStep()
    {
        ShownWindow w;
        w.document().setWhatIf(backwardTimes(0.5));
        QCOMPARE(settledMakespan(w), 38.0);
        button(w, "what-if-take-over").click();
        QVERIFY(w.document().whatIf().isNeutral());
        QCOMPARE(settledMakespan(w), 38.0);
        const CostModel& costs = w.document().state().costs;
        QVERIFY(costs.backward == StageValues(1.0));
        QVERIFY(costs.forward == StageValues(1.0));
        QCOMPARE(w.document().undoStack().count(), 1);
        w.document().undoStack().undo();
        QVERIFY(costs == CostModel{});
        QCOMPARE(settledMakespan(w), 57.0);
    }

    void takingOverARankKeepsTheBlocks()
    {
        ShownWindow w;
        CostModel costs;
        costs.blocks.emplace();
        costs.blocks->layer.forward = 1;
        w.document().setCosts(costs, QStringLiteral("Blocks"));
        settledMakespan(w);
        WhatIf whatIf;
        whatIf.ranks[1] = 2;
        w.document().setWhatIf(whatIf);
        const double slowed = settledMakespan(w);
        w.document().takeOverWhatIf(QStringLiteral("What if"));
        QVERIFY(w.document().state().costs.blocks == costs.blocks);
        QVERIFY((w.document().state().costs.rankFactor == std::map<std::uint32_t, double>{{1, 2.0}}));
        QCOMPARE(settledMakespan(w), slowed);
    }

    void eachRankKeepsItsFactor()
    {
        ShownWindow w;
        auto* which = w->findChild<QSpinBox*>(QStringLiteral("what-if-rank-which"));
        QCOMPARE(which->maximum(), 3);
        which->setValue(2);
        FactorSlider& rank = slider(w, "what-if-rank");
        rank.setFocus();
        QTest::keyClick(&rank, Qt::Key_PageUp);
        QVERIFY((w.document().whatIf().ranks == std::map<std::uint32_t, double>{{2, 2.0}}));
        which->setValue(3);
        QCOMPARE(rank.factor(), 1.0);
        which->setValue(2);
        QCOMPARE(rank.factor(), 2.0);
    }

    void kindsFollowTheOrder()
    {
        ShownWindow w;
        QVERIFY(slider(w, "what-if-backward").isVisible());
        QVERIFY(!slider(w, "what-if-backward-input").isVisible());
        WhatIf whatIf = backwardTimes(0.5);
        whatIf.kinds[ActionKind::Forward] = 2;
        w.document().setWhatIf(whatIf);
        w.document().chooseSchedule(*findSchedule("zbv"));
        settledMakespan(w);
        QVERIFY(!slider(w, "what-if-backward").isVisible());
        QVERIFY(slider(w, "what-if-backward-input").isVisible());
        // What is not run is not scaled.
        WhatIf kept;
        kept.kinds[ActionKind::Forward] = 2;
        QCOMPARE(w.document().whatIf(), kept);
    }

    void anotherOrderDropsRanksAndStages()
    {
        ShownWindow w;
        WhatIf whatIf = backwardTimes(0.5);
        whatIf.ranks[3] = 2;
        whatIf.stages[7] = 3;
        w.document().setWhatIf(whatIf);
        ScheduleRequest more = w.document().draft();
        more.microbatches = 16;
        w.document().propose(more, QStringLiteral("Microbatches"));
        settledMakespan(w);
        QCOMPARE(w.document().whatIf(), whatIf);
        more.ranks = 8;
        w.document().propose(more, QStringLiteral("Ranks"));
        settledMakespan(w);
        QCOMPARE(w.document().whatIf(), backwardTimes(0.5));
        QVERIFY(w.document().evaluation()->whatIf == backwardTimes(0.5));
    }

    void anotherDocumentIsNeutral()
    {
        ShownWindow w;
        w.document().setWhatIf(backwardTimes(0.5));
        w.openFile(w.write(QStringLiteral("small.csv"), "0F0,0B0\n"));
        QVERIFY(w.document().whatIf().isNeutral());
        QVERIFY(!w->notices().whatIf()->isVisible());
        QCOMPARE(w.document().evaluation()->timeline->makespan, 3.0);
    }

    void transfersAreOfferedWhereTheyTakeTime()
    {
        ShownWindow w;
        QVERIFY(!slider(w, "what-if-transfers").isVisible());
        CostModel costs;
        costs.transfer.latency = 0.5;
        w.document().setCosts(costs, QStringLiteral("Latency"));
        const double before = settledMakespan(w);
        QVERIFY(slider(w, "what-if-transfers").isVisible());
        slider(w, "what-if-transfers").setFocus();
        QTest::keyClick(&slider(w, "what-if-transfers"), Qt::Key_End);
        QVERIFY(settledMakespan(w) > before);
        w->metrics()->whatIf()->click();
        QCOMPARE(w->notices().whatIf()->text(), QStringLiteral("What if: transfers × 4.00"));
    }

    void theOrderIsKeptAndTheNeutralMakespanToo()
    {
        ShownWindow w;
        const SchedulePtr order = w.document().evaluation()->timeline->schedule;
        for (const double factor : {0.5, 0.25, 2.0}) {
            w.document().setWhatIf(backwardTimes(factor));
            QCOMPARE(settledMakespan(w), 19 * (1 + 2 * factor));
            QVERIFY(w.document().evaluation()->timeline->schedule == order);
            QCOMPARE(w.document().evaluation()->makespanBefore, 57.0);
        }
        CostModel costs;
        costs.forward = StageValues(3.0);
        w.document().setCosts(costs, QStringLiteral("Forward"));
        QCOMPARE(settledMakespan(w), 19 * (3 + 4.0));
        QVERIFY(w.document().evaluation()->timeline->schedule == order);
        QCOMPARE(w.document().evaluation()->makespanBefore, 19 * (3 + 2.0));
    }

    void theNewestFactorComesLast()
    {
        ShownWindow w;
        ScheduleRequest large = w.document().draft();
        large.ranks = 32;
        large.microbatches = 1024;
        w.document().propose(large, QStringLiteral("Size"));
        settledMakespan(w);
        QSignalSpy shown(&w.document(), &Document::evaluationChanged);
        for (int step = 1; step <= 40; ++step)
            w.document().setWhatIf(backwardTimes(1 - step * 0.01));
        settledMakespan(w);
        QVERIFY(w.document().evaluation()->whatIf == backwardTimes(1 - 40 * 0.01));
        // What ran was let finish, and what lay between was passed over.
        QVERIFY2(shown.count() >= 1 && shown.count() <= 40, qPrintable(QString::number(shown.count())));
    }

    void aZoomedViewKeepsItsRangeAndSelection()
    {
        ShownWindow w;
        w.view().chosen().select(ActionPosition{RankId{1}, 5});
        w.view().navigation().setRange({10, 20});
        const TimeRange range = w.view().navigation().range();
        w.document().setWhatIf(backwardTimes(0.95));
        settledMakespan(w);
        QVERIFY(w.view().navigation().range() == range);
        QVERIFY(w.view().chosen().action() == (ActionPosition{RankId{1}, 5}));
    }

    void aFittedViewStaysFitted()
    {
        ShownWindow w;
        w.view().navigation().fitAll();
        w.document().setWhatIf(backwardTimes(2));
        const double makespan = settledMakespan(w);
        QVERIFY(w.view().navigation().range() == fitted(makespan));
    }

    void whatExplainedTheOrderStaysWhileItIsRetimed()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().explanation());
        w.trigger("timeline.criticalPath");
        auto* words = w->findChild<QLabel*>(QStringLiteral("bubbles-empty"));
        int blinks = 0;
        int told = 0;
        const auto look = [&] {
            ++told;
            const bool isThere = w->bubbles()->list()->isVisible() && !words->isVisible() &&
                                 w->bubbles()->model()->rowCount() > 0 && w->bubbles()->bubbleCount() &&
                                 w.view().explanation() && w.metric("critical-path") != QStringLiteral("…") &&
                                 w->commands().action(QStringLiteral("timeline.nextBubble"))->isEnabled();
            blinks += isThere ? 0 : 1;
        };
        connect(&w.document(), &Document::evaluationChanged, this, look);
        connect(&w.document(), &Document::explanationChanged, this, look);
        FactorSlider& backward = slider(w, "what-if-backward");
        backward.setFocus();
        for (int i = 0; i < 5; ++i) {
            QTest::keyClick(&backward, Qt::Key_Left);
            settledMakespan(w);
            look();
        }
        QTRY_VERIFY(w.document().explanation());
        QVERIFY(told > 10);
        QCOMPARE(blinks, 0);
        QCOMPARE(w.view().explanation(), w.document().explanation());
        // (16 + 3)(1 + 1.5), and the path is of the newest times.
        QCOMPARE(w.metric("critical-path"), QStringLiteral("47.5"));
        // Another order's bubbles are no longer true.
        ScheduleRequest request = w.document().draft();
        request.microbatches = 12;
        w.document().propose(request, QStringLiteral("Microbatches"));
        settledMakespan(w);
        QVERIFY(w.view().explanation() == nullptr || w.document().explanation());
        QTRY_VERIFY(w.document().explanation());
        QCOMPARE(w.view().explanation(), w.document().explanation());
        disconnect(&w.document(), nullptr, this, nullptr);
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowWhatIfTest)
#include "window_what_if_test.moc"
