// SPDX-License-Identifier: Apache-2.0
// What "Find a schedule…" found, or did not: told, listed, opened, compared and written.
#include "core/io/schedule_csv.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/find_support.h"
#include "ui/compare/comparison.h"
#include "ui/document/load_job.h"
#include "ui/find/candidate_model.h"
#include "ui/find/find_words.h"
#include "ui/find/found_picture.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/run_row.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class WindowFoundTest : public QObject
{
    Q_OBJECT

private slots:
    void nothingFits()
    {
        ShownFind d;
        d.type("limit", "2");
        d.finish(resultOf(nullptr, 0,
                          {{"1f1b:ranks=4,microbatches=8", "holds 4, more than 2"},
                           {"gpipe:ranks=4,microbatches=8", "holds 8, more than 2"}}));
        QCOMPARE(d.dialog->notice(),
                 "Nothing fits in 2 activations. The least among those tried is 4 activations: 1F1B.");
        QCOMPARE(d.dialog->picture()->emptyText(), "Nothing was found.");
        QVERIFY(!d.button("save")->isEnabled());
        QCOMPARE(d.dialog->candidates()->rowCount(), 2);
        // The next search takes it away.
        d.search.end(resultOf(foundOf(kBetter), 20));
        d.press("start");
        QTRY_VERIFY(d.dialog->found());
        QCOMPARE(d.dialog->notice(), QString());
    }

    void tiesAndWarningsAreSaid()
    {
        ShownFind d;
        SearchResult result = resultOf(foundOf(kBetter), 20);
        result.asFast = {*requestFromText("1f1b:ranks=4,microbatches=8"),
                         *requestFromText("zbv:ranks=4,microbatches=8")};
        result.warnings = {Sentence::verbatim("more stages are free")};
        d.finish(result);
        QCOMPARE(d.figure("origin"), "ZB-H2 · as fast as 1F1B, ZBV");
        QCOMPARE(d.dialog->notice(), "More stages are free");
        result.asFast.clear();
        result.warnings.clear();
        // The next search takes them away.
        d.search.end(result);
        d.press("start");
        QTRY_COMPARE(d.figure("origin"), "ZB-H2");
        QCOMPARE(d.dialog->notice(), QString());
    }

    void aRefusalIsSaid()
    {
        ShownFind d;
        d.finish(invalidInput(Sentence::verbatim("placement mirror takes an even number of ranks, not 5")));
        QCOMPARE(d.dialog->notice(), "placement mirror takes an even number of ranks, not 5");
        QCOMPARE(d.dialog->runRow()->text(), "The search failed.");
        QVERIFY(d.button("start")->isEnabled());
    }

    void candidatesAreListedAndSorted()
    {
        ShownFind d;
        const QAbstractItemModelTester tester(d.dialog->candidates(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        d.finish(resultOf(foundOf(kBetter), 20,
                          {{"1f1b:ranks=4,microbatches=8", ""},
                           {"zb-h1:ranks=4,microbatches=8", ""},
                           {"gpipe:ranks=4,microbatches=8", "holds 8, more than 4"}}));
        const auto names = [&d] {
            QStringList shown;
            for (int row = 0; row < d.dialog->candidates()->rowCount(); ++row)
                shown << d.dialog->table()->model()->index(row, CandidateModel::kName).data().toString();
            return shown;
        };
        QCOMPARE(names(), (QStringList{"ZB-H1 (quick start)", "1F1B", "GPipe"}));
        const QModelIndex out = d.dialog->table()->model()->index(2, CandidateModel::kState);
        QCOMPARE(out.data().toString(), "exceeded");
        QCOMPARE(out.data(Qt::ToolTipRole).toString(), "holds 8, more than 4");
        QCOMPARE(out.siblingAtRow(0).data().toString(), "within");
        QCOMPARE(out.siblingAtColumn(CandidateModel::kPeak).data().toString(), "8 act.");
        auto* header = d.dialog->table()->header();
        const auto click = [&](int section) {
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(section) + 20, header->height() / 2));
        };
        click(CandidateModel::kName);
        QCOMPARE(names(), (QStringList{"1F1B", "GPipe", "ZB-H1 (quick start)"}));
        click(CandidateModel::kName);
        QCOMPARE(names(), (QStringList{"ZB-H1 (quick start)", "GPipe", "1F1B"}));
    }

    void namesSayWhatIsNotAsUsual()
    {
        ScheduleRequest request = *requestFromText("zb-auto");
        QCOMPARE(candidateName(request), "ZB auto");
        request.options = {{"memory_limit", "3"}, {"prioritize_b", "true"}, {"no_bubble_greedy", "false"}};
        QCOMPARE(candidateName(request), "ZB auto · Memory limit 3 · Backward first · not: Fill every wait");
        request = *requestFromText("interleaved-1f1b:stages-per-rank=2,variant=d9d");
        QCOMPARE(candidateName(request), "Interleaved 1F1B · 2 stages per rank · d9d");
        QCOMPARE(gapOf(10.0 + 1e-12, 10), std::optional(0.0)); // rounding is no gap
        QCOMPARE(gapOf(11, 10), std::optional(0.1));
        QVERIFY(!gapOf(11, 0));
        ShownFind d;
        SearchResult split = resultOf(foundOf(kBetter), 20);
        split.layersPerStage = {5, 4, 4, 3};
        d.finish(split);
        QCOMPARE(d.figure("origin"), "ZB-H2 · layers per stage 5, 4, 4, 3");
    }

    void whatCannotBeDoneSaysWhy()
    {
        ShownFind d;
        for (const char* name : {"open", "compare", "save", "export"}) {
            QVERIFY2(!d.button(name)->isEnabled(), name);
            QCOMPARE(d.button(name)->toolTip(), "There is nothing yet: start a search");
        }
        d.finish(resultOf(foundOf(kBetter), 20));
        for (const char* name : {"open", "compare", "save", "export"})
            QVERIFY2(d.button(name)->isEnabled(), name);
        for (const char* other : {"gpipe", "zb-h1", "zb-h2"})
            d.w->comparison().add({QLatin1String(other), *evaluate({*requestFromText(other), {}, {}}, {})});
        QTRY_VERIFY(d.w->comparison().isFull());
        QVERIFY(!d.button("compare")->isEnabled());
        QCOMPARE(d.button("compare")->toolTip(),
                 "4 schedules are already being compared: remove one of them first.");
        QVERIFY(d.button("open")->isEnabled());
    }

    void opensWithUndo()
    {
        ShownFind d;
        const FoundSchedulePtr best = foundOf(kBetter, {}, 3);
        const EvaluationPtr before = d.w.document().evaluation();
        d.finish(resultOf(best, 20));
        d.press("open");
        QTRY_VERIFY(d.w.document().evaluation() != before);
        const EvaluationPtr shown = d.w.document().evaluation();
        QCOMPARE(shown->timeline->schedule->rows, best->timeline->schedule->rows);
        QCOMPARE(shown->metrics.makespan, best->objective);
        QVERIFY(!d.w.document().isGenerated()); // no request makes it
        QVERIFY(d.w.document().filePath().isEmpty());
        verifyEnds(d.w.document().displayName(), ", improved");
        QCOMPARE(d.w.view().evaluation(), shown);
        d.w.trigger("edit.undo");
        QTRY_COMPARE(d.w.document().evaluation(), before);
        d.w.trigger("edit.redo");
        QTRY_COMPARE(d.w.document().evaluation(), shown);
        d.press("open");
        QCOMPARE(d.w.document().evaluation(), shown);
    }

    void opensARequestAsOne()
    {
        ShownFind d;
        CostModel costs;
        costs.forward = StageValues(2.0);
        const FoundSchedulePtr best = foundOf(kBetter, costs);
        d.finish(resultOf(best, 20));
        d.press("open");
        QTRY_COMPARE(d.w.document().draft().schedule, "zb-h2");
        QVERIFY(d.w.document().isGenerated());
        QCOMPARE(d.w.document().state().costs.forward, costs.forward); // costs with it
        QCOMPARE(d.w.document().evaluation()->metrics.makespan, best->objective);
    }

    void asksBeforeChangesAreLost()
    {
        ShownFind d;
        d.finish(resultOf(foundOf(kBetter, {}, 1), 20));
        d.w.type(d.w.number("microbatches"), "12");
        QTRY_VERIFY(d.w.document().isModified() && !d.w.document().isBusy());
        const EvaluationPtr before = d.w.document().evaluation();
        int asked = 0;
        SaveAnswer answer = SaveAnswer::Cancel;
        d.w->questions.saveChanges = [&](const QString&) {
            ++asked;
            return answer;
        };
        d.press("open");
        QCOMPARE(asked, 1);
        QCOMPARE(d.w.document().evaluation(), before);
        answer = SaveAnswer::Discard;
        d.press("open");
        QCOMPARE(asked, 2);
        QTRY_VERIFY(d.w.document().evaluation() != before);
        // What was found can be found again: the next one takes its place without a question.
        d.search.end(resultOf(foundOf("zb-h1:ranks=4,microbatches=8"), 20));
        d.press("start");
        QTRY_COMPARE(d.figure("origin"), "ZB-H1 (quick start)");
        d.press("open");
        QTRY_COMPARE(d.w.document().draft().schedule, "zb-h1");
        QCOMPARE(asked, 2);
        d.w->questions.saveChanges = [](const QString&) { return SaveAnswer::Discard; };
    }

    void compares()
    {
        ShownFind d;
        const FoundSchedulePtr best = foundOf(kBetter, {}, 3);
        d.finish(resultOf(best, 20));
        const EvaluationPtr before = d.w.document().evaluation();
        d.press("compare");
        QTRY_COMPARE(d.w->comparison().references().size(), std::size_t{1});
        QCOMPARE(d.w->comparison().reference()->evaluation->timeline->schedule->rows,
                 best->timeline->schedule->rows);
        QCOMPARE(d.w.document().evaluation(), before);
        QCOMPARE(d.w->comparison().mode(), CompareMode::Split);
        d.press("compare"); // is there already
        QCOMPARE(d.w->comparison().references().size(), std::size_t{1});
    }

    void savesAndExports()
    {
        ShownFind d;
        const FoundSchedulePtr best = foundOf(kBetter, {}, 3);
        d.finish(resultOf(best, 20));
        QString suggested;
        d.w->questions.savePath = [&](const QString& name) {
            suggested = name;
            return d.w.path("found"); // the ending is added
        };
        d.w->questions.exportPath = [&](const QString&) { return d.w.path("found.csv"); };
        d.press("save");
        verifyEnds(suggested, ".bubble");
        const auto loaded = loadDocument(d.w.path("found.bubble"), {});
        QVERIFY(loaded);
        QCOMPARE(loaded->evaluation->timeline->schedule->rows, best->timeline->schedule->rows);
        QCOMPARE(loaded->evaluation->metrics.makespan, best->objective);
        d.press("export");
        QCOMPARE(ShownWindow::read(d.w.path("found.csv")).toStdString(),
                 writeScheduleCsv(*best->timeline->schedule));
        // Where nothing can be written it is said in the dialog, which is in front.
        d.w->questions.exportPath = [&](const QString&) { return d.w.path("no/such/found.csv"); };
        d.press("export");
        const QString said = d.find<ElidedLabel>("said")->wholeText();
        verifyBegins(said, "found.csv was not written.");
    }

    void theRealSearchFindsOne()
    {
        ShownFind d;
        d.controller()->setSearch(
            [](const SearchProblem& problem, const SearchBudget& budget,
               const std::function<void(const SearchProgress&)>& tell,
               const CancelToken& cancel) { return searchSchedule(problem, budget, tell, cancel); });
        d.type("seconds", {});
        d.type("iterations", "50");
        d.press("start");
        QTRY_VERIFY_WITH_TIMEOUT(!d.dialog->runner()->isRunning(), 60'000);
        QVERIFY2(d.dialog->found(), qPrintable(d.dialog->notice()));
        QVERIFY(d.dialog->found()->peakMemory <= 4 * (1 + 1e-9));
        QVERIFY(d.dialog->found()->objective <= 33); // 1F1B's
        QVERIFY(d.dialog->candidates()->rowCount() > 1);
        d.press("open");
        QTRY_COMPARE(d.w.document().evaluation()->metrics.makespan, d.dialog->found()->metrics.makespan);
        QVERIFY(d.w.document().evaluation()->brokenBecause.empty());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowFoundTest)
#include "window_found_test.moc"
