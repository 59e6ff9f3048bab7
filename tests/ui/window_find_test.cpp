// SPDX-License-Identifier: Apache-2.0
// "Find a schedule…" as it is used: opened by its key, filled in with keys, followed, ended, and what was
// found opened, compared and written.
#include "core/io/schedule_csv.h"
#include "tests/ui/find_support.h"
#include "ui/compare/comparison.h"
#include "ui/document/load_job.h"
#include "ui/find/best_curve.h"
#include "ui/find/candidate_model.h"
#include "ui/find/find_figures.h"
#include "ui/find/find_form.h"
#include "ui/find/find_run_row.h"
#include "ui/find/found_picture.h"
#include "ui/panels/choice_box.h"
#include "ui/panels/form_row.h"
#include "ui/panels/segmented_choice.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QListWidget>
#include <QPushButton>
#include <QTreeView>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// The dialog of a window that shows `request`, with a search that is told what to find.
class ShownFind
{
public:
    explicit ShownFind(const char* request = "1f1b:ranks=4,microbatches=8", const CostModel& costs = {})
    {
        w->startNew(*requestFromText(request));
        [&] { QTRY_VERIFY(!w.document().isBusy()); }();
        if (!(costs == CostModel{}))
            w.document().setCosts(costs, QStringLiteral("costs"));
        [&] { QTRY_VERIFY(!w.document().isBusy()); }();
        controller()->setSearch(search.function());
        w.key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        dialog = controller()->dialog();
        [&] {
            QVERIFY(dialog);
            QVERIFY(QTest::qWaitForWindowActive(dialog));
        }();
    }
    [[nodiscard]] FindController* controller() { return w->findChild<FindController*>(); }
    template <typename Widget>
    [[nodiscard]] Widget* find(const char* name) const
    {
        return dialog->findChild<Widget*>(QStringLiteral("find-") + QLatin1String(name));
    }
    [[nodiscard]] QPushButton* button(const char* name) const { return find<QPushButton>(name); }
    void press(const char* name) const { QTest::mouseClick(button(name), Qt::LeftButton); }
    /// Over what stands there, key by key.
    void type(const char* name, const QString& text) const
    {
        auto* field = find<QAbstractSpinBox>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, text);
    }
    [[nodiscard]] QString shown(const char* name) const
    {
        return find<QAbstractSpinBox>(name)->findChild<QLineEdit*>()->text();
    }
    [[nodiscard]] QString problem(const char* name) const
    {
        return qobject_cast<FormRow*>(find<QWidget>(name)->parentWidget()->parentWidget())->problemText();
    }
    [[nodiscard]] QString figure(const char* name) const
    {
        return dialog->figures()->value(QLatin1String(name));
    }
    void start()
    {
        const int before = search.starts();
        press("start");
        QTRY_COMPARE(search.starts(), before + 1);
    }
    /// A search that ends with this.
    void finish(const Result<SearchResult>& result)
    {
        start();
        search.end(result);
        QTRY_VERIFY(!dialog->runner()->isRunning());
    }

    FakeSearch search;
    ShownWindow w;
    FindDialog* dialog = nullptr;
};

const char* const kBetter = "zb-h2:ranks=4,microbatches=8";

} // namespace

class WindowFindTest : public QObject
{
    Q_OBJECT

private slots:
    void theKeyShowsItWithTheDocumentsValues();
    void severalStagesBecomeARanksShare();
    void bytesAreAskedForInGigabytes();
    void blocksAskForLayers();
    void takesTheDocumentAgain();
    void enterStarts();
    void emptyMeansNoLimit();
    void chosenFamiliesAlone();
    void whatMayBeTriedIsAsked();
    void wrongInputSaysWhy_data();
    void wrongInputSaysWhy();
    void theBestIsShownAsItComes();
    void stoppingKeepsTheBest();
    void theWindowLivesWhileItRuns();
    void escClosesAndStops();
    void startsAgainFromNothing();
    void nothingFits();
    void aRefusalIsSaid();
    void candidatesAreListedAndSorted();
    void whatCannotBeDoneSaysWhy();
    void opensWithUndo();
    void opensARequestAsOne();
    void asksBeforeChangesAreLost();
    void compares();
    void savesAndExports();
    void theCurveFallsTowardsItsBound();
    void thePictureFollowsTheTheme();
    void everyControlHasAName();
    void theRealSearchFindsOne();
};

void WindowFindTest::theKeyShowsItWithTheDocumentsValues()
{
    const ShownFind d;
    QVERIFY(d.dialog->isVisible());
    QVERIFY(!d.dialog->isModal());
    QCOMPARE(d.shown("ranks"), QStringLiteral("4"));
    QCOMPARE(d.shown("microbatches"), QStringLiteral("8"));
    QCOMPARE(d.shown("limit"), QStringLiteral("4")); // its peak
    QCOMPARE(d.shown("seconds"), QStringLiteral("10"));
    QCOMPARE(d.shown("iterations"), QString());
    QCOMPARE(d.find<ElidedLabel>("costs")->wholeText(), QStringLiteral("F 1 · I 1 · W 1 · steps"));
    QVERIFY(d.find<QWidget>("layers")->isHidden() || !d.find<QWidget>("layers")->isVisible());
}

void WindowFindTest::severalStagesBecomeARanksShare()
{
    CostModel costs;
    costs.forward = StageValues(3.0);
    ShownFind d("interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2", costs);
    const double peak = d.w.document().evaluation()->memory->highestPeak();
    QCOMPARE(d.shown("limit").toDouble(), peak / 2);
    d.start();
    const SearchProblem problem = d.search.problem();
    QCOMPARE(problem.costs.durationOf(ActionKind::Forward, StageId{0}), 6.0);
    QCOMPARE(problem.costs.durationOf(ActionKind::Backward, StageId{0}), 4.0);
    QCOMPARE(problem.costs.activation, StageValues(1.0)); // of a whole rank
    QCOMPARE(problem.memoryLimit, std::optional(peak / 2));
    QVERIFY(!problem.costsPerStage);
}

void WindowFindTest::bytesAreAskedForInGigabytes()
{
    CostModel costs;
    costs.memoryUnit = MemoryUnit::Bytes;
    costs.activation = StageValues(1.5e9);
    ShownFind d("interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2", costs);
    const double peak = d.w.document().evaluation()->memory->highestPeak();
    QCOMPARE(d.shown("limit").toDouble(), peak / 1e9);
    d.type("limit", QStringLiteral("20.5"));
    d.start();
    QCOMPARE(d.search.problem().memoryLimit, std::optional(20.5e9));
    QCOMPARE(d.search.problem().costs.activation, StageValues(3e9));
}

void WindowFindTest::blocksAskForLayers()
{
    CostModel costs;
    costs.blocks.emplace();
    costs.blocks->layer.forward = 1;
    costs.blocks->layer.backward = 2;
    costs.blocks->head.forward = 3;
    costs.layersPerStage = StageValues(4.0);
    ShownFind d("interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2", costs);
    QVERIFY(d.find<QWidget>("layers")->isVisible());
    QCOMPARE(d.shown("layers"), QStringLiteral("32"));
    d.start();
    QCOMPARE(d.search.problem().layers, std::optional(32U));
    QCOMPARE(d.search.problem().costs.layersPerStage, StageValues(8.0)); // of a rank
}

void WindowFindTest::takesTheDocumentAgain()
{
    ShownFind d;
    d.type("ranks", QStringLiteral("6"));
    d.w.document().startNew(*requestFromText("gpipe:ranks=3,microbatches=5"));
    QTRY_VERIFY(!d.w.document().isBusy());
    QCOMPARE(d.shown("ranks"), QStringLiteral("6")); // what is typed is not taken away
    d.press("take");
    QCOMPARE(d.shown("ranks"), QStringLiteral("3"));
    QCOMPARE(d.shown("microbatches"), QStringLiteral("5"));
    QCOMPARE(d.shown("limit"), QStringLiteral("5"));
    // Shown again it has the values that stand there, unless the document is another one by now.
    d.type("ranks", QStringLiteral("7"));
    QTest::keyClick(d.dialog, Qt::Key_Escape);
    QTRY_VERIFY(!d.dialog->isVisible());
    d.w.trigger("tools.find");
    QCOMPARE(d.shown("ranks"), QStringLiteral("7"));
    d.dialog->close();
    d.w.document().startNew(*requestFromText("gpipe:ranks=2,microbatches=5"));
    QTRY_VERIFY(!d.w.document().isBusy());
    d.w.trigger("tools.find");
    QCOMPARE(d.shown("ranks"), QStringLiteral("2"));
}

void WindowFindTest::enterStarts()
{
    ShownFind d;
    d.type("ranks", QStringLiteral("5"));
    d.type("microbatches", QStringLiteral("15"));
    d.type("limit", QStringLiteral("7.5"));
    d.type("seconds", QStringLiteral("3"));
    QTest::keyClick(d.find<QWidget>("seconds"), Qt::Key_Return);
    QTRY_COMPARE(d.search.starts(), 1);
    const SearchProblem problem = d.search.problem();
    QCOMPARE(problem.ranks, 5U);
    QCOMPARE(problem.microbatches, 15U);
    QCOMPARE(problem.memoryLimit, std::optional(7.5));
    QCOMPARE(problem.objective, SearchObjective::Makespan);
    QVERIFY(problem.schedules.empty());
    QVERIFY(!problem.stagesPerRank && !problem.placement && !problem.layers);
    QCOMPARE(d.search.budget().seconds, std::optional(3.0));
    QVERIFY(!d.search.budget().iterations);
    QVERIFY(d.button("stop")->isVisible());
    QVERIFY(!d.button("start")->isVisible());
    // While it runs Return neither starts another one nor ends it.
    QTest::keyClick(d.find<QWidget>("seconds"), Qt::Key_Return);
    QTest::qWait(30);
    QVERIFY(d.dialog->runner()->isRunning() && !d.dialog->runner()->isStopping());
    QCOMPARE(d.search.starts(), 1);
}

void WindowFindTest::emptyMeansNoLimit()
{
    CostModel costs;
    costs.memoryLimit = 3;
    ShownFind d("1f1b:ranks=4,microbatches=8", costs);
    QCOMPARE(d.shown("limit"), QStringLiteral("3")); // the document's, not its peak
    d.type("limit", {});
    d.type("seconds", {});
    d.type("iterations", QStringLiteral("500"));
    d.start();
    QVERIFY(!d.search.problem().memoryLimit);
    QVERIFY(!d.search.problem().costs.memoryLimit);
    QVERIFY(!d.search.budget().seconds);
    QCOMPARE(d.search.budget().iterations, std::optional(std::uint64_t{500}));
}

void WindowFindTest::chosenFamiliesAlone()
{
    ShownFind d;
    auto* list = d.find<QListWidget>("family-list");
    QVERIFY(!list->isVisible());
    const auto segments = d.find<SegmentedChoice>("families")->findChildren<QAbstractButton*>();
    QTest::mouseClick(segments[1], Qt::LeftButton);
    QVERIFY(list->isVisible());
    QVERIFY(!d.button("start")->isEnabled());
    QCOMPARE(d.button("start")->toolTip(), QStringLiteral("Tick at least one schedule to try."));
    list->setFocus();
    list->setCurrentRow(1);
    QTest::keyClick(list, Qt::Key_Space);
    QVERIFY(d.button("start")->isEnabled());
    d.start();
    QCOMPARE(d.search.problem().schedules,
             std::vector<std::string>{list->item(1)->data(Qt::UserRole).toString().toStdString()});
    QTest::mouseClick(segments[0], Qt::LeftButton);
    QVERIFY(!list->isVisible());
    QVERIFY(d.dialog->form()->problem().schedules.empty());
}

void WindowFindTest::whatMayBeTriedIsAsked()
{
    ShownFind d;
    const auto segments = d.find<SegmentedChoice>("objective")->findChildren<QAbstractButton*>();
    QTest::mouseClick(segments[1], Qt::LeftButton);
    d.type("stages", QStringLiteral("2"));
    auto* placement = d.find<ChoiceBox>("placement");
    placement->setFocus();
    QTest::keyClick(placement, Qt::Key_Down);
    QTest::keyClick(placement, Qt::Key_Down);
    d.start();
    QCOMPARE(d.search.problem().objective, SearchObjective::RankSpan);
    QCOMPARE(d.search.problem().stagesPerRank, std::optional(2U));
    QCOMPARE(d.search.problem().placement, std::optional(PlacementKind::V));
}

void WindowFindTest::wrongInputSaysWhy_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("said");
    QTest::newRow("no ranks") << QByteArray("ranks") << ""
                              << "A number is missing.";
    QTest::newRow("no rank") << QByteArray("ranks") << "0"
                             << "Expected 1 to 65,536.";
    QTest::newRow("half a rank") << QByteArray("ranks") << "1.5"
                                 << "Expected a whole number.";
    QTest::newRow("too many microbatches") << QByteArray("microbatches") << "1000001"
                                           << "Expected 1 to 1,000,000.";
    QTest::newRow("no number") << QByteArray("limit") << "much"
                               << "Expected a number from 0.";
    QTest::newRow("negative") << QByteArray("limit") << "-1"
                              << "Expected a number from 0.";
    QTest::newRow("many stages") << QByteArray("stages") << "65"
                                 << "Expected 1 to 64.";
    QTest::newRow("too long") << QByteArray("seconds") << "100000"
                              << "Expected 0 to 86,400.";
}

void WindowFindTest::wrongInputSaysWhy()
{
    QFETCH(QByteArray, field);
    QFETCH(QString, typed);
    QFETCH(QString, said);
    ShownFind d;
    d.type(field.constData(), typed);
    QCOMPARE(d.problem(field.constData()), said);
    QVERIFY(!d.button("start")->isEnabled());
    QVERIFY2(d.button("start")->toolTip().endsWith(said), qPrintable(d.button("start")->toolTip()));
    QCOMPARE(d.dialog->runRow()->text(), d.button("start")->toolTip());
    QTest::keyClick(d.find<QWidget>(field.constData()), Qt::Key_Return);
    QTest::qWait(20);
    QCOMPARE(d.search.starts(), 0);
    d.type(field.constData(), QStringLiteral("4"));
    QCOMPARE(d.problem(field.constData()), QString());
    QVERIFY(d.button("start")->isEnabled());
}

void WindowFindTest::theBestIsShownAsItComes()
{
    ShownFind d;
    d.start();
    SearchProgress trying;
    trying.candidates = 30;
    trying.candidatesDone = 12;
    d.search.tell(trying);
    QTRY_VERIFY2(d.dialog->runRow()->text().startsWith(QStringLiteral("Timing candidates: 12 of 30 · ")),
                 qPrintable(d.dialog->runRow()->text()));
    QCOMPARE(d.figure("origin"), QStringLiteral("No schedule yet"));
    const FoundSchedulePtr first = foundOf("1f1b:ranks=4,microbatches=8");
    d.search.tellBest(first, 24);
    QTRY_COMPARE(d.dialog->found(), first);
    QCOMPARE(d.figure("objective"), QStringLiteral("33 steps"));
    QCOMPARE(d.figure("bound"), QStringLiteral("24 steps"));
    QCOMPARE(d.figure("gap"), QStringLiteral("37.5 %"));
    QCOMPARE(d.figure("peak"), QStringLiteral("4 of 4"));
    QCOMPARE(d.figure("origin"), QStringLiteral("1F1B"));
    QTRY_COMPARE(d.dialog->picture()->drawn(), first);
    const FoundSchedulePtr second = foundOf(kBetter, {}, 12);
    d.search.tellBest(second, second->objective);
    QTRY_COMPARE(d.dialog->picture()->drawn(), second);
    QCOMPARE(d.figure("gap"), QStringLiteral("0, proven"));
    QVERIFY2(d.figure("origin").endsWith(QStringLiteral(", improved by 12 changes")),
             qPrintable(d.figure("origin")));
    QVERIFY(d.dialog->runRow()->text().startsWith(QStringLiteral("Improving: 1,234 changes tried · ")));
    QVERIFY(d.dialog->runner()->isRunning());
}

void WindowFindTest::stoppingKeepsTheBest()
{
    ShownFind d;
    d.start();
    const FoundSchedulePtr best = foundOf(kBetter);
    d.search.tellBest(best, 20);
    QTRY_COMPARE(d.dialog->found(), best);
    d.press("stop");
    QTRY_VERIFY(!d.dialog->runner()->isRunning());
    QCOMPARE(d.search.cancels(), 1);
    QCOMPARE(d.dialog->found(), best);
    QVERIFY2(d.dialog->runRow()->text().startsWith(QStringLiteral("Stopped after ")),
             qPrintable(d.dialog->runRow()->text()));
    QCOMPARE(d.dialog->notice(), QString());
    QVERIFY(d.button("open")->isEnabled());
    QVERIFY(d.button("start")->isVisible() && d.button("start")->isEnabled());
}

void WindowFindTest::theWindowLivesWhileItRuns()
{
    ShownFind d;
    d.start();
    d.w.type(d.w.number("microbatches"), QStringLiteral("12"));
    QTRY_COMPARE(d.w.document().evaluation()->timeline->schedule->microbatchCount, 12U);
    QVERIFY(d.dialog->runner()->isRunning());
    // The values of a search that runs are its own.
    QCOMPARE(d.search.problem().microbatches, 8U);
    QCOMPARE(d.shown("microbatches"), QStringLiteral("8"));
}

void WindowFindTest::escClosesAndStops()
{
    ShownFind d;
    d.start();
    const FoundSchedulePtr best = foundOf(kBetter);
    d.search.tellBest(best);
    QTRY_COMPARE(d.dialog->found(), best);
    QTest::keyClick(d.dialog, Qt::Key_Escape);
    QVERIFY(!d.dialog->isVisible());
    QTRY_COMPARE(d.search.cancels(), 1);
    QTRY_VERIFY(!d.dialog->runner()->isRunning());
    d.w.trigger("tools.find");
    QCOMPARE(d.dialog->found(), best); // shown again it still has it
}

void WindowFindTest::startsAgainFromNothing()
{
    ShownFind d;
    d.start();
    d.search.tellBest(foundOf(kBetter), 20);
    QTRY_VERIFY(d.dialog->found());
    d.press("stop");
    QTRY_VERIFY(!d.dialog->runner()->isRunning());
    d.start();
    QVERIFY(!d.dialog->found());
    QVERIFY(!d.dialog->picture()->drawn());
    QCOMPARE(d.figure("objective"), QStringLiteral("–"));
    QVERIFY(d.dialog->curve()->state().points.empty());
    QVERIFY(!d.button("open")->isEnabled());
    QCOMPARE(d.button("open")->toolTip(), QStringLiteral("Nothing is found yet"));
}

void WindowFindTest::nothingFits()
{
    ShownFind d;
    d.type("limit", QStringLiteral("2"));
    d.finish(resultOf(nullptr, 0,
                      {{"1f1b:ranks=4,microbatches=8", "holds 4, more than 2"},
                       {"gpipe:ranks=4,microbatches=8", "holds 8, more than 2"}}));
    QCOMPARE(d.dialog->notice(), QStringLiteral("Nothing fits into 2. The least of those tried is 4: 1F1B."));
    QCOMPARE(d.dialog->picture()->emptyText(), QStringLiteral("Nothing was found."));
    QVERIFY(!d.button("save")->isEnabled());
    QCOMPARE(d.dialog->candidates()->rowCount(), 2);
    // The next search takes it away.
    d.search.end(resultOf(foundOf(kBetter), 20));
    d.press("start");
    QTRY_VERIFY(d.dialog->found());
    QCOMPARE(d.dialog->notice(), QString());
}

void WindowFindTest::aRefusalIsSaid()
{
    ShownFind d;
    d.finish(invalidInput("placement mirror takes an even number of ranks, not 5"));
    QCOMPARE(d.dialog->notice(), QStringLiteral("placement mirror takes an even number of ranks, not 5"));
    QCOMPARE(d.dialog->runRow()->text(), QStringLiteral("The search failed."));
    QVERIFY(d.button("start")->isEnabled());
}

void WindowFindTest::candidatesAreListedAndSorted()
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
    QCOMPARE(out.data().toString(), QStringLiteral("holds 8, more than 4"));
    QCOMPARE(out.siblingAtColumn(CandidateModel::kPeak).data().toString(), QStringLiteral("8"));
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

void WindowFindTest::whatCannotBeDoneSaysWhy()
{
    ShownFind d;
    for (const char* name : {"open", "compare", "save", "export"}) {
        QVERIFY2(!d.button(name)->isEnabled(), name);
        QCOMPARE(d.button(name)->toolTip(), QStringLiteral("There is nothing yet: start a search"));
    }
    d.finish(resultOf(foundOf(kBetter), 20));
    for (const char* name : {"open", "compare", "save", "export"})
        QVERIFY2(d.button(name)->isEnabled(), name);
    for (const char* other : {"gpipe", "zb-h1", "zb-h2"})
        d.w->comparison().add({QLatin1String(other), *evaluate({*requestFromText(other), {}, {}}, {})});
    QTRY_VERIFY(d.w->comparison().isFull());
    QVERIFY(!d.button("compare")->isEnabled());
    QCOMPARE(d.button("compare")->toolTip(),
             QStringLiteral("4 schedules are compared already: drop one of them first."));
    QVERIFY(d.button("open")->isEnabled());
}

void WindowFindTest::opensWithUndo()
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
    QVERIFY2(d.w.document().displayName().endsWith(QStringLiteral(", improved")),
             qPrintable(d.w.document().displayName()));
    QCOMPARE(d.w.view().evaluation(), shown);
    d.w.trigger("edit.undo");
    QTRY_COMPARE(d.w.document().evaluation(), before);
    d.w.trigger("edit.redo");
    QTRY_COMPARE(d.w.document().evaluation(), shown);
    d.press("open");
    QCOMPARE(d.w.document().evaluation(), shown);
}

void WindowFindTest::opensARequestAsOne()
{
    ShownFind d;
    CostModel costs;
    costs.forward = StageValues(2.0);
    const FoundSchedulePtr best = foundOf(kBetter, costs);
    d.finish(resultOf(best, 20));
    d.press("open");
    QTRY_COMPARE(d.w.document().draft().schedule, std::string("zb-h2"));
    QVERIFY(d.w.document().isGenerated());
    QCOMPARE(d.w.document().state().costs.forward, costs.forward); // costs with it
    QCOMPARE(d.w.document().evaluation()->metrics.makespan, best->objective);
}

void WindowFindTest::asksBeforeChangesAreLost()
{
    ShownFind d;
    d.finish(resultOf(foundOf(kBetter, {}, 1), 20));
    d.w.type(d.w.number("microbatches"), QStringLiteral("12"));
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
    QTRY_COMPARE(d.figure("origin"), QStringLiteral("ZB-H1 (quick start)"));
    d.press("open");
    QTRY_COMPARE(d.w.document().draft().schedule, std::string("zb-h1"));
    QCOMPARE(asked, 2);
    d.w->questions.saveChanges = [](const QString&) { return SaveAnswer::Discard; };
}

void WindowFindTest::compares()
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

void WindowFindTest::savesAndExports()
{
    ShownFind d;
    const FoundSchedulePtr best = foundOf(kBetter, {}, 3);
    d.finish(resultOf(best, 20));
    QString suggested;
    d.w->questions.savePath = [&](const QString& name) {
        suggested = name;
        return d.w.path(QStringLiteral("found")); // the ending is added
    };
    d.w->questions.exportPath = [&](const QString&) { return d.w.path(QStringLiteral("found.csv")); };
    d.press("save");
    QVERIFY2(suggested.endsWith(QStringLiteral(".bubble")), qPrintable(suggested));
    const auto loaded = loadDocument(d.w.path(QStringLiteral("found.bubble")), {});
    QVERIFY(loaded);
    QCOMPARE(loaded->evaluation->timeline->schedule->rows, best->timeline->schedule->rows);
    QCOMPARE(loaded->evaluation->metrics.makespan, best->objective);
    d.press("export");
    QCOMPARE(ShownWindow::read(d.w.path(QStringLiteral("found.csv"))).toStdString(),
             writeScheduleCsv(*best->timeline->schedule));
    // Where nothing can be written it is said in the dialog, which is in front.
    d.w->questions.exportPath = [&](const QString&) { return d.w.path(QStringLiteral("no/such/found.csv")); };
    d.press("export");
    const QString said = d.find<ElidedLabel>("said")->wholeText();
    QVERIFY2(said.startsWith(QStringLiteral("found.csv was not written.")), qPrintable(said));
}

void WindowFindTest::theCurveFallsTowardsItsBound()
{
    ShownFind d;
    d.start();
    const FoundSchedulePtr first = foundOf("gpipe:ranks=4,microbatches=8");
    const FoundSchedulePtr second = foundOf(kBetter);
    QVERIFY(second->objective < first->objective);
    d.search.tellBest(first, 24);
    QTRY_COMPARE(d.dialog->curve()->state().points.size(), std::size_t{1});
    d.search.tellBest(second, 24);
    d.search.tellBest(second, 24); // nothing new
    QTRY_COMPARE(d.dialog->curve()->state().points.size(), std::size_t{2});
    const BestCurve& curve = *d.dialog->curve();
    QVERIFY(curve.yOf(first->objective) < curve.yOf(second->objective));
    QVERIFY(curve.yOf(second->objective) < curve.yOf(24));
    QVERIFY(curve.yOf(24) < curve.height());
    QVERIFY(curve.xOf(curve.state().points[0].seconds) <= curve.xOf(curve.state().points[1].seconds));
    QVERIFY(curve.accessibleDescription().contains(QStringLiteral("33 steps")));
}

void WindowFindTest::thePictureFollowsTheTheme()
{
    ShownFind d;
    d.finish(resultOf(foundOf(kBetter), 20));
    QTRY_VERIFY(d.dialog->picture()->drawn() && d.dialog->picture()->isUpToDate());
    const QImage light = d.dialog->picture()->grab().toImage();
    d.w.trigger("view.theme.dark");
    QTRY_VERIFY(d.dialog->picture()->isUpToDate());
    const QImage dark = d.dialog->picture()->grab().toImage();
    const QPoint corner(12, 4); // the ground
    QVERIFY(qGray(light.pixel(corner)) > 200);
    QVERIFY(qGray(dark.pixel(corner)) < 80);
    d.dialog->resize(d.dialog->size() + QSize(100, 60));
    QTRY_VERIFY(d.dialog->picture()->isUpToDate());
    QVERIFY(d.dialog->picture()->drawn());
}

void WindowFindTest::everyControlHasAName()
{
    ShownFind d;
    d.finish(resultOf(foundOf(kBetter), 20, {{"1f1b:ranks=4,microbatches=8", ""}}));
    for (const QWidget* widget : d.dialog->findChildren<QWidget*>()) {
        const bool isControl = widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
                               widget->objectName().startsWith(QStringLiteral("find-"));
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        if (isControl)
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     qPrintable(widget->objectName()));
    }
    // Tab reaches all of them, fields first.
    QStringList reached;
    d.find<QWidget>("ranks")->setFocus();
    for (int i = 0; i < 40; ++i) {
        reached << d.dialog->focusWidget()->objectName();
        QTest::keyClick(d.dialog->focusWidget(), Qt::Key_Tab);
    }
    for (const char* name : {"microbatches", "take", "limit", "stages", "placement", "seconds", "iterations",
                             "candidates", "start", "save", "export", "close", "compare", "open"})
        QVERIFY2(reached.contains(QStringLiteral("find-") + QLatin1String(name)), name);
    QVERIFY(reached.indexOf(QStringLiteral("find-limit")) < reached.indexOf(QStringLiteral("find-seconds")));
    QVERIFY(reached.indexOf(QStringLiteral("find-seconds")) < reached.indexOf(QStringLiteral("find-start")));
}

void WindowFindTest::theRealSearchFindsOne()
{
    ShownFind d;
    d.controller()->setSearch(
        [](const SearchProblem& problem, const SearchBudget& budget,
           const std::function<void(const SearchProgress&)>& tell,
           const CancelToken& cancel) { return searchSchedule(problem, budget, tell, cancel); });
    d.type("seconds", {});
    d.type("iterations", QStringLiteral("50"));
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

QTEST_MAIN(WindowFindTest)
#include "window_find_test.moc"
