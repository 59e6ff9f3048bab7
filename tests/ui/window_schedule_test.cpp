// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"

#include <QLabel>
#include <QSignalSpy>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

/// What the schedule dock does to the picture, by real keys and clicks.
class WindowScheduleTest : public QObject
{
    Q_OBJECT

private slots:
    void startsWithARealSchedule()
    {
        ShownWindow w;
        QCOMPARE(w->windowTitle(),
                 QStringLiteral("Interleaved 1F1B · 4 ranks × 8 microbatches[*] — Bubblescope"));
        QCOMPARE(w.ranks(), 4U);
        QVERIFY(w.view().evaluation() == w.document().evaluation());
        QCOMPARE(w.metric("size"), QStringLiteral("4 × 8"));
        QCOMPARE(w.metric("makespan"), QStringLiteral("57"));
        QTRY_COMPARE(w.metric("problems"), QStringLiteral("0"));
        QVERIFY(!w->isWindowModified());
    }

    void typedRanksChangeThePicture()
    {
        ShownWindow w;
        w.type(w.number("ranks"), QStringLiteral("2"));
        QTRY_COMPARE(w.ranks(), 2U);
        QVERIFY(w.view().evaluation() == w.document().evaluation());
        QCOMPARE(w.metric("size"), QStringLiteral("2 × 8"));
        // (m v + p - 1)(F + B) = (16 + 1) · 3
        QCOMPARE(w.metric("makespan"), QStringLiteral("51"));
        QVERIFY(w->isWindowModified());
    }

    void halfTypedNumberIsNotTried()
    {
        ShownWindow w;
        std::vector<std::uint32_t> shown;
        connect(&w.view(), &TimelineView::evaluationChanged, this, [&] { shown.push_back(w.ranks()); });
        w.typeOpen(w.number("ranks"), QStringLiteral("16"));
        QTRY_COMPARE(w.ranks(), 16U);
        QCOMPARE(shown, (std::vector<std::uint32_t>{16}));
        w.typeOpen(w.number("ranks"), QStringLiteral("2"));
        w.view().setFocus(); // leaving the field says that the number is whole
        QTRY_COMPARE(w.ranks(), 2U);
    }

    void arrowsStepRanks()
    {
        ShownWindow w;
        w.number("microbatches").setFocus();
        QTest::keyClick(&w.number("microbatches"), Qt::Key_Up);
        QCOMPARE(w.number("microbatches").text(), QStringLiteral("9"));
        QTest::keyClick(&w.number("microbatches"), Qt::Key_Down);
        QTRY_COMPARE(w.document().evaluation()->timeline->schedule->microbatchCount, 8U);
        QVERIFY(!w->isWindowModified());
    }

    void inadmissibleValueSaysRuleAndNearest()
    {
        ShownWindow w;
        const EvaluationPtr before = w.document().evaluation();
        w.type(w.number("ranks"), QStringLiteral("0"));
        const ParameterRow* row = w->schedulePanel()->row("ranks");
        QCOMPARE(row->problemText(),
                 QStringLiteral("Ranks is 0, but interleaved-1f1b needs at least 1; works: 1"));
        QVERIFY(w.document().evaluation() == before);
        QVERIFY(!w->isWindowModified());
        QVERIFY(row->findChildren<QLabel*>().size() > 1);
        w.type(w.number("ranks"), QStringLiteral("4"));
        QCOMPARE(row->problemText(), QString());
    }

    void nearestValueIsAClickAway()
    {
        ShownWindow w;
        w.type(w.number("ranks"), QStringLiteral("0"));
        for (QLabel* label : w->schedulePanel()->row("ranks")->findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("href=\"1\"")))
                emit label->linkActivated(QStringLiteral("1"));
        QTRY_COMPARE(w.ranks(), 1U);
        QCOMPARE(w.number("ranks").text(), QStringLiteral("1"));
    }

    void notANumberIsSaid()
    {
        ShownWindow w;
        const EvaluationPtr before = w.document().evaluation();
        w.type(w.number("ranks"), QStringLiteral("4x"));
        QCOMPARE(w->schedulePanel()->row("ranks")->problemText().section(QLatin1Char(';'), 0, 0),
                 QStringLiteral("not a whole number"));
        QTRY_VERIFY(w.document().evaluation() == before || w.ranks() == 4U);
    }

    void twoFieldsTogetherBecomeAdmissible()
    {
        ShownWindow w;
        ScheduleRequest zbv;
        zbv.schedule = "dualpipev";
        zbv.microbatches = 8;
        w->files().startNew(zbv);
        QTRY_COMPARE(w.document().evaluation()->timeline->schedule->name, std::string("dualpipev"));
        const EvaluationPtr before = w.document().evaluation();
        w.type(w.number("ranks"), QStringLiteral("16"));
        QVERIFY(w.document().evaluation() == before || w.ranks() == 1U);
        QVERIFY(!w.document().draftProblems().empty());
        w.type(w.number("microbatches"), QStringLiteral("32"));
        QTRY_COMPARE(w.ranks(), 16U);
        QVERIFY(w.document().draftProblems().empty());
    }

    void pickingAScheduleKeepsTheParameters()
    {
        ShownWindow w;
        ScheduleList* list = w->schedulePanel()->list();
        QListWidgetItem* item = list->findItems(QStringLiteral("1F1B"), Qt::MatchExactly).at(0);
        list->scrollToItem(item);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(item).center());
        QTRY_COMPARE(w.document().evaluation()->timeline->schedule->name, std::string("1f1b"));
        QCOMPARE(w.metric("size"), QStringLiteral("4 × 8"));
        QCOMPARE(w.metric("makespan"), QStringLiteral("33"));
        QVERIFY(!w.number("stages-per-rank").isEnabled());
    }

    void pickingAdaptsWhatDoesNotFit()
    {
        ShownWindow w;
        ScheduleRequest small;
        small.schedule = "1f1b";
        small.ranks = 4;
        small.microbatches = 2;
        w->files().startNew(small);
        ScheduleList* list = w->schedulePanel()->list();
        for (int i = 0; i < list->count(); ++i) {
            if (ScheduleList::catalogIndexOf(list->item(i)) < 0 || i == list->currentRow())
                continue; // a heading, or what is picked already
            list->setCurrentRow(i);
            QVERIFY2(w.document().draftProblems().empty(), qPrintable(list->item(i)->text()));
            QTRY_VERIFY(!w.document().isBusy());
            QVERIFY2(w.document().evaluationError().isEmpty(), qPrintable(w.document().evaluationError()));
        }
    }

    void arrowKeysWalkTheSchedules()
    {
        ShownWindow w;
        ScheduleList* list = w->schedulePanel()->list();
        list->setFocus();
        // The card above, over the heading between.
        int above = list->currentRow() - 1;
        while (ScheduleList::catalogIndexOf(list->item(above)) < 0)
            --above;
        QTest::keyClick(list, Qt::Key_Up);
        QCOMPARE(list->currentRow(), above);
        const auto index = static_cast<std::size_t>(ScheduleList::catalogIndexOf(list->item(above)));
        QTRY_COMPARE(w.document().evaluation()->timeline->schedule->name, scheduleCatalog()[index].name);
    }

    void undoAndRedo()
    {
        ShownWindow w;
        w.type(w.number("ranks"), QStringLiteral("2"));
        QTRY_COMPARE(w.ranks(), 2U);
        w.key(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(w.ranks(), 4U);
        QCOMPARE(w.number("ranks").text(), QStringLiteral("4"));
        QVERIFY(!w->isWindowModified());
        w.key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(w.ranks(), 2U);
        QCOMPARE(w.number("ranks").text(), QStringLiteral("2"));
        QVERIFY(w->isWindowModified());
    }

    void typingIsOneUndoStep()
    {
        ShownWindow w;
        w.type(w.number("microbatches"), QStringLiteral("24"));
        QTRY_COMPARE(w.document().evaluation()->timeline->schedule->microbatchCount, 24U);
        QCOMPARE(w.document().undoStack().count(), 1);
        w.view().setFocus();
        w.type(w.number("microbatches"), QStringLiteral("16"));
        QCOMPARE(w.document().undoStack().count(), 2);
    }

    void costsChangeTheTimes()
    {
        ShownWindow w;
        auto* backward = w->findChild<NumberField*>(QStringLiteral("cost-backward"));
        w.type(*backward, QStringLiteral("1"));
        // (16 + 3)(1 + 1)
        QTRY_COMPARE(w.metric("makespan"), QStringLiteral("38"));
        auto* latency = w->findChild<NumberField*>(QStringLiteral("cost-latency"));
        w.type(*latency, QStringLiteral("0.5"));
        QTRY_VERIFY(w.metric("makespan") != QStringLiteral("38"));
        QCOMPARE(w.document().state().costs.transfer.latency, 0.5);
        w->findChild<QWidget*>(QStringLiteral("cost-reset"))->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QTRY_COMPARE(w.metric("makespan"), QStringLiteral("57"));
    }

    void costListPerStage()
    {
        ShownWindow w;
        auto* forward = w->findChild<NumberField*>(QStringLiteral("cost-forward"));
        w.type(*forward, QStringLiteral("1, 1, 1, 1, 1, 1, 1, 2"));
        QTRY_VERIFY(w.document().evaluationError().isEmpty() && !w.document().isBusy());
        const StageValues expected(std::vector<double>{1, 1, 1, 1, 1, 1, 1, 2});
        QTRY_VERIFY(w.document().evaluation()->costs.forward == expected);
    }

    void wrongCostKeepsThePicture()
    {
        ShownWindow w;
        const EvaluationPtr before = w.document().evaluation();
        w.type(*w->findChild<NumberField*>(QStringLiteral("cost-forward")), QStringLiteral("x"));
        QVERIFY(w.document().evaluation() == before);
        QStringList shown;
        for (const QLabel* label : w->schedulePanel()->findChildren<QLabel*>())
            if (label->isVisible())
                shown << label->text();
        QVERIFY(shown.contains(
            QStringLiteral("Forward takes a number from 0, or one for every stage: 1, 1, 1.5")));
    }

    void optionsOfAnotherVariantAreHidden()
    {
        ShownWindow w;
        const auto choose = [&](const char* variant, bool overlaps) {
            ScheduleRequest request = w.document().draft();
            request.options = {{"variant", variant}};
            if (overlaps)
                request.options["overlap_b_f"] = "true";
            w.document().propose(request, QStringLiteral("Variant"));
        };
        const ParameterRow* overlap = w->schedulePanel()->row("overlap_b_f");
        QVERIFY(overlap);
        QVERIFY(w->schedulePanel()->row("variant")->isVisible());
        QVERIFY(!overlap->isVisible());
        choose("hyper-parallel", false);
        QVERIFY(overlap->isVisible());
        // What is on and must go stays in sight, with its reason.
        choose("torch", true);
        QVERIFY(overlap->isVisible());
        QVERIFY(overlap->problemText().endsWith(QStringLiteral("; works: false")));
        choose("torch", false);
        QVERIFY(!overlap->isVisible());
    }

    void splitKindsAreOffered()
    {
        ShownWindow w;
        QVERIFY(w->findChild<NumberField*>(QStringLiteral("cost-backward"))->isVisible());
        QVERIFY(!w->findChild<NumberField*>(QStringLiteral("cost-backward-input"))->isVisible());
        ScheduleRequest zbv;
        zbv.schedule = "zbv";
        w->files().startNew(zbv);
        QTRY_VERIFY(w->findChild<NumberField*>(QStringLiteral("cost-backward-input"))->isVisible());
        QVERIFY(w->findChild<NumberField*>(QStringLiteral("cost-backward-weight"))->isVisible());
        QVERIFY(!w->findChild<NumberField*>(QStringLiteral("cost-backward"))->isVisible());
    }

    void escapeGivesTheKeysBack()
    {
        ShownWindow w;
        w.number("ranks").setFocus();
        QTest::keyClick(&w.number("ranks"), Qt::Key_Escape);
        QVERIFY(w.view().hasFocus());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowScheduleTest)
#include "window_schedule_test.moc"
