// SPDX-License-Identifier: Apache-2.0
// A second run beside the open one: opened, compared, told, kept.
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_trace_support.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/comparison.h"
#include "ui/modes/mode_controller.h"
#include "ui/session/session_controller.h"
#include "ui/start/start_controller.h"
#include "ui/trace/run_bar.h"
#include "ui/trace/runs_page.h"
#include "ui/trace/second_run.h"
#include "ui/widgets/segmented_choice.h"

using namespace bubblescope;
using namespace bubblescope::test;
using ui::CompareMode;
using ui::RunsPage;
using ui::TracePanel;

namespace {

constexpr const char* kBeforeRun = "torch_cpu/1f1b_runtime_p4_m8";

/// Drops files on the window as a desktop does.
void dropOn(QWidget& window, const QStringList& paths)
{
    QMimeData mime;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    mime.setUrls(urls);
    const QPoint where(window.width() / 2, window.height() / 2);
    QWidget* target = window.childAt(where) ? window.childAt(where) : &window;
    QDragEnterEvent enter(target->mapFrom(&window, where), Qt::CopyAction, &mime, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&window, &enter);
    QDropEvent drop(where, Qt::CopyAction, &mime, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&window, &drop);
}

} // namespace

class WindowTwoRunsTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

    [[nodiscard]] ui::SecondRun& second() { return w->traces().second(); }
    [[nodiscard]] RunsPage& page() { return w->traces().runs(); }
    void openFirst() { openProfiles(w, profilesOf(kBeforeRun)); }
    void awaitSecond() { QTRY_VERIFY_WITH_TIMEOUT(second().isOpen() && second().change(), 60000); }
    /// By the command, as the menu has it.
    void openBoth()
    {
        openFirst();
        w->questions.openProfiles = [] { return profilesOf(kStraggler); };
        w.trigger("trace.against");
        awaitSecond();
    }
    [[nodiscard]] const EvaluationPtr& first() { return w->traces().session().analysis()->measured; }
    [[nodiscard]] EvaluationPtr other() { return second().analysis()->measured; }

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void theSecondStandsUnderTheFirst()
    {
        openBoth();
        QVERIFY(w->messages()->headline().isEmpty());
        const ui::Comparison& comparison = w->comparison();
        QVERIFY(comparison.mode() == CompareMode::Split);
        QCOMPARE(comparison.current().evaluation, first());
        QCOMPARE(comparison.references().size(), std::size_t{1});
        QCOMPARE(comparison.reference()->evaluation, other());
        QCOMPARE(w.view().evaluation(), first());
        QCOMPARE(w->compare().view()->referenceView()->evaluation(), other());
        // One axis, and the document is the first run's still.
        QVERIFY(comparison.haveOneAxis());
        QVERIFY(!w->isWindowModified());
        QCOMPARE(comparison.current().title, "1f1b_runtime_p4_m8, step 1");
        QCOMPARE(comparison.reference()->title, "1f1b_runtime_straggler2_p4_m8, step 1");
        QVERIFY(w->modes().mode() == ui::WindowMode::Compare);
        QVERIFY(w->findChild<QDockWidget*>("runs-dock")->isVisible());
    }

    void aSentenceAndWhereItWent()
    {
        openBoth();
        verifyBegins(page().sentence(), "B is ");
        verifyContains(page().sentence(), {" slower: ", "rank 2 lost most, "});
        QTreeView& ranks = *page().table(RunsPage::Ranks)->list();
        QCOMPARE(ranks.model()->rowCount(), 4);
        QCOMPARE(ranks.model()->headerData(0, Qt::Horizontal).toString(), "Rank");
        // The rank that lost most in computing is the slow one.
        const auto column = [&ranks](const QString& title) {
            for (int i = 0; i < ranks.model()->columnCount(); ++i)
                if (ranks.model()->headerData(i, Qt::Horizontal).toString() == title)
                    return i;
            qFatal("no column %s", qPrintable(title));
        };
        const int forward = column("F");
        double least = 0;
        int slowest = -1;
        for (int row = 0; row < 4; ++row) {
            const double gained = ranks.model()->index(row, forward).data(ui::kSortRole).toDouble();
            if (gained < least) {
                least = gained;
                slowest = row;
            }
        }
        QCOMPARE(ranks.model()->index(slowest, 0).data().toString(), "rank 2");
    }

    void aClickGoesToTheAction()
    {
        openBoth();
        auto* choice = page().findChild<ui::SegmentedChoice*>();
        choice->setFocus();
        page().setList(RunsPage::Actions);
        QTreeView& actions = *page().table(RunsPage::Actions)->list();
        QCOMPARE(actions.model()->rowCount(), 64);
        const QString action = actions.model()->index(0, 0).data().toString();
        QTest::mouseClick(actions.viewport(), Qt::LeftButton, {},
                          actions.visualRect(actions.model()->index(0, 0)).center());
        QCOMPARE(w.selected(), action);
        // A kind leads to where it changed most, a rank to its lane.
        page().setList(RunsPage::Kinds);
        QTreeView& kinds = *page().table(RunsPage::Kinds)->list();
        QVERIFY(kinds.model()->rowCount() >= 3);
        QTest::mouseClick(kinds.viewport(), Qt::LeftButton, {},
                          kinds.visualRect(kinds.model()->index(0, 0)).center());
        QVERIFY(w.selected() != "nothing");
    }

    void viewsAreThoseOfComparing()
    {
        openBoth();
        w.key(Qt::Key_Backslash);
        QVERIFY(w->comparison().mode() == CompareMode::Overlay);
        QCOMPARE(w->comparison().current().evaluation, first());
        w.key(Qt::Key_Backslash);
        QVERIFY(w->comparison().mode() == CompareMode::Difference);
        QTRY_VERIFY(w->comparison().difference());
        QCOMPARE(&w->comparison().difference()->difference.current(), first()->timeline.get());
        QCOMPARE(&w->comparison().difference()->difference.reference(), other()->timeline.get());
        // Off, the first run stands alone again, and is a reference of its prediction.
        w.key(Qt::Key_Backslash);
        QVERIFY(w->comparison().mode() == CompareMode::Off);
        QCOMPARE(w.view().evaluation(), first());
        QVERIFY(w->comparison().indexOf(first()) && w->comparison().indexOf(other()));
        QVERIFY(!w->traces().areRunsCompared());
        w.key(Qt::Key_Backslash);
        QVERIFY(w->traces().areRunsCompared());
        QCOMPARE(w->comparison().references().size(), std::size_t{1});
    }

    void theDocumentIsComparedWithBoth()
    {
        openBoth();
        w->comparison().setMode(CompareMode::Off);
        w->traces().showMeasured(false);
        w.key(Qt::Key_Backslash);
        QCOMPARE(w->comparison().current().evaluation, w.document().evaluation());
        QCOMPARE(w->comparison().references().size(), std::size_t{2});
        QVERIFY(!w->traces().areRunsCompared());
    }

    void anEditShowsTheDocument()
    {
        openBoth();
        w.setMicrobatches(6);
        QCOMPARE(w->comparison().current().evaluation, w.document().evaluation());
        QVERIFY(w->comparison().indexOf(first()) && w->comparison().indexOf(other()));
        w.undo();
        w.settle();
        QVERIFY(second().isOpen());
    }

    void removedFromTheComparisonItIsClosed()
    {
        openBoth();
        w.trigger("compare.drop");
        QVERIFY(!second().isOpen());
        QVERIFY(w->comparison().mode() == CompareMode::Off);
        QCOMPARE(w.view().evaluation(), first());
        QVERIFY(w->comparison().indexOf(first()));
        QVERIFY(w->modes().mode() == ui::WindowMode::Profile);
    }

    void closedByItsLink()
    {
        openBoth();
        QTest::mouseClick(page().findChild<QPushButton*>("runs-close"), Qt::LeftButton);
        QVERIFY(!second().isOpen());
        QVERIFY(w->comparison().indexOf(first()));
        QCOMPARE(w->comparison().references().size(), std::size_t{1});
    }

    void droppedProfilesAreAskedAbout()
    {
        openFirst();
        QString asked;
        w->questions.secondRun = [&asked](const QString& names) {
            asked = names;
            return ui::SecondRunAnswer::Compare;
        };
        dropOn(w.window(), profilesOf(kStraggler));
        awaitSecond();
        verifyBegins(asked, "rank0");
        QVERIFY(w->traces().areRunsCompared());
        // Another one takes its place; the first stays.
        const EvaluationPtr stays = first();
        dropOn(w.window(), profilesOf(kBeforeRun));
        QTRY_COMPARE_WITH_TIMEOUT(second().title(), "1f1b_runtime_p4_m8, step 1", 60000);
        QCOMPARE(first(), stays);
        QTRY_VERIFY(second().change());
        verifyBegins(page().sentence(), "B takes as long as A: ");
        QCOMPARE(w->comparison().references().size(), std::size_t{1});
        // In the first one's place, it is the run.
        w->questions.secondRun = [](const QString&) { return ui::SecondRunAnswer::Replace; };
        dropOn(w.window(), profilesOf(kStraggler));
        QTRY_VERIFY_WITH_TIMEOUT(!w->isLoading() && first() != stays, 60000);
        QVERIFY(!second().isOpen());
        w->questions.secondRun = [](const QString&) { return ui::SecondRunAnswer::Cancel; };
        const EvaluationPtr now = first();
        dropOn(w.window(), profilesOf(kBeforeRun));
        QVERIFY(!w->isLoading());
        QCOMPARE(first(), now);
    }

    void withoutARunBothAreAsked()
    {
        int asked = 0;
        w->questions.openProfiles = [&asked] {
            ++asked;
            return profilesOf(kBeforeRun);
        };
        w->questions.openSecondProfiles = [&asked] {
            asked += 10;
            return profilesOf(kStraggler);
        };
        w.trigger("trace.against");
        awaitSecond();
        QCOMPARE(asked, 11);
        QVERIFY(w->traces().areRunsCompared());
    }

    void eachHasItsStep()
    {
        const QString before = w.write("before.json", twoSteps());
        const QString after = w.write("after.json", twoSteps());
        openProfiles(w, {before});
        w->traces().openSecond({after});
        awaitSecond();
        verifyBegins(page().sentence(), "B takes as long as A: ");
        // Step 3 is half as long.
        QComboBox* steps = page().steps();
        QCOMPARE(steps->count(), 2);
        steps->setFocus();
        QTest::keyClick(steps, Qt::Key_Up);
        emit steps->activated(steps->currentIndex());
        QTRY_VERIFY(second().analysis()->run.step == 3 && second().change());
        verifyBegins(page().sentence(), "B is 50 % faster: ");
        QCOMPARE(w->comparison().references().size(), std::size_t{1});
        QVERIFY(w->traces().areRunsCompared());
        w->traces().session().chooseStep(3);
        QTRY_VERIFY(w->traces().session().analysis()->run.step == 3 && second().change());
        QTRY_VERIFY(page().sentence().startsWith("B takes as long as A: "));
        QVERIFY(w->traces().areRunsCompared());
        QCOMPARE(w->comparison().current().evaluation, first());
    }

    void whatIsNoRunLeavesTheFirst()
    {
        openFirst();
        w->traces().openSecond({w.write("empty.json", profileOf({range("nothing", 0, 10)}))});
        QTRY_VERIFY(!w->messages()->headline().isEmpty());
        QVERIFY(!second().isOpen() && !second().isOpening());
        QCOMPARE(w.view().evaluation(), first());
        QString asked;
        answerQuestion(asked, [](QDialog& dialog) { dialog.reject(); });
        w->traces().openSecond({w.write("broken.json", "{\"traceEvents\":[")});
        QTRY_VERIFY(!asked.isEmpty());
        QTRY_VERIFY(!second().isOpening());
        QVERIFY(!second().isOpen());
    }

    void otherStagesAreSaid()
    {
        openFirst();
        w->traces().openSecond(profilesOf("torch_cpu/dualpipev_p2_m6"));
        awaitSecond();
        verifyContains(page().sentence(), {"rank 0 runs other stages in B than in A"});
        QCOMPARE(page().table(RunsPage::Ranks)->list()->model()->rowCount(), 0);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowTwoRunsTest)
#include "window_two_runs_test.moc"
