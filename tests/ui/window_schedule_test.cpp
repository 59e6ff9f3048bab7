// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/panels/cost_form.h"
#include "ui/panels/cost_line.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/problem_note.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

/// What the schedule dock does to the picture, by real keys and clicks.
class WindowScheduleTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void startsWithARealSchedule()
    {
        QCOMPARE(w->windowTitle(), "Interleaved 1F1B · 4 ranks × 8 microbatches[*] — Bubblescope");
        QCOMPARE(w.ranks(), 4U);
        QVERIFY(w.view().evaluation() == w.document().evaluation());
        QCOMPARE(w.metric("size"), "4 × 8");
        QCOMPARE(w.metric("makespan"), "57");
        QTRY_COMPARE(w.metric("problems"), "0");
        QVERIFY(!w->isWindowModified());
    }

    void typedRanksChangeThePicture()
    {
        w.setRanks(2);
        QVERIFY(w.view().evaluation() == w.document().evaluation());
        QCOMPARE(w.metric("size"), "2 × 8");
        // (m v + p - 1)(F + B) = (16 + 1) · 3
        QCOMPARE(w.metric("makespan"), "51");
        QVERIFY(w->isWindowModified());
    }

    void halfTypedNumberIsNotTried()
    {
        std::vector<std::uint32_t> shown;
        connect(&w.view(), &TimelineView::evaluationChanged, this, [&] { shown.push_back(w.ranks()); });
        w.typeOpen(w.number("ranks"), "16");
        QTRY_COMPARE(w.ranks(), 16U);
        QCOMPARE(shown, (std::vector<std::uint32_t>{16}));
        w.typeOpen(w.number("ranks"), "2");
        w.view().setFocus(); // leaving the field says that the number is whole
        QTRY_COMPARE(w.ranks(), 2U);
    }

    void arrowsStepRanks()
    {
        w.number("microbatches").setFocus();
        QTest::keyClick(&w.number("microbatches"), Qt::Key_Up);
        QCOMPARE(w.number("microbatches").text(), "9");
        QTest::keyClick(&w.number("microbatches"), Qt::Key_Down);
        QTRY_COMPARE(w.microbatches(), 8U);
        QVERIFY(!w->isWindowModified());
    }

    void inadmissibleValueSaysRuleAndNearest()
    {
        const EvaluationPtr before = w.document().evaluation();
        w.type(w.number("ranks"), "0");
        const ParameterRow* row = w->schedulePanel()->row("ranks");
        QCOMPARE(row->problemText(), "Ranks is 0, but interleaved-1f1b needs at least 1; works: 1");
        QVERIFY(w.document().evaluation() == before);
        QVERIFY(!w->isWindowModified());
        QVERIFY(w->schedulePanel()->findChild<ProblemWords*>()->isVisible());
        w.type(w.number("ranks"), "4");
        QCOMPARE(row->problemText(), QString());
    }

    void nearestValueIsAClickAway()
    {
        w.type(w.number("ranks"), "0");
        for (QLabel* label : w->schedulePanel()->findChildren<ProblemWords*>())
            if (label->text().contains("href=\"1\""))
                emit label->linkActivated("1");
        QTRY_COMPARE(w.ranks(), 1U);
        QCOMPARE(w.number("ranks").text(), "1");
    }

    void notANumberIsSaid()
    {
        const EvaluationPtr before = w.document().evaluation();
        w.type(w.number("ranks"), "4x");
        QCOMPARE(w->schedulePanel()->row("ranks")->problemText().section(';', 0, 0), "not a whole number");
        QTRY_VERIFY(w.document().evaluation() == before || w.ranks() == 4U);
    }

    void twoFieldsTogetherBecomeAdmissible()
    {
        ScheduleRequest zbv;
        zbv.schedule = "dualpipev";
        zbv.microbatches = 8;
        w->files().startNew(zbv);
        QTRY_COMPARE(w.schedule().name, "dualpipev");
        const EvaluationPtr before = w.document().evaluation();
        w.type(w.number("ranks"), "16");
        QVERIFY(w.document().evaluation() == before || w.ranks() == 1U);
        QVERIFY(!w.document().draftProblems().empty());
        w.type(w.number("microbatches"), "32");
        QTRY_COMPARE(w.ranks(), 16U);
        QVERIFY(w.document().draftProblems().empty());
    }

    void pickingAScheduleKeepsTheParameters()
    {
        ScheduleList& list = *w.gallery().list();
        const QListWidgetItem* card = w.card("1f1b");
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(card).center());
        QVERIFY(!list.isVisible());
        QTRY_COMPARE(w.schedule().name, "1f1b");
        QCOMPARE(w.metric("size"), "4 × 8");
        // A stage is all that a rank has, no longer half of it: the work of the two before.
        QCOMPARE(w.metric("makespan"), "66");
        QVERIFY(!w.number("stages-per-rank").isEnabled());
    }

    void pickingAdaptsWhatDoesNotFit()
    {
        ScheduleRequest small;
        small.schedule = "1f1b";
        small.ranks = 4;
        small.microbatches = 2;
        w->files().startNew(small);
        for (const ScheduleInfo& info : scheduleCatalog()) {
            const QListWidgetItem* card = w.card(info.name.c_str());
            w.gallery().list()->setCurrentItem(w.card(info.name.c_str()));
            QTest::keyClick(w.gallery().list(), Qt::Key_Return);
            QVERIFY2(w.document().draftProblems().empty(), qPrintable(card->text()));
            w.settle();
            QVERIFY2(w.document().evaluationError().isEmpty(), qPrintable(w.document().evaluationError()));
        }
    }

    void theGalleryOpensOnTheChosenCard()
    {
        w.document().chooseSchedule(*findSchedule("zbv"));
        w.settle();
        ScheduleList& list = *w.gallery().list();
        QCOMPARE(list.currentItem(), w.card("zbv"));
        QVERIFY(list.viewport()->rect().contains(list.visualItemRect(list.currentItem())));
        // Whoever only looks changes nothing.
        QTest::keyClick(w.gallery().filter(), Qt::Key_Down);
        QTest::keyClick(&list, Qt::Key_Right);
        QTest::keyClick(&list, Qt::Key_Escape);
        QVERIFY(!list.isVisible());
        QCOMPARE(w.document().draft().schedule, "zbv");
        QCOMPARE(w.gallery().list()->currentItem(), w.card("zbv"));
    }

    /// Of all whose names hold what is typed, the one that is named so.
    void aWholeNameChoosesItsCard()
    {
        ScheduleList& list = *w.gallery().list();
        QCOMPARE(list.currentItem(), w.card("interleaved-1f1b"));
        QTest::keyClicks(w.gallery().filter(), "1f1b");
        QVERIFY(list.shownCards() > 1);
        QCOMPARE(list.currentItem(), w.card("1f1b"));
        QTest::keyClick(w.gallery().filter(), Qt::Key_Return);
        QTRY_COMPARE(w.schedule().name, "1f1b");
        // Its peak is told as everywhere, by a rank's share.
        QCOMPARE(w.metric("peak-memory"), "4");
    }

    void aRightClickChangesNothing()
    {
        ScheduleList& list = *w.gallery().list();
        const QListWidgetItem* before = list.currentItem();
        const std::string schedule = w.document().draft().schedule;
        const QPoint place = list.visualItemRect(w.card("gpipe")).center();
        QTest::mouseClick(list.viewport(), Qt::RightButton, {}, place);
        QCOMPARE(list.currentItem(), before);
        QVERIFY(list.isVisible());
        QCOMPARE(w.document().draft().schedule, schedule);
        QVERIFY(!w->isWindowModified());
    }

    void aCardHasItsFigures()
    {
        ScheduleList& list = *w.gallery().list();
        const QListWidgetItem* card = w.card("interleaved-1f1b");
        const auto said = [&] { return card->data(Qt::AccessibleTextRole).toString(); };
        const Metrics& metrics = w.document().evaluation()->metrics;
        QTRY_VERIFY_WITH_TIMEOUT(said().contains(percentText(metrics.idleFraction)), 60'000);
        // The figures of the window itself, in the gallery as above the timeline.
        QVERIFY2(said().contains(timeText(metrics.makespan, "step")), qPrintable(said()));
        QVERIFY2(said().endsWith(" peak " + w.metric("peak-memory") + " act."), qPrintable(said()));
        QVERIFY(said().startsWith(card->text()));
        QTRY_VERIFY_WITH_TIMEOUT(!w.card("zbv")->data(Qt::AccessibleTextRole).toString().endsWith("…"),
                                 60'000);
        QCOMPARE(list.shownCards(), static_cast<int>(scheduleCatalog().size()));
    }

    void arrowKeysWalkTheSchedules()
    {
        ScheduleList* list = w.gallery().list();
        w.card("gpipe");
        list->setCurrentItem(w.card("gpipe"));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Right);
        const int next = ScheduleList::catalogIndexOf(list->currentItem());
        QVERIFY(next >= 0);
        const ScheduleInfo& schedule = scheduleCatalog()[static_cast<std::size_t>(next)];
        QVERIFY(schedule.name != "gpipe");
        // Down leads over the heading of the next group.
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(list, Qt::Key_Down);
        QVERIFY(ScheduleList::catalogIndexOf(list->currentItem()) >= 0);
        QVERIFY(list->currentRow() > list->row(w.card(schedule.name.c_str())));
        list->setCurrentItem(w.card(schedule.name.c_str()));
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_COMPARE(w.schedule().name, schedule.name);
    }

    void theCardShowsWhatIsOpen()
    {
        const auto title = [&] { return w->findChild<QLabel*>("schedule-title")->text(); };
        QCOMPARE(title(), QString::fromStdString(findSchedule("interleaved-1f1b")->title));
        w.open("plan.csv", "0F0,0B0\n");
        QCOMPARE(title(), "plan.csv");
    }

    void undoAndRedo()
    {
        w.setRanks(2);
        w.key(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(w.ranks(), 4U);
        QCOMPARE(w.number("ranks").text(), "4");
        QVERIFY(!w->isWindowModified());
        w.key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(w.ranks(), 2U);
        QCOMPARE(w.number("ranks").text(), "2");
        QVERIFY(w->isWindowModified());
    }

    void typingIsOneUndoStep()
    {
        w.setMicrobatches(24);
        QCOMPARE(w.steps(), 1);
        w.view().setFocus();
        w.type(w.number("microbatches"), "16");
        QCOMPARE(w.steps(), 2);
    }

    void costsChangeTheTimes()
    {
        w->schedulePanel()->setCostsOpen(true);
        auto* backward = w->findChild<NumberField*>("cost-backward");
        w.type(*backward, "1");
        // (16 + 3)(1 + 1)
        QTRY_COMPARE(w.metric("makespan"), "38");
        auto* latency = w->findChild<NumberField*>("cost-latency");
        w.type(*latency, "0.5");
        QTRY_VERIFY(w.metric("makespan") != "38");
        QCOMPARE(w.document().state().costs.transfer.latency, 0.5);
        w->findChild<QWidget*>("cost-reset")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QTRY_COMPARE(w.metric("makespan"), "57");
    }

    void theLineOfCostsOpensTheSheet()
    {
        SchedulePanel& panel = *w->schedulePanel();
        QCOMPARE(panel.costLine()->timesText(), "F 1 · B 2");
        // No line ends between what belongs together.
        const auto* times = w->findChild<QLabel*>("cost-line-times");
        QCOMPARE(times->text(), QStringLiteral(u"F\u00a01 · B\u00a02"));
        QPushButton* edit = w->findChild<QPushButton*>("cost-edit");
        edit->setFocus();
        QTest::keyClick(edit, Qt::Key_Space);
        QVERIFY(panel.areCostsOpen());
        auto* backward = w->findChild<NumberField*>("cost-backward");
        QVERIFY(backward->isVisible());
        QVERIFY(panel.costs()->isAncestorOf(QApplication::focusWidget()));
        w.type(*backward, "1.5");
        QTRY_COMPARE(panel.costLine()->timesText(), "F 1 · B 1.5");
        QTest::mouseClick(w->findChild<QPushButton*>("cost-done"), Qt::LeftButton);
        QVERIFY(!panel.areCostsOpen());
        QVERIFY(edit->hasFocus());
        CostModel unequal = w.document().state().costs;
        unequal.forward = StageValues(std::vector<double>{1, 1, 1, 1, 1, 1, 1, 2});
        w.document().setCosts(unequal, "Costs");
        QTRY_COMPARE(times->text(), QStringLiteral(u"F\u00a01–\u20602 · B\u00a01.5"));
        QCOMPARE(panel.costLine()->timesText(), "F 1–2 · B 1.5");
    }

    void costListPerStage()
    {
        w->schedulePanel()->setCostsOpen(true);
        auto* forward = w->findChild<NumberField*>("cost-forward");
        w.type(*forward, "1, 1, 1, 1, 1, 1, 1, 2");
        QTRY_VERIFY(w.document().evaluationError().isEmpty() && !w.document().isBusy());
        const StageValues expected(std::vector<double>{1, 1, 1, 1, 1, 1, 1, 2});
        QTRY_VERIFY(w.document().evaluation()->costs.forward == expected);
    }

    void wrongCostKeepsThePicture()
    {
        w->schedulePanel()->setCostsOpen(true);
        const EvaluationPtr before = w.document().evaluation();
        w.type(*w->findChild<NumberField*>("cost-forward"), "x");
        QVERIFY(w.document().evaluation() == before);
        QStringList shown;
        for (const QLabel* label : w->schedulePanel()->findChildren<QLabel*>())
            if (label->isVisible())
                shown << label->text();
        QVERIFY(shown.contains("Forward must be a number of at least 0, or one for every stage: 1, 1, 1.5"));
    }

    void optionsOfAnotherVariantAreHidden()
    {
        const auto choose = [&](const char* variant, bool overlaps) {
            ScheduleRequest request = w.document().draft();
            request.options = {{"variant", variant}};
            if (overlaps)
                request.options["overlap_b_f"] = "true";
            w.document().propose(request, "Variant");
        };
        const ParameterRow* overlap = w->schedulePanel()->row("overlap_b_f");
        QVERIFY(overlap);
        // They are folded until they are asked for.
        QVERIFY(!w->schedulePanel()->row("variant")->isVisible());
        QTest::mouseClick(w->schedulePanel()->options(), Qt::LeftButton);
        QVERIFY(w->schedulePanel()->row("variant")->isVisible());
        QVERIFY(!overlap->isVisible());
        choose("hyper-parallel", false);
        QVERIFY(overlap->isVisible());
        // What is on and must go stays in sight, with its reason.
        choose("torch", true);
        QVERIFY(overlap->isVisible());
        QVERIFY(overlap->problemText().endsWith("; works: false"));
        choose("torch", false);
        QVERIFY(!overlap->isVisible());
    }

    void splitKindsAreOffered()
    {
        w->schedulePanel()->setCostsOpen(true);
        QVERIFY(w->findChild<NumberField*>("cost-backward")->isVisible());
        QVERIFY(!w->findChild<NumberField*>("cost-backward-input")->isVisible());
        ScheduleRequest zbv;
        zbv.schedule = "zbv";
        w->files().startNew(zbv);
        QTRY_VERIFY(w->findChild<NumberField*>("cost-backward-input")->isVisible());
        QVERIFY(w->findChild<NumberField*>("cost-backward-weight")->isVisible());
        QVERIFY(!w->findChild<NumberField*>("cost-backward")->isVisible());
    }

    void escapeGivesTheKeysBack()
    {
        w.number("ranks").setFocus();
        QTest::keyClick(&w.number("ranks"), Qt::Key_Escape);
        QVERIFY(w.view().hasFocus());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowScheduleTest)
#include "window_schedule_test.moc"
