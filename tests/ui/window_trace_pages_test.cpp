// SPDX-License-Identifier: Apache-2.0
// The dock's pages beside what is shown: what they are about, and that what matters is in view.
#include "core/generate/catalog.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_trace_support.h"
#include "ui/compare/comparison.h"
#include "ui/modes/mode_controller.h"
#include "ui/panels/search_bar.h"
#include "ui/timeline/match_marks.h"
#include "ui/trace/pattern_page.h"
#include "ui/trace/run_bar.h"
#include "ui/trace/stream_lanes.h"
#include "ui/trace/waterfall_view.h"
#include "ui/widgets/segmented_choice.h"

using namespace bubblescope;
using namespace bubblescope::test;
using ui::TraceList;

namespace {

/// Two steps, and a third that was cut after its first action.
QByteArray withCutStep()
{
    QByteArray profile = twoSteps();
    profile.insert(profile.lastIndexOf("]}"),
                   "," + range("ProfilerStep#5", 500000, 40000) + "," + range("PP:0F0", 502000, 2000));
    return profile;
}

QByteArray kernelsAlone()
{
    QByteArrayList events;
    for (int i = 0; i < 6; ++i)
        events << "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":" +
                      QByteArray::number(i * 100) + ",\"dur\":60,\"args\":{\"stream\":7,\"device\":0}}";
    return profileOf(events);
}

void clickBar(ui::WaterfallView& waterfall, std::size_t bar)
{
    QTest::mouseClick(&waterfall, Qt::LeftButton, {}, waterfall.columnRect(bar).center().toPoint());
}

std::vector<ActionId> actionsOf(ShownWindow& w, DeviationCause cause)
{
    const auto shown = w->traces().session().shown();
    return bubblescope::actionsOf(*shown->deviations, cause, durationNoise(shown->fitted));
}

void click(QWidget& choice, int index)
{
    QTest::mouseClick(choice.findChildren<QAbstractButton*>().at(index), Qt::LeftButton);
}

} // namespace

class WindowTracePagesTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void pagesOfResidualsNameTheirSchedule()
    {
        openProfiles(w, profilesOf(kStraggler));
        ui::TracePanel& panel = tracePanel(w);
        panel.setPage(ui::TracePanel::Deviations);
        QCOMPARE(panel.details(), "compared with 1F1B as measured");
        w.document().chooseSchedule(*findSchedule("zbv"));
        QTRY_COMPARE(panel.details(), "compared with 1F1B as measured, not ZBV · 4 ranks × 8 microbatches");
        // The same actions in another order can be held against each other.
        w.document().chooseSchedule(*findSchedule("gpipe"));
        panel.setPage(ui::TracePanel::Ranks);
        QTRY_COMPARE_WITH_TIMEOUT(panel.details(), "compared with what if GPipe · 4 ranks × 8 microbatches",
                                  60000);
        panel.setPage(ui::TracePanel::Durations);
        verifyBegins(panel.details(), "hop latency ");
    }

    void aRunBeginsWithWhereTheTimeWent()
    {
        openProfiles(w, profilesOf(kStraggler));
        ui::LostTimePanel& panel = lostTime(w);
        QVERIFY(w->modes().mode() == ui::WindowMode::Profile);
        ui::WaterfallView& waterfall = *panel.waterfall();
        QVERIFY(waterfall.isVisible());
        const auto told = w->traces().session().shown()->lost;
        QVERIFY(told);
        verifyBegins(waterfall.title(), QStringLiteral("Rank %1 ended last. ").arg(told->rank.value));
        verifyBegins(waterfall.barText(0), "costs alone ");
        verifyBegins(waterfall.barText(6), "measured ");
        for (std::size_t bar = 1; bar < 6; ++bar) {
            const Time extra = told->extra[bar - 1];
            const QString sign = std::abs(extra) < 0.05 ? " 0 µs" : extra < 0 ? " −" : " +";
            QVERIFY2(waterfall.barText(bar).contains(sign), qPrintable(waterfall.barText(bar)));
        }
        // The two ends choose nothing.
        clickBar(waterfall, 0);
        QVERIFY(!panel.cause() && !w.view().matches().query());
        clickBar(waterfall, 3);
        QVERIFY(panel.cause() == DeviationCause::Transfer);
        auto* list = panel.findChild<QPushButton*>("trace-list-actions");
        QVERIFY(list->isVisible());
        QCOMPARE(list->text(),
                 QStringLiteral("List %1 actions").arg(actionsOf(w, DeviationCause::Transfer).size()));
        QTest::mouseClick(list, Qt::LeftButton);
        QVERIFY(w->traces().sheet()->isVisible());
        QVERIFY(tracePanel(w).page() == ui::TracePanel::Deviations);
        const QAbstractItemModel& listed = *tracePanel(w).table(TraceList::Deviations)->list()->model();
        QVERIFY(listed.rowCount() > 0);
        for (int row = 0; row < listed.rowCount(); ++row)
            QCOMPARE(listed.index(row, 2).data().toString(), "transfer");
        QTRY_VERIFY(tracePanel(w).table(TraceList::Deviations)->list()->hasFocus());
    }

    void aBarFiltersTheLanes()
    {
        openProfiles(w, profilesOf(kStraggler));
        ui::LostTimePanel& panel = lostTime(w);
        ui::MatchMarks& marks = w.view().matches();
        for (const bool isMeasured : {false, true}) {
            w->traces().showMeasured(isMeasured);
            clickBar(*panel.waterfall(), 1);
            QVERIFY(panel.waterfall()->chosen() == DeviationCause::Compute);
            const std::vector<ActionId> wanted = actionsOf(w, DeviationCause::Compute);
            QVERIFY(!wanted.empty() && wanted.size() < 64);
            QCOMPARE(marks.count(), std::optional(wanted.size()));
            const Schedule& shown = *w.view().evaluation()->timeline->schedule;
            for (std::uint32_t rank = 0; rank < shown.rankCount(); ++rank)
                for (const Action& action : shown.rows[rank])
                    QCOMPARE(marks.query()->matches(RankId{rank}, action),
                             std::find(wanted.begin(), wanted.end(), action.id()) != wanted.end());
            // The other timeline keeps it.
            w->traces().showMeasured(!isMeasured);
            QCOMPARE(marks.count(), std::optional(wanted.size()));
            clickBar(*panel.waterfall(), 1);
            QVERIFY(!panel.cause() && !marks.query());
            QVERIFY(tracePanel(w).table(TraceList::Deviations)->filter()->text().isEmpty());
        }
    }

    void escapeAndASearchTakeTheFilterBack()
    {
        openProfiles(w, profilesOf(kStraggler));
        ui::LostTimePanel& panel = lostTime(w);
        ui::MatchMarks& marks = w.view().matches();
        clickBar(*panel.waterfall(), 1);
        QTest::keyClick(panel.waterfall(), Qt::Key_Escape);
        QVERIFY(!panel.cause() && !marks.query());
        clickBar(*panel.waterfall(), 1);
        w.view().setFocus();
        w.key(Qt::Key_Escape);
        QVERIFY(!panel.cause() && !marks.query());
        clickBar(*panel.waterfall(), 1);
        auto* field = w->findChild<ui::SearchField*>();
        field->setFocus();
        QTest::keyClicks(field, "0F");
        QVERIFY(!panel.cause());
        QCOMPARE(marks.count(), std::optional(std::size_t{8}));
        clickBar(*panel.waterfall(), 2);
        QVERIFY(field->text().isEmpty());
        QVERIFY(panel.cause() == DeviationCause::Wait);
        QCOMPARE(marks.count(), std::optional(actionsOf(w, DeviationCause::Wait).size()));
        // Without the run there are no such actions.
        w->comparison().setReferences({});
        QVERIFY(!panel.cause() && !marks.query());
    }

    void theWaterfallIsWorkedByKeys()
    {
        openProfiles(w, profilesOf(kStraggler));
        ui::LostTimePanel& panel = lostTime(w);
        panel.waterfall()->setFocus();
        QTest::keyClick(panel.waterfall(), Qt::Key_Right); // from compute to waiting
        QTest::keyClick(panel.waterfall(), Qt::Key_Return);
        QVERIFY(panel.cause() == DeviationCause::Wait);
        QCOMPARE(tracePanel(w).table(TraceList::Deviations)->filter()->text(), "wait");
        QTest::keyClick(panel.waterfall(), Qt::Key_Left);
        QTest::keyClick(panel.waterfall(), Qt::Key_Space);
        QVERIFY(panel.cause() == DeviationCause::Compute);
        QTest::keyClick(panel.waterfall(), Qt::Key_Space);
        QVERIFY(!panel.cause());
    }

    void unknownKindsAreSaidWhileWriting()
    {
        openProfiles(w, {w.write("rank0.json", twoSteps("go"))});
        w.trigger("trace.details");
        tracePanel(w).setPage(ui::TracePanel::Patterns);
        ui::PatternPage& patterns = *tracePanel(w).patterns();
        patterns.addRow({});
        QLineEdit* field = patterns.field(0);
        QVERIFY(QTest::qWaitForWindowActive(w->traces().sheet()));
        field->setFocus();
        QTest::keyClicks(field, "(?<kind>go[FB])(?<microbatch>\\d+)");
        const QString known = "F, fwd, forward, B, bwd, backward, I, dgrad, W, wgrad, …";
        QTRY_COMPARE(patterns.textUnder(0),
                     QString("8 match, but kinds 'goF', 'goB' are unknown: %1").arg(known));
        const auto before = w->traces().session().analysis();
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(w->traces().session().analysis() != before, 60000);
        // Who corrects a pattern goes on with it.
        QVERIFY(tracePanel(w).page() == ui::TracePanel::Patterns);
        QVERIFY(field->hasFocus());
        field->setText(QString());
        QTest::keyClicks(field, "go(?<kind>[FB])(?<microbatch>\\d+)");
        QTRY_VERIFY2(patterns.textUnder(0).startsWith("8 of "), qPrintable(patterns.textUnder(0)));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(w->traces().session().analysis()->measured, 60000);
        QVERIFY(tracePanel(w).page() == ui::TracePanel::Patterns);
    }

    void keysActAfterTheSwitchAndLeadBack()
    {
        openProfiles(w, profilesOf(kStraggler));
        tracePanel(w).setFocus();
        click(*w->traces().runBar()->choice(), 0);
        QVERIFY(w->traces().measuredShown());
        QTRY_VERIFY(w.view().hasFocus());
        for (const auto mode :
             {ui::CompareMode::Split, ui::CompareMode::Overlay, ui::CompareMode::Difference}) {
            QTest::keyClick(&w.view(), Qt::Key_Backslash);
            QVERIFY(w->comparison().mode() == mode);
            QVERIFY(!w->traces().measuredShown());
        }
        QTest::keyClick(&w.view(), Qt::Key_Backslash);
        QVERIFY(w->comparison().mode() == ui::CompareMode::Off);
        QVERIFY(w->traces().measuredShown());
        QVERIFY(w->traces().runBar()->isMeasured());
        // From the prediction one comes back to the prediction.
        w->traces().showMeasured(false);
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(&w.view(), Qt::Key_Backslash);
        QVERIFY(w->comparison().mode() == ui::CompareMode::Off);
        QVERIFY(!w->traces().measuredShown());
    }

    void figuresOfWhatIsNotInViewAreNotShown()
    {
        w->resize(2560, 1440);
        const auto* bubbles = w->findChild<QDockWidget*>("bubbles-dock");
        QLabel* size = nullptr;
        for (QLabel* label : w->findChildren<QLabel*>())
            if (label->text().contains(" actions · "))
                size = label;
        QVERIFY(size);
        QVERIFY(!bubbles->isHidden());
        openProfiles(w, {w.write("rank0.json", kernelsAlone())});
        QVERIFY(!w->pane()->isVisible());
        QVERIFY(bubbles->isHidden());
        QVERIFY(!size->isVisible());
        // One line of a notice is no higher than that.
        QTRY_VERIFY2(w->messages()->height() <= 48, qPrintable(QString::number(w->messages()->height())));
        QVERIFY(w->messages()->isVisible());
        w.trigger("mode.design");
        QVERIFY(!bubbles->isHidden() && size->isVisible() && w->pane()->isVisible());
    }

    void incompleteStepsAreMarkedAndCanBeChosen()
    {
        openProfiles(w, {w.write("rank0.json", withCutStep())});
        ui::StepList* steps = runPanel(w).steps();
        QStringList texts;
        for (int i = 0; i < steps->count(); ++i)
            texts << steps->item(i)->text();
        QCOMPARE(texts, (QStringList{"step 3", "step 4", "step 5, incomplete"}));
        QCOMPARE(steps->currentRow(), 1);
        clickStep(w, 2);
        QTRY_COMPARE_WITH_TIMEOUT(w->traces().session().analysis()->run.step, std::uint64_t{5}, 60000);
        QCOMPARE(w->messages()->headline(),
                 "Step 5 is incomplete: some ranks lack actions, so its figures cover only the others.");
        QCOMPARE(steps->currentRow(), 2);
        clickStep(w, 0);
        QTRY_COMPARE_WITH_TIMEOUT(w->traces().session().analysis()->run.step, std::uint64_t{3}, 60000);
        QCOMPARE(w->messages()->headline(), QString());
    }

    void aFileWithoutARankIsSaid()
    {
        QByteArray profile = twoSteps();
        profile.replace("\"distributedInfo\":{\"rank\":0,\"world_size\":1},", "");
        openProfiles(w, {w.write("one.json", profile)});
        tracePanel(w).setPage(ui::TracePanel::Warnings);
        const auto* model = tracePanel(w).table(TraceList::Warnings)->list()->model();
        bool isSaid = false;
        for (int row = 0; row < model->rowCount(); ++row)
            isSaid = isSaid || model->index(row, 0).data().toString().endsWith(
                                   "does not give its rank: it is assumed to be global rank 0");
        QVERIFY(isSaid);
    }

    void durationsAreInViewAt1280()
    {
        openProfiles(w, profilesOf(kStraggler));
        w.trigger("trace.details");
        tracePanel(w).setPage(ui::TracePanel::Durations);
        QTreeView* list = tracePanel(w).table(TraceList::Durations)->list();
        QCoreApplication::processEvents();
        const auto* model = list->model();
        QStringList shown;
        int width = 0;
        for (int column = 0; column < model->columnCount(); ++column)
            if (!list->isColumnHidden(column)) {
                shown << model->headerData(column, Qt::Horizontal).toString().section(' ', 0, 0);
                width += list->columnWidth(column);
            }
        for (const char* title : {"Kind", "Stage", "Median", "Spread", "Count", "Outliers"})
            QVERIFY2(shown.contains(QLatin1String(title)), title);
        QVERIFY2(width <= list->viewport()->width(),
                 qPrintable(QString("%1 of %2").arg(width).arg(list->viewport()->width())));
        QCOMPARE(list->horizontalScrollBar()->maximum(), 0);
        // A copy has all columns; so has a wide window.
        w->resize(2560, 1440);
        QTRY_VERIFY(!list->isColumnHidden(5) && !list->isColumnHidden(6));
    }

    void damageIsReadableWithoutScrolling()
    {
        QStringList files;
        for (int rank = 0; rank < 3; ++rank) {
            QByteArray profile = twoSteps();
            profile.chop(rank == 2 ? 0 : 120);
            files << w.write(QString("a_very_long_name_of_a_profile_that_a_cluster_wrote_with_its_host_and_"
                                     "time_and_worker_%1.pt.trace.json")
                                 .arg(rank),
                             profile);
        }
        QStringList whys;
        QStringList buttons;
        QString asked;
        answerQuestion(asked, [&](QDialog& dialog) {
            auto* scroll = dialog.findChild<QScrollArea*>();
            QVERIFY(dialog.width() <= 800);
            QVERIFY(!scroll->horizontalScrollBar()->isVisible());
            for (QLabel* why : dialog.findChildren<QLabel*>("profile-question-why")) {
                whys << why->text();
                const int right = why->mapTo(scroll->viewport(), QPoint(why->width(), 0)).x();
                QVERIFY2(right <= scroll->viewport()->width(), qPrintable(QString::number(right)));
                QVERIFY(why->height() >= why->heightForWidth(why->width()));
            }
            const auto ticks = dialog.findChildren<QCheckBox*>("profile-question-tick");
            const auto accept = [&] { return dialog.findChildren<QPushButton*>(); };
            const auto note = [&] {
                for (const QPushButton* button : accept())
                    if (button->text().remove('&').startsWith("Open"))
                        buttons << button->text().remove('&');
            };
            note();
            ticks[0]->click();
            note();
            ticks[1]->click();
            note();
            dialog.reject();
        });
        openProfiles(w, files);
        QCOMPARE(whys.size(), 2);
        verifyBegins(whys[0], "Line ");
        verifyContains(whys[0], {"ends early, at byte "});
        QVERIFY2(!whys[0].contains('/'), qPrintable(whys[0]));
        QCOMPARE(buttons, (QStringList{"Open 2 damaged files too", "Open 1 damaged file too",
                                       "Open only the other file"}));
    }

    void lanesOfStreamsHaveNamesOfTheirOwn()
    {
        openProfiles(w, profilesOf(kStraggler));
        const ui::StreamLanes& streams = *tracePanel(w).streams();
        QStringList names;
        for (int lane = 0; lane < streams.laneCount(); ++lane)
            names << streams.laneName(lane);
        QStringList once = names;
        once.removeDuplicates();
        QCOMPARE(names, once);
        verifyContains(names.join('\n'), {", communication #2"});
        QVERIFY(!streams.index()->actionOfName.empty());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowTracePagesTest)
#include "window_trace_pages_test.moc"
